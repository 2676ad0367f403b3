// A game again, move by move: the board as it stood, by slider, buttons, keys or a tap on a move.

import { send } from "./commands.js";
import { writeDates } from "./dates.js";
import { byId, el } from "./dom.js";
import { partOf } from "./parts.js";
import { close, open } from "./sheet.js";
import { ready } from "./taps.js";
import { capital, page, say, t } from "./words.js";

const PACE = 1200; // ms a move when it plays by itself
const { lines, number } = page.game;
const LAST = lines.length - 1;
const ASIDE = { state: "ready", slots: [], seen: {}, question: null }; // what the boards ask of the referee
// Who looks, as the boards take it: nobody plays here.
const looker = () => ({ seat: eyes === "spectator" ? null : Number(eyes), host: false, mine: eyes === "spectator" ? [] : [Number(eyes)], taps: false, correcting: false });

let board = null;
let seen = new Map(); // the steps that are here, as the chosen eyes see them
let eyes = "spectator";
let now = 0;
let playing = 0;

async function step(n) {
  const mine = seen;
  if (!mine.has(n)) {
    const answer = await fetch(`/history/${number}/steps.json?eyes=${eyes}&first=${n}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    for (const one of await answer.json()) mine.set(one.n, one.game);
  }
  return mine.get(n);
}

function tell(n) {
  const line = lines[n];
  const words = capital(say(line.text));
  byId("line").replaceChildren(el("b", {}, t("replay_of", { n, last: LAST })), " ", words);
  byId("line").dataset.kind = line.kind;
  byId("slider").value = n;
  byId("slider").setAttribute("aria-valuetext", `${t("replay_of", { n, last: LAST })}: ${words}`);
  for (const button of document.querySelectorAll("[data-n]")) {
    const here = Number(button.dataset.n) === n;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here) nearby(button);
  }
  for (const [name, end] of [["first", 0], ["back", 0], ["on", LAST], ["last", LAST]]) {
    document.querySelector(`[data-step="${name}"]`).disabled = n === end;
  }
  history.replaceState(null, "", `#${n}`);
}

// Scroll the list alone: the page stays where the reader has it.
function nearby(button) {
  const list = button.closest("ol");
  list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
}

const points = (game) => game.seats.map((seat, n) => `${capital(seat.name ?? say(seat.title))} ${game.scores[n]}`).join(" · ");

async function show(n) {
  now = Math.min(Math.max(n, 0), LAST);
  const wanted = now;
  const eyesThen = eyes;
  tell(now);
  try {
    const game = await step(now);
    if (wanted !== now || eyesThen !== eyes) return; // overtaken
    board.update(game, ASIDE, false, looker());
    byId("points").replaceChildren(points(game));
    if (now + 1 <= LAST) step(now + 1).catch(() => {}); // the next ones, before they are wanted
  } catch {
    stop();
    byId("points").replaceChildren(t("no_answer"));
  }
}

function stop() {
  clearInterval(playing);
  playing = 0;
  pressed(false);
}

function pressed(on) {
  const button = document.querySelector('[data-step="play"]');
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", t(on ? "replay_pause" : "replay_play"));
}

function play() {
  if (playing) {
    stop();
    return;
  }
  if (now === LAST) show(0);
  pressed(true);
  playing = setInterval(() => (now < LAST ? show(now + 1) : stop()), PACE);
}

const STEPS = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => LAST };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

function go(name) {
  stop();
  show(STEPS[name]());
}

function wireSteps() {
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => (button.dataset.step === "play" ? play() : go(button.dataset.step)));
  }
  byId("slider").addEventListener("input", (event) => {
    stop();
    show(Number(event.target.value));
  });
  for (const button of document.querySelectorAll("[data-n]")) {
    button.addEventListener("click", () => {
      stop();
      show(Number(button.dataset.n));
    });
  }
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.target.closest("input, select, textarea, dialog, ol") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(KEYS[event.key]);
  });
  byId("eyes")?.addEventListener("change", (event) => {
    eyes = event.target.value;
    seen = new Map();
    show(now);
  });
}

// Erased is erased: it is asked twice.
function askErase() {
  const sure = () => open(t("erase_sure"), el("p", { class: "big" }, t("erase_no_way_back")), el("div", { class: "answers" },
    el("button", { type: "button", class: "button danger", on: { click: erase } }, t("erase_yes")),
    el("button", { type: "button", class: "button", on: { click: close } }, t("keep"))));
  open(t("erase_title"), el("p", { class: "big" }, t("erase_what")), el("div", { class: "answers" },
    el("button", { type: "button", class: "button", on: { click: sure } }, t("erase_go_on")),
    el("button", { type: "button", class: "button primary", on: { click: close } }, t("keep"))));
}

async function erase() {
  close();
  const answer = await send("erase", { game: number });
  if (answer.ok) location.replace("/history/");
}

async function begin() {
  writeDates();
  byId("erase")?.addEventListener("click", askErase);
  if (!lines.length) {
    ready();
    return;
  }
  const module = await partOf(page.game.name);
  board = module.create(() => {}, async () => false);
  byId("board").replaceChildren(board.element);
  if (board.hand) byId("hand").replaceChildren(board.hand);
  wireSteps();
  ready();
  show(location.hash ? Number(location.hash.slice(1)) || 0 : LAST);
}

begin();
