// How long the turn has lasted, by the table's own clock: a phone that slept or came late shows the same time.

let began = null; // performance.now() at which the turn began; null when no turn is on
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

// `clock` is {since, now}, both in seconds of the table's monotonic clock, or null.
export function setClock(element, clock) {
  if (box === null) setInterval(tick, 250);
  box = element;
  began = clock ? performance.now() - (clock.now - clock.since) * 1000 : null;
  tick();
}
