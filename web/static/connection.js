// Follows the table: the whole state on every connection, and a sign for as long as what is shown may be old.

const SILENCE = 15000; // ms without a sign of life; the table beats every 5 s
const RETRY = 2000;
const FULL_RETRY = 5000;

// `base` is the part of the site that tells the state: the television's tells what everybody may know.
export function follow(onState, onStatus, base = "") {
  let source = null;
  let heard = 0;
  let shown = -1;
  let retry = 0;

  function take(state, whole) {
    if (!whole && state.version < shown) return;
    shown = state.version;
    onState(state);
  }

  function leave() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  function connect() {
    leave();
    heard = Date.now();
    const mine = new EventSource(`${base}/events`);
    let whole = true; // the first state of a connection counts whatever its version: the table may have been restarted
    source = mine;
    mine.addEventListener("state", (event) => {
      heard = Date.now();
      take(JSON.parse(event.data), whole);
      whole = false;
      onStatus("live");
    });
    mine.addEventListener("beat", () => {
      heard = Date.now();
    });
    mine.addEventListener("error", () => {
      if (source === mine) lost();
    });
  }

  async function lost() {
    leave();
    onStatus("lost");
    retry = setTimeout(connect, RETRY);
    try { // no place in the stream, or no table at all?
      const answer = await fetch(`${base}/state.json`, { cache: "no-store" });
      if (!answer.ok || source !== null) return;
      take(await answer.json(), true);
      onStatus("full");
      clearTimeout(retry);
      retry = setTimeout(connect, FULL_RETRY * (1 + Math.random()));
    } catch {
      // the retry is set already
    }
  }

  setInterval(() => {
    if (source !== null && Date.now() - heard > SILENCE) lost();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
    else connect();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) connect();
  });
  window.addEventListener("pagehide", leave);
  window.addEventListener("online", connect);
  window.addEventListener("rejoin", connect);
  window.addEventListener("awaited", () => source === null && connect()); // nobody will tell by himself
  connect();
}
