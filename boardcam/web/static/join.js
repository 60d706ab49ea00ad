// Links to this table, as QR codes to be scanned by the phones of those who watch, play or direct.

import { $, ask, el, notice, onLanguage, qr, ready, t } from "/static/base.js";

async function show() {
  const names = { viewer: t("To watch"), player: t("For the players"), director: t("For the director") };
  const about = {
    viewer: t("Everybody may look. Nothing can be changed."),
    player: t("Players confirm, double, take and pass, and put readings right."),
    director: t("The director also sets matches up, ends them and puts the score right. Hand this one to nobody else."),
  };
  try {
    const { links } = await ask("/api/join");
    const cards = links.reverse().map((one) =>
      el("section.card.join", {}, el("h1", {}, names[one.role]), qr(one.code, names[one.role]),
        el("p.small.quiet", {}, about[one.role]), el("a.small", { href: one.link }, one.role === "viewer" ? one.link : t("open this link here"))));
    const first = cards.shift();
    const secret = links[0].role === "director";
    const rest = secret ? [...cards, el("details.card", {}, el("summary", {}, names.director), first)] : [first, ...cards];
    $("#join").replaceChildren(el("div.joins", {}, ...rest));
  } catch (error) {
    notice(error.message, false);
  }
}

await ready();
onLanguage(show);
show();
