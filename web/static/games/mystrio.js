// Mystrio on the page: the grid of tokens, those that lie face up, and what each player has won and got wrong.

import { el, svg } from "../dom.js";
import { capital, has, say, t } from "../words.js";
import { asked, choiceWords, person, style, whenChanged } from "./common.js";
import { FILLS, letter, sign } from "./symbols.js";

const FACES = ["red square", "black square", "red triangle", "black triangle"];
const CODES = { "red square": "RS", "black square": "BS", "red triangle": "RT", "black triangle": "BT" };
const DOWN = "down";
const ANY = "?";

let columns = 4; // of the board on the page, by which a slot's number becomes a row and a column

const cellName = (cell) => t("mystrio_cell", { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 });
const faceName = (face) => t(`mystrio_face_${face}`);
const isUp = ({ view }, cell) => view.shown.includes(cell);
const lying = (game, cell) => {
  const token = game.view.cells[cell];
  return token && (isUp(game, cell) ? token.face : DOWN);
};

export function table(game) {
  columns = game.view.columns;
  return Object.fromEntries(game.view.cells.map((_, cell) => [String(cell), lying(game, cell)]));
}

export const pieceName = (piece) => (has(`mystrio_face_${piece}`) ? faceName(piece) : piece);
export const slotName = (slot) => capital(cellName(Number(slot)));
export const tone = () => null;
export const marks = (game, seat) => [letter(String(seat + 1))];
export const turnMarks = (game) => marks(game, game.to_play);
export const headline = ({ view }) => t(view.phase === "tidy" ? `mystrio_tidy_${view.good ? "good" : "bad"}` : "mystrio_phase_shuffle");
export const hint = () => t("mystrio_hint");
export const choiceTitle = choiceWords("mystrio");

function doing({ view }) {
  if (view.phase === "tidy") return t(view.good ? "mystrio_was_good" : "mystrio_was_bad");
  if (view.phase === "lay") return t(view.drawn.may_look ? "mystrio_lays_looking" : "mystrio_lays_blind");
  if (view.phase !== "turn") return null;
  return t(view.moved ? "mystrio_moved" : view.consulted ? "mystrio_consulted" : "mystrio_begins");
}

export const note = (game) => [doing(game), t(`mystrio_level_${game.view.level}`)].filter(Boolean).join(" · ");

// What the host may tell

const cellsThat = (game, wanted) => game.view.cells.map((_, cell) => cell).filter((cell) => wanted(game.view.cells[cell]));
const cellField = (cells, name, title) => ({ name, title, unrolls: true, choices: cells.map((cell) => [String(cell), capital(cellName(cell))]) });
const taken = (game) => cellsThat(game, (token) => token !== null);
const known = (game) => game.options.faces === "known";

function announcing(game) {
  const cells = taken(game);
  const places = ["a", "b", "c"].map((name, n) => ({ ...cellField(cells, name, t("mystrio_token", { n: n + 1 })), now: String(cells[n]) }));
  const faces = known(game) ? [] : places.map(({ name }, n) => ({ name: `face ${name}`, title: t("mystrio_shows", { n: n + 1 }),
    choices: FACES.map((face) => [CODES[face], drawnFace(face), faceName(face)]) }));
  return { title: t("mystrio_tell_announce"), fields: [...places, ...faces],
    action: (told) => ["mystrio", told.a, told.b, told.c, ...faces.map(({ name }) => told[name])].join(" ") };
}

function moving(game) {
  const from = taken(game);
  const to = game.view.cells.map((_, cell) => cell);
  return { title: t("mystrio_tell_move"), fields: [cellField(from, "from", t("mystrio_from")), cellField(to, "to", t("mystrio_to"))],
    action: (told) => `${from.includes(Number(told.to)) ? "swap" : "move"} ${told.from} ${told.to}` };
}

function consulting(game) {
  const { choices, ...field } = cellField(taken(game), "cell", t("mystrio_which"));
  return { title: t("mystrio_tell_consult"), fields: [{ ...field, choices: [[ANY, t("mystrio_unknown")], ...choices] }], action: ({ cell }) => `consult ${cell}` };
}

export function extras(game) {
  columns = game.view.columns;
  const { phase, drawn, consulted, moved } = game.view;
  if (phase === "lay") {
    const free = cellsThat(game, (token) => token === null);
    return [{ title: t("mystrio_tell_lay"), fields: [cellField(free, "cell", t("mystrio_where"))], action: ({ cell }) => `lay ${cell}` },
      ...(drawn.may_look && !drawn.looked ? [{ title: t("mystrio_tell_look"), action: "look" }] : [])];
  }
  if (phase === "tidy") return [{ title: t(`mystrio_tell_tidy_${game.view.good ? "good" : "bad"}`), action: "tidy" }];
  if (phase !== "turn") return [];
  return [...(consulted ? [] : [consulting(game)]), ...(moved ? [] : [moving(game)]), announcing(game), { title: t("mystrio_tell_stop"), action: "stop" }];
}

// Tokens, within a square of 100 around 0

function face(name) {
  const [colour, symbol] = name.split(" ");
  const shape = symbol === "square" ? svg("rect", { class: "shape", x: -22, y: -22, width: 44, height: 44, fill: FILLS[colour] })
    : svg("path", { class: "shape", d: "M0-27L28 21H-28z", fill: FILLS[colour] });
  return [shape, sign(colour, 9, 0, symbol === "square" ? 0 : 6)];
}

const token = (...content) => [svg("circle", { class: "wood", r: 39 }), ...content];
const back = () => svg("path", { class: "grain", d: "M-26-14C-10-20 8-8 26-14M-32 2C-12-4 10 8 32 2M-24 18C-8 12 10 22 24 18" });

const drawn = (name, viewBox, className) => svg("svg", { viewBox, class: className, "aria-hidden": "true" }, ...token(...face(name)));
const drawnFace = (name) => drawn(name, "-42 -42 84 84", "mark mystrio-token");

function drawCell(game, cell, wanted) {
  const piece = game.view.cells[cell];
  const marked = [isUp(game, cell) && (game.view.good ? "good" : "bad"), wanted.includes(String(cell)) && "asked"].filter(Boolean);
  const seen = piece && game.options.memory === "shown" ? piece.seen_by.map((seat) => seat + 1).join(" ") : "";
  return svg("svg", { viewBox: "-50 -50 100 100", class: `mystrio-token ${marked.join(" ")}`, "aria-hidden": "true" },
    svg("rect", { class: "well", x: -46, y: -46, width: 92, height: 92, rx: 12 }), ...(piece ? token(...(piece.face ? face(piece.face) : [back()])) : []),
    seen && svg("text", { class: "seen", y: 46 }, seen), marked.length > 0 && svg("rect", { class: "frame", x: -45, y: -45, width: 90, height: 90, rx: 12 }));
}

function cellWords(game, cell) {
  const piece = game.view.cells[cell];
  const what = piece === null ? t("mystrio_empty") : faceName(piece.face ?? DOWN);
  const seen = piece && game.options.memory === "shown" && piece.seen_by.length
    ? t("mystrio_seen_by", { players: piece.seen_by.map((seat) => person(game, seat)).join(", ") }) : null;
  return [`${capital(cellName(cell))}: ${what}`, isUp(game, cell) && t("mystrio_face_up"), seen].filter(Boolean).join("; ");
}

function place(game, referee, cell) {
  const slot = String(cell);
  const now = lying(game, cell);
  const seen = referee.seen[slot];
  return { title: capital(cellName(cell)), rows: [{ slot, title: t("mystrio_lies"), choices: [null, DOWN, ...FACES].map((piece) => ({
    piece, title: piece ? faceName(piece) : t("nothing"), mark: piece && piece !== DOWN && drawnFace(piece), now: now === piece,
    seen: seen === piece && seen !== now })) }] };
}

// The players, and what is left

const tokens = (faces, words) => el("span", { class: "marks", role: "img", "aria-label": words }, ...faces.map(drawnFace));

function drawPlayer(game, seat) {
  const { mystrios, errors, out } = game.view.seats[seat];
  return el("li", { class: `mystrio-player ${game.to_play === seat ? "due" : ""} ${out ? "out" : ""}`, "data-seat": seat },
    el("p", { class: "top" }, ...marks(game, seat), el("b", {}, capital(person(game, seat)))),
    ...mystrios.map((faces) => el("p", {}, tokens(faces, faces.map(faceName).join(", ")))),
    el("p", { class: errors ? "wrong" : "quiet" }, out ? t("mystrio_out") : t(errors === 1 ? "mystrio_error" : "mystrio_errors", { errors })));
}

const drawLeft = ({ view }) => FACES.map((name, n) => el("li", { "data-face": name }, drawnFace(name),
  el("span", { class: "spoken" }, `${faceName(name)}: `), el("b", {}, `${view.left[n]}`)));

const worries = ({ view }) => (["shuffle", "lay"].includes(view.phase) ? view.concerns.map((text) => el("li", {}, say(text))) : []);

export function create(pick) {
  style(import.meta.url);
  const grid = el("div", { class: "mystrio-grid", role: "group", "aria-label": t("board") });
  const concerns = el("ul", { class: "mystrio-concerns" });
  const left = el("ul", { class: "mystrio-left", "aria-label": t("mystrio_left") });
  const players = el("ul", { class: "mystrio-players", "aria-label": t("mystrio_players") });
  const update = whenChanged((game, referee, host) => {
    columns = game.view.columns;
    const wanted = asked(referee);
    const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    grid.style.setProperty("--columns", columns);
    grid.replaceChildren(...game.view.cells.map((_, cell) => el("button", {
      type: "button", class: "mystrio-cell", "data-cell": cell, "data-piece": lying(game, cell) ?? "", "aria-label": cellWords(game, cell),
      "aria-disabled": String(!host), on: { click: () => host && pick(place(game, referee, cell)) } }, drawCell(game, cell, wanted))));
    if (focused !== null) grid.querySelector(`[data-cell="${focused}"]`)?.focus();
    concerns.replaceChildren(...worries(game));
    left.replaceChildren(el("li", {}, t("mystrio_left")), ...drawLeft(game));
    players.replaceChildren(...game.view.seats.map((_, seat) => drawPlayer(game, seat)));
  });
  return { element: el("div", { class: "mystrio-board" }, grid, concerns, left, players), update };
}
