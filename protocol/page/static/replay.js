// A page of one game alone: the game is in the page.
"use strict";

{
  translate();
  setUpLanguageButton(document.getElementById("language"));
  const viewer = new Viewer(document.getElementById("viewer"));
  const game = JSON.parse(document.getElementById("game").textContent);
  const entitle = () => {
    document.title = `${playerText(game, 0)} – ${playerText(game, 1)}`;
    document.querySelector("h1").textContent = document.title;
  };
  entitle();
  document.addEventListener("languagechange", entitle);
  viewer.showGame(game);
  viewer.showEvaluations(game);
  viewer.goTo(0);
}
