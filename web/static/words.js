// The page's words and the table's texts, in the page's language.

import { byId } from "./dom.js";

export const page = JSON.parse(byId("page-data").textContent);

export function t(key, parts = {}) {
  return (page.words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}

export const has = (key) => key in page.words;

// Where a seat is called by a number, its player's name says more: [[what the seat is called, the name], ...].
let names = new Map();
let called = null;

export function callByName(pairs) {
  names = new Map(pairs);
  const titles = [...names.keys()].sort((a, b) => b.length - a.length).map((title) => title.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  called = titles.length ? new RegExp(`(?<![\\p{L}\\d])(${titles.join("|")})(?![\\p{L}\\d])`, "gu") : null;
}

export function say(text) {
  const words = text ? text[page.lang] : "";
  return called ? words.replace(called, (title) => names.get(title)) : words;
}
export const capital = (words) => words.charAt(0).toLocaleUpperCase(page.lang) + words.slice(1);
