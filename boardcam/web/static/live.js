// The live table: board, players, what was ruled and why, the orders of players. On /table the same for a big screen.

import { $, ask, dialog, el, icon, live, may, notice, onLanguage, order, qr, ready, sign, t, tn } from "/static/base.js";
import { draw } from "/static/board.js";
import { putRight, putRightCube, putRightScore } from "/static/right.js";
import { hint, hinted } from "/static/hint.js";
import { boardWords, side } from "/static/words.js";

const kiosk = location.pathname === "/table";
document.body.classList.toggle("kiosk", kiosk);

const SIGNS = { legal: "✓", illegal: "✕", ask: "?", again: "↻", lost: "?", camera: "!", off: "•" };
const SIGNALS = () => ({ legal: t("legal"), illegal: t("illegal"), ask: t("a question"), again: t("roll again"), lost: t("the thread is lost"), camera: t("the board is not seen"), off: "" });
const SHOWN = kiosk ? 9 : 12;
let scene = null;
let stale = false;
let said = "";
let open = null; // number of the ruling whose evidence is shown
let many = SHOWN;

const look = {
  get turned() {
    return Boolean(scene?.turned) !== (localStorage.getItem("turned") === "yes");
  },
  get mirrored() {
    return Boolean(scene?.mirrored) !== (localStorage.getItem("mirrored") === "yes");
  },
};

function flip(which) {
  localStorage.setItem(which, localStorage.getItem(which) === "yes" ? "no" : "yes");
  show();
}

// --- words on the board ---------------------------------------------------------------------------------------------------------

const words = boardWords((one) => (scene?.names ? scene.names[one === "light" ? 0 : 1] : side(one)));

// --- parts of the page ----------------------------------------------------------------------------------------------------------

const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
svg.setAttribute("class", "board");
svg.addEventListener("click", () => may("player") && !kiosk && scene?.names && fix(null)); // for fingers; a button says the same

const parts = {
  banner: el("div.stale-banner", { role: "alert", hidden: true }),
  say: el("section.say.card", { "aria-labelledby": "headline" }),
  place: el("section.place", { "aria-label": "" }),
  side: el("div.side"),
  top: el("div.seat.card"),
  bottom: el("div.seat.card"),
  between: el("div.between"),
  lag: el("p.small.quiet", { hidden: true }),
  orders: el("section.orders.card"),
  troubles: el("section.card.troubles", { role: "status", hidden: true }),
  remark: el("section.card.remark", { role: "status", hidden: true }),
  hint: el("section.hint.card", { "aria-live": "polite", hidden: true }),
  rulings: el("ol.rulings"),
  text: el("pre.text-board"),
  invitation: el("section.card.invitation", { hidden: !kiosk }),
  spoken: el("div.away", { role: "log", "aria-live": "polite" }),
};

// What a part of the page shows already is left alone: whoever is about to press a button there keeps it under the finger.
const shown = {};

function isNew(part, ...what) {
  const now = JSON.stringify(what);
  const changed = shown[part] !== now;
  shown[part] = now;
  return changed;
}

function build() {
  for (const part of Object.keys(shown)) delete shown[part];
  const list = el("section.card.list", {}, el("h2", {}, t("Rulings")), parts.rulings);
  const plain = el("details.card", {}, el("summary", {}, t("The board as text")), parts.text);
  parts.place.setAttribute("aria-label", t("The board"));
  parts.place.replaceChildren(parts.top, svg, parts.bottom, parts.between, parts.lag);
  parts.side.replaceChildren(parts.troubles, parts.orders, parts.remark, parts.hint, list, plain, parts.invitation);
  $("#table").replaceChildren(parts.banner, parts.say, parts.place, parts.side, parts.spoken);
}

function showSay() {
  const { signal, headline, why, rule } = scene;
  if (!isNew("say", signal, headline, why, rule)) return;
  parts.say.className = `say card ${signal}`;
  const names = SIGNALS();
  parts.say.replaceChildren(
    sign("span.sign", names[signal], SIGNS[signal]),
    el("h1", { id: "headline" }, headline),
    el("p", {}, why || "", rule ? [" ", el("span.rule", {}, rule)] : ""),
  );
  const now = [headline, why].filter(Boolean).join(". ");
  if (now !== said) parts.spoken.append(el("p", {}, now));
  while (parts.spoken.childElementCount > 3) parts.spoken.firstElementChild.remove();
  said = now;
}

function seat(box, side) {
  const which = side === "light" ? 0 : 1;
  const board = scene.board;
  const turn = scene.turn === side;
  box.className = `seat card${turn ? " turn" : ""}`;
  const facts = [words.side(side)];
  if (board) facts.push(tn("{n} pip", "{n} pips", board.pips[which]));
  if (board?.off[which]) facts.push(t("{n} off", { n: board.off[which] }));
  if (board?.bar[which]) facts.push(t("{n} on the bar", { n: board.bar[which] }));
  if (scene.cube?.owner === side) facts.push(t("cube {value}", { value: scene.cube.value }));
  const doing = turn ? el("span.to-play", {}, scene.dice ? t("to play {dice}", { dice: scene.dice.join("-") }) : phrase(scene.phase)) : null;
  box.replaceChildren(
    el(`span.chip.${side}`, { "aria-hidden": "true" }),
    el("span.name", {}, turn ? el("span", { "aria-hidden": "true" }, "▶ ") : null, scene.names[which]),
    el("span.facts", {}, doing, doing ? " · " : "", facts.join(" · ")),
    scene.clock ? clock(scene.clock[which]) : el("span"),
    el("span.points", { "aria-label": t("score") }, scene.score[which]),
  );
}

/** "10:00 +12": the reserve, and under it what is left of the turn's delay. */
function clock(shown) {
  const [reserve, delay] = shown.split(" +");
  return el("span.clock", { title: t("clock") }, reserve, delay ? el("small", {}, `+${delay}`) : null);
}

function phrase(phase) {
  return {
    "to roll": t("to roll"),
    "to play": t("to play"),
    doubled: t("has doubled"),
    resigning: t("offers to resign"),
    "lost the thread": t("the thread is lost"),
  }[phase] || t("to roll");
}

function showPlace() {
  const [top, bottom] = look.turned ? ["light", "dark"] : ["dark", "light"];
  seat(parts.top, top);
  seat(parts.bottom, bottom);
  const { board, dice, turn, cube, marks, names, length, stake, crawford, stage } = scene;
  if (!isNew("place", board, dice, turn, cube, marks, names, length, stake, crawford, stage, look.turned, look.mirrored)) return;
  svg.classList.toggle("tappable", may("player") && !kiosk);
  draw(svg, { board: scene.board, dice: scene.dice, turn: scene.turn, cube: scene.cube, marks: scene.marks, turned: look.turned, mirrored: look.mirrored }, words);
  const match = scene.length ? tn("match to {n} point", "match to {n} points", scene.length) : t("money games, {stake} a point", { stake: scene.stake });
  const facts = [match, scene.crawford ? t("Crawford") : "", scene.cube && scene.cube.value > 1 ? t("cube {value}", { value: scene.cube.value }) : "", scene.stage === "ended" ? t("the recording has ended") : ""];
  parts.between.replaceChildren(
    el("span", {}, facts.filter(Boolean).join(" · ")),
    el(
      "div.row",
      {},
      tool(t("Turn the board round (f)"), "M8 4v14M8 18l-4-4M8 18l4-4M16 20V6M16 6l-4 4M16 6l4 4", () => flip("turned")),
      tool(t("Home boards on the other side (m)"), "M4 8h14M18 8l-4-4M18 8l-4 4M20 16H6M6 16l4-4M6 16l4 4", () => flip("mirrored")),
      document.fullscreenEnabled ? tool(t("Full screen"), "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", full) : null,
    ),
  );
  parts.text.textContent = scene.text || "";
}

function tool(label, path, act) {
  return el("button.plain.tool", { title: label, "aria-label": label, onclick: act }, icon(path));
}

/** On the big screen: how to follow the match on a phone. */
async function invite() {
  if (!kiosk) return;
  const { links } = await ask("/api/join");
  const one = links[Math.min(links.length, 2) - 1];
  const label = one.role === "viewer" ? t("Follow the match on your phone") : t("Players: scan to confirm, double and put right");
  parts.invitation.replaceChildren(qr(one.code, label), el("p", {}, label));
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}

// --- orders ---------------------------------------------------------------------------------------------------------------------

const LABELS = () => ({
  confirm: scene.needs === "correct" ? t("Let it stand") : { "set up": t("Start the game"), "to play": t("End the turn"), "lost the thread": t("The board is right") }[scene.phase] || t("Confirm"),
  undo: t("Take the turn back"),
  double: t("Double"),
  take: { resigning: t("Accept"), "to play": t("The roll stands") }[scene.phase] || t("Take"),
  pass: { resigning: t("Play on"), "to play": t("Roll again") }[scene.phase] || t("Pass"),
  resign: t("Resign"),
  review: scene.needs === "correct" ? t("Call it: put it right") : t("Look again"),
  pause: t("Pause the clock"),
  clock: t("Clock"),
});
const KEYS = { c: "confirm", u: "undo", d: "double", t: "take", p: "pass", r: "review" };

async function press(button, more = {}) {
  const side = { double: scene.turn }[button];
  const answer = await order({ press: button, ...(side ? { side } : {}), ...more });
  if (answer.good && answer.said.length) return; // the headline says it, and what is to be answered next lies where a notice would
  notice(answer.said.length ? answer.said : answer.good ? t("done") : t("refused"), answer.good !== false);
}

function showOrders() {
  if (kiosk || !isNew("orders", scene.can, scene.phase, scene.needs, scene.turn, Boolean(scene.dice), scene.hints, Boolean(scene.clock), scene.stage)) return;
  if (!may("player")) {
    parts.orders.replaceChildren(el("p.quiet.small", {}, t("You are watching. To confirm, double or put something right, scan the QR code at the table.")));
    return;
  }
  const labels = LABELS();
  const { answers, others } = scene.can || { answers: [], others: [] };
  const button = (kind) => (name) => el(`button${kind}`, { onclick: () => press(name), "data-press": name }, labels[name]);
  const over = may("director") && (scene.phase === "match over" || scene.stage === "ended");
  const more = [
    el("button", { onclick: () => fix(null), "data-fix": "now" }, t("Put right…")),
    others.includes("resign") ? el("button", { onclick: resigning }, t("Resign…")) : null,
    scene.hints && (scene.dice || others.includes("double")) ? el("button", { onclick: hint }, t("Hint")) : null,
    el("button", { onclick: menu }, t("More…")),
  ];
  parts.orders.replaceChildren(
    answers.length ? el("div.row.answers", {}, ...answers.map(button(".first"))) : "",
    over ? el("div.row", {}, el("button.first", { onclick: ending, "data-end": true }, t("End the match"))) : "",
    el("div.row", {}, ...others.filter((name) => !["resign", "review"].includes(name)).map(button("")), ...more),
  );
}

function resigning() {
  const kinds = [t("a single game"), t("a gammon"), t("a backgammon")];
  dialog(t("Resign"), (body, close) => {
    for (const side of ["light", "dark"]) {
      body.append(
        el("div", {}, el("p.field-name", {}, t("{name} resigns", { name: words.name(side) })),
          el("div.choices", {}, ...kinds.map((kind, nth) => el("button", { onclick: () => { close(); press("resign", { side, value: nth + 1 }); } }, kind)))),
      );
    }
    body.append(el("p.quiet.small", {}, t("The other player accepts it or plays on.")));
  });
}

function menu() {
  dialog(t("More"), (body, close) => {
    const entry = (label, act, shown = true) => shown && body.append(el("button", { onclick: () => { close(); act(); } }, label));
    entry(t("The doubling before a turn…"), () => putRightCube(scene, words, dialog));
    entry(t("Take the last correction back"), () => send({ put_right: { undo: true } }));
    entry(t("The clock: end of the turn"), () => press("clock"), Boolean(scene.clock));
    entry(t("Read the last turn again"), () => press("review"), !scene.can.answers.includes("review"));
    entry(t("Remind of the cup"), () => press("cup"));
    entry(t("The score or the result of a game…"), () => putRightScore(scene, words, dialog), may("director"));
    entry(t("End this match…"), ending, may("director"));
    body.append(el("p.quiet.small", {}, t("Keys: c confirm, d double, t take, p pass, u take back, r look again, f turn the board, m mirror it")));
  });
}

function ending() {
  dialog(
    t("End this match?"),
    (body) => body.append(el("p", {}, t("The record is closed. What has been played is kept."))),
    (close) => [el("button", { onclick: close }, t("Play on")), el("button.risky", { onclick: () => { close(); send({ end: true }); } }, t("End the match"))],
  );
}

async function send(what) {
  const answer = await order(what);
  notice(answer.said.length ? answer.said : answer.good ? t("done") : t("refused"), answer.good !== false);
  return answer;
}

// --- rulings --------------------------------------------------------------------------------------------------------------------

function mark(ruling) {
  if (ruling.legal === false || ["illegal", "premature", "void_roll", "called"].includes(ruling.kind)) return "illegal";
  if (["unsure", "lost", "offered", "camera"].includes(ruling.kind)) return "ask";
  return ["played", "corrected"].includes(ruling.kind) ? "legal" : "off";
}

/** A ruling whose words say everything; the others need their reason beside them. */
function isPlain(ruling) {
  return ruling.legal !== false && ["opening", "rolled", "played", "danced", "doubled", "taken", "passed", "resigned"].includes(ruling.kind);
}

function at(t) {
  return `${Math.floor(t / 60)}:${String(Math.floor(t % 60)).padStart(2, "0")}`;
}

function showRulings() {
  const told = scene.rulings || [];
  if (!isNew("rulings", told, open, many)) return;
  const kept = told.filter((ruling) => !(ruling.kind === "rolled" && told.some((other) => other.turn && Math.abs(other.rolled - ruling.t) < 0.01)));
  const lines = kept.slice(0, many).map((ruling) => {
    const kind = mark(ruling);
    const plain = isPlain(ruling);
    const line = el("button.ruling", { "aria-expanded": open === ruling.n, onclick: () => toggle(ruling.n) },
      el("span.at", {}, at(ruling.t)),
      sign(`span.mark.${kind}`, SIGNALS()[kind], SIGNS[kind]),
      el("span.words", {}, ruling.turn && ruling.dice ? el("span.dice", {}, ruling.dice.join("-")) : null, ruling.words, plain || !ruling.why ? null : el("span.why", {}, ruling.why)),
      ruling.rule && !plain ? el("span.rule", {}, ruling.rule) : null);
    const item = el("li", {}, line);
    if (open === ruling.n) item.append(proof(ruling));
    return item;
  });
  if (!lines.length) lines.push(el("li.quiet.small", {}, t("Nothing was ruled yet.")));
  if (kept.length > many && !kiosk) lines.push(el("li", {}, el("button.plain", { onclick: () => { many += 20; showRulings(); } }, t("Earlier ones"))));
  const held = parts.rulings.contains(document.activeElement) ? [...parts.rulings.querySelectorAll("button.ruling")].indexOf(document.activeElement) : -1;
  parts.rulings.replaceChildren(...lines);
  if (held >= 0) parts.rulings.querySelectorAll("button.ruling")[held]?.focus();
}

function toggle(n) {
  open = open === n ? null : n;
  showRulings();
}

const proofs = new Map();

/** What a ruling rests on: reason, plays that were weighed, pictures, and the way to put it right. */
function proof(ruling) {
  const key = `${ruling.n}/${ruling.t}/${ruling.kind}`;
  if (!proofs.has(key)) {
    const box = el("div.proof");
    proofs.set(key, box);
    fillProof(key, box, ruling);
  }
  return proofs.get(key);
}

async function fillProof(key, box, ruling) {
  const lines = [];
  if (ruling.why && isPlain(ruling)) lines.push(el("p", {}, ruling.why, ruling.rule ? [" ", el("span.rule", {}, ruling.rule)] : ""));
  if (ruling.plays?.length) lines.push(el("p.small.quiet", {}, t("Weighed: {plays}", { plays: ruling.plays.join(" · ") })));
  const pictures = el("div.pictures");
  const after = ruling.after ? el("p.small", {}, el("code", {}, ruling.after)) : null;
  const act = may("player") && (ruling.rolled !== null || ruling.turn) ? el("div.row", {}, el("button", { onclick: () => fix(ruling) }, t("Put right…"))) : null;
  box.replaceChildren(...lines, pictures, after || "", act || "");
  const captions = { before: t("the roll, before the play"), read: t("the board, as it was read"), after: t("the board after it"), "die-1": t("first die"), "die-2": t("second die") };
  const found = await fetch(`/api/evidence?t=${ruling.t}&kind=${ruling.kind}`).then((answer) => answer.json()).catch(() => ({ pictures: {} }));
  for (const [what, caption] of Object.entries(captions).filter(([what]) => what in found.pictures)) {
    const path = `/evidence/${found.pictures[what]}`;
    pictures.append(el("figure", {}, el("button", { onclick: () => enlarge(path, caption), "aria-label": caption }, el("img", { src: path, alt: caption, loading: "lazy" })), el("figcaption", {}, caption)));
  }
  if (Object.keys(found.pictures).length) return;
  pictures.append(el("p.small.quiet", {}, t("No pictures are kept of it.")));
  proofs.delete(key); // they may still be being written
}

function enlarge(path, caption) {
  dialog(caption, (body) => body.append(el("img", { src: path, alt: caption })));
}

function fix(ruling) {
  putRight(scene, ruling, words, look, dialog);
}

// --- all of it ------------------------------------------------------------------------------------------------------------------

function waiting() {
  if (!isNew("waiting", scene.stage, scene.troubles, scene.last)) return;
  const begun = scene.stage !== "waiting";
  const heading = begun ? t("The match is about to begin") : t("No match is being played");
  const again = !begun && scene.last?.players ? el("p.quiet", {}, t("Last match: {names}", { names: scene.last.players.filter(Boolean).join(" – ") }), " · ", el("a", { href: "/archive" }, t("Archive"))) : null;
  const set = may("director") ? el("a.button.first", { href: "/setup" }, t("Set up a match")) : [el("p.quiet", {}, t("The director sets it up.")), el("p.quiet.small", {}, t("Who runs this table finds the director's link in its file links.txt."))];
  const next = begun && !(scene.troubles || []).length ? el("p.quiet", {}, t("Put the checkers in their starting places. The camera is looking for the board.")) : null;
  const end = may("director") ? el("button.risky", { onclick: ending }, t("End this match…")) : null;
  $("#table").replaceChildren(parts.banner, el("section.empty.card", {}, el("img", { src: "/static/icon.svg", alt: "", width: 72 }), el("h1", {}, heading),
    ...(scene.troubles || []).map((one) => el("p", {}, one)), next, ...[begun ? end : set].flat().filter(Boolean), again || ""));
}

function show() {
  if (!scene) return;
  if (scene.stage === "waiting" || !scene.names) return waiting();
  delete shown.waiting;
  if (!parts.say.isConnected) build();
  showSay();
  showPlace();
  showOrders();
  showTroubles();
  parts.remark.hidden = !scene.remark;
  if (isNew("remark", scene.remark)) parts.remark.textContent = scene.remark;
  hinted(parts.hint, scene.hint);
  showRulings();
  if (!performance.getEntriesByName("drawn").length) performance.mark("drawn");
  document.title = `${scene.score[0]} – ${scene.score[1]} · ${scene.names.join(" – ")}`;
}

/** What does not work at the table; the match goes on. */
function showTroubles() {
  if (!isNew("troubles", scene.troubles)) return;
  const lines = (scene.troubles || []).map((one) => el("p.small", {}, "⚠ ", one));
  parts.troubles.hidden = !lines.length;
  parts.troubles.replaceChildren(...lines);
}

const LAG = 1.5; // s after which somebody may wonder why nothing happens

function pulse(told) {
  parts.lag.hidden = !(told.lag >= LAG) || told.stale;
  parts.lag.textContent = parts.lag.hidden ? "" : t("what is shown is {n} s behind the board", { n: Math.round(told.lag) });
  stale = told.stale && scene?.stage !== "waiting";
  document.body.classList.toggle("stale", stale);
  parts.banner.hidden = !stale;
  const why = told.gone
    ? t("no word from the table for {n} s", { n: told.age })
    : told.found === false
      ? t("the camera does not see the board")
      : t("no picture for {n} s", { n: Math.round(told.age) });
  const lost = stale && !told.gone && told.found === false; // the camera's page says why, and lets the director show the board
  if (stale && isNew("banner", why, lost))
    parts.banner.replaceChildren(el("span", { "aria-hidden": "true" }, "⚠"), el("span", {}, t("STALE"), " · ", why),
      lost && may("director") ? el("a", { href: "/camera" }, t("Camera")) : "");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "f") flip("turned");
  else if (event.key === "m") flip("mirrored");
  else if (KEYS[event.key] && [...(scene?.can?.answers || []), ...(scene?.can?.others || [])].includes(KEYS[event.key]) && may("player")) press(KEYS[event.key]);
});

onLanguage(() => {
  proofs.clear();
  delete shown.waiting;
  if (parts.say.isConnected) build();
  invite();
});
let prepared = false;
live((told) => {
  scene = told;
  if (prepared) show();
}, pulse);
await ready();
prepared = true;
show();
invite();
