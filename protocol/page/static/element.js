// Makes elements; everything the page shows is made by this function, so text is always text and never markup.
"use strict";

// element("p", {class: "hint", onclick: f}, "text", child, ...); a property that is null or false is left out.
// `word` is the key of the text that it shows, `label` of what it is called.
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  setProperties(made, properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// The same for the parts of a drawing.
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
