// Owns the standings and the grid, and what a view's figures mean.
import { draw } from "./draw";
import { engine } from "./engine";
import { explainFinals } from "./finals";
import { FINALS } from "./names";
import { listLacks } from "./players";
import { ratingsLegend, shownSheet } from "./sheets";
import { state } from "./state";
import { SheetView, sheetTitles, TitledTable } from "./tables";
import { TEXTS } from "./texts";
import { task } from "./workbook";

export function Standings() {
  const { earlier, view } = state;
  return earlier ? (
    <TitledTable title={earlier.title} rows={earlier.rows} name="Classement" />
  ) : (
    <SheetView sheet={view.sheets.Classement} name="Classement" />
  );
}

export const Grid = () => <SheetView sheet={state.view.sheets.Grille} name="Grille" />;

/** Show the standings after a round. */
export async function showStandingsAfter(after: number) {
  const result =
    after === state.view.played ? null : await task(() => engine.call("standings", { file: state.book.name, after }));
  state.earlier = result?.standings ? { after, title: result.answer.message, rows: result.standings } : null;
  draw();
}

/** Lines below the title of a sheet: what its figures mean, where they come from. */
const notesOf = (name: string) =>
  sheetTitles(state.view.sheets[name])
    .slice(1)
    .flatMap((note) => note.split("\n"));

/** What the view in sight means: keys, legends, rules. */
export function explainView(): string[] {
  const { tab, view } = state;
  if (tab === "round" && state.chosenRound === FINALS) return [...explainFinals(), ...TEXTS.roundLegend];
  if (tab === "round") return view.drawn ? TEXTS.roundLegend : TEXTS.beforeLegend;
  if (tab === "players") return listLacks();
  if (tab === "standings") return notesOf("Classement");
  if (tab === "grid") return notesOf("Grille");
  if (tab === "sheets") return shownSheet() === "Cotes" ? ratingsLegend() : notesOf(shownSheet());
  return view.finals?.length ? [TEXTS.finalsLater] : [];
}
