// Mondrian on the page: the canvas cards with the dice on them, and each player's dice, hand and painting.

import { el, svg } from "../dom.js";
import { capital, say, t } from "../words.js";
import { asked, choiceWords, people, person, playsNow, style, whenChanged } from "./common.js";
import { ownPart } from "./mondrian_own.js";
import { FILLS, TONES, mark, sign } from "./symbols.js";

export const BLOCKS = ["blue", "yellow", "red", "black"];
export const METHODS = ["left", "right", "blind", "drop", "flick"];
export const MISSES = ["off", "touched", "leaning"];
export const FACES = ["1", "2", "3", "4", "5", "6"];
const DICE = 5; // of each colour
const ROUNDS = 4;
const BESIDE = "-";
const ON_CARD = 4; // dice that have room on a drawn card

export const colourName = (colour) => t(`mondrian_colour_${colour}`);
export const colourOf = (game, seat) => game.view.players[seat].colour;
const allDice = ({ view }) => view.players.flatMap((player) => player.dice.map((die) => ({ ...die, colour: player.colour })));
const lies = (die) => !die.lost;
const inGrid = ({ view }) => new Set(view.grid.map((card) => card.id));
const isTaken = (game, die) => die.card !== null && !inGrid(game).has(die.card);
const seatOf = (game, colour) => game.view.players.findIndex((player) => player.colour === colour);

// What should lie there

const pieceOf = (game, { value, cards }) => `${value}@${cards.filter((card) => inGrid(game).has(card)).sort().join("+")}`;

function dieSlots(colour, pieces) {
  const sorted = pieces.toSorted();
  return Array.from({ length: DICE }, (_, n) => [`die.${colour}.${n + 1}`, sorted[n] ?? null]);
}

export function table(game) {
  const dice = game.view.players.flatMap(({ colour, dice: thrown }) => dieSlots(colour,
    thrown.filter((die) => lies(die) && !isTaken(game, die)).map((die) => pieceOf(game, die))));
  return Object.fromEntries([...dice, ...game.view.grid.map(({ id }) => [`card.${id}`, "card"])]);
}

export const where = (cards) => (cards.length ? t("mondrian_on", { cards: cards.join(" + ") }) : t("mondrian_beside"));

export function pieceName(piece) {
  const [value, cards] = piece.split("@");
  return cards === undefined ? t("mondrian_the_card") : `${value}, ${where(cards ? cards.split("+") : [])}`;
}

export function slotName(slot) {
  const [kind, ...name] = slot.split(".");
  return kind === "die" ? t("mondrian_die", { colour: colourName(name[0]) }) : t("mondrian_card", { card: name.join(".") });
}

// The banner

export const tone = (game) => (game.to_play === null ? null : TONES[colourOf(game, game.to_play)]);
export const marks = (game, seat) => [mark(colourOf(game, seat))];
export const turnMarks = (game) => marks(game, game.to_play);
export const headline = (game) => say(game.view.text);
export const hint = () => t("mondrian_hint");

export function note(game) {
  const { text, round, again, phase, size } = game.view;
  return [game.to_play !== null && (again ? t("mondrian_again") : say(text)), phase === "paint" ? t("mondrian_size", { size })
    : t("mondrian_round_of", { round, rounds: ROUNDS })].filter(Boolean).join(" · ");
}

export function choiceTitle(option, value) {
  if (option !== "players") return choiceWords("mondrian")(option, value);
  const colours = value.split(",");
  if (!colours.every((colour) => colour in FILLS)) return value;
  return el("span", { class: "marks", "aria-label": colours.map(colourName).join(", "), role: "img" }, ...colours.map(mark));
}

// What people may tell

const who = (game, seats) => ({ name: "who", title: t("mondrian_who"), choices: people(game, seats) });
const face = (now) => ({ name: "value", title: t("mondrian_value"), choices: FACES.map((value) => [value, value]), now });
export const methodWords = (method) => t(`mondrian_method_${method}`);

function cardField(game, now) {
  return { name: "card", title: t("mondrian_where"), now, choices: [[BESIDE, t("mondrian_beside")],
    ...game.view.grid.map(({ id, value }) => [id, t("mondrian_card_of", { card: id, value })])] };
}

const dieWords = ({ colour, value, cards }) => `${colourName(colour)} ${value}, ${where(cards)}`;
const dieField = (game) => ({ name: "die", title: t("mondrian_which"), choices: allDice(game).filter(lies).map(
  (die) => [`${die.colour}.${die.number}`, capital(dieWords(die))]) });

function throws(game) {
  const colour = colourOf(game, game.to_play);
  const method = { name: "method", title: t("mondrian_how"), choices: ["", ...METHODS].map((name) => [name, name ? methodWords(name) : t("mondrian_unsaid")]) };
  return [
    { title: t("mondrian_tell_throw"), fields: [face(), cardField(game), method], action: (told) => `throw ${colour} ${told.value} ${told.card} ${told.method}`.trim() },
    { title: t("mondrian_tell_miss"), fields: [{ name: "miss", title: t("mondrian_what"), choices: MISSES.map((miss) => [miss, t(`mondrian_miss_${miss}`)]) }],
      action: ({ miss }) => `throw ${colour} ${miss}` },
  ];
}

const knocks = (game) => (allDice(game).some(lies) ? [
  { title: t("mondrian_tell_knock"), fields: [dieField(game), face(), cardField(game)], action: ({ die, value, card }) => `knock ${die} ${value} ${card}` },
  { title: t("mondrian_tell_off"), fields: [dieField(game)], action: ({ die }) => `knock ${die} off` },
] : []);

const choices = (game) => game.view.players[game.to_play].dice.filter((die) => die.cards.length && die.card === null).flatMap(
  (die) => die.cards.map((card) => ({ title: t("mondrian_tell_choose", { value: die.value, card }), action: `choose ${colourOf(game, game.to_play)}.${die.number} ${card}` })));

function claims(game) {
  const seat = game.to_play;
  const colour = colourOf(game, seat);
  const cards = game.view.grid.filter(({ id }) => game.view.open.includes(id));
  const strength = (card) => game.view.claims[card.id].find((rival) => rival.seat === seat).strength;
  const short = cards.filter((card) => strength(card) < card.value);
  const player = person(game, seat);
  return [
    ...cards.filter((card) => !short.includes(card)).map(({ id }) => ({ title: t("mondrian_tell_claim", { player, card: id }), action: `claim ${colour} ${id}` })),
    ...(short.length ? [{ title: t("mondrian_tell_pay"), fields: [
      { name: "card", title: t("mondrian_wanted"), choices: short.map((card) => [card.id, t("mondrian_short", { card: card.id, value: card.value, strength: strength(card) })]) },
      handField(game, seat, "pay", t("mondrian_given"))], action: ({ card, pay }) => `claim ${colour} ${card}${given(pay) && ` pay ${given(pay)}`}` }] : []),
    { title: t("mondrian_tell_done", { player }), action: `done ${colour}` },
  ];
}

// A hidden hand's cards can only be named; of an open one they are listed.
export function handField(game, seat, name, title) {
  const hand = game.view.players[seat].hand;
  return hand ? { name, title, several: true, choices: hand.map(({ id, value }) => [id, t("mondrian_card_of", { card: id, value })]) }
    : { name, title: `${title} (${t("mondrian_by_name")})`, text: true };
}

export const given = (cards) => (Array.isArray(cards) ? cards.join(" ") : cards.replace(/[\s,;]+/g, " ").trim());

function seals(game) {
  const contested = game.view.grid.filter(({ id }) => (game.view.claims[id] ?? []).length > 1);
  const open = game.view.players.map((_, seat) => seat).filter((seat) => !game.view.players[seat].has_sealed
    && contested.some(({ id }) => game.view.claims[id].some((rival) => rival.seat === seat)));
  return [
    { title: t("mondrian_tell_seal"), fields: [who(game, open), { name: "card", title: t("mondrian_against"), choices: contested.map(({ id }) => [id, id]) },
      { name: "hand", title: t("mondrian_given"), text: true }], action: (told) => `seal ${colourOf(game, told.who)} ${told.card}:${told.hand}` },
    { title: t("mondrian_tell_seal_nothing"), fields: [who(game, open)], action: (told) => `seal ${colourOf(game, told.who)}` },
  ];
}

function plans(game) {
  const open = game.view.players.map((_, seat) => seat).filter((seat) => !game.view.players[seat].planned);
  return [{ title: t("mondrian_tell_plan"), fields: [who(game, open), { name: "methods", title: t("mondrian_methods", { dice: game.view.dice_each }),
    several: true, choices: METHODS.map((method) => [method, methodWords(method)]) }],
  action: ({ methods, ...told }) => `plan ${colourOf(game, told.who)} ${methods.join(",") || "-"}` }];
}

const paintings = (game) => game.view.players.map((_, seat) => seat).filter((seat) => !game.view.players[seat].painted).map((seat) => ({
  title: t("mondrian_tell_paint", { player: person(game, seat) }), fields: [handField(game, seat, "cards", t("mondrian_cards_of_painting", { size: game.view.size }))],
  action: ({ cards }) => `paint ${colourOf(game, seat)} ${given(cards)}` }));

const PARTS = { plan: plans, throw: throws, choose: choices, seal: seals, claim: claims, paint: paintings };
const SECRET = ["plan", "seal", "paint"]; // what has its own part on its player's phone

// Who plays tells of the own dice and cards; the host of everybody's.
export function extras(game, me) {
  const { phase } = game.view;
  const turn = game.to_play !== null && (me.host || me.mine.includes(game.to_play));
  const own = playsNow(game, me) && phase === "throw";
  const told = (SECRET.includes(phase) ? me.host && me.seat === null : turn && !own) ? PARTS[phase]?.(game) ?? [] : [];
  return [...told, ...(["throw", "choose"].includes(phase) && (me.host || me.mine.length) ? knocks(game) : [])];
}

// The cards

function block(colour, count, n) {
  const [x, y] = [25 + (n % 2) * 17, 4 + Math.floor(n / 2) * 18];
  return svg("g", { class: "block" }, svg("rect", { x, y, width: 16, height: 16, fill: FILLS[colour] }), sign(colour, count > 1 ? 3 : 5, x + (count > 1 ? 4.500 : 8), y + 8),
    count > 1 && svg("text", { x: x + 11.500, y: y + 12, class: `count on-${colour}` }, String(count)));
}

function die({ colour, value, card, cards, number }, n) {
  const [x, y] = [3 + (n % 2) * 28, 42 + Math.floor(n / 2) * 18];
  return svg("g", { class: `die on-${colour} ${card === null && cards.length ? "open" : ""}`, "data-die": `${colour} ${value}`, "data-key": `die ${colour} ${number}` },
    svg("rect", { x, y, width: 26, height: 16, rx: 4, fill: FILLS[colour] }), sign(colour, 4, x + 7, y + 8), svg("text", { x: x + 18, y: y + 13 }, String(value)));
}

const diceOn = (game, id) => allDice(game).filter((thrown) => (thrown.card ?? thrown.cards[0]) === id);

export function blockWords({ blocks, blank }) {
  const shown = BLOCKS.filter((colour) => blocks[colour]).map((colour) => `${blocks[colour]} ${colourName(colour)}`);
  return blank || !shown.length ? t("mondrian_blank") : t("mondrian_blocks", { blocks: shown.join(", ") });
}

function cardWords(card, game) {
  const dice = diceOn(game, card.id).map((thrown) => `${colourName(thrown.colour)} ${thrown.value}`);
  const line = (game.view.claims[card.id] ?? []).map(({ seat, strength }) => t("mondrian_strength", { player: person(game, seat), strength }));
  return [t("mondrian_card_of", { card: card.id, value: card.value }), blockWords(card), dice.length && t("mondrian_dice", { dice: dice.join(", ") }),
    line.length && t("mondrian_line", { line: line.join(", ") }), card.fresh && t("mondrian_fresh")].filter(Boolean).join("; ");
}

export function drawCard(card, dice, classes, words, moves = false) {
  const blocks = BLOCKS.filter((colour) => card.blocks[colour]);
  return svg("svg", { viewBox: "0 0 60 92", class: `mondrian-card ${classes}`, role: "img", "aria-label": words, "data-card": card.id, "data-key": moves ? card.id : null },
    svg("rect", { class: "canvas", x: 1, y: 1, width: 58, height: 90, rx: 3 }), svg("text", { class: "value", x: 13, y: 29 }, String(card.value)),
    ...blocks.map((colour, n) => block(colour, card.blocks[colour], n)), ...dice.slice(0, ON_CARD).map(die),
    dice.length > ON_CARD && svg("text", { class: "more", x: 56, y: 89 }, `+${dice.length - ON_CARD}`), svg("text", { class: "id", x: 4, y: 88 }, card.id.slice(0, 10)));
}

function classesOf(card, game, wanted, chosen) {
  return [chosen && "chosen", card.fresh && "fresh", game.view.open.includes(card.id) && "open", wanted.includes(`card.${card.id}`) && "asked"].filter(Boolean).join(" ");
}

// A card to tap is a key around its picture, with the same words.
function drawPlace(game, card, wanted, tap) {
  const words = cardWords(card, game);
  const drawn = drawCard(card, diceOn(game, card.id), classesOf(card, game, wanted, tap?.chosen.includes(card.id)), words, true);
  if (!tap?.takes(card)) return el("li", {}, drawn);
  drawn.setAttribute("aria-hidden", "true");
  return el("li", {}, el("button", { type: "button", class: "mondrian-place", "data-place": card.id, "aria-label": words,
    "aria-pressed": String(tap.chosen.includes(card.id)), on: { click: () => tap.act(card) } }, drawn));
}

const drawGrid = (game, wanted, tap) => game.view.grid.map((card) => drawPlace(game, card, wanted, tap));

// The players

const dieWordsFull = (thrown) => {
  if (thrown.lost) return t("mondrian_lost", { colour: colourName(thrown.colour) });
  const how = thrown.method ? ` (${methodWords(thrown.method)})` : "";
  return `${dieWords(thrown)}${how}${thrown.card === null && thrown.cards.length ? `: ${t("mondrian_undecided")}` : ""}`;
};

function dieKey(thrown, game, host, pick) {
  return el("button", { type: "button", class: `mondrian-die ${thrown.lost ? "lost" : ""}`, "aria-label": dieWordsFull(thrown),
    "aria-disabled": String(!host || thrown.lost), on: { click: () => host && !thrown.lost && pick(correction(thrown, game)) } },
  svg("svg", { viewBox: "0 0 44 44", "aria-hidden": "true", class: `on-${thrown.colour}` },
    svg("rect", { x: 2, y: 2, width: 40, height: 40, rx: 9, fill: FILLS[thrown.colour] }),
    sign(thrown.colour, 5, 12, 12), svg("text", { x: 26, y: 35 }, thrown.lost ? "×" : String(thrown.value))));
}

function correction(thrown, game) {
  const others = game.view.players[seatOf(game, thrown.colour)].dice.filter((other) => other.number !== thrown.number && lies(other) && !isTaken(game, other));
  return { title: capital(dieWords(thrown)), fields: [face(String(thrown.value)), cardField(game, thrown.cards[0] ?? BESIDE)],
    table: ({ value, card }) => Object.fromEntries(dieSlots(thrown.colour, [...others.map((other) => pieceOf(game, other)),
      `${value}@${card === BESIDE ? "" : card}`])) };
}

function states(game, seat) {
  const player = game.view.players[seat];
  const { phase } = game.view;
  return [t("mondrian_hand", { count: player.hand_count }),
    phase === "plan" && t(player.planned ? "mondrian_planned" : "mondrian_plans"),
    phase === "throw" && player.to_throw > 0 && t("mondrian_throws", { dice: player.to_throw }),
    player.has_sealed && t("mondrian_sealed"), phase === "paint" && t(player.painted ? "mondrian_painted" : "mondrian_paints"),
    seat === game.view.first && t("mondrian_first")].filter(Boolean).join(" · ");
}

const shownPlan = (player) => (player.plan ? el("p", {}, t("mondrian_plan", { methods: player.plan.map(methodWords).join(", ") })) : null);

function points({ score }) {
  if (!score) return null;
  const bonuses = score.bonuses.map((colour) => t("mondrian_bonus", { colour: colourName(colour) }));
  return el("p", { class: "points" }, [t("mondrian_sum", { cards: score.cards }), ...bonuses].join(" + "), ` = ${score.total}`);
}

const gallery = (player) => player.painting && el("ul", { class: "mondrian-painting" }, ...player.painting.map((card) => el("li", {},
  drawCard(card, [], "small", `${t("mondrian_card_of", { card: card.id, value: card.value })}; ${blockWords(card)}`))));

const drawPlayer = (game, seat, host, pick) => {
  const player = game.view.players[seat];
  return el("li", { class: `mondrian-player ${game.to_play === seat ? "due" : ""}`, "data-colour": player.colour },
    el("p", { class: "top" }, ...marks(game, seat), el("b", {}, capital(person(game, seat)))), el("p", { class: "quiet" }, states(game, seat)), shownPlan(player),
    player.dice.length > 0 && el("div", { class: "dice" }, ...player.dice.map((thrown) => dieKey({ ...thrown, colour: player.colour }, game, host, pick))),
    points(player), gallery(player));
};

export function create(pick, play) {
  style(import.meta.url);
  const grid = el("ul", { class: "mondrian-grid", "aria-label": t("mondrian_grid") });
  const players = el("ul", { class: "mondrian-players", "aria-label": t("mondrian_players") });
  const own = ownPart(play, () => redraw());
  const element = el("div", { class: "mondrian-board" }, grid, own.element, players);
  let latest = [];
  function draw(game, referee, host, me) {
    const wanted = asked(referee);
    const tap = own.update(game, me);
    const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    grid.classList.toggle("five", game.view.players.length === 2);
    grid.hidden = ["paint", "over"].includes(game.view.phase);
    grid.replaceChildren(...drawGrid(game, wanted, tap));
    if (focused) grid.querySelector(`[data-place="${focused}"]`)?.focus();
    players.replaceChildren(...game.view.players.map((_, seat) => drawPlayer(game, seat, host, pick)));
    for (const player of players.children) {
      player.classList.toggle("asked", wanted.some((slot) => slot.startsWith(`die.${player.dataset.colour}.`)));
    }
  }
  const redraw = () => draw(...latest);
  const changed = whenChanged(draw, element);
  const update = (...now) => {
    latest = now;
    changed(...now);
  };
  return { element, update };
}
