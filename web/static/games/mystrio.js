// Mystrio on the page: the grid of tokens, those that lie face up, and what each player has won and got wrong.

import { el, svg } from "../dom.js";
import { askForm } from "../form.js";
import { capital, has, say, t } from "../words.js";
import { asked, choiceWords, fillOwn, person, playsNow, style, whenChanged } from "./common.js";
import { clearNotes, noteOf, takesNotes, turnNote } from "./mystrio_notes.js";
import { FILLS, letter, sign } from "./symbols.js";

export const FACES = ["red square", "black square", "red triangle", "black triangle"];
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
export const byNumber = true; // a seat is called by a number or a letter
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

// What people may tell

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

export function extras(game, me) {
  columns = game.view.columns;
  const { phase, drawn, consulted, moved } = game.view;
  if (phase === "shuffle") return me.host || me.mine.length ? [{ title: t("mystrio_phase_shuffle"), command: "deal", main: true }] : [];
  if (phase === "tidy") return me.host || me.mine.length ? [{ title: t(`mystrio_tell_tidy_${game.view.good ? "good" : "bad"}`), action: "tidy", main: true }] : [];
  if (playsNow(game, me) || !(me.host || me.mine.includes(game.to_play))) return []; // by tapping, or not at all
  if (phase === "lay") {
    const free = cellsThat(game, (token) => token === null);
    return [{ title: t("mystrio_tell_lay"), fields: [cellField(free, "cell", t("mystrio_where"))], action: ({ cell }) => `lay ${cell}` },
      ...(drawn.may_look && !drawn.looked ? [{ title: t("mystrio_tell_look"), action: "look" }] : [])];
  }
  if (phase !== "turn") return [];
  return [...(consulted ? [] : [consulting(game)]), ...(moved ? [] : [moving(game)]), announcing(game), { title: t("mystrio_tell_stop"), action: "stop" }];
}

// Playing by tapping

const TAPS = ["consult", "move", "mystrio"];
const isNear = (a, b) => Math.abs(Math.floor(a / columns) - Math.floor(b / columns)) <= 1 && Math.abs((a % columns) - (b % columns)) <= 1 && a !== b;

// The cells that a tap may take next, in this way of tapping.
function takes(game, way, picked) {
  const { cells } = game.view;
  if (way === "lay") return (cell) => cells[cell] === null;
  if (way === "move" && picked.length) return (cell) => isNear(cell, picked[0]) || cell === picked[0];
  return (cell) => cells[cell] !== null;
}

function askFaces(cells, play) {
  askForm({ title: t("mystrio_tell_announce"), fields: cells.map((cell, n) => ({ name: `face ${n}`, title: capital(cellName(cell)),
    choices: FACES.map((face) => [CODES[face], drawnFace(face), faceName(face)]) })),
  done: (told) => play(["mystrio", ...cells, ...cells.map((_, n) => told[`face ${n}`])].join(" ")) });
}

// What a tap on a cell leads to: an action, or one more cell picked.
function tapped(game, way, picked, cell, play, pickCells) {
  const { cells } = game.view;
  if (way === "lay" || way === "consult") return play(`${way} ${cell}`);
  if (picked.includes(cell)) return pickCells(picked.filter((other) => other !== cell));
  const all = [...picked, cell];
  if (way === "move" && all.length === 2) return play(`${cells[cell] === null ? "move" : "swap"} ${all.join(" ")}`);
  if (way !== "mystrio" || all.length < 3) return pickCells(all);
  pickCells([]);
  return known(game) ? play(`mystrio ${all.join(" ")}`) : askFaces(all, play);
}

const seenFace = ({ view }) => view.drawn?.face ?? null;
const chip = (words, pressed, click, name) => el("button", { type: "button", class: "chip", "aria-pressed": String(pressed), "data-way": name, on: { click } }, words);

function drawOwn(game, me, way, choose, play) {
  const { phase, may, drawn } = game.view;
  const playing = playsNow(game, me);
  const face = seenFace(game);
  const ways = playing && phase === "turn" ? TAPS.filter((kind) => may.includes(kind)) : [];
  const notes = takesNotes(game, me);
  return [
    playing && phase === "lay" && el("p", { class: "label" }, t(drawn.may_look ? "mystrio_lay_looking" : "mystrio_lay_blind")),
    face && el("p", { class: "looked" }, drawnFace(face), faceName(face)),
    playing && phase === "lay" && known(game) && drawn.may_look && !drawn.looked && el("button", { type: "button", class: "button wide", on: { click: () => play("look") } }, t("mystrio_look")),
    (ways.length > 0 || notes) && el("div", { class: "chips", role: "group", "aria-label": t("mystrio_taps") },
      ...ways.map((kind) => chip(t(`mystrio_way_${kind}`), way === kind, () => choose(kind), kind)),
      notes && chip(t("mystrio_way_note"), way === "note", () => choose(way === "note" ? null : "note"), "note")),
    way && phase === "turn" && el("p", { class: "quiet" }, t(`mystrio_how_${way}`)),
    playing && may.includes("stop") && el("button", { type: "button", class: "button wide", "data-act": "stop", on: { click: () => play("stop") } }, t("mystrio_stop")),
  ].filter(Boolean);
}

// Tokens, within a square of 100 around 0

function face(name) {
  const [colour, symbol] = name.split(" ");
  const shape = symbol === "square" ? svg("rect", { class: "shape", x: -22, y: -22, width: 44, height: 44, fill: FILLS[colour] })
    : svg("path", { class: "shape", d: "M0-27L28 21H-28z", fill: FILLS[colour] });
  return [shape, sign(colour, 9, 0, symbol === "square" ? 0 : 6)];
}

const token = (key, ...content) => svg("g", { "data-key": key }, svg("circle", { class: "wood", r: 39 }), ...content);
const back = () => svg("path", { class: "grain", d: "M-26-14C-10-20 8-8 26-14M-32 2C-12-4 10 8 32 2M-24 18C-8 12 10 22 24 18" });

const drawn = (name, viewBox, className) => svg("svg", { viewBox, class: className, "aria-hidden": "true" }, token(null, ...face(name)));
const drawnFace = (name) => drawn(name, "-42 -42 84 84", "mark mystrio-token");

function drawCell(game, cell, wanted, tap) {
  const piece = game.view.cells[cell];
  const marked = [isUp(game, cell) && (game.view.good ? "good" : "bad"), wanted.includes(String(cell)) && "asked",
    tap?.picked.includes(cell) && "picked", tap?.takes(cell) && tap.picked.length > 0 && !tap.picked.includes(cell) && "near"].filter(Boolean);
  const seen = piece && game.options.memory === "shown" ? piece.seen_by.map((seat) => seat + 1).join(" ") : "";
  const noted = piece && !piece.face ? noteOf(game, tap?.me, piece) : null;
  const sides = piece?.face ? face(piece.face) : [back(), noted && svg("g", { class: "noted" }, ...face(noted))].filter(Boolean);
  return svg("svg", { viewBox: "-50 -50 100 100", class: `mystrio-token ${marked.join(" ")}`, "aria-hidden": "true" },
    svg("rect", { class: "well", x: -46, y: -46, width: 92, height: 92, rx: 12 }), piece && token(`token ${piece.token}`, ...sides),
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

export function create(pick, play) {
  style(import.meta.url);
  const grid = el("div", { class: "mystrio-grid", role: "group", "aria-label": t("board") });
  const concerns = el("ul", { class: "mystrio-concerns" });
  const own = el("div", { class: "card mystrio-own", hidden: true });
  const left = el("ul", { class: "mystrio-left", "aria-label": t("mystrio_left") });
  const players = el("ul", { class: "mystrio-players", "aria-label": t("mystrio_players") });
  let entry = { at: "", way: null, picked: [] };
  let latest = [];

  // How taps are meant now: {way, picked, takes, act}, or null where they correct or do nothing.
  function tapping(game, me) {
    const { phase, may, turn, consulted, moved } = game.view;
    const at = [phase, turn, consulted, moved].join(" ");
    const playing = playsNow(game, me);
    const first = phase === "lay" ? "lay" : TAPS.find((kind) => may.includes(kind)) ?? null;
    if (entry.at !== at) entry = { at, way: entry.way === "note" ? "note" : playing ? first : null, picked: [] };
    const { way, picked } = entry;
    if (way === "note") return { me, way, picked, takes: (cell) => game.view.cells[cell]?.seen_by.includes(me.seat), act: (cell) => {
      turnNote(game, me, game.view.cells[cell]);
      redraw();
    } };
    if (!playing || way === null) return { me, way: null, picked: [], takes: () => false, act: null };
    return { me, way, picked, takes: takes(game, way, picked), act: (cell) => tapped(game, way, picked, cell, play, (cells) => set({ picked: cells })) };
  }

  function draw(game, referee, host, me) {
    columns = game.view.columns;
    if (game.view.cells.every((piece) => piece === null)) clearNotes(game);
    const wanted = asked(referee);
    const tap = tapping(game, me);
    const act = (cell) => (tap.act ? tap.takes(cell) && tap.act(cell) : host && pick(place(game, referee, cell)));
    const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    grid.style.setProperty("--columns", columns);
    grid.replaceChildren(...game.view.cells.map((_, cell) => el("button", {
      type: "button", class: "mystrio-cell", "data-cell": cell, "data-piece": lying(game, cell) ?? "", "aria-label": cellWords(game, cell),
      "aria-disabled": String(tap.act ? !tap.takes(cell) : !host), on: { click: () => act(cell) } }, drawCell(game, cell, wanted, tap))));
    if (focused !== null) grid.querySelector(`[data-cell="${focused}"]`)?.focus();
    concerns.replaceChildren(...worries(game));
    const parts = me ? drawOwn(game, me, tap.way, (way) => set({ way, picked: [] }), play) : [];
    fillOwn(own, parts, me);
    left.replaceChildren(el("li", {}, t("mystrio_left")), ...drawLeft(game));
    players.replaceChildren(...game.view.seats.map((_, seat) => drawPlayer(game, seat)));
  }

  const redraw = () => draw(...latest);
  const set = (changes) => {
    entry = { ...entry, ...changes };
    redraw();
  };
  const changed = whenChanged(draw, grid);
  const update = (...now) => {
    latest = now;
    changed(...now);
  };
  return { element: el("div", { class: "mystrio-board" }, grid, own, concerns, left, players), update };
}
