// The panel in the browser: each press is sent at once, and the lights are shown as the panel has them.

import { noteState, send } from "./commands.js";
import { follow } from "./connection.js";
import { byId, el, part } from "./dom.js";
import { livenessShown } from "./liveness.js";
import { remember, wants } from "./phone.js";
import { press, pressing } from "./press.js";
import { allow, play, sounding, switchSound, touched } from "./sounds.js";
import { playerName } from "./state.js";
import { hold } from "./taps.js";
import { callByName, capital, page, say, t } from "./words.js";

const REFEREE = { green: "panel_green", amber: "panel_amber", red: "panel_red" };
const MODES = { on: "panel_on", off: "panel_off", blink: "panel_blink" };
const PHASES = { arming: "panel_arming", armed: "panel_armed", running: "panel_running" };
const DOWN = 140; // ms that a button looks pressed
const PLAYERS = 5;
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

let state = null;
let heard = null; // the number of the last sound that was begun

// The button answers the finger; what it means, the lights show.
function push(button, at) {
  const key = byId("buttons").querySelector(`[data-button="${button}"]`);
  key?.classList.add("down");
  setTimeout(() => key?.classList.remove("down"), DOWN);
  press(button, at);
}

// What is shown

const modeWords = (mode) => t(MODES[mode]);
const numberOf = (button) => Number(button.split(" ")[1]);
const nameOf = (game, number) => (game && number <= game.seats.length ? capital(playerName(game, number - 1)) : "");

const showLamps = part((lamps) => byId("lamps").replaceChildren(...Object.entries(REFEREE).map(([lamp, words]) => el("div", {
  class: "lamp", "data-lamp": lamp, "data-mode": lamps[lamp], role: "img", "aria-label": `${t(words)}: ${modeWords(lamps[lamp])}`,
}, el("span", { class: "bulb" }), t(words)))));

function key(game, button, mode) {
  const stop = button === "stop";
  const words = stop ? t("panel_stop") : nameOf(game, numberOf(button)) || `${numberOf(button)}`;
  return el("button", { type: "button", class: `press ${stop ? "stop" : ""}`, "data-button": button, "data-mode": mode, "data-free": true,
    "aria-label": stop ? words : `${words}: ${modeWords(mode)}`, on: pressing((at) => push(button, at)) }, el("span", { class: "number" }, stop ? words : String(numberOf(button))),
  !stop && nameOf(game, numberOf(button)) && el("span", { class: "name" }, words));
}

const mayAll = ({ host }) => host;
const seatOf = ({ you }) => you?.seat ?? null;
const showsAll = (now) => mayAll(now) && (seatOf(now) === null || wants("all buttons", false));

// The buttons that this phone may press; made anew only when they are others, so that no finger loses its own.
const showKeys = part((game, names, alone) => {
  byId("buttons").dataset.alone = alone ? "yes" : "no";
  byId("buttons").replaceChildren(...names.map((name) => key(state.game, name, "off")));
});

function showModes(lamps) {
  for (const element of byId("buttons").children) {
    const mode = lamps[element.dataset.button] ?? "off";
    if (element.dataset.mode === mode) continue;
    element.dataset.mode = mode;
    if (element.dataset.button !== "stop") element.setAttribute("aria-label", `${nameOf(state.game, numberOf(element.dataset.button)) || numberOf(element.dataset.button)}: ${modeWords(mode)}`);
  }
}

function signalOf(now) {
  const [phase, words, more] = statusOf(now);
  return now.panel?.note ? ["refused", words, capital(say(now.panel.note))] : [phase, words, more];
}

function statusOf({ game, referee, panel }) {
  const race = panel?.race;
  if (!game) return ["", t("panel_no_game"), ""];
  if (referee.question) return ["asked", say(referee.question.text), ""];
  if (race?.idle) return ["idle", t("panel_idle"), ""];
  if (race && race.phase !== "over") {
    const held = race.phase === "arming" && race.held.length ? t("panel_held", { players: race.held.map((seat) => nameOf(game, seat + 1)).join(", ") }) : "";
    return [race.phase, t(PHASES[race.phase]), held || (race.phase === "running" ? "" : capital(say(game.view.question?.text ?? null)))];
  }
  if (game.outcome) return ["over", capital(say(game.outcome.text)), ""];
  const asked = game.view.question?.text;
  const turn = game.to_play === null ? "" : capital(t("plays", { player: playerName(game, game.to_play) }));
  return [game.view.frozen ? "stop" : "", capital(asked ? say(asked) : turn || say(referee.text)), referee.state === "ready" ? "" : say(referee.text)];
}

const showSignal = part((phase, words, more) => {
  byId("signal").dataset.phase = phase;
  byId("signal").replaceChildren(words, ...(more ? [el("span", { class: "quietly" }, more)] : []));
});

// What the taps mean has changed; the panel's own buttons are there all the time.
const showNews = part(() => hold());

const showAsked = part((question, may, watching) => byId("asked").replaceChildren(...(watching ? [el("a", { class: "button primary", href: "/#join" }, t("panel_join"))] : question && may ? question.answers.map(({ id, text }, index) => el("button", {
  type: "button", class: `button ${index === 0 ? "primary" : ""}`, on: { click: () => send("answer", { question: question.id, answer: id }) },
}, capital(say(text)))) : [])));

// A sound is played once, and none that was begun before this page was there.
function hear(sound) {
  const number = sound?.n ?? 0;
  if (heard !== null && number > heard) play(sound.name);
  heard = number;
}

const showSound = part((on, ready) => {
  byId("sound").hidden = false;
  byId("sound").setAttribute("aria-pressed", String(on));
  byId("sound").replaceChildren(t(!on ? "panel_sound_off" : ready ? "panel_sound_on" : "panel_sound_tap"));
});

async function touch() {
  await allow();
  showSound(sounding(), touched());
}

const showStory = part((told) => {
  const { places, early, absent } = told ?? { places: [], early: [], absent: [] };
  const name = (seat) => nameOf(state.game, seat + 1);
  const line = ({ seat, ms, phone, place, sure }, index) => el("li", {}, el("span", {}, t("panel_place", { place, player: name(seat) }), phone && el("span", { class: "tag" }, t("panel_by_phone")), sure === false && el("span", { class: "tag" }, t("panel_not_sure"))),
    el("span", {}, index === 0 ? `${Math.round(ms)} ms` : `+${(ms - places[0].ms).toLocaleString(page.lang, ONE_DIGIT)} ms`));
  byId("story").hidden = !told;
  byId("story").querySelector("ol").replaceChildren(...places.map(line), ...early.map((seat) => el("li", {}, t("panel_early", { player: name(seat) }))),
    ...absent.map((seat) => el("li", {}, t("panel_absent", { player: name(seat) }))));
});

const showWhich = part((may, all) => {
  byId("which").hidden = !may;
  byId("which").replaceChildren(t(all ? "panel_mine" : "panel_all"));
});

const showFaults = part((faults) => {
  byId("faults").hidden = !faults.length;
  byId("faults").querySelector("ul").replaceChildren(...faults.map((text) => el("li", {}, capital(say(text)))));
});

function draw(now) {
  noteState(now);
  const { game, panel, referee } = now;
  const seat = seatOf(now);
  const count = game ? Math.min(PLAYERS, game.seats.length) : PLAYERS;
  const all = showsAll(now);
  callByName(game ? game.seats.filter((each) => each.name).map((each) => [each.title[page.lang], each.name]) : []);
  const names = [...(all ? Array.from({ length: count }, (_, n) => `player ${n + 1}`) : seat !== null && seat < PLAYERS ? [`player ${seat + 1}`] : []),
    ...(all || (seat !== null && panel?.stop.includes(seat)) ? ["stop"] : [])];
  const lamps = panel?.lamps ?? {};
  showLamps(Object.fromEntries(Object.keys(REFEREE).map((lamp) => [lamp, lamps[lamp] ?? "off"])));
  showKeys(game?.seats.map((each) => each.name ?? each.title) ?? null, names, !all);
  showModes(lamps);
  showSignal(...(names.length || referee.question || !game ? signalOf(now) : ["", t("panel_watch"), ""]));
  showNews(referee.question?.id ?? null);
  showAsked(referee.question, now.host || seat !== null, !now.host && seat === null);
  showStory(panel?.story ?? null);
  showWhich(mayAll(now) && seat !== null, all);
  showFaults(now.host ? panel?.faults ?? [] : []);
}

function show(now) {
  state = now;
  hear(now.panel?.sound);
  draw(now);
}

byId("which").addEventListener("click", () => {
  remember("all buttons", !wants("all buttons", false));
  if (state) draw(state);
});
byId("sound").addEventListener("click", () => {
  if (touched() || !sounding()) switchSound(); // else the tap itself allows what was wanted all the time
  touch();
});
for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, ({ target }) => target === byId("sound") || touch());
showSound(sounding(), touched());
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = event.key.toLowerCase() === "s" ? "stop" : `player ${event.key}`;
  if (byId("buttons").querySelector(`[data-button="${button}"]`)) push(button, event.timeStamp);
});
follow(show, livenessShown());
