// What the page says: numbers, scores, mistakes and times as text.
"use strict";

const COLOURS = ["black", "white"];

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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

// A move's score, seen by its mover: "62%", "+3.4"; when it is proven "=+6", or "won" where only the winner is.
function scoreText(view, unit) {
  if (view.exact) {
    return `=${signed(Math.round(view.discs))}`;
  }
  if (view.chance === 1 || view.chance === 0) {
    return view.chance ? "won" : "lost";
  }
  return unit === "discs" ? signed(view.discs.toFixed(1)) : `${Math.round(100 * view.chance)}%`;
}

// A position's worth: "black has 62 % to win", "black ahead by about 3.4 discs", "white wins by 6, proven (=−6)".
function describeEvaluation(evaluation, unit) {
  const {chance, discs, exact} = evaluation;
  const black = chance > 0.5 || chance === 0.5 && discs >= 0;
  const leader = COLOURS[black ? 0 : 1];
  if (exact && discs === 0) {
    return "a draw, proven (=0)";
  }
  if (exact) {
    return `${leader} wins by ${Math.abs(discs)}, proven (=${signed(discs)})`;
  }
  if (chance === 0 || chance === 1) {
    return `${leader} wins, proven`;
  }
  if (unit === "discs") {
    return `${leader} ahead by about ${Math.max(0, black ? discs : -discs).toFixed(1)} discs`;
  }
  return `${leader} has ${Math.round(100 * (black ? chance : 1 - chance))} % to win`;
}

// "12. white c7? costs 26 %, better e3".
function describeMistake(mistake, move) {
  const cost = mistake.exact ? `${Math.round(mistake.discs)} discs` : `${Math.round(100 * mistake.chance)} %`;
  const colour = COLOURS[(mistake.ply + 1) % 2];
  const better = mistake.best ? `, better ${mistake.best}` : "";
  return `${mistake.ply}. ${colour} ${move}${mistake.blunder ? "??" : "?"} costs ${cost}${better}`;
}
