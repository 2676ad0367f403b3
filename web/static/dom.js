// Small helpers that make elements without markup in strings, so that no text from the table can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);

// Draw a part again only when what it shows has changed: a tap under way, the focus and a screen reader stay undisturbed.
export function part(draw) {
  let shown;
  return (...data) => {
    const now = JSON.stringify(data);
    if (now === shown) return;
    shown = now;
    draw(...data);
  };
}
