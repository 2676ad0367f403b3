// Sends a command, and says so when it was refused.

import { byId, el } from "./dom.js";
import { announce } from "./speech.js";
import { hold } from "./taps.js";
import { capital, say, t } from "./words.js";

const LINGER = 10000;
let hide = 0;
let roomy = false;

// The page can always be scrolled until nothing is behind what comes up from the bottom.
export function makeRoom() {
  if (roomy) return;
  roomy = true;
  const parts = [...byId("dock").children];
  const room = () => parts.reduce((sum, part) => sum + (part.offsetHeight ? part.offsetHeight + 8 : 0), 0);
  const observer = new ResizeObserver(() => document.documentElement.style.setProperty("--dock", `${room()}px`));
  for (const part of parts) observer.observe(part);
}

export function toast(words, good = false, more = "") {
  clearTimeout(hide);
  makeRoom();
  byId("toast").dataset.good = good ? "yes" : "no";
  const clear = () => byId("toast").replaceChildren();
  byId("toast").replaceChildren(
    el("div", {}, el("p", {}, words), more && el("p", { class: "code" }, more)),
    el("button", { type: "button", class: "button", on: { click: clear } }, t("close")));
  hide = setTimeout(clear, LINGER);
}

// The game as this page shows it: what depends on it must not be done to another one.
let seen = { stamp: undefined, inTurn: false, version: undefined };
let awaited = []; // [{version, done}]: what is to be shown, and whom to tell when it is
const STAMPED = new Set(["undo", "correct", "next", "new"]);

export function noteState({ stamp, game, version }) {
  seen = { stamp, inTurn: game !== null && game.to_play !== null, version };
  awaited = awaited.filter((one) => version < one.version || one.done());
}

// What an answered command did is shown; at once on a page that follows nothing.
const shown = ({ version }) => new Promise((done) => {
  if (version === undefined || seen.version === undefined || seen.version >= version) done();
  else {
    awaited.push({ version, done });
    window.dispatchEvent(new Event("awaited"));
  }
});

async function post(name, args, at, tries = 2) {
  try {
    const answer = await fetch(`${at}/${name}`, {
      method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(args),
    });
    return await answer.json();
  } catch {
    if (tries > 1) return post(name, args, at, tries - 1); // done once by its mark, even if it is the answer that was lost
    return { ok: false, text: null };
  }
}

// Send a command and return its answer {ok, text, code}; when it was quiet, the caller says what became of it. Until what
// it did is shown, no other is given.
export async function send(name, args = {}, { quiet = false, at = "/command" } = {}) {
  const once = `${Date.now().toString(36)} ${Math.random().toString(36).slice(2)}`;
  const stamped = STAMPED.has(name) || (name === "play" && seen.inTurn) ? { stamp: seen.stamp } : {};
  const answering = post(name, { once, ...stamped, ...args }, at);
  hold(answering.then(shown));
  const answer = await answering;
  if (answer.ok && !answer.text) byId("toast").replaceChildren();
  else if (!quiet) tell(answer);
  return answer;
}

function tell(answer) {
  const words = answer.text ? capital(say(answer.text)) : t("no_answer");
  toast(words, answer.ok);
  announce(words);
}
