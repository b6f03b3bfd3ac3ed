// Facts about a game as the server describes it: whose turn it is, who sits at the board.
"use strict";

const COLOURS = ["black", "white"];

// The colour to move after `ply` moves.
function colourAt(game, ply) {
  return ((game.first || 0) + ply) % 2;
}

// True if nobody can play on: a record, or a page that was saved.
function isRecord(game) {
  return !game.seats || Boolean(game.saved) || game.seats.includes("record");
}

// True if a person is to move in the last position.
function isPersonToMove(game) {
  return !game.over && !isRecord(game) && game.seats[colourAt(game, game.moves.length)] === "person";
}

// The colour of the only person at the board; null if there is none or there are two.
function ownColour(game) {
  const people = (game.seats || []).filter((seat) => seat === "person").length;
  return people === 1 ? game.seats.indexOf("person") : null;
}
