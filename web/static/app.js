// The page: draws each part of the state that the table tells.

import { send } from "./commands.js";
import { follow } from "./connection.js";
import { byId, el, part } from "./dom.js";
import { askCorrect, tellings, wire } from "./host.js";
import { icon } from "./icons.js";
import { speak } from "./speech.js";
import { capital, page, say, t } from "./words.js";

const STATES = {
  idle: "state_idle", mismatch: "state_mismatch", over: "state_over", lost: "state_lost",
};
const LIVENESS = { lost: "stale_lost", full: "stale_full" };
const MOST_DIFFERENCES = 4;

let state = null;
let renderer = null; // {name, module, board}

const playerName = (game, seat) => game.seats[seat].name ?? say(game.seats[seat].title);
const marks = (game, seat) => renderer?.module.marks(game, seat) ?? [];

const showTitle = part((title) => byId("title").replaceChildren(title));

const showTurn = part((game, host) => {
  const turn = byId("turn");
  delete turn.dataset.empty;
  turn.style.setProperty("--tone", (game && renderer?.module.tone(game)) || "var(--neutral)");
  if (!game) {
    turn.replaceChildren(el("div", {}, el("p", { class: "who" }, t("no_game")),
      el("p", { class: "note" }, t(host ? "no_game_host" : "no_game_others"))));
    return;
  }
  if (game.outcome) {
    turn.replaceChildren(
      el("div", { class: "marks" }, ...game.outcome.winners.flatMap((seat) => marks(game, seat))),
      el("p", { class: "who outcome" }, capital(say(game.outcome.text))));
    return;
  }
  const note = renderer?.module.note(game);
  if (game.to_play === null) {
    const headline = renderer?.module.headline(game) || t("no_turn");
    turn.replaceChildren(el("div", {}, el("p", { class: "who said" }, capital(headline)), note && el("p", { class: "note" }, capital(note))));
    return;
  }
  turn.replaceChildren(
    el("div", { class: "marks" }, ...(renderer?.module.turnMarks(game) ?? [])),
    el("div", {}, el("p", { class: "who" }, capital(t("plays", { player: playerName(game, game.to_play) }))),
      note && el("p", { class: "note" }, capital(note))));
});

const showFault = part((fault) => byId("fault").replaceChildren(
  ...(fault ? [el("div", { class: "card alarm" }, el("h2", {}, t("fault")), el("p", {}, say(fault)))] : [])));

function differences(game, referee) {
  const table = renderer.module.table(game);
  const name = (piece) => (piece ? renderer.module.pieceName(piece) : t("nothing"));
  return referee.slots.filter((slot) => slot in referee.seen && referee.seen[slot] !== table[slot])
    .slice(0, MOST_DIFFERENCES)
    .map((slot) => el("li", {}, t(referee.seen[slot] === "?" ? "differs_unsure" : "differs", {
      slot: renderer.module.slotName(slot), expected: name(table[slot] ?? null), seen: name(referee.seen[slot]),
    })));
}

function acceptTable(referee) {
  const seen = referee.slots.filter((slot) => slot in referee.seen && referee.seen[slot] !== "?");
  return send("correct", { table: Object.fromEntries(seen.map((slot) => [slot, referee.seen[slot]])) });
}

const showReferee = part((referee, game, host, refused) => {
  const box = byId("referee");
  box.dataset.state = referee.state;
  box.hidden = referee.question !== null || (refused && referee.state === "mismatch"); // their own cards say it all
  const named = referee.state in STATES;
  const words = [el("p", { class: "label" }, named ? t(STATES[referee.state]) : say(referee.text))];
  if (named && referee.state !== "over") words.push(el("p", { class: "says" }, say(referee.text)));
  const different = referee.state === "mismatch" && game && renderer ? differences(game, referee) : [];
  if (different.length) words.push(el("ul", { class: "differences" }, ...different));
  if (different.length && host) {
    words.push(el("button", { type: "button", class: "button", on: { click: () => acceptTable(referee) } }, t("table_is_right")));
  }
  box.replaceChildren(icon(referee.state), el("div", {}, ...words));
});

const showRefusal = part((refusal) => byId("refusal").replaceChildren(...(refusal ? [
  el("div", { class: "card refused" },
    el("h2", {}, icon("mismatch"), t("refused")),
    el("p", { class: "action" }, capital(say(refusal.action))),
    el("p", { class: "why" }, capital(say(refusal.text))),
    el("p", { class: "remedy" }, t("take_back")),
    el("p", { class: "code" }, t("rule", { code: refusal.code })))] : [])));

const showQuestion = part((question) => {
  const box = byId("question");
  box.hidden = !question;
  if (!question) {
    box.replaceChildren();
    return;
  }
  const answer = ({ id, text }, index) => el("button", {
    type: "button", class: `button ${index === 0 ? "primary" : ""}`,
    on: { click: () => send("answer", { question: question.id, answer: id }) },
  }, capital(say(text)));
  box.replaceChildren(el("div", { class: "card question" },
    el("h2", {}, icon("question"), say(question.text)), el("div", { class: "answers" }, ...question.answers.map(answer))));
});

const showScores = part((game) => byId("scores").replaceChildren(...(game ? game.seats.map((_, seat) => el("li", {
  "aria-current": game.to_play === seat ? "true" : null,
}, el("span", { class: "marks" }, ...marks(game, seat)), el("span", { class: "name" }, capital(playerName(game, seat))),
  el("span", { class: "points", "aria-label": t(Math.abs(game.scores[seat]) === 1 ? "point" : "points",
    { points: game.scores[seat] }), role: "img" }, String(game.scores[seat])))) : [])));

const showLog = part((log) => byId("log").replaceChildren(...(log.length
  ? log.toReversed().map((line) => el("li", { "data-kind": line.kind }, capital(say(line.text)),
    line.by.startsWith("phone") && el("span", { class: "tag" }, t("by_phone"))))
  : [el("li", { class: "quiet" }, t("no_moves"))])));

const showRole = part((host, undo, hint) => {
  for (const element of document.querySelectorAll("[data-host]")) element.hidden = !host;
  byId("undo").disabled = !undo;
  byId("hint").hidden = !(host && hint);
  byId("hint").replaceChildren(hint ?? "");
  byId("role").replaceChildren(t(host ? "you_host" : "you_watch"));
});

const showTellings = part((game, host) => byId("tellings").replaceChildren(
  ...(game && host && renderer ? tellings(renderer.module.extras(game)) : [])));

const showPicture = part((number, open) => {
  const [words, image] = byId("picture").querySelectorAll("p, img");
  words.hidden = number > 0;
  image.hidden = number === 0;
  if (number > 0 && open) image.src = `/picture.jpg?v=${number}`;
});

async function chooseRenderer(game) {
  if (game?.name === renderer?.name) return;
  const module = game && game.name in page.renderers ? await import(page.renderers[game.name]) : null;
  if (state.game?.name !== game?.name || game?.name === renderer?.name) return; // overtaken while it was fetched
  const pick = (place) => state.host && askCorrect(place);
  renderer = module && { name: game.name, module, board: module.create(pick) };
  byId("board").replaceChildren(...(renderer ? [renderer.board.element] : []));
}

async function show(now) {
  state = now;
  await chooseRenderer(now.game);
  if (state !== now) return; // a newer one came meanwhile
  renderer?.board.update(now.game, now.referee, now.host);
  showTitle(now.game ? say(now.game.title) : "");
  showTurn(now.game, now.host);
  showFault(now.referee.fault);
  showReferee(now.referee, now.game, now.host, now.refusal !== null);
  showRefusal(now.refusal);
  showQuestion(now.referee.question);
  showScores(now.game);
  showLog(now.log);
  showRole(now.host, Boolean(now.undo), now.game && renderer ? renderer.module.hint() : null);
  showTellings(now.game, now.host);
  showPicture(now.picture, byId("picture").open);
  speak(now);
}

const showStatus = part((status) => {
  const live = status === "live";
  document.body.dataset.stale = live ? "no" : "yes";
  byId("stale").replaceChildren(...(live ? [] : [t(LIVENESS[status])]));
  byId("liveness").dataset.live = live ? "yes" : "no";
  byId("liveness").querySelector(".words").replaceChildren(t(live ? "live" : "not_live"));
});

byId("picture").addEventListener("toggle", () => state && showPicture(state.picture, byId("picture").open));
wire(() => state, () => (state.game && renderer ? renderer.module.table(state.game) : {}));
follow(show, showStatus);
