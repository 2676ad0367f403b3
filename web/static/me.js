// Who this phone is at the table, and what its taps mean.

import { wants } from "./phone.js";

let correcting = false;

export const setCorrecting = (on) => {
  correcting = on;
};

// Nobody but people tells what lies on the table.
export const isUnwatched = (state) => state.camera === "none" || state.camera === "absent";

// {seat, host, mine: the seats for which this phone may act, taps: whether a tap on the board plays, correcting,
//  race: the phase of the panel's race, "idle" while nobody has taken part, null when there is none}
export function meOf(state) {
  const seat = state.you?.seat ?? null;
  const taken = new Set(state.people.map((person) => person.seat));
  const seats = state.game ? state.game.seats.map((_, number) => number) : [];
  const mine = seats.filter((number) => number === seat || (state.host && !taken.has(number)));
  // where a camera sees the moves, a phone that lies on the table must not make them by accident
  const taps = mine.length > 0 && wants("taps", !state.referee.watched);
  return { seat, host: state.host, mine, taps: taps && !correcting, correcting: correcting && state.host, race: state.panel?.race?.idle ? "idle" : state.panel?.race?.phase ?? null };
}
