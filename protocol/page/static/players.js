// The two players: name, colour, discs and clock, and who is thinking.
"use strict";

class Players {
  constructor(parent) {
    this.players = COLOURS.map((colour) => this.build(colour));
    parent.append(element("section", {class: "players", label: "players"},
      ...this.players.map((player) => player.card)));
  }

  build(colour) {
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

  // A game, the position that is shown, and what changes from moment to moment: {thinking, clocks}.
  show(game, ply, {thinking, clocks}) {
    const counts = countDiscs(game.positions[ply].board);
    const ended = Boolean(game.result) && ply === game.moves.length;
    for (const [colour, player] of this.players.entries()) {
      const thinks = Boolean(thinking) && thinking.colour === COLOURS[colour];
      player.name.textContent = playerText(game, colour);
      player.count.textContent = counts[colour];
      player.count.setAttribute("aria-label",
        word("discs.count", {count: counts[colour], colour: word(`square.${COLOURS[colour]}`)}));
      player.card.classList.toggle("turn", colourAt(game, ply) === colour && !ended);
      player.card.classList.toggle("thinking", thinks);
      player.doing.textContent = thinks ? thinkingText(thinking) : this.colourText(game, colour);
      player.clock.textContent = clocks && !isRecord(game) ? clockText(clocks[colour])
        : this.usedTime(game, ply, colour);
      player["bar-fill"].style.width = thinks ? `${Math.min(100, 100 * thinking.elapsed / thinking.limit)}%` : "0";
    }
  }

  // The colour, unless it is the name already.
  colourText(game, colour) {
    return playerText(game, colour) === sideText(colour) ? "" : word(`player.${COLOURS[colour]}`);
  }

  usedTime(game, ply, colour) {
    const seconds = (game.seconds || []).slice(0, ply).filter((_, place) => colourAt(game, place) === colour);
    const sum = seconds.reduce((total, used) => total + (used || 0), 0);
    return sum ? clockText(sum) : "";
  }
}

function thinkingText({report}) {
  return report && report.simulations ? word("status.thinksCount", {count: shortNumber(report.simulations)})
    : word("status.thinks");
}
