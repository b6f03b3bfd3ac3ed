// The page to play on: polls one game of the server and sends the commands that change it.
// Every command carries the version of the game it is meant for; the server refuses those that come too late.
"use strict";

const BUSY_POLL_MS = 250, QUIET_POLL_MS = 1000;
const REVIEW_SECONDS = 1;
const PASS_DELAY_MS = 1100;  // an automatic pass can be seen coming

class Table {
  constructor() {
    this.key = null;
    this.state = null;
    this.sending = false;
    this.reachable = true;
    this.pollTimer = null;
    this.passTimer = null;
    this.analysisOn = false;
    this.file = null;
    this.viewer = new Viewer(document.getElementById("viewer"), {
      onSquare: (name) => this.command("move", {square: name}), onPly: () => this.moved(),
      onShown: () => this.sound(),
    });
    this.server = new Server((text) => this.say(text));
    this.actions = new Actions(this.viewer.actions, {
      onCommand: (name, body) => this.command(name, body), onHint: () => this.send("hint", {on: true}),
      onFromHere: () => this.newGame.show(this.gameSoFar()), onRematch: () => this.rematch(),
      onGame: (number) => this.openRecord(this.file.name, this.file.data, number),
    });
    this.buildAnalysis();
    this.newGame = new NewGameDialog((choice) => this.begin(choice));
    this.settings = new Settings((values) => this.applySettings(values));
    new OpenDialog((name, data) => this.openRecord(name, data, 1), (text) => this.say(text));
    this.setUp = new SetUpDialog((text) => this.study(text), () => this.shownPosition());
    setUpLanguageButton(document.getElementById("language"));
    document.getElementById("new").addEventListener("click", () => this.newGame.show());
    document.getElementById("notice").addEventListener("click", () => this.say(""));
    document.addEventListener("keydown", (event) => this.keyDown(event));
    document.addEventListener("visibilitychange", () => document.hidden || this.poll());
    document.addEventListener("languagechange", () => this.relabel());
    window.addEventListener("hashchange", () => location.hash.slice(1) !== this.key && this.resume());
    this.applySettings(this.settings.values);
  }

  async start() {
    const options = await this.server.ask("GET", "/api/options");
    if (options) {
      this.newGame.fill(options);
      await this.resume();
    }
  }

  // The game that the address names, otherwise a new one.
  async resume() {
    const key = location.hash.slice(1);
    const known = /^[0-9a-f]{16}$/.test(key);
    const state = known ? await this.server.ask("GET", `/api/games/${key}`, undefined, true) : null;
    if (state) {
      this.take(key, state);
      return;
    }
    await this.begin(this.newGame.choice());
    if (key) {
      this.say(word("problem.unknownGame"));
    }
  }

  async begin(choice) {
    const answer = await this.server.ask("POST", "/api/games", choice);
    if (answer) {
      this.file = null;
      this.take(answer.key, answer.state);
    }
    return answer;
  }

  // Opens a position that was set up, with two people at the board to try moves. Returns what is wrong with it.
  async study(position) {
    const answer = await this.begin({players: ["person", "person"], seconds: 1, moves: "", position});
    const problem = answer ? "" : document.getElementById("notice").textContent;
    this.say("");
    return problem;
  }

  shownPosition() {
    const {game} = this.state, {ply} = this.viewer;
    return {board: game.positions[ply].board, turn: colourAt(game, ply)};
  }

  async openRecord(name, data, game) {
    const answer = await this.server.ask("POST", "/api/records", {name, data, game});
    if (answer) {
      this.file = answer.games.length ? {name, data, game, games: answer.games} : null;
      this.take(answer.key, answer.state);
      this.viewer.goTo(0);
    }
    return Boolean(answer);
  }

  // Puts another game on the table.
  take(key, state) {
    this.key = key;
    this.state = null;
    this.analysisOn = Boolean(state.analysis);
    history.replaceState(null, "", `#${key}`);
    hideToast();
    this.viewer.play(false);
    this.viewer.following = true;
    this.viewer.ply = state.game.moves.length;
    this.viewer.sourceText = this.sourceText(state.game);
    this.showTitle();
    this.actions.showGames(this.file);
    this.apply(key, state);
    this.schedule();
  }

  showTitle() {
    const {sourceText} = this.viewer;
    document.title = sourceText ? `${sourceText} – ${word("title")}` : word("title");
  }

  // The file that a record comes from.
  sourceText(game) {
    if (!this.file) {
      return game.source || "";
    }
    const said = {name: this.file.name || word("open.pasted"), number: this.file.game, count: this.file.games.length};
    return word(said.count > 1 ? "open.source" : "open.sourceOne", said);
  }

  // Takes over a state from the server, unless it is outdated or of another game.
  apply(key, state) {
    if (key !== this.key || this.state && state.version < this.state.version) {
      return;
    }
    const game = state.game || (this.state && this.state.game);
    this.state = Object.assign({}, state, {game});
    this.viewer.showLive(state);
    this.viewer.scores = state;
    this.viewer.scoresHidden = this.hidesScores();
    if (state.game) {
      this.showPass();
      this.schedulePass();
      this.viewer.showGame(game);
    } else {
      this.viewer.refresh();
    }
    this.showActions();
  }

  // The bot's evaluation is hidden from a player who has not asked for it.
  hidesScores() {
    const {game} = this.state;
    return ownColour(game) !== null && !game.over && !this.analysisOn && !this.settings.values.evaluation;
  }

  applySettings(values) {
    this.viewer.board.turn(values.turned);
    this.viewer.autoPass = values.autoPass;
    if (this.state) {
      this.viewer.scoresHidden = this.hidesScores();
      this.viewer.refresh();
      this.schedulePass();
    }
  }

  // -- the pass

  // A person without a move passes after a moment, unless the settings leave that to the button.
  schedulePass() {
    clearTimeout(this.passTimer);
    const {game, version} = this.state;
    if (game.mustPass && isPersonToMove(game) && this.settings.values.autoPass) {
      this.passTimer = setTimeout(() => this.passByItself(version), PASS_DELAY_MS);
    }
  }

  showPass() {
    const {game} = this.state;
    if (game.moves[game.moves.length - 1] === "pass" && !isRecord(game)) {
      toast(this.passText(game));
    }
  }

  passText(game) {
    const colour = colourAt(game, game.moves.length - 1);
    return ownColour(game) === colour ? word("notice.youPassed") : word("notice.passed", {side: sideText(colour)});
  }

  passByItself(version) {
    if (this.state.version === version) {
      this.command("move", {square: "pass"});
    }
  }

  sound() {
    if (this.settings.values.sounds) {
      playSound(this.viewer.ply === this.viewer.last && this.state.game.over ? 330 : 620, 0.12);
    }
  }

  // -- talking to the server

  // Sends a command that changes the game, one at a time.
  async command(name, body) {
    if (!this.sending && this.state) {
      this.sending = true;
      await this.send(name, Object.assign({version: this.state.version}, body));
      this.sending = false;
    }
  }

  async send(name, body) {
    const key = this.key;
    const state = await this.server.ask("POST", `/api/games/${key}/${name}`, body);
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
    const state = await this.server.ask("GET", `/api/games/${key}?version=${this.state.version}`, undefined, true);
    if (state) {
      this.apply(key, state);
    }
    if (key === this.key && this.reachable !== Boolean(state)) {
      this.reachable = Boolean(state);
      this.say(state ? "" : word("problem.unreachable"));
    }
    this.schedule();
  }

  schedule(delay) {
    const state = this.state || {};
    const busy = state.thinking || state.review || state.analysis && state.analysis.working
      || state.hint && !state.hint.move;
    clearTimeout(this.pollTimer);
    this.pollTimer = setTimeout(() => this.poll(), delay === undefined ? (busy ? BUSY_POLL_MS : QUIET_POLL_MS) : delay);
  }

  // A notice stays until it is clicked or the next command succeeds.
  say(text) {
    const notice = document.getElementById("notice");
    notice.textContent = text;
    notice.hidden = !text;
  }

  // -- analysis and buttons

  buildAnalysis() {
    this.analysisBox = element("input", {
      type: "checkbox", id: "analysis", role: "switch", onchange: () => this.setAnalysis(this.analysisBox.checked),
    });
    this.reviewButton = element("button", {type: "button", class: "small", onclick: () => this.review()});
    this.viewer.evaluation.head.append(
      element("label", {class: "switch", for: "analysis"}, this.analysisBox, element("span", {word: "analysis.live"})),
      this.reviewButton);
  }

  showActions() {
    const {state} = this, {game, review} = state;
    this.actions.show(this.key, state, this.viewer.ply);
    this.analysisBox.checked = this.analysisOn;
    this.reviewButton.textContent = review ? word("review.stop", review) : word("review.start");
    this.reviewButton.disabled = !game.moves.length || this.viewer.scoresHidden;
  }

  // The same players with the colours swapped.
  rematch() {
    const {seats, limit, setUp, start} = this.state.game;
    this.begin({players: [seats[1], seats[0]], seconds: limit, moves: "", position: setUp ? start : ""});
  }

  relabel() {
    if (this.state) {
      this.viewer.sourceText = this.sourceText(this.state.game);
      this.showTitle();
      this.actions.showGames(this.file);
      this.showActions();
      this.viewer.relabel();
    }
  }

  // Where a new game can continue: the moves up to the shown position.
  gameSoFar() {
    const {game} = this.state, {ply} = this.viewer;
    const moves = game.moves.slice(0, ply).filter((move) => move !== "pass").join("");
    return {moves, position: game.setUp ? game.start : "", ply};
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
      this.sound();
      if (this.analysisOn) {
        clearTimeout(this.analysisTimer);
        this.analysisTimer = setTimeout(() => this.sendAnalysis(), 150);
      }
    }
  }

  keyDown(event) {
    if (!this.state || ["SELECT", "TEXTAREA"].includes(event.target.tagName) || isMeantElsewhere(event)) {
      return;
    }
    const press = (button) => () => button.disabled || button.click();
    const acts = {
      u: press(this.actions.undoButton), h: press(this.actions.hintButton), p: press(this.actions.passButton),
      a: () => this.setAnalysis(!this.analysisOn),
      r: () => this.settings.set("turned", !this.settings.values.turned),
      n: () => this.newGame.show(),
      o: () => document.getElementById("open").click(),
      s: () => document.getElementById("set-up").click(),
      "?": () => document.getElementById("help").click(),
    };
    if (acts[event.key]) {
      event.preventDefault();
      acts[event.key]();
    }
  }
}

translate();
const table = new Table();
table.start();
