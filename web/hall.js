// Owns the hall: its screen in a window of its own, which follows each change; screen and phones served by the program.
"use strict";

const CALM = 300; // milliseconds without work after which the screen is drawn: a press or a score never waits for it

/** @type {any} */ let hallWindow = null; // the screen's window
let hallName = ""; // its name, which says whose screen it is
let hallViews = ""; // what it has been sent last
let hallChanges = 0;
const nameScreen = () => (book ? `écran ${book.id}` : "");

/** Open the hall's screen in a window of its own, or where the program serves it. Called at a click, or it is blocked. */
function openScreen() {
  const served = book.screen, opened = window.open(served ?? "", served ? "_blank" : nameScreen(), "popup,width=1280,height=720");
  if (!opened) return say(TEXTS.screenBlocked, 1);
  if (served) { opened.opener = null; return undefined; }
  say(filled(TEXTS.underway, { action: TEXTS.actions.screen }));
  return task(async () => {
    const result = await call("screen", { file: book.name });
    if (result.answer.code) { opened.close(); return tell(result.answer); }
    [hallWindow, hallName, hallViews] = [opened, nameScreen(), result.views];
    opened.location = URL.createObjectURL(new Blob([result.page], { type: "text/html" }));
    opened.focus();
    return say(APP ? `${TEXTS.screenOpen} ${TEXTS.screenPhones}` : TEXTS.screenOpen, 0);
  });
}

/** Send the screen what the workbook is now, once the page has nothing else to do. */
async function followScreen() {
  if (!hallWindow || hallWindow.closed || hallName !== nameScreen()) return;
  const change = ++hallChanges;
  for (let last; last !== queue;) {
    last = queue;
    await last;
    await new Promise((/** @type {any} */ done) => { setTimeout(done, CALM); });
  }
  if (change !== hallChanges || hallName !== nameScreen()) return;
  const result = await call("screen", { file: book.name }).catch(() => null);
  if (result?.views && hallName === nameScreen()) sendViews(result.views); // with problems in the workbook it stays as it is
}

/** @param {string} views */
function sendViews(views) {
  hallViews = views;
  hallWindow.postMessage({ views }, location.protocol === "file:" ? "*" : location.origin);
}

// A screen asks for its state when it has been loaded anew; one that this page does not know was opened before it was.
addEventListener("message", ({ source, data }) => {
  if (!book || data?.screen !== nameScreen()) return;
  if (source !== hallWindow) {
    [hallWindow, hallName, hallViews] = [source, data.screen, ""];
    followScreen();
  } else if (!data.shown && hallViews) sendViews(hallViews);
});

/** Serve the hall from now on, until it is stopped here. */
async function showHall() {
  const result = await task(() => call("hall", { file: book.name, on: true }));
  if (!result) return;
  if (result.problem) return say(result.problem, 1);
  [book.slips, book.screen] = [result.slips, result.screen]; // Imprimer and Écran de la salle give these then
  const link = (/** @type {string} */ href, /** @type {string} */ label) => h("li", {}, h("a", { href, target: "_blank", rel: "noreferrer" }, label));
  const over = await dialog(TEXTS.actions.hall, (close) => [
    result.trouble && h("p", { className: "warning" }, result.trouble),
    result.warning && h("p", { className: "warning" }, result.warning),
    result.address && [
      h("p", {}, "Les téléphones de la salle, sur le même réseau, ouvrent :"),
      h("p", { className: "address" }, result.address),
      h("img", { src: result.code, alt: `Code QR de ${result.address}` }),
    ],
    h("p", {}, "Pour vous, sur cet ordinateur :"),
    h("ul", {}, link(result.slips, "Fiches de la ronde, à imprimer : leur code sert à envoyer le score"), link(result.desk, "Table de marque : résultats reçus, minuteur, autres adresses de cet ordinateur"), link(result.screen, "Écran du projecteur")),
    h("p", {}, "Chaque enregistrement du classeur est montré aussitôt, même s'il est ouvert dans Excel. Laissez cette page ouverte."),
    h("footer", {}, h("button", { type: "button", onclick: () => close(true) }, "Arrêter la diffusion"), h("button", { type: "button", className: "main", onclick: () => close(false) }, "Continuer")),
  ]);
  if (!over || !(await task(() => call("hall", { file: book.name, on: false })))) return;
  book.slips = book.screen = "";
  say("La diffusion est arrêtée.", 0);
}
