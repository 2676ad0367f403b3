// The page's words and the table's texts, in the page's language.

import { byId } from "./dom.js";

export const page = JSON.parse(byId("page-data").textContent);

export function t(key, parts = {}) {
  return (page.words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}

export const has = (key) => key in page.words;
export const say = (text) => (text ? text[page.lang] : "");
export const capital = (words) => words.charAt(0).toLocaleUpperCase(page.lang) + words.slice(1);
