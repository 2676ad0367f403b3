// The television: the table for the whole room. It only follows, as a spectator, and needs nobody to press anything.

import { setClock } from "./clock.js";
import { follow } from "./connection.js";
import { byId, el, part } from "./dom.js";
import { differenceList, differences, isUncleared } from "./dock.js";
import { icon } from "./icons.js";
import { livenessShown } from "./liveness.js";
import { partOf } from "./parts.js";
import { speak } from "./speech.js";
import { refereeWords, scoreLine } from "./state.js";
import { showTurn } from "./turn.js";
import { callByName, capital, page, say, t } from "./words.js";

const NOBODY = { seat: null, host: false, mine: [], taps: false, correcting: false };
const MOVES = 7;

let state = null;
let renderer = null;

const head = (name, words) => el("h2", {}, icon(name), el("span", {}, words));
const card = (kind, ...content) => el("div", { class: `card ${kind}` }, ...content);

const showReferee = part((referee) => {
  byId("referee").dataset.state = referee.state;
  byId("referee").replaceChildren(icon(referee.state), el("p", { class: "label" }, refereeWords(referee)));
});

const refused = (refusal) => card("refused", head("mismatch", t("refused")), el("p", { class: "action" }, capital(say(refusal.action))),
  el("p", { class: "why" }, capital(say(refusal.text))), el("p", { class: "remedy" }, say(refusal.remedy) || t("take_back")));

const asked = (question) => card("question", head("question", say(question.text)),
  el("ul", { class: "choices-said" }, ...question.answers.map(({ text }) => el("li", {}, capital(say(text))))), el("p", { class: "quiet" }, t("tv_answer")));

function differs(referee, table, log) {
  const all = differences(referee, table);
  const uncleared = isUncleared(all, log);
  return card("mismatched", head("mismatch", t(uncleared ? "clear_first" : "state_mismatch")),
    el("p", {}, uncleared ? t("clear_first_note", { count: all.length }) : say(referee.text)), differenceList(all, renderer.module));
}

// What the referee wants is said in the moves' place, so that nothing else on the screen has to move.
const showWord = part((referee, refusal, takeback, game, log) => {
  const words = [
    referee.fault && card("alarm", head("mismatch", t("fault")), el("p", {}, say(referee.fault))),
    referee.state === "lost" && card("unseen", head("lost", t("state_lost")), el("p", {}, say(referee.text))),
    refusal && refused(refusal),
    referee.question && asked(referee.question),
    referee.state === "mismatch" && !refusal && game && renderer && differs(referee, renderer.module.table(game), log),
    takeback && card("question", head("question", t("takeback_asks", { player: takeback.name || t("somebody") })), el("p", { class: "action" }, capital(say(takeback.action)))),
  ].filter(Boolean);
  byId("dock").replaceChildren(...words);
  document.body.dataset.word = words.length ? "yes" : "no";
});

const showScores = part((game) => byId("scores").replaceChildren(...(game ? game.seats.map((_, seat) => scoreLine(game, seat, renderer?.module)) : [])));

const showLog = part((log) => byId("log").replaceChildren(...(log.length
  ? log.slice(-MOVES).toReversed().map((line) => el("li", { "data-kind": line.kind }, capital(say(line.text))))
  : [el("li", { class: "quiet" }, t("no_moves"))])));

// The board as large as its place allows.
function fit() {
  const board = byId("board");
  const stage = board.parentElement;
  if (!board.offsetHeight) return;
  const scale = Math.min(stage.clientWidth / board.offsetWidth, stage.clientHeight / board.offsetHeight);
  board.style.transform = `translate(-50%, -50%) scale(${scale.toFixed(3)})`;
}

// As many of the last moves as there is room for, each whole.
function fitMoves() {
  const log = byId("log");
  const room = log.getBoundingClientRect().bottom;
  for (const line of log.children) line.classList.toggle("unseen", line !== log.firstElementChild && line.getBoundingClientRect().bottom > room + 1);
}

async function chooseRenderer(game) {
  if (game?.name === renderer?.name) return;
  const module = game && (await partOf(game.name));
  if (state.game?.name !== game?.name || game?.name === renderer?.name) return;
  renderer = module && { name: game.name, module, board: module.create(() => {}, () => {}) };
  byId("board").replaceChildren(...(renderer ? [renderer.board.element] : []));
  if (renderer) new ResizeObserver(fit).observe(renderer.board.element);
}

async function show(now) {
  state = now;
  await chooseRenderer(now.game);
  if (state !== now) return;
  callByName(renderer?.module.byNumber ? now.game.seats.filter((seat) => seat.name).map((seat) => [seat.title[page.lang], seat.name]) : []);
  document.body.dataset.game = now.game ? "yes" : "no";
  renderer?.board.update(now.game, now.referee, false, NOBODY);
  byId("title").replaceChildren(now.game ? say(now.game.title) : "Arbitrio");
  showTurn(byId("turn"), { ...now, host: false, you: null }, renderer);
  setClock(byId("clock"), now.clock ?? null);
  showReferee(now.referee);
  showWord(now.referee, now.refusal, now.takeback ?? null, now.game, now.log.slice(-1));
  showScores(now.game);
  showLog(now.log);
  fitMoves();
  fit();
  speak(now);
}

addEventListener("resize", fit);
new ResizeObserver(fitMoves).observe(byId("log"));
follow(show, livenessShown(), "/tv");
