// The overlay of a stream, for OBS and the like: a transparent page. /overlay?lang=pl&at=top&say=no

import { $, el, live, ready, t } from "/static/base.js";

const options = new URLSearchParams(location.search);
const box = $("#overlay");
box.classList.toggle("top", options.get("at") === "top");

function seat(scene, side) {
  const which = side === "light" ? 0 : 1;
  const { board, cube } = scene;
  const facts = [board && t("{n} pips", { n: board.pips[which] }), board?.off[which] ? t("{n} off", { n: board.off[which] }) : "", cube.owner === side ? t("cube {value}", { value: cube.value }) : "", scene.clock?.[which]];
  return el(`div.seat${scene.turn === side ? ".turn" : ""}`, {},
    el(`span.chip.${side}`, { role: "img", "aria-label": side === "light" ? t("light") : t("dark") }), el("span.name", {}, scene.names[which]),
    el("span.points", {}, String(scene.score[which])), el("span.facts", {}, facts.filter(Boolean).join(" · ")));
}

function show(scene) {
  box.hidden = !scene.names;
  if (!scene.names) return;
  const middle = el("div.middle", {}, el("span", {}, scene.match), scene.cube.owner ? "" : el("span.cube", {}, String(scene.cube.value)));
  const strip = el("div.strip", {}, seat(scene, "light"), middle, seat(scene, "dark"));
  const words = el(`div.said.${scene.signal}`, {}, el("h1", {}, scene.headline), scene.why ? el("div.why", {}, scene.why) : "");
  box.replaceChildren(...(options.get("say") === "no" ? [strip] : [words, strip]));
}

/** What is old is not to be taken for what is: it fades, and says so. */
function pulse(told) {
  box.classList.toggle("stale", Boolean(told.stale));
  box.dataset.stale = told.stale ? t("STALE") : "";
}

await ready();
live(show, pulse);
