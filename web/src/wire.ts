// Owns the types of the wire; tests/frontends/web/test_page.py compares them with what the program sends.

/** The content of a file. */
export type Bytes = Uint8Array<ArrayBuffer>;

export interface Problem {
  sheet: string;
  cell: string;
  row: number;
  column: number;
  message: string;
}

export interface Answer {
  code: number;
  message: string;
  text: string;
  status: string;
  warnings: string[];
  problems: Problem[];
}

export interface TypedColumn {
  name: string;
  column: number;
  typed: boolean;
  choices: string[];
  label: string;
  help: string;
  fixed: number[];
  fixed_help: string;
}

/** A cell of a row, to be corrected. */
export interface Fault {
  row: number;
  column: number;
  message: string;
}

export interface Sheet {
  rows: string[][];
  header: number;
  filled: boolean;
  offered: boolean;
  typed?: TypedColumn[];
  faults?: Fault[];
  start?: number;
  free?: number;
}

export interface PlayerLine {
  row: number;
  number: number | "";
  name: string;
  club: string;
  country: string;
  licence: string;
  cote: string;
  unrated_cote: string;
  absences: string;
  position: number;
  here: boolean;
  left: boolean;
  due: string;
}

/** A value with its choices; without any, what is typed is free. */
export interface ValueLine {
  name: string;
  choices: string[];
  row: number;
  value: string;
}

/** A setting; `counts`: what an empty one means; `wanted`: the sending asks for it; `fixed`: it stays as it is. */
export interface SettingLine extends ValueLine {
  group: string;
  help: string;
  counts: string;
  wanted: boolean;
  fixed: boolean;
}

/** A choice of finals; `meets`: who would meet. */
export interface FinalChoice extends ValueLine {
  meets: string[];
}

export interface FinalGame {
  row: number;
  title: string;
  waits: boolean;
  text: string;
  won: number;
  drawn: boolean;
  decided: string;
}

export interface View {
  file: string;
  copies: string[];
  problems: Problem[];
  stale: boolean;
  parcel: string;
  notes: string[];
  button: string;
  panel: Record<string, string>;
  leaders: string[][];
  race: string;
  game: "scrabble" | "othello";
  title: string;
  event: string;
  formula: string;
  drawn: number;
  played: number;
  rounds: number;
  over: boolean;
  bye_help: string;
  settings: SettingLine[];
  finals: FinalChoice[];
  final_games: FinalGame[];
  sides: string[][];
  ending: string;
  alone: boolean;
  scores: string[][];
  several: boolean;
  choices: Record<string, string[][]>;
  missing: number[];
  won: Record<number, number>;
  counted: Record<number, string>;
  players: PlayerLine[];
  careless: boolean;
  names: Record<string, string>;
  colours: boolean;
  ratings: boolean;
  world: boolean;
  ratings_note: string;
  club: string;
  sheets: Record<string, Sheet>;
}

/** What of a view is not as in the one before: null for what is no more; rows of a sheet by their index where they are as many. */
export type Changes = { [K in Exclude<keyof View, "sheets">]?: View[K] | null } & {
  sheets?: Record<string, SheetChanges | null>;
};

export type SheetChanges = { [K in Exclude<keyof Sheet, "rows">]?: Sheet[K] | null } & {
  rows?: string[][] | Record<string, string[]>;
};

export interface Result {
  answer: Answer;
  view?: View;
  /** Instead of the view: its changes to the one that the page has; `known`: the name of the new one. */
  changes?: Changes;
  known?: string;
  /** Refused, unless one is sure. */
  doubt?: boolean;
}

/** A cell as a person types it; `was`: what it must have been. */
export interface TypedCell {
  sheet: string;
  row: number;
  column: number;
  value: string;
  was?: string;
}

export interface Mail {
  to: string;
  subject: string;
  body: string;
}

export interface PressResult extends Result {
  show?: string;
  files?: string[];
  mail?: Mail;
  complete?: boolean;
}

export interface PairExplanation {
  title: string;
  lines: string[];
  details: string[];
}

export interface SupposedSide {
  name: string;
  points: string;
}

export interface SupposedPair {
  table: string;
  sides: SupposedSide[];
}

/** What each call gives. */
export interface Calls {
  books: Result & { books: { file: string; when: number; status: string }[]; folder: string };
  open: Result & { view: View; slips?: string; screen?: string };
  take: Result;
  new: Result & { field?: string; line?: number };
  discard: Result;
  carry_over: Result & { players: string[][]; settings: Record<string, string>; taken: string[] };
  press: PressResult;
  result: Result;
  setting: Result;
  fix: Result;
  presence: Result;
  type: Result;
  register: Result & { line?: number };
  order_names: Result & { names?: [string, string][] };
  received: Result;
  copies: Result & { rows: string[][]; names: string[] };
  back: Result;
  explain: Result & { pairs: PairExplanation[] };
  what_if: Result & { standings?: string[][]; next?: SupposedPair[] };
  standings: Result & { standings?: string[][] };
  paper: Result & { paper?: string };
  screen: Result & { page?: string; views?: string };
  // those of the program alone (`app`)
  here: object;
  gone: object;
  doctor: { lines: string[] };
  hall: {
    address: string;
    code: string;
    desk: string;
    slips: string;
    screen: string;
    trouble: string;
    warning: string;
    problem?: string;
  };
}
