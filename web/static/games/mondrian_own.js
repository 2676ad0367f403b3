// A Mondrian player's own part: the palette, the throw told by tapping, the hand, and the hidden painting with its total.

import { el } from "../dom.js";
import { askForm } from "../form.js";
import { capital, t } from "../words.js";
import { fillOwn, playsNow } from "./common.js";
import { BLOCKS, FACES, METHODS, MISSES, blockWords, colourName, colourOf, drawCard, given, handField, methodWords, where } from "./mondrian.js";
import { hidden } from "./secret.js";
import { mark } from "./symbols.js";

const BONUS = { blue: 8, yellow: 10, red: 12, black: 14 };

const label = (words) => el("p", { class: "label" }, words);
const chip = (words, pressed, click, attributes = {}) => el("button", { type: "button", class: "chip", "aria-pressed": String(pressed), on: { click }, ...attributes }, words);
const button = (words, click, attributes = {}) => el("button", { type: "button", class: "button", on: { click }, ...attributes }, words);
const toggled = (list, item) => (list.includes(item) ? list.filter((other) => other !== item) : [...list, item]);
const chips = (title, ...content) => el("div", { class: "chips", role: "group", "aria-label": title }, ...content);

// The seat for which this phone plans, seals and paints: the own one, or the next that has no phone.
const whose = (game, me, done) => me.mine.find((seat) => !done(game.view.players[seat]));
const named = (game, seat, me) => (me.mine.length > 1 ? [el("p", { class: "top" }, mark(colourOf(game, seat)), el("b", {}, capital(colourName(colourOf(game, seat)))))] : []);

export function ownPart(play, redraw) {
  const element = el("div", { class: "card mondrian-own", hidden: true });
  let entry = null; // what is being entered, and for which place of the game
  const set = (changes) => {
    entry = { ...entry, ...changes };
    redraw();
  };

  function drawPlan(game, me) {
    const seat = whose(game, me, (player) => player.planned);
    if (seat === undefined) return [];
    const left = game.view.dice_each - entry.methods.length;
    return [...named(game, seat, me), label(t("mondrian_plan_how", { dice: game.view.dice_each })),
      chips(t("mondrian_how"), ...METHODS.map((method) => chip(methodWords(method), entry.methods.includes(method),
        () => set({ methods: toggled(entry.methods, method) }), { disabled: left <= 0 && !entry.methods.includes(method), "data-method": method }))),
      button(t("mondrian_plan_set"), () => play(`plan ${colourOf(game, seat)} ${entry.methods.join(",") || "-"}`), { class: "button primary wide", disabled: left !== 0 })];
  }

  function drawThrow(game) {
    const player = game.view.players[game.to_play];
    const used = player.dice.map((die) => die.method);
    const planned = (player.plan ?? METHODS).filter((method) => !used.includes(method) || game.view.again);
    const landing = t("mondrian_lands", { value: entry.value ?? "?", where: where(entry.cards) });
    return [label(t("mondrian_throw_how")),
      chips(t("mondrian_how"), ...planned.map((method) => chip(methodWords(method), entry.method === method, () => set({ method: entry.method === method ? null : method }), { "data-method": method }))),
      chips(t("mondrian_value"), ...FACES.map((face) => chip(face, entry.value === face, () => set({ value: face }), { "data-face": face, class: "chip face" }))),
      el("p", { class: "quiet" }, t("mondrian_tap_cards")),
      button(capital(landing), () => play(`throw ${player.colour} ${entry.value} ${entry.cards.join("+") || "-"} ${entry.method ?? ""}`.trim()),
        { class: "button primary wide", disabled: entry.value === null, "data-act": "throw" }),
      chips(t("mondrian_what"), ...MISSES.map((miss) => chip(t(`mondrian_miss_${miss}`), false, () => play(`throw ${player.colour} ${miss} ${entry.method ?? ""}`.trim()), { "data-miss": miss })))];
  }

  function drawSeal(game, me) {
    const able = (seat) => game.view.grid.some(({ id }) => (game.view.claims[id] ?? []).length > 1 && game.view.claims[id].some((rival) => rival.seat === seat));
    const seat = me.mine.find((own) => !game.view.players[own].has_sealed && able(own) && game.view.players[own].hand);
    if (seat === undefined) return [];
    const colour = colourOf(game, seat);
    const contested = game.view.grid.filter(({ id }) => (game.view.claims[id] ?? []).length > 1 && game.view.claims[id].some((rival) => rival.seat === seat));
    const { hand } = game.view.players[seat];
    return [...named(game, seat, me), label(t("mondrian_tell_seal")), ...contested.map(({ id }) => chips(t("mondrian_against"), el("b", {}, id),
      ...hand.map((card) => chip(`${card.value}`, entry.sealed[id] === card.id, () => set({ sealed: { ...entry.sealed, [id]: entry.sealed[id] === card.id ? undefined : card.id } }),
        { "aria-label": t("mondrian_card_of", { card: card.id, value: card.value }), "data-seal": card.id })))),
    button(t("mondrian_seal_set"), () => play(["seal", colour, ...Object.entries(entry.sealed).filter(([, card]) => card).map(([id, card]) => `${id}:${card}`)].join(" ")), { class: "button primary wide" })];
  }

  // The total is of the own cards alone: whether a colour's bonus comes depends on the others' paintings.
  function total(cards) {
    const blocks = BLOCKS.map((colour) => [colour, cards.reduce((sum, card) => sum + card.blocks[colour], 0)]).filter(([, count]) => count);
    return el("div", { class: "total", "aria-live": "off" }, el("b", {}, t("mondrian_total", { points: cards.reduce((sum, card) => sum + card.value, 0) })),
      ...blocks.map(([colour, count]) => el("span", { class: "bonus" }, mark(colour), t("mondrian_maybe", { count, bonus: BONUS[colour] }))));
  }

  const small = (card, chosen, click) => el("button", { type: "button", class: "mondrian-place", "aria-pressed": String(chosen), "data-own": card.id,
    "aria-label": `${t("mondrian_card_of", { card: card.id, value: card.value })}; ${blockWords(card)}`, on: { click } }, drawCard(card, [], `small ${chosen ? "chosen" : ""}`, ""));

  function drawPaint(game, me) {
    const seat = whose(game, me, (player) => player.painted || !player.hand);
    if (seat === undefined) return [];
    const { hand } = game.view.players[seat];
    const chosen = hand.filter((card) => entry.cards.includes(card.id));
    return [hidden("painting", t("mondrian_compose", { size: game.view.size }), () => [
      el("div", { class: "mondrian-cards" }, ...hand.map((card) => small(card, entry.cards.includes(card.id), () => set({ cards: toggled(entry.cards, card.id) })))), total(chosen),
      button(t("mondrian_hang", { count: chosen.length, size: game.view.size }), () => play(`paint ${colourOf(game, seat)} ${entry.cards.join(" ")}`),
        { class: "button primary wide", disabled: chosen.length !== game.view.size, "data-act": "paint" })])];
  }

  function drawHand(game, me) {
    const seat = me.seat;
    const player = seat === null ? null : game.view.players[seat];
    if (!player?.hand || ["paint", "over"].includes(game.view.phase)) return [];
    return [hidden("hand", t("mondrian_your_hand", { count: player.hand.length }), () => [el("div", { class: "mondrian-cards" },
      ...player.hand.map((card) => drawCard(card, [], "small", `${t("mondrian_card_of", { card: card.id, value: card.value })}; ${blockWords(card)}`))), total(player.hand)])];
  }

  function drawPainted(game, me) {
    const player = me.seat === null ? null : game.view.players[me.seat];
    if (game.view.phase !== "paint" || !player?.painting) return [];
    return [hidden("painting", t("mondrian_your_painting"), () => [el("div", { class: "mondrian-cards" },
      ...player.painting.map((card) => drawCard(card, [], "small", t("mondrian_card_of", { card: card.id, value: card.value })))), total(player.painting)])];
  }

  const taken = (game, card) => askClaim(game, card, play);

  // Draws the part, and returns what taps on the cards of the grid mean now: {takes, act, chosen}, or null.
  function update(game, me) {
    const { phase, round, players } = game.view;
    const at = [phase, round, game.to_play, ...players.map((player) => `${player.dice.length}${player.planned}${player.painted}`)].join(" ");
    if (entry?.at !== at) entry = { at, methods: [], value: null, cards: [], method: null, sealed: {} };
    const now = playsNow(game, me);
    const parts = me ? [...(phase === "plan" ? drawPlan(game, me) : []), ...(phase === "throw" && now ? drawThrow(game) : []),
      ...(phase === "seal" ? drawSeal(game, me) : []), ...(phase === "paint" ? [...drawPaint(game, me), ...drawPainted(game, me)] : []), ...drawHand(game, me)] : [];
    fillOwn(element, parts, me);
    if (!now) return null;
    if (phase === "throw") return { chosen: entry.cards, takes: () => true, act: ({ id }) => set({ cards: toggled(entry.cards, id) }) };
    if (phase === "claim") return { chosen: [], takes: ({ id }) => game.view.open.includes(id), act: (card) => taken(game, card) };
    return null;
  }

  return { element, update };
}

// Taking a card that was tapped: at once when the dice suffice, else with what is given for it.
function askClaim(game, card, play) {
  const seat = game.to_play;
  const colour = colourOf(game, seat);
  const { strength } = game.view.claims[card.id].find((rival) => rival.seat === seat);
  const short = strength < card.value;
  askForm({ title: t("mondrian_take", { card: card.id, strength, value: card.value }), button: t("mondrian_take_it"),
    fields: short ? [handField(game, seat, "pay", t("mondrian_given"))] : [],
    done: ({ pay = "" }) => play(`claim ${colour} ${card.id}${given(pay) && ` pay ${given(pay)}`}`) });
}
