// What the engine thinks of the position that is shown and of the whole game: bar, words, expected line, graph, review.
"use strict";

const LINE_MOVES = 8;  // at most this much of an expected line is shown

class EvaluationPanel {
  // onPly(ply) when a position is chosen, onUnit() when another unit is chosen, onLine(moves) when a line is pointed at
  // or, empty, left.
  constructor(barBox, parent, {onPly, onLine, onUnit}) {
    this.onLine = onLine;
    this.unit = recall("unit") === "discs" ? "discs" : "chance";
    this.bar = element("div", {class: "eval-bar", role: "img"}, element("span", {class: "eval-fill"}),
      element("span", {class: "eval-text", "aria-hidden": "true"}));
    barBox.append(this.bar);
    this.head = element("div", {class: "analysis-head"});
    this.thought = element("p", {class: "thought"});
    this.line = element("p", {class: "expected"});
    this.legend = element("p", {class: "hint legend"});
    this.scoreBox = element("div", {class: "scores"}, this.thought, this.line, this.legend);
    this.hiddenNote = element("p", {class: "hint", word: "analysis.hidden"});
    parent.append(element("section", {class: "panel analysis", label: "analysis"},
      this.head, this.hiddenNote, this.scoreBox));
    this.buildGraph(onPly, onUnit);
    this.review = new Review(this.scoreBox, (mistake) => onPly(mistake.ply - 1), (mistake) => this.foresee(mistake));
  }

  buildGraph(onPly, onUnit) {
    const box = element("div", {class: "graph-box"});
    this.graph = new Graph(box, onPly);
    const choose = () => {
      this.unit = this.unitChoice.value;
      remember("unit", this.unit);
      onUnit();
    };
    this.unitChoice = element("select", {label: "graph.unit", onchange: choose},
      element("option", {value: "chance", word: "graph.chance"}),
      element("option", {value: "discs", word: "graph.discs"}));
    this.unitChoice.value = this.unit;
    this.scoreBox.append(box, element("p", {class: "graph-foot"},
      element("span", {class: "hint", word: "graph.legend"}), this.unitChoice));
  }

  // A game, the position that is shown, {evaluations, mistakes}, the live analysis or null, and whether all
  // that is to be kept from the person who plays.
  show(game, ply, scores, analysis, hidden) {
    Object.assign(this, {game, ply, report: hidden || !analysis || analysis.ply !== ply ? null : analysis.report});
    const evaluation = hidden ? null : scores.evaluations[ply];
    this.scoreBox.hidden = hidden;
    this.hiddenNote.hidden = !hidden;
    this.showBar(evaluation);
    if (!hidden) {
      this.showGame(scores);
      this.showThought(evaluation);
      showWord(this.legend, this.unit === "discs" ? "analysis.legendDiscs" : "analysis.legend");
      this.legend.hidden = !analysis;
    }
  }

  showGame({evaluations, mistakes}) {
    const {game, ply, unit} = this;
    const colourOf = (move) => colourAt(game, move - 1);
    this.graph.show({evaluations, mistakes, moves: game.moves, ply, unit, side: (move) => sideText(colourOf(move))});
    this.review.show({
      mistakes, moves: game.moves, colourOf,
      reviewed: game.moves.length > 0 && evaluations.every((evaluation) => evaluation),
    });
  }

  showBar(evaluation) {
    const [fill, text] = this.bar.children;
    const share = evaluation ? 50 + 50 * graphShare(evaluation, this.unit) : 50;
    this.bar.classList.toggle("unknown", !evaluation);
    fill.style.height = `${share}%`;
    text.textContent = evaluation ? barText(evaluation, this.unit) : "";
    text.classList.toggle("below", share < 50);
    this.bar.setAttribute("aria-label", evaluation
      ? word("analysis.bar", {text: this.describe(evaluation)}) : word("analysis.barNone"));
  }

  describe(evaluation) {
    const {result, moves} = this.game;
    const final = this.ply === moves.length && Boolean(result) && result.reason === "score";
    return describeEvaluation(evaluation, this.unit, final);
  }

  showThought(evaluation) {
    const {report} = this;
    const parts = evaluation ? [this.describe(evaluation)] : [];
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
    const show = () => this.onLine(this.numbered(line)), clear = () => this.onLine([]);
    return element("button", {
      type: "button", class: "line-move", onmouseenter: show, onfocus: show, onmouseleave: clear, onblur: clear,
    }, moveText(line[line.length - 1]));
  }

  numbered(line) {
    return line.map((square, index) => ({square, colour: colourAt(this.game, this.ply + index)}));
  }

  // The line that a mistake missed, if its position is shown.
  foresee(mistake) {
    this.onLine(mistake && mistake.ply - 1 === this.ply ? this.numbered(mistake.line) : []);
  }

  // Pointing at the best move on the board shows the line it leads to.
  pointAt(name) {
    const best = this.report && name !== null && this.report.line[0] === name;
    this.onLine(best ? this.numbered(this.report.line.slice(0, LINE_MOVES)) : []);
  }

  // What the board writes on each legal move: a Map from squares to {main, small, best, spoken}.
  labels() {
    const labels = new Map(), {report} = this;
    for (const candidate of report ? report.candidates : []) {
      const main = scoreText(candidate, this.unit);
      labels.set(candidate.square, {
        main, small: shortNumber(candidate.visits), best: candidate.square === report.move,
        spoken: spokenScore(main, candidate.visits),
      });
    }
    return labels;
  }
}

// The number of the side that is ahead: "62", "3", or "=6" if that is exact.
function barText({chance, discs, exact}, unit) {
  if (exact || unit === "discs") {
    return (exact ? "=" : "") + Math.abs(Math.round(discs));
  }
  return String(Math.round(100 * Math.max(chance, 1 - chance)));
}
