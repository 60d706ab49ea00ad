// The board as SVG, drawn from a position: points as the light side counts them, light home bottom right unless turned or mirrored.

const NS = "http://www.w3.org/2000/svg";
const W = 40; // width of a point
const BAR = 44;
const TRAY = 46;
const EDGE = 12;
const HEIGHT = 452;
const FOOT = 20; // room for the numbers
export const SIZE = { width: 12 * W + BAR + TRAY * 2 + EDGE * 2, height: HEIGHT };
const R = 18.6;
const TALL = 176; // a point
const TOP = EDGE + FOOT;
const BOTTOM = HEIGHT - EDGE - FOOT;

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Where a point (1…24, light's) is drawn: {x: its middle, top: at the upper edge}. */
function place(point, look) {
  let nth = point; // as if light's home were bottom right
  if (look.turned) nth = 25 - nth;
  const top = nth > 12;
  let column = top ? nth - 13 : 12 - nth; // from the left
  if (look.mirrored) column = 11 - column;
  return { x: EDGE + TRAY + column * W + W / 2 + (column >= 6 ? BAR : 0), top };
}

/** Middle of the nth checker (from 0) of a stack that grows from an edge. */
function stackY(nth, count, top) {
  const step = count > 5 ? Math.min(2 * R, (TALL - 2 * R) / (Math.min(count, 15) - 1) + 4) : 2 * R;
  return top ? TOP + R + nth * step : BOTTOM - R - nth * step;
}

function checker(x, y, side, extra = "") {
  return svg(
    "g",
    { class: `checker ${side} ${extra}` },
    svg("circle", { cx: x, cy: y, r: R, class: "rim" }),
    svg("circle", { cx: x, cy: y, r: R - 5.4, class: "ring" }),
    side === "dark" ? svg("circle", { cx: x, cy: y, r: 2.6, class: "dot" }) : "",
  );
}

function die(x, y, value, side, size = 36) {
  const at = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }[value] || [];
  const pips = at.map((n) =>
    svg("circle", { cx: x + ((n % 3) - 1) * size * 0.27, cy: y + (Math.floor(n / 3) - 1) * size * 0.27, r: size * 0.094, class: "pip" }),
  );
  return svg("g", { class: `die ${side || ""}` }, svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 7 }), ...pips);
}

function cubeAt(cube, look) {
  const x = EDGE + TRAY / 2;
  if (!cube.owner) return { x, y: HEIGHT / 2 };
  const top = (cube.owner === "dark") !== Boolean(look.turned);
  return { x, y: top ? TOP + 22 : BOTTOM - 22 };
}

/** Draws into an <svg>. `show` = {board, dice, turn, cube, turned, mirrored, names, marks, from, to}; `words` gives texts for titles;
 * `tap(point)` is called for 1…24, "bar", "off" where the board can be touched. */
export function draw(root, show, words, tap = null) {
  root.setAttribute("viewBox", `0 0 ${SIZE.width} ${SIZE.height}`);
  root.setAttribute("role", tap ? "group" : "img");
  const board = show.board || { points: Array(24).fill(0), bar: [0, 0], off: [0, 0], pips: [0, 0] };
  const left = EDGE + TRAY;
  const barX = left + 6 * W;
  const parts = [
    svg("rect", { x: 1, y: 1, width: SIZE.width - 2, height: HEIGHT - 2, rx: 14, class: "frame" }),
    svg("rect", { x: left, y: EDGE, width: 6 * W, height: HEIGHT - 2 * EDGE, rx: 4, class: "felt" }),
    svg("rect", { x: barX + BAR, y: EDGE, width: 6 * W, height: HEIGHT - 2 * EDGE, rx: 4, class: "felt" }),
    svg("rect", { x: barX, y: EDGE, width: BAR, height: HEIGHT - 2 * EDGE, class: "bar" }),
    svg("rect", { x: EDGE - 2, y: EDGE, width: TRAY - 4, height: HEIGHT - 2 * EDGE, rx: 4, class: "tray" }),
    svg("rect", { x: left + 12 * W + BAR + 6, y: EDGE, width: TRAY - 4, height: HEIGHT - 2 * EDGE, rx: 4, class: "tray" }),
  ];
  for (let point = 1; point <= 24; point++) parts.push(pointShape(point, board.points[point - 1], show, words));
  parts.push(...bars(board, show), ...trays(board, show));
  if (show.cube) parts.push(cubeShape(show, words));
  parts.push(...diceShapes(show));
  if (tap) parts.push(...targets(board, show, words, tap));
  const held = root.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  root.replaceChildren(title(show, words), ...parts);
  if (held) (root.querySelector(`.target.from[data-name="${held}"], .target.chosen[data-name="${held}"]`) || root.querySelector(".target.to, .target.from"))?.focus();
}

function title(show, words) {
  const made = svg("title");
  made.textContent = words.board(show);
  return made;
}

function pointShape(point, count, show, words) {
  const { x, top } = place(point, show);
  const base = top ? TOP - 4 : BOTTOM + 4;
  const tip = top ? TOP + TALL : BOTTOM - TALL;
  const label = show.turn === "dark" ? 25 - point : point;
  const number = svg("text", { x, y: top ? EDGE + 13.5 : HEIGHT - EDGE - 5, class: "number" });
  number.textContent = label;
  const side = count > 0 ? "light" : "dark";
  const made = svg(
    "g",
    { class: "point" },
    svg("path", { d: `M${x - W / 2 + 1.5} ${base}L${x} ${tip}L${x + W / 2 - 1.5} ${base}z`, class: point % 2 ? "odd" : "even" }),
    number,
  );
  const n = Math.abs(count);
  const mark = (show.marks || []).find(([one]) => one === point)?.[1];
  for (let nth = 0; nth < Math.min(n, 15); nth++) {
    const moved = mark === "to" && nth === n - 1 ? "moved" : "";
    made.append(checker(x, stackY(nth, n, top), side, moved));
  }
  if (mark === "from") made.append(svg("circle", { cx: x, cy: stackY(n, n + 1, top), r: R - 4, class: "left" }));
  if (mark === "blocked") made.append(svg("path", { d: `M${x - 8} ${HEIGHT / 2 + (top ? -34 : 34) - 8}l16 16m0 -16l-16 16`, class: "blocked" }));
  if (n > 5) made.append(counted(x, stackY(n - 1, n, top), n, side));
  if (n) {
    const told = svg("title");
    told.textContent = words.point(label, n, side);
    made.prepend(told);
  }
  return made;
}

function counted(x, y, n, side) {
  const made = svg("text", { x, y: y + 5.5, class: `count ${side}` });
  made.textContent = n;
  return made;
}

function bars(board, show) {
  const x = EDGE + TRAY + 6 * W + BAR / 2;
  const found = [];
  ["light", "dark"].forEach((side, which) => {
    const n = board.bar[which];
    const up = (side === "light") !== Boolean(show.turned); // light's stand in the upper half: they enter there
    for (let nth = 0; nth < n; nth++) {
      const y = HEIGHT / 2 + (up ? -1 : 1) * (R + 30 + Math.min(nth, 3) * 2 * R);
      found.push(checker(x, y, side));
      if (n > 4 && nth === n - 1) found.push(counted(x, y, n, side));
    }
  });
  return found;
}

function trays(board, show) {
  const x = (show.mirrored ? EDGE - 2 : EDGE + TRAY + 12 * W + BAR + 6) + (TRAY - 4) / 2;
  const found = [];
  ["light", "dark"].forEach((side, which) => {
    const n = board.off[which];
    const top = (side === "dark") !== Boolean(show.turned);
    for (let nth = 0; nth < n; nth++) {
      const y = top ? TOP + nth * 10.6 : BOTTOM - 9 - nth * 10.6;
      found.push(svg("rect", { x: x - 17, y, width: 34, height: 9, rx: 3, class: `slab ${side}` }));
    }
    if (n) {
      const made = svg("text", { x, y: top ? TOP + n * 10.6 + 16 : BOTTOM - n * 10.6 - 7, class: "number off" });
      made.textContent = n;
      found.push(made);
    }
  });
  return found;
}

function cubeShape(show, words) {
  let { x, y } = cubeAt(show.cube, show);
  if (show.mirrored) x = SIZE.width - x;
  const face = svg("text", { x, y: y + 6, class: "face" });
  face.textContent = show.cube.value === 1 ? 64 : show.cube.value;
  const told = svg("title");
  told.textContent = words.cube(show.cube);
  return svg("g", { class: `cube ${show.cube.owner ? "owned" : ""}` }, told, svg("rect", { x: x - 17, y: y - 17, width: 34, height: 34, rx: 6 }), face);
}

function diceShapes(show) {
  if (!show.dice) return [];
  const left = EDGE + TRAY;
  // to the right hand of who rolled: light at the bottom has the right half, dark at the top the left one as we look
  const right = (show.turn !== "dark") !== Boolean(show.turned);
  const middle = right ? left + 6 * W + BAR + 3 * W : left + 3 * W;
  return show.dice.map((value, nth) => die(middle + (nth ? 26 : -26), HEIGHT / 2, value, show.turn));
}

function targets(board, show, words, tap) {
  const made = [];
  const target = (shape, name, label) => {
    const marks = [(show.from || []).includes(name) ? "from" : "", (show.to || []).includes(name) ? "to" : "", show.chosen === name ? "chosen" : ""];
    shape.setAttribute("class", `target ${marks.join(" ")}`);
    shape.setAttribute("tabindex", marks.join("") ? 0 : -1);
    shape.setAttribute("data-name", name);
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", label);
    shape.addEventListener("click", () => tap(name));
    shape.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        tap(name);
      }
    });
    made.push(shape);
  };
  for (let point = 1; point <= 24; point++) {
    const { x, top } = place(point, show);
    const label = words.point(show.turn === "dark" ? 25 - point : point, Math.abs(board.points[point - 1]), board.points[point - 1] > 0 ? "light" : "dark");
    target(svg("rect", { x: x - W / 2, y: top ? EDGE : HEIGHT / 2 + 22, width: W, height: HEIGHT / 2 - EDGE - 22, rx: 6 }), point, label);
  }
  target(svg("rect", { x: EDGE + TRAY + 6 * W, y: EDGE, width: BAR, height: HEIGHT - 2 * EDGE, rx: 6 }), "bar", words.bar());
  const tray = show.mirrored ? EDGE - 2 : EDGE + TRAY + 12 * W + BAR + 6;
  target(svg("rect", { x: tray, y: EDGE, width: TRAY - 4, height: HEIGHT - 2 * EDGE, rx: 6 }), "off", words.off());
  return made;
}

/** A die as a picture of its own, for buttons. */
export function dieIcon(value) {
  const root = svg("svg", { viewBox: "0 0 40 40", class: "die-icon", "aria-hidden": "true" });
  root.append(die(20, 20, value, "", 36));
  return root;
}
