// Says in words, for those who listen to the page, what has happened since it was last said.

import { byId, el } from "./dom.js";
import { say } from "./words.js";

const KEPT = 6;
let heard = null; // the log's length and last number when it was last said

export function speak(state) {
  const newest = state.log.at(-1)?.n ?? -1;
  const before = heard;
  heard = { newest, asked: state.referee.question?.id ?? null };
  if (before === null) return; // what was there before the page came is to be read, not said
  const since = newest < before.newest ? -1 : before.newest;
  const lines = state.log.filter((line) => line.n > since).map((line) => say(line.text));
  if (heard.asked !== null && heard.asked !== before.asked) lines.push(say(state.referee.question.text));
  const box = byId("spoken");
  box.append(...lines.map((line) => el("p", {}, line)));
  while (box.children.length > KEPT) box.firstChild.remove();
}
