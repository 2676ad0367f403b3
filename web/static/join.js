// Who is at the table: taking a seat, a name and a colour, and what the host may do about it all.

import { send, toast } from "./commands.js";
import { byId, el, part } from "./dom.js";
import { fieldFor } from "./form.js";
import { remember, wants } from "./phone.js";
import { close, open } from "./sheet.js";
import { COLOURS, signOf } from "./signs.js";
import { capital, say, t } from "./words.js";

const LETTERS = 24;
const WATCH = "watch";
const HASH = "#in"; // a scanned code leads straight to the name

let asked = false;
let hosted = null;
let follow = null; // the open sheet follows who takes a seat meanwhile

const nameOf = (person) => person.name || t("people_nameless");
const seatTitle = (game, seat) => capital(say(game.seats[seat].title));
const freeColour = (people) => COLOURS.find((colour) => people.every((person) => person.colour !== colour)) ?? COLOURS[0];

function nameField(title, name) {
  return el("label", { class: "field" }, el("span", {}, title), el("input", {
    type: "text", name: "name", value: name, maxlength: LETTERS, required: true, autocomplete: "nickname", dir: "auto", "aria-label": title }));
}

const colourField = (now) => fieldFor({ name: "colour", title: t("people_colour"), now,
  choices: COLOURS.map((colour) => [colour, signOf(colour), t(`people_sign_${colour}`)]) });

const sitterIn = (people, person, seat) => people.find((other) => other.seat === seat && other.id !== person?.id);

// All seats, those that are taken too; the host may seat somebody else there, and then the two change places.
function seatField({ game, people, you, host }, marks, person, chosen) {
  const arranges = host && person && person.id !== you?.id;
  const choice = (_, seat) => {
    const sitter = sitterIn(people, person, seat);
    const key = arranges ? "people_seat_of" : "people_seat_taken";
    const words = sitter ? t(key, { seat: seatTitle(game, seat), name: nameOf(sitter) }) : seatTitle(game, seat);
    return [String(seat), el("span", { class: "marks seat-choice" }, ...marks(seat), words), words, sitter && !arranges];
  };
  return fieldFor({ name: "seat", title: t("people_seat"), now: chosen, choices: [...game.seats.map(choice), [WATCH, t("people_watch")]] });
}

// The seats in the open sheet: a chosen one that somebody else takes meanwhile is called taken, and chosen no more.
function seats(state, marks, person, now) {
  const box = el("div", { class: "seats" });
  let chosen = now === null ? WATCH : String(now);
  const draw = part((latest) => {
    const held = box.contains(document.activeElement);
    chosen = box.querySelector("[name=seat]:checked")?.value ?? chosen;
    const arranges = latest.host && person && person.id !== latest.you?.id;
    const sitter = chosen === WATCH || arranges ? null : sitterIn(latest.people, person, Number(chosen));
    const taken = sitter && latest.game ? [el("p", { class: "wrong", role: "alert" },
      t("people_taken", { seat: seatTitle(latest.game, Number(chosen)), name: nameOf(sitter) }))] : [];
    if (sitter) chosen = "";
    box.replaceChildren(...(latest.game ? [seatField(latest, marks, person, chosen)] : []), ...taken);
    if (held) (box.querySelector(":checked") ?? box.querySelector("input:enabled"))?.focus();
  });
  const show = ({ game, people, you, host }) => draw({ game: game && { seats: game.seats }, people: people.map(({ id, name, seat }) => ({ id, name, seat })), you, host });
  show(state);
  follow = (latest) => {
    if (box.isConnected && byId("sheet").open) show(latest);
    else follow = null;
  };
  return box;
}

// A sheet whose form stays open, with the reason, until what it asks for is done.
function ask(title, fields, button, save, more = []) {
  const why = el("p", { class: "wrong", role: "alert" });
  const form = el("form", { class: "new-game", on: { submit: async (event) => {
    event.preventDefault();
    const answer = await save(Object.fromEntries(new FormData(form)));
    if (answer.ok) close();
    else why.replaceChildren(answer.text ? capital(say(answer.text)) : t("no_answer"));
  } } }, ...fields.filter(Boolean), why, el("button", { type: "submit", class: "button primary wide" }, button));
  open(title, form, more.length > 0 && el("div", { class: "answers" }, ...more));
}

const seatOf = (values) => (values.seat === undefined || values.seat === WATCH ? null : Number(values.seat));

function askJoin(state, marks, seat) {
  const { game, people, you } = state;
  const first = game?.seats.findIndex((_, number) => people.every((person) => person.seat !== number)) ?? -1;
  const wanted = seat ?? you?.seat ?? (first < 0 ? null : first);
  ask(t("people_join"), [nameField(t("people_name"), ""), colourField(freeColour(people)), seats(state, marks, you, wanted)],
    t("people_join"), async (values) => {
      const answer = await send("join", { name: values.name, colour: values.colour, seat: seatOf(values) }, { quiet: true });
      if (answer.ok) window.dispatchEvent(new Event("rejoin")); // the cookie is another one now
      return answer;
    });
}

function askPerson(state, marks, person) {
  const mine = person.id === state.you?.id;
  const whom = mine ? {} : { person: person.id };
  const button = (words, name, args) => el("button", { type: "button", class: "button", on: { click: () => {
    close();
    send(name, args);
  } } }, words);
  const save = async (values) => {
    const named = await send("me", { ...whom, name: values.name, colour: values.colour }, { quiet: true });
    if (!named.ok || !("seat" in values) || seatOf(values) === person.seat) return named;
    return send("sit", { ...whom, seat: seatOf(values) }, { quiet: true });
  };
  ask(nameOf(person), [nameField(mine ? t("people_name") : t("people_their_name"), person.name.replace(/[\u2068\u2069]/g, "")),
    colourField(person.colour), seats(state, marks, person, person.seat)], t("people_save"), save, [
    state.host && !person.host && button(t("people_make_host", { name: nameOf(person) }), "host", { person: person.id }),
    button(t(mine ? "people_leave" : "people_remove"), "leave", whom)].filter(Boolean));
}

// The list

const tag = (words) => el("span", { class: "tag" }, words);

function entry(state, person, before, act) {
  const mine = person?.id === state.you?.id;
  const content = [...before, person ? el("span", { class: "person" }, signOf(person.colour), el("bdi", {}, nameOf(person))) : el("span", { class: "quiet" }, t("people_free")),
    mine && person && tag(t("people_you")), person?.host && tag(t("people_host")), person && !person.here && tag(t("people_away"))];
  return el("li", {}, act ? el("button", { type: "button", class: "row", on: { click: act } }, ...content) : el("div", { class: "row" }, ...content));
}

const draw = part((state, marks) => {
  const { game, people, you, host } = state;
  const mayEdit = (person) => host || person.id === you?.id;
  const edit = (person) => (mayEdit(person) ? () => askPerson(state, marks(), person) : null);
  const seats = game ? game.seats.map((_, seat) => seat) : [];
  const sit = (seat) => () => (you ? send("sit", { seat }) : askJoin(state, marks(), seat));
  const seated = seats.map((seat) => {
    const person = people.find((other) => other.seat === seat) ?? null;
    return entry(state, person, [el("span", { class: "marks" }, ...marks()(seat)), el("span", { class: "seat-title" }, seatTitle(game, seat))], person ? edit(person) : sit(seat));
  });
  const others = people.filter((person) => !seats.includes(person.seat)).map((person) => entry(state, person, [], edit(person)));
  byId("people-list").replaceChildren(...seated, ...others);
  const nameless = you === null || you.name === "";
  byId("joinbar").hidden = !nameless || !wants("joinbar", true);
  byId("people-join").hidden = !nameless;
});

export function showPeople(state, renderer) {
  const marks = () => (seat) => renderer()?.module.marks(state.game, seat) ?? [];
  const { game, people, you, host } = state;
  follow?.(state);
  draw({ game: game && { name: game.name, seats: game.seats }, people, you, host }, marks);
  for (const button of [byId("joinbar-join"), byId("people-join")]) {
    button.disabled = false; // until the table's first word there is nothing to join
    button.onclick = () => askJoin(state, marks(), null);
  }
  if (location.hash === HASH && !asked) {
    asked = true;
    history.replaceState(null, "", location.pathname);
    if (you === null || you.name === "") askJoin(state, marks(), null);
  }
  if (host && hosted === false && you) toast(t("people_you_host"), true);
  hosted = host;
}

export function wirePeople() {
  byId("joinbar-close").addEventListener("click", () => {
    remember("joinbar", false);
    byId("joinbar").hidden = true;
  });
}
