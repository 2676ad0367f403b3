// Mastermind on the page: the covered or shown code above its rows, the first at the bottom as on the board, and the rounds.

import { el, svg } from "../dom.js";
import { capital, has, say, t } from "../words.js";
import { asked, choiceWords, fillOwn, numbers, person, playsNow, style, whenChanged } from "./common.js";
import { hidden } from "./secret.js";
import { FILLS, letter, mark, sign } from "./symbols.js";

const HOLE = { first: 66, pitch: 46, radius: 17 };
const MARKS = { red: 278, white: 324 };
const LETTERS = ["A", "B"];

const colourName = (colour) => (colour ? t(`mastermind_peg_${colour}`) : t("mastermind_empty"));
const pegsWords = (pegs) => pegs.map(colourName).join(", ");
const range = (count) => Array.from({ length: count }, (_, n) => n);
const rowName = (row) => t("mastermind_row", { row: row + 1 });

export function table(game) {
  const { size, holes, rows, code, phase } = game.view;
  const shown = code && ["clear", "over"].includes(phase);
  const slots = range(size).flatMap((row) => [
    ...range(holes).map((hole) => [`${row}.${hole}`, rows[row]?.pegs[hole] ?? null]),
    [`${row}.red`, String(rows[row]?.red ?? 0)], [`${row}.white`, String(rows[row]?.white ?? 0)]]);
  return Object.fromEntries([...slots, ...range(holes).map((hole) => [`code.${hole}`, shown ? code[hole] : null])]);
}

export const pieceName = (piece) => (has(`mastermind_peg_${piece}`) ? colourName(piece) : piece);
export function slotName(slot) {
  const [row, what] = slot.split(".");
  const words = has(`mastermind_slot_${what}`) ? t(`mastermind_slot_${what}`) : t("mastermind_hole", { hole: Number(what) + 1 });
  return `${row === "code" ? t("mastermind_code") : rowName(Number(row))}, ${words}`;
}

export const byNumber = true; // a seat is called by a number or a letter
export const tone = () => null;
export const marks = (game, seat) => [letter(LETTERS[seat])];
export const turnMarks = (game) => marks(game, game.to_play);
export const headline = () => t("mastermind_phase_clear");
export const hint = () => t("mastermind_hint");
export const choiceTitle = choiceWords("mastermind");

export function note(game) {
  const { phase, round, maker, wrong } = game.view;
  if (wrong) return say(wrong.text);
  const of = game.options.length === "rounds" ? t("mastermind_round_of", { round: round + 1, rounds: game.options.rounds })
    : t("mastermind_to_target", { round: round + 1, target: game.options.target });
  return [phase === "clear" ? t("mastermind_clear_note") : t(`mastermind_phase_${phase}`, { maker: person(game, maker) }), of].join(" · ");
}

// What people may tell

const chip = (colour) => [colour ?? "-", colour ? mark(colour) : "–", colourName(colour)];

function pegFields(game) {
  const pieces = [...(game.options.blank === "no" ? [] : [null]), ...game.view.colours];
  return range(game.view.holes).map((hole) => ({ name: String(hole), title: t("mastermind_hole", { hole: hole + 1 }),
    choices: pieces.map(chip), now: pieces[hole % pieces.length] ?? "-" }));
}

const markFields = ({ view }, row) => ["red", "white"].map((kind) => ({
  name: kind, title: t(`mastermind_slot_${kind}`), choices: numbers(0, view.holes), now: String(row?.[kind] ?? 0) }));
const pegsOf = (game, values) => range(game.view.holes).map((hole) => values[hole]).join(" ");

// With taps the next action has its own part under the board; what is left is the last answer's change.
export function extras(game, me) {
  const { phase, rows, size, maker } = game.view;
  const last = rows.length - 1;
  const makes = me.mine.includes(maker) || (me.host && me.seat === null);
  const next = !playsNow(game, me) && (me.host || me.mine.includes(game.to_play));
  const tells = (word) => (values) => `${word} ${pegsOf(game, values)}`;
  const told = {
    hide: [{ title: t("mastermind_tell_hide"), fields: pegFields(game), action: tells("hide") }],
    guess: rows.length < size ? [{ title: t("mastermind_tell_guess"), fields: pegFields(game), action: tells(`guess ${rows.length}`) }] : [],
    reveal: [{ title: t("mastermind_tell_reveal"), fields: pegFields(game), action: tells("reveal") }],
  }[next ? phase : ""] ?? [];
  if (phase === "clear" && (me.host || me.mine.length)) told.push({ title: t("mastermind_tell_clear"), action: "clear", main: true });
  if (last >= 0 && phase !== "over" && (phase === "marks" ? next : makes)) {
    const title = t(phase === "marks" ? "mastermind_tell_marks" : "mastermind_change_marks");
    told.push({ title, fields: markFields(game, rows[last]), action: ({ red, white }) => `marks ${last} ${red} ${white}` });
  }
  return told;
}

// Filling a row by tapping: the colours go from left to right, a tap on a peg takes it out again

const ENTRY = { hide: "mastermind_tell_hide", guess: "mastermind_enter_guess", reveal: "mastermind_tell_reveal" };

function drawEntry(game, pegs, set, send) {
  const { phase, colours, holes } = game.view;
  const next = pegs.findIndex((peg) => peg === undefined);
  const put = (colour) => set(pegs.map((peg, hole) => (hole === next ? colour : peg)));
  const row = pegs.map((colour, hole) => el("button", { type: "button", class: `mastermind-hole ${hole === next ? "next" : ""}`,
    "aria-label": `${t("mastermind_hole", { hole: hole + 1 })}: ${colour === undefined ? t("mastermind_empty") : colourName(colour)}`,
    on: { click: () => set(pegs.map((peg, n) => (n === hole ? undefined : peg))) } },
  colour ? mark(colour) : el("span", { class: "dot" }, colour === null ? "–" : "")));
  const palette = [...colours, ...(game.options.blank === "no" ? [] : [null])].map((colour) => el("button", { type: "button", class: "mastermind-peg",
    disabled: next < 0, "data-peg": colour ?? "-", "aria-label": colourName(colour), on: { click: () => put(colour) } }, colour ? mark(colour) : "–"));
  return [el("p", { class: "label" }, t(ENTRY[phase])), el("div", { class: "mastermind-entry" }, ...row),
    el("div", { class: "mastermind-palette" }, ...palette),
    el("button", { type: "button", class: "button primary wide", disabled: next >= 0,
      on: { click: () => send(range(holes).map((hole) => pegs[hole] ?? "-").join(" ")) } }, t("done"))];
}

function drawAnswer(game, answer, set, send) {
  const counter = (kind) => el("div", { class: `mastermind-count ${kind}` }, el("p", {}, capital(t(`mastermind_slot_${kind}`))),
    el("div", { class: "steps", role: "group", "aria-label": t(`mastermind_slot_${kind}`) }, ...range(game.view.holes + 1).map((count) => el("button", {
      type: "button", "aria-pressed": String(answer[kind] === count), "data-count": count, on: { click: () => set({ ...answer, [kind]: count }) } }, String(count)))));
  return [el("p", { class: "label" }, t("mastermind_tell_marks")), counter("red"), counter("white"),
    el("button", { type: "button", class: "button primary wide", on: { click: () => send(answer) } }, t("mastermind_answers"))];
}

function drawOwn(game) {
  const { code, phase } = game.view;
  if (!code || !["guess", "marks", "reveal"].includes(phase)) return [];
  return [hidden("code", t("mastermind_your_code"), () => small(code))];
}

// The board

const peg = (colour, x, slot) => svg("g", { class: "peg", "data-slot": slot, "data-piece": colour ?? "" },
  colour ? svg("g", { "data-key": `${slot} ${colour}` }, svg("circle", { class: "rim", cx: x, cy: 20, r: HOLE.radius, fill: FILLS[colour] }),
    sign(colour, 8.500, x, 20)) : svg("circle", { class: "hole", cx: x, cy: 20, r: 7 }));

const place = (hole) => HOLE.first + hole * HOLE.pitch;

function answer(row, number) {
  if (!row) return [];
  const words = (kind) => row[kind] ?? "?";
  return [
    svg("g", { class: `answer red ${row.red === null ? "awaited" : ""}`, "data-slot": `${number}.red`, "data-piece": row.red ?? "" },
      svg("rect", { x: MARKS.red - 17, y: 4, width: 34, height: 32, rx: 7 }), svg("text", { x: MARKS.red, y: 27 }, words("red"))),
    svg("g", { class: `answer white ${row.white === null ? "awaited" : ""}`, "data-slot": `${number}.white`, "data-piece": row.white ?? "" },
      svg("circle", { cx: MARKS.white, cy: 20, r: 17 }), svg("text", { x: MARKS.white, y: 27 }, words("white"))),
  ];
}

const outline = (slot) => {
  const [, what] = slot.split(".");
  return svg("circle", { class: "asked", cx: MARKS[what] ?? place(Number(what)), cy: 20, r: 18.500 });
};

const strip = (...content) => svg("svg", { viewBox: "0 0 346 40", "aria-hidden": "true" }, ...content);

function drawRow(number, game, wanted) {
  const row = game.view.rows[number];
  return strip(svg("text", { class: "number", x: 20, y: 26 }, String(number + 1)),
    ...range(game.view.holes).map((hole) => peg(row?.pegs[hole] ?? null, place(hole), `${number}.${hole}`)), ...answer(row, number),
    ...wanted.filter((slot) => slot.startsWith(`${number}.`)).map(outline));
}

function rowWords(number, game) {
  const row = game.view.rows[number];
  if (!row) return `${rowName(number)}: ${t("mastermind_empty")}`;
  const marked = row.red === null ? t("mastermind_awaited") : t("mastermind_answer", row);
  return `${rowName(number)}: ${pegsWords(row.pegs)}; ${marked}`;
}

// The maker's own page knows the code too, but the board shows it to nobody who looks over a shoulder.
const isOpen = ({ view }) => view.code !== null && ["clear", "over"].includes(view.phase);

function drawCode(game, wanted) {
  const { holes, code } = game.view;
  const covers = range(holes).map((hole) => svg("g", { class: "cover" },
    svg("rect", { x: place(hole) - 18, y: 3, width: 36, height: 34, rx: 8 }), svg("text", { x: place(hole), y: 28 }, "?")));
  return strip(...(isOpen(game) ? code.map((colour, hole) => peg(colour, place(hole), `code.${hole}`)) : covers),
    ...wanted.filter((slot) => slot.startsWith("code.")).map(outline));
}

const codeWords = (game) => `${t("mastermind_code")}: ${isOpen(game) ? pegsWords(game.view.code) : t("mastermind_covered")}`;

function correction(number, game, referee) {
  const row = game.view.rows[number];
  const seen = (what) => {
    const piece = referee.seen[`${number}.${what}`];
    return piece === undefined || piece === "?" ? undefined : piece;
  };
  const pegs = range(game.view.holes).map((hole) => ({ name: String(hole), title: t("mastermind_hole", { hole: hole + 1 }),
    choices: [null, ...game.view.colours].map(chip), now: seen(hole) ?? row?.pegs[hole] ?? "-" }));
  const levels = markFields(game, { red: seen("red") ?? row?.red, white: seen("white") ?? row?.white });
  return { title: rowName(number), fields: [...pegs, ...levels], table: (values) => Object.fromEntries(
    Object.entries(values).map(([what, value]) => [`${number}.${what}`, value === "-" ? null : value])) };
}

const small = (pegs) => el("span", { class: "marks", role: "img", "aria-label": pegsWords(pegs) },
  ...pegs.map((colour) => (colour ? mark(colour) : "–")));

function rounds({ view }) {
  if (!view.past.length) return [];
  const head = ["round", "made", "code", "rows"].map((what) => el("th", { scope: "col" }, t(`mastermind_col_${what}`)));
  const line = (past, n) => el("tr", {}, el("td", {}, String(n + 1)), el("td", {}, LETTERS[past.maker]),
    el("td", {}, past.code ? small(past.code) : "–", past.wrong && el("p", { class: "void" }, t("mastermind_void"))),
    el("td", {}, String(past.rows.length)), ...past.points.map((points) => el("td", { class: "points" }, points > 0 ? `+${points}` : String(points))));
  return [el("table", { class: "mastermind-rounds" }, el("caption", {}, t("mastermind_rounds")),
    el("thead", {}, el("tr", {}, ...head, ...LETTERS.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...view.past.map(line)))];
}

export function create(pick, play) {
  style(import.meta.url);
  const code = el("div", { class: "mastermind-code", role: "img" });
  const rows = el("ol", { class: "mastermind-rows" });
  const past = el("div", {});
  const hand = el("div", { class: "card mastermind-hand", hidden: true });
  const body = el("div", { class: "mastermind-body" }, code, rows);
  let entry = null; // {at, pegs, answer}: what is being entered, and for which place of the game

  function drawHand(game, me) {
    const { phase, round, holes } = game.view;
    const at = `${round} ${phase} ${game.view.rows.length}`;
    if (entry?.at !== at) entry = { at, pegs: Array(holes).fill(undefined), answer: { red: 0, white: 0 } };
    const redraw = (changed) => {
      entry = { ...entry, ...changed };
      drawHand(game, me);
    };
    const row = game.view.rows.length;
    const now = playsNow(game, me);
    const parts = [...(now && phase === "marks" ? drawAnswer(game, entry.answer, (answer) => redraw({ answer }), ({ red, white }) => play(`marks ${row - 1} ${red} ${white}`)) : []),
      ...(now && phase in ENTRY ? drawEntry(game, entry.pegs, (pegs) => redraw({ pegs }), (pegs) => play(`${phase}${phase === "guess" ? ` ${row}` : ""} ${pegs}`)) : []),
      ...(me && me.mine.includes(game.view.maker) ? drawOwn(game) : [])];
    fillOwn(hand, parts, me);
  }

  const update = whenChanged((game, referee, host, me) => {
    const wanted = asked(referee);
    code.setAttribute("aria-label", codeWords(game));
    code.replaceChildren(drawCode(game, wanted));
    past.replaceChildren(...rounds(game));
    drawHand(game, me);
    const focused = rows.contains(document.activeElement) ? document.activeElement.dataset.row : null;
    rows.replaceChildren(...range(game.view.size).reverse().map((number) => el("li", {}, el("button", {
      type: "button", class: `mastermind-row ${number === game.view.rows.length && game.view.phase === "guess" ? "next" : ""}`,
      "data-row": number, "aria-label": rowWords(number, game), "aria-disabled": String(!host),
      on: { click: () => host && pick(correction(number, game, referee)) },
    }, drawRow(number, game, wanted)))));
    if (focused !== null) rows.querySelector(`[data-row="${focused}"]`)?.focus();
  }, body);
  return { element: el("div", { class: "mastermind-board" }, body, past), update, hand };
}
