// Choosing the next game: which, its usual rules, and the others folded away; as it was chosen last time.

import { send } from "./commands.js";
import { byId, el } from "./dom.js";
import { fieldFor } from "./form.js";
import { partOf } from "./parts.js";
import { leave, ready, wait } from "./taps.js";
import { capital, page, say, t } from "./words.js";

const TYPED = " typed"; // no option's name has a space
const NUMBER_LETTERS = 5;
const DECK_LETTERS = 12000;

const form = byId("new");
const button = form.querySelector("[type=submit]");
const find = (name) => page.games.find((game) => game.name === name);
const chosenGame = () => find(new FormData(form).get("game"));
const titleOf = (game, option) => t(`new_option_${game.name}_${option.name}`);

// How many players a choice of the option "players" means: a number, or as many names.
const size = (choice) => (/^\d+$/.test(choice) ? Number(choice) : choice.split(",").length);

function remembered(game, option) {
  const seated = page.people > 1 && option.name === "players" && option.choices.find((choice) => size(choice) === page.people);
  return seated || (page.last[game.name]?.[option.name] ?? option.default);
}

function explained(game, option, control) {
  const id = `says-${option.name}`;
  control.setAttribute("aria-describedby", id);
  return [control, el("p", { class: "says", id }, capital(say(option.text)), el("span", { class: "source" }, t("new_source", { source: say(option.source) })))];
}

function optionField(game, option, now, module) {
  const { name, choices, free } = option;
  const own = free && !choices.includes(now) && now !== option.default;
  const values = [...new Set([option.default, ...choices])];
  const titleFor = (value) => (choices.includes(value) ? module.choiceTitle(name, value) : t("new_tables_own"));
  const chooser = fieldFor({ name, title: titleOf(game, option), choices: values.map((value) => [value, titleFor(value)]), now: own ? option.default : now });
  return el("div", { class: "option", "data-option": name }, ...explained(game, option, chooser), free && typed(option, own ? now : ""));
}

function typed({ name, choices }, now) {
  const letters = choices.every((choice) => /^\d+$/.test(choice)) ? NUMBER_LETTERS : DECK_LETTERS;
  return el("details", { open: now !== "" }, el("summary", {}, t("or_own")),
    fieldFor({ name: name + TYPED, title: t("new_own"), text: true, now, letters }));
}

async function showOptions(values = null) {
  const game = chosenGame();
  wait(button); // what is sent is what is shown
  const module = await partOf(game.name);
  if (chosenGame() !== game) return; // another one was tapped meanwhile
  const field = (option) => optionField(game, option, values ? option.default : remembered(game, option), module);
  const usual = game.options.filter((option) => option.usual);
  const others = game.options.filter((option) => !option.usual);
  byId("options").replaceChildren(
    el("h2", {}, t("new_rules"), el("button", { type: "button", class: "plain", on: { click: () => showOptions({}) } }, t("new_reset"))),
    ...usual.map(field),
    others.length > 0 && el("details", { class: "more" }, el("summary", {}, t("new_more", { count: others.length })), ...others.map(field)));
  fold();
  ready();
}

// An option that means nothing beside the others is put away, and not sent.
function fold() {
  const data = new FormData(form);
  for (const { name, when } of chosenGame().options) {
    const box = form.querySelector(`[data-option="${name}"]`);
    if (!box || !when) continue;
    const away = data.get(when[0]) !== when[1];
    box.hidden = away;
    for (const input of box.querySelectorAll("input, select, textarea")) input.disabled = away;
  }
}

function chosen(game) {
  const data = new FormData(form);
  const pairs = game.options.map((option) => [option, data.get(option.name + TYPED)?.trim() || data.get(option.name)]);
  // what the table itself decides, such as its deck, is left to it
  return Object.fromEntries(pairs.filter(([option, value]) => value !== null && (value !== option.default || option.choices.includes(value)))
    .map(([{ name }, value]) => [name, value]));
}

// Whether a camera watches the moves is the table's, not the game's: it is told first, and only when it has changed.
async function chooseCamera() {
  const input = form.elements.namedItem("camera");
  if (!input || input.checked === input.defaultChecked) return true;
  const answer = await send("camera", { used: input.checked }, { at: "/setup" });
  if (answer.ok) input.defaultChecked = input.checked;
  return answer.ok;
}

async function start(event) {
  event.preventDefault();
  const game = chosenGame();
  const evening = new FormData(form).has("evening");
  if (!(await chooseCamera())) return;
  const answer = await send("new", { game: game.name, options: chosen(game), evening });
  if (answer.ok) leave("/");
}

form.addEventListener("change", (event) => (event.target.name === "game" ? showOptions() : fold()));
form.addEventListener("submit", start);
showOptions();
