// Owns paper: any sheet as its workbook prints it, page by page, and a list to tick. The browser prints.
"use strict";

const DESK_LIST = "pointage", IN_SIGHT = "in sight", ROWS_TO_TICK = 30; // rows for which a page has room, with two lines each

/** Ask what to print. */
async function choosePaper() {
  const names = Object.keys(view.sheets).filter((name) => view.sheets[name].filled && name !== "Tables" && (name !== "Palmarès" || view.over) && (name !== FINALS || hasGames()));
  const first = ["Appariements", "Fiches", "Classement", "Grille", "Cotes", "Palmarès"];
  const order = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  const due = (view.final_games ?? []).filter((game) => game.waits), codes = book.slips && !due.length; // phones send no finals
  const slips = due.length ? filled(TEXTS.finalSlips[due.length > 1 ? 1 : 0] ?? "", { games: due.map((game) => game.title).join(", ") }) : filled(codes ? TEXTS.slipsWithCode : TEXTS.slips, { round: view.drawn });
  /** @type {Record<string, string>} */ const labels = { [DESK_LIST]: TEXTS.deskList, [FINALS]: TEXTS.finalsBracket, Appariements: due.length ? TEXTS.finalsWall : filled(TEXTS.roundWall, { round: view.drawn }), Fiches: slips };
  const [standings = ""] = names.includes("Classement") ? sheetTitles(view.sheets.Classement) : [], earlier = renderEarlier();
  if (standings) labels.Classement = filled(TEXTS.theStandings, { title: standings.charAt(0).toLowerCase() + standings.slice(1) });
  if (view.players?.length) order.unshift(DESK_LIST);
  if (earlier) { order.unshift(IN_SIGHT); labels[IN_SIGHT] = earlier.label; }
  const name = await dialog(TEXTS.actions.print, (close) => [h("div", { className: "choices" }, order.map((sheet) => h("button", { type: "button", onclick: () => close(sheet) }, labels[sheet] ?? sheet)))]);
  if (name === "Fiches" && codes) window.open(book.slips, "_blank", "noreferrer");
  else if (name === IN_SIGHT) printPages([earlier?.page], "12mm");
  else if (name) await onPaper(name);
}

/** Whether Finales has a game; right of its games are the choices. */
const hasGames = () => gameRows(FINALS).some((row) => row.text("Match"));

let isPrinting = false;
/** Print a sheet. @param {string} name */
async function onPaper(name) {
  if (isPrinting) return undefined; // touched twice
  isPrinting = true;
  try {
    if (name === DESK_LIST) return printPages(toTick());
    const result = await task(() => call("paper", { file: book.name, sheet: name }));
    if (!result?.paper) return result && tell(result.answer);
    $("paper").innerHTML = result.paper;
    return window.print();
  } finally {
    isPrinting = false;
  }
}

/** Print pages that the page itself has laid out. @param {any[]} pages @param {string} [margin] */
function printPages(pages, margin = "0") {
  $("paper").replaceChildren(h("style", {}, `@page { size: A4; margin: ${margin} }`), ...pages);
  window.print();
}

/** The earlier round or the earlier standings in sight, which no sheet of the workbook prints: a page, and what it is called; null
 * where the last ones, or something else, are in sight. */
function renderEarlier() {
  const shown = document.querySelector("#panel .pick select"), after = tab === "standings" ? Number(/** @type {any} */ (shown)?.value ?? 0) : 0;
  const number = tab === "round" && typeof chosenRound === "number" ? chosenRound : 0;
  const round = filled(TEXTS.roundTitle, { round: number }), standings = document.querySelector("#panel .sheet");
  const lay = (/** @type {string} */ title, /** @type {any[]} */ content) => h("section", { className: "earlier" }, h("header", {}, h("h1", {}, view.title), h("p", {}, title)), ...content);
  if (number) return { label: filled(TEXTS.roundInSight, { round: number }), page: lay(round, [renderRoundTable(number)]) };
  if (!after || after === view.played || !standings) return null;
  return { label: filled(TEXTS.standingsInSight, { round: after }), page: lay(standings.querySelector("h2")?.textContent ?? "", [...standings.querySelectorAll("p.quiet, table")].map((element) => element.cloneNode(true))) };
}

/** A round as a table: who met whom, and how it ended. @param {number} number */
function renderRoundTable(number) {
  const pairs = view.several ? view.scores : view.scores.slice(0, 1);
  const scoresOf = (/** @type {any} */ row, /** @type {number} */ side) => pairs.map((pair) => row.text(pair[side])).filter(Boolean).join(" · ");
  const lines = roundRows(number).map((row) => {
    const [first, second] = view.sides.map(([side = "", label = ""]) => playerName(row.text(side), row.text(label)));
    return [row.text("Table"), first, scoresOf(row, 0), scoresOf(row, 1), second, filled(endingText(row.text(view.ending)), { 1: first, 2: second })];
  });
  return h("table", {}, h("thead", {}, h("tr", {}, ["Table", view.sides[0]?.[1], view.scores[0]?.[0], view.scores[0]?.[1], view.sides[1]?.[1], view.ending].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, lines.map((line) => h("tr", {}, line.map((text) => h("td", {}, text))))));
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
