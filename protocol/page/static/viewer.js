// Shows a game: players, status, board, steps, evaluation and moves. It knows the whole game and a place in it, the
// ply; position n is the one after n moves. The page to play on adds what only it can do.
"use strict";

const PLAY_STEP_MS = 900;  // between two moves when the game plays by itself
const CATCH_UP_MS = 550;  // between two moves that arrived together

class Viewer {
  // hooks, all optional: onSquare(name) for a move on the board, onPly(ply) when another position is chosen, onShown()
  // when a move that has just arrived is shown.
  constructor(parent, hooks = {}) {
    this.hooks = hooks;
    this.game = null;
    this.scores = {evaluations: [], mistakes: []};
    this.live = {};
    this.ply = 0;
    this.following = true;
    this.scoresHidden = false;
    this.autoPass = false;
    this.sourceText = "";
    this.timer = null;
    this.catchUp = null;
    this.build(parent);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("languagechange", () => this.relabel());
  }

  // -- what is shown

  // A game as the server or the page describes it; a viewer at the end stays at the end.
  showGame(game) {
    this.game = game;
    this.ply = Math.min(this.ply, game.moves.length);
    this.slider.max = game.moves.length;
    this.history.showGame(game, this.sourceText);
    if (this.following) {
      this.follow();
    } else {
      this.refresh();
    }
  }

  // {evaluations, mistakes}
  showEvaluations(scores) {
    this.scores = scores;
    this.refresh();
  }

  // What changes from moment to moment: {thinking, clocks, analysis, hint, failure, paused}.
  showLive(live) {
    this.live = live;
  }

  get last() {
    return this.game ? this.game.moves.length : 0;
  }

  // Goes to a position; false if it is shown already.
  goTo(ply) {
    const target = Math.max(0, Math.min(this.last, ply));
    clearTimeout(this.catchUp);
    this.following = target === this.last;
    const moved = target !== this.ply;
    this.ply = target;
    this.refresh();
    if (moved && this.hooks.onPly) {
      this.hooks.onPly(target);
    }
    return moved;
  }

  // Shows moves that arrived together one after the other.
  follow() {
    clearTimeout(this.catchUp);
    if (this.ply < this.last) {
      this.ply += this.last - this.ply > 4 ? this.last - this.ply : 1;
      if (this.hooks.onShown) {
        this.hooks.onShown();
      }
      if (this.ply < this.last) {
        this.catchUp = setTimeout(() => this.follow(), CATCH_UP_MS);
      }
    }
    this.refresh();
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.ply === this.last) {
        this.goTo(0);
      }
      this.timer = setInterval(() => {
        if (!this.goTo(this.ply + 1) || this.ply === this.last) {
          this.play(false);
        }
      }, PLAY_STEP_MS);
    }
    this.playButton.replaceChildren(makeIcon(on ? "stop" : "play"));
    showLabel(this.playButton, on ? "steps.stop" : "steps.play");
  }

  // -- building; the order is the order in which Tab and a narrow screen go through the page

  build(parent) {
    const boardBox = element("div", {class: "board-box"});
    this.actions = element("div", {class: "actions"});
    this.players = new Players(parent);
    this.status = new Status(parent);
    parent.append(element("section", {class: "board-section", label: "board"}, boardBox, this.buildSteps()),
      this.actions);
    this.evaluation = new EvaluationPanel(boardBox, parent, {
      onPly: (ply) => this.goTo(ply), onLine: (moves) => this.board.preview(moves), onUnit: () => this.refresh(),
    });
    this.board = new Board(boardBox, (name) => this.hooks.onSquare && this.hooks.onSquare(name),
      (name) => this.evaluation.pointAt(name));
    this.history = new MoveHistory(parent, {
      onPly: (ply) => this.goTo(ply), transcript: () => this.transcript(), position: () => this.positionText(),
    });
  }

  buildSteps() {
    const button = (icon, label, act) => element("button", {type: "button", label, onclick: act}, makeIcon(icon));
    this.slider = element("input", {
      type: "range", min: 0, max: 0, value: 0, label: "steps.slider",
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.playButton = button("play", "steps.play", () => this.play(this.timer === null));
    return element("div", {class: "steps", role: "group", label: "steps"},
      button("first", "steps.first", () => this.goTo(0)),
      button("back", "steps.back", () => this.goTo(this.ply - 1)),
      this.playButton,
      button("on", "steps.on", () => this.goTo(this.ply + 1)),
      button("last", "steps.last", () => this.goTo(this.last)),
      this.slider);
  }

  // -- drawing

  refresh() {
    if (!this.game) {
      return;
    }
    const {game, ply, live} = this;
    this.players.show(game, ply, live);
    this.status.show(game, ply, live, this.autoPass);
    this.evaluation.show(game, ply, this.scores, live.analysis || null, this.scoresHidden);
    this.showBoard();
    this.slider.value = ply;
    this.slider.setAttribute("aria-valuetext", ply
      ? word("steps.at", {ply, move: moveText(game.moves[ply - 1])}) : word("steps.start"));
    this.history.show(game, ply, this.scoresHidden ? [] : this.scores.mistakes, live.failure);
  }

  showBoard() {
    const {game, ply} = this, {hint} = this.live;
    const {board, legal} = game.positions[ply];
    this.board.show({
      board, legal: legal ? legal.split(" ") : [], last: ply ? game.moves[ply - 1] : null, turn: colourAt(game, ply),
      labels: this.evaluation.labels(), playable: ply === this.last && isPersonToMove(game),
      hint: hint && hint.ply === ply ? hint.move : null,
    });
  }

  // Everything that is said in words of the language.
  relabel() {
    if (this.game) {
      this.history.showGame(this.game, this.sourceText);
      this.refresh();
    }
  }

  transcript() {
    return this.game.moves.filter((move) => move !== "pass").join("");
  }

  positionText() {
    const board = this.game.positions[this.ply].board.replaceAll(".", "-");
    return `${board} ${MARKS[colourAt(this.game, this.ply)]}`;
  }

  // -- keys that work anywhere but where they mean something else

  key(event) {
    if (event.defaultPrevented || isMeantElsewhere(event)) {
      return;
    }
    const targets = {
      PageUp: this.ply - 1, PageDown: this.ply + 1, ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1,
      Home: 0, End: this.last,
    };
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
    if (event.key in targets && (!typing || event.key.startsWith("Page"))) {
      event.preventDefault();
      this.goTo(targets[event.key]);
    } else if (event.key === " " && !typing && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      this.play(this.timer === null);
    }
  }
}

// True for a key with a modifier, or while a dialog is open.
function isMeantElsewhere(event) {
  return event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}
