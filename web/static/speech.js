// Says in words, for those who listen to the page, what has happened since it was last said.

import { byId, el } from "./dom.js";
import { say } from "./words.js";

const KEPT = 6;
let before = null; // {lines, asked} as it was last heard

// The log's oldest lines fall away, so what is new is what follows the longest tail that both logs have.
function newLines(old, lines) {
  for (let start = 0; start <= old.length; start += 1) {
    const tail = old.slice(start);
    if (tail.length <= lines.length && tail.every((line, n) => line === lines[n])) return lines.slice(tail.length);
  }
  return lines;
}

export function speak(state) {
  const now = { lines: state.log.map((line) => say(line.text)), asked: state.referee.question?.id ?? null };
  const then = before;
  before = now;
  if (then === null) return; // what was there before the page came is to be read, not said
  const said = newLines(then.lines, now.lines);
  if (now.asked !== null && now.asked !== then.asked) said.push(say(state.referee.question.text));
  const box = byId("spoken");
  box.append(...said.map((line) => el("p", {}, line)));
  while (box.children.length > KEPT) box.firstChild.remove();
}
