// The games' parts of the page, each fetched when it is needed, and again when the network did not bring it.

import { page } from "./words.js";

const RETRY = 2000;
const fetched = new Map();

async function fetchPart(address) {
  try {
    return await import(address);
  } catch {
    await new Promise((done) => setTimeout(done, RETRY));
    return fetchPart(address);
  }
}

// The part of the game that has this name; null when it has none.
export function partOf(name) {
  if (!(name in page.renderers)) return null;
  if (!fetched.has(name)) fetched.set(name, fetchPart(page.renderers[name]));
  return fetched.get(name);
}
