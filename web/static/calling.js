// Calls the club for help, where there is one, and takes the call back.

import { send } from "./commands.js";
import { byId, el, part } from "./dom.js";
import { t } from "./words.js";

export const showCalling = part((club, call, may) => byId("calling").replaceChildren(...(club && (may || call) ? [
  call && el("p", { class: "quiet" }, call.by ? t("called_by", { name: call.by }) : t("called")),
  may && el("button", { type: "button", class: "button wide", on: { click: () => send("call", { on: !call }) } }, t(call ? "call_off" : "call_club")),
].filter(Boolean) : [])));
