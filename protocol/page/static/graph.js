// The evaluation of every position of a game as one line, black above the middle, with the big mistakes marked.
"use strict";

const GRAPH_WIDTH = 600, GRAPH_HEIGHT = 150, GRAPH_MARGIN = 10;
const GRAPH_DISCS = 32;  // the edge of the drawing when discs are shown

class Graph {
  // onPly(ply) is called when a place on the graph is chosen.
  constructor(parent, onPly) {
    this.onPly = onPly;
    this.plies = 1;
    this.picture = drawing("svg", {
      class: "graph", viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, preserveAspectRatio: "none", role: "img",
      onclick: (event) => this.click(event),
    });
    parent.append(this.picture);
  }

  // {evaluations, mistakes, moves, ply, unit: "chance" or "discs"}
  show(view) {
    this.plies = Math.max(1, view.moves.length);
    const points = view.evaluations.map((evaluation, ply) => (
      evaluation && {x: this.x(ply), y: this.y(evaluation, view.unit)}));
    const middle = GRAPH_HEIGHT / 2;
    const parts = [
      drawing("rect", {class: "half black", x: 0, y: 0, width: GRAPH_WIDTH, height: middle}),
      drawing("rect", {class: "half white", x: 0, y: middle, width: GRAPH_WIDTH, height: middle}),
      drawing("line", {class: "middle", x1: 0, x2: GRAPH_WIDTH, y1: middle, y2: middle}),
    ];
    const known = points.filter((point) => point);  // the line goes on across positions that nobody has evaluated
    if (known.length > 1) {
      const line = known.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
      const [first, last] = [known[0], known[known.length - 1]];
      parts.push(drawing("polygon", {class: "area", points: `${first.x},${middle} ${line} ${last.x},${middle}`}));
      parts.push(drawing("polyline", {class: "curve", points: line}));
    }
    parts.push(drawing("line", {class: "cursor", x1: this.x(view.ply), x2: this.x(view.ply), y1: 0, y2: GRAPH_HEIGHT}));
    for (const mistake of view.mistakes) {
      const point = points[mistake.ply];
      if (point) {
        parts.push(this.mark(mistake, point, view.moves[mistake.ply - 1]));
      }
    }
    this.picture.replaceChildren(...parts);
    this.picture.setAttribute("aria-label", this.describe(view));
  }

  // A round mark in a drawing that is stretched: a line of no length with round ends keeps its shape.
  mark(mistake, point, move) {
    return drawing("path", {class: mistake.blunder ? "mistake blunder" : "mistake", d: `M${point.x},${point.y}h0`},
      drawing("title", {}, describeMistake(mistake, move)));
  }

  x(ply) {
    return GRAPH_MARGIN + (GRAPH_WIDTH - 2 * GRAPH_MARGIN) * ply / this.plies;
  }

  y(evaluation, unit) {
    const discs = Math.max(-1, Math.min(1, evaluation.discs / GRAPH_DISCS));
    const share = unit === "discs" ? discs : 2 * evaluation.chance - 1;
    return GRAPH_HEIGHT / 2 - share * (GRAPH_HEIGHT / 2 - GRAPH_MARGIN);
  }

  click(event) {
    const box = this.picture.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * GRAPH_WIDTH;
    const ply = Math.round((x - GRAPH_MARGIN) / (GRAPH_WIDTH - 2 * GRAPH_MARGIN) * this.plies);
    this.onPly(Math.max(0, Math.min(this.plies, ply)));
  }

  describe(view) {
    const known = view.evaluations.filter((evaluation) => evaluation).length;
    const last = view.evaluations[view.ply];
    return `Evaluation of ${known} of ${view.evaluations.length} positions, ${view.mistakes.length} big mistakes.`
      + (last ? ` Here ${describeEvaluation(last, view.unit)}.` : "");
  }
}
