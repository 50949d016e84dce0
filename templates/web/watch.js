// Shows the page anew when the data that it was made of was saved.
"use strict";
const mark = document.querySelector("meta[name=watched]").content;
setInterval(async () => {
  try {
    const answer = await fetch("/watched");
    if (answer.ok && (await answer.text()) !== mark) location.reload();
  } catch {
    // It is being served anew.
  }
}, 1000);
