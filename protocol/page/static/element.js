// Makes elements; everything the page shows is made by this function, so text is always text and never markup.
"use strict";

// Drawn, because not every font has the signs. In a square of 24.
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", play: "M7 4l13 8-13 8z", stop: "M8 5v14M16 5v14",
  on: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M11 14.5v5",
};

// element("p", {class: "hint", onclick: f}, "text", child, ...); a property that is null or false is left out.
// `word` is the key of its text, `label` the key of its label.
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  setProperties(made, properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Likewise for the parts of a drawing.
function drawing(tag, properties = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setProperties(made, properties);
  made.append(...children);
  return made;
}

function setProperties(target, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      target.addEventListener(name.slice(2), value);
    } else if (name === "word") {
      showWord(target, value);
    } else if (name === "label") {
      showLabel(target, value);
    } else if (value === true) {
      target.setAttribute(name, "");
    } else if (value !== null && value !== false) {
      target.setAttribute(name, value);
    }
  }
}

function makeIcon(name) {
  return drawing("svg", {class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true"},
    drawing("path", {d: ICONS[name]}));
}
