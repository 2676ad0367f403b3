// What the host alone may do: take back, correct, tell what no camera sees, start a new game, hand in a wrong read.

import { send } from "./commands.js";
import { byId, el } from "./dom.js";
import { askForm, fieldFor } from "./form.js";
import { close, open } from "./sheet.js";
import { announce } from "./speech.js";
import { capital, page, say, t } from "./words.js";

const ALL_AT_ONCE = 10; // with more options than that, only the first are in sight
const IN_SIGHT = 4;
const IN_A_ROW = 5; // choices that stand side by side
const DECK_LETTERS = 12000;
const TYPED = " typed"; // no option's name has a space

const act = (name, args) => async () => {
  close();
  await send(name, args);
};

export function askUndo(state) {
  open(t("undo_title"),
    el("p", { class: "big" }, capital(say(state.undo))),
    el("div", { class: "answers" },
      el("button", { type: "button", class: "button primary", on: { click: act("undo") } }, t("undo_yes")),
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

function sameAgain(playing, module) {
  const action = module.again?.(playing);
  return action ? act("play", { action }) : act("new", { game: playing.name, options: playing.options });
}

export async function askNew(state) {
  const games = page.games.filter((game) => game.name in page.renderers);
  const playing = state?.game;
  const parts = Object.fromEntries(await Promise.all(games.map(async ({ name }) => [name, await import(page.renderers[name])])));
  const fields = el("div");
  const find = (name) => games.find((game) => game.name === name);
  const show = (name) => fields.replaceChildren(...options(find(name), playing, parts[name]));
  const current = find(playing?.name) ?? games[0];
  const form = el("form", { class: "new-game", on: {
    submit: start, change: (event) => event.target.name === "game" && show(event.target.value) } },
  games.length > 1 && fieldFor({ name: "game", title: t("which_game"), choices: games.map((game) => [game.name, say(game.title)]), now: current.name }),
  fields, playing && !playing.outcome && el("p", { class: "quiet" }, t("new_ends")),
  el("button", { type: "submit", class: "button primary wide" }, t("start")));
  show(current.name);
  open(t("new_title"), playing && playing.name in parts && el("button", {
    type: "button", class: `button wide ${playing.outcome ? "primary" : ""}`, on: { click: sameAgain(playing, parts[playing.name]) } }, t("same_again")), form);

  function start(event) {
    event.preventDefault();
    const data = new FormData(form);
    const game = data.get("game") ?? current.name;
    // a choice of one is none: the table may have another default, such as its own deck
    const value = ({ name, choices }) => data.get(name + TYPED)?.trim() || (choices.length > 1 ? data.get(name) : null);
    const chosen = find(game).options.map((option) => [option.name, value(option)]).filter(([, what]) => what !== null);
    act("new", { game, options: Object.fromEntries(chosen) })();
  }
}

function options(game, playing, renderer) {
  const known = playing?.name === game.name ? playing.options : {};
  const fields = game.options.map((option) => optionField(option, known[option.name] ?? option.choices[0], renderer));
  if (fields.length <= ALL_AT_ONCE) return fields;
  return [...fields.slice(0, IN_SIGHT), el("details", {}, el("summary", {}, t("more_options")), ...fields.slice(IN_SIGHT))];
}

function optionField({ name, text, choices, free }, now, renderer) {
  const own = free && !choices.includes(now); // a text of the table's own
  const values = own || choices.includes(now) ? choices : [now, ...choices];
  const chooser = fieldFor({ name, title: say(text), choices: values.map((value) => [value, renderer.choiceTitle(name, value)]), now });
  if (!free) return chooser;
  return el("div", { class: "own" }, chooser, fieldFor({ name: name + TYPED, title: t("or_own"), text: true, now: own ? now : "",
    letters: choices.every((choice) => /^\d+$/.test(choice)) ? 5 : DECK_LETTERS }));
}

// What the host tells because no camera sees it: the game's own list of {title, action}, or {title, fields, action} where
// `action` makes of a form's values what was done.
export const tellings = (extras, play) => extras.map(({ title, action, fields, main }) => el("button", {
  type: "button", class: `button ${main ? "primary" : ""}`, on: { click: () => {
    if (fields) askForm({ title, fields, done: (values) => play(action(values)) });
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
