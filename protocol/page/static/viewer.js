// Shows a game: players, board, steps, graph and moves. It knows the whole game and a place in it, the ply; position n
// is the one after n moves. The page to play on adds what only it can do; a page of one game needs nothing else.
"use strict";

const PLAY_STEP_MS = 900;  // between two moves when the game plays by itself
const CATCH_UP_MS = 550;  // between two moves that arrived together

// Drawn, because not every font has the signs. In a square of 24.
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", play: "M7 4l13 8-13 8z", stop: "M8 5v14M16 5v14",
  on: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
};

class Viewer {
  // hooks: onSquare(name) for a move on the board, onPly(ply) when another position is shown, both optional.
  constructor(parent, hooks = {}) {
    this.hooks = hooks;
    this.game = null;
    this.scores = {evaluations: [], mistakes: []};
    this.live = {};
    this.ply = 0;
    this.following = true;
    this.unit = "chance";
    this.timer = null;
    this.catchUp = null;
    this.build(parent);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // -- what is shown

  // A game as the server or the page describes it; a viewer at the end stays at the end.
  showGame(game) {
    this.game = game;
    this.ply = Math.min(this.ply, game.moves.length);
    this.slider.max = game.moves.length;
    this.listMoves();
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

  // What changes from moment to moment: {thinking, clocks, analysis, failure, paused}.
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
    const label = on ? "Stop" : "Play the moves";
    this.playButton.replaceChildren(makeIcon(on ? "stop" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  // -- building

  build(parent) {
    this.players = COLOURS.map((colour) => this.buildPlayer(colour));
    this.status = element("p", {class: "status", role: "status", "aria-live": "polite"});
    const boardSection = element("section", {class: "board-section", "aria-label": "Board"});
    this.board = new Board(boardSection, (name) => this.hooks.onSquare && this.hooks.onSquare(name));
    boardSection.append(this.buildSteps());
    this.actions = element("div", {class: "actions"});
    this.analysis = element("div", {class: "analysis-head"});
    this.thought = element("p", {class: "thought"});
    const graphBox = element("div", {class: "graph-box"});
    this.graph = new Graph(graphBox, (ply) => this.goTo(ply));
    this.unitChoice = element("select", {
      "aria-label": "Unit of the evaluation", onchange: () => this.chooseUnit(this.unitChoice.value),
    }, element("option", {value: "chance"}, "chance to win"), element("option", {value: "discs"}, "discs"));
    this.mistakeList = element("ul", {class: "mistakes"});
    this.moveList = element("ol", {class: "moves", "aria-label": "Moves"});
    this.note = element("p", {class: "note"});
    this.explanation = element("pre", {class: "explanation", "aria-label": "Why the game was lost", hidden: ""});
    this.problems = element("ul", {class: "problems"});
    parent.append(
      element("section", {class: "players", "aria-label": "Players"}, ...this.players.map((player) => player.card)),
      this.status, boardSection, this.actions,
      element("section", {class: "panel analysis", "aria-label": "Evaluation"}, this.analysis, this.thought, graphBox,
        element("p", {class: "graph-foot"},
          element("span", {class: "hint"}, "black above, white below the line"), this.unitChoice),
        this.mistakeList),
      element("section", {class: "panel history", "aria-label": "Moves"}, this.explanation, this.moveList, this.note,
        this.problems));
  }

  buildPlayer(colour) {
    const player = {};
    for (const part of ["name", "doing", "count", "clock", "bar-fill"]) {
      player[part] = element("span", {class: part});
    }
    player.card = element("div", {class: `player ${colour}`},
      element("span", {class: "chip", "aria-hidden": "true"}),
      element("span", {class: "who"}, player.name, player.doing), player.clock, player.count,
      element("span", {class: "bar", "aria-hidden": "true"}, player["bar-fill"]));
    return player;
  }

  buildSteps() {
    const button = (icon, label, act) => element("button", {
      type: "button", "aria-label": label, title: label, onclick: act,
    }, makeIcon(icon));
    this.slider = element("input", {
      type: "range", min: 0, max: 0, value: 0, "aria-label": "Move",
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.playButton = button("play", "Play the moves", () => this.play(this.timer === null));
    return element("div", {class: "steps", role: "group", "aria-label": "Steps"},
      button("first", "First position", () => this.goTo(0)),
      button("back", "Move back", () => this.goTo(this.ply - 1)),
      this.playButton,
      button("on", "Move on", () => this.goTo(this.ply + 1)),
      button("last", "Last position", () => this.goTo(this.last)),
      this.slider);
  }

  // -- drawing

  refresh() {
    if (!this.game) {
      return;
    }
    const position = this.game.positions[this.ply];
    const turn = this.ply % 2;
    const playable = this.ply === this.last && this.personToMove();
    this.board.show({
      board: position.board, legal: position.legal ? position.legal.split(" ") : [],
      last: this.ply ? this.game.moves[this.ply - 1] : null, playable, turn, labels: this.labels(),
    });
    this.showPlayers(countDiscs(position.board), turn);
    this.showStatus();
    this.slider.value = this.ply;
    this.slider.setAttribute("aria-valuetext",
      this.ply ? `after move ${this.ply}, ${this.game.moves[this.ply - 1]}` : "start");
    this.graph.show(Object.assign({moves: this.game.moves, ply: this.ply, unit: this.unit}, this.scores));
    this.showThought();
    this.showMistakes();
    this.markMoves();
  }

  isRecord() {
    return Boolean(this.game.seats) && this.game.seats.includes("record");
  }

  personToMove() {
    return !this.game.over && Boolean(this.game.seats) && this.game.seats[this.last % 2] === "person";
  }

  // The bot's view of each legal move, when there is one of this very position.
  report() {
    const analysis = this.live.analysis;
    return analysis && analysis.ply === this.ply ? analysis.report : null;
  }

  labels() {
    const labels = new Map();
    const report = this.report();
    for (const candidate of report ? report.candidates : []) {
      const main = scoreText(candidate, this.unit);
      const meaning = main.endsWith("%") ? " to win" : /\d/.test(main) ? " discs" : "";
      labels.set(candidate.square, {
        main, small: shortNumber(candidate.visits), best: candidate.square === report.move,
        spoken: `${main}${meaning}, ${candidate.visits} visits`,
      });
    }
    return labels;
  }

  showPlayers(counts, turn) {
    const {thinking, clocks} = this.live;
    for (const [colour, player] of this.players.entries()) {
      player.name.textContent = this.game.names[colour];
      player.count.textContent = counts[colour];
      player.count.setAttribute("aria-label", `${counts[colour]} ${COLOURS[colour]} discs`);
      const thinks = Boolean(thinking) && thinking.colour === COLOURS[colour];
      player.card.classList.toggle("turn", turn === colour && !(this.game.result && this.ply === this.last));
      player.card.classList.toggle("thinking", thinks);
      player.doing.textContent = thinks ? thinkingText(thinking) : this.colourText(colour);
      player.clock.textContent = clocks && !this.isRecord() ? clockText(clocks[colour]) : this.usedTime(colour);
      player["bar-fill"].style.width = thinks ? `${Math.min(100, 100 * thinking.elapsed / thinking.limit)}%` : "0";
    }
  }

  // The colour, unless the name says it already.
  colourText(colour) {
    return this.game.names[colour].toLowerCase() === COLOURS[colour] ? "" : COLOURS[colour];
  }

  usedTime(colour) {
    const seconds = (this.game.seconds || []).slice(0, this.ply).filter((_, index) => index % 2 === colour);
    const sum = seconds.reduce((total, used) => total + (used || 0), 0);
    return sum ? clockText(sum) : "";
  }

  showStatus() {
    const text = this.statusText();
    if (this.status.textContent !== text) {
      this.status.textContent = text;
    }
    this.showExplanation();
    this.status.classList.toggle("failed", Boolean(this.live.failure));
    this.status.classList.toggle("ended", this.ply === this.last && Boolean(this.game.result));
  }

  // Why a bot lost the game, line by line; the first line of a failure that has just happened is the status.
  showExplanation() {
    const lines = this.live.failure ? this.live.failure.split("\n").slice(1) : this.game.explanation || [];
    const text = lines.join("\n");
    if (this.explanation.textContent !== text) {
      this.explanation.textContent = text;
      this.explanation.hidden = !text;
    }
  }

  statusText() {
    return this.live.failure && this.live.failure.split("\n")[0] || [this.lastMoveText(), this.nextMoveText()].filter((part) => part).join(" ");
  }

  lastMoveText() {
    const move = this.ply ? this.game.moves[this.ply - 1] : null;
    const mover = capital(COLOURS[(this.ply + 1) % 2]);
    return move === null ? "" : move === "pass" ? `${mover} has no move and passes.` : `${mover} ${move}.`;
  }

  nextMoveText() {
    const next = capital(COLOURS[this.ply % 2]);
    if (this.ply < this.last) {
      return `Move ${this.ply} of ${this.last}`;
    }
    if (this.game.result || this.live.paused) {
      return this.game.result || "Paused";
    }
    if (this.live.thinking) {
      return `${capital(this.game.names[this.ply % 2])} is thinking`;
    }
    if (!this.personToMove()) {
      return `${next} is to move`;
    }
    const yours = this.game.seats.filter((seat) => seat === "person").length === 1;
    if (this.game.mustPass) {
      return yours ? "You have no move and must pass" : `${next} has no move and must pass`;
    }
    const count = this.game.positions[this.ply].legal.split(" ").length;
    return `${yours ? "Your turn" : `${next} to move`}: ${count} ${count === 1 ? "move" : "moves"}`;
  }

  showThought() {
    const report = this.report();
    const evaluation = this.scores.evaluations[this.ply];
    let text = evaluation ? capital(describeEvaluation(evaluation, this.unit)) : "";
    if (report && report.line.length) {
      text += ` · ${report.line.slice(0, 8).join(" ")} · ${shortNumber(report.simulations)} simulations`;
    }
    this.thought.textContent = text;
    const note = this.game.notes && this.ply ? this.game.notes[this.ply - 1] : null;
    this.note.textContent = note || "";
  }

  showMistakes() {
    const key = JSON.stringify(this.scores.mistakes);
    if (this.mistakeList.dataset.key !== key) {
      this.mistakeList.dataset.key = key;
      this.mistakeList.replaceChildren(...this.scores.mistakes.map((mistake) => element("li", {},
        element("button", {
          type: "button", class: mistake.blunder ? "link blunder" : "link", onclick: () => this.goTo(mistake.ply - 1),
        }, describeMistake(mistake, this.game.moves[mistake.ply - 1])))));
    }
  }

  listMoves() {
    this.moveButtons = this.game.moves.map((move, index) => element("button", {
      type: "button", class: "move", "aria-label": `${index + 1}. ${COLOURS[index % 2]} ${move}`,
      onclick: () => this.goTo(index + 1),
    }, move));
    const rows = [];
    for (let index = 0; index < this.moveButtons.length; index += 2) {
      rows.push(element("li", {}, this.moveButtons[index], this.moveButtons[index + 1] || null));
    }
    this.moveList.replaceChildren(...(rows.length ? rows : [element("li", {class: "hint"}, "No move yet")]));
    this.problems.replaceChildren(...(this.game.problems || []).map((problem) => element("li", {}, problem)));
  }

  markMoves() {
    const bad = new Map(this.scores.mistakes.map((mistake) => [mistake.ply, mistake.blunder ? "??" : "?"]));
    for (const [index, button] of this.moveButtons.entries()) {
      const current = index + 1 === this.ply;
      button.textContent = this.game.moves[index] + (bad.get(index + 1) || "");
      button.classList.toggle("bad", bad.has(index + 1));
      if (current && button.getAttribute("aria-current") !== "step") {
        button.setAttribute("aria-current", "step");
        this.moveList.scrollTop = button.offsetTop - this.moveList.clientHeight / 2;
      } else if (!current) {
        button.removeAttribute("aria-current");
      }
    }
  }

  chooseUnit(unit) {
    this.unit = unit;
    this.refresh();
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

function makeIcon(name) {
  return drawing("svg", {class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true"},
    drawing("path", {d: ICONS[name]}));
}

// True for a key with a modifier, or while a dialog is open.
function isMeantElsewhere(event) {
  return event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}

function thinkingText({report}) {
  return report && report.simulations ? `thinking · ${shortNumber(report.simulations)}` : "thinking…";
}
