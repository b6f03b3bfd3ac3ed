// The line that says how the game stands, and the name of its opening.
"use strict";

class Status {
  constructor(parent) {
    this.line = element("p", {class: "status", role: "status", "aria-live": "polite"});
    this.opening = element("p", {class: "opening hint"});
    parent.append(element("div", {class: "status-box"}, this.line, this.opening));
  }

  // A game, the position that is shown, what changes from moment to moment, and whether passes are taken by themselves.
  show(game, ply, live, autoPass) {
    const text = statusText(game, ply, live, autoPass);
    if (this.line.textContent !== text) {
      this.line.textContent = text;
    }
    this.line.classList.toggle("failed", Boolean(live.failure));
    this.line.classList.toggle("ended", ply === game.moves.length && Boolean(game.result));
    const opening = (game.openings || []).filter((named) => named.ply <= ply).pop();
    this.opening.textContent = opening ? word("opening", {name: opening[language]}) : "";
  }
}

// The first line of a failure, otherwise the last move and what comes next.
function statusText(game, ply, live, autoPass) {
  if (live.failure) {
    return live.failure.split("\n")[0];
  }
  return [lastMoveText(game, ply), nextMoveText(game, ply, live, autoPass)].filter((part) => part).join(" ");
}

function lastMoveText(game, ply) {
  const move = ply ? game.moves[ply - 1] : null;
  const said = {ply, side: sideText(colourAt(game, ply + 1)), move};
  return move === null ? "" : word(move === "pass" ? "status.passed" : "status.played", said);
}

function nextMoveText(game, ply, {paused, thinking}, autoPass) {
  const last = game.moves.length, side = sideText(colourAt(game, ply));
  if (ply < last) {
    return word("status.at", {ply, count: last});
  }
  if (game.result || paused) {
    return game.result ? resultText(game) : word("status.paused");
  }
  if (thinking) {
    return word("status.thinking", {name: playerText(game, colourAt(game, ply))});
  }
  if (isPersonToMove(game)) {
    return turnText(game, side, autoPass);
  }
  const [black, white] = countDiscs(game.positions[ply].board);
  return isRecord(game) ? word("status.unfinished", {black, white}) : word("status.toMove", {side});
}

// What a person is to do in the last position.
function turnText(game, side, autoPass) {
  const yours = ownColour(game) !== null;
  if (game.mustPass) {
    return yours ? word(autoPass ? "status.youPass" : "status.youMustPass")
      : word(autoPass ? "status.mustPass" : "status.sideMustPass", {side});
  }
  const count = game.positions[game.moves.length].legal.split(" ").length;
  const key = `${yours ? "status.yourTurn" : "status.turn"}${count === 1 ? "One" : ""}`;
  return word(key, {side, count});
}
