// The referee's states as pictures, so that none is told by colour alone.

import { svg } from "./dom.js";

const PATHS = {
  idle: "M9 6l10 6-10 6z",
  hand: "M7 12V7.5a1.5 1.5 0 013 0V5a1.5 1.5 0 013 0v.5a1.5 1.5 0 013 0V8a1.5 1.5 0 013 0v6.5a6 6 0 01-6 6c-3 0-4.300-1.500-5.500-3.500L5 12.800a1.400 1.400 0 012-1.800",
  settling: "M7 4h10M7 20h10M8 4c0 5 8 6 8 8s-8 3-8 8M16 4c0 5-8 6-8 8s8 3 8 8",
  ready: "M5 12.500l4.500 4.500L19 7.500",
  question: "M8.500 9a3.500 3.500 0 117 0c0 2.500-3.500 2.500-3.500 5M12 18.200v.3",
  mismatch: "M12 4l9 16H3zM12 10v4.500M12 17.200v.2",
  over: "M7 4h10v5a5 5 0 01-10 0zM7 5.500H4c0 3 1 5 3.500 5M17 5.500h3c0 3-1 5-3.500 5M12 14v4M8 20h8",
  lost: "M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6zM4 4l16 16",
};

export const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
  svg("path", { d: PATHS[name] ?? PATHS.idle }));
