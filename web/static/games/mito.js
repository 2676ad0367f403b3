// Mito on the page: the open card, the pile, and each player's hand as far as everybody may know it.

import { el, svg } from "../dom.js";
import { capital, say, t } from "../words.js";
import { asked, choiceWords, numbers, people, person, style, whenChanged } from "./common.js";
import { ownPart } from "./mito_own.js";
import { letter } from "./symbols.js";

export const KINDS = ["n", "s", "m", "c", "a", "x"];
const VALUES = 5;
const LIMITS = { grey: 43, action: 20, mito: 8 };
const MOST_CARDS = 71;
const FAN = 14; // cards of a hand that are drawn

export const cardWords = (card) => t(`mito_card_${card[0]}`, { value: card[1] });
export const seats = (game) => game.view.players.map((_, seat) => seat);
export const others = (game, ...without) => seats(game).filter((seat) => !without.includes(seat));
export const code = (seat) => `p${Number(seat) + 1}`;
export const guards = ({ view }) => view.guard;
export const leftFields = () => Object.entries(LIMITS).map(([name, most]) => ({ name, title: t(`mito_left_${name}`), most }));

// The values one below and one above the open card's, round from 5 to 1.
export function fitting(top) {
  const value = Number(top[1]);
  return [value === 1 ? VALUES : value - 1, (value % VALUES) + 1];
}

export const byNumber = true; // a seat is called by a number
export const table = (game) => ({ top: game.view.top });
export const pieceName = cardWords;
export const slotName = () => t("mito_top");
export const tone = () => null;
export const marks = (game, seat) => [letter(String(seat + 1))];
export const turnMarks = (game) => marks(game, game.to_play);
export const headline = ({ view }) => (view.question ? say(view.question.text) : t(`mito_phase_${view.mode === "calls" && view.phase === "play" ? "calls" : view.phase}`));
export const hint = () => t("mito_hint");
export const choiceTitle = choiceWords("mito");

export function note(game) {
  const { round, rounds, question } = game.view;
  return [question?.race && t(`mito_race_${question.race}`), t("mito_guard_is", { player: capital(person(game, guards(game))) }),
    rounds > 1 && t("mito_round_of", { round, rounds })].filter(Boolean).join(" · ");
}

// What people may tell beside what their own part offers them

const who = (game, among, name = "who", title = t("mito_who")) => ({ name, title, choices: people(game, among) });
const kindField = (kinds) => ({ name: "kind", title: t("mito_kind"), choices: kinds.map((kind) => [kind, t(`mito_kind_${kind}`)]) });
const valueField = () => ({ name: "value", title: t("mito_value"), choices: numbers(1, VALUES) });

function raced(game, tells) {
  const { question, mode } = game.view;
  const calls = mode === "calls";
  const first = (seat) => (calls || mode === "digital" ? `first ${code(seat)}` : null);
  const told = question.seats.filter((seat) => calls || tells(seat));
  if (question.kind === "mosquito") {
    return [...told.map((seat) => ({ title: t("mito_tell_slap", { player: person(game, seat) }), action: `slap ${code(seat)}` })),
      ...(calls || tells(null) ? [{ title: t("mito_tell_slap_nobody"), action: "slap nobody" }] : [])];
  }
  const all = game.options.cockroach_cards === "number only" ? ["n"] : KINDS.slice(0, -1);
  const cards = { name: "card", title: t("mito_card"), choices: all.map((kind) => `${kind}${game.view.top?.[1]}`).map((card) => [card, capital(cardWords(card))]) };
  const thrown = mode === "table" && told.length ? [{ title: t("mito_tell_throw"), fields: [who(game, told), cards], action: ({ card, ...values }) => `throw ${code(values.who)} ${card}` }] : [];
  const firsts = first(0) && (calls || tells(null)) ? told.map((seat) => ({ title: t("mito_tell_first", { player: person(game, seat) }), action: first(seat) })) : [];
  return [...thrown, ...firsts, ...(calls || tells(null) ? [{ title: t("mito_tell_throw_nobody"), action: "throw nobody" }] : [])];
}

export function extras(game, me) {
  const { phase, mode, question, players, frozen, out } = game.view;
  if (phase !== "play") return [];
  const tells = (seat) => me.host || (seat !== null && me.mine.includes(seat));
  const told = question?.kind === "mosquito" || question?.kind === "cockroach" ? raced(game, tells) : [];
  if (mode === "digital") return told;
  const able = seats(game).filter(tells);
  if (!able.length) return told;
  if (!frozen && out === null) told.push({ title: t("mito_tell_out"), fields: [who(game, able)], action: (values) => `out ${code(values.who)}` });
  if (mode === "calls") return told;
  return [...told, { title: t("mito_tell_count"), fields: [who(game, seats(game)),
    { name: "cards", title: t("mito_hand"), least: 1, most: MOST_CARDS, now: Math.min(...players.map((player) => player.most)) || 1 }],
  action: ({ cards, ...values }) => `count ${code(values.who)} ${cards}` }];
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

export function drawCard(card, wanted) {
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
  return least === most ? t("mito_hand_of", { most }) : t("mito_hand_between", { least, most });
}

function tile(game, seat) {
  const player = game.view.players[seat];
  const notes = [seat === game.to_play && t("mito_turn"), game.view.question?.seats.includes(seat) && t("mito_asked"),
    game.view.out === seat && t("mito_out"), player.points !== null && t("mito_left_points", { points: player.points })].filter(Boolean);
  return el("li", { class: `mito-player ${notes.length ? "involved" : ""}`, "data-seat": seat, "data-most": player.most },
    el("p", { class: "top" }, ...marks(game, seat), seat === guards(game) && shield(), el("b", {}, capital(person(game, seat)))),
    ...(game.view.mode === "calls" ? [] : [fan(player), el("p", {}, handWords(player))]), notes.length > 0 && el("p", { class: "notes" }, notes.join(", ")));
}

const correction = (game, referee) => {
  const { top } = referee.seen;
  const now = top && top !== "?" ? top : game.view.top ?? "n1";
  return { title: t("mito_top"), fields: [{ ...kindField(KINDS), now: now[0] }, { ...valueField(), now: now[1] }],
    table: ({ kind, value }) => ({ top: kind + value }) };
};

export function create(pick, play) {
  style(import.meta.url);
  const key = el("button", { type: "button", class: "mito-top" });
  const pile = el("div", { class: "mito-pile" });
  const under = el("div", { class: "mito-pile" });
  const middle = el("div", { class: "mito-middle" }, pile, key, under);
  const hands = el("ul", { class: "mito-hands", "aria-label": t("mito_hands") });
  const buttons = el("a", { class: "button wide", href: "/panel/" }, t("panel_open"));
  let last = null;
  const own = ownPart(play, () => last && own.update(...last));
  const draw = whenChanged((game, referee, host, me) => {
    const { top, discards, mode } = game.view;
    const wanted = asked(referee).length > 0;
    middle.hidden = mode === "calls";
    key.setAttribute("aria-label", `${t("mito_top")}: ${top ? cardWords(top) : t("nothing")}`);
    key.setAttribute("aria-disabled", String(!host));
    key.dataset.card = top ?? "";
    key.onclick = () => host && pick(correction(game, referee));
    key.replaceChildren(top ? drawCard(top, wanted) : noCard(wanted));
    pile.replaceChildren(back(), el("p", {}, el("b", {}, String(game.view.pile)), ` ${t("mito_pile")}`));
    under.replaceChildren(el("p", {}, el("b", {}, String(discards)), ` ${t("mito_discards")}`));
    hands.replaceChildren(...seats(game).map((seat) => tile(game, seat)));
    buttons.hidden = !me || !(me.host || me.mine.length);
    last = [game, me];
    own.update(game, me);
  });
  return { element: el("div", { class: "mito-board" }, middle, hands), hand: el("div", { class: "mito-part" }, own.element, buttons), update: draw };
}
