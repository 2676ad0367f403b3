// Mito's part of the page that is one phone's own: one tap for each thing that this phone's owner may do now.

import { send } from "../commands.js";
import { el } from "../dom.js";
import { askForm } from "../form.js";
import { press, pressing } from "../press.js";
import { capital, say, t } from "../words.js";
import { person } from "./common.js";
import { KINDS, cardWords, code, drawCard, fitting, guards, leftFields, others, seats } from "./mito.js";
import { hidden } from "./secret.js";

const MITO = "x";
const label = (words) => el("p", { class: "label" }, words);
const button = (words, click, kind = "", attributes = {}) => el("button", { type: "button", class: `button ${kind}`, on: { click }, ...attributes }, words);
const answers = (...content) => el("div", { class: "answers" }, ...content);

const kindsFor = (game, seat) => KINDS.filter((kind) => kind !== MITO || seat === guards(game));
const cardKey = (card, click) => el("button", { type: "button", class: "mito-key", "data-card": card, "aria-label": capital(cardWords(card)), on: { click } }, drawCard(card, false));
const cardKeys = (cards, click) => el("div", { class: "mito-keys" }, ...cards.map((card) => cardKey(card, () => click(card))));
const withNames = (game, seat) => others(game, seat).map((other) => [other, capital(person(game, other))]);

export function ownPart(play, redraw) {
  const element = el("div", { class: "card mito-own", hidden: true });
  let hiding = false; // the next tap on a card of the own hand hides it
  let giving = null; // the card of the own hand that is to be given away

  const toggle = (changes) => {
    changes();
    redraw();
  };

  const handOf = (game, seat) => game.view.players[seat].hand;

  // What is asked

  function frozen(game, me, tells) {
    const { question } = game.view;
    const [seat] = question.seats;
    if (!tells(seat)) return [];
    if (question.kind === "stop") return [label(t("mito_whom")), answers(
      ...withNames(game, seat).map(([other, name]) => button(name, () => play(`stop ${code(seat)} ${code(other)}`))),
      button(t("mito_withdraw"), () => play(`withdraw ${code(seat)}`), "plain"))];
    const own = seat === me.seat;
    return [label(capital(say(question.text))), answers(
      button(t(own ? "mito_own_guilty" : "mito_tell_guilty", { player: capital(person(game, seat)) }), () => play(`guilty ${code(seat)}`)),
      button(t(own ? "mito_own_innocent" : "mito_tell_innocent", { player: capital(person(game, seat)) }), () => play(`innocent ${code(seat)}`)))];
  }

  // A gift: `to` is who gets it, null where the giver chooses; `may` is whether giving nothing is a choice.
  function gift(game, me, seat, to) {
    const name = seat === me.seat ? "" : `${capital(person(game, seat))}: `;
    const keep = button(name + t("mito_keep"), () => play(`keep ${code(seat)}`), "plain");
    const targets = to === null ? withNames(game, seat) : [[to, capital(person(game, to))]];
    if (game.view.mode === "digital") {
      const hand = handOf(game, seat);
      if (hand === null) return [];
      const cards = hand.filter((card) => card[0] !== MITO);
      return [hidden("mito gift", t("mito_which_gift"), () => cardKeys(cards, (card) => (targets.length === 1
        ? play(`give ${code(seat)} ${code(to)} ${card}`) : toggle(() => { giving = card; })))),
      giving !== null && targets.length > 1 && answers(...targets.map(([other, words]) => button(words, () => {
        play(`give ${code(seat)} ${code(other)} ${giving}`);
        giving = null;
      }))), answers(keep)];
    }
    return [answers(...targets.map(([other, words]) => button(name + t("mito_given_to", { player: words }), () => play(`give ${code(seat)} ${code(other)}`))), keep)];
  }

  function gifts(game, me, tells) {
    const { question, accused } = game.view;
    const givers = question.seats.filter(tells);
    if (!givers.length) return [];
    const to = question.kind === "gift" ? accused : question.kind === "forfeit" ? game.view.to : null;
    return [label(capital(say(question.text))), ...givers.flatMap((seat) => gift(game, me, seat, to))];
  }

  function throwing(game, me, tells) {
    const { question, mode, top } = game.view;
    const [seat] = question.seats;
    if (!tells(seat)) return [];
    const kinds = game.options.cockroach_cards === "number only" ? ["n"] : KINDS.filter((kind) => kind !== MITO);
    const all = kinds.map((kind) => `${kind}${top[1]}`);
    const hand = handOf(game, seat);
    if (mode === "digital" && hand === null) return [];
    return [label(capital(say(question.text))), cardKeys(mode === "digital" ? all.filter((card) => hand.includes(card)) : all, (card) => play(`throw ${code(seat)} ${card}`)),
      answers(button(t("mito_no_such"), () => play(`keep ${code(seat)}`), "plain"))];
  }

  function racing(game, me) {
    const { question } = game.view;
    if (me.race === null || me.seat === null || !question.seats.includes(me.seat)) return [];
    const words = me.race === "running" ? `mito_go_${question.kind}` : me.race === "idle" ? "mito_race_again" : "mito_wait";
    return [el("button", { type: "button", class: "mito-slap", "data-phase": me.race, "data-free": true, on: pressing((at) => press(`player ${me.seat + 1}`, at)) },
      t(words))];
  }

  // In turn

  function laying(game, tells) {
    const { turn, top, mode } = game.view;
    if (mode !== "table" || turn === null || !tells(turn)) return [];
    const values = fitting(top).map((value) => kindsFor(game, turn).map((kind) => `${kind}${value}`));
    return [label(t("mito_which_laid", { player: capital(person(game, turn)) })), ...values.map((cards) => cardKeys(cards, (card) => play(`play ${code(turn)} ${card}`))),
      answers(button(t("mito_tell_draw", { player: capital(person(game, turn)) }), () => play(`draw ${code(turn)}`)))];
  }

  function hand(game, me) {
    const { view } = game;
    const own = me.seat !== null ? view.players[me.seat] : null;
    if (!own?.hand) return [];
    const turns = view.turn === me.seat;
    const may = view.phase === "play" && !view.frozen && me.seat !== view.guard && own.hand.length > 1;
    if (!may) hiding = false;
    const tap = (card) => {
      if (hiding) {
        hiding = false;
        play(`cheat ${code(me.seat)} ${card}`);
      } else if (turns) play(`play ${code(me.seat)} ${card}`);
    };
    return [hidden("mito hand", t("mito_your_hand", { count: own.hand.length }), () => [
      el("div", { class: "mito-keys", "data-tap": hiding ? "hide" : turns ? "play" : "none" }, ...own.hand.map((card) => cardKey(card, () => tap(card)))),
      may && button(t(hiding ? "mito_hide_not" : "mito_hide"), () => toggle(() => { hiding = !hiding; }), hiding ? "primary wide" : "wide", { "aria-pressed": String(hiding), "data-act": "hide" }),
      own.cheated.length > 0 && el("p", { class: "quiet" }, t("mito_hidden", { cards: own.cheated.map(cardWords).join(", ") })),
    ].filter(Boolean)), turns && answers(button(t("mito_draw"), () => play(`draw ${code(me.seat)}`)))];
  }

  const calls = (game, me) => (game.view.mode === "calls" && (me.host || me.mine.length) && !game.view.question ? [label(t("mito_calls")), el("div", { class: "answers pair" },
    ...["mosquito", "cockroach"].map((kind) => button(t(`mito_call_${kind}`), () => play(`race ${kind}`), "primary", { "data-race": kind })))] : []);

  function stopping(game, tells) {
    const { guard, out, frozen: stopped } = game.view;
    if (stopped || out !== null || !tells(guard)) return [];
    return [el("button", { type: "button", class: "mito-stop", on: { click: () => play(`stop ${code(guard)}`) } }, t("mito_stop"))];
  }

  // Between rounds

  function dealing(game, me, tells) {
    const { mode, guard } = game.view;
    if (mode === "digital") return me.host || me.mine.length ? [button(t("mito_deal"), () => send("deal"), "primary wide", { "data-act": "deal" })] : [];
    return tells(guard) ? [label(t("mito_tell_deal")), ...[1, 2, 3, 4, 5].map((value) => cardKeys(KINDS.map((kind) => `${kind}${value}`), (card) => play(`deal ${card}`)))] : [];
  }

  const counting = (game, tells) => seats(game).filter((seat) => game.view.players[seat].tally === null && tells(seat)).map((seat) => button(t("mito_count_left", { player: capital(person(game, seat)) }),
    () => askForm({ title: t("mito_tell_tally"), fields: leftFields(), done: ({ grey, action, mito }) => play(`tally ${code(seat)} ${grey},${action},${mito}`) }), "wide"));

  function parts(game, me) {
    const { phase, question } = game.view;
    const tells = (seat) => me.host || me.mine.includes(seat);
    if (phase === "deal") return dealing(game, me, tells);
    if (phase === "score") return counting(game, tells);
    if (phase !== "play") return [];
    const asked = { stop: frozen, accusation: frozen, gift: gifts, spider: gifts, forfeit: gifts, throw: throwing, mosquito: racing, cockroach: racing }[question?.kind];
    return [...(asked ? asked(game, me, tells) : laying(game, tells)), ...calls(game, me), ...hand(game, me), ...stopping(game, tells)];
  }

  function update(game, me) {
    if (game.view.question?.kind !== "spider") giving = null;
    const found = me && !game.outcome ? parts(game, me).filter(Boolean) : [];
    element.hidden = found.length === 0;
    element.replaceChildren(...found);
  }

  return { element, update };
}
