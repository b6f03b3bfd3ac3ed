// The only rule that the page knows: which discs a move turns. A board is 64 characters from a1 to h8, X
// black, O white, . empty; the server says which moves are legal and what follows.
"use strict";

const MARKS = ["X", "O"];
const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

// The squares, as indices, of the discs that a disc of that colour on that square turns.
function flippedBy(board, index, colour) {
  const own = MARKS[colour], other = MARKS[1 - colour], flipped = [];
  for (const [down, right] of DIRECTIONS) {
    const line = [];
    let row = Math.floor(index / 8) + down, column = index % 8 + right;
    while (row >= 0 && row < 8 && column >= 0 && column < 8 && board[8 * row + column] === other) {
      line.push(8 * row + column);
      row += down;
      column += right;
    }
    if (row >= 0 && row < 8 && column >= 0 && column < 8 && board[8 * row + column] === own) {
      flipped.push(...line);
    }
  }
  return flipped;
}

function countDiscs(board) {
  let black = 0, white = 0;
  for (const mark of board) {
    black += mark === "X";
    white += mark === "O";
  }
  return [black, white];
}
