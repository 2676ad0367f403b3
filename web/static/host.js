// What the host alone may do: take back, correct, start a new game.

import { send } from "./commands.js";
import { byId, el } from "./dom.js";
import { close, open } from "./sheet.js";
import { capital, page, say, t } from "./words.js";

const act = (name, args) => async () => {
  close();
  await send(name, args);
};

export function askUndo(state) {
  const last = state.log.filter((line) => line.kind === "action").at(-1);
  open(t("undo_title"),
    last && el("p", { class: "big" }, capital(say(last.text))),
    el("div", { class: "answers" },
      el("button", { type: "button", class: "button primary", on: { click: act("undo") } }, t("undo_yes")),
      el("button", { type: "button", class: "button", on: { click: close } }, t("keep"))));
}

// A place is {title, rows: [{slot, title, choices: [{piece, title, mark, now, seen}]}]}.
export function askCorrect(place) {
  const choice = (slot) => ({ piece, title, mark, now, seen }) => el("button", {
    type: "button", class: "choice", "aria-pressed": String(now), on: { click: act("correct", { table: { [slot]: piece } }) },
  }, mark, el("span", {}, title), seen && el("span", { class: "tag" }, t("seen_here")));
  open(t("correct_title", { place: place.title }), ...place.rows.map((row) => el("fieldset", { class: "choices" },
    el("legend", {}, capital(row.title)), ...row.choices.map(choice(row.slot)))));
}

export async function askNew(state) {
  const games = page.games.filter((game) => game.name in page.renderers);
  const playing = state?.game;
  const parts = Object.fromEntries(await Promise.all(games.map(async ({ name }) => [name, await import(page.renderers[name])])));
  const fields = el("div");
  const show = (name) => fields.replaceChildren(...options(games.find((game) => game.name === name), playing, parts[name]));
  const current = games.find((game) => game.name === playing?.name) ?? games[0];
  const form = el("form", { class: "new-game", on: {
    submit: start, change: (event) => event.target.name === "game" && show(event.target.value) } },
  games.length > 1 && chooser("game", t("which_game"), games.map((game) => [game.name, say(game.title)]), current.name),
  fields, playing && !playing.outcome && el("p", { class: "quiet" }, t("new_ends")),
  el("button", { type: "submit", class: "button primary wide" }, t("start")));
  show(current.name);
  open(t("new_title"), form);

  function start(event) {
    event.preventDefault();
    const { game = current.name, ...chosen } = Object.fromEntries(new FormData(form));
    act("new", { game, options: chosen })();
  }
}

function options(game, playing, renderer) {
  const known = playing?.name === game.name ? playing.options : {};
  return game.options.map((option) => {
    const now = known[option.name] ?? option.choices[0];
    const values = option.choices.includes(now) ? option.choices : [now, ...option.choices];
    return chooser(option.name, say(option.text), values.map((value) => [value, renderer.choiceTitle(option.name, value)]), now);
  });
}

function chooser(name, title, choices, chosen) {
  return el("fieldset", { class: "segments" }, el("legend", {}, capital(title)),
    ...choices.map(([value, words]) => el("label", {},
      el("input", { type: "radio", name, value, checked: value === chosen }), el("span", {}, words))));
}

// What the host tells because no camera sees it: the game's own list.
export const tellings = (extras) => extras.map(({ action, title }) => el("button", {
  type: "button", class: "button", on: { click: () => send("play", { action }) } }, title));

export function wire(state) {
  byId("undo").addEventListener("click", () => askUndo(state()));
  byId("new").addEventListener("click", () => askNew(state()));
  byId("again").addEventListener("click", () => send("again"));
}
