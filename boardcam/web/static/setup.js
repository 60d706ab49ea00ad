// Setting a match up: who plays, how long, by which rules, and how the table is shown.

import { $, LANGUAGES, ask, code, dialog, el, live, may, notice, onLanguage, order, post, ready, t, tn, written } from "/static/base.js";
import { RULES } from "/static/words.js";

let rules = null;
let scene = null;
let wish = null;

let finerOpen = false;

const LENGTHS = [1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25];

function begun() {
  const last = scene?.last || {};
  return {
    players: [...(last.players || ["", ""])].map((name) => name || ""),
    length: last.length ?? 7,
    profile: last.profile || "circle-match",
    changes: { ...(last.changes || {}) },
    stake: last.stake || 1,
    balances: last.balances || null,
    event: last.event || "",
    place: last.place || "",
    language: last.language || code(),
    pictures: last.pictures ?? null,
    turned: last.turned ?? null,
    mirrored: last.mirrored ?? null,
  };
}

const profile = () => rules.profiles.find((one) => one.name === wish.profile) || rules.profiles[0];
const option = (name) => (name in wish.changes ? wish.changes[name] : profile()[name]);

function change(name, value) {
  if (value === profile()[name]) delete wish.changes[name];
  else wish.changes[name] = value;
}

function entry(label, value, set, more = {}) {
  return el("label.field", {}, el("span", {}, label), el("input", { type: "text", value, maxlength: 40, autocomplete: "off", spellcheck: "false", oninput: (event) => set(event.target.value), ...more }));
}

function number(label, value, set, more = {}) {
  return el("label.field", {}, el("span", {}, label), el("input", { type: "number", inputmode: "numeric", min: 0, value, oninput: (event) => set(Math.round(Number(event.target.value))), ...more }));
}

function tick(label, checked, set) {
  return el("label.tick", {}, el("input", { type: "checkbox", checked, onchange: (event) => set(event.target.checked) }), el("span", {}, label));
}

function choices(label, options, chosen, set) {
  return el("div", {}, el("p.field-name", {}, label), el("div.choices", { role: "group", "aria-label": label },
    ...options.map(([value, shown]) => el("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => { set(value); show(); } }, shown))));
}

function players() {
  return el("section.card.part", {}, el("h2", {}, t("Players")),
    el("div.row.pair", {}, entry(t("Light checkers"), wish.players[0], (value) => (wish.players[0] = value), { id: "light" }), entry(t("Dark checkers"), wish.players[1], (value) => (wish.players[1] = value), { id: "dark" })),
    el("div.row", {}, el("button.plain", { type: "button", onclick: () => { wish.players.reverse(); show(); } }, t("⇄ exchange the colours"))));
}

function length() {
  const money = wish.length === 0;
  const part = el("section.card.part", {}, el("h2", {}, t("Length")),
    choices(t("Points that win the match"), [...LENGTHS.map((n) => [n, n]), [0, t("money")]], wish.length, (value) => (wish.length = value)));
  if (!money && !LENGTHS.includes(wish.length)) part.append(el("p", {}, tn("match to {n} point", "match to {n} points", wish.length)));
  if (money) {
    const balance = (which) => (value) => {
      wish.balances = wish.balances || [0, 0];
      wish.balances[which] = value;
    };
    part.append(number(t("Stake: what a point is worth"), wish.stake, (value) => (wish.stake = value), { min: 1 }),
      tick(profile().cover ? t("The balances cover the highest loss (needed by these rules)") : t("The players bring balances"), Boolean(wish.balances), (on) => { wish.balances = on ? [0, 0] : null; show(); }));
    if (wish.balances)
      part.append(el("div.row.pair", {}, number(t("Balance of {name}", { name: wish.players[0] || t("light") }), wish.balances[0], balance(0)), number(t("Balance of {name}", { name: wish.players[1] || t("dark") }), wish.balances[1], balance(1))));
  }
  return part;
}

function playedBy() {
  const names = RULES();
  const delay = option("delay");
  const part = el("section.card.part", {}, el("h2", {}, t("Rules")),
    choices(t("Rules of the table"), rules.profiles.map((one) => [one.name, names[one.name] || one.name]), wish.profile, (value) => { wish.profile = value; wish.changes = {}; }),
    el("p.small.quiet", {}, profile().about),
    profile().name === "tournament" ? el("p.small.quiet", {}, t("Hints are locked by these rules.")) : tick(t("Hints may be asked for"), option("hints"), (on) => { change("hints", on); show(); }),
    option("hints") ? tick(t("Hints come after the play"), option("hints_after"), (on) => change("hints_after", on)) : null,
    tick(t("Players change seats after every game"), option("swap"), (on) => change("swap", on)));
  if (wish.length)
    part.append(
      tick(t("With a clock"), delay !== null, clocked),
      ...(delay === null ? [] : [
        el("div.row.pair", {},
          number(t("Delay of every turn, seconds"), delay, (value) => change("delay", value), { max: 120 }),
          number(t("Reserve, seconds for every point"), option("reserve"), (value) => change("reserve", value), { max: 900 })),
        el("p.small.quiet", {}, t("The clock goes over when the dice are lifted, or when it is pressed: by its button at the table, or under More on the page."), " ", t("{minutes} minutes for each player, and {delay} s a turn", { minutes: minutes(option("reserve") * wish.length), delay }), "."),
        tick(t("The clock shows the delay as part of the time (Bronstein)"), option("bronstein"), (on) => change("bronstein", on)),
      ]));
  part.append(finer(), own());
  return part;
}

/** Seconds as minutes: 14, or 10,5. */
function minutes(seconds) {
  const tenths = Math.round(seconds / 6);
  return written(tenths / 10, tenths % 10 ? 1 : 0);
}

/** A clock ends turns when it is pressed; without one it is as the rules have it. */
function clocked(on) {
  change("delay", on ? profile().delay ?? 12 : null);
  change("turn_end", on ? "clock" : profile().turn_end);
  show();
}

/** What few change: cube, worth of a game, Crawford, Jacoby, the cup. */
function finer() {
  const { cube, by_need, cover } = profile();
  const capped = !by_need && cube !== "off" && !(cube === "match" && !wish.length);
  const pick = (label, name, options) => choices(label, options, option(name), (value) => change(name, value));
  return el("details", { open: finerOpen, ontoggle: (event) => (finerOpen = event.target.open) }, el("summary", {}, t("More rules")),
    capped ? pick(t("Highest value of the cube"), "cube_cap", [2, 4, 8, 16, 32, 64, ...(cover ? [] : [null])].map((one) => [one, one ?? t("no limit")])) : null,
    pick(t("What a game can be worth"), "finish", [["oin", t("single games only")], ["mars", t("up to a gammon")], ["koks", t("up to a backgammon")]]),
    wish.length && cube !== "off" ? tick(t("One game without the cube at match point (Crawford)"), option("crawford"), (on) => change("crawford", on)) : null,
    !wish.length && cube === "on" ? tick(t("Gammons count only after the cube was turned (Jacoby)"), option("jacoby"), (on) => change("jacoby", on)) : null,
    !wish.length && cube === "on" ? tick(t("A tied first roll doubles the stake, once"), option("automatic_doubles") === 1, (on) => change("automatic_doubles", on ? 1 : 0)) : null,
    tick(t("Dice are rolled with a cup"), option("cup"), (on) => change("cup", on)));
}

/** Rules of the table's own: kept under a name, and removed. */
function own() {
  const remove = profile().own ? el("button.risky", { type: "button", onclick: () => forget(wish.profile) }, t("Remove these rules…")) : null;
  return el("div.row", {}, el("button", { type: "button", id: "keep", onclick: keeping }, t("Keep these rules under a name…")), remove);
}

function keeping() {
  const name = el("input", { type: "text", id: "rules-name", maxlength: 30, autocomplete: "off" });
  dialog(t("Rules of this table"),
    (body) => body.append(el("label.field", {}, el("span", {}, t("Name")), name), el("p.small.quiet", {}, t("They can be chosen for every match here."))),
    (close) => [el("button.first", { type: "button", onclick: () => keep(name.value.trim(), close) }, t("Keep them"))]);
  name.focus();
}

async function keep(name, close) {
  const answer = await post(`/api/setup/rules?lang=${code()}`, { name, profile: wish.profile, changes: wish.changes });
  notice(answer.good ? t("Kept as {name}.", { name }) : answer.said, answer.good);
  if (!answer.good) return;
  close();
  wish.profile = name;
  wish.changes = {};
  await learn();
}

async function forget(name) {
  if (!confirm(t("Remove the rules {name}? Matches that were played by them are kept.", { name }))) return;
  const answer = await post(`/api/setup/rules?lang=${code()}`, { forget: name });
  if (!answer.good) return notice(answer.said, false);
  wish.profile = rules.profiles[0].name;
  wish.changes = {};
  await learn();
}

/** What is kept of the camera's pictures, and how long: a match can keep less than its table does. */
function pictures() {
  const { keep, room, days } = rules.pictures;
  const words = { all: t("the board and the dice"), dice: t("the dice only"), none: t("none") };
  const all = ["all", "dice", "none"];
  const chosen = wish.pictures === null || all.indexOf(wish.pictures) < all.indexOf(keep) ? keep : wish.pictures;
  const long = days ? tn("They are deleted after {n} day; at most {room} MB of a match.", "They are deleted after {n} days; at most {room} MB of a match.", days, { room }) : t("They stay until somebody deletes them; at most {room} MB of a match.", { room });
  return el("section.card.part", {}, el("h2", {}, t("Pictures")),
    choices(t("What is kept of each turn, to settle disputes"), all.slice(all.indexOf(keep)).map((one) => [one, words[one]]), chosen, (value) => (wish.pictures = value)),
    el("p.small.quiet", {}, chosen === "none" ? t("No picture is kept: disputes are settled by the record alone.") : long));
}

function shownAs() {
  return el("section.card.part", {}, el("h2", {}, t("The table")),
    el("label.field", {}, el("span", {}, t("Language of the display and the voice")),
      el("select", { onchange: (event) => (wish.language = event.target.value) }, ...Object.entries(LANGUAGES).map(([one, name]) => el("option", { value: one, selected: one === wish.language }, name)))),
    choices(t("At the bottom of the picture"), [[null, t("as at the table")], [false, t("light")], [true, t("dark")]], wish.turned, (value) => (wish.turned = value)),
    choices(t("Home boards"), [[null, t("as at the table")], [false, t("on the right")], [true, t("on the left")]], wish.mirrored, (value) => (wish.mirrored = value)),
    el("p.small.quiet", {}, t("Only the picture changes. Who really sits where is seen by the camera.")),
    el("details", {}, el("summary", {}, t("For the record")), entry(t("Part of what"), wish.event, (value) => (wish.event = value)), entry(t("Where"), wish.place, (value) => (wish.place = value))));
}

function show() {
  if (!rules || !scene) return;
  const place = $("#setup");
  if (!may("director")) return place.replaceChildren(el("section.empty.card", {}, el("h1", {}, t("Only the director sets up a match")), el("p.quiet", {}, t("Scan the director's QR code."))));
  if (scene.stage !== "waiting") return place.replaceChildren(running());
  wish = wish || begun();
  const kept = document.activeElement?.id;
  place.replaceChildren(el("h1.title", {}, t("A new match")), players(), length(), playedBy(), shownAs(), pictures(),
    el("div.begin", {}, el("button.first", { type: "button", id: "begin", onclick: begin }, t("Start the match"))));
  if (kept) document.getElementById(kept)?.focus();
}

function running() {
  return el("section.empty.card", {}, el("h1", {}, scene.names ? scene.names.join(" – ") : t("The match is about to begin")),
    ...(scene.troubles || []).map((one) => el("p", {}, one)),
    el("a.button.first", { href: "/" }, t("To the table")),
    el("button.risky", { onclick: end }, t("End this match")));
}

async function end() {
  if (!confirm(t("End this match? What has been played is kept."))) return;
  const answer = await order({ end: true });
  notice(answer.said.length ? answer.said : t("done"), answer.good);
}

async function begin() {
  const told = { ...wish, players: wish.players.map((name) => name.trim() || null), balances: wish.length ? null : wish.balances };
  const answer = await order({ begin: told });
  if (answer.good) location.href = "/";
  else notice(answer.said, false);
}

async function learn() {
  try {
    rules = await ask(`/api/setup?lang=${code()}`);
  } catch (error) {
    notice(error.message, false);
  }
  show();
}

await ready();
onLanguage(learn);
await learn();
live((told) => {
  const before = scene?.stage;
  const names = String(scene?.names);
  scene = told;
  if (before !== told.stage || names !== String(told.names)) show();
}, () => {});
