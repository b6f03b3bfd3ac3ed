// Messages that go away by themselves, and the clipboard.
"use strict";

const TOAST_MS = 2600;

function toast(text) {
  const shown = document.getElementById("toast");
  shown.textContent = text;
  shown.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => {
    shown.hidden = true;
  }, TOAST_MS);
}

function hideToast() {
  document.getElementById("toast").hidden = true;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(word("act.copied", {text}));
  } catch (error) {
    toast(word("problem.copy", {text}));  // the browser keeps the clipboard to itself
  }
}
