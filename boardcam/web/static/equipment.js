// What stands at the table: whether each part works, what is wrong with the file that names them, and a trial of everything.

import { $, ask, code, dialog, el, may, notice, onLanguage, post, ready, t } from "/static/base.js";

const AGAIN = 1000; // ms between two looks
let told = null;
let shown = "";

function part(one) {
  return el("li", {}, el("b", {}, one.name), " ", one.about ? el("span.quiet.small", {}, one.about) : "", el("br"),
    one.trouble ? el("span.bad", {}, `⚠ ${one.trouble}`) : el("span.good", {}, "✓ ", t("no trouble is known")));
}

function file() {
  const lines = [];
  if (told.file) lines.push(el("p.small.quiet", {}, el("code", {}, told.file)));
  if (told.wrong.length) lines.push(el("p.bad", {}, t("The file was changed, and cannot be obeyed; what was there goes on:")), el("ul.wrong", {}, ...told.wrong.map((one) => el("li", {}, el("code", {}, one)))));
  if (told.later.length) lines.push(el("p", {}, t("Changed, and in force after a restart: {names}", { names: told.later.join(", ") })));
  lines.push(el("p.small.quiet", {}, told.file ? t("Changes of the file are taken up within seconds, also in the middle of a match.") : t("No file names equipment: boardcam table --equipment FILE")));
  return lines;
}

function trial() {
  const { now, heard } = told.trial;
  const lines = now ? [el("p.now", {}, now)] : [el("p.small.quiet", {}, t("Display, lights, buzzer and voice show one signal after the other; then buttons are listened to. The match goes on, but presses do not count meanwhile."))];
  if (heard.length) lines.push(el("ul.small", {}, ...heard.map((one) => el("li", {}, one))));
  return lines;
}

function show() {
  if (!told || shown === JSON.stringify(told)) return;
  shown = JSON.stringify(told);
  const parts = told.parts.length ? el("ul.parts", {}, ...told.parts.map(part)) : el("p.quiet", {}, t("No display, lights, buttons or voice stand here."));
  const trying = Boolean(told.trial.now);
  $("#equipment").replaceChildren(el("h1.title", {}, t("Equipment")),
    el("section.card.part", {}, el("h2", {}, t("Parts")), parts),
    told.parts.length ? el("section.card.part", { "aria-live": "polite" }, el("h2", {}, t("Try them")), ...trial(), may("director") ? el("button", { onclick: tried, disabled: trying, id: "try" }, t("Try each part")) : "") : "",
    el("section.card.part", {}, el("h2", {}, t("The file")), ...file(), may("director") ? el("button.risky", { onclick: restarting, id: "restart" }, t("Restart…")) : ""));
}

async function tried() {
  const answer = await post("/api/equipment/try", {});
  if (!answer.good) notice(answer.said, false);
  look();
}

function restarting() {
  dialog(t("Restart?"),
    (body) => body.append(el("p", {}, t("The program ends and begins anew. A match goes on where it was; this page comes back by itself."))),
    (close) => [el("button", { onclick: close }, t("Leave it")), el("button.risky", { onclick: async () => {
      close();
      const answer = await post("/api/equipment/restart", {});
      notice(answer.good ? t("It begins anew.") : answer.said, answer.good);
    } }, t("Restart"))]);
}

async function look() {
  told = await ask(`/api/equipment?lang=${code()}`).catch(() => told);
  show();
}

await ready();
onLanguage(look);
await look();
setInterval(() => document.hidden || look(), AGAIN);
