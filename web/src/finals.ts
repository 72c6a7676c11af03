// Owns the finals: what is played after the rounds, and the games of Finales, which are typed as those of a round.
import { typeCells } from "./actions";
import { h } from "./dom";
import { walkByTab } from "./keys";
import { FINALS } from "./names";
import { showTab } from "./page";
import { columnsOf, gameLabel, gameRows, renderMatch } from "./round";
import { choiceBox } from "./settings";
import { type GameRow, state } from "./state";
import { filled, TEXTS } from "./texts";
import { isReadOnly, task } from "./workbook";

/** What the workbook says of the game in a row of Finales; undefined where the row has none. */
export const findFinalGame = (row: number) => state.view?.final_games?.find((game) => game.row === row);

/** The game of Finales whose row has a problem; "" for any other cell. */
export const finalOf = ({ sheet, row }: { sheet: string; row: number }) =>
  (sheet === FINALS && (findFinalGame(row)?.title || FINALS)) || "";

/** Say in how many games a final is played. */
export const describeFinalChoice = (value: string) =>
  TEXTS.finalChoices[value as keyof typeof TEXTS.finalChoices] ?? value;

/** Whether the game in a row of a round or of Finales has no result yet. */
export const isResultMissing = (row: GameRow) =>
  row.sheet === FINALS ? Boolean(findFinalGame(row.row)?.waits) : state.view.missing.includes(row.row);

/** Whether any game has no result yet, in a round or in the finals. */
export const isAnyResultMissing = () =>
  Boolean(state.view.missing?.length || state.view.final_games?.some((game) => game.waits));

/** Whether the rounds are over and there are finals, or finals to choose. */
export const canShowFinals = () =>
  state.view.rounds > 0 &&
  state.view.played === state.view.rounds &&
  Boolean(state.view.finals?.length || state.view.final_games?.length);

/** Whether finals may be chosen and none has been. */
export const canChooseFinals = () =>
  canShowFinals() && !state.view.final_games.length && state.view.finals.every((stage) => !stage.value);

/** Show the finals: what is played, and its scores. */
export function showFinals() {
  state.chosenRound = FINALS;
  return showTab("round");
}

/** The games of Finales, in the order of the matches, whatever rows they have. */
export function finalRows(): GameRow[] {
  const order = state.view.final_games.map((game) => game.row);
  return gameRows(FINALS)
    .filter((row) => order.includes(row.row))
    .sort((first, second) => order.indexOf(first.row) - order.indexOf(second.row));
}

/** Render what is played after the rounds: the choice, where there is one, and a row a game. */
export function renderFinals() {
  const rows = finalRows(),
    round = state.view.drawn;
  const games = h(
    "div",
    { className: "games finals", onkeydown: walkByTab },
    rows.map((row) => [h("h3", {}, gameLabel(row)), renderMatch(row)]),
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
export function renderFinalChoices() {
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

/** Exchange the colours of a game that is not played yet. */
export function exchangeColours(row: GameRow) {
  const columns = columnsOf(row.sheet),
    [first, second] = state.view.sides.map(([number]: string[]) => number);
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
 * written them yet. None for a row of another sheet.
 * @param changed columns that are typed anyway */
export function listIdentityCells(sheet: string, row: number, changed: number[] = []) {
  if (sheet !== FINALS) return [];
  const typed = (state.view.sheets[sheet].typed ?? []).filter(
    (column) => column.typed && !changed.includes(column.column),
  );
  return typed
    .map(({ column }) => ({ sheet, row, column, value: state.view.sheets[sheet].rows[row - 1]?.[column - 1] ?? "" }))
    .filter(({ value }) => value);
}
