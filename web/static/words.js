// The page's words and the table's texts, in the page's language.

import { byId } from "./dom.js";
import { joined } from "./french.js";

export const page = JSON.parse(byId("page-data").textContent);

const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const isOne = (count) => (page.lang === "fr" ? Math.abs(count) < 2 : Math.abs(count) === 1);
const set = (before, part) => (page.lang === "fr" ? joined(before, String(part)) : before + part);

// A sentence with its places filled: {name}, or {count|card|cards} for the word that goes with a number.
export function t(key, parts = {}) {
  const sentence = page.words[key] ?? key;
  let said = "";
  let end = 0;
  for (const [whole, name, one, many, index] of [...sentence.matchAll(PLACE)].map((found) => [...found, found.index])) {
    said += sentence.slice(end, index);
    end = index + whole.length;
    if (!(name in parts)) said += whole;
    else if (one !== undefined) said += isOne(parts[name]) ? one : many;
    else said = set(said, parts[name]);
  }
  return said + sentence.slice(end);
}

export const has = (key) => key in page.words;

// Where a seat is called by a number, its player's name says more: [[what the seat is called, the name], ...]. A title in
// quotation marks is the seat's own, and so is a colour, which is a piece's too: "un anneau violet".
const NUMBERED = /^\p{L}+ (\p{L}|\d+)$/u;
let names = new Map();
let called = null;

export function callByName(pairs) {
  const numbered = pairs.filter(([title]) => NUMBERED.test(title));
  names = new Map(numbered.map(([title, name]) => [title.toLowerCase(), name]));
  const titles = numbered.map(([title]) => title).sort((a, b) => b.length - a.length).map(pattern);
  called = titles.length ? new RegExp(`(?<![\\p{L}\\d"]|«\u00a0)(?:([Dd]u|[Aa]u|[Ll]e) )?(${titles.join("|")})(?![\\p{L}\\d])`, "gu") : null;
}

// A title within a sentence or at its beginning.
const pattern = (title) => `[${title[0].toLowerCase()}${title[0].toUpperCase()}]${title.slice(1).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}`;

const APART = { du: "de ", Du: "De ", au: "à ", Au: "À ", le: "", Le: "" }; // "du joueur 1" is "de" Emma, hence "d'Emma"

export function say(text) {
  const words = text ? text[page.lang] : "";
  if (!called) return words;
  let said = "";
  let end = 0;
  for (const found of words.matchAll(called)) {
    const name = names.get(found[2].toLowerCase());
    const little = found[1] ? APART[found[1]] : "";
    said = set(said + words.slice(end, found.index) + little, name);
    end = found.index + found[0].length;
  }
  return said + words.slice(end);
}
export const capital = (words) => words.charAt(0).toLocaleUpperCase(page.lang) + words.slice(1);
