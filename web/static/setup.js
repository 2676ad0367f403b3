// Setting the table up: what the camera sees, what is wrong with it and what to do, corners by tapping, buttons tried.

import { toast } from "./commands.js";
import { byId, el, part, svg } from "./dom.js";
import { icon } from "./icons.js";
import { announce } from "./speech.js";
import { hold } from "./taps.js";
import { capital, has, say, t } from "./words.js";

const PERIOD = 400; // ms between two questions
const CHECKS = [["camera", "setup_camera"], ["mat", "setup_mat"], ["board", "setup_board"], ["light", "setup_light"]];
const LEVELS = { ok: ["ready", "setup_ok"], wait: ["settling", "setup_wait"], warning: ["mismatch", "setup_warning"], fault: ["lost", "setup_fault"] };
const PLACES = ["setup_place_0", "setup_place_1", "setup_place_2", "setup_place_3"];
const LAMPS = { green: "setup_lamp_green", amber: "setup_lamp_amber", red: "setup_lamp_red" };
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NUDGE = 2; // pixels of the camera's picture

let now = null; // as it was last told
let taps = null; // the corners tapped so far; null: nobody taps
let held = null; // which of them a finger moves

async function ask(path, body) {
  const how = body ? { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(body) } : { headers: { Accept: "application/json" } };
  try {
    return await (await fetch(`/setup/${path}`, how)).json();
  } catch {
    return null;
  }
}

async function tell(path, body) {
  const answer = await hold(ask(path, body));
  if (answer?.ok) return true;
  const words = answer?.text ? capital(say(answer.text)) : t("no_answer");
  toast(words);
  announce(words);
  return false;
}

const button = (words, press, primary = false) => el("button", { type: "button", class: `button ${primary ? "primary" : ""}`, on: { click: press } }, words);

// The picture, and what was found drawn over it

const pairs = (points) => points.map(([x, y]) => `${x},${y}`).join(" ");

const showPicture = part((number, hidden) => {
  byId("live").hidden = !number;
  byId("none").hidden = Boolean(number);
  byId("none").replaceChildren(hidden ? capital(say(hidden)) : t("setup_no_picture"));
  if (number) byId("live").src = `/setup/picture.jpg?v=${number}`;
});

function cornerMark([x, y], index, size) {
  const radius = size[0] / 40;
  return svg("g", {}, svg("circle", { class: "corner", cx: x, cy: y, r: radius, tabindex: 0, role: "button", "data-corner": index, "aria-label": t("setup_tap_nudge", { place: t(PLACES[index]) }) }),
    svg("text", { x, y, "font-size": radius * 1.1 }, String(index + 1)));
}

const showOver = part((size, mat, markers, tapped) => {
  const over = byId("over");
  const focused = document.activeElement?.dataset?.corner;
  over.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  over.setAttribute("aria-hidden", tapped ? "false" : "true");
  over.replaceChildren(...(tapped ? [tapped.length > 1 && svg("polygon", { class: "corners", points: pairs(tapped) }), ...tapped.map((point, index) => cornerMark(point, index, size))].filter(Boolean)
    : [...(mat.length ? [svg("polygon", { class: "mat", points: pairs(mat) })] : []), ...markers.map(({ corners }) => svg("polygon", { class: "marker", points: pairs(corners) }))]));
  if (focused !== undefined) over.querySelector(`[data-corner="${focused}"]`)?.focus();
});

// What is well and what is not

const showChecks = part((checks, tapping) => {
  byId("ready").hidden = tapping || !Object.values(checks).every(({ level }) => level === "ok");
  byId("checks").replaceChildren(...CHECKS.map(([name, title]) => {
    const { level, text } = checks[name];
    const [sign, words] = LEVELS[level];
    return el("li", { class: "check", "data-check": name, "data-level": level }, icon(sign), el("b", {}, t(title)), el("span", { class: "level" }, t(words)), el("p", {}, say(text)));
  }));
});

const showMarkers = part((seen, tapped) => {
  byId("markers").closest("section").hidden = tapped;
  // as they lie on the mat: the two upper ones, then the lower ones
  byId("markers").replaceChildren(...[0, 1, 3, 2].map((id) => el("li", { "data-marker": id, "data-seen": seen.includes(id) ? "yes" : "no" },
    icon(seen.includes(id) ? "ready" : "mismatch"), t(seen.includes(id) ? "setup_marker_seen" : "setup_marker_missing", { place: t(PLACES[id]) }))));
});

const swatch = (name, seen, ...more) => el("li", {},
  svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("circle", { cx: 10, cy: 10, r: 9, fill: seen, stroke: "#8a857c" })), has(`setup_colour_${name}`) ? t(`setup_colour_${name}`) : name, ...more);

const showLearned = part((learned) => {
  const box = byId("learned");
  box.hidden = !learned;
  if (!learned) return;
  const how = (here) => el("span", { class: "quiet" }, t(here ? "setup_learned_here" : learned.taught ? "setup_learned_taught" : "setup_learned_usual"));
  box.querySelector("ul").replaceChildren(...learned.pieces.map(({ name, hue, here }) => swatch(name, hue, " ", how(here))));
  byId("learned-note").replaceChildren(t(learned.taught ? "setup_taught_note" : "setup_learn_note"));
  box.querySelector(".answers").replaceChildren(
    button(t(learned.taught ? "setup_learn_again" : "setup_learn"), () => tell("colours", { learn: true }).then(refresh)),
    ...(learned.taught ? [button(t("setup_unlearn"), () => tell("colours", { learn: false }).then(refresh))] : []));
});

const showColours = part((colours, learns) => {
  byId("colours").hidden = !colours.length && !learns;
  byId("colours").querySelector("ul").replaceChildren(...colours.map(({ name, seen }) => swatch(name, seen)));
});

// Corners by tapping

const showTapping = part((count, tapped, canTap) => {
  const tapping = count !== null;
  const done = count === PLACES.length;
  byId("view").dataset.tapping = tapping ? "yes" : "no";
  byId("tapping").hidden = byId("tapped").hidden = !tapping;
  byId("tap").hidden = tapping;
  byId("tap").disabled = !canTap;
  byId("markers-again").hidden = tapping || !tapped;
  if (!tapping) return;
  byId("tapping").replaceChildren(done ? t("setup_tap_check") : t("setup_tap_next", { place: t(PLACES[count]) }));
  byId("tapped").replaceChildren(...(done ? [button(t("setup_tap_use"), keepCorners, true), button(t("setup_tap_again"), () => retap([]))] : []), button(t("setup_cancel"), () => retap(null)));
});

function retap(points) {
  taps = points;
  byId("toast").replaceChildren();
  draw();
  if (points?.length === 0) byId("view").scrollIntoView({ block: "start" });
}

async function keepCorners() {
  if (await tell("corners", { corners: taps })) retap(null);
}

function placeOf(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(byId("over").getScreenCTM().inverse());
  const [width, height] = now.size;
  return [Math.min(Math.max(Math.round(x), 0), width), Math.min(Math.max(Math.round(y), 0), height)];
}

function move(index, place) {
  taps = taps.map((point, n) => (n === index ? place : point));
  draw();
}

byId("over").addEventListener("pointerdown", (event) => {
  if (taps === null) return;
  const corner = event.target.dataset.corner;
  if (corner !== undefined) held = Number(corner);
  else if (taps.length < PLACES.length) {
    taps = [...taps, placeOf(event)];
    draw();
  }
  if (held !== null) byId("over").setPointerCapture(event.pointerId);
});
byId("over").addEventListener("pointermove", (event) => held !== null && taps && move(held, placeOf(event)));
for (const end of ["pointerup", "pointercancel"]) byId("over").addEventListener(end, () => { held = null; });
byId("over").addEventListener("keydown", (event) => {
  const [corner, by] = [event.target.dataset.corner, KEYS[event.key]];
  if (corner === undefined || !by || taps === null) return;
  event.preventDefault();
  move(Number(corner), taps[corner].map((value, axis) => Math.min(Math.max(value + by[axis] * NUDGE, 0), now.size[axis])));
});
byId("tap").addEventListener("click", () => retap([]));
byId("markers-again").addEventListener("click", () => tell("corners", { corners: [] }));

// Buttons and lights

const numberOf = (name) => Number(name.split(" ")[1]);
const buttonName = (name) => (name === "stop" ? t("setup_stop") : t("setup_button", { number: numberOf(name) }));
const lampName = (name) => (name in LAMPS ? t(LAMPS[name]) : t("setup_lamp", { number: numberOf(name) }));

const showContacts = part((buttons, asked) => byId("contacts").replaceChildren(...buttons.map(({ name, pin, down, presses }) => el("li", {
  "data-button": name, "data-down": down ? "yes" : "no", "data-asked": name === asked ? "yes" : "no",
}, el("b", {}, buttonName(name)), `${t("setup_pin", { pin })} · ${down ? t("setup_down") : t("setup_presses", { count: presses })}`))));

const step = (name) => () => tell("buttons", { step: name }).then(refresh);

const showTrying = part((check, any) => {
  const asked = check?.asked ?? null;
  const report = check?.report ?? [];
  byId("trying").replaceChildren(...(asked ? [el("p", { class: "press-now" }, t("setup_press", { button: buttonName(asked) }))] : []),
    ...(report.length ? [el("ul", {}, ...report.map((text) => el("li", {}, capital(say(text)))))] : check && !asked ? [el("p", {}, t("setup_wires_right"))] : []));
  byId("steps").replaceChildren(...(asked ? [button(t("setup_absent"), step("absent")), button(t("setup_end"), step("end"))] : any ? [button(t("setup_test"), step("begin"))] : []));
});

const showPanel = part((simulated, faults, lamps, buzzer) => {
  byId("simulated").hidden = !simulated;
  byId("faults").replaceChildren(...faults.map((text) => el("li", {}, capital(say(text)))));
  byId("lights-hint").hidden = !lamps.length;
  const chip = (words, press) => el("button", { type: "button", class: "chip", on: { click: press } }, words);
  byId("lights").replaceChildren(...lamps.map((lamp) => chip(lampName(lamp), () => tell("lamp", { lamp }))), ...(buzzer ? [chip(t("setup_sound"), () => tell("sound", {}))] : []));
});

// What is told, again and again

function draw() {
  if (!now) return;
  document.body.dataset.camera = now.camera.used ? "yes" : "no";
  showPicture(now.picture, now.hidden);
  showOver(now.size ?? [16, 9], now.mat, now.markers, taps);
  showChecks(now.checks, taps !== null);
  showMarkers(now.markers.map(({ id }) => id), now.tapped);
  showColours(now.colours, now.learned !== null);
  showLearned(now.learned);
  showTapping(taps && taps.length, now.tapped, now.picture > 0);
  byId("corners-hint").replaceChildren(t("setup_corners_hint", { width: now.mat_mm[0], height: now.mat_mm[1] }));
  const { panel } = now;
  showPanel(panel.simulated, panel.faults, panel.lamps, panel.buzzer);
  showContacts(panel.buttons, panel.check?.asked ?? null);
  showTrying(panel.check, panel.buttons.length > 0);
  showChoice(now.camera);
}

const showChoice = part(({ used, choice }) => byId("camera-choice").replaceChildren(
  ...(choice ? [button(t(used ? "setup_no_camera" : "setup_use_camera"), () => tell("camera", { used: !used }).then(refresh))] : [])));

async function refresh() {
  const told = await ask("state.json");
  byId("stale").replaceChildren(...(told?.checks ? [] : [told?.text ? say(told.text) : t("stale_lost")]));
  if (!told?.checks) return;
  now = told;
  draw();
}

async function follow() {
  if (!document.hidden) await refresh();
  setTimeout(follow, PERIOD);
}

follow();
