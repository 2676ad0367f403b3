// A sheet with a few fields, for what takes more than one tap to say.
//
// A field is {name, title, now} and one of: choices [[value, words, spoken, taken]], `spoken` where the words are signs and
// `taken` where it is shown but can't be chosen, with
// several: true for any number of them, or unrolls: true where their words are long; most (and least) for a number;
// text: true for words, with the most letters in `letters` and `rows` to write in.

import { el } from "./dom.js";
import { close, open } from "./sheet.js";
import { capital, t } from "./words.js";

const MOST_SEGMENTS = 12; // beyond, a list that unrolls is easier
const LETTERS = 200;
const FEW_LETTERS = 5;

export function fieldFor(field) {
  if (field.text) return typed(field);
  if (field.most !== undefined) return counted(field);
  return field.several || !(field.unrolls || field.choices.length > MOST_SEGMENTS) ? segments(field) : list(field);
}

function segments({ name, title, choices, now, several }) {
  const chosen = several ? now ?? [] : [now ?? choices[0]?.[0]];
  return el("fieldset", { class: "segments" }, el("legend", {}, capital(title)),
    ...choices.map(([value, words, spoken, taken]) => el("label", {},
      el("input", { type: several ? "checkbox" : "radio", name, value, checked: chosen.includes(value), disabled: Boolean(taken), required: !several, "aria-label": spoken }), el("span", {}, words))));
}

const labelled = (title, input) => el("label", { class: "field" }, el("span", {}, capital(title)), input);

const list = ({ name, title, choices, now }) => labelled(title, el("select", { "aria-label": capital(title), name },
  ...choices.map(([value, words]) => el("option", { value, selected: value === now }, words))));

const counted = ({ name, title, least = 0, most, now = least }) => labelled(title,
  el("input", { type: "number", "aria-label": capital(title), name, min: least, max: most, value: now, required: true, inputmode: "numeric" }));

function typed({ name, title, now = "", letters = LETTERS, rows = 1 }) {
  const area = el("textarea", { "aria-label": capital(title), name, class: letters <= FEW_LETTERS ? "short" : null, rows, maxlength: letters, autocomplete: "off", spellcheck: "false" });
  area.value = now;
  return labelled(title, area);
}

export function valuesOf(form, fields) {
  const data = new FormData(form);
  return Object.fromEntries(fields.map(({ name, several }) => [name, several ? data.getAll(name) : (data.get(name) ?? "").trim()]));
}

export function askForm({ title, fields, button, done }) {
  const form = el("form", { class: "new-game", on: { submit: (event) => {
    event.preventDefault();
    close();
    done(valuesOf(form, fields));
  } } }, ...fields.map(fieldFor), el("button", { type: "submit", class: "button primary wide" }, button ?? t("tell")));
  open(title, form);
}
