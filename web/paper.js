// Owns paper: any sheet as its workbook prints it, page by page, and a list to tick. The browser prints.
"use strict";

const DESK_LIST = "pointage", ROWS_TO_TICK = 30; // rows for which a page has room, with two lines each

/** Ask what to print. */
async function choosePaper() {
  const names = Object.keys(view.sheets).filter((name) => view.sheets[name].filled && name !== "Tables" && (name !== "Palmarès" || view.played === view.rounds) && (name !== FINALS || hasGames()));
  const first = ["Appariements", "Fiches", "Classement", "Grille", "Cotes", "Palmarès"];
  const order = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  const due = (view.final_games ?? []).filter((game) => game.waits), codes = book.slips && !due.length; // phones send no finals
  const slips = due.length ? filled(TEXTS.finalSlips[due.length > 1 ? 1 : 0] ?? "", { games: due.map((game) => game.title).join(", ") }) : codes ? TEXTS.slipsWithCode : TEXTS.slips;
  /** @type {Record<string, string>} */ const labels = { [DESK_LIST]: TEXTS.deskList, Appariements: due.length ? TEXTS.finalsWall : TEXTS.roundWall, Fiches: slips };
  if (view.players?.length) order.unshift(DESK_LIST);
  const name = await dialog(TEXTS.actions.print, (close) => [h("div", { className: "choices" }, order.map((sheet) => h("button", { type: "button", onclick: () => close(sheet) }, labels[sheet] ?? sheet)))]);
  if (name === "Fiches" && codes) window.open(book.slips, "_blank", "noreferrer");
  else if (name) await onPaper(name);
}

/** Whether Finales has a game; right of its games are the choices. */
const hasGames = () => gameRows(FINALS).some((row) => row.text("Match"));

/** @param {string} name */
async function onPaper(name) {
  const result = name === DESK_LIST ? undefined : await task(() => call("paper", { file: book.name, sheet: name }));
  if (name !== DESK_LIST && !result?.paper) return result && tell(result.answer);
  if (result) $("paper").innerHTML = result.paper;
  else $("paper").replaceChildren(h("style", {}, "@page { size: A4; margin: 0 }"), ...toTick());
  window.print();
}

/** Everybody by name, to tick at the desk: club, what is due or paid. On pages of nearly equal length. */
function toTick() {
  const people = [...view.players].sort((first, second) => first.position - second.position);
  const due = people.reduce((sum, player) => sum + (parseFloat(String(player.due).replace(",", ".")) || 0), 0);
  const pages = Math.ceil(people.length / ROWS_TO_TICK), lines = Math.ceil(people.length / pages);
  return Array.from({ length: pages }, (_, page) => h("section", { className: "tick" },
    h("header", {}, h("h1", {}, view.title), h("p", {}, `${TEXTS.deskList} : ${countNoun(people.length, TEXTS.nouns.player)}${due ? ` · ${filled(TEXTS.due, { sum: figure(String(due)) })}` : ""}`)),
    h("table", {}, h("thead", {}, h("tr", {}, [TEXTS.deskColumns.present, TEXTS.deskColumns.player, TEXTS.deskColumns.number, view.club, TEXTS.deskColumns.due].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, people.slice(page * lines, (page + 1) * lines).map((player) => h("tr", {}, [player.here ? "☐" : TEXTS.away, player.name, String(player.number), describeOrigin(player), player.due].map((text) => h("td", {}, text)))))),
    h("footer", {}, filled(TEXTS.pageNumber, { page: page + 1, pages }))));
}
