// The sign of whether what is shown is true now.

import { byId, part } from "./dom.js";
import { t } from "./words.js";

const STALE = { lost: "stale_lost", full: "stale_full" };

// `say` is told in words when what is shown may be old.
export const livenessShown = (say = () => {}) => part((status) => {
  const live = status === "live";
  document.body.dataset.stale = live ? "no" : "yes";
  byId("stale").replaceChildren(...(live ? [] : [t(STALE[status])]));
  if (!live) say(t(STALE[status]));
  byId("liveness").dataset.live = live ? "yes" : "no";
  byId("liveness").querySelector(".words").replaceChildren(t(live ? "live" : "not_live"));
});
