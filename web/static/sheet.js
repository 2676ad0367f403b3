// The sheet that comes up from the bottom to ask one thing.

import { byId, el } from "./dom.js";
import { hold } from "./taps.js";
import { t } from "./words.js";

export function open(title, ...content) {
  hold();
  const sheet = byId("sheet");
  sheet.replaceChildren(
    el("div", { class: "sheet-head" },
      el("h2", { id: "sheet-title" }, title),
      el("button", { type: "button", class: "close", "aria-label": t("close"), on: { click: close } }, "×")),
    ...content.filter(Boolean));
  sheet.onclick = (event) => {
    if (event.target === sheet) close();
  };
  if (!sheet.open) sheet.showModal();
}

export function close() {
  hold();
  byId("sheet").close();
}
