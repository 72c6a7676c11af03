// Owns the finals: what is played after the rounds, and the games of Finales, which are typed as those of a round.
import { walkByTab } from "./keys";
import { FINALS } from "./names";
import { showTab } from "./page";
import { gameLabel, gameRows, Match, noteGame } from "./round";
import { ChoiceBox } from "./settings";
import { type GameRow, state } from "./state";
import { TEXTS } from "./texts";
import { task } from "./workbook";

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

/** What is played after the rounds: a row a game, and the choice, where there is one. */
export function Finals() {
  const rows = finalRows();
  return (
    <div class="round">
      {rows.length ? (
        <div class="games finals card" onKeyDown={walkByTab}>
          {rows.map((row) => (
            <section key={row.place} aria-label={gameLabel(row)}>
              <h3>{gameLabel(row)}</h3>
              <Match row={row} />
            </section>
          ))}
        </div>
      ) : null}
      <FinalChoices />
    </div>
  );
}

/** What the finals mean: the colours of their games, what they decide. */
export const explainFinals = () => [
  ...(state.view.finals?.length ? [TEXTS.finalsHelp] : []),
  ...(state.view.colours ? [TEXTS.finalColours, TEXTS.finalColoursLater] : []),
];

/** The choice of the finals that are played (Othello): the last one first, each with who would meet. */
export function FinalChoices() {
  if (!state.view.finals?.length) return null;
  return (
    <fieldset class="final-choices card" aria-label={TEXTS.finalsTitle}>
      {state.view.finals.toReversed().map((stage) => (
        <div class="final-choice" key={stage.name}>
          <label for={`final-${stage.row}`}>{stage.name}</label>
          <ChoiceBox id={`final-${stage.row}`} line={stage} label={describeFinalChoice} />
          <span class="quiet">{stage.meets.join(" · ")}</span>
        </div>
      ))}
    </fieldset>
  );
}

/** Exchange the colours of a game that is not played yet. */
export function exchangeColours(row: GameRow) {
  const [black, white] = state.view.sides.map(([number]) => number);
  return task(() => noteGame(row, { [black]: row.text(white), [white]: row.text(black) }, {}));
}
