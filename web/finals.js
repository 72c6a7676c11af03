// Owns the finals: what is played after the rounds, and the games of Finales, which are typed as those of a round.
"use strict";

const FINALS = "Finales";

/** What the workbook says of the game in a row of Finales. @param {number} row */
const finalGame = (row) => view.final_games?.find((game) => game.row === row);

/** In how many games a final is played. @param {string} value */
const finalChoice = (value) => TEXTS.finalChoices[/** @type {keyof typeof TEXTS.finalChoices} */ (value)] ?? value;

/** Whether a row waits for its result. @param {any} row */
const isMissing = (row) => (row.sheet === FINALS ? Boolean(finalGame(row.row)?.waits) : view.missing.includes(row.row));

/** Whether a result is missing, in a round or in the finals. */
const isAwaiting = () => Boolean(view.missing?.length || view.final_games?.some((game) => game.waits));

/** Whether the rounds are over and finals are there, or may be chosen. */
const areFinalsNext = () => view.rounds > 0 && view.played === view.rounds && Boolean(view.finals?.length || view.final_games?.length);

/** Whether finals may be chosen and none is. */
const isFinalOpen = () => areFinalsNext() && !view.final_games.length && view.finals.every((stage) => !stage.value);

/** Show the finals: what is played, and its scores. */
function showFinals() {
  chosenRound = FINALS;
  return showTab("round");
}

/** Render what is played after the rounds: the choice, where there is one, and a row a game. */
function renderFinals() {
  const rows = gameRows(FINALS).filter((/** @type {any} */ row) => finalGame(row.row)), round = view.drawn;
  return h("div", { className: "round" },
    h("div", { className: "head" },
      h("button", { type: "button", className: "turn", "aria-label": filled(TEXTS.roundTitle, { round }), onclick: () => { chosenRound = null; showTab(); } }, "‹"),
      h("h2", {}, `${FINALS} `, h("small", {}, filled(TEXTS.afterRound, { round })))),
    renderFinalChoices(),
    rows.length && !isReadOnly() ? h("p", { className: "quiet keys" }, TEXTS.keys) : "",
    h("div", { className: "games finals", onkeydown: walkByTab }, rows.map((/** @type {any} */ row) => [h("h3", {}, gameLabel(row)), renderMatch(row)])));
}

/** Render the choice of the finals that are played (Othello). */
function renderFinalChoices() {
  if (!view.finals?.length) return null;
  return [h("p", { className: "quiet" }, TEXTS.finalsHelp),
    h("p", { className: "row choices", role: "group", "aria-label": TEXTS.finalsTitle }, view.finals.map((stage) => h("label", {}, `${stage.name} `, choiceBox({ ...stage, sheet: FINALS }, finalChoice))))];
}

/** The colours of a game exchanged, before it is played. @param {any} row */
function exchangeColours(row) {
  const columns = columnsOf(row.sheet), [first, second] = view.sides.map((/** @type {string[]} */ [number]) => number);
  return task(() => typeCells([...identityCells(row.sheet, row.row), ...[[first, second], [second, first]].map(([to, from]) => ({ sheet: row.sheet, row: row.row, column: columns[to], value: row.text(from) }))]));
}

/** What a row of Finales is about, as it is shown: an update may not have written it yet. @param {string} sheet @param {number} row
 * @param {number[]} [but] columns that are typed anew */
function identityCells(sheet, row, but = []) {
  if (sheet !== FINALS) return [];
  const typed = (view.sheets[sheet].typed ?? []).filter((column) => column.typed && !but.includes(column.column));
  return typed.map(({ column }) => ({ sheet, row, column, value: view.sheets[sheet].rows[row - 1]?.[column - 1] ?? "" })).filter(({ value }) => value);
}
