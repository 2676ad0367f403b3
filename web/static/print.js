// The button of the sheet to print.

import { byId } from "./dom.js";
import { ready } from "./taps.js";

byId("print").addEventListener("click", () => window.print());
ready();
