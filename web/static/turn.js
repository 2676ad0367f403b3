// The banner: whose turn it is, to be read from across the table.

import { el, part } from "./dom.js";
import { capital, say, t } from "./words.js";

const LONG = 15; // letters that fit in one line at full size

const who = (words, kind = "") => el("p", { class: `who ${words.length > LONG ? "long" : ""} ${kind}` }, words);
const noted = (note) => note && el("p", { class: "note" }, capital(note));
const said = (...content) => el("div", { class: "said" }, ...content);

function banner(game, host, yours, module) {
  if (!game) return [said(who(t("no_game")), noted(t(host ? "no_game_host" : "no_game_others")))];
  const marks = (seats) => el("div", { class: "marks" }, ...seats.flatMap((seat) => module?.marks(game, seat) ?? []));
  if (game.outcome) return [marks(game.outcome.winners), said(who(capital(say(game.outcome.text)), "outcome"))];
  const note = module?.note(game);
  if (game.to_play === null) return [said(who(capital(module?.headline(game) || t("no_turn"))), noted(note))];
  const { name, title } = game.seats[game.to_play];
  return [el("div", { class: "marks" }, ...(module?.turnMarks(game) ?? [])),
    said(who(yours ? t("your_turn") : capital(t("plays", { player: name ?? say(title) }))), noted(note))];
}

const draw = part((game, host, yours, box, module) => {
  delete box().dataset.empty;
  box().dataset.yours = yours ? "yes" : "no";
  box().style.setProperty("--tone", (game && module()?.tone(game)) || "var(--neutral)");
  box().querySelector(".banner").replaceChildren(...banner(game, host, yours, module()));
  const words = box().querySelector(".said"); // two lines with two lines below them are too much at full size
  const room = box().clientHeight - 2 * parseFloat(getComputedStyle(box()).paddingTop);
  if (words.offsetHeight > room) words.querySelector(".who").classList.add("long");
});

export function showTurn(box, { game, host, you }, renderer) {
  const yours = Boolean(game && !game.outcome && you && you.seat !== null && game.to_play === you.seat);
  draw(game, host, yours, () => box, () => renderer?.module);
}
