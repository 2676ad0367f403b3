// What this phone's owner may set: whether it speaks, buzzes, and plays by tapping.

import { byId } from "./dom.js";
import { remember, wants } from "./phone.js";
import { canSpeak, speakAloud } from "./speech.js";
import { t } from "./words.js";

export function wirePhone(changed) {
  const box = byId("phone");
  for (const input of box.querySelectorAll("input")) {
    input.addEventListener("change", () => {
      remember(input.name, input.checked);
      if (input.name === "voice") speakAloud(t("voice_on"));
      changed();
    });
  }
  box.querySelector("[name=voice]").checked = wants("voice", false);
  box.querySelector("[name=voice]").closest("label").hidden = !canSpeak;
  box.querySelector("[name=buzz]").checked = wants("buzz", true);
  box.querySelector("[name=buzz]").closest("label").hidden = !("vibrate" in navigator);
}

// Whether taps play by themselves depends on the camera until the owner says otherwise.
export function showTaps(watched, may) {
  const input = byId("phone").querySelector("[name=taps]");
  input.closest("label").hidden = !may;
  input.checked = wants("taps", !watched);
}
