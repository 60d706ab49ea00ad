// What all pages share: words in the viewer's language, the token of a link, asking the server, the live feed, notices, the head of a page.

const params = new URLSearchParams(location.search);

// --- words ----------------------------------------------------------------------------------------------------------------------

const ENGLISH = { code: "en", terms: "backgammon", texts: {}, plurals: {} };
let catalogue = ENGLISH;
let plural = new Intl.PluralRules("en");

/** A text in the viewer's language; `values` fill its {named} places. */
export function t(english, values = {}) {
  return filled(catalogue.texts[english] || english, values);
}

/** The same where the words depend on a number. */
export function tn(one, many, n, values = {}) {
  const forms = catalogue.plurals[one];
  const words = forms ? forms[plural.select(n)] || forms.other : n === 1 ? one : many;
  return filled(words || many, { n, ...values });
}

function filled(words, values) {
  return words.replace(/\{(\w+)(?::\w+)?\}/g, (place, name) => (name in values ? values[name] : place));
}

/** A number as the viewer writes it: 0.4 or 0,4. */
export function written(n, decimals) {
  return new Intl.NumberFormat(catalogue.code, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(n);
}

export const LANGUAGES = { en: "English", et: "eesti", pl: "polski", hu: "magyar" };

export function code() {
  const wished = params.get("lang") || localStorage.getItem("language") || (navigator.language || "en").slice(0, 2);
  return wished in LANGUAGES ? wished : "en";
}

const listeners = new Set();

/** Calls `change` whenever the language has changed. */
export function onLanguage(change) {
  listeners.add(change);
}

export async function speak(wished) {
  params.delete("lang");
  localStorage.setItem("language", wished);
  await learn(wished);
  changed();
}

function changed() {
  listeners.forEach((change) => change());
}

/** What things are called follows the rules of the match: gammon, or mars. */
let terms = ENGLISH.terms;

async function learn(wished) {
  if (wished === "en" && terms === ENGLISH.terms) catalogue = ENGLISH;
  else {
    const answer = await fetch(`/api/words?lang=${wished}`);
    if (answer.ok) catalogue = await answer.json();
  }
  plural = new Intl.PluralRules(catalogue.code);
  document.documentElement.lang = catalogue.code;
  translate(document);
}

/** Puts everything marked under `root` into the viewer's language. */
export function translate(root) {
  for (const one of root.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of root.querySelectorAll("[data-t-title]")) one.title = t(one.dataset.tTitle);
  for (const one of root.querySelectorAll("[data-t-label]")) one.setAttribute("aria-label", t(one.dataset.tLabel));
  for (const one of root.querySelectorAll("[data-t-placeholder]")) one.placeholder = t(one.dataset.tPlaceholder);
}

// --- who somebody is ------------------------------------------------------------------------------------------------------------

/** The token travels in the fragment, which is not sent to any server; it stays in this browser and leaves the address at once. */
function taken() {
  const found = new URLSearchParams(location.hash.slice(1)).get("t");
  if (found) {
    localStorage.setItem("token", found);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return localStorage.getItem("token");
}

let token = taken();
window.addEventListener("hashchange", () => {
  if (!new URLSearchParams(location.hash.slice(1)).has("t")) return; // a page's own
  token = taken();
  location.reload();
});

export let role = "viewer";
let pages = [];

export function may(needed) {
  const order = ["viewer", "player", "director"];
  return order.indexOf(role) >= order.indexOf(needed);
}

export function myToken() {
  return token;
}

export function forget() {
  localStorage.removeItem("token");
  location.reload();
}

// --- asking the server ----------------------------------------------------------------------------------------------------------

function headers(more = {}) {
  return token ? { Authorization: `Bearer ${token}`, ...more } : more;
}

/** GET as JSON; throws a sentence. */
export async function ask(path) {
  const answer = await fetch(path, { headers: headers() });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.why ? t(told.why) : t("the table does not answer"));
  return told;
}

/** POST of JSON; the answer, or {good: false, said: [why]}. */
export async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: headers({ "Content-Type": "application/json" }),
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    return told.why ? { good: false, said: [t(told.why)] } : told;
  } catch {
    return { good: false, said: [t("the table does not answer")] };
  }
}

/** An order to the table. It carries an id, so it is done once even where it has to be said twice. */
export async function order(what) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
  const path = `/api/order?lang=${code()}`;
  let answer = await post(path, { id, ...what });
  for (let again = 0; again < 3 && answer.good === null; again++) answer = await post(path, { id, ...what });
  return answer;
}

/** A picture for which the server wants to know who asks. */
export async function picture(path) {
  const answer = await fetch(path, { headers: headers() });
  return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
}

// --- the live feed --------------------------------------------------------------------------------------------------------------

const SILENCE = 7000; // ms without a sign of life

/** Calls `scene` with everything at the table whenever it changes, and `pulse` with {stale, …} at least every two seconds. */
export function live(scene, pulse) {
  let source = null;
  let rulings = [];
  let heard = performance.now();
  const open = () => {
    if (source) source.close();
    source = new EventSource(`/api/live?lang=${code()}`);
    source.addEventListener("rulings", (event) => (rulings = JSON.parse(event.data)));
    source.addEventListener("scene", (event) => {
      heard = performance.now();
      const told = { ...JSON.parse(event.data), rulings };
      if (!told.terms || told.terms === terms) return scene(told);
      terms = told.terms;
      learn(code()).then(changed); // which opens the feed again
    });
    source.addEventListener("pulse", (event) => {
      heard = performance.now();
      pulse(JSON.parse(event.data));
    });
  };
  open();
  onLanguage(open);
  setInterval(() => {
    const silent = performance.now() - heard;
    if (silent > SILENCE) pulse({ stale: true, gone: true, age: Math.round(silent / 1000) });
    if (silent > SILENCE && source.readyState === EventSource.CLOSED) open();
  }, 1000);
}

// --- making elements ------------------------------------------------------------------------------------------------------------

/** el("p.why", {title: "…"}, "text", child) */
export function el(what, attributes = {}, ...children) {
  const [name, ...classes] = what.split(".");
  const made = document.createElement(name || "div");
  made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria-") && typeof value === "boolean") made.setAttribute(key, String(value));
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A sign of which the name says everything; without a name it says nothing to whoever cannot see it. */
export function sign(what, name, shown) {
  return el(what, name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }, shown);
}

export const $ = (selector, root = document) => root.querySelector(selector);

/** A notice at the foot of the page, read aloud to whoever cannot see it. */
export function notice(sentences, good = true) {
  const box = $("#notices") || document.body.appendChild(el("div", { id: "notices", role: "status", "aria-live": "polite" }));
  if (box.popover !== undefined) {
    box.popover = "manual"; // above dialogs, which lie above everything else
    if (box.matches(":popover-open")) box.hidePopover();
    box.showPopover();
  }
  const one = el(`p.notice${good ? "" : ".bad"}`, {}, el("b", {}, good ? "✓ " : "✕ "), [].concat(sentences).join(" · "));
  box.replaceChildren(one);
  clearTimeout(box.gone);
  box.gone = setTimeout(() => {
    one.remove();
    box.hidePopover?.();
  }, good ? 4000 : 9000);
}

// --- dialogs -------------------------------------------------------------------------------------------------------------------

/** A dialog; gives its body to fill and a function that closes it. */
export function dialog(heading, fill, footer = () => []) {
  const box = el("dialog", { "aria-label": heading });
  const before = document.activeElement; // may be drawn anew meanwhile, and is what whoever has no mouse goes back to
  const close = () => box.close();
  const body = el("div.body");
  box.append(el("header", {}, el("h1", {}, heading), el("button.plain", { onclick: close, "aria-label": t("Close") }, "✕")), body);
  fill(body, close);
  const last = footer(close);
  if (last.length) box.append(el("footer", {}, ...last));
  box.addEventListener("close", () => {
    box.remove();
    (before?.isConnected ? before : $("main button, main a"))?.focus();
  });
  box.addEventListener("click", (event) => event.target === box && close());
  document.body.append(box);
  box.showModal();
  return box;
}

/** A QR code, as the server tells it. */
export function qr(told, label) {
  const root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  root.setAttribute("viewBox", `0 0 ${told.size} ${told.size}`);
  root.setAttribute("class", "qr");
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", label);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", told.path);
  root.append(path);
  return root;
}

/** A small picture for a button. */
export function icon(path) {
  const root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  root.setAttribute("viewBox", "0 0 24 24");
  root.setAttribute("class", "icon");
  root.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  root.append(line);
  return root;
}

// --- the head of a page ---------------------------------------------------------------------------------------------------------

function head() {
  const place = $("#head");
  if (!place) return;
  const links = pages
    .filter((page) => may(page.role))
    .map((page) => el("a", { href: page.path, "aria-current": location.pathname === page.path ? "page" : null }, t(page.name)));
  const choice = el("select", { "aria-label": t("Language"), onchange: (event) => speak(event.target.value) });
  for (const [one, name] of Object.entries(LANGUAGES)) choice.append(el("option", { value: one, selected: one === code() }, name));
  place.replaceChildren(
    el("a.mark", { href: "/", "aria-label": "boardcam" }, el("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }), el("span", {}, "boardcam")),
    el("nav", { "aria-label": t("Pages") }, ...links),
    el("span.role", {}, role === "viewer" ? t("watching") : role === "player" ? t("player") : t("director")),
    choice,
  );
  $("[aria-current]", place)?.scrollIntoView({ block: "nearest", inline: "center" });
  foot();
}

/** Who is filmed, and what he may ask for. */
function foot() {
  const place = $("#foot") || document.body.appendChild(el("footer", { id: "foot" }));
  place.textContent = t("A camera watches this board; pictures and the record stay on this table's computer. Who plays agrees, and may have them deleted.");
}

/** Made ready: words, role, head. Every page calls this first. */
export async function ready() {
  const who = fetch("/api/who", { headers: headers() })
    .then(async (answer) => {
      if (answer.status === 401) {
        localStorage.removeItem("token");
        notice(t("this link is no longer valid; scan the QR code at the table again"), false);
      }
      if (!answer.ok) return fetch("/api/who").then((again) => again.json());
      return answer.json();
    })
    .then((told) => {
      role = told.role;
      pages = told.pages;
      document.documentElement.dataset.role = role;
    })
    .catch(() => {});
  await Promise.all([who, learn(code())]);
  head();
  onLanguage(head);
}
