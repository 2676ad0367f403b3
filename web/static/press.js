// Sends presses of the panel's buttons: at once, and those of one device in the order in which they were made.

import { toast } from "./commands.js";
import { capital, say, t } from "./words.js";

const waiting = [];
let sending = false;

async function pump() {
  if (sending || !waiting.length) return;
  sending = true;
  const now = performance.now();
  const presses = waiting.splice(0).map(({ button, at }) => ({ button, ms_ago: Math.max(0, now - at) }));
  try {
    const answer = await fetch("/panel/press", { method: "POST", keepalive: true,
      headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify({ presses }) });
    const told = await answer.json();
    if (!told.ok) toast(capital(say(told.text)) || t("no_answer"));
  } catch {
    toast(t("panel_not_sent")); // not tried again: a press that comes late would be a lie
  }
  sending = false;
  pump();
}

// `at` is when it was pressed, by the page's own clock.
export function press(button, at) {
  waiting.push({ button, at });
  navigator.vibrate?.(20);
  pump();
}

// What an element needs so that any number of fingers may press it, a keyboard and a screen reader too.
export const pressing = (done) => ({
  pointerdown: (event) => {
    event.preventDefault();
    done(event.timeStamp);
  },
  click: (event) => event.detail === 0 && done(performance.now()),
  contextmenu: (event) => event.preventDefault(),
});
