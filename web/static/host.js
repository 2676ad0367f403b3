// What the host alone may do: take back, correct, tell what no camera sees, start a new game, hand in a wrong read.

import { send } from "./commands.js";
import { byId, el } from "./dom.js";
import { askForm } from "./form.js";
import { close, open } from "./sheet.js";
import { announce } from "./speech.js";
import { capital, say, t } from "./words.js";

const IN_A_ROW = 5; // choices that stand side by side

const act = (name, args) => async () => {
  close();
  await send(name, args);
};

export function askUndo(state) {
  open(t("undo_title"),
    el("p", { class: "big" }, capital(say(state.undo))),
    el("div", { class: "answers" },
      el("button", { type: "button", class: "button primary", on: { click: act("undo", { stamp: state.stamp }) } }, t("undo_yes")),
      el("button", { type: "button", class: "button", on: { click: close } }, t("keep"))));
}

// A place is {title, rows: [{slot, title, choices: [{piece, title, mark, now, seen}]}]}, one tap to correct a slot, or
// {title, fields, table}, where `table` makes of a form's values what lies there.
export function askCorrect(place) {
  const title = t("correct_title", { place: place.title });
  if (place.fields) {
    askForm({ title, fields: place.fields, button: t("correct_this"), done: (values) => send("correct", { table: place.table(values) }) });
    return;
  }
  const choice = (slot) => ({ piece, title: words, mark, now, seen }) => el("button", {
    type: "button", class: "choice", "aria-pressed": String(now), on: { click: act("correct", { table: { [slot]: piece } }) },
  }, mark, el("span", {}, words), seen && el("span", { class: "tag" }, t("seen_here")));
  open(title, ...place.rows.map((row) => el("fieldset", { class: row.choices.length > IN_A_ROW ? "choices many" : "choices" },
    el("legend", {}, capital(row.title)), ...row.choices.map(choice(row.slot)))));
}

// The same rules once more, or the page on which a game and its rules are chosen.
export function askNew({ game }) {
  if (!game) {
    location.assign("/new");
    return;
  }
  const again = game.outcome ? act("next") : act("new", { game: game.name, options: game.options });
  open(t("new_title"), !game.outcome && el("p", { class: "quiet" }, t("new_ends")), el("div", { class: "answers" },
    el("button", { type: "button", class: `button ${game.outcome ? "primary" : ""}`, on: { click: again } }, t("same_again")),
    el("a", { class: "button", href: "/new" }, t("other_game"))));
}

// What the host tells because no camera sees it: the game's own list of {title, action}, or {title, fields, action} where
// `action` makes of a form's values what was done, or {title, command} for what the referee does when it is asked.
export const tellings = (extras, play) => extras.map(({ title, action, fields, main, command }) => el("button", {
  type: "button", class: `button ${main ? "primary" : ""}`, on: { click: () => {
    if (command) send(command);
    else if (fields) askForm({ title, fields, done: (values) => play(action(values)) });
    else play(action);
  } } }, capital(title)));

// The frame and what was decided are the table's to add; what is right only a person can say.
export function askReport(game, referee, table) {
  const tables = { game: table, camera: referee.seen, other: {} };
  const choices = [...(game ? [["game", t("report_game")], ["camera", t("report_camera")]] : []), ["other", t("report_other")]];
  askForm({
    title: t("report_title"), button: t("report_send"),
    fields: [{ name: "right", title: t("report_right"), choices }, { name: "note", title: t("report_note"), text: true, letters: 1000, rows: 3 }],
    done: async ({ right, note }) => {
      open(t("report_title"), el("p", { class: "big" }, t("report_waits")));
      const answer = await send("report", { note, table: tables[right] }, { quiet: true });
      const words = answer.text ? capital(say(answer.text)) : t("no_answer");
      announce(words);
      open(t(answer.ok ? "report_kept" : "report_failed"), el("p", {}, words),
        el("button", { type: "button", class: "button primary wide", on: { click: close } }, t("close")));
    },
  });
}
