// Writes the dates of a page as its readers do.

import { page } from "./words.js";

export function writeDates() {
  const format = new Intl.DateTimeFormat(page.lang === "en" ? "en-GB" : page.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time")) time.replaceChildren(format.format(new Date(time.dateTime)));
}
