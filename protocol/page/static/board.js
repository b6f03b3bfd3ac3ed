// The board: 64 squares that show discs, legal moves, the last move and the bot's view of each move.
// A board is 64 characters from a1 to h8: X black, O white, . empty. Squares are named by text, "d3".
"use strict";

const COLUMNS = "abcdefgh";
const FLIP_DELAY_MS = 55;  // a disc turns over this much later for each square of distance

function squareName(index) {
  return COLUMNS[index % 8] + (Math.floor(index / 8) + 1);
}

function squareIndex(name) {
  return COLUMNS.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}

function countDiscs(board) {
  let black = 0, white = 0;
  for (const mark of board) {
    black += mark === "X";
    white += mark === "O";
  }
  return [black, white];
}

class Board {
  // onSquare(name) is called when a legal square is chosen, by click or by key.
  constructor(parent, onSquare) {
    this.onSquare = onSquare;
    this.shown = ".".repeat(64);
    this.cells = [];
    this.focused = 19;
    const grid = element("div", {
      class: "grid", role: "grid", "aria-label": "Board", onkeydown: (event) => this.key(event),
    });
    for (let row = 0; row < 8; row += 1) {
      const line = element("div", {role: "row", class: "row"});
      for (let column = 0; column < 8; column += 1) {
        const cell = this.makeCell(8 * row + column);
        this.cells.push(cell);
        line.append(cell.button);
      }
      grid.append(line);
    }
    this.cells[this.focused].button.tabIndex = 0;
    this.grid = grid;
    const signs = (name, text) => element("div", {class: name, "aria-hidden": "true"},
      ...[...text].map((sign) => element("span", {}, sign)));
    parent.append(element("div", {class: "board"}, signs("letters", COLUMNS), signs("numbers", "12345678"), grid));
  }

  makeCell(index) {
    const disc = element("span", {class: "disc"},
      element("span", {class: "face black"}), element("span", {class: "face white"}));
    const label = element("span", {class: "label", "aria-hidden": "true"});
    const button = element("button", {
      type: "button", role: "gridcell", class: "cell", tabindex: -1, "data-square": squareName(index),
      onclick: () => this.choose(index),
    }, disc, label);
    return {button, disc, label, legal: false};
  }

  // What is to be seen: {board, legal: [names], last: name or null, playable, turn: 0 or 1, labels}; the labels are a
  // Map from names to {main, small, best, spoken}.
  show(view) {
    const changed = view.board !== this.shown;
    const legal = new Set(view.legal);
    const origin = view.last && view.last !== "pass" ? squareIndex(view.last) : null;
    this.grid.classList.toggle("playable", view.playable);
    this.grid.classList.toggle("white-turn", view.turn === 1);
    for (const [index, cell] of this.cells.entries()) {
      const name = squareName(index);
      if (changed) {
        this.showDisc(cell, this.shown[index], view.board[index], origin === null ? 0 : distance(origin, index));
      }
      cell.legal = view.playable && legal.has(name);
      cell.button.classList.toggle("legal", legal.has(name));
      cell.button.classList.toggle("last", index === origin);
      const label = view.labels.get(name);
      this.showLabel(cell, label);
      cell.button.setAttribute("aria-label",
        this.describe(name, view.board[index], legal.has(name), index === origin, label));
      cell.button.setAttribute("aria-disabled", String(!cell.legal));
    }
    this.shown = view.board;
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

  describe(name, mark, legal, last, label) {
    const parts = [name, mark === "X" ? "black" : mark === "O" ? "white" : "empty"];
    if (legal) {
      parts.push("legal move");
    }
    if (last) {
      parts.push("last move");
    }
    if (label) {
      parts.push(label.spoken);
    }
    return parts.join(", ");
  }

  choose(index) {
    this.focus(index, false);
    if (this.cells[index].legal) {
      this.onSquare(squareName(index));
    }
  }

  key(event) {
    const row = Math.floor(this.focused / 8), column = this.focused % 8;
    const steps = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      Home: [0, -column], End: [0, 7 - column],
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
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
