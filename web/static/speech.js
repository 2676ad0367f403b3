// Says in words what has happened since it was last said: to those who listen to the page, and aloud where that is wanted.

import { byId, el } from "./dom.js";
import { wants } from "./phone.js";
import { capital, page, say, t } from "./words.js";

const KEPT = 6;
const CHANGES = ["fault", "lost", "differs", "asks", "over"]; // said once, when they begin
const BUZZ = { refusal: [180, 80, 180], question: [60, 60, 60] };
let before = null; // as it was last heard

// The log's oldest lines fall away, so what is new is what follows the longest tail that both logs have.
function newLines(old, lines) {
  for (let start = 0; start <= old.length; start += 1) {
    const tail = old.slice(start);
    if (tail.length <= lines.length && tail.every((line, n) => line === lines[n])) return lines.slice(tail.length);
  }
  return lines;
}

export function announce(...sentences) {
  const box = byId("spoken");
  if (!box) return; // a page that nobody follows
  box.append(...sentences.map((words) => el("p", {}, capital(words))));
  while (box.children.length > KEPT) box.firstChild.remove();
}

export const canSpeak = "speechSynthesis" in window;

export function speakAloud(...sentences) {
  if (!canSpeak || !wants("voice", false)) return;
  const voice = new SpeechSynthesisUtterance(sentences.join(". "));
  voice.lang = page.lang === "fr" ? "fr-FR" : "en-GB";
  speechSynthesis.cancel(); // what is true now matters more than what was
  speechSynthesis.speak(voice);
}

export function buzz(kind) {
  if (wants("buzz", true) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ[kind]);
}

const heard = (state) => ({
  lines: state.log.map((line) => say(line.text)),
  asked: state.referee.question?.id ?? null,
  refused: state.refusal && say(state.refusal.text),
  fault: say(state.referee.fault),
  lost: state.referee.state === "lost" ? say(state.referee.text) : "",
  differs: state.referee.state === "mismatch" && !state.refusal ? say(state.referee.text) : "",
  asks: state.takeback ? t("takeback_asks", { player: state.takeback.name || t("somebody") }) : "",
  over: state.game?.outcome ? say(state.game.outcome.text) : "",
});

export function speak(state) {
  const now = heard(state);
  const then = before;
  before = now;
  if (then === null) return; // what was there before the page came is to be read, not said
  const said = newLines(then.lines, now.lines);
  const asked = now.asked !== null && now.asked !== then.asked ? say(state.referee.question.text) : "";
  const refused = now.refused && now.refused !== then.refused ? now.refused : "";
  const others = CHANGES.map((kind) => (now[kind] !== then[kind] ? now[kind] : "")).filter(Boolean);
  announce(...said, ...(asked ? [asked] : []), ...others);
  if (refused) buzz("refusal");
  else if (asked) buzz("question");
  const loud = [refused && `${t("refused")}. ${refused}`, asked, ...others].filter(Boolean);
  if (loud.length) speakAloud(...loud);
}
