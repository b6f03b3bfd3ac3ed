// The moves of a game as a list, with everything that is known beside them: source, notes, problems, why it was lost.
"use strict";

class MoveHistory {
  // onPly(ply) when a move is chosen; transcript() and position() are the texts to be copied.
  constructor(parent, {onPly, transcript, position}) {
    this.onPly = onPly;
    this.list = element("ol", {class: "moves", label: "moves", tabindex: 0});
    this.note = element("p", {class: "note"});
    this.explanation = element("pre", {class: "explanation", label: "explanation", role: "group", hidden: true});
    this.problems = element("ul", {class: "problems"});
    this.source = element("p", {class: "hint source"});
    const copy = (key, make) => element("button", {
      type: "button", class: "small", word: key, onclick: () => copyText(make()),
    });
    parent.append(element("section", {class: "panel history", label: "moves"}, this.source, this.explanation,
      this.list, this.note, this.problems, element("div", {class: "copies"},
        copy("act.copyMoves", transcript), copy("act.copyPosition", position))));
  }

  // Another game, or the same one with more moves.
  showGame(game, source) {
    this.buttons = game.moves.map((move, index) => element("button", {
      type: "button", class: "move", onclick: () => this.onPly(index + 1),
      "aria-label": word("moves.label", {ply: index + 1, side: sideText(colourAt(game, index)), move: moveText(move)}),
    }, moveText(move)));
    const rows = this.buttons.map((button, index) => element("li", {class: COLOURS[colourAt(game, index)]},
      element("span", {class: "number", "aria-hidden": "true"}, `${index + 1}.`), button));
    this.list.replaceChildren(...(rows.length ? rows : [element("li", {class: "hint"}, word("moves.none"))]));
    this.problems.replaceChildren(...(game.problems || []).map((problem) => element("li", {}, problem)));
    this.source.textContent = source;
  }

  // Another position of it: `mistakes` are marked, `failure` is what has just gone wrong.
  show(game, ply, mistakes, failure) {
    this.mark(game, ply, new Map(mistakes.map((mistake) => [mistake.ply, mistakeMark(mistake)])));
    this.note.textContent = game.notes && ply ? game.notes[ply - 1] || "" : "";
    // The first line of a failure is the status.
    const lines = failure ? failure.split("\n").slice(1) : game.explanation || [];
    this.explanation.textContent = lines.join("\n");
    this.explanation.hidden = !lines.length;
  }

  mark(game, ply, marks) {
    for (const [index, button] of this.buttons.entries()) {
      const current = index + 1 === ply;
      button.textContent = moveText(game.moves[index]) + (marks.get(index + 1) || "");
      button.classList.toggle("bad", marks.has(index + 1));
      if (current && button.getAttribute("aria-current") !== "step") {
        button.setAttribute("aria-current", "step");
        this.list.scrollTop = button.offsetTop - this.list.clientHeight / 2;
      } else if (!current) {
        button.removeAttribute("aria-current");
      }
    }
    if (ply === 0) {
      this.list.scrollTop = 0;
    }
  }
}
