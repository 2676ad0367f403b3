// The page of a race: one big button a player; the phone may show one's own alone.

import { byId, el, part } from "./dom.js";
import { pressing } from "./press.js";
import { capital, say, t } from "./words.js";

const PHASES = { waiting: "race_waiting", arming: "race_arming", armed: "race_armed", running: "race_go", over: "race_over" };
const DOWN = 140; // ms that a button looks pressed
const PAUSE = 1000; // ms before a table that did not answer is asked again

const PHONE = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join(""); // counts this phone among those that follow

let shown = { n: -1, phase: "waiting", seats: [], lines: [], fared: [], missing: 0 };
let mine = null;

const post = (path, body) => fetch(path, { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body) }).then((answer) => stale(!answer.ok), () => stale(true));

const stale = (is) => {
  byId("stale").textContent = is ? t("race_lost") : "";
};

function push(button) {
  const key = byId("buttons").querySelector(`[data-button="${button}"]`);
  key?.classList.add("down");
  setTimeout(() => key?.classList.remove("down"), DOWN);
  navigator.vibrate?.(20);
  post("press", { button });
}

const key = ({ button, name, wins }) => el("button", { type: "button", class: "press", "data-button": button, "data-mode": "off",
  "aria-label": name, on: pressing(() => push(button)) }, el("span", { class: "number" }, button.split(" ")[1]),
el("span", { class: "name" }, `${name} · ${wins}`));

const drawKeys = part((seats) => {
  byId("buttons").dataset.alone = seats.length === 1 ? "yes" : "no";
  byId("buttons").replaceChildren(...seats.map(key));
});

const list = (id) => part((lines) => {
  byId(id).hidden = !lines.length;
  byId(id).querySelector("ol").replaceChildren(...lines.map((line) => el("li", {}, say(line))));
});
const drawLines = list("story");
const drawFared = list("fared");

const choice = byId("which").querySelector("select");
const drawChoice = part((seats) => {
  choice.replaceChildren(...[["", t("race_all")], ...seats].map(([button, words]) => el("option", { value: button }, words)));
  choice.value = mine ?? "";
});

choice.onchange = () => {
  mine = choice.value || null;
  draw();
};

function draw() {
  const { phase, seats, lines, missing, winner, fared } = shown;
  byId("signal").dataset.phase = phase;
  byId("signal").textContent = missing ? t("race_missing", { count: missing }) : (phase === "over" && capital(say(winner))) || t(PHASES[phase]);
  drawKeys(seats.filter(({ button }) => mine === null || button === mine).map(({ button, name, wins }) => ({ button, name, wins })));
  for (const { button, pressed } of seats) {
    const element = byId("buttons").querySelector(`[data-button="${button}"]`);
    if (element) element.dataset.mode = pressed ? "on" : "off";
  }
  drawLines(lines);
  drawFared(fared);
  byId("begin").hidden = phase !== "waiting";
  byId("begin").textContent = t(missing ? "race_begin_now" : "race_begin");
  byId("which").hidden = seats.length < 2 || phase === "over";
  byId("buttons").hidden = phase === "over";
  drawChoice(seats.map(({ button, name }) => [button, t("race_only", { name })]));
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`state.json?after=${shown.n}&phone=${PHONE}`);
      shown = await answer.json();
      stale(false);
      draw();
    } catch {
      stale(shown.phase !== "over"); // a match that is over ends its page too
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

byId("begin").onclick = () => post("begin", {});
document.addEventListener("keydown", (event) => {
  const seat = shown.seats.find(({ button }) => button.endsWith(event.key));
  if (seat && /^[1-5]$/.test(event.key) && !event.repeat) push(seat.button);
});
follow();
