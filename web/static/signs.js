// Each person's colour with a sign of its own, so that nobody is told from others by colour alone.

import { svg } from "./dom.js";

const SIGNS = {
  blue: ["#0060a8", "M0-5A5 5 0 110 5 5 5 0 110-5z"],
  orange: ["#d98200", "M-4.500-4.500H4.500V4.500H-4.500z"],
  green: ["#00795a", "M0-5.500L5.300 4.200H-5.300z"],
  pink: ["#b8538f", "M0-6L5 0 0 6-5 0z"],
  sky: ["#4aa8dc", "M0-6L1.600-1.900 6-1.800 2.500.900 3.700 5.100 0 2.700-3.700 5.100-2.500.900-6-1.800-1.600-1.900z"],
  yellow: ["#e8d436", "M-1.700-5.500H1.700V-1.700H5.500V1.700H1.700V5.500H-1.700V1.700H-5.500V-1.700H-1.700z"],
  red: ["#c23b00", "M0 5.500C-8 0-6-5-3-5-1.500-5-.500-4 0-3 .500-4 1.500-5 3-5 6-5 8 0 0 5.500z"],
  black: ["#26231f", "M2.500-5.500A6 6 0 102.500 5.500 4.800 4.800 0 012.500-5.500z"],
};
const DARK = new Set(["orange", "sky", "yellow"]); // signs on bright colours are dark

export const COLOURS = Object.keys(SIGNS);

export const signOf = (colour) => svg("svg", { viewBox: "-10 -10 20 20", class: "mark", "aria-hidden": "true" },
  svg("circle", { r: 9.500, fill: SIGNS[colour][0], stroke: "#8a857c", "stroke-width": 0.800 }),
  svg("path", { d: SIGNS[colour][1], fill: DARK.has(colour) ? "#1c1a17" : "#fff" }));
