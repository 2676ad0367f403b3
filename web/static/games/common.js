// What the games' parts share.

import { el } from "../dom.js";
import { moving } from "../motion.js";
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

// Draws again only when what is shown has changed, and lets pieces glide there; returns the update of a board.
export function whenChanged(draw, container = null) {
  let shown = "";
  return (game, referee, host, me) => {
    const now = JSON.stringify([game, referee.state, referee.slots, referee.seen, host, me]);
    if (now === shown) return;
    shown = now;
    if (container) moving(container, () => draw(game, referee, host, me));
    else draw(game, referee, host, me);
  };
}

// Whether this phone's taps on the board play for whoever's turn it is.
export const playsNow = (game, me) => Boolean(me?.taps && !game.outcome && me.mine.includes(game.to_play));

// What a player may do comes and goes with the turns: its place stays, as high as it was, so that nothing below it moves.
export function fillOwn(element, parts, me) {
  const stays = Boolean(me?.taps && me.seat !== null);
  element.classList.toggle("stays", stays);
  element.hidden = parts.length === 0 && !stays;
  element.replaceChildren(...(parts.length || !stays ? parts : [el("p", { class: "quiet" }, t("wait_turn"))]));
  if (!stays || element.querySelector("[aria-expanded=true]")) return;
  element.style.minHeight = `${Math.max(element.offsetHeight, parseFloat(element.style.minHeight) || 0)}px`;
}

export const asked = (referee) => (referee.state === "mismatch" || referee.state === "question" ? referee.slots : []);
export const numbers = (least, most) => Array.from({ length: most - least + 1 }, (_, n) => [String(least + n), String(least + n)]);

export const person = (game, seat) => game.seats[seat].name ?? say(game.seats[seat].title);
export const people = (game, seats) => seats.map((seat) => [String(seat), capital(person(game, seat))]);
