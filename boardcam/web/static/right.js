// Putting right what was read: the dice, who rolled, the play (by tapping the board), the cube, the score.

import { ask, el, notice, order, t } from "/static/base.js";
import { dieIcon, draw } from "/static/board.js";

async function send(what, close) {
  const answer = await order({ put_right: what });
  notice(answer.said.length ? answer.said : answer.good ? t("done") : t("refused"), answer.good !== false);
  if (answer.good) close();
}

/** A row of buttons of which one is pressed. */
function choice(label, options, chosen, change) {
  const box = el("div.choices", { role: "group", "aria-label": label });
  for (const [value, shown] of options) {
    const button = el("button", { type: "button", "aria-pressed": value === chosen, "data-value": String(value) }, shown);
    button.addEventListener("click", () => {
      for (const one of box.children) one.setAttribute("aria-pressed", String(one === button));
      change(value);
    });
    box.append(button);
  }
  return el("div", {}, el("p.field-name", {}, label), box);
}

function die(label, chosen, change) {
  const options = [1, 2, 3, 4, 5, 6].map((value) => {
    const icon = el("span", { role: "img", "aria-label": String(value) });
    icon.append(dieIcon(value));
    return [value, icon];
  });
  const box = choice(label, options, chosen, change);
  box.classList.add("dice");
  return box;
}

/** The turn or roll of a ruling; without one the roll on the table, or else the last turn. */
export function putRight(scene, ruling, words, look, dialog) {
  const turns = (scene.rulings || []).filter((one) => one.turn);
  const now = !ruling && scene.phase === "to play" && scene.dice;
  const meant = ruling || (now ? null : turns[0]);
  if (!now && !meant) return notice(t("nothing was rolled yet"), false);
  const was = now ? { dice: scene.dice, side: scene.turn } : meant;
  const wish = { dice: was.dice ? [...was.dice] : null, side: was.side, roll: null, play: null };
  const target = now ? { turn: "now" } : meant.turn ? { turn: meant.turn, rolled: meant.rolled ?? undefined } : { ruling: meant.n, rolled: meant.rolled ?? undefined };
  const heading = now ? t("The roll on the table") : meant.words;
  const table = !now && meant.turn && meant.before ? new Table(meant, wish, words, look, scene) : null;

  const save = (close) => {
    const told = { ...target };
    if (wish.dice && String(wish.dice) !== String(was.dice)) told.dice = wish.dice;
    if (wish.side !== was.side && meant?.kind !== "opening") told.side = wish.side;
    if (wish.roll) told.roll = wish.roll;
    if (table && table.play() !== null) told.play = table.play();
    if (Object.keys(told).length <= (told.rolled === undefined ? 1 : 2)) return notice(t("nothing was changed"), false);
    return send(told, close);
  };

  dialog(
    heading,
    (body) => {
      const dice = wish.dice || [null, null];
      const change = (nth) => (value) => {
        dice[nth] = value;
        wish.dice = dice.every(Boolean) ? dice : null;
        table?.anew();
      };
      const opening = meant?.kind === "opening";
      body.append(
        el("div.row.pair", {}, die(opening ? words.name("light") : t("First die"), dice[0], change(0)), die(opening ? words.name("dark") : t("Second die"), dice[1], change(1))),
      );
      if (!opening)
        body.append(choice(t("Who rolled"), ["light", "dark"].map((side) => [side, words.name(side)]), wish.side, (side) => {
          wish.side = side;
          table?.anew();
        }));
      if (table) body.append(table.element);
      body.append(choice(t("The roll"), [[null, t("as it was ruled")], ["good", t("counts")], ["void", t("does not count")], ["none", t("was no roll")]], null, (value) => (wish.roll = value)));
    },
    (close) => [el("button", { onclick: close }, t("Leave it")), el("button.first", { onclick: () => save(close), "data-save": true }, t("Put it right"))],
  );
  table?.anew();
}

/** The board of a turn, to be played on: step by step by the rules, or freely for a play that was illegal. */
class Table {
  constructor(ruling, wish, words, look, scene) {
    Object.assign(this, { ruling, wish, words, look, scene });
    this.free = false;
    this.asked = 0;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("class", "board");
    this.said = el("p.played", { "aria-live": "polite" });
    this.list = el("select", { "aria-label": t("Every legal play") });
    this.list.addEventListener("change", () => this.choose(this.list.value));
    this.back = el("button", { type: "button", onclick: () => this.takeBack() }, t("One step back"));
    this.freely = el("input", { type: "checkbox", onchange: () => this.setFree(this.freely.checked) });
    this.element = el("div.play", {}, el("p.field-name", {}, t("What was played: tap a checker, then where it went")), this.svg, this.said,
      el("div.row", {}, this.back, el("button", { type: "button", onclick: () => this.nothing() }, t("Nothing was played"))),
      el("label.field", {}, el("span", {}, t("Every legal play")), this.list),
      el("label.tick", {}, this.freely, el("span", {}, t("It was an illegal play: move freely"))));
  }

  get dark() {
    return this.wish.side === "dark";
  }

  /** The position before, with whoever rolled to move. */
  xgid() {
    const fields = this.ruling.before.split(":");
    fields[3] = this.dark ? "-1" : "1";
    return fields.join(":");
  }

  /** Everything again: other dice, or another side. */
  async anew() {
    this.path = [];
    this.moves = [];
    this.chosen = null;
    this.none = false;
    this.steps = null;
    const asked = ++this.asked;
    if (!this.wish.dice) return this.show();
    try {
      const query = new URLSearchParams({ xgid: this.xgid(), dice: this.wish.dice.join(""), variant: this.scene.variant || "standard" });
      const steps = await ask(`/api/plays?${query}`);
      if (asked !== this.asked) return;
      this.steps = steps;
      this.list.replaceChildren(el("option", { value: "" }, steps.plays.length ? "–" : t("no legal play")), ...steps.plays.map((play) => el("option", { value: play.board }, play.play)));
      this.freeBoard = structuredClone(steps.boards[0]);
    } catch (error) {
      notice(error.message, false);
    }
    this.show();
  }

  setFree(free) {
    this.free = free;
    this.anew();
  }

  get node() {
    return this.path.length ? this.path[this.path.length - 1].after : 0;
  }

  get board() {
    if (!this.steps) return null;
    return this.free ? this.freeBoard : this.steps.boards[this.node];
  }

  /** A name on the board (1…24 light's, "bar", "off") as a point of who moves. */
  own(name, arriving) {
    if (name === "bar") return arriving ? null : 25;
    if (name === "off") return arriving ? 0 : null;
    return this.dark ? 25 - name : name;
  }

  name(point) {
    return point === 25 ? "bar" : point === 0 ? "off" : this.dark ? 25 - point : point;
  }

  get possible() {
    return this.steps?.moves[this.node] || [];
  }

  tap(name) {
    if (!this.steps) return;
    if (this.free) return this.tapFreely(name);
    const start = this.own(name, false);
    const end = this.own(name, true);
    if (this.chosen !== null) {
      const step = this.possible.find(([from, to]) => from === this.chosen && to === end);
      if (step) {
        this.path.push({ from: step[0], to: step[1], after: step[2] });
        this.chosen = null;
        this.none = false;
        return this.show();
      }
    }
    const starts = this.possible.filter(([from]) => from === start);
    this.chosen = starts.length && start !== this.chosen ? start : null;
    this.show();
  }

  tapFreely(name) {
    if (this.chosen === null) {
      const start = this.own(name, false);
      this.chosen = start !== null && this.count(start) ? start : null;
    } else {
      const end = this.own(name, true);
      if (end !== null && end !== this.chosen && this.carry(this.chosen, end)) {
        this.moves.push([this.chosen, end]);
        this.none = false;
      }
      this.chosen = null;
    }
    this.show();
  }

  count(point) {
    const which = this.dark ? 1 : 0;
    const board = this.freeBoard;
    if (point === 25) return board.bar[which];
    return Math.max(0, (this.dark ? -1 : 1) * board.points[this.name(point) - 1]);
  }

  /** Moves a checker freely; what it hits goes to the bar. False where the point is held by the other side. */
  carry(start, end) {
    const which = this.dark ? 1 : 0;
    const sign = this.dark ? -1 : 1;
    const board = this.freeBoard;
    if (end && sign * board.points[this.name(end) - 1] < -1) {
      notice(t("that point is held by the other side"), false);
      return false;
    }
    if (start === 25) board.bar[which]--;
    else board.points[this.name(start) - 1] -= sign;
    if (!end) board.off[which]++;
    else {
      const place = this.name(end) - 1;
      if (sign * board.points[place] === -1) {
        board.points[place] = 0;
        board.bar[1 - which]++;
      }
      board.points[place] += sign;
    }
    return true;
  }

  takeBack() {
    if (this.free) {
      const kept = this.moves.slice(0, -1);
      this.freeBoard = structuredClone(this.steps.boards[0]);
      kept.forEach(([start, end]) => this.carry(start, end));
      this.moves = kept;
    } else this.path.pop();
    this.chosen = null;
    this.none = false;
    this.list.value = "";
    this.show();
  }

  nothing() {
    this.path = [];
    this.moves = [];
    this.none = true;
    if (this.steps) this.freeBoard = structuredClone(this.steps.boards[0]);
    this.show();
  }

  choose(board) {
    if (board === "") return;
    const wanted = Number(board);
    this.path = this.way(0, wanted, new Set()) || [{ from: null, to: null, after: wanted }];
    this.chosen = null;
    this.none = false;
    this.show();
  }

  /** Steps that lead from one board to another. */
  way(from, wanted, seen) {
    if (from === wanted) return [];
    if (seen.has(from)) return null;
    seen.add(from);
    for (const [start, end, after] of this.steps.moves[from] || []) {
      const rest = this.way(after, wanted, seen);
      if (rest) return [{ from: start, to: end, after }, ...rest];
    }
    return null;
  }

  /** The legal play that the board shows now. */
  get legal() {
    return this.path.length ? this.steps?.plays.find((play) => play.board === this.node) : null;
  }

  /** In notation; "" = nothing was played; null = it is left as it is. */
  play() {
    if (this.none) return "";
    if (this.free) return this.moves.length ? this.moves.map(([from, to]) => `${from === 25 ? "bar" : from}/${to || "off"}`).join(" ") : null;
    return this.legal?.play ?? null;
  }

  show() {
    const starts = this.chosen === null ? [...new Set(this.possible.map(([from]) => this.name(from)))] : [];
    const ends = this.chosen === null ? [] : this.possible.filter(([from]) => from === this.chosen).map(([, to]) => this.name(to));
    const marks = this.free ? {} : { from: starts, to: ends };
    draw(
      this.svg,
      { board: this.board, dice: this.wish.dice, turn: this.wish.side, turned: this.look.turned, mirrored: this.look.mirrored, chosen: this.chosen === null ? null : this.name(this.chosen), ...marks },
      this.words,
      (name) => this.tap(name),
    );
    const words = this.play();
    const unfinished = !this.free && this.path.length && !this.legal;
    this.said.textContent =
      words === "" ? t("Nothing was played")
      : words !== null ? (this.free ? t("Illegal play: {play}", { play: words }) : t("Legal: {play}", { play: words }))
      : unfinished ? t("go on: another die is to be played")
      : t("As it was read: {play}", { play: this.ruling.play || t("not sure") });
    this.back.disabled = !(this.free ? this.moves.length : this.path.length);
    this.list.disabled = this.free;
  }
}

/** What was done with the cube before a turn. */
export function putRightCube(scene, words, dialog) {
  const turns = (scene.rulings || []).filter((one, nth, all) => one.turn && all.findIndex((other) => other.turn === one.turn) === nth);
  const wish = { turn: "now", cube: "none" };
  const names = { now: t("before the next roll"), ...Object.fromEntries(turns.map((one) => [one.turn, t("before turn {n}: {words}", { n: one.turn, words: one.words })])) };
  const list = el("select", { "aria-label": t("Before which turn"), onchange: (event) => (wish.turn = event.target.value === "now" ? "now" : Number(event.target.value)) },
    el("option", { value: "now" }, names.now), ...turns.map((one) => el("option", { value: one.turn }, names[one.turn])));
  dialog(
    t("The doubling before a turn"),
    (body) => body.append(
      el("label.field", {}, el("span", {}, t("Before which turn")), list),
      choice(t("What was done"), [["none", t("nobody doubled")], ["take", t("doubled and taken")], ["pass", t("doubled and passed")]], "none", (value) => (wish.cube = value)),
    ),
    (close) => [el("button", { onclick: close }, t("Leave it")), el("button.first", { onclick: () => send(wish, close) }, t("Put it right"))],
  );
}

/** The score, or who has won a game: the director's. */
export function putRightScore(scene, words, dialog) {
  const score = [...scene.score];
  const game = { number: 1, winner: "light", kind: 1 };
  const number = (value, change, label) => el("label.field", {}, el("span", {}, label), el("input", { type: "number", min: 0, max: 999, value, oninput: (event) => change(Number(event.target.value)) }));
  const reason = el("input", { type: "text", maxlength: 120 });
  const rightly = (close) => () => {
    if (reason.value.trim()) return send({ score, reason: reason.value }, close);
    notice(t("a correction of the score needs a reason"), false);
    reason.focus();
  };
  dialog(t("The score or the result of a game"), (body, close) => {
    body.append(
      el("h2", {}, t("The score")),
      el("div.row.pair", {}, number(score[0], (value) => (score[0] = value), words.name("light")), number(score[1], (value) => (score[1] = value), words.name("dark"))),
      el("label.field", {}, el("span", {}, t("Why")), reason),
      el("div.row.end", {}, el("button.first", { onclick: rightly(close) }, t("Put the score right"))),
      el("h2", {}, t("The result of a game")),
      number(1, (value) => (game.number = value), t("Number of the game")),
      choice(t("Won by"), [["light", words.name("light")], ["dark", words.name("dark")], [null, t("a draw")]], "light", (value) => (game.winner = value)),
      choice(t("Won as"), [[1, t("a single game")], [2, t("a gammon")], [3, t("a backgammon")]], 1, (value) => (game.kind = value)),
      el("div.row.end", {}, el("button.first", { onclick: () => send({ game: game.number, winner: game.winner, kind: game.kind }, close) }, t("Put the result right"))),
    );
  });
}
