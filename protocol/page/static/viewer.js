// Shows a game: players, board, steps, graph, review and moves. It knows the whole game and a place in it, the ply;
// position n is the one after n moves. The page to play on adds what only it can do; a page of one game needs no more.
"use strict";

const PLAY_STEP_MS = 900;  // between two moves when the game plays by itself
const CATCH_UP_MS = 550;  // between two moves that arrived together
const LINE_MOVES = 8;  // so much of an expected line is shown
const TOAST_MS = 2600;

// Drawn, because not every font has the signs. In a square of 24.
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", play: "M7 4l13 8-13 8z", stop: "M8 5v14M16 5v14",
  on: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M11 14.5v5",
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
    this.scoresHidden = false;
    this.autoPass = false;
    this.unit = recall("unit") === "discs" ? "discs" : "chance";
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

  // What changes from moment to moment: {thinking, clocks, analysis, hint, failure, paused}.
  showLive(live) {
    this.live = live;
  }

  get last() {
    return this.game ? this.game.moves.length : 0;
  }

  // Who is to move after so many moves.
  colourAt(ply) {
    return ((this.game.first || 0) + ply) % 2;
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

  // -- building

  build(parent) {
    this.players = COLOURS.map((colour) => this.buildPlayer(colour));
    this.status = element("p", {class: "status", role: "status", "aria-live": "polite"});
    this.opening = element("p", {class: "opening hint"});
    const boardSection = element("section", {class: "board-section", label: "board"});
    const boardBox = element("div", {class: "board-box"});
    this.bar = element("div", {class: "eval-bar", role: "img"}, element("span", {class: "eval-fill"}),
      element("span", {class: "eval-text", "aria-hidden": "true"}));
    boardBox.append(this.bar);
    boardSection.append(boardBox, this.buildSteps());
    this.board = new Board(boardBox, (name) => this.hooks.onSquare && this.hooks.onSquare(name),
      (name) => this.pointAt(name));
    this.actions = element("div", {class: "actions"});
    parent.append(
      element("section", {class: "players", label: "players"}, ...this.players.map((player) => player.card)),
      element("div", {class: "status-box"}, this.status, this.opening), boardSection, this.actions,
      this.buildAnalysis(), this.buildHistory());
  }

  buildPlayer(colour) {
    const player = {};
    for (const part of ["name", "doing", "clock", "bar-fill"]) {
      player[part] = element("span", {class: part});
    }
    player.count = element("span", {class: "count", role: "img"});
    player.card = element("div", {class: `player ${colour}`},
      element("span", {class: "chip", "aria-hidden": "true"}),
      element("span", {class: "who"}, player.name, player.doing), player.clock, player.count,
      element("span", {class: "bar", "aria-hidden": "true"}, player["bar-fill"]));
    return player;
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

  buildAnalysis() {
    this.analysis = element("div", {class: "analysis-head"});
    this.thought = element("p", {class: "thought"});
    this.line = element("p", {class: "expected"});
    this.legend = element("p", {class: "hint legend"});
    this.scoreBox = element("div", {class: "scores"}, this.thought, this.line, this.legend);
    const graphBox = element("div", {class: "graph-box"});
    this.graph = new Graph(graphBox, (ply) => this.goTo(ply));
    this.unitChoice = element("select", {label: "graph.unit", onchange: () => this.chooseUnit(this.unitChoice.value)},
      element("option", {value: "chance", word: "graph.chance"}), element("option", {value: "discs", word: "graph.discs"}));
    this.unitChoice.value = this.unit;
    this.scoreBox.append(graphBox, element("p", {class: "graph-foot"},
      element("span", {class: "hint", word: "graph.legend"}), this.unitChoice));
    this.review = new Review(this.scoreBox, (mistake) => this.goTo(mistake.ply - 1), (mistake) => this.foresee(mistake));
    this.hiddenNote = element("p", {class: "hint", word: "analysis.hidden"});
    return element("section", {class: "panel analysis", label: "analysis"},
      this.analysis, this.hiddenNote, this.scoreBox);
  }

  buildHistory() {
    this.moveList = element("ol", {class: "moves", label: "moves", tabindex: 0});
    this.note = element("p", {class: "note"});
    this.explanation = element("pre", {class: "explanation", label: "explanation", role: "group", hidden: true});
    this.problems = element("ul", {class: "problems"});
    const copy = (key, make) => element("button", {
      type: "button", class: "small", word: key, onclick: () => copyText(make()),
    });
    this.source = element("p", {class: "hint source"});
    return element("section", {class: "panel history", label: "moves"}, this.source, this.explanation,
      this.moveList, this.note, this.problems, element("div", {class: "copies"},
        copy("act.copyMoves", () => this.transcript()), copy("act.copyPosition", () => this.positionText())));
  }

  // -- drawing

  refresh() {
    if (!this.game) {
      return;
    }
    const position = this.game.positions[this.ply];
    const turn = this.colourAt(this.ply);
    const {hint} = this.live;
    this.board.show({
      board: position.board, legal: position.legal ? position.legal.split(" ") : [],
      last: this.ply ? this.game.moves[this.ply - 1] : null, turn, labels: this.labels(),
      playable: this.ply === this.last && this.personToMove(),
      hint: hint && hint.ply === this.ply ? hint.move : null,
    });
    this.showPlayers(countDiscs(position.board), turn);
    this.showStatus();
    this.slider.value = this.ply;
    this.slider.setAttribute("aria-valuetext", this.ply
      ? word("steps.at", {ply: this.ply, move: moveText(this.game.moves[this.ply - 1])}) : word("steps.start"));
    this.showScores();
    this.markMoves();
    const note = this.game.notes && this.ply ? this.game.notes[this.ply - 1] : null;
    this.note.textContent = note || "";
  }

  // Everything that is said in words of the language.
  relabel() {
    if (this.game) {
      this.listMoves();
      this.refresh();
    }
  }

  isRecord() {
    return Boolean(this.game.seats) && this.game.seats.includes("record");
  }

  personToMove() {
    return !this.game.over && Boolean(this.game.seats) && this.game.seats[this.colourAt(this.last)] === "person";
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
      labels.set(candidate.square, {
        main, small: shortNumber(candidate.visits), best: candidate.square === report.move,
        spoken: spokenScore(main, candidate.visits),
      });
    }
    return labels;
  }

  showPlayers(counts, turn) {
    const {thinking, clocks} = this.live;
    for (const [colour, player] of this.players.entries()) {
      const thinks = Boolean(thinking) && thinking.colour === COLOURS[colour];
      player.name.textContent = playerText(this.game, colour);
      player.count.textContent = counts[colour];
      player.count.setAttribute("aria-label",
        word("discs.count", {count: counts[colour], colour: word(`square.${COLOURS[colour]}`)}));
      player.card.classList.toggle("turn", turn === colour && !(this.game.result && this.ply === this.last));
      player.card.classList.toggle("thinking", thinks);
      player.doing.textContent = thinks ? thinkingText(thinking) : this.colourText(colour);
      player.clock.textContent = clocks && !this.isRecord() ? clockText(clocks[colour]) : this.usedTime(colour);
      player["bar-fill"].style.width = thinks ? `${Math.min(100, 100 * thinking.elapsed / thinking.limit)}%` : "0";
    }
  }

  // The colour, unless the name says it already.
  colourText(colour) {
    return playerText(this.game, colour) === sideText(colour) ? "" : word(`player.${COLOURS[colour]}`);
  }

  usedTime(colour) {
    const seconds = (this.game.seconds || []).slice(0, this.ply).filter((_, ply) => this.colourAt(ply) === colour);
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
    const opening = (this.game.openings || []).filter(({ply}) => ply <= this.ply).pop();
    this.opening.textContent = opening ? word("opening", {name: opening[language]}) : "";
  }

  // Why a bot lost the game, line by line; the first line of a failure that has just happened is the status.
  showExplanation() {
    const lines = this.live.failure ? this.live.failure.split("\n").slice(1) : this.game.explanation || [];
    this.explanation.textContent = lines.join("\n");
    this.explanation.hidden = !lines.length;
  }

  statusText() {
    if (this.live.failure) {
      return this.live.failure.split("\n")[0];
    }
    return [this.lastMoveText(), this.nextMoveText()].filter((part) => part).join(" ");
  }

  lastMoveText() {
    const move = this.ply ? this.game.moves[this.ply - 1] : null;
    const said = {ply: this.ply, side: sideText(this.colourAt(this.ply + 1)), move};
    return move === null ? "" : word(move === "pass" ? "status.passed" : "status.played", said);
  }

  nextMoveText() {
    const side = sideText(this.colourAt(this.ply));
    if (this.ply < this.last) {
      return word("status.at", {ply: this.ply, count: this.last});
    }
    if (this.game.result || this.live.paused) {
      return this.game.result ? resultText(this.game) : word("status.paused");
    }
    if (this.live.thinking) {
      return word("status.thinking", {name: playerText(this.game, this.colourAt(this.ply))});
    }
    if (!this.personToMove()) {
      const [black, white] = countDiscs(this.game.positions[this.ply].board);
      const open = !this.game.seats || this.isRecord();
      return open ? word("status.unfinished", {black, white}) : word("status.toMove", {side});
    }
    return this.turnText(side);
  }

  turnText(side) {
    const yours = this.game.seats.filter((seat) => seat === "person").length === 1;
    if (this.game.mustPass) {
      const auto = this.autoPass;
      return yours ? word(auto ? "status.youPass" : "status.youMustPass")
        : word(auto ? "status.mustPass" : "status.sideMustPass", {side});
    }
    const count = this.game.positions[this.ply].legal.split(" ").length;
    const key = `${yours ? "status.yourTurn" : "status.turn"}${count === 1 ? "One" : ""}`;
    return word(key, {side, count});
  }

  // -- evaluations

  showScores() {
    const hidden = this.scoresHidden;
    this.scoreBox.hidden = hidden;
    this.hiddenNote.hidden = !hidden;
    this.showBar(hidden ? null : this.scores.evaluations[this.ply]);
    if (hidden) {
      return;
    }
    this.graph.show({
      evaluations: this.scores.evaluations, mistakes: this.scores.mistakes, moves: this.game.moves, ply: this.ply,
      unit: this.unit, side: (ply) => sideText(this.colourAt(ply - 1)),
    });
    this.review.show({
      mistakes: this.scores.mistakes, moves: this.game.moves, colourOf: (ply) => this.colourAt(ply - 1),
      reviewed: this.last > 0 && this.scores.evaluations.every((evaluation) => evaluation),
    });
    this.showThought();
    showWord(this.legend, this.unit === "discs" ? "analysis.legendDiscs" : "analysis.legend");
    this.legend.hidden = !this.report();
  }

  showBar(evaluation) {
    const [fill, text] = this.bar.children;
    const share = evaluation ? 50 + 50 * graphShare(evaluation, this.unit) : 50;
    this.bar.classList.toggle("unknown", !evaluation);
    fill.style.height = `${share}%`;
    text.textContent = evaluation ? this.barText(evaluation) : "";
    text.classList.toggle("below", share < 50);
    this.bar.setAttribute("aria-label", evaluation
      ? word("analysis.bar", {text: describeEvaluation(evaluation, this.unit, this.isEnd())}) : word("analysis.barNone"));
  }

  // Black's side of it: "+3", "=−6", "62".
  barText(evaluation) {
    if (evaluation.exact || this.unit === "discs") {
      return (evaluation.exact ? "=" : "") + signed(Math.round(evaluation.discs));
    }
    return String(Math.round(100 * Math.max(evaluation.chance, 1 - evaluation.chance)));
  }

  isEnd() {
    return this.ply === this.last && Boolean(this.game.result) && this.game.result.reason === "score";
  }

  showThought() {
    const report = this.report();
    const evaluation = this.scores.evaluations[this.ply];
    const parts = evaluation ? [describeEvaluation(evaluation, this.unit, this.isEnd())] : [];
    if (report) {
      parts.push(word("analysis.simulations", {count: shortNumber(report.simulations)}));
    }
    this.thought.textContent = parts.join(" · ");
    const line = (report ? report.line : evaluation ? evaluation.line || [] : []).slice(0, LINE_MOVES);
    const key = line.join(" ") + language;
    if (this.line.dataset.key !== key) {
      this.line.dataset.key = key;
      this.line.replaceChildren(...(line.length ? [element("span", {class: "hint"}, `${word("analysis.line")} `)] : []),
        ...line.map((move, index) => this.makeLineMove(line.slice(0, index + 1))));
    }
  }

  // A move of the expected line; pointing at it shows the line up to there on the board.
  makeLineMove(line) {
    const show = () => this.board.preview(this.numbered(line, this.ply)), clear = () => this.board.preview([]);
    return element("button", {
      type: "button", class: "line-move", onmouseenter: show, onfocus: show, onmouseleave: clear, onblur: clear,
    }, moveText(line[line.length - 1]));
  }

  numbered(line, ply) {
    return line.map((square, index) => ({square, colour: this.colourAt(ply + index)}));
  }

  // The line that a mistake missed, on the board if that position is shown.
  foresee(mistake) {
    const shown = mistake && mistake.ply - 1 === this.ply;
    this.board.preview(shown ? this.numbered(mistake.line, this.ply) : []);
  }

  // Pointing at the best move shows the line it leads to.
  pointAt(name) {
    const report = this.scoresHidden ? null : this.report();
    const line = report && name !== null && report.line[0] === name ? report.line.slice(0, LINE_MOVES) : [];
    this.board.preview(this.numbered(line, this.ply));
  }

  chooseUnit(unit) {
    this.unit = unit;
    remember("unit", unit);
    this.refresh();
  }

  // -- the moves

  listMoves() {
    this.moveButtons = this.game.moves.map((move, index) => element("button", {
      type: "button", class: "move", onclick: () => this.goTo(index + 1),
      "aria-label": word("moves.label", {ply: index + 1, side: sideText(this.colourAt(index)), move: moveText(move)}),
    }, moveText(move)));
    const rows = this.moveButtons.map((button, index) => element("li", {class: COLOURS[this.colourAt(index)]},
      element("span", {class: "number", "aria-hidden": "true"}, `${index + 1}.`), button));
    this.moveList.replaceChildren(...(rows.length ? rows : [element("li", {class: "hint"}, word("moves.none"))]));
    this.problems.replaceChildren(...(this.game.problems || []).map((problem) => element("li", {}, problem)));
    this.source.textContent = this.sourceText || "";
  }

  markMoves() {
    const bad = this.scoresHidden ? new Map()
      : new Map(this.scores.mistakes.map((mistake) => [mistake.ply, mistakeMark(mistake)]));
    for (const [index, button] of this.moveButtons.entries()) {
      const current = index + 1 === this.ply;
      button.textContent = moveText(this.game.moves[index]) + (bad.get(index + 1) || "");
      button.classList.toggle("bad", bad.has(index + 1));
      if (current && button.getAttribute("aria-current") !== "step") {
        button.setAttribute("aria-current", "step");
        this.moveList.scrollTop = button.offsetTop - this.moveList.clientHeight / 2;
      } else if (!current) {
        button.removeAttribute("aria-current");
      }
    }
    if (this.ply === 0) {
      this.moveList.scrollTop = 0;
    }
  }

  transcript() {
    return this.game.moves.filter((move) => move !== "pass").join("");
  }

  positionText() {
    const board = this.game.positions[this.ply].board.replaceAll(".", "-");
    return `${board} ${MARKS[this.colourAt(this.ply)]}`;
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
  return report && report.simulations ? word("status.thinksCount", {count: shortNumber(report.simulations)})
    : word("status.thinks");
}

// A message that goes away by itself.
function toast(text) {
  const shown = document.getElementById("toast");
  shown.textContent = text;
  shown.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => {
    shown.hidden = true;
  }, TOAST_MS);
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(word("act.copied", {text}));
  } catch (error) {
    toast(word("problem.copy", {text}));  // the browser keeps the clipboard to itself
  }
}
