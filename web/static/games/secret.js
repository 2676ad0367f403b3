// What only this phone's owner may see: covered until it is asked for, and covered again when the phone is put down.

import { el } from "../dom.js";
import { t } from "../words.js";

const shown = new Set(); // the names of what is uncovered
const covers = new Set(); // what covers them again

function coverAll() {
  shown.clear();
  for (const cover of covers) cover();
}

document.addEventListener("visibilitychange", () => document.hidden && coverAll());

// A box {title, button} whose content is made only while it is uncovered.
export function hidden(name, title, content) {
  const inside = el("div", { class: "inside" });
  const key = el("button", { type: "button", class: "button", "data-secret": name, "data-free": true, on: { click: () => {
    if (shown.has(name)) shown.delete(name);
    else shown.add(name);
    draw();
  } } });
  function draw() {
    const open = shown.has(name);
    key.setAttribute("aria-expanded", String(open));
    key.replaceChildren(t(open ? "cover" : "uncover"));
    inside.replaceChildren(...(open ? [content()].flat() : []));
  }
  const box = el("div", { class: "secret" }, el("p", { class: "label" }, title), key, inside);
  for (const cover of covers) if (!cover.box.isConnected) covers.delete(cover);
  draw.box = box;
  covers.add(draw);
  draw();
  return box;
}
