// The language of the page: the chosen one, otherwise the browser's. Elements name the word they show, so that the
// language can change at any time.
"use strict";

const LANGUAGES = {en: ENGLISH, zh: CHINESE};
const remembered = recall("language");
let language = remembered in LANGUAGES ? remembered : browserLanguage();

function browserLanguage() {
  const wishes = (navigator.languages || [navigator.language]).map((wish) => String(wish).slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish in LANGUAGES) || "en";
}

// A value that this browser keeps for the page; null where storage is forbidden or corrupt.
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
    // storage is forbidden: nothing is remembered
  }
}

// The word of a key, its {places} filled in.
function word(key, values = {}) {
  return LANGUAGES[language][key].replace(/\{(\w+)\}/g, (_, place) => String(values[place]));
}

function hasWord(key) {
  return key in LANGUAGES[language];
}

// Lets an element show a word and follow changes of the language.
function showWord(shown, key) {
  if (shown.dataset.word !== key || shown.dataset.language !== language) {
    shown.dataset.word = key;
    shown.dataset.language = language;
    shown.textContent = word(key);
  }
}

// Likewise the label of an element without text.
function showLabel(shown, key) {
  shown.dataset.label = key;
  shown.setAttribute(shown.tagName === "OPTGROUP" ? "label" : "aria-label", word(key));
  if (shown.tagName === "BUTTON") {
    shown.title = word(key);
  }
}

// Translates every element that names its word.
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

// The button that switches; it shows the other language's own name.
function setUpLanguageButton(button) {
  button.addEventListener("click", () => chooseLanguage(language === "en" ? "zh" : "en"));
}
