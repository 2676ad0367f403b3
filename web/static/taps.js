// A tap does what the person saw, once: nothing is taken before the script is there, nor while what lies under the finger
// changes, so that the second half of a double tap, or a tap meant for the drawing before, does nothing else instead.

const DOUBLE = 300; // ms in which a tap may still be meant for what was there before
const SLOW = 600; // ms after which it is shown that the page waits
const LONGEST = 5000; // ms after which taps are taken again though no answer has come

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let holds = 0;

function show(kind) {
  if (holds) document.body.dataset.held = kind;
  else delete document.body.dataset.held;
}

// Take no taps for a moment, and until this work is done; what is marked `data-free` takes them all the same.
// Returns the work.
export function hold(work = null) {
  let over = false;
  holds += 1;
  show(document.body.dataset.held ?? "yes");
  pause(SLOW).then(() => over || show("long"));
  Promise.all([pause(DOUBLE), Promise.race([work, pause(LONGEST)])]).then(() => {
    over = true;
    holds -= 1;
    show("yes");
  });
  return work;
}

// Go to another page of the table's; until it is there, this one takes no taps.
export function leave(address) {
  hold(pause(LONGEST));
  location.assign(address);
}

// What works only by the script is rendered disabled and marked `data-waits`, and opened once it works.
export function wait(control) {
  control.disabled = true;
  control.dataset.waits = "";
}

export function ready() {
  for (const control of document.querySelectorAll("[data-waits]")) {
    control.disabled = false;
    delete control.dataset.waits;
  }
}

// Fingers are kept off by the style sheet; keys press what has the focus all the same.
document.addEventListener("click", (event) => {
  if (!holds || !event.isTrusted || event.target.closest("[data-free]")) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
