// The language of the page: the one that was chosen, otherwise the browser's. Elements say which word they show, so
// that another language can be put on at any time.
"use strict";

const LANGUAGES = {en: ENGLISH, zh: CHINESE};
const remembered = recall("language");
let language = remembered in LANGUAGES ? remembered : browserLanguage();

function browserLanguage() {
  const wishes = (navigator.languages || [navigator.language]).map((wish) => String(wish).slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish in LANGUAGES) || "en";
}

// What this browser keeps for the page; null where storage is forbidden or spoilt.
function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch (error) {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch (error) {
    // storage is forbidden: it is not remembered
  }
}

// The word of that key, its {places} filled in.
function word(key, values = {}) {
  return LANGUAGES[language][key].replace(/\{(\w+)\}/g, (_, place) => String(values[place]));
}

function hasWord(key) {
  return key in LANGUAGES[language];
}

// Lets an element show a word; it follows when the language changes.
function showWord(shown, key) {
  if (shown.dataset.word !== key || shown.dataset.language !== language) {
    shown.dataset.word = key;
    shown.dataset.language = language;
    shown.textContent = word(key);
  }
}

// The same for what an element is called where it shows a picture or a field.
function showLabel(shown, key) {
  shown.dataset.label = key;
  shown.setAttribute(shown.tagName === "OPTGROUP" ? "label" : "aria-label", word(key));
  if (shown.tagName === "BUTTON") {
    shown.title = word(key);
  }
}

// Puts the language on everything that says which word it shows.
function translate() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : language;
  for (const shown of document.querySelectorAll("[data-word]")) {
    showWord(shown, shown.dataset.word);
  }
  for (const shown of document.querySelectorAll("[data-label]")) {
    showLabel(shown, shown.dataset.label);
  }
}

function chooseLanguage(code) {
  language = code;
  remember("language", code);
  translate();
  document.dispatchEvent(new Event("languagechange"));
}

// A button that says the name of the other language, in it.
function setUpLanguageButton(button) {
  button.addEventListener("click", () => chooseLanguage(language === "en" ? "zh" : "en"));
}
