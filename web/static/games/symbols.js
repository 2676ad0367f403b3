// The colours of pieces, each with a shape of its own, for those who can't tell the colours apart.

import { svg } from "../dom.js";

// Each within a unit around 0.
export const SHAPES = {
  purple: "M0-1.150L1.150 0 0 1.150-1.150 0z",
  red: "M0-.9A.9.9 0 110 .9.9.9 0 110-.9z",
  green: "M0-1.050L1.050.800H-1.050z",
  blue: "M-.85-.85H.85V.85H-.85z",
  yellow: "M0-1.150L.300-.360 1.120-.340.480.180.700.980 0 .510-.700.980-.480.180-1.120-.340-.300-.360z",
  white: "M-.32-1H.32V-.32H1V.32H.32V1H-.32V.32H-1V-.32H-.32z",
  black: "M-.95-.5L-.5-.95 0-.45.5-.95.95-.5.45 0 .95.5.5.95 0 .45-.5.95-.95.5-.45 0z",
  orange: "M-.9-.95H.9L.28 0 .9.95H-.9L-.28 0z",
};
export const FILLS = {
  purple: "#7136b3", red: "#c4262e", green: "#127a3a", blue: "#1a5fc0", yellow: "#f2c230", white: "#f7f3ea",
  black: "#26231f", orange: "#ea8a2a",
};
// Behind white words the bright ones are darker.
export const TONES = { ...FILLS, yellow: "#7d5f00", white: "#5c574e", orange: "#a04f00" };
export const BRIGHT = new Set(["yellow", "white", "orange"]);

export const sign = (colour, scale, x = 0, y = 0) => svg("path", {
  d: SHAPES[colour], class: "mark-sign", fill: BRIGHT.has(colour) ? "#1c1a17" : "#fff",
  transform: `translate(${x} ${y}) scale(${scale})` });

const badge = (...content) => svg("svg", { viewBox: "-10 -10 20 20", class: "mark", "aria-hidden": "true" }, ...content);

export const mark = (colour) => badge(
  svg("circle", { r: 9.500, class: "mark-disc", fill: FILLS[colour], stroke: "#8a857c", "stroke-width": 0.800 }), sign(colour, 5));

export const letter = (word) => badge(
  svg("circle", { r: 9.500, class: "mark-disc mark-plain" }), svg("text", { class: "mark-letter", y: 4.200 }, word));
