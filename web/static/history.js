// The list of games: dates as people write them, and the next game of the evening.

import { send } from "./commands.js";
import { writeDates } from "./dates.js";
import { byId } from "./dom.js";

writeDates();
byId("next")?.addEventListener("click", async () => {
  const answer = await send("next");
  if (answer.ok) location.assign("/");
});
