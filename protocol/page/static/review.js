// The worst moves of each side: what they cost, what was better, and the line that would have followed.
"use strict";

class Review {
  // onChoose(mistake) when one is chosen, onPoint(mistake or null) when one is pointed at or left.
  constructor(parent, onChoose, onPoint) {
    this.onChoose = onChoose;
    this.onPoint = onPoint;
    this.key = "";
    this.box = element("div", {class: "review"});
    parent.append(this.box);
  }

  // {mistakes, moves, colourOf(ply), reviewed: true if every position is evaluated}
  show(view) {
    const key = JSON.stringify([view.mistakes, view.reviewed, language]);
    if (key === this.key) {
      return;
    }
    this.key = key;
    this.box.hidden = !view.mistakes.length && !view.reviewed;
    this.box.replaceChildren(...[0, 1].map((colour) => this.makeSide(view, colour)));
  }

  makeSide(view, colour) {
    const own = view.mistakes.filter((mistake) => view.colourOf(mistake.ply) === colour)
      .sort((one, other) => severity(other) - severity(one)).slice(0, SIDE_MISTAKES);
    const items = own.map((mistake) => element("li", {}, this.makeButton(mistake, view.moves[mistake.ply - 1])));
    const none = element("li", {class: "hint"}, word("review.none"));
    return element("div", {},
      element("h3", {}, word("review.worst", {side: sideText(colour)})),
      element("ul", {class: "mistakes"}, ...(items.length ? items : [none])));
  }

  makeButton(mistake, move) {
    const point = () => this.onPoint(mistake), leave = () => this.onPoint(null);
    return element("button", {
      type: "button", class: mistake.blunder ? "link blunder" : "link", onclick: () => this.onChoose(mistake),
      onmouseenter: point, onfocus: point, onmouseleave: leave, onblur: leave,
    }, element("b", {}, `${mistake.ply}. ${moveText(move)}${mistakeMark(mistake)}`),
    element("span", {}, costText(mistake)),
    element("span", {class: "better"}, betterText(mistake)),
    element("span", {class: "line"}, mistake.line.slice(1).map(moveText).join(" ")));
  }
}
