// Numbers, scores, mistakes and times as text, in the language of the page.
"use strict";

const SIDE_MISTAKES = 5;  // at most this many of each side's worst moves are listed

// "+3", "−2", "0".
function signed(number) {
  return Number(number) > 0 ? `+${number}` : String(number).replace("-", "−");
}

// "850", "1.2k", "35k", "1.4M".
function shortNumber(number) {
  if (number < 1000) {
    return String(number);
  }
  return number < 1e6 ? `${(number / 1e3).toFixed(number < 1e4 ? 1 : 0)}k` : `${(number / 1e6).toFixed(1)}M`;
}

// "1:07".
function clockText(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function sideText(colour) {
  return word(COLOURS[colour]);
}

function moveText(move) {
  return move === "pass" ? word("pass") : move;
}

// A player's name: a person, a colour, a level or a bot.
function playerText(game, colour) {
  const name = game.names[colour], seat = game.seats ? game.seats[colour] : null;
  if (seat === "person") {
    return game.seats[1 - colour] === "person" ? sideText(colour) : word("you");
  }
  if (COLOURS.includes(name)) {
    return sideText(colour);
  }
  return seat && seat !== "record" ? opponentText(seat, name) : name;
}

function opponentText(name, shown) {
  return hasWord(`name.${name}`) ? word(`name.${name}`) : shown;
}

// A move's score, from its mover's point of view: "62%", "+3.4"; "=+6" if it is exact, "won" if only the winner is known.
function scoreText(view, unit) {
  if (view.exact) {
    return `=${signed(Math.round(view.discs))}`;
  }
  if (view.chance === 1 || view.chance === 0) {
    return word(view.chance ? "score.won" : "score.lost");
  }
  return unit === "discs" ? signed(view.discs.toFixed(1)) : `${Math.round(100 * view.chance)}%`;
}

function spokenScore(score, visits) {
  const kind = score.endsWith("%") ? "score.toWin" : /\d/.test(score) ? "score.discs" : "score.plain";
  return word(kind, {score, visits});
}

// A position's worth, in words; `final` if it is the end of the game.
function describeEvaluation(evaluation, unit, final = false) {
  const {chance, discs, exact} = evaluation;
  const black = chance > 0.5 || chance === 0.5 && discs >= 0;
  const side = sideText(black ? 0 : 1);
  if (exact && discs === 0) {
    return word(final ? "eval.finalDraw" : "eval.exactDraw");
  }
  if (exact) {
    return word(final ? "eval.final" : "eval.exact", {side, discs: Math.abs(discs)});
  }
  if (chance === 0 || chance === 1) {
    return word("eval.proven", {side});
  }
  if (unit === "discs") {
    const ahead = Math.max(0, black ? discs : -discs).toFixed(1);
    return ahead === "0.0" ? word("eval.even") : word("eval.discs", {side, discs: ahead});
  }
  return word("eval.chance", {side, percent: Math.round(100 * (black ? chance : 1 - chance))});
}

// "−26 %, −8 discs": what a mistake cost.
function costText(mistake) {
  const discs = Math.round(mistake.discs), parts = [];
  if (!mistake.exact && mistake.chance >= 0.005) {
    parts.push(word("review.costChance", {percent: Math.round(100 * mistake.chance)}));
  }
  if (discs > 0 || !parts.length) {
    parts.push(word(mistake.exact ? "review.costExact" : "review.costDiscs", {discs}));
  }
  return parts.join(" ");
}

function betterText(mistake) {
  return mistake.best ? word("review.better", {move: moveText(mistake.best)}) : "";
}

function mistakeMark(mistake) {
  return mistake.blunder ? "??" : "?";
}

function describeMistake(mistake, move, side) {
  return word("review.title", {
    ply: mistake.ply, side, move: moveText(move) + mistakeMark(mistake), cost: costText(mistake),
    better: betterText(mistake),
  });
}

// How much a mistake matters, to sort mistakes.
function severity(mistake) {
  return Math.max(mistake.chance / 0.12, mistake.discs / 6);
}

// "crash (RE)": the error that lost a game, from its code.
function errorText(code) {
  return hasWord(`error.${code}`) ? word(`error.${code}`) : code;
}

// How the game ended: "You won 40–24 (the 3 empty squares count for the winner)".
function resultText(game) {
  const {winner, reason, error, empties} = game.result;
  const own = ownColour(game);
  if (reason === "error") {
    return word("result.error", {side: sideText(winner), other: sideText(1 - winner), error: errorText(error)});
  }
  if (reason === "resigned") {
    const key = own === null ? "result.sideResigned" : own === winner ? "result.wonResigned" : "result.lostResigned";
    return word(key, {side: sideText(own === null ? winner : 1 - winner)});
  }
  const text = scoredText(game);
  return empties && winner !== null ? word("result.empties", {text, count: empties}) : text;
}

// "You won 40–24": the winner and the score of a game that was played to its end.
function scoredText(game) {
  const {winner, counts} = game.result;
  const own = ownColour(game);
  const whiteFirst = own === null ? winner === 1 : own === 1;
  const score = whiteFirst ? `${counts[1]}–${counts[0]}` : `${counts[0]}–${counts[1]}`;
  const key = winner === null ? "result.draw" : own === null ? "result.side"
    : own === winner ? "result.won" : "result.lost";
  return word(key, {score, side: winner === null ? "" : sideText(winner)});
}
