// Mito on the page: the open card, the pile, and each player's hand as far as everybody may know it.

import { el, svg } from "../dom.js";
import { capital, say, t } from "../words.js";
import { asked, choiceWords, numbers, people, person, style, whenChanged } from "./common.js";
import { letter } from "./symbols.js";

const KINDS = ["n", "s", "m", "c", "a", "x"];
const VALUES = 5;
const LIMITS = { grey: 43, action: 20, mito: 8 };
const MOST_CARDS = 71;
const FAN = 14; // cards of a hand that are drawn

const cardWords = (card) => t(`mito_card_${card[0]}`, { value: card[1] });
const seats = (game) => game.view.players.map((_, seat) => seat);
const others = (game, ...without) => seats(game).filter((seat) => !without.includes(seat));
const code = (seat) => `p${Number(seat) + 1}`;
const guards = ({ view }) => view.guard;

export const table = (game) => ({ top: game.view.top });
export const pieceName = cardWords;
export const slotName = () => t("mito_top");
export const tone = () => null;
export const marks = (game, seat) => [letter(String(seat + 1))];
export const turnMarks = (game) => marks(game, game.to_play);
export const headline = ({ view }) => (view.question ? say(view.question.text) : t(`mito_phase_${view.phase}`));
export const hint = () => t("mito_hint");
export const choiceTitle = choiceWords("mito");

export function note(game) {
  const { round, rounds, question } = game.view;
  return [question?.race && t(`mito_race_${question.race}`), t("mito_guard_is", { player: capital(person(game, guards(game))) }),
    rounds > 1 && t("mito_round_of", { round, rounds })].filter(Boolean).join(" · ");
}

// What the host may tell

const cardField = (cards) => ({ name: "card", title: t("mito_card"), choices: cards.map((card) => [card, capital(cardWords(card))]) });
const kindField = (kinds) => ({ name: "kind", title: t("mito_kind"), choices: kinds.map((kind) => [kind, t(`mito_kind_${kind}`)]) });
const valueField = () => ({ name: "value", title: t("mito_value"), choices: numbers(1, VALUES) });
const who = (game, among, name = "who", title = t("mito_who")) => ({ name, title, choices: people(game, among) });

function turnExtras(game) {
  const { turn, top } = game.view;
  const value = Number(top[1]);
  const fitting = [value === 1 ? VALUES : value - 1, (value % VALUES) + 1];
  const kinds = KINDS.filter((kind) => kind !== "x" || turn === guards(game));
  return [
    { title: t("mito_tell_play"), fields: [cardField(fitting.flatMap((number) => kinds.map((kind) => `${kind}${number}`)))],
      action: ({ card }) => `play ${code(turn)} ${card}` },
    { title: t("mito_tell_draw", { player: person(game, turn) }), action: `draw ${code(turn)}` },
  ];
}

const giving = (game, givers) => ({ title: t("mito_tell_give"),
  fields: [...(givers.length > 1 ? [who(game, givers, "from", t("mito_giver"))] : []),
    who(game, givers.length > 1 ? seats(game) : others(game, ...givers), "to", t("mito_taker"))],
  action: ({ from = givers[0], to }) => `give ${code(from)} ${code(to)}` });

const keeping = (game, givers) => (givers.length > 1
  ? { title: t("mito_tell_keep"), fields: [who(game, givers)], action: (values) => `keep ${code(values.who)}` }
  : { title: t("mito_tell_keep"), action: `keep ${code(givers[0])}` });

function throwing(game, throwers) {
  const value = game.view.top[1];
  const kinds = game.options.cockroach_cards === "number only" ? ["n"] : KINDS.slice(0, -1);
  return { title: t("mito_tell_throw"), fields: [who(game, throwers), cardField(kinds.map((kind) => `${kind}${value}`))],
    action: ({ card, ...told }) => `throw ${code(told.who)} ${card}` };
}

function answers(game) {
  const { question } = game.view;
  const open = question.seats;
  const real = game.view.mode === "table";
  switch (question.kind) {
    case "accusation": return ["guilty", "innocent"].map((word) => ({
      title: t(`mito_tell_${word}`, { player: person(game, open[0]) }), action: `${word} ${code(open[0])}` }));
    case "mosquito": return [...open.map((seat) => ({
      title: t("mito_tell_slap", { player: person(game, seat) }), action: `slap ${code(seat)}` })),
    { title: t("mito_tell_slap_nobody"), action: "slap nobody" }];
    case "cockroach": return [...(real ? [throwing(game, open)] : []), { title: t("mito_tell_throw_nobody"), action: "throw nobody" }];
    default: return real && open.length ? [giving(game, open), keeping(game, open)] : [];
  }
}

function anytime(game) {
  const { frozen, out, mode, players } = game.view;
  const told = [];
  if (!frozen && out === null) {
    told.push({ title: t("mito_tell_stop"), fields: [who(game, others(game, guards(game)), "who", t("mito_accused"))],
      action: (values) => `stop ${code(guards(game))} ${code(values.who)}` });
  }
  if (mode !== "table") return told;
  if (!frozen) told.push({ title: t("mito_tell_out"), fields: [who(game, seats(game))], action: (values) => `out ${code(values.who)}` });
  told.push({ title: t("mito_tell_count"), fields: [who(game, seats(game)),
    { name: "cards", title: t("mito_hand"), least: 1, most: MOST_CARDS, now: Math.min(...players.map((player) => player.most)) || 1 }],
  action: ({ cards, ...told }) => `count ${code(told.who)} ${cards}` });
  return told;
}

export function extras(game) {
  const { phase, mode, question, players } = game.view;
  if (phase === "play") return [...(question ? answers(game) : mode === "table" ? turnExtras(game) : []), ...anytime(game)];
  if (mode !== "table") return [];
  if (phase === "deal") return [{ title: t("mito_tell_deal"), fields: [kindField(KINDS), valueField()], action: ({ kind, value }) => `deal ${kind}${value}` }];
  const counting = seats(game).filter((seat) => players[seat].tally === null);
  const fields = Object.entries(LIMITS).map(([name, most]) => ({ name, title: t(`mito_left_${name}`), most }));
  return phase === "score" ? [{ title: t("mito_tell_tally"), fields: [who(game, counting), ...fields],
    action: ({ grey, action, mito, ...told }) => `tally ${code(told.who)} ${grey},${action},${mito}` }] : [];
}

// Pictures

const LEGS = "M-5-6L-22-16M5-6L22-16M-6 0H-25M6 0H25M-5 6L-22 18M5 6L22 18";
const PICTURES = {
  n: () => [svg("path", { d: "M-12-22H12L22 8H-22zM-2.500 8H2.500V24H-2.500zM-12 24H12V28H-12z", class: "solid" })],
  s: () => [svg("path", { d: `${LEGS}M-6-10L-14-26M6-10L14-26` }), svg("circle", { r: 13, cy: 4, class: "solid" }), svg("circle", { r: 7, cy: -12, class: "solid" })],
  m: () => [svg("ellipse", { rx: 8, ry: 20, cx: -15, cy: -2, transform: "rotate(28)" }), svg("ellipse", { rx: 8, ry: 20, cx: 15, cy: -2, transform: "rotate(-28)" }),
    svg("path", { d: "M0-12V24M0-18V-32" }), svg("circle", { r: 6, cy: -14, class: "solid" })],
  c: () => [svg("path", { d: `${LEGS}M-3-18C-6-28-14-30-20-29M3-18C6-28 14-30 20-29` }), svg("ellipse", { rx: 13, ry: 21, class: "solid" }), svg("path", { d: "M0-12V20", class: "gap" })],
  a: () => [svg("path", { d: `${LEGS}M-2-20L-10-31M2-20L10-31` }), svg("circle", { r: 7, cy: -16, class: "solid" }), svg("circle", { r: 6, class: "solid" }), svg("ellipse", { rx: 9, ry: 12, cy: 17, class: "solid" })],
  x: () => [svg("path", { d: "M0-8C-10-30-34-28-30-10C-28 2-12 6 0 2C12 6 28 2 30-10C34-28 10-30 0-8zM0 2C-14 4-24 14-16 24C-8 30-2 16 0 8C2 16 8 30 16 24C24 14 14 4 0 2z", class: "solid" }),
    svg("path", { d: "M0-10V18M0-10L-7-26M0-10L7-26", class: "gap" })],
};

function drawCard(card, wanted) {
  const corner = (x, y) => svg("text", { x, y, class: "value" }, card[1]);
  return svg("svg", { viewBox: "0 0 130 182", class: `mito-card kind-${card[0]}`, "aria-hidden": "true" },
    svg("rect", { class: `face ${wanted ? "asked" : ""}`, x: 3, y: 3, width: 124, height: 176, rx: 14 }),
    corner(24, 38), corner(106, 169), svg("g", { class: "picture", transform: "translate(65 78) scale(1.2)" }, ...PICTURES[card[0]]()),
    svg("text", { class: "kind", x: 65, y: 136 }, t(`mito_kind_${card[0]}`)));
}

const noCard = (wanted) => svg("svg", { viewBox: "0 0 130 182", class: "mito-card none", "aria-hidden": "true" },
  svg("rect", { class: `face ${wanted ? "asked" : ""}`, x: 3, y: 3, width: 124, height: 176, rx: 14 }), svg("text", { class: "kind", x: 65, y: 96 }, "–"));

const back = () => svg("svg", { viewBox: "0 0 130 182", class: "mito-back", "aria-hidden": "true" },
  svg("rect", { x: 3, y: 3, width: 124, height: 176, rx: 14 }), svg("path", { d: "M20 30L110 152M110 30L20 152M65 20V162M14 91H116" }));

const shield = () => svg("svg", { viewBox: "-10 -10 20 20", class: "mark mito-shield", role: "img", "aria-label": t("mito_guard") },
  svg("path", { d: "M0-9L8-6V1C8 6 3 8.500 0 9.500C-3 8.500-8 6-8 1V-6z" }), svg("path", { class: "tick", d: "M-4 0L-1 3.500L4.500-3.500" }));

// The cards that are surely there, and dashed those that may have been cheated away.
function fan({ least, most }) {
  const count = Math.min(most, FAN);
  const step = 120 / FAN;
  return svg("svg", { viewBox: "0 0 150 40", class: "mito-fan", "aria-hidden": "true" },
    ...Array.from({ length: count }, (_, n) => svg("rect", { x: 2 + n * step, y: 3, width: 24, height: 34, rx: 4,
      class: n < least || least === most ? "sure" : "maybe" })));
}

function handWords({ least, most }) {
  return least === most ? t(most === 1 ? "mito_hand_one" : "mito_hand_of", { most }) : t("mito_hand_between", { least, most });
}

function tile(game, seat) {
  const player = game.view.players[seat];
  const notes = [seat === game.to_play && t("mito_turn"), game.view.question?.seats.includes(seat) && t("mito_asked"),
    game.view.out === seat && t("mito_out"), player.points !== null && t("mito_left_points", { points: player.points })].filter(Boolean);
  return el("li", { class: `mito-player ${notes.length ? "involved" : ""}`, "data-seat": seat, "data-most": player.most },
    el("p", { class: "top" }, ...marks(game, seat), seat === guards(game) && shield(), el("b", {}, capital(person(game, seat)))),
    fan(player), el("p", {}, handWords(player)), notes.length > 0 && el("p", { class: "notes" }, notes.join(", ")));
}

const correction = (game, referee) => {
  const { top } = referee.seen;
  const now = top && top !== "?" ? top : game.view.top ?? "n1";
  return { title: t("mito_top"), fields: [{ ...kindField(KINDS), now: now[0] }, { ...valueField(), now: now[1] }],
    table: ({ kind, value }) => ({ top: kind + value }) };
};

export function create(pick) {
  style(import.meta.url);
  const key = el("button", { type: "button", class: "mito-top" });
  const pile = el("div", { class: "mito-pile" });
  const under = el("div", { class: "mito-pile" });
  const hands = el("ul", { class: "mito-hands", "aria-label": t("mito_hands") });
  const update = whenChanged((game, referee, host) => {
    const { top, discards } = game.view;
    const wanted = asked(referee).length > 0;
    key.setAttribute("aria-label", `${t("mito_top")}: ${top ? cardWords(top) : t("nothing")}`);
    key.setAttribute("aria-disabled", String(!host));
    key.dataset.card = top ?? "";
    key.onclick = () => host && pick(correction(game, referee));
    key.replaceChildren(top ? drawCard(top, wanted) : noCard(wanted));
    pile.replaceChildren(back(), el("p", {}, el("b", {}, String(game.view.pile)), ` ${t("mito_pile")}`));
    under.replaceChildren(el("p", {}, el("b", {}, String(discards)), ` ${t("mito_discards")}`));
    hands.replaceChildren(...seats(game).map((seat) => tile(game, seat)));
  });
  return { element: el("div", { class: "mito-board" }, el("div", { class: "mito-middle" }, pile, key, under), hands), update };
}
