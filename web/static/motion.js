// Moves pieces on the page as they move on the table: what is drawn anew under a key glides from where it lay before.
//
// An element that may move carries `data-key`; where it comes from is the same key's old place, or that of `data-from`.
// A key that nobody has seen before grows in. Nobody who asked for less motion sees any of it.

const GLIDE = { duration: 420, easing: "cubic-bezier(.3, 1.2, .5, 1)" };
const GROW = { duration: 320, easing: "cubic-bezier(.3, 1.4, .5, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const keyed = (container) => [...container.querySelectorAll("[data-key]")];
const places = (container) => new Map(keyed(container).map((element) => [element.dataset.key, element.getBoundingClientRect()]));

// A pixel of the screen in the element's own units.
const unit = (element) => (element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement) ? 1 / (element.getScreenCTM()?.a || 1) : 1);

function glide(element, from) {
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const scale = unit(element);
  const x = (from.x + from.width / 2 - to.x - to.width / 2) * scale;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) * scale;
  if (Math.hypot(x, y) < 1) return;
  element.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }], GLIDE);
}

// Draw what lies in the container anew, and let it move there. The first drawing stands still.
export function moving(container, draw) {
  const before = calm.matches || !container.isConnected ? null : places(container);
  draw();
  if (before === null || before.size === 0) return;
  for (const element of keyed(container)) {
    const from = before.get(element.dataset.key) ?? before.get(element.dataset.from);
    if (from) glide(element, from);
    else element.animate([{ transform: "scale(.4)", opacity: 0 }, { transform: "none", opacity: 1 }], GROW);
  }
}
