// A page of one game alone: the game is in the page.
"use strict";

{
  translate();
  setUpLanguageButton(document.getElementById("language"));
  const viewer = new Viewer(document.getElementById("viewer"));
  const game = JSON.parse(document.getElementById("game").textContent);
  viewer.showGame(game);
  viewer.showEvaluations(game);
  viewer.goTo(0);
}
