// Owns paper: any sheet as its workbook prints it, page by page, and a list to tick. The browser prints.
"use strict";

const DESK = "Pointage", ROWS_TO_TICK = 30; // rows for which a page has room, with two lines each

/** Ask what to print. */
async function choosePaper() {
  const names = Object.keys(view.sheets).filter((name) => view.sheets[name].filled && name !== "Tables" && (name !== "Palmarès" || view.played === view.rounds) && (name !== "Finales" || hasGames(view.sheets[name])));
  const first = ["Appariements", "Fiches", "Classement", "Grille", "Cotes", "Palmarès"];
  const order = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  const due = (view.final_games ?? []).filter((game) => game.waits), codes = book.slips && !due.length; // phones send no finals
  const slips = due.length ? `Fiche${due.length > 1 ? "s" : ""} de résultat : ${due.map((game) => game.title).join(", ")}` : codes ? "Les fiches de résultat, avec le code des téléphones" : "Les fiches de résultat";
  const labels = { Finales: "Le tableau des finales", Appariements: due.length ? TEXTS.finalsWall : TEXTS.roundWall, Fiches: slips };
  if (view.players?.length) order.unshift(DESK);
  const name = await dialog("Imprimer", (close) => [h("div", { className: "choices" }, order.map((one) => h("button", { type: "button", onclick: () => close(one) }, labels[/** @type {keyof typeof labels} */ (one)] ?? one)))]);
  if (name === "Fiches" && codes) window.open(book.slips, "_blank", "noreferrer");
  else if (name) await onPaper(name);
}

/** Whether Finales has a game: each has its match in the first column; right of them are the choices. @param {any} sheet */
const hasGames = (sheet) => sheet.rows.slice(sheet.header).some((/** @type {string[]} */ row) => row[0]);

/** @param {string} name */
async function onPaper(name) {
  const result = name === DESK ? undefined : await task(() => call("paper", { file: book.name, sheet: name }));
  if (name !== DESK && !result?.paper) return result && tell(result.answer);
  if (result) $("paper").innerHTML = result.paper;
  else $("paper").replaceChildren(h("style", {}, "@page { size: A4; margin: 0 }"), ...toTick());
  window.print();
}

/** Everybody by name, to tick at the desk: club, what is due or paid. On pages of nearly equal length. */
function toTick() {
  const people = [...view.players].sort((/** @type {any} */ first, /** @type {any} */ second) => first.name.localeCompare(second.name, "fr"));
  const due = people.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (parseFloat(String(one.due).replace(",", ".")) || 0), 0);
  const pages = Math.ceil(people.length / ROWS_TO_TICK), lines = Math.ceil(people.length / pages);
  return Array.from({ length: pages }, (_, page) => h("section", { className: "tick" },
    h("header", {}, h("h1", {}, view.title), h("p", {}, `${DESK} : ${countNoun(people.length, "joueur")}${due ? ` · droits : ${figure(String(due))} €` : ""}`)),
    h("table", {}, h("thead", {}, h("tr", {}, ["Présent", "Joueur", "N°", view.club, "Droits, payé"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, people.slice(page * lines, (page + 1) * lines).map((/** @type {any} */ one) => h("tr", {}, [one.here ? "☐" : "absent", one.name, String(one.number), describeOrigin(one), one.due].map((text) => h("td", {}, text)))))),
    h("footer", {}, `page ${page + 1} / ${pages}`)));
}
