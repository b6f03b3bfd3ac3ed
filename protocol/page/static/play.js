// The page to play on: one game of the server's, asked for again and again, and the commands that change it.
// Every command carries the version of the game it was made for; the server refuses what comes too late.
"use strict";

const BUSY_POLL_MS = 250, QUIET_POLL_MS = 1000;
const REVIEW_SECONDS = 1;

class Table {
  constructor() {
    this.key = null;
    this.state = null;
    this.sending = false;
    this.reachable = true;
    this.pollTimer = null;
    this.analysisOn = false;
    this.file = null;
    this.viewer = new Viewer(document.getElementById("viewer"), {
      onSquare: (name) => this.command("move", {square: name}), onPly: () => this.moved(),
    });
    this.buildActions();
    this.buildAnalysis();
    this.newGame = new NewGameDialog((players, seconds, moves) => this.begin(players, seconds, moves));
    new RecordDrop((name, data) => this.openRecord(name, data, 1), (text) => this.say(text));
    document.getElementById("new").addEventListener("click", () => this.newGame.show());
    document.addEventListener("keydown", (event) => this.keyDown(event));
    document.addEventListener("visibilitychange", () => document.hidden || this.poll());
    window.addEventListener("hashchange", () => location.hash.slice(1) !== this.key && this.resume());
  }

  async start() {
    const options = await this.ask("GET", "/api/options");
    if (options) {
      this.newGame.fill(options);
      await this.resume();
    }
  }

  // The game that the address names, otherwise a new one.
  async resume() {
    const key = location.hash.slice(1);
    if (/^[0-9a-f]{16}$/.test(key)) {
      const state = await this.ask("GET", `/api/games/${key}`, undefined, true);
      if (state) {
        this.take(key, state);
        return;
      }
    }
    const {players, seconds} = this.newGame.choice();
    await this.begin(players, seconds, "");
  }

  async begin(players, seconds, moves) {
    const answer = await this.ask("POST", "/api/games", {players, seconds, moves});
    if (answer) {
      this.file = null;
      this.take(answer.key, answer.state);
    }
  }

  async openRecord(name, data, game) {
    const answer = await this.ask("POST", "/api/records", {name, data, game});
    if (answer) {
      this.file = {name, data, game, games: answer.games};
      this.take(answer.key, answer.state);
      this.viewer.goTo(0);
    }
  }

  // Puts another game on the table.
  take(key, state) {
    this.key = key;
    this.state = null;
    this.analysisOn = Boolean(state.analysis);
    history.replaceState(null, "", `#${key}`);
    this.viewer.play(false);
    this.viewer.following = true;
    this.viewer.ply = Math.max(0, state.game.moves.length);
    this.apply(key, state);
    this.schedule();
  }

  // Takes over what the server says, unless it is older than what is known or about another game.
  apply(key, state) {
    if (key !== this.key || this.state && state.version < this.state.version) {
      return;
    }
    const game = state.game || (this.state && this.state.game);
    this.state = Object.assign({}, state, {game});
    this.viewer.showLive(state);
    this.viewer.scores = state;
    if (state.game) {
      this.viewer.showGame(game);
    } else {
      this.viewer.refresh();
    }
    this.showActions();
  }

  // -- talking to the server

  // A command that changes the game; while one is under way, no other is sent.
  async command(name, body) {
    if (!this.sending && this.state) {
      this.sending = true;
      await this.send(name, Object.assign({version: this.state.version}, body));
      this.sending = false;
    }
  }

  async send(name, body) {
    const key = this.key;
    const state = await this.ask("POST", `/api/games/${key}/${name}`, body);
    if (state) {
      this.apply(key, state);
    }
    this.schedule(state ? undefined : 0);
  }

  async poll() {
    if (!this.state) {
      return;
    }
    const key = this.key;
    const state = await this.ask("GET", `/api/games/${key}?version=${this.state.version}`, undefined, true);
    if (state) {
      this.apply(key, state);
    }
    if (key === this.key && this.reachable !== Boolean(state)) {
      this.reachable = Boolean(state);
      this.say(state ? "" : "The game cannot be reached. Is the server still running?");
    }
    this.schedule();
  }

  schedule(delay) {
    const state = this.state || {};
    const busy = state.thinking || state.review || state.analysis && state.analysis.working;
    clearTimeout(this.pollTimer);
    this.pollTimer = setTimeout(() => this.poll(), delay === undefined ? (busy ? BUSY_POLL_MS : QUIET_POLL_MS) : delay);
  }

  // The answer to a request, or null; what is wrong is shown unless it is to be kept quiet.
  async ask(method, path, body, quiet) {
    let problem = "The server does not answer.";
    try {
      const options = {method, cache: "no-store"};
      if (body !== undefined) {
        options.headers = {"Content-Type": "application/json"};
        options.body = JSON.stringify(body);
      }
      const answer = await fetch(path, options);
      const value = await answer.json();
      if (answer.ok) {
        quiet || this.say("");
        return value;
      }
      problem = answer.status === 409 ? "" : value.error;  // 409: somebody was faster, the next poll shows it
    } catch (error) {
      // nobody there, or an answer that is not ours
    }
    quiet || this.say(problem);
    return null;
  }

  // A notice stays until the next command.
  say(text) {
    const notice = document.getElementById("notice");
    notice.textContent = text;
    notice.hidden = !text;
  }

  // -- buttons

  buildActions() {
    const button = (label, act) => element("button", {type: "button", onclick: act}, label);
    this.undoButton = button("Undo", () => this.command("undo", {}));
    this.passButton = button("Pass", () => this.command("move", {square: "pass"}));
    this.pauseButton = button("Pause", () => this.pause());
    this.fromButton = button("Play from here", () => this.newGame.show(this.movesSoFar()));
    this.pageLink = element("a", {class: "button quiet", download: "reversi.html"}, "Save page");
    this.recordLink = element("a", {class: "button quiet", download: "reversi.json"}, "Save record");
    this.gameChoice = element("select", {"aria-label": "Game of the file",
      onchange: () => this.openRecord(this.file.name, this.file.data, Number(this.gameChoice.value))});
    this.viewer.actions.append(this.gameChoice, this.undoButton, this.passButton, this.pauseButton, this.fromButton,
      this.pageLink, this.recordLink);
  }

  buildAnalysis() {
    this.analysisBox = element("input", {
      type: "checkbox", id: "analysis", role: "switch", onchange: () => this.setAnalysis(this.analysisBox.checked),
    });
    this.reviewButton = element("button", {type: "button", class: "small", onclick: () => this.review()}, "Review");
    this.viewer.analysis.append(
      element("label", {class: "switch", for: "analysis"}, this.analysisBox, element("span", {}, "Live analysis")),
      this.reviewButton);
  }

  showActions() {
    const {state} = this;
    const person = state.game.seats.includes("person"), record = state.game.seats.includes("record");
    this.undoButton.hidden = !person;
    this.undoButton.disabled = !state.canUndo;
    this.passButton.hidden = !(state.game.mustPass && this.viewer.personToMove());
    this.pauseButton.hidden = record || person && !state.failure || state.game.over;
    this.pauseButton.textContent = state.failure ? "Try again" : state.paused ? "Go on" : "Pause";
    const atEnd = this.viewer.ply === this.viewer.last;
    this.fromButton.hidden = atEnd && (!record || state.game.over);
    this.pageLink.href = `/api/games/${this.key}/page`;
    this.recordLink.href = `/api/games/${this.key}/record`;
    this.analysisBox.checked = this.analysisOn;
    const {review} = state;
    this.reviewButton.textContent = review ? `Stop (${review.done} of ${review.total})` : "Review the game";
    this.reviewButton.disabled = !state.game.moves.length;
    this.showGames();
  }

  showGames() {
    this.gameChoice.hidden = !(this.file && this.file.games.length > 1);
    if (!this.gameChoice.hidden && this.gameChoice.childElementCount !== this.file.games.length) {
      this.gameChoice.replaceChildren(
        ...this.file.games.map((label, index) => element("option", {value: index + 1}, label)));
    }
    if (this.file) {
      this.gameChoice.value = this.file.game;
    }
  }

  movesSoFar() {
    return this.state.game.moves.slice(0, this.viewer.ply).filter((move) => move !== "pass").join("");
  }

  // Pauses, goes on, or lets a bot that failed try again.
  pause() {
    this.command("pause", {paused: !this.state.paused && !this.state.failure});
  }

  setAnalysis(on) {
    this.analysisOn = on;
    this.sendAnalysis();
  }

  // The analysis follows the game while its last position is shown, otherwise it stays where the reader is.
  sendAnalysis() {
    this.send("analysis", {on: this.analysisOn, ply: this.viewer.ply === this.viewer.last ? null : this.viewer.ply});
  }

  review() {
    this.send("review", {seconds: this.state.review ? null : REVIEW_SECONDS});
  }

  moved() {
    if (this.state) {
      this.showActions();
      if (this.analysisOn) {
        clearTimeout(this.analysisTimer);
        this.analysisTimer = setTimeout(() => this.sendAnalysis(), 150);
      }
    }
  }

  keyDown(event) {
    if (!this.state || event.target.tagName === "SELECT" || isMeantElsewhere(event)) {
      return;
    }
    const acts = {
      u: () => this.undoButton.hidden || this.undoButton.click(),
      p: () => this.passButton.hidden || this.passButton.click(),
      a: () => this.setAnalysis(!this.analysisOn),
      n: () => this.newGame.show(),
      o: () => document.getElementById("open").click(),
      "?": () => document.getElementById("help").click(),
    };
    if (acts[event.key]) {
      event.preventDefault();
      acts[event.key]();
    }
  }
}

const table = new Table();
table.start();
