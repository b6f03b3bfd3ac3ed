// A page of one game alone: the game is in the page.
"use strict";

{
  translate();
  setUpLanguageButton(document.getElementById("language"));
  const viewer = new Viewer(document.getElementById("viewer"));
  const game = Object.assign(JSON.parse(document.getElementById("game").textContent), {saved: true});
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
