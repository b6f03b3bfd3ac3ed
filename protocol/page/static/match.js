// The index of a match: standings, how it was played, and a link to each game. The match is in the page.
"use strict";

class MatchIndex {
  constructor(match) {
    this.match = match;
    this.show();
    document.addEventListener("languagechange", () => this.show());
  }

  show() {
    document.title = this.match.names.join(" – ");
    document.querySelector("h1").textContent = document.title;
    document.getElementById("standings").replaceChildren(this.makeHeadings(),
      ...this.match.rows.map((row) => this.makeStanding(row)));
    document.getElementById("about").replaceChildren(...this.aboutTexts().map((text) => element("p", {}, text)),
      ...(this.match.about.remarks.length ? [element("pre", {}, this.match.about.remarks.join("\n"))] : []));
    document.getElementById("games").replaceChildren(
      ...this.match.games.map((game, index) => this.makeGame(game, index + 1)));
  }

  makeHeadings() {
    return element("tr", {}, ...this.match.columns.map((column) => (
      element("th", {scope: "col", word: `column.${column}`}))));
  }

  // On a narrow screen each cell stands on a line of its own, beside its heading.
  makeStanding(row) {
    return element("tr", {}, ...row.map((text, place) => {
      const column = this.match.columns[place];
      return element("td", {"data-heading": place ? word(`column.${column}`) : ""},
        place === 0 ? text : column === "errors" ? this.errorsText(text) : numberText(text));
    }));
  }

  // "RE:8 TLE:3" in words.
  errorsText(counts) {
    return counts.split(" ").map((part) => {
      const [code, count] = part.split(":");
      return count ? word("match.error", {error: errorText(code), count}) : part;
    }).join(word("match.comma"));
  }

  makeGame({address, names, moves, counts, result}, number) {
    const error = result && result.reason === "error" ? errorText(result.error) : "";
    return element("tr", {}, element("td", {}, element("a", {href: address}, String(number))),
      ...[...names, counts.join("–"), String(moves), this.resultText(result), error].map((text) => (
        element("td", {}, text))));
  }

  resultText(result) {
    if (!result) {
      return word("match.unfinished");
    }
    return result.reason === "error" ? word("match.wins", {side: sideText(result.winner)}) : scoredText({result});
  }

  aboutTexts() {
    const {about, names} = this.match;
    return [this.playedText(), ...(about.test ? testTexts(about.test, names, this.match.games.length) : []),
      ...about.fallbacks.map((fallbacks) => word("match.fallbacks", fallbacks))];
  }

  playedText() {
    const {about} = this.match, done = this.match.games.length;
    return word("match.played", {
      games: word(done === about.games ? "match.count" : "match.countOf", {done, count: about.games}),
      venue: about.cluster ? word("match.cluster", {address: about.cluster}) : word("match.jobs", {count: about.jobs}),
      rules: word(`rules.${about.rules}`),
      limit: about.seconds === null ? word("match.platformLimit") : word("match.limit", {seconds: about.seconds}),
      date: about.date,
    });
  }
}

// "−∞ .. −191" for "-inf .. -191".
function numberText(text) {
  return text.replaceAll("inf", "∞").replace(/-(?=[\d∞])/g, "−");
}

// A sequential test in numbers and in words.
function testTexts({elo0, elo1, llr, bound, pairs, decision}, [one, other], count) {
  const found = {"": "undecided", H1: elo1 > 0 ? "better" : "notWorse", H0: elo1 > 0 ? "notBetter" : "worse"}[decision];
  const verdict = decision ? word("test.accepted", {decision}) : word("test.open");
  return [
    word("test.numbers", {
      elo0, elo1, llr: numberText(llr.toFixed(2)), bound: bound.toFixed(2), pairs: pairs.join(", "), verdict}),
    word(`test.${found}`, {one, other, elo0, elo1, count}),
  ];
}

translate();
setUpLanguageButton(document.getElementById("language"));
new MatchIndex(JSON.parse(document.getElementById("match").textContent));
