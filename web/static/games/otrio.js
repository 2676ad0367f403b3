// Otrio on the page: the board with its nine cells and the reserves around it.

import { el, svg } from "../dom.js";
import { capital, has, t } from "../words.js";
import { playsNow, style, whenChanged } from "./common.js";
import { SHAPES } from "./symbols.js";

const SIZES = ["large", "medium", "small"];
const COLOURS = ["purple", "red", "green", "blue"];
const TONES = { purple: "#7136b3", red: "#c4262e", green: "#127a3a", blue: "#1a5fc0" };
const RINGS = { large: { radius: 35, width: 12 }, medium: { radius: 20, width: 11 }, small: { radius: 5.250, width: 10.500 } };
const SIGNS = { large: { angles: [45, 135, 225, 315], scale: 4.8 }, medium: { angles: [0, 90, 180, 270], scale: 4.2 },
  small: { angles: [null], scale: 5 } };
const PITCH = 88;
const MIDDLE = 200;
const RESERVE = { distance: 168, scale: 0.56 };
const SIDES = { purple: [0, -1], red: [1, 0], green: [0, 1], blue: [-1, 0] };

export const table = (game) => Object.fromEntries(
  game.view.cells.flatMap((cell, n) => SIZES.map((size) => [`${n}.${size}`, cell[size]])));
export const pieceName = (piece) => t(`otrio_piece_${piece}`);
export const slotName = (slot) => {
  const [cell, size] = slot.split(".");
  return t("otrio_slot", { cell: t(`otrio_cell_${cell}`), size: t(`otrio_size_${size}`) });
};

function dueColours(game) {
  if (game.outcome) return game.outcome.winners.flatMap((seat) => game.view.seats[seat].colours);
  if (game.view.due.length) return game.view.due;
  return game.to_play === null ? [] : game.view.seats[game.to_play].colours;
}

export const tone = (game) => TONES[game.view.last && game.outcome ? game.view.last.colour : dueColours(game)[0]] ?? null;

export function mark(colour) {
  return svg("svg", { viewBox: "-10 -10 20 20", class: "mark", "aria-hidden": "true" },
    svg("circle", { r: 9.500, class: `mark-disc otrio-${colour}` }),
    svg("path", { d: SHAPES[colour], transform: "scale(5)", fill: "#fff" }));
}

export const headline = () => null;
export const hint = () => t("otrio_hint");
export const marks = (game, seat) => game.view.seats[seat].colours.map(mark);
export const turnMarks = (game) => dueColours(game).map(mark);

export function note(game) {
  const { match, due } = game.view;
  const notes = [];
  if (game.to_play !== null && game.view.seats[game.to_play].colours.length > 1 && due.length) {
    const [a, b] = due.map(pieceName);
    notes.push(t("otrio_due", { colours: b ? t("otrio_or", { a, b }) : a }));
  }
  if (match.kind === "extreme") notes.push(t("otrio_match", match));
  return notes.join(" · ");
}

// What people may tell that no camera can see; the next game begins as every game's does.
export function extras(game, me) {
  const placed = / (large|medium|small) /;
  const told = game.view.legal.filter((action) => !placed.test(action) && action !== "again" && (me.host || !action.startsWith("penalty")));
  if (game.options.must_call === "yes" && game.view.last && !game.outcome && me.mine.includes(game.view.last.seat)) told.push("call");
  return told.map((action) => {
    const [word, colour] = action.split(" ");
    const words = { pass: t("otrio_pass"), call: t("otrio_call") };
    return { action, title: words[word] ?? t("otrio_penalty", { piece: capital(pieceName(colour)) }) };
  });
}

export function choiceTitle(option, value) {
  if (option === "turns") return el("span", { class: "marks", "aria-label": value.split(",").map(pieceName).join(", "), role: "img" },
    ...value.split(",").map(mark));
  const key = `otrio_choice_${option}_${value}`;
  return has(key) ? t(key) : value;
}

// The board

const ring = (size, attributes) => svg("circle", { r: RINGS[size].radius, "stroke-width": RINGS[size].width, fill: "none", ...attributes });

function signs(size, colour) {
  const { angles, scale } = SIGNS[size];
  return angles.map((angle) => {
    const r = angle === null ? 0 : RINGS[size].radius;
    const rad = ((angle ?? 0) * Math.PI) / 180;
    const [x, y] = [r * Math.sin(rad), -r * Math.cos(rad)];
    return svg("path", { d: SHAPES[colour], class: "sign", transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale})` });
  });
}

const outline = (size, kind) => svg("g", { class: `mark-${kind}` },
  svg("circle", { class: "halo", r: RINGS[size].radius + RINGS[size].width / 2 + 0.500, fill: "none" }),
  svg("circle", { r: RINGS[size].radius + RINGS[size].width / 2 + 0.500, fill: "none" }));

const SHEEN = { large: 38, medium: 23, small: 3.500 };

// A piece as it lies: a ring with a little light on its upper edge.
const piece = (size, colour, signed) => [ring(size, { class: `piece otrio-${colour}` }),
  svg("circle", { class: "sheen", r: SHEEN[size], fill: "none" }), ...(signed ? signs(size, colour) : [])];

function slot(size, colour, marked, { signed = true, key = "", from = "" } = {}) {
  return svg("g", { class: `slot ${marked.join(" ")}`, "data-piece": colour ?? "" },
    ring(size, { class: "groove" }),
    colour && svg("g", { "data-key": key, "data-from": from }, ...piece(size, colour, signed)),
    marked.includes("banned") && svg("path", { class: "ban", d: "M-5-5L5 5M5-5L-5 5", transform: size === "medium" ? "translate(0 -20.500)" : "" }),
    ...marked.filter((kind) => !["banned", "dim", "open"].includes(kind)).map((kind) => outline(size, kind)),
    marked.includes("open") && ring(size, { class: "free" }));
}

function marksOf(name, game, referee, open) {
  const winning = game.outcome?.slots ?? [];
  const asked = referee.state === "mismatch" || referee.state === "question" ? referee.slots : [];
  return [
    game.view.last?.slot === name && !winning.length && "last",
    winning.includes(name) && "winning",
    winning.length > 0 && !winning.includes(name) && "dim",
    asked.includes(name) && "asked",
    game.view.banned === name && "banned",
    open.has(name) && "open",
  ].filter(Boolean);
}

function cellWords(n, game) {
  const cell = game.view.cells[n];
  const held = SIZES.filter((size) => cell[size]).map((size) => `${t(`otrio_size_${size}`)} ${pieceName(cell[size])}`);
  const [banned, size] = game.view.banned?.split(".") ?? [];
  if (banned === String(n)) held.push(`${t(`otrio_size_${size}`)}: ${t("otrio_banned")}`);
  return `${t(`otrio_cell_${n}`)}: ${held.join(", ") || t("otrio_empty")}`;
}

// The piece that was placed comes from the top of its reserve's stack.
const stackOf = (game, colour, size) => `reserve ${colour} ${size} ${game.view.reserve[colour][size] + 1}`;

function drawCell(n, game, referee, open) {
  const x = MIDDLE + ((n % 3) - 1) * PITCH;
  const y = MIDDLE + (Math.floor(n / 3) - 1) * PITCH;
  return svg("g", { class: "cell", transform: `translate(${x} ${y})`, "data-cell": n },
    svg("rect", { class: "well", x: -43, y: -43, width: 86, height: 86, rx: 12 }),
    ...SIZES.map((size) => {
      const name = `${n}.${size}`;
      const colour = game.view.cells[n][size];
      const group = slot(size, colour, marksOf(name, game, referee, open), { key: name, from: colour ? stackOf(game, colour, size) : "" });
      group.dataset.slot = name;
      return group;
    }));
}

function drawReserve(colour, game) {
  const [dx, dy] = SIDES[colour];
  const played = game.view.seats.some((seat) => seat.colours.includes(colour));
  const due = !game.outcome && dueColours(game).includes(colour);
  const stacks = [-1, 0, 1].map((n) => {
    const x = MIDDLE + dx * RESERVE.distance + (dx ? 0 : n * PITCH);
    const y = MIDDLE + dy * RESERVE.distance + (dy ? 0 : n * PITCH);
    return svg("g", { transform: `translate(${x} ${y}) scale(${RESERVE.scale})` },
      ...SIZES.map((size) => slot(size, game.view.reserve[colour][size] > n + 1 ? colour : null, [],
        { signed: size === "small", key: `reserve ${colour} ${size} ${n + 2}` })));
  });
  return svg("g", { class: `reserve ${due ? "due" : ""} ${played ? "" : "unused"}`, "data-reserve": colour },
    svg("rect", dx ? { x: MIDDLE + dx * RESERVE.distance - 28, y: 72, width: 56, height: 256, rx: 14 }
      : { x: 72, y: MIDDLE + dy * RESERVE.distance - 28, width: 256, height: 56, rx: 14 }), ...stacks);
}

// Placing a piece by phone: first the piece, then the cell

const inHand = (colour, size, may, count, chosen, choose) => el("button", {
  type: "button", class: "otrio-choice", "aria-pressed": String(chosen), disabled: may === 0, "data-choice": `${colour} ${size}`,
  "aria-label": t("otrio_in_hand", { piece: t("otrio_slot", { cell: pieceName(colour), size: t(`otrio_size_${size}`) }), count }), on: { click: choose } },
svg("svg", { viewBox: "-44 -44 88 88", "aria-hidden": "true" }, ...piece(size, colour, true)), el("span", { class: "count" }, `× ${count}`));

// The own colours stay in sight between the turns, so that nothing moves when the next one comes.
function drawHand(game, me, playing, chosen, choose) {
  const colours = me.seat === null || (playing && game.to_play !== me.seat) ? game.view.seats[game.to_play ?? 0].colours : game.view.seats[me.seat].colours;
  const due = playing ? dueColours(game) : [];
  const rows = colours.map((colour) => el("div", { class: "otrio-row" }, ...SIZES.map((size) => inHand(
    colour, size, due.includes(colour) ? game.view.reserve[colour][size] : 0, game.view.reserve[colour][size], chosen === `${colour} ${size}`,
    () => choose(`${colour} ${size}`)))));
  return [el("p", { class: "label" }, t(!playing ? "wait_turn" : chosen ? "otrio_then_cell" : "otrio_choose")), ...rows];
}

export function create(pick, play) {
  style(import.meta.url);
  const drawing = svg("svg", { viewBox: "0 0 400 400", class: "otrio", "aria-hidden": "true" });
  const keys = el("div", { class: "otrio-cells" });
  const hand = el("div", { class: "card otrio-hand", hidden: true });
  let chosen = null; // "purple large"
  let latest = [];

  function draw(game, referee, host, me) {
    const playing = playsNow(game, me);
    if (!playing || !game.view.legal.some((action) => action.startsWith(`${chosen} `))) chosen = null;
    const open = new Set(playing && chosen ? game.view.legal.filter((action) => action.startsWith(`${chosen} `)).map((action) => {
      const [, size, cell] = action.split(" ");
      return `${cell}.${size}`;
    }) : []);
    drawing.replaceChildren(svg("rect", { class: "wood", x: 1, y: 1, width: 398, height: 398, rx: 24 }),
      ...COLOURS.map((colour) => drawReserve(colour, game)), ...game.view.cells.map((_, n) => drawCell(n, game, referee, open)));
    hand.hidden = !me?.taps || (!playing && me.seat === null);
    if (!hand.hidden) hand.replaceChildren(...drawHand(game, me, playing, chosen, choose));
    updateKeys(keys, game, playing || host, (n) => tap(n, game, referee, host, playing));
  }

  function choose(piece) {
    chosen = piece;
    draw(...latest);
    hand.querySelector(`[data-choice="${piece}"]`)?.focus();
  }

  function tap(n, game, referee, host, playing) {
    if (!playing) return host && pick(place(n, game, referee));
    if (chosen) return play(`${chosen} ${n}`);
    hand.classList.add("ask");
    return setTimeout(() => hand.classList.remove("ask"), 600);
  }

  const changed = whenChanged(draw, drawing);
  const update = (...now) => {
    latest = now;
    changed(...now);
  };
  return { element: el("div", { class: "otrio-board" }, drawing, keys), update, hand };
}

// Over the drawing lie nine cells that can be tapped, focused and read out.
function updateKeys(keys, game, active, tap) {
  while (keys.children.length < 9) {
    keys.append(el("button", { type: "button", class: "otrio-key", "data-cell": keys.children.length }));
  }
  [...keys.children].forEach((key, n) => {
    key.setAttribute("aria-label", cellWords(n, game));
    key.setAttribute("aria-disabled", String(!active));
    key.onclick = () => active && tap(n);
  });
}

function place(n, game, referee) {
  const colours = COLOURS.filter((colour) => game.view.seats.some((seat) => seat.colours.includes(colour)));
  return {
    title: t(`otrio_cell_${n}`),
    rows: SIZES.map((size) => {
      const name = `${n}.${size}`;
      const seen = referee.seen[name];
      return { slot: name, title: t(`otrio_size_${size}`), choices: [null, ...colours].map((piece) => ({
        piece, title: piece ? pieceName(piece) : t("nothing"), mark: piece && mark(piece),
        now: game.view.cells[n][size] === piece, seen: seen === piece && seen !== game.view.cells[n][size],
      })) };
    }),
  };
}
