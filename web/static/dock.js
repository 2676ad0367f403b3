// What comes up from the bottom when the referee needs somebody: over the page, so that nothing on it moves.

import { send } from "./commands.js";
import { byId, el, part } from "./dom.js";
import { icon } from "./icons.js";
import { remember, wants } from "./phone.js";
import { capital, say, t } from "./words.js";

const MOST_DIFFERENCES = 3;

const button = (words, click, kind = "") => el("button", { type: "button", class: `button ${kind}`, on: { click } }, words);
const head = (name, words) => el("h2", {}, icon(name), el("span", {}, words));
const card = (kind, ...content) => el("div", { class: `card ${kind}` }, ...content);

const showFault = part((fault) => byId("fault").replaceChildren(
  ...(fault ? [card("alarm", head("mismatch", t("fault")), el("p", {}, say(fault)))] : [])));

// What was mended by itself: until it is read on this phone, or a new game begins.
const showNotice = part((notice) => {
  const hide = () => byId("notice").replaceChildren();
  byId("notice").replaceChildren(...(notice ? [card("notice", head("mismatch", t("notice")), el("p", {}, say(notice)),
    button(t("notice_read"), hide))] : []));
});

const showRefusal = part((refusal) => byId("refusal").replaceChildren(...(refusal ? [card("refused", head("mismatch", t("refused")),
  el("p", { class: "action" }, capital(say(refusal.action))),
  el("p", { class: "why" }, capital(say(refusal.text))),
  el("p", { class: "remedy" }, say(refusal.remedy) || t("take_back")),
  el("p", { class: "code" }, t("rule", { code: refusal.code })))] : [])));

const showQuestion = part((question, host, may, correct) => {
  const answer = ({ id, text }, index) => (may ? tapped : told)(id, text, index);
  const told = (id, text) => el("p", { class: "told" }, capital(say(text)));
  const tapped = (id, text, index) => button(capital(say(text)), () => send("answer", { question: question.id, answer: id }), index === 0 ? "primary" : "");
  byId("question").hidden = !question;
  byId("question").replaceChildren(...(question ? [card("question", head("question", say(question.text)),
    el("div", { class: "answers" }, ...question.answers.map(answer)),
    !may && el("p", { class: "quiet" }, t("players_answer")), host && button(t("something_else"), correct, "plain"))] : []));
});

// What the table shows otherwise than the game: [{slot, expected, seen}], as far as it was seen.
export function differences(referee, table) {
  return referee.slots.filter((slot) => slot in referee.seen && referee.seen[slot] !== (table[slot] ?? null))
    .map((slot) => ({ slot, expected: table[slot] ?? null, seen: referee.seen[slot] }));
}

export function differenceList(all, module) {
  const name = (piece) => (piece ? module.pieceName(piece) : t("nothing"));
  const line = ({ slot, expected, seen }) => el("li", {}, t(seen === "?" ? "differs_unsure" : "differs", {
    slot: module.slotName(slot), expected: name(expected), seen: name(seen) }));
  const more = all.length - MOST_DIFFERENCES;
  return el("ul", { class: "differences" }, ...all.slice(0, more === 1 ? all.length : MOST_DIFFERENCES).map(line),
    more > 1 && el("li", { class: "more" }, t("and_more", { count: more })));
}

function acceptTable(all) {
  const known = all.filter(({ seen }) => seen !== "?");
  return send("correct", { table: Object.fromEntries(known.map(({ slot, seen }) => [slot, seen])) });
}

// A new game on a table where the last one still lies: no move was made, and all that differs is in the way.
export const isUncleared = (all, log) => all.length > 1 && log.at(-1)?.kind === "new" && all.every(({ expected }) => expected === null);

const showMismatch = part((referee, table, log, host, module) => {
  const all = table ? differences(referee, table) : [];
  const uncleared = isUncleared(all, log);
  byId("mismatch").replaceChildren(card("mismatched",
    head("mismatch", t(uncleared ? "clear_first" : "state_mismatch")),
    el("p", {}, uncleared ? t("clear_first_note", { count: all.length }) : say(referee.text)),
    ...(all.length ? [differenceList(all, module())] : []),
    host && all.length > 0 && !uncleared && button(t("table_is_right"), () => acceptTable(all))));
});

const showLost = part((text) => byId("lost").replaceChildren(...(text ? [card("unseen", head("lost", t("state_lost")), el("p", {}, say(text)))] : [])));

// What a player asks to take back: the others agree or not, the host alone suffices.
const showTakeback = part((takeback, you, host, seated) => {
  const mine = takeback && you !== null && takeback.by === you;
  const answers = () => (mine ? [button(t("takeback_withdraw"), () => send("agree", { request: takeback.id, yes: false }))] : [
    button(t("takeback_yes"), () => send("agree", { request: takeback.id, yes: true }), "primary"),
    button(t("takeback_no"), () => send("agree", { request: takeback.id, yes: false }))]);
  byId("takeback").replaceChildren(...(takeback ? [card("question", head("question", mine ? t("takeback_asked") : t("takeback_asks", { player: takeback.name || t("somebody") })),
    el("p", { class: "action" }, capital(say(takeback.action))),
    mine && el("p", { class: "quiet" }, t("takeback_waits")),
    (mine || host || seated) && el("div", { class: "answers pair" }, ...answers()))] : []));
});

const showFilm = part((over, host) => byId("film").replaceChildren(...(over ? [card("ended", head("over", t("film_over")),
  host ? button(t("film_again"), () => send("film"), "primary") : el("p", { class: "quiet" }, t("film_others")))] : [])));

// That there is no camera is said once on the host's phone; the game goes on as well without.
const showUnwatched = part((absent) => {
  const read = () => {
    remember("unwatched", true);
    byId("unwatched").replaceChildren();
  };
  byId("unwatched").replaceChildren(...(absent && !wants("unwatched", false) ? [card("notice", head("ready", t("unwatched")), el("p", {}, t("unwatched_note")),
    el("div", { class: "answers pair" }, button(t("unwatched_read"), read, "primary"), el("a", { class: "button", href: "/setup/" }, t("unwatched_setup"))))] : []));
});

// What was said before is over once the referee refuses or asks something.
const endSaid = part(() => byId("toast").replaceChildren());

export function showDock(state, renderer, correct) {
  const { referee, refusal, host } = state;
  const table = state.game && renderer ? renderer.module.table(state.game) : null;
  if (refusal || referee.question) endSaid(refusal, referee.question?.id);
  showFault(referee.fault);
  showNotice(state.notice ?? null);
  showRefusal(refusal);
  showQuestion(referee.question, host, host || (state.you?.seat ?? null) !== null, correct);
  const differs = referee.state === "mismatch" && refusal === null;
  byId("mismatch").hidden = !differs;
  if (differs) showMismatch(referee, table, state.log.slice(-1), host, () => renderer.module);
  showLost(referee.state === "lost" ? referee.text : null);
  showUnwatched(state.camera === "absent" && host);
  showFilm(Boolean(state.film_over), host);
  showTakeback(state.takeback ?? null, state.you?.id ?? null, host, (state.you?.seat ?? null) !== null);
}
