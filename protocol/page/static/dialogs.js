// What the page asks a person for: a new game, a record to open; and what it tells: the keys.
"use strict";

const LARGEST_FILE_BYTES = 5 * 1024 * 1024;

// The choice of who plays whom; it is remembered in this browser.
class NewGameDialog {
  constructor(onStart) {
    this.onStart = onStart;
    this.moves = "";
    this.dialog = document.getElementById("new-dialog");
    this.form = document.getElementById("new-form");
    this.form.addEventListener("change", () => this.showKind());
    this.form.addEventListener("submit", (event) => this.submit(event));
    document.getElementById("new-cancel").addEventListener("click", () => this.dialog.close());
  }

  fill({opponents, defaults}) {
    this.about = new Map(opponents.map(({name, about}) => [name, about]));
    for (const select of [this.form.opponent, this.form.black, this.form.white]) {
      select.replaceChildren(...opponents.map(({name}) => element("option", {value: name}, name)));
    }
    this.form.white.value = "alphabeta";
    this.offerTime(defaults.seconds);
    this.restore(defaults);
    this.showKind();
  }

  // A time of the command line that the list does not have.
  offerTime(seconds) {
    if (seconds && ![...this.form.seconds.options].some((option) => option.value === seconds)) {
      this.form.seconds.append(element("option", {value: seconds}, `${seconds} seconds`));
    }
  }

  restore(defaults) {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem("new-game"));
    } catch (error) {
      kept = null;  // storage is forbidden or spoilt: the defaults will do
    }
    for (const [name, value] of Object.entries(Object.assign({}, defaults, kept))) {
      const field = this.form.elements[name];
      const before = field && field.value;
      if (field) {
        field.value = value;
        field.value = field.value || before;
      }
    }
  }

  choice() {
    const {kind, colour, opponent, black, white, seconds} = Object.fromEntries(new FormData(this.form));
    const players = {
      play: colour === "black" ? ["person", opponent] : [opponent, "person"],
      watch: [black, white],
      people: ["person", "person"],
    }[kind];
    return {players, seconds: Number(seconds)};
  }

  show(moves = "") {
    this.moves = moves;
    const from = document.getElementById("new-from");
    from.hidden = !moves;
    from.textContent = `It goes on after ${moves.length / 2} moves of this game.`;
    this.dialog.showModal();
  }

  showKind() {
    const kind = this.form.elements.kind.value;
    for (const part of this.form.querySelectorAll("[data-kind]")) {
      part.hidden = !part.dataset.kind.split(" ").includes(kind);
    }
    for (const select of [this.form.opponent, this.form.black, this.form.white]) {
      select.nextElementSibling.textContent = this.about.get(select.value);
    }
  }

  submit(event) {
    event.preventDefault();
    try {
      localStorage.setItem("new-game", JSON.stringify(Object.fromEntries(new FormData(this.form))));
    } catch (error) {
      // storage is forbidden: the choice is not remembered
    }
    this.dialog.close();
    const {players, seconds} = this.choice();
    this.onStart(players, seconds, this.moves);
  }
}

// Records come by the file chooser or by drag and drop.
class RecordDrop {
  constructor(onRecord, say) {
    this.onRecord = onRecord;
    this.say = say;
    this.overlay = document.getElementById("drop");
    const chooser = document.getElementById("file");
    document.getElementById("open").addEventListener("click", () => chooser.click());
    chooser.addEventListener("change", () => {
      this.read(chooser.files[0]);
      chooser.value = "";
    });
    window.addEventListener("dragover", (event) => this.over(event));
    window.addEventListener("dragleave", (event) => event.relatedTarget || this.hide());
    window.addEventListener("drop", (event) => this.drop(event));
  }

  over(event) {
    if ([...event.dataTransfer.types].includes("Files")) {
      event.preventDefault();
      this.overlay.hidden = false;
    }
  }

  hide() {
    this.overlay.hidden = true;
  }

  drop(event) {
    this.hide();
    if (event.dataTransfer.files.length) {
      event.preventDefault();
      this.read(event.dataTransfer.files[0]);
    }
  }

  read(file) {
    if (!file) {
      return;
    }
    if (file.size > LARGEST_FILE_BYTES) {
      this.say(`${file.name} is too large: at most ${LARGEST_FILE_BYTES / 1024 / 1024} MB can be opened here.`);
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => this.onRecord(file.name, reader.result.split(",")[1] || ""));
    reader.addEventListener("error", () => this.say(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  }
}

{
  const help = document.getElementById("help-dialog");
  document.getElementById("help").addEventListener("click", () => help.showModal());
  document.getElementById("help-close").addEventListener("click", () => help.close());
}
