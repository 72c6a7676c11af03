// Owns the state of the page: all that one part of it writes and another reads.
import type { ComponentChild } from "preact";
import type { DownloadedMail, FileHandle } from "./store";
import type { Answer, Bytes, View } from "./wire";

/** The workbook that is open: as kept in the browser, with its bytes; or in the folder that the program serves. */
export interface Book {
  id: string;
  name: string;
  unsaved: boolean;
  /** Its bytes; the program that serves the page keeps them itself. */
  data?: Bytes;
  handle?: FileHandle;
  stamp?: string;
  onlyHere?: boolean;
  done?: string[];
  mail?: DownloadedMail;
  copies?: string[];
  /** Whether only this page has typed since the last update. */
  isStaleOnlyByPage?: boolean;
  /** Addresses of the slips and of the hall's screen, where the program serves the hall. */
  slips?: string;
  screen?: string;
}

/** What is wrong with what was typed into a row; `doubt`: only unusual. */
export interface RowFault {
  text: string;
  columns: string[];
  doubt: boolean;
}

/** What was typed for a setting and is not in the workbook, and why. */
export interface RefusedSetting {
  value: string;
  text: string;
}

/** A row of a sheet of games; `place`: sheet/row, `text`: of the column of a title. */
export interface GameRow {
  sheet: string;
  row: number;
  place: string;
  cells: string[];
  text: (title: string | undefined) => string;
}

/** An answer in sight; `more`: what stands below it, `fault`: the place of the row whose fault it is. */
export interface Told {
  answer: Answer;
  more: ComponentChild;
  fault: string;
}

/** Standings after an earlier round than the last one played. */
export interface EarlierStandings {
  after: number;
  title: string;
  rows: string[][];
}

export type Tab = "round" | "players" | "standings" | "grid" | "sheets" | "settings";

const NONE = null as never; // what needs a workbook runs only while there is one; what may run without asks for it by "?."

export const state = {
  /** The workbook that is open; null without one. */
  book: NONE as Book,
  /** What there is to see of it; null without one. */
  view: NONE as View,
  /** The name of that view, by which the engine tells its changes alone. */
  known: "",
  /** Whether another tab has it, so that this one only looks. */
  locked: false,
  /** What was to be opened. */
  openingFile: null as { name: string; data: Bytes } | null,
  /** The tab in sight. */
  tab: "round" as Tab,
  /** The round in sight; null: the last one drawn. */
  chosenRound: null as number | "Finales" | null,
  /** The sheet in sight under Feuilles. */
  chosenSheet: "",
  /** The earlier standings in sight; null: those of the moment. */
  earlier: null as EarlierStandings | null,
  /** Whether Cotes shows every column. */
  everyColumn: false,
  /** Key of a box -> what is typed in it and is not in the workbook. */
  drafts: {} as Record<string, string>,
  /** Key of a box -> what has been sent from it and is not answered yet. */
  sending: {} as Record<string, string>,
  /** Place of a row (sheet/row) -> its fault. */
  faultsByRow: {} as Record<string, RowFault>,
  /** Name of a setting -> what was refused for it. */
  refusedSettings: {} as Record<string, RefusedSetting>,
  /** What follows from what was noted last, at the place of its row. */
  rowNote: null as { place: string; text: string } | null,
  /** Place of the row whose menu is open; "" for none. */
  menuOf: "",
  /** Whether careless names are to stay as they are. */
  keepsNames: false,
  /** Whether players are being pasted into Joueurs that has some. */
  isPasting: false,
  /** What was said last; null for nothing. */
  told: null as Told | null,
  /** What stays said until its cause is gone; null for nothing. */
  alarm: null as ComponentChild,
  /** What was typed for a new tournament that is not made yet. */
  newTournament: {} as Record<string, string>,
  /** How many results of the open workbook have been received from phones and are not in it, where the program serves its hall. */
  received: 0,
  /** The window that shows the hall's screen. */
  hallWindow: null as Window | null,
};

/** Forget the workbook that was open. */
export function forgetBook() {
  state.book = NONE;
  state.view = NONE;
  state.known = "";
  state.locked = false;
  state.chosenRound = null;
  state.earlier = null;
  state.told = null;
  state.alarm = null;
  state.isPasting = false;
  state.received = 0;
  state.keepsNames = false;
}
