// The buzzer's sounds on the page: the same tones for as long, for tables without a buzzer. A browser lets nothing sound
// before the page was touched; until then, and when this phone is muted, the page is silent.

import { remember, wants } from "./phone.js";
import { page } from "./words.js";

const LOUD = 0.08; // of full scale: a square wave is loud
const EDGE = 0.005; // seconds in which a tone swells and fades, so that it does not click
const KEY = "panel sound";

let context = null;
let playing = [];

export const sounding = () => wants(KEY, true);
export const touched = () => context?.state === "running";

export function switchSound() {
  remember(KEY, !sounding());
  if (!sounding()) silence();
}

// Called in the first touch of the page, which is when a browser allows sound.
export async function allow() {
  if (!window.AudioContext) return;
  context ??= new AudioContext();
  await context.resume().catch(() => {}); // then it is silent, as before
}

function silence() {
  for (const tone of playing) tone.stop();
  playing = [];
}

function tone(hertz, begin, seconds) {
  const oscillator = new OscillatorNode(context, { type: "square", frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setTargetAtTime(LOUD, begin, EDGE / 3);
  volume.gain.setTargetAtTime(0, begin + seconds - EDGE, EDGE / 3);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds + EDGE);
  return oscillator;
}

// Begin a sound; one that plays gives way. The page says which it last began.
export function play(name) {
  if (!sounding() || !touched()) return;
  silence();
  let at = context.currentTime + EDGE;
  for (const [hertz, seconds] of page.sounds[name] ?? []) {
    if (hertz !== null) playing.push(tone(hertz, at, seconds));
    at += seconds;
  }
  document.body.dataset.sound = name;
}
