// The dialogs: new game, open, set up a position, help.
"use strict";

const LARGEST_FILE_BYTES = 5 * 1024 * 1024;
const TIMES = [[0.1, "quick"], [0.5, "plain"], [1, "one"], [2, "plain"], [5, "botzone"], [10, "plain"],
  [30, "patient"]];
const OWN_BOT_SECONDS = 1;  // a user's bot is given at least this
const GROUPS = ["level", "engine", "sample", "own"];
const EMPTY_BOARD = ".".repeat(64);
const START_BOARD = `${".".repeat(27)}OX${".".repeat(6)}XO${".".repeat(27)}`;

// The choice of who plays whom; it is remembered in this browser.
class NewGameDialog {
  // onStart({players, seconds, moves, position})
  constructor(onStart) {
    this.onStart = onStart;
    this.from = {moves: "", position: "", ply: 0};
    this.dialog = document.getElementById("new-dialog");
    this.form = document.getElementById("new-form");
    this.form.addEventListener("change", () => this.showKind());
    this.form.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("languagechange", () => this.relabel());
  }

  fill({opponents, defaults}) {
    this.opponents = new Map(opponents.map((opponent) => [opponent.name, opponent]));
    this.times = TIMES.slice();
    if (defaults.seconds && !TIMES.some(([seconds]) => String(seconds) === defaults.seconds)) {
      this.times.push([Number(defaults.seconds), "plain"]);  // a time from the command line that is not in the list
    }
    this.list();
    this.form.white.value = "alphabeta";
    this.set(Object.assign({}, defaults, recall("new-game")));
    this.showKind();
  }

  list() {
    for (const select of [this.form.opponent, this.form.black, this.form.white]) {
      select.replaceChildren(...GROUPS.map((kind) => this.makeGroup(kind)).filter((group) => group.children.length));
    }
    this.form.seconds.replaceChildren(...this.times.map(([seconds, kind]) => element("option", {value: seconds},
      word(`seconds.${kind}`, {seconds}))));
  }

  makeGroup(kind) {
    const own = [...this.opponents.values()].filter((opponent) => opponent.kind === kind);
    return element("optgroup", {label: `group.${kind}`}, ...own.map(({name, shown}) => (
      element("option", {value: name}, opponentText(name, shown)))));
  }

  relabel() {
    if (this.opponents) {
      const chosen = Object.fromEntries(new FormData(this.form));
      this.list();
      this.set(chosen);
      this.showKind();
    }
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) {
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
    const begins = colour === "random" ? Math.random() < 0.5 : colour === "black";
    const players = {
      play: begins ? ["person", opponent] : [opponent, "person"], watch: [black, white], people: ["person", "person"],
    }[kind];
    return {players, seconds: Number(seconds), moves: this.from.moves, position: this.from.position};
  }

  // `from` is where the game begins: {moves, position, ply}; the usual start if it is left out.
  show(from = {moves: "", position: "", ply: 0}) {
    this.from = from;
    const note = document.getElementById("new-from");
    note.hidden = !from.position && !from.ply;
    note.textContent = note.hidden ? "" : word(from.position ? "new.fromSetUp" : "new.fromMoves", {count: from.ply});
    this.dialog.showModal();
  }

  showKind() {
    const kind = this.form.elements.kind.value;
    const chosen = {play: [this.form.opponent], watch: [this.form.black, this.form.white], people: []}[kind]
      .map((select) => this.opponents.get(select.value));
    for (const part of this.form.querySelectorAll("[data-kind]")) {
      part.hidden = part.dataset.kind !== kind;
    }
    document.getElementById("new-time").hidden = chosen.every((opponent) => opponent.kind === "level");
    for (const select of [this.form.opponent, this.form.black, this.form.white]) {
      select.nextElementSibling.textContent = this.about(this.opponents.get(select.value));
    }
  }

  about({name, kind, level}) {
    const own = Number(this.form.seconds.value) < OWN_BOT_SECONDS;
    const parts = [word(hasWord(`about.${name}`) ? `about.${name}` : "about.own")];
    if (level) {
      const {simulations} = level;
      const depth = simulations === null ? "new.depthFree" : simulations === 1 ? "new.depthOne" : "new.depth";
      parts.push(word(level.randomness ? "new.levelTime" : "new.levelTimeSure", {
        seconds: level.seconds, depth: word(depth, {count: simulations}), randomness: level.randomness}));
    } else if (kind === "own" && own) {
      parts.push(word("new.ownTime", {seconds: OWN_BOT_SECONDS}));
    }
    return parts.join(" ");
  }

  submit(event) {
    event.preventDefault();
    remember("new-game", Object.fromEntries(new FormData(this.form)));
    this.dialog.close();
    this.onStart(this.choice());
  }
}

// Games come by the file chooser, by drag and drop, or pasted.
class OpenDialog {
  // onRecord(name, base64) returns a promise of whether it could be opened; a pasted text has no name.
  constructor(onRecord, say) {
    this.onRecord = onRecord;
    this.say = say;
    this.dialog = document.getElementById("open-dialog");
    this.text = document.getElementById("open-text");
    this.overlay = document.getElementById("drop");
    const chooser = document.getElementById("file");
    document.getElementById("open").addEventListener("click", () => this.dialog.showModal());
    document.getElementById("open-file").addEventListener("click", () => chooser.click());
    document.getElementById("open-form").addEventListener("submit", (event) => this.submit(event));
    chooser.addEventListener("change", () => {
      this.read(chooser.files[0]);
      chooser.value = "";
    });
    window.addEventListener("dragover", (event) => this.over(event));
    window.addEventListener("dragleave", (event) => event.relatedTarget || this.hide());
    window.addEventListener("drop", (event) => this.drop(event));
  }

  submit(event) {
    event.preventDefault();
    if (this.text.value.trim()) {
      this.read(new File([this.text.value], ""));
    }
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
    this.dialog.close();
    if (file.size > LARGEST_FILE_BYTES) {
      this.say(word("open.tooLarge", {name: file.name, size: LARGEST_FILE_BYTES / 1024 / 1024}));
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => this.open(file.name, reader.result.split(",")[1] || ""));
    reader.addEventListener("error", () => this.say(word("open.unreadable", {name: file.name})));
    reader.readAsDataURL(file);
  }

  // A text that cannot be opened stays in the dialog, to be corrected.
  async open(name, data) {
    if (await this.onRecord(name, data) && !name) {
      this.text.value = "";
    }
  }
}

// A position is set up by clicks on a board of its own.
class SetUpDialog {
  // onDone(text of the position) returns a promise of what is wrong, empty if nothing is; present() is the position
  // that the page shows, as {board, turn}.
  constructor(onDone, present) {
    this.onDone = onDone;
    this.present = present;
    this.dialog = document.getElementById("set-up-dialog");
    this.form = document.getElementById("set-up-form");
    this.problem = document.getElementById("set-up-problem");
    this.board = new Board(document.getElementById("set-up-board"), (name) => this.place(name));
    this.marks = START_BOARD;
    document.getElementById("set-up").addEventListener("click", () => this.show());
    document.getElementById("set-up-start").addEventListener("click", () => this.lay(START_BOARD, 0));
    document.getElementById("set-up-clear").addEventListener("click", () => this.lay(EMPTY_BOARD, 0));
    document.getElementById("set-up-present").addEventListener("click", () => this.layPresent());
    this.form.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("languagechange", () => this.draw());
  }

  show() {
    this.layPresent();
    this.dialog.showModal();
  }

  layPresent() {
    const {board, turn} = this.present();
    this.lay(board, turn);
  }

  lay(marks, turn) {
    this.marks = marks;
    this.form.elements.turn.value = MARKS[turn];
    this.problem.textContent = "";
    this.draw();
  }

  draw() {
    this.board.show({
      board: this.marks, legal: [...Array(64).keys()].map(squareName), last: null, playable: true, turn: 0,
      labels: new Map(), hint: null, editing: true,
    });
  }

  // Places the chosen disc, or removes it where it already lies.
  place(name) {
    const index = squareIndex(name), piece = this.form.elements.piece.value;
    const mark = this.marks[index] === piece ? "." : piece;
    this.marks = this.marks.slice(0, index) + mark + this.marks.slice(index + 1);
    this.problem.textContent = "";
    this.draw();
  }

  async submit(event) {
    event.preventDefault();
    const text = `${this.marks.replaceAll(".", "-")} ${this.form.elements.turn.value}`;
    const problem = await this.onDone(text);
    this.problem.textContent = problem;
    if (!problem) {
      this.dialog.close();
    }
  }
}

{
  const help = document.getElementById("help-dialog");
  document.getElementById("help").addEventListener("click", () => help.showModal());
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
}
