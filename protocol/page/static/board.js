// The board: 64 squares that show discs, legal moves, the last move, the bot's view of each move, and what a move or a
// line of moves would do. A board is 64 characters from a1 to h8; squares are named by text, "d3".
"use strict";

const COLUMNS = "abcdefgh", ROWS = "12345678";
const FLIP_DELAY_MS = 55;  // a disc turns over this much later for each square of distance

function squareName(index) {
  return COLUMNS[index % 8] + ROWS[Math.floor(index / 8)];
}

function squareIndex(name) {
  return COLUMNS.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}

class Board {
  // onSquare(name) is called when a legal square is chosen, by click or by key; onPoint(name or null) when one is
  // pointed at or reached with the keys, or left.
  constructor(parent, onSquare, onPoint = () => {}) {
    this.onSquare = onSquare;
    this.onPoint = onPoint;
    this.shown = ".".repeat(64);
    this.cells = [];
    this.focused = 19;
    this.turned = false;
    this.view = null;
    this.grid = element("div", {
      class: "grid", role: "grid", label: "board", onkeydown: (event) => this.key(event),
      onmouseleave: () => this.point(null), onfocusout: () => this.point(null),
    });
    this.rows = [];
    for (let row = 0; row < 8; row += 1) {
      const line = element("div", {role: "row", class: "row"});
      for (let column = 0; column < 8; column += 1) {
        const cell = this.makeCell(8 * row + column);
        this.cells.push(cell);
        line.append(cell.button);
      }
      this.rows.push(line);
      this.grid.append(line);
    }
    this.cells[this.focused].button.tabIndex = 0;
    const signs = (name, text) => element("div", {class: name, "aria-hidden": "true"},
      ...[...text].map((sign) => element("span", {}, sign)));
    this.signs = [signs("letters", COLUMNS), signs("numbers", ROWS)];
    parent.append(element("div", {class: "board"}, ...this.signs, this.grid));
  }

  makeCell(index) {
    const disc = element("span", {class: "disc"},
      element("span", {class: "face black"}), element("span", {class: "face white"}));
    const label = element("span", {class: "label", "aria-hidden": "true"});
    const ghost = element("span", {class: "ghost", "aria-hidden": "true"});
    const button = element("div", {
      role: "gridcell", class: "cell", tabindex: -1, "data-square": squareName(index),
      onclick: () => this.choose(index), onmouseenter: () => this.point(index), onfocus: () => this.point(index),
    }, disc, label, ghost);
    return {button, disc, label, ghost, legal: false};
  }

  // Shows the board from the other side.
  turn(turned) {
    if (turned !== this.turned) {
      this.turned = turned;
      this.grid.append(...[...this.grid.children].reverse());
      for (const line of [...this.rows, ...this.signs]) {
        line.append(...[...line.children].reverse());
      }
    }
  }

  // What to show: {board, legal: [names], last: name or null, playable, turn: 0 or 1, labels, hint: name or
  // null}; the labels are a Map from names to {main, small, best, spoken}.
  show(view) {
    const changed = view.board !== this.shown;
    const legal = new Set(view.legal);
    const origin = view.last && view.last !== "pass" ? squareIndex(view.last) : null;
    this.view = view;
    this.grid.classList.toggle("playable", view.playable && !view.editing);
    this.grid.classList.toggle("editing", Boolean(view.editing));
    this.grid.classList.toggle("white-turn", view.turn === 1);
    for (const [index, cell] of this.cells.entries()) {
      const name = squareName(index);
      if (changed) {
        this.showDisc(cell, this.shown[index], view.board[index], origin === null ? 0 : distance(origin, index));
      }
      cell.legal = view.playable && legal.has(name);
      cell.button.classList.toggle("legal", legal.has(name) && !view.editing);
      cell.button.classList.toggle("last", index === origin);
      cell.button.classList.toggle("hinted", name === view.hint);
      const label = view.labels.get(name);
      this.showLabel(cell, label);
      cell.button.setAttribute("aria-label", this.describe(index, name, legal.has(name), index === origin, label));
      cell.button.setAttribute("aria-disabled", String(!cell.legal));
    }
    this.shown = view.board;
    if (changed) {
      this.preview([]);
      this.showFlips(null);
    }
  }

  showDisc(cell, before, after, far) {
    const classes = cell.disc.classList;
    classes.toggle("there", after !== ".");
    classes.toggle("is-white", after === "O");
    classes.toggle("turning", before !== "." && after !== "." && before !== after);
    classes.toggle("placed", before === "." && after !== ".");
    cell.disc.style.setProperty("--delay", `${far * FLIP_DELAY_MS}ms`);
  }

  showLabel(cell, label) {
    cell.button.classList.toggle("labelled", Boolean(label));
    cell.button.classList.toggle("best", Boolean(label && label.best));
    const text = label ? `${label.main}|${label.small}` : "";
    if (cell.label.dataset.text !== text) {
      cell.label.dataset.text = text;
      cell.label.replaceChildren(...(label ? [element("b", {}, label.main), element("small", {}, label.small)] : []));
    }
  }

  describe(index, name, legal, last, label) {
    const mark = this.view.board[index];
    const parts = [name, word(mark === "X" ? "square.black" : mark === "O" ? "square.white" : "square.empty")];
    if (legal && !this.view.editing) {
      parts.push(word("square.legal"));
      parts.push(word("square.flips", {count: flippedBy(this.view.board, index, this.view.turn).length}));
    }
    if (last) {
      parts.push(word("square.last"));
    }
    if (name === this.view.hint) {
      parts.push(word("square.hint"));
    }
    if (label) {
      parts.push(label.spoken);
    }
    return parts.join(", ");
  }

  // The pointer or the focus is on a square, or on none.
  point(index) {
    this.showFlips(index);
    this.onPoint(index === null ? null : squareName(index));
  }

  // The discs that a move there would turn.
  showFlips(index) {
    const legal = index !== null && this.view && !this.view.editing && this.cells[index].legal;
    const flipped = new Set(legal ? flippedBy(this.view.board, index, this.view.turn) : []);
    for (const [place, cell] of this.cells.entries()) {
      cell.button.classList.toggle("will-flip", flipped.has(place));
      cell.button.classList.toggle("pointed", Boolean(legal) && place === index);
    }
  }

  // Shows moves that have not been played, numbered: [{square, colour}].
  preview(moves) {
    const numbers = new Map();
    for (const [place, {square, colour}] of moves.entries()) {
      if (square !== "pass" && !numbers.has(square)) {
        numbers.set(square, {number: place + 1, colour});
      }
    }
    for (const [index, cell] of this.cells.entries()) {
      const ghost = numbers.get(squareName(index));
      cell.button.classList.toggle("foreseen", Boolean(ghost));
      cell.ghost.textContent = ghost ? ghost.number : "";
      cell.ghost.classList.toggle("black", Boolean(ghost) && ghost.colour === 0);
      cell.ghost.classList.toggle("white", Boolean(ghost) && ghost.colour === 1);
    }
  }

  choose(index) {
    this.focus(index, false);
    if (this.cells[index].legal) {
      this.onSquare(squareName(index));
    }
  }

  key(event) {
    const sign = this.turned ? -1 : 1;
    const row = Math.floor(this.focused / 8), column = this.focused % 8;
    const steps = {
      ArrowUp: [-sign, 0], ArrowDown: [sign, 0], ArrowLeft: [0, -sign], ArrowRight: [0, sign],
      Home: [0, (this.turned ? 7 : 0) - column], End: [0, (this.turned ? 0 : 7) - column],
    };
    const step = steps[event.key], chosen = event.key === "Enter" || event.key === " ";
    if (!step && !chosen || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (chosen) {
      this.choose(this.focused);
      return;
    }
    const [newRow, newColumn] = [row + step[0], column + step[1]];
    if (newRow >= 0 && newRow < 8 && newColumn >= 0 && newColumn < 8) {
      this.focus(8 * newRow + newColumn, true);
    }
  }

  // One square at a time can be reached with Tab; the arrows move on from there.
  focus(index, move) {
    this.cells[this.focused].button.tabIndex = -1;
    this.focused = index;
    this.cells[index].button.tabIndex = 0;
    if (move) {
      this.cells[index].button.focus();
    }
  }
}

function distance(one, other) {
  return Math.max(Math.abs(one % 8 - other % 8), Math.abs(Math.floor(one / 8) - Math.floor(other / 8)));
}
