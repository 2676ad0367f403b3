// The page: draws each part of the state that the table tells.

import { showCalling } from "./calling.js";
import { setClock } from "./clock.js";
import { makeRoom, noteState, send, toast } from "./commands.js";
import { follow } from "./connection.js";
import { byId, el, part } from "./dom.js";
import { askLookBack, askTakeback } from "./dispute.js";
import { showDock } from "./dock.js";
import { askCorrect, askNew, askReport, askUndo, tellings } from "./host.js";
import { icon } from "./icons.js";
import { showPeople, wirePeople } from "./join.js";
import { livenessShown } from "./liveness.js";
import { isUnwatched, meOf, setCorrecting } from "./me.js";
import { partOf } from "./parts.js";
import { showTaps, wirePhone } from "./settings.js";
import { announce, buzz, speak, speakAloud } from "./speech.js";
import { refereeWords, scoreLine } from "./state.js";
import { hold, ready } from "./taps.js";
import { showTurn } from "./turn.js";
import { callByName, capital, page, say, t } from "./words.js";


let coming = null; // the newest state; what is drawn may still be the one before
let state = null;
let renderer = null; // {name, module, board}

const showTitle = part((title) => {
  byId("title").replaceChildren(title);
  byId("title").previousElementSibling.classList.toggle("spoken", title !== "");
});

const showReferee = part((referee) => {
  byId("referee").dataset.state = referee.state;
  byId("referee").replaceChildren(icon(referee.state), el("p", { class: "label" }, refereeWords(referee)));
});

const showScores = part((game) => byId("scores").replaceChildren(...(game ? game.seats.map((_, seat) => scoreLine(game, seat, renderer?.module)) : [])));

const showLog = part((log) => byId("log").replaceChildren(...(log.length
  ? log.toReversed().map((line) => el("li", { "data-kind": line.kind }, capital(say(line.text)),
    line.by !== null && el("span", { class: "tag" }, line.by || t("by_phone"))))
  : [el("li", { class: "quiet" }, t("no_moves"))])));

// What this phone's owner may do: the host undoes, a player asks for it, who watches looks on.
const showRole = part((me, undo, asking, started, unwatched) => {
  for (const element of document.querySelectorAll("[data-host]")) element.hidden = !me.host;
  byId("undo").hidden = !me.host && me.seat === null;
  byId("again").hidden = unwatched || (!me.host && me.seat === null);
  byId("picture").hidden = unwatched;
  byId("undo").disabled = me.host ? !undo : asking || !started;
  byId("undo").querySelector("span").replaceChildren(t(me.host ? "undo" : "takeback"));
  byId("role").replaceChildren(t(me.host ? "you_host" : me.seat === null ? "you_watch" : "you_play"));
});

const showHint = part((hint) => {
  byId("hint").hidden = !hint;
  byId("hint").replaceChildren(hint ?? "");
});

const showCorrecting = part((correcting) => {
  document.body.dataset.correcting = correcting ? "yes" : "no";
  byId("correcting").hidden = !correcting;
});

const showTellings = part((game, me) => byId("tellings").replaceChildren(
  ...(game && renderer && (me.host || me.mine.length) ? tellings(renderer.module.extras(game, me), play) : [])));

const showPicture = part((number, open) => {
  const [words, image] = byId("picture").querySelectorAll("p, img");
  words.hidden = number > 0;
  image.hidden = number === 0;
  if (number > 0 && open) image.src = `/picture.jpg?v=${number}`;
});

async function chooseRenderer(game) {
  if (game?.name === renderer?.name) return;
  const module = game && (await partOf(game.name));
  if (coming.game?.name !== game?.name || game?.name === renderer?.name) return; // overtaken while it was fetched
  renderer = module && { name: game.name, module, board: module.create(pick, play) };
  byId("board").replaceChildren(...(renderer ? [renderer.board.element] : []));
  byId("hand").replaceChildren(...(renderer?.board.hand ? [renderer.board.hand] : []));
}

// What the taps mean has changed.
const showNews = part(() => hold());

// What taps on the board lead to

function pick(place) {
  if (state.host) askCorrect(place);
}

async function play(action) {
  const answer = await send("play", { action }, { quiet: true });
  if (answer.ok) return true;
  const why = answer.text ? capital(say(answer.text)) : t("no_answer");
  toast(why, false, answer.code?.startsWith("E-") ? t("rule", { code: answer.code }) : "");
  announce(why);
  speakAloud(why);
  buzz("refusal");
  return false;
}

function correct(on) {
  setCorrecting(on);
  refresh();
}

function refresh() {
  if (state) draw(state);
}

function draw(now) {
  const me = meOf(now);
  noteState(now);
  showNews(now.stamp, now.referee.question?.id ?? null, now.takeback?.id ?? null);
  callByName(renderer?.module.byNumber ? now.game.seats.filter((seat) => seat.name).map((seat) => [seat.title[page.lang], seat.name]) : []);
  renderer?.board.update(now.game, now.referee, me.host, me);
  showTitle(now.game ? say(now.game.title) : "");
  showTurn(byId("turn"), now, renderer);
  setClock(byId("clock"), now.clock ?? null);
  showReferee(now.referee);
  showDock(now, renderer, () => correct(true));
  showScores(now.game);
  showLog(now.log);
  showPeople(now, () => renderer);
  showRole(me, Boolean(now.undo), Boolean(now.takeback), now.log.some((line) => line.kind === "action"), isUnwatched(now));
  showCalling(now.club, now.call, me.host || me.seat !== null);
  showHint(now.game && renderer && (me.correcting || (me.host && !me.taps)) ? renderer.module.hint() : null);
  showCorrecting(me.correcting);
  showTellings(now.game, me);
  showTaps(now.referee.watched, me.mine.length > 0);
  showPicture(now.picture, byId("picture").open);
}

async function show(now) {
  coming = now;
  await chooseRenderer(now.game);
  if (coming !== now) return; // a newer one came meanwhile
  state = now;
  draw(now);
  ready();
  speak(now);
}

function wire() {
  const table = () => (state.game && renderer ? renderer.module.table(state.game) : {});
  byId("picture").addEventListener("toggle", () => state && showPicture(state.picture, byId("picture").open));
  byId("undo").addEventListener("click", () => (state.host ? askUndo(state) : askTakeback(state)));
  byId("new").addEventListener("click", () => askNew(state));
  byId("again").addEventListener("click", () => send("again"));
  byId("lookback").addEventListener("click", () => askLookBack(state, () => correct(true)));
  byId("report").addEventListener("click", () => askReport(state.game, state.referee, table()));
  byId("correcting").querySelector("button").addEventListener("click", () => correct(false));
  makeRoom();
  wirePeople();
  wirePhone(refresh);
}

wire();
follow(show, livenessShown(announce));
