// The words of a board, for titles and for whoever cannot see it.

import { t } from "/static/base.js";

/** What ready-made rules are called. */
export const RULES = () => ({
  "circle-match": t("Backgammon, matches"),
  "circle-free": t("Backgammon, free play"),
  "nardi-standard": t("Short nardi"),
  "nardi-caucasian": t("Short nardi, Caucasian"),
  hungarian: t("Hungarian rules"),
  tournament: t("Tournament"),
});

/** Rules by their name in a record, which says where they were changed for a match. */
export function rules(name) {
  const usual = name.replace(/, changed$/, "");
  const said = RULES()[usual] || usual;
  return usual === name ? said : t("{rules}, changed", { rules: said });
}

export const side = (one) => (one === "light" ? t("light") : t("dark"));

/** What `draw` calls things; `name(side)` = the player's name. */
export const boardWords = (name) => ({
  side,
  name,
  point: (point, n, one) => (n ? t("point {point}: {n} {side}", { point, n, side: side(one) }) : t("point {point}: empty", { point })),
  bar: () => t("bar"),
  off: () => t("off"),
  cube: (cube) => (cube.owner ? t("cube {value}, owned by {name}", { value: cube.value, name: name(cube.owner) }) : t("cube {value}, in the middle", { value: cube.value })),
  board: ({ board }) =>
    board
      ? t("The board. {light}: {pips} pips. {dark}: {others} pips.", { light: name("light"), pips: board.pips?.[0] ?? "", dark: name("dark"), others: board.pips?.[1] ?? "" })
      : t("the board is not seen yet"),
});
