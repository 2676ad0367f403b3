// The button of the sheet to print.

import { byId } from "./dom.js";

byId("print").addEventListener("click", () => window.print());
