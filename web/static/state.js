// Parts of the state that the phones' page and the television show alike.

import { el } from "./dom.js";
import { capital, say, t } from "./words.js";

const STATES = { idle: "state_idle", question: "state_question", mismatch: "state_mismatch", over: "state_over", lost: "state_lost" };

// One line, always as high: what it means for the players is said elsewhere.
export const refereeWords = (referee) => (referee.state in STATES ? t(STATES[referee.state]) : capital(say(referee.text)));

export const playerName = (game, seat) => game.seats[seat].name ?? say(game.seats[seat].title);

export function scoreLine(game, seat, module) {
  const points = game.scores[seat];
  return el("li", { "aria-current": game.to_play === seat ? "true" : null },
    el("span", { class: "marks" }, ...(module?.marks(game, seat) ?? [])), el("span", { class: "name" }, capital(playerName(game, seat))),
    el("span", { class: "points", "aria-label": t("points", { points }), role: "img" }, String(points)));
}
