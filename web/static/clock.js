// How long the turn has lasted, by the table's own clock: a phone that slept or came late shows the same time.

const DRIFT = 2000; // ms; more is no rounding: the phone slept, or its own clock did
let began = null; // performance.now() at which the turn began; null when no turn is on
let turn = null;
let box = null;
let shown = "";

const two = (number) => String(number).padStart(2, "0");

export function inWords(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function tick() {
  const now = began === null ? "" : inWords(Math.max(0, (performance.now() - began) / 1000));
  if (now === shown) return;
  shown = now;
  box.textContent = now;
}

// `clock` is {turn, seconds}, how long the turn that has this number has lasted, or null. Whole seconds are rounded down
// on their way, so that a turn that is shown already goes on as it went.
export function setClock(element, clock) {
  if (box === null) setInterval(tick, 250);
  box = element;
  const told = clock && performance.now() - clock.seconds * 1000;
  const same = clock !== null && clock.turn === turn && began !== null && Math.abs(told - began) < DRIFT;
  if (!same) began = told;
  turn = clock?.turn ?? null;
  tick();
}
