// Owns the state of the page: all that one part of it writes and another reads.
"use strict";

/** @typedef {{text: string, columns: string[], doubt: boolean}} RowFault what is wrong with what was typed; `doubt`: only unusual
 * @typedef {{value: string, text: string}} RefusedCell what was typed into a box and is not in the workbook, and why */

const state = {
  /** The workbook that is open: as kept, with its bytes. @type {any} */
  book: null,
  /** What there is to see of it; null without one. @type {View} */
  view: /** @type {any} */ (null),
  /** Whether another tab has it, so that this one only looks. */
  locked: false,
  /** What was to be opened. @type {{name: string, data: Uint8Array} | null} */
  openingFile: null,
  /** The tab in sight. */
  tab: "round",
  /** The round in sight; null: the last one drawn. @type {number | "Finales" | null} */
  chosenRound: null,
  /** The sheet in sight under Feuilles. */
  chosenSheet: "",
  /** Whether Cotes shows every column. */
  everyColumn: false,
  /** Key of a box -> what is typed in it and is not in the workbook. @type {Record<string, string>} */
  drafts: {},
  /** Place of a row (sheet/row) -> its fault. @type {Record<string, RowFault>} */
  faultsByRow: {},
  /** Place of a cell (sheet/row) -> what was refused there. @type {Record<string, RefusedCell>} */
  refusedCells: {},
  /** What follows from what was noted last, at the place of its row. @type {{place: string, text: string} | null} */
  rowNote: null,
  /** What was typed for a new tournament that is not made yet. @type {Record<string, string>} */
  newTournament: {},
  /** The window that shows the hall's screen. @type {any} */
  hallWindow: null,
};
