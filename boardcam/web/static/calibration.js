// Where the board lies in the camera's picture: drag the corners onto those of the playing surface, or move them with the arrow keys.

import { $, ask, code, dialog, el, notice, onLanguage, picture, post, ready, t, tn, written } from "/static/base.js";

const NS = "http://www.w3.org/2000/svg";
const GOOD = 1.5; // % of the board's width
const FEW = 6; // points that read wrongly at the start; with more, it is not the start
const LETTERS = ["↖", "↗", "↘", "↙"];
let size = [4, 3];
let corners = null; // px of the camera's picture, from top left clockwise
let bar = 1.2;
let depth = 11;
let touched = false; // otherwise than the eyes have it
let asked = 0;
let told = null;

const shot = el("div.shot");
const image = el("img", { alt: "" });
const over = document.createElementNS(NS, "svg");
const words = el("section.told", { "aria-live": "polite" });
shot.append(image, over);

function svg(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The 3x3 matrix (row by row) from board units to px, by which (0,0), (w,0), (w,d), (0,d) become the corners. */
function homography(w, d) {
  const rows = [];
  const wanted = [];
  [[0, 0], [w, 0], [w, d], [0, d]].forEach(([x, y], n) => {
    const [u, v] = corners[n];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    wanted.push(u, v);
  });
  return [...solved(rows, wanted), 1];
}

function solved(rows, wanted) {
  const m = rows.map((row, n) => [...row, wanted[n]]);
  for (let n = 0; n < m.length; n++) {
    const best = m.reduce((found, row, k) => (k >= n && Math.abs(row[n]) > Math.abs(m[found][n]) ? k : found), n);
    [m[n], m[best]] = [m[best], m[n]];
    for (let k = 0; k < m.length; k++) {
      if (k === n) continue;
      const share = m[k][n] / m[n][n];
      for (let c = n; c <= m.length; c++) m[k][c] -= share * m[n][c];
    }
  }
  return m.map((row, n) => row[m.length] / row[n]);
}

function draw() {
  over.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  over.replaceChildren();
  if (!corners) return;
  const w = 12 + bar;
  const h = homography(w, depth);
  const at = (x, y) => {
    const z = h[6] * x + h[7] * y + h[8];
    return `${((h[0] * x + h[1] * y + h[2]) / z).toFixed(1)},${((h[3] * x + h[4] * y + h[5]) / z).toFixed(1)}`;
  };
  const shape = (kind, ...points) => over.append(svg("polygon", { class: kind, points: points.map(([x, y]) => at(x, y)).join(" ") }));
  for (let n = 0; n < 12; n++) {
    const x = n + 0.5 + (n >= 6 ? bar : 0);
    shape("tip", [x - 0.5, 0], [x + 0.5, 0], [x, 4.6]);
    shape("tip", [x - 0.5, depth], [x + 0.5, depth], [x, depth - 4.6]);
  }
  shape("edge", [6, 0], [6 + bar, 0], [6 + bar, depth], [6, depth]);
  shape("edge", [0, 0], [w, 0], [w, depth], [0, depth]);
  const r = size[0] / 38;
  corners.forEach(([x, y], n) => {
    const bad = !touched && told?.fit && told.fit[n] > GOOD;
    const handle = svg("circle", { cx: x, cy: y, r, class: `handle${bad ? " bad" : ""}`, tabindex: 0, role: "button", "aria-label": names()[n] });
    const finger = svg("circle", { cx: x, cy: y, r: Math.max(r, (22 * size[0]) / (over.clientWidth || size[0])), class: "finger" }); // as large as one
    for (const one of [handle, finger]) one.addEventListener("pointerdown", (event) => drag(event, n));
    handle.addEventListener("keydown", (event) => nudge(event, n));
    over.append(finger, handle, Object.assign(svg("text", { x, y: y + r * 0.35, class: "label", "font-size": r }), { textContent: LETTERS[n] }));
  });
}

const names = () => [t("top left corner"), t("top right corner"), t("bottom right corner"), t("bottom left corner")];

function drag(event, n) {
  event.preventDefault();
  const box = over.getBoundingClientRect();
  const move = (one) => {
    corners[n] = [((one.clientX - box.left) / box.width) * size[0], ((one.clientY - box.top) / box.height) * size[1]];
    changed(false);
  };
  const end = () => {
    window.removeEventListener("pointermove", move);
    changed();
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end, { once: true });
  window.addEventListener("pointercancel", end, { once: true });
}

function nudge(event, n) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return;
  event.preventDefault();
  const far = event.shiftKey ? 10 : 1;
  corners[n] = [corners[n][0] + way[0] * far, corners[n][1] + way[1] * far];
  changed();
  over.querySelectorAll(".handle")[n].focus();
}

function changed(judge = true) {
  touched = true;
  draw();
  if (judge) tried();
}

const shown = () => ({ corners: corners.map((one) => one.map((v) => Math.round(v * 10) / 10)), bar, depth });

async function tried() {
  const mine = ++asked;
  const found = await post(`/api/camera/try?lang=${code()}`, shown());
  if (mine !== asked) return;
  told = found.fit ? found : null;
  if (!told) return words.replaceChildren(el("p.card.quiet", {}, found.said || ""));
  say();
  draw();
}

function say() {
  const fits = told.fit.flatMap((error, n) => [el("span", {}, `${LETTERS[n]} ${names()[n]}`), el(`span${error > GOOD ? ".bad" : ""}`, {}, `${written(error, 1)} %`)]);
  const wrong = told.otherwise;
  words.replaceChildren(
    el("section.card.told", {}, el("h2", {}, t("Fit")), el("p.quiet.small", {}, t("How far from each corner the eyes see it, in % of the board's width; up to 1.5 is good.")), el("div.fits", {}, ...fits)),
    el("section.card.told", {}, el("h2", {}, t("Starting position")),
      el("p", {}, reads(wrong)), wrong.length && wrong.length <= FEW ? el("ul.small.quiet", {}, ...wrong.map(line)) : ""),
    el("section.card.told", {}, el("h2", {}, t("Lighting")), ...(told.light.length ? told.light : [t("good")]).map((one) => el("p", {}, one))),
    el("section.card.told", {}, el("h2", {}, t("Proportions")),
      slider(t("Width of the bar, in points"), bar, 0, 2.6, 0.02, (value) => (bar = value)), slider(t("From base line to base line, in points"), depth, 7, 15, 0.1, (value) => (depth = value))),
    el("div.row", {}, el("button.first", { onclick: () => place(), disabled: !touched }, t("The board lies here")), el("button", { onclick: search }, t("Find it again"))),
  );
}

function reads(wrong) {
  if (!wrong.length) return t("All 24 points read as in the starting position.");
  if (wrong.length > FEW) return t("The checkers do not stand in their starting places. Before a game this tells whether every point reads right.");
  return tn("{n} point does not read as in the starting position.", "{n} points do not read as in the starting position.", wrong.length);
}

function line(one) {
  const [row, n] = one.place >= 12 ? [t("top row"), one.place - 11] : [t("bottom row"), 12 - one.place];
  const count = (n) => (n === null ? t("hidden") : n === 0 ? t("none") : `${Math.abs(n)} ${n > 0 ? t("light") : t("dark")}`);
  return el("li", {}, t("{row}, {n} from the left: {got} instead of {want}", { row, n, got: count(one.got), want: count(one.want) }));
}

function slider(name, value, min, max, step, set) {
  return el("label.field", {}, el("span", {}, name), el("input", { type: "range", min, max, step, value, oninput: (event) => { set(Number(event.target.value)); changed(false); }, onchange: () => changed() }));
}

async function place(anyway = false) {
  const answer = await post(`/api/camera/place?lang=${code()}`, { ...shown(), anyway });
  if (answer.far) return doubted(answer.said);
  notice(answer.good ? t("The eyes go by this from now on.") : answer.said, answer.good);
  touched = !answer.good;
  say();
}

/** It lies far from where the eyes see the board: nobody goes by it unasked. */
function doubted(said) {
  dialog(t("This does not fit"),
    (body) => body.append(...said.map((one) => el("p", {}, one))),
    (close) => [el("button.first", { onclick: close }, t("Move the corners")), el("button.risky", { onclick: () => { close(); place(true); } }, t("It is right all the same"))]);
}

async function search() {
  const answer = await post("/api/camera/search", {});
  notice(answer.good ? t("The board is being searched.") : answer.said, answer.good);
  touched = false;
  corners = null;
  draw();
}

async function look() {
  try {
    const now = await ask(`/api/camera?lang=${code()}`);
    const address = await picture("/api/camera/picture");
    if (address) {
      const old = image.src;
      image.src = address;
      if (old) URL.revokeObjectURL(old);
    }
    size = now.size;
    if (!shot.isConnected) build();
    if (!touched && now.board) {
      const fresh = !corners || now.board.corners.some((one, n) => Math.hypot(one[0] - corners[n][0], one[1] - corners[n][1]) > 0.5);
      ({ corners, bar, depth } = now.board);
      if (fresh) tried();
    }
    if (!now.board && !touched) missing(now.why);
    draw();
  } catch (error) {
    shot.remove();
    $("#camera").replaceChildren(el("h1.title", {}, t("Camera")), el("p.card.quiet", {}, error.message));
  }
}

/** No board is found, and why; what says so already is left alone, with the button that somebody is about to press. */
function missing(why) {
  const said = `${code()} ${why}`;
  if (words.firstElementChild?.dataset.said === said) return;
  words.replaceChildren(el("section.card.told", { "data-said": said, role: "status" },
    why ? el("p", {}, el("span", { "aria-hidden": "true" }, "⚠ "), why) : "",
    el("p", {}, t("The board is being searched. If it is not found, show its corners.")),
    el("div.row", {}, el("button", { onclick: begin }, t("Show the corners")))));
}

function begin() {
  const [w, h] = size;
  corners = [[w * 0.2, h * 0.2], [w * 0.8, h * 0.2], [w * 0.8, h * 0.8], [w * 0.2, h * 0.8]];
  changed();
}

function build() {
  $("#camera").replaceChildren(el("h1.title", {}, t("Camera")), shot, words);
}

await ready();
onLanguage(() => told && (build(), say()));
await look();
setInterval(look, 2000);
