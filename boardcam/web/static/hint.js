// A hint, where the rules of the table allow one: the best plays as the coach sees them.

import { ask, code, dialog, el, notice, t } from "/static/base.js";

export async function hint() {
  try {
    const told = await ask(`/api/hint?lang=${code()}`);
    dialog(t("Hint"), (body) => body.append(...told.lines.map((line) => el("p", {}, line))));
  } catch (error) {
    notice(error.message, false);
  }
}
