// The evaluation of every position of a game as one line, black above the middle, with the mistakes marked. Both scales
// have room at both ends: discs are drawn by their square root, chances by a power of the logarithm of their odds.
"use strict";

const GRAPH_WIDTH = 600, GRAPH_HEIGHT = 150, GRAPH_MARGIN = 10;
const MOST_DISCS = 64;
const SUREST_ODDS = Math.log(199);  // 99.5 %: beyond that a chance is drawn at the edge
const ODDS_POWER = 0.7;  // gives more room to open positions
const GRAPH_TICKS = {chance: [0.75, 0.95], discs: [4, 16, 36]};

// From -1, white's edge, to 1, black's.
function graphShare(evaluation, unit) {
  if (unit === "discs") {
    return Math.sign(evaluation.discs) * Math.sqrt(Math.min(1, Math.abs(evaluation.discs) / MOST_DISCS));
  }
  const {chance} = evaluation;
  if (chance <= 0 || chance >= 1) {
    return chance > 0.5 ? 1 : -1;
  }
  const odds = Math.log(chance / (1 - chance)) / SUREST_ODDS;
  return Math.sign(odds) * Math.min(1, Math.abs(odds)) ** ODDS_POWER;
}

class Graph {
  // onPly(ply) is called when a place on the graph is chosen.
  constructor(parent, onPly) {
    this.onPly = onPly;
    this.plies = 1;
    this.picture = drawing("svg", {
      class: "graph", viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, preserveAspectRatio: "none", role: "img",
      onclick: (event) => this.click(event),
    });
    this.scale = element("div", {class: "scale", "aria-hidden": "true"});
    parent.append(this.picture, this.scale);
  }

  // {evaluations, mistakes, moves, ply, unit: "chance" or "discs", side: colour of a ply's mover}
  show(view) {
    this.plies = Math.max(1, view.moves.length);
    const points = view.evaluations.map((evaluation, ply) => evaluation && {
      x: this.x(ply), y: this.y(graphShare(evaluation, view.unit)), exact: evaluation.exact});
    const known = points.filter((point) => point);  // the line bridges positions without an evaluation
    this.picture.replaceChildren(...this.drawGround(view.unit), ...this.drawCurve(known),
      drawing("line", {class: "cursor", x1: this.x(view.ply), x2: this.x(view.ply), y1: 0, y2: GRAPH_HEIGHT}),
      ...view.mistakes.filter((mistake) => points[mistake.ply]).map((mistake) => this.mark(
        mistake, points[mistake.ply], describeMistake(mistake, view.moves[mistake.ply - 1], view.side(mistake.ply)))));
    this.picture.setAttribute("aria-label", this.describe(view));
    this.showScale(view.unit);
  }

  drawGround(unit) {
    const middle = GRAPH_HEIGHT / 2;
    const line = (name, y) => drawing("line", {class: name, x1: 0, x2: GRAPH_WIDTH, y1: y, y2: y});
    return [
      drawing("rect", {class: "half black", x: 0, y: 0, width: GRAPH_WIDTH, height: middle}),
      drawing("rect", {class: "half white", x: 0, y: middle, width: GRAPH_WIDTH, height: middle}),
      ...this.ticks(unit).map(({share}) => line("tick", this.y(share))),
      line("middle", middle),
    ];
  }

  ticks(unit) {
    return GRAPH_TICKS[unit].flatMap((tick) => [1, -1].map((sign) => ({
      share: sign * graphShare({chance: tick, discs: tick}, unit),
      text: unit === "discs" ? String(tick) : `${Math.round(100 * tick)}%`,
    })));
  }

  showScale(unit) {
    if (this.scale.dataset.unit !== unit) {
      this.scale.dataset.unit = unit;
      this.scale.replaceChildren(...this.ticks(unit).map(({share, text}) => {
        const sign = element("span", {}, text);
        sign.style.top = `${100 * this.y(share) / GRAPH_HEIGHT}%`;
        return sign;
      }));
    }
  }

  drawCurve(known) {
    if (known.length < 2) {
      return [];
    }
    const text = (points) => points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
    const middle = GRAPH_HEIGHT / 2, line = text(known);
    return [
      drawing("polygon", {
        class: "area", points: `${known[0].x},${middle} ${line} ${known[known.length - 1].x},${middle}`}),
      drawing("polyline", {class: "curve", points: line}),
      ...exactRuns(known).map((run) => drawing("polyline", {class: "curve exact", points: text(run)})),
    ];
  }

  // A round mark in a drawing that is stretched: a line of no length with round ends keeps its shape.
  mark(mistake, point, text) {
    return drawing("path", {class: mistake.blunder ? "mistake blunder" : "mistake", d: `M${point.x},${point.y}h0`},
      drawing("title", {}, text));
  }

  x(ply) {
    return GRAPH_MARGIN + (GRAPH_WIDTH - 2 * GRAPH_MARGIN) * ply / this.plies;
  }

  y(share) {
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
    const here = view.evaluations[view.ply];
    return word("graph.describe", {known, count: view.evaluations.length, mistakes: view.mistakes.length})
      + (here ? ` ${word("graph.here", {text: describeEvaluation(here, view.unit)})}` : "");
  }
}

// The stretches of exact points that follow each other.
function exactRuns(points) {
  const runs = [];
  for (const [index, point] of points.entries()) {
    if (point.exact && (index === 0 || !points[index - 1].exact)) {
      runs.push([]);
    }
    if (point.exact) {
      runs[runs.length - 1].push(point);
    }
  }
  return runs;
}
