// A hint, where the rules of the table allow one: the best plays as the coach sees them, better each time.

import { el, notice, order, t } from "/static/base.js";

/** Asks for one; it comes with the scene. */
export async function hint() {
  const answer = await order({ press: "hint" });
  notice(answer.good ? t("The coach is asked.") : answer.said, answer.good);
}

/** The card that shows what came; empty where nothing did. */
export function hinted(box, said) {
  box.hidden = !said;
  if (!said) return box.replaceChildren();
  box.replaceChildren(
    el("h2", {}, t("Hint")),
    el("p.best", {}, said.headline),
    said.why ? el("p.quiet", {}, said.why) : "",
    said.yours ? el("p.yours", {}, said.yours) : "",
    said.others.length ? el("ul.small.quiet", {}, ...said.others.map((one) => el("li", {}, one))) : "",
  );
}
