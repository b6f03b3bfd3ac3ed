// The buttons below the board. Those that a kind of game can have are always there, so that nothing moves when they
// change.
"use strict";

const RESIGN_SURE_MS = 3000;  // the second press of Resign must follow within this

class Actions {
  // onCommand(name, body) changes the game, onHint(), onFromHere(), onRematch(), onGame(number) of the file.
  constructor(parent, hooks) {
    this.hooks = hooks;
    this.resigning = false;
    const button = (key, act) => element("button", {type: "button", word: key, onclick: act});
    this.undoButton = button("act.undo", () => hooks.onCommand("undo", {}));
    this.hintButton = button("act.hint", () => hooks.onHint());
    this.passButton = button("act.pass", () => hooks.onCommand("move", {square: "pass"}));
    this.mainButton = button("act.resign", () => this.mainAct());
    this.fromButton = button("act.fromHere", () => hooks.onFromHere());
    this.pageLink = element("a", {class: "button quiet", download: "reversi.html", word: "act.savePage"});
    this.recordLink = element("a", {class: "button quiet", download: "reversi.json", word: "act.saveRecord"});
    this.gameChoice = element("select", {label: "open.gameOf",
      onchange: () => hooks.onGame(Number(this.gameChoice.value))});
    this.playButtons = element("div", {class: "play-buttons"},
      this.undoButton, this.hintButton, this.passButton, this.mainButton);
    parent.append(this.gameChoice, this.playButtons,
      element("div", {class: "save-buttons"}, this.fromButton, this.pageLink, this.recordLink));
  }

  // The state of the game under that key, and the position that is shown.
  show(key, state, ply) {
    const {game} = state, record = isRecord(game), atEnd = ply === game.moves.length;
    this.resigning = this.resigning && key === this.key;
    Object.assign(this, {key, state});
    this.playButtons.hidden = record;
    this.undoButton.hidden = this.hintButton.hidden = this.passButton.hidden = !game.seats.includes("person");
    this.undoButton.disabled = !state.canUndo;
    const turn = isPersonToMove(game) && atEnd;
    this.hintButton.disabled = !turn || game.mustPass || Boolean(state.hint);
    this.passButton.disabled = !(turn && game.mustPass);
    showWord(this.mainButton, this.mainWord());
    this.fromButton.disabled = atEnd && (game.over || !record && !game.setUp);
    this.pageLink.href = `/api/games/${key}/page`;
    this.recordLink.href = `/api/games/${key}/record`;
    this.recordLink.hidden = game.setUp;
  }

  // The last button does what the moment asks for.
  mainWord() {
    const {game, failure, paused} = this.state;
    if (failure) {
      return "act.tryAgain";
    }
    if (game.over) {
      return "act.rematch";
    }
    if (game.seats.includes("person")) {
      return this.resigning ? "act.resignSure" : "act.resign";
    }
    return paused ? "act.goOn" : "act.pause";
  }

  mainAct() {
    const pause = (paused) => this.hooks.onCommand("pause", {paused});
    const acts = {
      "act.tryAgain": () => pause(false),
      "act.goOn": () => pause(false),
      "act.pause": () => pause(true),
      "act.resign": () => this.askResign(),
      "act.resignSure": () => this.hooks.onCommand("resign", {}),
      "act.rematch": () => this.hooks.onRematch(),
    };
    const act = this.mainWord();
    this.resigning = false;
    acts[act]();
  }

  askResign() {
    this.resigning = true;
    showWord(this.mainButton, this.mainWord());
    clearTimeout(this.resignTimer);
    this.resignTimer = setTimeout(() => {
      this.resigning = false;
      showWord(this.mainButton, this.mainWord());
    }, RESIGN_SURE_MS);
  }

  // The games of the file that is open, {games, game: the number of the one that is shown}, or null.
  showGames(file) {
    const games = file ? file.games : [];
    this.gameChoice.hidden = games.length < 2;
    this.gameChoice.replaceChildren(...games.map((game, index) => element("option", {value: index + 1},
      this.describeGame(game))));
    if (file) {
      this.gameChoice.value = file.game;
    }
  }

  describeGame({number, names, moves, counts, problems}) {
    const [black, white] = names.map((name, colour) => (name === COLOURS[colour] ? sideText(colour) : name));
    const end = counts ? word("open.gameScore", {black: counts[0], white: counts[1]})
      : word("open.gameMoves", {count: moves});
    const text = word("open.game", {number, black, white, end});
    return problems ? word("open.gameProblems", {text}) : text;
  }
}
