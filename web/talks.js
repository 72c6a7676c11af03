// What is asked in a dialog of its own: a new tournament, copies, received results; the mail, the hall, the doctor.
"use strict";

/** @param {Found} found */
async function showMail(found) {
  const { to, subject, body } = found.mail;
  const copy = (/** @type {string} */ text) => h("button", { type: "button", onclick: () => navigator.clipboard?.writeText(text) }, "Copier");
  await dialog("L'envoi", () => [
    h("p", {}, found.answer.message), found.answer.warnings.map((line) => h("p", { className: "warning" }, line)), files(found),
    h("p", {}, h("b", {}, "À : "), to || "(adresse à ajouter)"), h("p", {}, h("b", {}, "Objet : "), subject, " ", copy(subject)), h("pre", {}, body), copy(body)], "wide");
}

/** The copies of this workbook, one of them put back. */
async function showCopies() {
  const found = await task(() => call("copies", { file: book.name }));
  if (!found) return;
  const name = await dialog("Revenir à une copie", (close) => [
    h("p", { className: "quiet" }, found.rows.length ? "L'état présent est d'abord gardé lui aussi." : "Pas encore de copie : il s'en fait une avant chaque changement."),
    h("ul", { className: "copies" }, found.rows.map((/** @type {string[]} */ [, when, label, round, since], /** @type {number} */ at) => h("li", {}, h("span", {}, h("b", {}, when), ` ${label}`, h("small", {}, `ronde : ${round} · depuis : ${since}`)), h("button", { type: "button", disabled: locked, onclick: () => close(found.names[at]) }, "Remettre"))))], "wide");
  if (name) await task(async () => { const back = await change("back", { name }); if (back) tell(back.answer); });
}

/** A new tournament; `after`: with the players of the workbook that is open. @param {boolean} [after] */
async function begin(after = false) {
  const game = after ? view.game : "scrabble";
  const field = (/** @type {string} */ label, /** @type {any} */ box) => h("label", {}, h("span", {}, label), box);
  const boxes = {
    Nom: h("input", { required: true, value: after ? view.title : "" }), Lieu: h("input", {}), "Date de début": h("input", { placeholder: "21/11/2026", value: new Date().toLocaleDateString("fr") }),
    Organisateur: h("input", {}), Formule: h("select", {}), "Nombre de rondes": h("input", { inputMode: "numeric", placeholder: "selon le règlement" }),
  };
  const fill = () => boxes.Formule.replaceChildren(...SOURCE.formulas[chosen()].map((name) => h("option", {}, name)));
  const radios = Object.entries({ scrabble: "Scrabble classique", othello: "Othello" }).map(([value, label]) => h("label", { className: `game-choice ${value}` }, h("input", { type: "radio", name: "game", value, checked: value === game, autofocus: value === game, onchange: fill }), label));
  const chosen = () => radios.map((one) => one.querySelector("input")).find((one) => one.checked).value;
  const list = h("textarea", { rows: 6, placeholder: "Collez ici la liste des joueurs : un par ligne, le nom avant le prénom (Durand Anne, ou Durand Anne 1652), ou les cases copiées d’un tableur, avec leurs titres si elles en ont (Nom, Prénom, Club, Cote…)." });
  const file = h("input", { type: "file", accept: ".csv,.txt,.xlsx,.xlsm,.ods,.xls" });
  const slip = h("p", { className: "slip", role: "alert" });
  fill();
  await dialog(after ? "Le tournoi suivant" : "Nouveau tournoi", (close) => [h("form", { className: "lines", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const settings = Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, box.value]));
    const from = file.files?.[0], data = from ? new Uint8Array(await from.arrayBuffer()) : list.value.trim() ? new TextEncoder().encode(list.value) : undefined;
    const listed = from?.name ?? (data ? "Liste collée.txt" : after ? book.name : "");
    const plainName = settings.Nom.replace(/[<>:"/\\|?*.\s]+/g, " ").trim(), device = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$)$/i.test(plainName); // Windows has no such file
    const name = `${device ? `Tournoi ${plainName}` : plainName || "Tournoi"}${APP ? "" : ` ${new Date().toISOString().slice(0, 10)}`}.xlsx`;
    const found = await task(() => call("new", { file: name, game: chosen(), settings, list: listed }, data));
    if (!found) return;
    if (found.answer.code) {
      slip.replaceChildren(...[found.answer.message, ...found.answer.problems.map((one) => `${one.sheet} ${one.cell} : ${one.message}`)].filter(Boolean).map((line) => h("span", {}, line)));
      return;
    }
    close();
    await task(async () => {
      if (APP) await openServed(name);
      else {
        book = { id: `${name} ${Date.now()}`, name, stamp: "", unsaved: true, copies: [] };
        await claim(book.id);
        shown(found, true);
        await changedNow();
      }
      tell(found.answer);
      showTab("players");
    });
  } }, h("div", { className: "row radios" }, radios), Object.entries(boxes).map(([name, box]) => field(name === "Nom" ? "Nom du tournoi (obligatoire)" : name, box)),
  field(after ? "Liste (vide : les joueurs de ce tournoi)" : "Joueurs", list), field("ou un fichier", file), slip,
  h("footer", {}, h("button", { className: "main" }, "Créer le classeur")))], "wide");
}

/** The hall: served from now on, until it is said here that it is over. */
async function showHall() {
  const found = await task(() => call("hall", { file: book.name, on: true }));
  if (!found) return;
  if (found.problem) return say(found.problem, 1);
  book.slips = found.slips; // Imprimer gives these then
  const link = (/** @type {string} */ href, /** @type {string} */ label) => h("li", {}, h("a", { href, target: "_blank", rel: "noreferrer" }, label));
  const over = await dialog(TEXTS.actions.hall, (close) => [
    found.trouble && h("p", { className: "warning" }, found.trouble),
    found.warning && h("p", { className: "warning" }, found.warning),
    found.address && [
      h("p", {}, "Les téléphones de la salle, sur le même réseau, ouvrent :"),
      h("p", { className: "address" }, found.address),
      h("img", { src: found.code, alt: `Code QR de ${found.address}` }),
    ],
    h("p", {}, "Pour vous, sur cet ordinateur :"),
    h("ul", {}, link(found.slips, "Fiches de la ronde, à imprimer : leur code sert à envoyer le score"), link(found.desk, "Table de marque : résultats reçus, minuteur, autres adresses de cet ordinateur"), link(found.screen, "Écran du projecteur")),
    h("p", {}, "Chaque enregistrement du classeur est montré aussitôt, même s'il est ouvert dans Excel. Laissez cette page ouverte."),
    h("footer", {}, h("button", { type: "button", onclick: () => close(true) }, "Arrêter la diffusion"), h("button", { type: "button", className: "main", onclick: () => close(false) }, "Continuer")),
  ]);
  if (!over || !(await task(() => call("hall", { file: book.name, on: false })))) return;
  book.slips = "";
  say("La diffusion est arrêtée.", 0);
}

async function showDoctor() {
  const found = await task(() => call("doctor", {}));
  if (found) await dialog(TEXTS.actions.doctor, () => [h("pre", {}, found.lines.join("\n"))], "wide");
}

/** The file of the results received from phones, which lies beside the workbook where they were received. */
function takeReceived() {
  const pick = h("input", { type: "file", accept: ".csv", onchange: () => task(async () => {
    const file = pick.files?.[0];
    const found = file && (await change("received", {}, new Uint8Array(await file.arrayBuffer())));
    if (found) tell(found.answer);
  }) });
  pick.click();
}
