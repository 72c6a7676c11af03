// Owns paper, A4: the wall, slips, and any sheet, from the cells that a press has written. The browser prints.
"use strict";

const DESK = "Pointage";

/** What to print, chosen in a dialog. */
async function choosePaper() {
  const names = Object.keys(view.sheets).filter((name) => view.sheets[name].filled && !["Tables", "Évolution"].includes(name));
  const first = ["Appariements", "Fiches", "Classement", "Grille", "Cotes", "Palmarès"];
  const order = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  const labels = { Appariements: "La ronde, pour le mur", Fiches: book.slips ? "Les fiches de résultat, avec le code des téléphones" : "Les fiches de résultat" };
  if (view.players?.length) order.unshift(DESK);
  const name = await dialog("Imprimer", (close) => [h("div", { className: "choices" }, order.map((one) => h("button", { type: "button", onclick: () => close(one) }, labels[/** @type {keyof typeof labels} */ (one)] ?? one)))]);
  if (name === "Fiches" && book.slips) window.open(book.slips, "_blank", "noreferrer");
  else if (name) onPaper(name);
}

/** @param {string} name */
function onPaper(name) {
  const sheet = view.sheets[name], wide = ["Grille", "Cotes"].includes(name);
  const made = name === DESK ? toTick() : name === "Appariements" ? wall(sheet) : name === "Fiches" ? slips(sheet) : [renderSheet(sheet, name)];
  $("paper").className = `${name} ${wide ? "wide" : ""}`;
  $("paper").replaceChildren(h("style", {}, `@page { size: A4 ${wide ? "landscape" : "portrait"}; margin: 12mm }`), ...made);
  window.print();
}

/** Everybody by name, to tick at the desk: club, what is due or paid. */
function toTick() {
  const people = [...view.players].sort((/** @type {any} */ one, /** @type {any} */ two) => one.name.localeCompare(two.name, "fr"));
  const due = people.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (parseFloat(String(one.due).replace(",", ".")) || 0), 0);
  return [h("header", {}, h("h1", {}, view.title), h("p", {}, `${DESK} : ${people.length} joueur${people.length > 1 ? "s" : ""}${due ? ` · droits : ${figure(String(due))} €` : ""}`)),
    h("table", {}, h("thead", {}, h("tr", {}, ["Présent", "Joueur", "N°", view.game === "othello" ? "Pays, club" : "Club", "Droits, payé"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, people.map((/** @type {any} */ one) => h("tr", {}, [one.here ? "☐" : "absent", one.name, String(one.number), one.beside, one.due].map((text) => h("td", {}, text))))))];
}

/** The round by table, then by name; larger the fewer there are. @param {any} sheet */
function wall(sheet) {
  const rows = /** @type {string[][]} */ (sheet.rows), [title, ...notes] = rows.slice(0, sheet.header - 1).map((row) => row.filter(Boolean).join(" · "));
  const turn = rows.findIndex((row, at) => at >= sheet.header && row.includes("Où je joue"));
  const head = rows[sheet.header - 1];  // which later pages of the sheet have again
  const games = rows.slice(sheet.header, turn < 0 ? undefined : turn).filter((row) => (row[0] || row[5]) && row[2] !== head[2]);
  const lines = turn < 0 ? [] : rows.slice(turn + 1).filter((row) => row[2] !== "Où je joue"), beside = rows[turn]?.[5] !== "Où je joue";
  const named = lines.flatMap((row) => [[row[2], row[3]], ...(beside ? [] : [[row[5], row[4]]])]).filter(([name]) => name);
  named.sort(([one], [two]) => one.localeCompare(two, "fr"));
  const size = games.length <= 12 ? 22 : games.length <= 16 ? 18 : 16;
  const place = Object.fromEntries(head.map((name, at) => [name, at]));
  const [one, two] = view.sides.map((/** @type {string[]} */ side) => place[side[1]]);
  const line = (/** @type {string[]} */ row) => h("tr", {}, h("th", { scope: "row" }, row[0] ?? ""), h("td", { className: "p" }, row[1] ?? ""), h("td", { className: "r" }, row[one]), h("td", { className: "b" }), h("td", { className: "b" }), h("td", {}, row[two]), h("td", { className: "p" }, row[6] ?? ""));
  return [
    h("header", {}, h("h1", {}, title), notes.filter(Boolean).map((note) => h("p", {}, note))),
    h("table", { className: "wall", style: `font-size:${size}pt` }, h("tbody", {}, games.map(line))),
    named.length ? h("section", { className: named.length > 40 ? "names apart" : "names", style: `font-size:${Math.min(size, 18)}pt` }, h("h2", {}, "Où je joue"), h("div", {}, named.map(([name, table]) => h("p", {}, h("span", {}, name), h("b", {}, table))))) : "",
  ];
}

/** Eight a page, to cut; laid out as on the sheet: two beside each other, six rows each. @param {any} sheet */
function slips(sheet) {
  const rows = /** @type {string[][]} */ (sheet.rows), made = [];
  for (let top = 2; top < rows.length; top += 6) {
    for (const left of [0, 5]) {
      const at = (/** @type {number} */ down, /** @type {number} */ right) => rows[top + down]?.[left + right] ?? "";
      if (!at(1, 1)) continue;
      made.push(h("section", { className: "slip-paper" },
        h("p", { className: "top" }, h("span", {}, at(0, 0)), h("b", {}, at(0, 3))),
        [1, 2].map((down) => h("p", { className: "player" }, h("span", {}, at(down, 0)), h("b", {}, at(down, 1)), h("i", {}))),
        h("p", { className: "small" }, at(3, 0)), h("p", { className: "sign" }, h("span", {}, at(4, 0)), h("i", {}), h("i", {}))));
    }
  }
  return made;
}
