// An evening for a stake: who plays, the throws for the order, doubles, takes and drops, how a game ended, who pays whom.

import { $, ask, code, dialog, el, live, may, notice, onLanguage, order, post, ready, t, tn } from "/static/base.js";
import { dieIcon } from "/static/board.js";
import { side } from "/static/words.js";

let now = null; // the evening, as the table tells it
let scene = null;
let wish = null; // an evening that is being opened
let busy = false;
let ending = { team: null, kind: 1 };
let next = { side: localStorage.getItem("box side") || "dark", ties: false, camera: true };

const KINDS = () => (now.terms === "nardi" ? [t("oin"), t("mars"), t("koks")] : [t("single game"), t("gammon"), t("backgammon")]);
const FACTORS = { oin: 1, mars: 2, koks: 3 };
const other = (one) => (one === "light" ? "dark" : "light");
const signed = (n) => new Intl.NumberFormat(code(), { signDisplay: "exceptZero" }).format(n);
const money = (points) => new Intl.NumberFormat(code()).format(points * now.stake);
const two = () => now.players.length === 2;
const standing = () => now.game.members.filter((one) => one.state === "in");
const asked = () => now.game.members.filter((one) => now.game.asked.includes(one.name));
const cube = () => standing()[0] || now.game.members[0];

/** Tells the table; `fresh` = only if nobody else has told it something meanwhile. */
async function enter(entry, fresh = true) {
  if (busy) return false;
  busy = true;
  const answer = await post(`/api/chouette?lang=${code()}`, fresh ? { ...entry, n: now.n } : entry);
  busy = false;
  if (answer.now) now = answer.now;
  if (!answer.good) notice(answer.said, false);
  show();
  return answer.good;
}

const button = (words, entry, { fresh = true, kind = "button", ...more } = {}) => el(kind, { type: "button", onclick: () => enter(entry, fresh), ...more }, words);
const warnings = (sentences) => sentences.map((one) => el("p.short", {}, one));
const card = (heading, ...children) => el("section.card.part", {}, heading ? el("h2", {}, heading) : null, ...children);

// --- what is to be done now -----------------------------------------------------------------------------------------------------

function say(heading, ...more) {
  return el(`section.card.now${now.game?.asked.length ? ".asks" : ""}`, { role: "status", "aria-live": "polite" }, el("h1", {}, heading), ...more.map((one) => (typeof one === "string" ? el("p.quiet", {}, one) : one)));
}

function thrownFor() {
  const first = now.waiting[0];
  const again = now.players.some((one) => one.throws.length);
  const tied = again && now.waiting.every((name) => now.players.find((one) => one.name === name).throws.length);
  const parts = [say(t("Throw for the order"), tied ? t("A tie: {names} throw again.", { names: now.waiting.join(", ") }) : t("Everybody throws one die. The highest is in the box and plays alone; the second is captain of the team."))];
  if (may("player"))
    parts.push(card(t("{name} throws", { name: first }),
      el("div.tap", { role: "group", "aria-label": t("What {name} has thrown", { name: first }) }, ...[1, 2, 3, 4, 5, 6].map((die) => el("button", { type: "button", "aria-label": String(die), onclick: () => enter({ throw: first, die }) }, dieIcon(die)))),
      button(t("Let the page throw"), { throw: first })));
  return parts;
}

function ended() {
  const last = now.last;
  const heading = last.winner === null ? t("A draw: nobody pays") : last.winner === "box" || two() ? t("{name} has won", { name: last.winner === "box" ? last.box : last.captain }) : t("{name} and the team have won", { name: last.captain });
  const parts = last.payments.length ? [payments(last.payments)] : [];
  if (last.winner !== null && !two() && now.players.length > 1)
    parts.push(el("p", {}, t("Now {box} is in the box and {captain} is captain.", { box: now.players[0].name, captain: now.players[1].name })));
  return say(heading, ...parts);
}

function between() {
  if (now.players.length < 2) return [say(t("One player alone plays no game"), t("Others join below."))];
  const [box, captain] = now.players;
  const heading = two() ? t("{box} against {captain}", { box: box.name, captain: captain.name }) : t("{box} is in the box, {captain} is captain", { box: box.name, captain: captain.name });
  const parts = now.last ? [ended()] : [say(heading)];
  if (!may("player")) return parts;
  const sides = ["light", "dark"].map((one) => el("button", { type: "button", "aria-pressed": one === next.side, onclick: () => { next.side = one; localStorage.setItem("box side", one); show(); } }, side(one)));
  parts.push(card(t("The next game"), now.last ? el("p", {}, heading) : null,
    el("div", {}, el("p.field-name", {}, t("{name} plays", { name: box.name })), el("div.choices", { role: "group", "aria-label": t("{name} plays", { name: box.name }) }, ...sides)),
    now.options.automatic_doubles ? tick(t("The first roll was a tie: the cube begins at 2"), next.ties, (on) => (next.ties = on)) : null,
    watchable() ? tick(t("The camera referees this game"), next.camera, (on) => (next.camera = on)) : null,
    now.begin ? el("p.short", {}, now.begin) : null,
    el("button.first", { type: "button", id: "begin", disabled: Boolean(now.begin), onclick: begin }, t("Begin the game"))));
  return parts;
}

/** Whether the camera can referee the next game: no match is played, or only the last game of this evening. */
function watchable() {
  return may("director") && scene && (scene.stage === "waiting" || scene.length === 0);
}

async function begin() {
  const watched = next.camera && watchable();
  const [box, captain] = now.players.map((one) => one.name);
  if (!(await enter({ begin: next.side, ties: next.ties ? 1 : 0 }))) return;
  next.ties = false;
  if (!watched) return;
  const { jacoby, automatic_doubles } = now.options;
  if (scene.stage !== "waiting") await order({ end: true });
  const players = next.side === "light" ? [box, captain] : [captain, box];
  const answer = await order({ begin: { ...(scene.last || {}), players, length: 0, profile: now.profile, changes: { jacoby, automatic_doubles }, stake: now.stake, balances: null } });
  if (!answer.good) notice(answer.said, false);
}

// --- a game ---------------------------------------------------------------------------------------------------------------------

function playing() {
  const game = now.game;
  const heading = game.asked.length ? (game.by === "box" ? t("{names}: take or drop?", { names: game.asked.join(", ") }) : t("{names}: take or drop?", { names: game.box })) : two() ? t("{box} against {captain}", game) : t("{box} against {captain} and the team", game);
  const parts = [say(heading, game.each && !game.asked.length ? null : el("p.row", {}, el("span.cube-shown", { "aria-hidden": "true" }, game.asked.length ? 2 * asked()[0].cube : cube().cube), game.asked.length ? offered() : owned(cube())), t("{box} plays {side}, {captain} plays {other}.", { ...game, side: side(game.side), other: side(other(game.side)) }))];
  parts.push(...seen());
  if (!may("player")) return parts;
  if (game.asked.length) parts.push(answers());
  else parts.push(game.each && !two() ? singleDoubles() : doubles(), theEnd());
  return parts;
}

function offered() {
  const to = 2 * asked()[0].cube;
  if (now.game.by === "box") return t("{name} doubles to {cube}", { name: now.game.box, cube: to });
  return asked().length > 1 ? t("the team doubles to {cube}", { cube: to }) : t("{name} doubles to {cube}", { name: asked()[0].name, cube: to });
}

function owned(one) {
  if (!one.owner) return t("cube {value}, in the middle", { value: one.cube });
  const name = one.owner === "box" ? now.game.box : now.game.each || two() ? one.name : t("the team");
  return t("cube {value}, owned by {name}", { value: one.cube, name });
}

/** What the referee has seen of it. */
function seen() {
  const parts = [];
  const game = now.game;
  if (now.offer?.how === "passed") {
    const sole = game.asked.length === 1 && may("player");
    parts.push(card(t("The camera saw"), el("p", {}, sole ? t("The double was passed.") : t("A double was passed. Enter the double, and who drops.")), sole ? button(t("Enter it"), { answer: game.asked[0], take: false }, { kind: "button.first" }) : null));
  }
  else if (!game.asked.length && doubler()) parts.push(card(t("The camera saw"), el("p", {}, t("{name} doubles to {cube}", { name: doubler() === "box" ? game.box : two() ? game.captain : t("the team"), cube: 2 * scene.cube.value })), may("player") ? taken(doubler()) : null));
  else if (game.asked.length && (two() || game.by !== "box") && onTheTable() && scene.cube?.value === 2 * asked()[0].cube)
    parts.push(card(t("The camera saw"), el("p", {}, t("The double was taken.")), may("player") ? button(t("Enter it"), { answer: game.asked[0], take: true }, { kind: "button.first" }) : null));
  else if (now.offer) {
    const { team, kind } = now.offer;
    const words = team === null ? t("The game is a draw.") : t("{name} wins: {kind}.", { name: team === "box" ? game.box : game.captain, kind: KINDS()[kind - 1] });
    parts.push(card(t("The camera saw"), el("p", {}, words), may("player") ? button(t("Count it"), { win: now.offer.winner, kind }, { kind: "button.first" }) : null));
  }
  if (!game.each && !game.asked.length && scene?.stage === "playing" && scene.length === 0 && scene.cube && scene.cube.value !== cube().cube && !now.offer)
    parts.push(card(t("The camera saw"), el("p", {}, t("The cube on the board is at {seen}, here it is at {here}.", { seen: scene.cube.value, here: cube().cube }))));
  return parts;
}

/** Whether the match on the table is the game of this evening. */
const onTheTable = () => scene?.stage === "playing" && scene.length === 0;

/** Who has doubled on the board what is not entered here yet: "box", "team" or nobody. */
function doubler() {
  const game = now.game;
  if (!onTheTable() || game.each || scene.phase !== "doubled" || scene.cube.value !== cube().cube) return null;
  const double = (scene.rulings || []).find((one) => one.kind === "doubled");
  return double?.side ? (double.side === game.side ? "box" : "team") : null;
}

/** The button that enters it: the box alone, or the captain, after whom every member says so. */
function taken(by) {
  if (by === "box") return now.game.box_can === null ? button(t("Enter it"), { double: now.game.box }, { kind: "button.first" }) : el("p.small.quiet", {}, now.game.box_can);
  const captain = standing()[0];
  if (captain.can !== null) return el("p.small.quiet", {}, captain.can);
  if (!captain.agreed) return button(two() ? t("Enter it") : t("{name} wants to double", { name: captain.name }), { double: captain.name }, { fresh: false, kind: "button.first" });
  return el("p.small.quiet", {}, t("The team doubles when every member wants to."));
}

function doubles() {
  const game = now.game;
  const to = 2 * cube().cube;
  const list = el("ul.each", {});
  list.append(el("li", {}, el("span.who", {}, game.box), game.box_can === null ? button(t("doubles to {cube}", { cube: to }), { double: game.box }) : null, game.box_can ? el("span.small.quiet", {}, game.box_can) : null, ...(game.box_can ? [] : warnings(game.box_short))));
  const agreed = standing().filter((one) => one.agreed).length;
  standing().forEach((one) => {
    const buttons = one.can !== null ? [] : one.agreed ? [el("span.yes", {}, t("wants to double"))] : [...(agreed ? [button(t("No"), { disagree: one.name }, { fresh: false })] : []), button(two() ? t("doubles to {cube}", { cube: to }) : t("wants to double"), { double: one.name }, { fresh: false })];
    list.append(el("li", {}, el("span.who", {}, one.name), el("span.row", {}, ...buttons), one.can ? el("span.small.quiet", {}, one.can) : null));
  });
  const part = card(two() ? t("Doubling") : t("Doubling to {cube}", { cube: to }), list);
  if (cube().can === null) part.append(...warnings(game.team_short));
  if (!two()) part.append(el("p.small.quiet", {}, agreed ? t("{n} of {all} want to double; the team doubles when all do.", { n: agreed, all: standing().length }) : t("The team doubles when every member wants to.")));
  if (agreed) part.append(button(t("Rolled: no double"), { rolled: true }));
  return part;
}

/** With a cube each. */
function singleDoubles() {
  const game = now.game;
  const list = el("ul.each", {}, ...standing().map((one) => el("li", {}, el("span.who", {}, one.name, el("span.quiet.small", {}, owned(one))),
    el("span.row", {}, one.can === null ? button(t("doubles to {cube}", { cube: 2 * one.cube }), { double: one.name }) : null, one.box_can === null ? button(t("is doubled to {cube}", { cube: 2 * one.cube }), { double: game.box, against: one.name }) : null), ...warnings(one.short))));
  const part = card(t("Doubling, each with his own cube"), list);
  if (game.box_can === null) part.append(...warnings(game.box_short), button(t("{name} doubles all", { name: game.box }), { double: game.box }));
  return part;
}

function answers() {
  const game = now.game;
  const row = (name, worth) => el("li", {}, el("span.who", {}, name), el("span.row", {}, button(t("Take"), { answer: name, take: true }, { fresh: false }), button(t("Drop"), { answer: name, take: false }, { fresh: false, kind: "button.risky" })), el("span.small.quiet", {}, t("to drop costs {money}", { money: worth })));
  const rows = game.by === "box" ? asked().map((one) => row(one.name, money(one.cube))) : [row(game.box, money(asked().reduce((sum, one) => sum + one.cube, 0)))];
  return card(t("The double"), el("ul.each", {}, ...rows), ...warnings(game.now_short));
}

function theEnd() {
  const game = now.game;
  const most = FACTORS[now.options.finish];
  const press = (chosen, words, set) => el("button", { type: "button", "aria-pressed": chosen, onclick: () => { set(); show(); } }, words);
  const winners = [["box", game.box], ["team", two() ? game.captain : t("{name} and the team", { name: game.captain })], ...(now.options.draw ? [["draw", t("a draw")]] : [])];
  const kinds = KINDS().slice(0, most).map((words, nth) => press(ending.kind === nth + 1, words, () => (ending.kind = nth + 1)));
  return card(t("The end of the game"),
    el("div", {}, el("p.field-name", {}, t("Who has won")), el("div.choices", { role: "group", "aria-label": t("Who has won") }, ...winners.map(([one, words]) => press(ending.team === one, words, () => (ending.team = one))))),
    most > 1 && ending.team !== "draw" ? el("div", {}, el("p.field-name", {}, t("What it was")), el("div.choices", { role: "group", "aria-label": t("What it was") }, ...kinds)) : null,
    el("button.first", { type: "button", id: "end", disabled: !ending.team, onclick: finish }, t("The game is over")));
}

async function finish() {
  const winner = ending.team === "draw" ? null : ending.team === "box" ? now.game.side : other(now.game.side);
  if (await enter({ win: winner, kind: winner === null ? 1 : ending.kind })) ending = { team: null, kind: 1 };
  show();
}

// --- the line and the ledger ----------------------------------------------------------------------------------------------------

function payments(list) {
  return el("ul.payments", {}, ...list.map((one) => el("li", {}, el("span", {}, t("{payer} pays {receiver}", { payer: one.from, receiver: one.to }), one.why ? el("span.quiet.small", {}, ` ${one.why}`) : ""), el("span.points", {}, money(one.points)))));
}

function badge(one) {
  if (two() || !one.role) return null;
  return one.role === "box" ? el("span.badge", {}, t("box")) : one.role === "captain" ? el("span.badge", {}, t("captain")) : null;
}

function about(one) {
  const member = now.game?.members.find((other) => other.name === one.name);
  const words = [];
  if (member?.state === "dropped") words.push(t("dropped: owes {money}", { money: money(member.owes / now.stake) }));
  if (member?.state === "won") words.push(t("out: gets {money}", { money: money(member.gets / now.stake) }));
  if (member?.state === "in" && now.game.each && !two()) words.push(owned(member));
  if (one.has !== null) words.push(t("has {money}", { money: money(one.has / now.stake) }));
  return words.join(" · ");
}

function line() {
  const free = !now.game && may("player");
  const rows = now.players.map((one, nth) => {
    const out = now.game?.members.find((other) => other.name === one.name && other.state !== "in");
    const end = now.stage === "order" ? el("span.thrown", { "aria-label": one.throws.join(", ") }, ...one.throws.map((die) => dieIcon(die))) : el(`span.money${one.won < 0 ? ".lost" : one.won > 0 ? ".won" : ""}`, {}, signed(one.won));
    return el(`li${out ? ".out" : ""}`, {}, el("span.nth", {}, one.role && !two() ? `${nth + 1}.` : ""), el("span.who", {}, one.name, badge(one)), el("span.about", {}, about(one)),
      el("span.end", {}, end, may("player") ? el("button.plain", { type: "button", "aria-label": t("{name}: more", { name: one.name }), onclick: () => person(one, free) }, "⋯") : null));
  });
  const part = card(now.stage === "order" || two() ? t("Players") : t("The line"), el(now.stage === "order" || two() ? "ol.line.plain" : "ol.line", {}, ...rows));
  if (free) part.append(el("button", { type: "button", onclick: newcomer }, t("Somebody joins")));
  return part;
}

function person(one, free) {
  let amount = 0;
  dialog(one.name, (body, close) => body.append(
    number(t("Puts more money on the table"), "", (value) => (amount = value), { min: 1 }),
    el("div.row", {}, el("button", { type: "button", onclick: async () => (await enter({ bring: one.name, amount })) && close() }, t("Brings it")),
      el("button.risky", { type: "button", disabled: !free, onclick: async () => (await enter({ leave: one.name })) && close() }, t("Leaves the table"))),
    free ? "" : el("p.small.quiet", {}, t("Players come and go between games."))));
}

function newcomer() {
  const chair = { name: "", purse: null };
  dialog(t("Somebody joins"), (body) => body.append(
    el("label.field", {}, el("span", {}, t("Name")), el("input", { type: "text", maxlength: 40, autocomplete: "off", oninput: (event) => (chair.name = event.target.value) })),
    number(t("Money on the table, if it is to be counted"), "", (value) => (chair.purse = value))),
  (close) => [el("button.first", { type: "button", onclick: async () => (await enter({ come: chair.name, purse: chair.purse })) && close() }, t("Joins"))]);
}

function ledger() {
  const counted = now.players.concat(now.gone).some((one) => one.purse !== null);
  const row = (one, gone) => el(`tr${gone ? ".gone" : ""}`, {}, el("td", {}, one.name, gone ? [" (", t("went home"), ")"] : ""), el("td", {}, signed(one.points)), el(`td${one.won < 0 ? ".lost" : one.won > 0 ? ".won" : ""}`, {}, signed(one.won)), counted ? el("td", {}, one.has === null ? "–" : money(one.has / now.stake)) : null);
  const heads = [t("Player"), t("Points"), t("Money"), ...(counted ? [t("Has")] : [])];
  const all = [...now.players, ...now.gone];
  const sum = (what) => signed(all.reduce((total, one) => total + one[what], 0));
  const part = card(t("Ledger"), el("p.small.quiet", {}, t("stake {stake}: what a point is worth", { stake: now.stake })),
    el("table.ledger", {}, el("thead", {}, el("tr", {}, ...heads.map((one) => el("th", { scope: "col" }, one)))), el("tbody", {}, ...now.players.map((one) => row(one, false)), ...now.gone.map((one) => row(one, true))),
      el("tfoot", {}, el("tr", {}, el("td", {}, t("Sum")), el("td", {}, sum("points")), el("td", {}, sum("won")), counted ? el("td", {}) : null))));
  if (now.payments.length) part.append(el("details", {}, el("summary", {}, tn("{n} payment", "{n} payments", now.payments.length)), payments(now.payments)));
  if (now.settling.length) part.append(el("details", { id: "settling" }, el("summary", {}, t("To settle up")), settling()));
  const orders = [now.payments.length ? el("button", { type: "button", onclick: correct }, t("Correct the ledger")) : null, now.game ? null : el("button", { type: "button", onclick: anew }, t("A new evening"))].filter(Boolean);
  if (may("director") && orders.length) part.append(el("div.row", {}, ...orders));
  return part;
}

function settling() {
  return el("ul.payments", {}, ...now.settling.map((one) => el("li", {}, el("span", {}, t("{payer} pays {receiver}", { payer: one.from, receiver: one.to })), el("span.points", {}, new Intl.NumberFormat(code()).format(one.points)))));
}

function correct() {
  const names = now.players.map((one) => one.name);
  const told = { correct: names[0], to: names[1], points: 1, reason: "" };
  const choice = (label, which) => el("label.field", {}, el("span", {}, label), el("select", { onchange: (event) => (told[which] = event.target.value) }, ...names.map((name) => el("option", { value: name, selected: name === told[which] }, name))));
  dialog(t("Correct the ledger"), (body) => body.append(
    el("p.small.quiet", {}, t("Nothing is struck out: a wrong payment is put right by another one.")),
    el("div.row.pair", {}, choice(t("Who pays"), "correct"), choice(t("To whom"), "to")),
    number(t("Points"), 1, (value) => (told.points = value), { min: 1 }),
    el("label.field", {}, el("span", {}, t("Why")), el("input", { type: "text", maxlength: 100, oninput: (event) => (told.reason = event.target.value) }))),
  (close) => [el("button.first", { type: "button", onclick: async () => (await enter(told)) && close() }, t("Put it right"))]);
}

function entered() {
  const part = card(t("What was entered"), el("ol.log", {}, ...now.log.map((one) => el("li", {}, one))));
  if (now.back && may("player")) part.append(button(t("↶ take back: {what}", { what: now.log[0] }), { back: true }, { id: "back" }));
  return part;
}

// --- opening an evening ---------------------------------------------------------------------------------------------------------

function anew() {
  wish = { players: now.players.map((one) => ({ name: one.name, purse: one.has })), stake: now.stake, profile: now.profile, changes: { ...now.options } };
  delete wish.changes.draw;
  show();
}

function fresh() {
  return { players: [1, 2, 3].map(() => ({ name: "", purse: null })), stake: 1, profile: now.rules[0].name, changes: {} };
}

function number(label, value, set, more = {}) {
  const read = (event) => set(event.target.value === "" ? null : Math.round(Number(event.target.value)));
  return el("label.field", {}, el("span", {}, label), el("input", { type: "number", inputmode: "numeric", min: 0, value, oninput: read, ...more }));
}

function tick(label, checked, set) {
  return el("label.tick", {}, el("input", { type: "checkbox", checked, onchange: (event) => set(event.target.checked) }), el("span", {}, label));
}

function choices(label, options, chosen, set) {
  return el("div", {}, el("p.field-name", {}, label), el("div.choices", { role: "group", "aria-label": label }, ...options.map(([value, words]) => el("button", { type: "button", "aria-pressed": value === chosen, onclick: () => { set(value); show(); } }, words))));
}

function opening() {
  const rules = now.rules.find((one) => one.name === wish.profile);
  const option = (name) => (name in wish.changes ? wish.changes[name] : rules[name]);
  const set = (name) => (value) => (wish.changes[name] = value);
  const names = { "circle-free": t("Backgammon, free play"), "nardi-standard": t("Short nardi"), "nardi-caucasian": t("Short nardi, Caucasian") };
  const chairs = wish.players.map((one, nth) => el("div.chair", {},
    el("label.field", {}, el("span", {}, t("Player {n}", { n: nth + 1 })), el("input", { type: "text", id: `name-${nth}`, value: one.name, maxlength: 40, autocomplete: "off", spellcheck: "false", oninput: (event) => (one.name = event.target.value) })),
    number(t("Money"), one.purse ?? "", (value) => (one.purse = value), { "aria-label": t("Money of player {n}", { n: nth + 1 }) }),
    el("button", { type: "button", disabled: wish.players.length < 3, "aria-label": t("Take player {n} off", { n: nth + 1 }), onclick: () => { wish.players.splice(nth, 1); show(); } }, "✕")));
  const finishes = { oin: t("single games only"), mars: t("up to a gammon"), koks: t("up to a backgammon") };
  return el("div.only.doing", {}, el("h1.title", {}, t("An evening for a stake")),
    el("p.quiet", {}, t("Three or more play a chouette: one in the box against a team. Two play single games.")),
    card(t("Players"), ...chairs, el("button", { type: "button", id: "chair", onclick: () => { wish.players.push({ name: "", purse: null }); show(); } }, t("One more player")), el("p.small.quiet", {}, t("Whose money is on the table is warned before a double that it does not cover."))),
    card(t("Stake and rules"), number(t("Stake: what a point is worth"), wish.stake, (value) => (wish.stake = value), { min: 1, id: "stake" }),
      choices(t("Rules of the table"), now.rules.map((one) => [one.name, names[one.name] || one.name]), wish.profile, (value) => { wish.profile = value; wish.changes = {}; }),
      el("p.small.quiet", {}, rules.about),
      rules.chouette ? tick(t("Every member of the team has a cube of his own"), option("cubes") === "each", (on) => set("cubes")(on ? "each" : "one")) : null,
      rules.chouette ? tick(t("Gammons count only after the cube was turned (Jacoby)"), option("jacoby"), set("jacoby")) : null,
      rules.chouette ? tick(t("A tied first roll doubles the stake, once"), option("automatic_doubles") === 1, (on) => set("automatic_doubles")(on ? 1 : 0)) : null,
      choices(t("Highest value of the cube"), [2, 4, 8, 16, 32, 64, null].map((one) => [one, one ?? t("no limit")]), option("cube_cap"), set("cube_cap")),
      choices(t("What a game can be worth"), Object.entries(finishes), option("finish"), set("finish"))),
    el("div.begin", {}, el("button.first", { type: "button", id: "open", onclick: open }, t("Open the evening"))),
    now.stage === "closed" ? null : el("button", { type: "button", onclick: () => { wish = null; show(); } }, t("Leave it")));
}

async function open() {
  const players = wish.players.filter((one) => one.name.trim()).map((one) => [one.name, one.purse]);
  if (await enter({ open: players, stake: wish.stake, profile: wish.profile, changes: wish.changes })) wish = null;
  show();
}

// --- the page -------------------------------------------------------------------------------------------------------------------

function show() {
  if (!now) return;
  document.title = `${t("Chouette")} – boardcam`;
  const place = $("#chouette");
  const kept = document.activeElement?.id;
  const unfolded = [...document.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  if (now.stage === "closed" && may("director")) wish = wish || fresh();
  if (wish && may("director")) place.replaceChildren(opening());
  else if (now.stage === "closed") place.replaceChildren(el("section.empty.card.only", {}, el("h1", {}, t("No evening for a stake is open")), el("p.quiet", {}, t("The director opens one: who plays, for what, by which rules."))));
  else {
    const doing = { order: thrownFor, between, game: playing }[now.stage]();
    place.replaceChildren(el("div.doing", {}, ...doing.filter(Boolean)), el("div.aside", {}, line(), ledger(), entered()));
  }
  for (const one of document.querySelectorAll("details > summary")) if (unfolded.includes(one.textContent)) one.parentElement.open = true;
  if (kept) document.getElementById(kept)?.focus();
}

async function learn() {
  const closed = now?.stage === "closed";
  try {
    now = await ask(`/api/chouette?lang=${code()}`);
    if (closed && now.stage !== "closed") wish = null; // somebody else has opened it
  } catch (error) {
    notice(error.message, false);
  }
  show();
}

await ready();
onLanguage(learn);
await learn();
live((told) => {
  const before = scene;
  scene = told;
  const game = (one) => one?.rulings?.find((ruling) => ruling.kind === "game")?.n;
  if (now && (told.stakes !== now.n || game(before) !== game(told))) learn();
  else if (["stage", "phase", "length"].some((one) => before?.[one] !== told[one]) || before?.cube?.value !== told.cube?.value) if (!wish) show();
}, () => {});
