// Owns the finals: what is played after the rounds, and the games of Finales, which are typed as those of a round.
"use strict";

const FINALS = "Finales";

/** What the workbook says of the game in a row of Finales; undefined where the row has none. @param {number} row */
const findFinalGame = (row) => state.view?.final_games?.find((game) => game.row === row);

/** The game of Finales whose row has a problem; "" for any other cell. @param {{sheet: string, row: number}} problem */
const finalOf = ({ sheet, row }) => (sheet === FINALS && (findFinalGame(row)?.title || FINALS)) || "";

/** Say in how many games a final is played. @param {string} value */
const describeFinalChoice = (value) =>
  TEXTS.finalChoices[/** @type {keyof typeof TEXTS.finalChoices} */ (value)] ?? value;

/** Whether the game in a row of a round or of Finales has no result yet. @param {any} row */
const isResultMissing = (row) =>
  row.sheet === FINALS ? Boolean(findFinalGame(row.row)?.waits) : state.view.missing.includes(row.row);

/** Whether any game has no result yet, in a round or in the finals. */
const isAnyResultMissing = () =>
  Boolean(state.view.missing?.length || state.view.final_games?.some((game) => game.waits));

/** Whether the rounds are over and there are finals, or finals to choose. */
const canShowFinals = () =>
  state.view.rounds > 0 &&
  state.view.played === state.view.rounds &&
  Boolean(state.view.finals?.length || state.view.final_games?.length);

/** Whether finals may be chosen and none has been. */
const canChooseFinals = () =>
  canShowFinals() && !state.view.final_games.length && state.view.finals.every((stage) => !stage.value);

/** Show the finals: what is played, and its scores. */
function showFinals() {
  state.chosenRound = FINALS;
  return showTab("round");
}

/** The games of Finales, in the order of the matches, whatever rows they have. @returns {any[]} */
function finalRows() {
  const order = state.view.final_games.map((game) => game.row);
  return gameRows(FINALS)
    .filter((/** @type {any} */ row) => order.includes(row.row))
    .sort((first, second) => order.indexOf(first.row) - order.indexOf(second.row));
}

/** Render what is played after the rounds: the choice, where there is one, and a row a game. */
function renderFinals() {
  const rows = finalRows(),
    round = state.view.drawn;
  const games = h(
    "div",
    { className: "games finals", onkeydown: walkByTab },
    rows.map((/** @type {any} */ row) => [h("h3", {}, gameLabel(row)), renderMatch(row)]),
  );
  const isPhone = matchMedia("(max-width: 620px)").matches; // what is to be played comes first where four lists fill the screen
  return h(
    "div",
    { className: "round" },
    h(
      "div",
      { className: "head" },
      h(
        "button",
        {
          type: "button",
          className: "turn",
          "aria-label": filled(TEXTS.roundTitle, { round }),
          onclick: () => {
            state.chosenRound = null;
            showTab();
          },
        },
        "‹",
      ),
      h("h2", {}, `${FINALS} `, h("small", {}, filled(TEXTS.afterRound, { round }))),
    ),
    isPhone && rows.length ? null : renderFinalChoices(),
    rows.length && !isReadOnly() ? h("p", { className: "quiet keys" }, TEXTS.keys) : "",
    state.view.colours && rows.some(isResultMissing)
      ? h(
          "p",
          { className: "quiet" },
          TEXTS.finalColours,
          state.view.finals.some((stage) => stage.value === "3") ? ` ${TEXTS.finalColoursLater}` : "",
        )
      : "",
    games,
    isPhone && rows.length ? renderFinalChoices() : null,
  );
}

/** Render the choice of the finals that are played (Othello). */
function renderFinalChoices() {
  if (!state.view.finals?.length) return null;
  return [
    h("p", { className: "quiet" }, TEXTS.finalsHelp),
    h(
      "p",
      { className: "row choices", role: "group", "aria-label": TEXTS.finalsTitle },
      state.view.finals.map((stage) =>
        h("label", {}, `${stage.name} `, choiceBox({ ...stage, sheet: FINALS }, describeFinalChoice)),
      ),
    ),
  ];
}

/** Exchange the colours of a game that is not played yet. @param {any} row */
function exchangeColours(row) {
  const columns = columnsOf(row.sheet),
    [first, second] = state.view.sides.map((/** @type {string[]} */ [number]) => number);
  return task(() =>
    typeCells([
      ...listIdentityCells(row.sheet, row.row),
      ...[
        [first, second],
        [second, first],
      ].map(([target, source]) => ({
        sheet: row.sheet,
        row: row.row,
        column: columns[target],
        value: row.text(source),
      })),
    ]),
  );
}

/** Cells that say which game a row of Finales is, as they are shown: they are typed with its scores, as an update may not have
 * written them yet. None for a row of another sheet. @param {string} sheet @param {number} row
 * @param {number[]} [changed] columns that are typed anyway */
function listIdentityCells(sheet, row, changed = []) {
  if (sheet !== FINALS) return [];
  const typed = (state.view.sheets[sheet].typed ?? []).filter(
    (column) => column.typed && !changed.includes(column.column),
  );
  return typed
    .map(({ column }) => ({ sheet, row, column, value: state.view.sheets[sheet].rows[row - 1]?.[column - 1] ?? "" }))
    .filter(({ value }) => value);
}
