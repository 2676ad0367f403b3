// What the games' parts share.

import { el } from "../dom.js";
import { capital, has, say, t } from "../words.js";

// The stylesheet that lies beside a game's part.
export function style(module) {
  const href = module.replace(/\.js$/, ".css");
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(el("link", { rel: "stylesheet", href }));
}

export const choiceWords = (game) => (option, value) => {
  const key = `${game}_choice_${option}_${value}`;
  return has(key) ? t(key) : value;
};

// Draws again only when what is shown has changed; returns the update of a board.
export function whenChanged(draw) {
  let shown = "";
  return (game, referee, host) => {
    const now = JSON.stringify([game, referee.state, referee.slots, referee.seen, host]);
    if (now === shown) return;
    shown = now;
    draw(game, referee, host);
  };
}

export const asked = (referee) => (referee.state === "mismatch" || referee.state === "question" ? referee.slots : []);
export const numbers = (least, most) => Array.from({ length: most - least + 1 }, (_, n) => [String(least + n), String(least + n)]);

export const person = (game, seat) => game.seats[seat].name ?? say(game.seats[seat].title);
export const people = (game, seats) => seats.map((seat) => [String(seat), capital(person(game, seat))]);
