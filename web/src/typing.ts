// Owns what is typed into the rows of games and not in the workbook: drafts, and what is on its way to it.
import { type GameRow, state } from "./state";

export const keyOf = (place: string, column: string) => `${place}/${column}`;

/** The columns of a row of games into which people type: scores, and how else it ended. */
export const typedColumns = () => [...state.view.scores.flat(), state.view.ending];

/** What the workbook has in a cell of a row, or is about to have. */
const storedIn = (row: GameRow, column: string) => state.sending[keyOf(row.place, column)] ?? row.text(column);

/** What the box of a cell shows. */
export const typedIn = (row: GameRow, column: string) =>
  state.drafts[keyOf(row.place, column)] ?? storedIn(row, column);

/** The columns of a row in which something is typed that is not in the workbook. */
export const changedColumns = (row: GameRow) =>
  typedColumns().filter((column) => typedIn(row, column).trim() !== storedIn(row, column));

export function keepTyped(row: GameRow, column: string, value: string) {
  if (value === storedIn(row, column)) delete state.drafts[keyOf(row.place, column)];
  else state.drafts[keyOf(row.place, column)] = value;
}

/** Forget what is typed in a row, or in one column of it. */
export function dropTyped(row: GameRow, columns = typedColumns()) {
  for (const column of columns) delete state.drafts[keyOf(row.place, column)];
}

/** Forget what is typed: another workbook is shown, or this one as it was. */
export function forgetTyped() {
  state.drafts = {};
  state.sending = {};
  state.faultsByRow = {};
  state.refusedSettings = {};
  state.rowNote = null;
}

/** Scroll what somebody types into, and what is said of it, back into sight where something above has grown. */
export const keepInSight = () => document.activeElement?.closest(".game")?.scrollIntoView({ block: "nearest" });
