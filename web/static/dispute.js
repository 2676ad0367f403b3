// When the players and the referee disagree: look at the table as it lay, take back, correct, report.

import { send } from "./commands.js";
import { byId, el } from "./dom.js";
import { isUnwatched } from "./me.js";
import { close, open } from "./sheet.js";
import { capital, say, t } from "./words.js";

const button = (words, click, kind = "") => el("button", { type: "button", class: `button ${kind}`, on: { click } }, words);
const after = (act) => () => {
  close();
  act();
};

export function askTakeback(state) {
  const action = state.kept?.at(-1)?.text ?? state.log.findLast((line) => line.kind === "action")?.text;
  open(t("takeback_title"), el("p", { class: "big" }, capital(say(action))), el("p", { class: "quiet" }, t("takeback_note")),
    el("div", { class: "answers" }, button(t("takeback_ask"), after(() => send("takeback")), "primary"), button(t("keep"), close)));
}

function picture(id, words) {
  if (id === null) return el("figure", { class: "none" }, el("p", { class: "quiet" }, t("no_picture_kept")), el("figcaption", {}, words));
  const large = (event) => event.currentTarget.classList.toggle("large");
  return el("figure", {}, el("button", { type: "button", class: "photo", "aria-label": `${words}: ${t("picture_alt")}`, on: { click: large } },
    el("img", { src: `/kept/${id}.jpg`, alt: "", loading: "lazy" })), el("figcaption", {}, words));
}

const move = ({ text, before, after: then }) => el("li", {}, el("p", { class: "action" }, capital(say(text))),
  el("div", { class: "pair" }, picture(before, t("picture_before")), picture(then, t("picture_after"))));

// The last moves with the pictures from before and after them, and what may be done about it.
export function askLookBack(state, correct) {
  const kept = state.kept ?? [];
  const moved = state.log.some((line) => line.kind === "action");
  const seated = (state.you?.seat ?? null) !== null;
  open(t("look_back_title"), el("div", { class: "answers" },
    moved && (state.host || seated) && button(t("nothing_happened"), after(() => (state.host ? send("undo") : send("takeback")))),
    state.host && state.game && button(t("something_else"), after(correct)),
    !isUnwatched(state) && button(t("look_again"), after(() => send("again"))),
    state.host && state.picture > 0 && button(t("report"), after(() => byId("report").click()))),
  kept.length > 0 && el("h3", {}, t("as_it_lay")),
  kept.length > 0 ? el("ol", { class: "kept" }, ...kept.toReversed().map(move)) : el("p", { class: "quiet" }, t("nothing_kept")));
}
