// What a player noted about tokens seen, on this phone alone: with real tokens nobody else knows their faces.
//
// Only where the table allows notes. A note belongs to the token and goes with it wherever it is moved.

import { remember, remembered } from "../phone.js";
import { FACES } from "./mystrio.js";

const NAME = "mystrio notes";

const all = () => {
  try {
    return JSON.parse(remembered(NAME)) ?? {};
  } catch {
    return {};
  }
};

export const takesNotes = ({ options, outcome }, me) => options.memory === "shown" && options.faces === "table" && me.seat !== null && !outcome;
const mayNote = (game, me, piece) => Boolean(me) && takesNotes(game, me) && piece.seen_by.includes(me.seat);

export const noteOf = (game, me, piece) => (mayNote(game, me, piece) ? all()[piece.token] ?? null : null);

// The next face in turn, and after the last none.
export function turnNote(game, me, piece) {
  if (!mayNote(game, me, piece)) return;
  const notes = all();
  const next = FACES[FACES.indexOf(notes[piece.token]) + 1] ?? null;
  remember(NAME, JSON.stringify({ ...notes, [piece.token]: next }));
}

export function clearNotes({ options }) {
  if (options.memory === "shown" && remembered(NAME)) remember(NAME, "{}");
}
