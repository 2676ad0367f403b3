// The club's page: all tables of the room, who calls for help, and the tournament.

import { send } from "./commands.js";
import { follow } from "./connection.js";
import { byId, el, part } from "./dom.js";
import { livenessShown } from "./liveness.js";
import { close as closeSheet, open as openSheet } from "./sheet.js";
import { ready } from "./taps.js";
import { capital, page, say, t } from "./words.js";

const tables = new Map(); // id: {card, element}
const compare = new Intl.Collator(page.lang, { numeric: true, sensitivity: "base" }).compare;

const nameOf = (id) => tables.get(id)?.card.name ?? id;
const playerName = (player) => player.name ?? say(player.title);

// Tables

function line(card) {
  if (!card.online) return t("club_offline");
  if (card.outcome) return capital(say(card.outcome.text));
  if (!card.game) return t("club_no_game");
  return capital(say(card.text));
}

const why = (card) => ({
  call: card.call?.by ? t("club_called_by", { name: card.call.by }) : t("club_called"),
  waiting: capital(say(card.refusal ?? card.text)), offline: t("club_gone"),
})[card.help];

function address(card) {
  const ours = /^https?:\/\//.test(card.address ?? "");
  return ours ? el("a", { href: card.address, rel: "noreferrer" }, card.name) : card.name;
}

function draw(card) {
  const players = card.players.map((player) => el("li", { "data-turn": player.to_play && !card.outcome ? "yes" : "no", "data-won": player.won ? "yes" : "no" },
    el("span", { class: "name" }, el("bdi", {}, playerName(player)), player.won && el("span", { class: "tag won" }, t("club_won")),
      player.to_play && !card.outcome && el("span", { class: "tag" }, t("club_to_play"))),
    el("span", { class: "points" }, String(player.score))));
  return [
    el("h3", {}, el("span", { class: "state", "data-phase": card.online ? card.phase : "offline", "aria-hidden": "true" }), address(card)),
    el("p", { class: "game" }, card.game ? say(card.game.title) : t("club_no_game")),
    el("ul", { class: "players" }, ...players),
    el("p", { class: "line" }, line(card)),
  ];
}

function place(card) {
  const known = tables.get(card.id);
  const element = known?.element ?? el("li", { class: "card table", id: `table-${card.id}` });
  element.dataset.help = card.help ?? "no";
  element.replaceChildren(...draw(card));
  tables.set(card.id, { card, element });
  if (known && known.card.name === card.name) return;
  const list = byId("tables");
  const after = [...list.children].find((other) => compare(tables.get(other.id.slice(6)).card.name, card.name) > 0);
  list.insertBefore(element, after ?? null);
}

function filter() {
  const wanted = byId("search").value.trim().toLocaleLowerCase(page.lang);
  let shown = 0;
  for (const { card, element } of tables.values()) {
    const text = [card.name, card.game && say(card.game.title), ...card.players.map(playerName)].join(" ").toLocaleLowerCase(page.lang);
    element.hidden = wanted !== "" && !text.includes(wanted);
    shown += element.hidden ? 0 : 1;
  }
  byId("count").replaceChildren(t("club_count", { shown, all: tables.size }));
}

const showCalls = part((calls) => byId("calls").replaceChildren(...calls.map(([id, name, words]) => el("div", { class: "card call" },
  el("h2", {}, el("a", { href: `#table-${id}` }, name)), el("p", {}, words)))));

// The tournament

const command = async (name, args) => {
  const answer = await send(name, args);
  if (answer.ok) closeSheet();
};
const button = (words, click, extra = "") => el("button", { type: "button", class: `button ${extra}`, on: { click } }, words);

function askResult(number, meeting) {
  const one = meeting.players.map((player) => button(t("club_wins", { player }), () => command("result", { meeting: number, winners: [player] }), "wide"));
  openSheet(t("club_result_of", { players: meeting.players.join(", ") }), ...one,
    button(t("club_draw"), () => command("result", { meeting: number, winners: meeting.players }), "wide"));
}

function askTable(number, meeting) {
  const choices = [...tables.values()].map(({ card }) => card).sort((a, b) => compare(a.name, b.name));
  const select = el("select", { id: "table-choice" }, el("option", { value: "" }, t("club_no_table")),
    ...choices.map((card) => el("option", { value: card.id, selected: card.id === meeting.table }, card.name)));
  openSheet(t("club_table_of", { players: meeting.players.join(", ") }), el("label", { for: "table-choice" }, t("club_table")), select,
    button(t("club_send"), () => command("table", { meeting: number, table: select.value || null }), "primary wide"));
}

function askBegin() {
  const names = el("textarea", { id: "names", rows: "8", spellcheck: "false" });
  const choice = (id, pairs) => el("select", { id }, ...pairs.map(([value, words]) => el("option", { value }, words)));
  const system = choice("system", [["swiss", t("club_swiss")], ["round robin", t("club_round_robin")]]);
  const size = choice("size", [2, 3, 4, 5].map((n) => [n, String(n)]));
  const rounds = el("input", { id: "rounds", type: "number", min: "1", max: "50", value: "3", inputmode: "numeric" });
  const field = (element, words) => [el("label", { for: element.id }, words), element];
  const roundField = el("div", { class: "field" }, ...field(rounds, t("club_rounds")));
  system.addEventListener("change", () => { roundField.hidden = system.value !== "swiss"; });
  openSheet(t("club_begin"), ...field(names, t("club_names")), ...field(system, t("club_system")), ...field(size, t("club_size")), roundField,
    button(t("club_begin_now"), () => command("begin", { players: names.value.split("\n"), system: system.value,
      size: Number(size.value), rounds: Math.trunc(Number(rounds.value)) }), "primary wide"));
}

const askEnd = () => openSheet(t("club_end_title"), el("p", {}, t("club_end_hint")),
  button(t("club_end"), () => command("end", {}), "danger wide"), button(t("club_keep"), closeSheet, "wide"));

function result(number, meeting) {
  if (meeting.players.length === 1) return t("club_bye");
  if (!meeting.winners) return meeting.doubt ? t("club_doubt") : "–";
  const words = meeting.winners.length === meeting.players.length ? t("club_drawn") : t("club_won_by", { players: meeting.winners.join(", ") });
  return meeting.told === "table" ? words : t("club_by_hand", { words });
}

function meetingRow(meeting, number) {
  const alone = meeting.players.length === 1;
  return el("li", { "data-over": meeting.winners ? "yes" : "no" },
    el("div", { class: "who" }, el("bdi", {}, meeting.players.join(" · "))),
    el("div", { class: "where" }, meeting.table ? nameOf(meeting.table) : alone ? "" : t("club_no_table")),
    el("div", { class: "how" }, result(number, meeting)),
    page.organiser && !alone && el("div", { class: "buttons" },
      !meeting.winners && button(t("club_table"), () => askTable(number, meeting)),
      button(t(meeting.winners ? "club_mend" : "club_result"), () => askResult(number, meeting))));
}

function standingRow(standing) {
  return el("tr", {}, el("td", {}, String(standing.place)), el("th", { scope: "row" }, el("bdi", {}, standing.player), !standing.here && el("span", { class: "tag" }, t("club_left"))),
    el("td", {}, String(standing.points)), el("td", {}, String(standing.buchholz)),
    page.organiser && el("td", {}, el("button", { type: "button", class: "small", "aria-label": t(standing.here ? "club_goes_name" : "club_back_name", { name: standing.player }),
      on: { click: () => command("player", { player: standing.player, here: !standing.here }) } }, t(standing.here ? "club_goes" : "club_back"))));
}

const showTournament = part((now, names) => {
  const box = byId("tournament");
  if (!now) {
    box.replaceChildren(...(page.organiser ? [el("h2", { id: "tournament-title" }, t("club_tournament")), button(t("club_begin"), askBegin)] : []));
    return;
  }
  const head = el("h2", { id: "tournament-title" }, t("club_tournament"));
  const round = el("p", { class: "quiet" }, now.round === 0 ? t("club_not_drawn") : t(now.over ? "club_over" : "club_round", { round: now.round, rounds: now.rounds }));
  const order = now.standings.map(standingRow);
  box.replaceChildren(head, round,
    el("ol", { class: "meetings card", "aria-label": t("club_meetings") }, ...now.meetings.map(meetingRow)),
    el("div", { class: "card standings" }, el("table", {}, el("caption", {}, t("club_standings")),
      el("thead", {}, el("tr", {}, ...["club_place", "club_player", "club_points", "club_buchholz"].map((key) => el("th", { scope: "col" }, t(key))),
        page.organiser && el("td", {}))), el("tbody", {}, ...order)),
    el("p", {}, el("a", { href: "/standings.csv" }, t("club_sheet")))),
    ...(page.organiser ? [el("div", { class: "actions" },
      !now.over && button(t("club_next_round"), () => command("draw", {}), now.round_over ? "primary" : ""), button(t("club_end"), askEnd))] : []));
});

function show(now) {
  for (const card of now.tables) place(card);
  filter();
  const calls = [...tables.values()].map(({ card }) => card).filter((card) => card.help).sort((a, b) => compare(a.name, b.name));
  showCalls(calls.map((card) => [card.id, card.name, why(card)]));
  showTournament(now.tournament, now.tournament ? now.tournament.meetings.map(({ table }) => table && nameOf(table)) : []);
  byId("broker").replaceChildren(...(now.broker.kind === "up" ? [] : [el("p", { class: "card alarm" }, say(now.broker.text))]));
  if (tables.size === 0 && now.broker.kind === "up") byId("count").replaceChildren(t("club_none"));
}

byId("search").addEventListener("input", filter);
ready();
follow(show, livenessShown());
