// The list of games: dates as people write them, and the next game of the evening.

import { send } from "./commands.js";
import { writeDates } from "./dates.js";
import { byId } from "./dom.js";
import { leave, ready } from "./taps.js";

writeDates();
byId("next")?.addEventListener("click", async () => {
  const answer = await send("next");
  if (answer.ok) leave("/");
});
ready();
