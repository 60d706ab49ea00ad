// The archive: matches to be found, and one match move by move, with what the coach thinks of it. The address says what is shown:
// #3 a match, #3/2.14 a moment of it, #mistakes what was given up in all of them.

import { $, ask, code, dialog, el, may, notice, onLanguage, picture, post, ready, t, tn, written } from "/static/base.js";
import { draw } from "/static/board.js";
import { boardWords, rules } from "/static/words.js";

const KINDS = () => ({
  illegal: t("illegal plays"), void_roll: t("rolls void"), premature: t("rolled too early"), unsure: t("not sure"),
  corrected: t("corrected"), stands: t("what stood"), lost: t("the thread was lost"), resigned: t("resigned"),
});
/** One of them. */
const HAPPENED = () => ({
  illegal: t("illegal play"), void_roll: t("void roll"), premature: t("rolled too early"), unsure: t("not sure"), corrected: t("put right"),
  stands: t("it stands"), lost: t("the thread was lost"), resigned: t("resigned"),
});
const SHOWS = () => ({
  before: t("before"), after: t("after"), dice: t("dice"), board: t("the board"), roll: t("the roll"),
});
let match = null;
let at = { game: 0, n: 0 }; // n actions of this game are done
let spoken = ""; // the language in which the match was told
let wished = { player: "", incident: "" };
let sought = { player: "", kind: "", least: "0.05" };
const AGAIN = 2000; // ms between two looks at how far the coach is

const FAULTS = () => ({
  "missed double": t("missed double"), "wrong double": t("wrong double"), "wrong take": t("wrong take"), "wrong pass": t("wrong pass"),
});
const CUBES = () => ({ "no double": t("no double"), double: t("double"), take: t("take"), pass: t("pass") });

const main = () => $("#archive");
const decided = (one) => CUBES()[one] || one || t("no play");
const named = (one) => match.names[one === "light" ? 0 : 1];
const words = boardWords(named);

// --- the list -------------------------------------------------------------------------------------------------------------------

async function list() {
  match = null;
  const found = el("div", { "aria-live": "polite" });
  const player = el("input", { type: "text", value: wished.player, placeholder: t("a name, or a part of it"), "aria-label": t("Player"), oninput: (event) => search({ player: event.target.value }) });
  const kind = el("select", { "aria-label": t("What happened"), onchange: (event) => search({ incident: event.target.value }) }, el("option", { value: "" }, t("everything")));
  for (const [one, name] of Object.entries(KINDS())) kind.append(el("option", { value: one, selected: one === wished.incident }, name));
  main().replaceChildren(el("h1.title", {}, t("Archive")), tabs("matches"), el("div.search", {}, player, kind), found);

  let last = 0;
  async function search(change = {}) {
    wished = { ...wished, ...change };
    const mine = ++last;
    const told = await ask(`/api/matches?${new URLSearchParams(wished)}`).catch((error) => ({ matches: [], why: error.message }));
    if (mine === last) found.replaceChildren(told.matches.length ? el("ul.matches", {}, ...told.matches.map(row)) : el("p.card.quiet", {}, told.why || (wished.player || wished.incident ? t("No match is like that.") : t("Nothing is here yet: a match comes here when it is ended."))));
  }
  await search();
}

function row(one) {
  const about = [one.date || one.added.slice(0, 10), one.length ? t("to {n}", { n: one.length }) : t("money"), one.event, one.place, one.finished || !one.length ? "" : t("not finished")];
  const odd = Object.entries(one.incidents).map(([kind, n]) => `${KINDS()[kind] || kind.replaceAll("_", " ")} ${n}`);
  return el("li", {}, el("a.card", { href: `#${one.id}` },
    el("span.names", {}, `${one.light} – ${one.dark}`), el("span.points", {}, `${one.light_points} – ${one.dark_points}`),
    el("span.about", {}, [...about, one.doubts ? tn("{n} turn not sure", "{n} turns not sure", one.doubts) : "", ...odd].filter(Boolean).join(" · "))));
}

const tabs = (now) => el("nav.choices", { "aria-label": t("Archive") },
  el("a.tab", { href: "#", "aria-current": now === "matches" ? "page" : null }, t("Matches")),
  el("a.tab", { href: "#mistakes", "aria-current": now === "mistakes" ? "page" : null }, t("Mistakes")));

// --- mistakes of all matches ----------------------------------------------------------------------------------------------------

async function mistakes() {
  match = null;
  const found = el("div.found", { "aria-live": "polite" });
  const player = el("input", { type: "text", value: sought.player, placeholder: t("a name, or a part of it"), "aria-label": t("Player"), oninput: (event) => search({ player: event.target.value }) });
  const kinds = { "": t("everything"), play: t("plays"), cube: t("everything with the cube"), ...FAULTS() };
  const kind = el("select", { "aria-label": t("Kind of mistake"), onchange: (event) => search({ kind: event.target.value }) });
  for (const [one, name] of Object.entries(kinds)) kind.append(el("option", { value: one, selected: one === sought.kind }, name));
  const least = el("input", { type: "number", min: "0", step: "0.01", value: sought.least, "aria-label": t("Gave up at least"), oninput: (event) => search({ least: event.target.value }) });
  const about = el("p.quiet.small", {}, t("1.00 is the game at the cube as it lies. Only matches that were analysed are searched."));
  main().replaceChildren(el("h1.title", {}, t("Archive")), tabs("mistakes"), el("div.search.three", {}, player, kind, least), about, found);

  let last = 0;
  async function search(change = {}) {
    sought = { ...sought, ...change };
    const mine = ++last;
    const told = await ask(`/api/mistakes?${new URLSearchParams(sought)}`).catch((error) => ({ mistakes: [], why: error.message }));
    if (mine !== last) return;
    if (!told.mistakes.length) return found.replaceChildren(el("p.card.quiet", {}, told.why || t("No mistake is like that.")));
    const cards = el("button", { onclick: () => save(`/api/cards?${new URLSearchParams(sought)}`, "cards.txt") }, tn("{n} flashcard", "{n} flashcards", told.mistakes.length));
    found.replaceChildren(el("div.choices", {}, cards), el("p.quiet.small", {}, t("The file lists XGIDs, one a line, as AnkiGammon and xgid2anki read them.")),
      el("ul.matches", {}, ...told.mistakes.map((one) => el("li", {}, el("a.card", { href: `#${one.match}/${one.game}.${one.number - 1}` },
        el("span.names", {}, one.player), el("span.points.lost", {}, `−${written(one.loss, 3)}`),
        el("span", {}, compared(one)),
        el("span.about", {}, [one.date, t("match {n}", { n: one.match }), t("Game {n}", { n: one.game })].filter(Boolean).join(" · ")))))));
  }
  await search();
}

const rolled = (one) => (/^[1-6][1-6]$/.test(one.xgid.split(":")[4]) ? [...one.xgid.split(":")[4]].sort().reverse().join("-") : "");
const compared = (one) => FAULTS()[one.fault || one.kind] || (rolled(one) ? `${rolled(one)}: ` : "") + t("{made}; better {best}", { made: decided(one.made), best: decided(one.best) });

// --- one match ------------------------------------------------------------------------------------------------------------------

const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
svg.setAttribute("class", "board");
const parts = { done: el("div.done", { "aria-live": "polite" }), moves: el("ol.moves"), shots: el("div.shots"), games: el("div.choices"), notes: el("ul.notes"), thoughts: el("div.thoughts", { "aria-live": "polite" }), said: el("p.said", { "aria-live": "polite" }) };

function open() {
  const about = [match.date, match.time, match.length ? t("to {n}", { n: match.length }) : t("money"), match.event, match.place, rules(match.profile)];
  const steps = el("div.steps", {},
    el("button", { onclick: () => step(-1), "aria-label": t("Back") }, "‹"), parts.done, el("button", { onclick: () => step(1), "aria-label": t("On") }, "›"));
  const files = match.formats.map((form) => el("button", { onclick: () => take(form) }, form === "xgid" ? "XGID" : `.${form}`));
  main().replaceChildren(el("div.replay", {},
    el("div.heading", {}, el("a", { href: "#" }, `‹ ${t("Archive")}`),
      el("h1", {}, `${match.names[0]} ${match.score[0]} – ${match.score[1]} ${match.names[1]}`), el("p.quiet", {}, about.filter(Boolean).join(" · ")), parts.games),
    el("section.place", { "aria-label": t("The board") }, svg, steps, parts.said),
    el("div.side", {}, el("section.card", {}, el("h2", {}, t("Moves")), parts.moves), parts.shots, el("section.card", {}, el("h2", {}, t("What was out of order")), parts.notes),
      el("section.card", {}, el("h2", {}, t("The coach")), parts.thoughts), el("section.card", {}, el("h2", {}, t("Dice")), histogram()),
      el("section.card", {}, el("h2", {}, t("Take it away")), el("div.choices", {}, ...files), may("director") ? el("button.risky", { onclick: remove }, t("Remove from the archive")) : null))));
  show();
  showThoughts();
}

function show() {
  const game = match.games[at.game];
  if (!game) {
    parts.moves.replaceChildren(el("li.quiet", {}, t("no game was played")));
    return;
  }
  at.n = Math.max(0, Math.min(at.n, game.actions.length));
  history.replaceState(null, "", `#${match.id}/${at.game + 1}.${at.n}`);
  const last = game.actions[at.n - 1];
  draw(svg, { board: boardAt(game), dice: last?.dice, turn: last?.side, cube: cubeAt(game) }, words);
  parts.done.replaceChildren(last ? `${named(last.side)}: ${said(last)}` : t("Game {n}", { n: at.game + 1 }), at.n === game.actions.length ? el("span.quiet.small", {}, ending(game)) : "");
  parts.games.replaceChildren(...match.games.map((one, n) => el("button", { "aria-pressed": n === at.game, onclick: () => go(n, 0), title: ending(one) }, t("Game {n}", { n: n + 1 }) + ` (${one.score.join("–")})`)));
  parts.said.replaceChildren(...thought(at.game + 1, at.n).filter((one) => one.loss > 0.001).map((one) => el("span", {}, t("{name} gave up {loss}", { name: one.player, loss: written(one.loss, 3) }), ": ", compared(one))));
  showMoves(game);
  showNotes();
  showShots(last);
}

function boardAt(game) {
  for (let n = at.n; n > 0; n--) if (game.actions[n - 1].board) return game.actions[n - 1].board;
  return game.board;
}

function cubeAt(game) {
  const cube = { value: 1, owner: null };
  for (const one of game.actions.slice(0, at.n)) if (one.kind === "take") Object.assign(cube, { value: one.value, owner: one.side });
  return cube;
}

export function said(one) {
  if (one.kind === "double") return t("doubles to {cube}", { cube: one.value });
  if (one.kind === "take") return t("takes");
  if (one.kind === "pass") return t("passes");
  const dice = one.dice ? one.dice.join("-") : t("dice not seen");
  const play = one.play === null ? (one.legal ? t("not played") : t("play not seen")) : one.play || t("no play");
  return `${dice}: ${play}${one.legal === false ? " !" : one.legal === null ? " ?" : ""}`;
}

function ending(game) {
  const result = game.result;
  if (!result) return t("not finished");
  if (!result.winner) return t("drawn");
  return tn("{name} wins {n} point", "{name} wins {n} points", result.points, { name: named(result.winner) });
}

function showMoves(game) {
  const cells = [];
  let number = 0;
  let column = 2;
  game.actions.forEach((one, n) => {
    const mine = one.side === "light" ? 0 : 1;
    if (mine < column || column === 2) {
      if (column === 1) cells.push(el("li", {}));
      cells.push(el("li.n", {}, String(++number)));
      column = 0;
    }
    if (column < mine) cells.push(el("li", {}));
    column = mine + 1;
    const state = one.legal === false ? "wrong" : one.legal === null ? "doubt" : "plain-move";
    const lost = Math.max(0, ...thought(at.game + 1, n + 1).map((one) => one.loss));
    const mark = lost >= 0.02 ? el(lost >= 0.08 ? "span.lost.much" : "span.lost", { title: t("gave up") }, ` −${written(lost, 2)}`) : "";
    cells.push(el("li", {}, el(`button.${state}`, { "aria-current": at.n === n + 1, onclick: () => go(at.game, n + 1) }, said(one), mark)));
  });
  parts.moves.replaceChildren(...cells);
  const current = $("[aria-current=true]", parts.moves);
  if (current) parts.moves.scrollTop = current.offsetTop - parts.moves.offsetTop - parts.moves.clientHeight / 2;
}

function showNotes() {
  const mine = match.incidents.filter((one) => one.game === at.game + 1);
  const name = (one) => HAPPENED()[one.kind] || one.kind.replaceAll("_", " ");
  parts.notes.replaceChildren(...(mine.length ? mine : [null]).map((one) => one
    ? el("li", {}, el("b", {}, [one.side ? named(one.side) : "", name(one)].filter(Boolean).join(": ")), ` ${one.why} `, one.rule ? el("span.rule", {}, one.rule) : "")
    : el("li.quiet", {}, t("nothing in this game"))));
}

// --- what the coach thinks ------------------------------------------------------------------------------------------------------

/** What was decided with an action of a game, both from 1: a double that was not made, and a play, share a number. */
const thought = (game, number) => (match.analysis.decisions || []).filter((one) => one.game === game && one.number === number);

function showThoughts() {
  const told = match.analysis;
  if (told.decisions) return parts.thoughts.replaceChildren(...analysed(told));
  const can = may("player") && !told.nobody;
  const asks = el("button", { onclick: async () => {
    const answer = await post(`/api/matches/${match.id}/analyse`, {});
    if (!answer.good) return notice(answer.said || answer.why, false);
    look(match.id);
  } }, t("Analyse this match"));
  const words = { none: t("Not analysed yet."), waiting: t("It is waiting for its turn."), working: "", paused: t("Waits until the match at the table is over."), failed: told.why };
  const bar = told.of ? [el("progress", { max: told.of, value: told.done, "aria-label": t("How far the coach is") }), el("p.quiet.small", {}, t("{done} of {all} decisions", { done: told.done, all: told.of }))] : [];
  parts.thoughts.replaceChildren(words[told.state] ? el("p.quiet", {}, words[told.state]) : "", ...bar, ["none", "failed"].includes(told.state) && can ? asks : "");
  if (["waiting", "working", "paused"].includes(told.state)) setTimeout(look, AGAIN, match.id);
}

async function look(number) {
  if (match?.id !== number) return;
  const told = await ask(`/api/matches/${number}?lang=${code()}`).catch(() => null);
  if (!told || match?.id !== number) return;
  match = told;
  show();
  showThoughts();
}

function analysed(told) {
  const worst = told.decisions.filter((one) => one.loss > 0.001).sort((a, b) => b.loss - a.loss).slice(0, 5);
  const about = t("Error rate: 500 × the mean loss of plays with a choice, doubles, answers, and doubles not made that were closer than 0.16 or missed. An error gives up 0.02, a blunder 0.08. Programs count differently.");
  return [
    el("div.rates", {}, ...told.players.map(rate)),
    el("p.quiet.small", {}, about), el("p.quiet.small", {}, t("By {engine}.", { engine: told.engine }), ...told.notes.map((one) => ` ${one}`)),
    el("h3", {}, t("The dearest")), worst.length ? el("ol.worst", {}, ...worst.map(dear)) : el("p.quiet", {}, t("Nothing was given up.")),
  ];
}

function rate(one) {
  const cube = Object.entries(one.cube).map(([fault, { count, given_up }]) => el("li", {}, `${count} × ${FAULTS()[fault]}: −${written(given_up, 3)}`));
  return el("div.rate", {}, el("b.names", {}, one.name), el("span.number", {}, one.error_rate === null ? "–" : written(one.error_rate, 1)), el("span.quiet.small", {}, t("error rate")),
    el("ul.small", {}, el("li", {}, tn("{n} decision", "{n} decisions", one.decisions)), el("li", {}, tn("{n} error", "{n} errors", one.errors)), el("li", {}, tn("{n} blunder", "{n} blunders", one.blunders)),
      el("li", {}, t("luck {luck}", { luck: (one.luck < 0 ? "−" : "+") + written(Math.abs(one.luck), 2) })), ...cube));
}

/** One of the dearest decisions, with the pictures of the real board that are kept of it. */
function dear(one) {
  const action = match.games[one.game - 1]?.actions[one.number - 1];
  const shots = el("div.shots");
  for (const [what, name] of Object.entries(action?.pictures || {})) {
    const place = shots.appendChild(el("figure"));
    picture(`/api/matches/${match.id}/picture/${name}`).then((address) => (address ? place.replaceWith(shot(SHOWS()[what] || what, address)) : place.remove()));
  }
  return el("li", {}, el("a", { href: `#${match.id}/${one.game}.${one.number - 1}` }, el("b.lost.much", {}, `−${written(one.loss, 3)}`), ` ${one.player}, ${t("Game {n}", { n: one.game })}`), el("br"), compared(one), shots);
}

function shot(title, address) {
  const large = () => dialog(title, (body) => body.append(el("img", { src: address, alt: title })));
  return el("figure", {}, el("button.plain", { onclick: large, "aria-label": title }, el("img", { src: address, alt: "" })), el("figcaption", {}, title));
}

async function showShots(last) {
  const mine = `${match.id}/${at.game}.${at.n}`;
  parts.shots.dataset.of = mine;
  parts.shots.replaceChildren();
  for (const [what, name] of Object.entries(last?.pictures || {})) {
    const address = await picture(`/api/matches/${match.id}/picture/${name}`);
    if (parts.shots.dataset.of !== mine) return;
    if (!address) continue;
    parts.shots.append(shot(SHOWS()[what] || what, address));
  }
}

function histogram() {
  const most = Math.max(1, ...match.dice.flat());
  const head = ["", "1", "2", "3", "4", "5", "6", t("doublets")].map((one) => el("span.quiet", {}, one));
  const rows = match.dice.flatMap((counts, which) => [
    el("span.who", {}, match.names[which]),
    ...counts.map((n, face) => el("span", {}, el("meter", { min: 0, max: most, value: n, "aria-label": face < 6 ? t("{face} rolled {n} times", { face: face + 1, n }) : t("doublets: {n}", { n }) }), String(n))),
  ]);
  return el("div.bars", {}, ...head, ...rows);
}

const take = (form) => save(`/api/matches/${match.id}/file/${form}`, `match.${form}`);

async function save(path, usual) {
  const answer = await fetch(path);
  if (!answer.ok) {
    const { why } = await answer.json().catch(() => ({}));
    return notice(why ? t(why) : t("the table does not answer"), false);
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") || "")?.[1] || usual;
  const address = URL.createObjectURL(await answer.blob());
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function remove() {
  dialog(t("Remove from the archive"), (body) => body.append(el("p", {}, t("This match will be gone from the archive for good. The folder in which it was refereed stays."))), (close) => [
    el("button", { onclick: close }, t("Keep it")),
    el("button.risky", { onclick: async () => {
      close();
      const answer = await post(`/api/matches/${match.id}/remove`, {});
      notice(answer.good ? t("Removed.") : answer.said, answer.good);
      if (answer.good) location.hash = "";
    } }, t("Remove")),
  ]);
}

// --- where one is ---------------------------------------------------------------------------------------------------------------

function go(game, n) {
  at = { game, n };
  show();
}

function step(by) {
  const next = at.n + by;
  if (next < 0 && at.game > 0) go(at.game - 1, Infinity);
  else if (next > match.games[at.game]?.actions.length && at.game + 1 < match.games.length) go(at.game + 1, 0);
  else go(at.game, next);
}

async function arrive() {
  if (location.hash === "#mistakes") return mistakes();
  const [, number, game, n] = /^#(\d+)(?:\/(\d+)\.(\d+))?$/.exec(location.hash) || [];
  if (!number) return list();
  try {
    if (match?.id !== Number(number) || spoken !== code()) match = await ask(`/api/matches/${number}?lang=${code()}`);
    spoken = code();
    at = { game: Number(game || 1) - 1, n: Number(n || 0) };
    open();
  } catch (error) {
    notice(error.message, false);
    location.hash = "";
  }
}

window.addEventListener("hashchange", arrive);
window.addEventListener("keydown", (event) => {
  if (!match || event.target.matches("input, select, textarea") || $("dialog[open]")) return;
  if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
});
await ready();
onLanguage(arrive);
await arrive();
