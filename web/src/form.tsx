// Owns the form of a row of a sheet that people type into, so that a phone can do it.
import { useRef, useState } from "preact/hooks";
import { typeCells } from "./actions";
import { type Close, dialog } from "./dialog";
import { findFinalGame } from "./finals";
import { FINALS, PLAYERS, PRIZES, RESULTS } from "./names";
import { DepartureButton } from "./players";
import { columnsOf, gameRows, hasBye, isBye, nameEnding, playerName, roundRows } from "./round";
import { filledRows, SHEETS_OF_GAMES } from "./sheets";
import { state } from "./state";
import { isNumber, rating } from "./tables";
import { filled, TEXTS } from "./texts";
import { tell } from "./told";
import type { PlayerLine, Result, TypedCell, TypedColumn } from "./wire";
import { isReadOnly, task } from "./workbook";

type Box = HTMLInputElement | HTMLSelectElement;

/** A cell of the row: what the workbook has, and what its box begins with. */
interface Field {
  column: TypedColumn;
  was: string;
  text: string;
  isFixed: boolean;
}

/** A row that is edited: a new one where `isNew`. */
interface EditedRow {
  name: string;
  row: number;
  isNew: boolean;
  cells: string[];
  fields: Field[];
  player: PlayerLine | undefined;
}

/** Edit the typed cells of a row in a form; a new row without `row`. */
export async function editRow(name: string, row?: number) {
  const sheet = state.view.sheets[name],
    rowNumber = row ?? sheet.free ?? 0,
    cells = sheet.rows[rowNumber - 1] ?? [];
  const fields = (sheet.typed ?? [])
    .filter((column) => column.typed)
    .map((column) => {
      const was = cells[column.column - 1] ?? "";
      return {
        column,
        was,
        text: isNumber(was) ? was.replace(".", ",") : was,
        isFixed: column.fixed.includes(rowNumber),
      };
    });
  const player = name === PLAYERS ? state.view.players?.find((candidate) => candidate.row === row) : undefined;
  const edited = { name, row: rowNumber, isNew: !row, cells, fields, player };
  await dialog<boolean>(titleOf(edited), (close) => <RowForm edited={edited} close={close} />);
}

function titleOf({ name, row, isNew, fields, player }: EditedRow) {
  if (isNew) return name === PLAYERS ? TEXTS.newPlayer : filled(TEXTS.newRow, { sheet: name });
  const summary =
    player?.name ||
    (name === FINALS && findFinalGame(row)?.text) ||
    fields
      .map(({ text }) => text)
      .filter(Boolean)
      .slice(0, name === PRIZES ? 1 : 3)
      .join(" ");
  return `${name === PLAYERS ? TEXTS.onePlayer : name} : ${summary}`;
}

/** The row above, with which a prize changes places. */
const rowAbove = ({ name, row, isNew }: EditedRow) =>
  name === PRIZES && !isNew
    ? filledRows(name)
        .filter((line) => line.row < row)
        .at(-1)
    : undefined;

/** Texts of faults by the column they are in; those of no column under 0. */
type Faults = Record<number, string>;

/** The faults that the workbook has in a row. */
const knownFaults = ({ name, row }: EditedRow): Faults =>
  Object.fromEntries(
    (state.view.sheets[name].faults ?? [])
      .filter((fault) => fault.row === row)
      .map(({ column, message }) => [
        column,
        name === PRIZES ? filled(TEXTS.notedWithoutWinner, { reason: message }) : message,
      ]),
  );

/** The faults that an answer names. */
function faultsOf(result: Result | undefined, fields: Field[]): Faults {
  const problems = result?.answer.problems ?? [],
    columns = fields.map(({ column }) => column.column),
    faults: Faults = {};
  for (const column of columns)
    faults[column] = [
      ...new Set(problems.filter((problem) => problem.column === column).map((problem) => problem.message)),
    ].join(" ");
  const others = problems.filter((problem) => !columns.includes(problem.column)).map((problem) => problem.message);
  faults[0] = [result?.answer.message, ...others].filter(Boolean).join(" ");
  return faults;
}

/** Ask while a dialog is open. */
const confirmAbove = async (question: string) => confirm(question);

/** Cells of a prize and of the one above it, exchanged: the order of the prizes decides who takes which. */
function exchangedCells({ name, row, fields }: EditedRow, above: { row: number; cells: string[] }): TypedCell[] {
  return fields
    .map(({ column, was }) => ({ column: column.column, was, other: above.cells[column.column - 1] ?? "" }))
    .filter(({ was, other }) => was !== other)
    .flatMap(({ column, was, other }) => [
      { sheet: name, row, column, value: other, was },
      { sheet: name, row: above.row, column, value: was, was: other },
    ]);
}

/** Cells that empty a row; of a pair that was drawn only what people type. */
function emptiedCells({ name, row, cells, fields }: EditedRow): TypedCell[] {
  const isFree =
    name === FINALS || (name === RESULTS && gameRows(name).some((game) => game.row === row && hasBye(game)));
  const written = isFree
    ? (state.view.sheets[name].typed ?? [])
        .filter((column) => !column.typed)
        .map((column) => ({ column, was: cells[column.column - 1] ?? "", isFixed: false }))
    : []; // names that the program wrote would still name a pair
  return [...fields, ...written]
    .filter(({ was, isFixed }) => was && !isFixed)
    .map(({ column, was }) => ({ sheet: name, row, column: column.column, value: "", was }));
}

/** Say why the prize that was noted goes to nobody yet. */
function tellWinner({ answer }: Result, row: number) {
  const cells = state.view.sheets[PRIZES].rows[row - 1] ?? [],
    columns = columnsOf(PRIZES),
    reason = cells[columns.Pourquoi - 1];
  if (reason && !cells[columns.Gagnant - 1])
    tell({ ...answer, message: filled(TEXTS.noted, { what: cells[columns.Prix - 1] || PRIZES }), warnings: [reason] });
}

function RowForm({ edited, close }: { edited: EditedRow; close: Close }) {
  const { name, row, isNew, fields, player } = edited,
    boxes = useRef(new Map<number, Box>()),
    [faults, setFaults] = useState(() => knownFaults(edited));
  const refuse = (result: Result | undefined) => {
    const found = faultsOf(result, fields);
    setFaults(found);
    boxes.current.get(fields.find(({ column }) => found[column.column])?.column.column ?? 0)?.focus();
  };
  const finish = (result: Result | undefined) => (result && !result.answer.code ? close(true) : refuse(result));
  const typedValue = ({ column, text }: Field) => boxes.current.get(column.column)?.value.trim() ?? text;
  const save = async (event: Event) => {
    event.preventDefault();
    const changes = fields
      .filter((field) => typedValue(field) !== field.text)
      .map((field) => ({ sheet: name, row, column: field.column.column, value: typedValue(field), was: field.was }));
    if (!changes.length) return close();
    let result = await task(() => typeCells(changes));
    if (result?.doubt && (await confirmAbove(result.answer.problems.map((problem) => problem.message).join(" "))))
      result = await task(() => typeCells(changes, true));
    if (!result || result.answer.code) return refuse(result);
    close(true);
    if (name !== PRIZES) return undefined;
    tellWinner(result, row);
    return state.view.sheets[PRIZES].faults?.some((fault) => fault.row === row) ? editRow(name, row) : undefined; // noted, and to be corrected
  };
  const empty = async () => {
    if (await confirmAbove(filled(TEXTS.emptyingRow, { row: titleOf(edited) })))
      finish(await task(() => typeCells(emptiedCells(edited))));
  };
  const above = rowAbove(edited);
  const isLate = name === PLAYERS && isNew && state.view.drawn > 0,
    couldMeetExempt = state.view.bye_help && roundRows(state.view.drawn).some(hasBye);
  const isPaired = state.view.drawn > 0 && Boolean(player?.number); // stays in the rounds that are drawn
  const start = isNew || !SHEETS_OF_GAMES.includes(name) ? (state.view.sheets[name].start ?? 0) : 0;
  const first =
    Number(Object.keys(faults).find((column) => Number(column) && faults[Number(column)])) ||
    start ||
    fields.find(({ column }) => column.name === state.view.scores[0]?.[0])?.column.column;
  return (
    <form class="lines" onSubmit={save}>
      {isLate ? (
        <p class="quiet">
          {filled(couldMeetExempt ? TEXTS.lateEntryExempt : TEXTS.lateEntry, { round: state.view.drawn + 1 })}
        </p>
      ) : null}
      {fields.map((field) => (
        <FieldLine
          key={field.column.column}
          edited={edited}
          field={field}
          fault={faults[field.column.column] ?? ""}
          isFirst={field.column.column === first}
          keep={(box) => {
            if (box) boxes.current.set(field.column.column, box);
          }}
        />
      ))}
      <p class="slip" role="alert">
        {faults[0] ?? ""}
      </p>
      <footer>
        {isPaired && player ? (
          state.view.drawn < state.view.rounds ? (
            <DepartureButton player={player} />
          ) : null
        ) : !isNew && fields.some(({ was }) => was) ? (
          <button type="button" class="destructive" disabled={isReadOnly()} onClick={empty}>
            {TEXTS.emptyRow}
          </button>
        ) : null}
        {above ? (
          <button
            type="button"
            disabled={isReadOnly()}
            onClick={async () => finish(await task(() => typeCells(exchangedCells(edited, above))))}
          >
            {TEXTS.raise}
          </button>
        ) : null}
        <button class="main" type="submit" disabled={isReadOnly()}>
          {TEXTS.note}
        </button>
      </footer>
    </form>
  );
}

function FieldLine({
  edited: { name, cells, player },
  field: { column, was, text, isFixed },
  fault,
  isFirst,
  keep,
}: {
  edited: EditedRow;
  field: Field;
  fault: string;
  isFirst: boolean;
  keep: (box: Box | null) => void;
}) {
  const [number, setNumber] = useState(was);
  const isGame = SHEETS_OF_GAMES.includes(name),
    side = isGame ? state.view.sides.find(([label]: string[]) => label === column.name) : undefined;
  const unrated = column.name === "Cote" ? player?.unrated_cote : "",
    hasSeries = Boolean(cells[(columnsOf(name)["Série duplicate"] ?? 0) - 1]);
  const help = unrated
    ? filled(hasSeries ? TEXTS.unrated : TEXTS.unratedNew, { cote: rating(unrated) })
    : isFixed
      ? column.fixed_help
      : column.help;
  const sideHelp = !side
    ? ""
    : isBye(number.trim()) && name === RESULTS && state.view.bye_help
      ? state.view.bye_help
      : `${side[1]} : ${playerName(number.trim(), "–")}`;
  const offers: [string, string][] = side
    ? Object.entries(state.view.names)
    : column.choices.map((value): [string, string] => [value, ""]);
  const hint = help || sideHelp,
    [slipId, hintId, offersId] = ["row", "hint", "offers"].map((part) => `${part}-${column.column}`);
  const isEnding = isGame && column.name === state.view.ending;
  return (
    <label>
      <span>{column.label}</span>
      <span class="choice">
        {isEnding ? (
          <EndingChoice value={was} cells={cells} sheet={name} keep={keep} />
        ) : (
          <input
            ref={keep}
            defaultValue={text}
            autocomplete="off"
            disabled={isReadOnly() || isFixed}
            aria-invalid={fault ? "true" : undefined}
            autofocus={isFirst}
            list={offers.length ? offersId : undefined}
            placeholder={name === PLAYERS && column.name === "Absences" ? TEXTS.absencesExample : ""}
            aria-describedby={[slipId, hint ? hintId : ""].filter(Boolean).join(" ")}
            onInput={(event) => setNumber(event.currentTarget.value)}
          />
        )}
        {offers.length && !isEnding ? (
          <datalist id={offersId}>
            {offers.map(([value, label]) => (
              <option value={value} label={label || undefined} />
            ))}
          </datalist>
        ) : null}
        {hint ? (
          <small class="hint" id={hintId}>
            {hint}
          </small>
        ) : null}
        <small class="slip" id={slipId} role="alert">
          {fault}
        </small>
      </span>
    </label>
  );
}

/** The list of how else a game ended, for its form. */
function EndingChoice({
  value,
  cells,
  sheet,
  keep,
}: {
  value: string;
  cells: string[];
  sheet: string;
  keep: (box: Box | null) => void;
}) {
  const names = state.view.sides.map(([number, label]: string[]) =>
    playerName(cells[columnsOf(sheet)[number] - 1] ?? "", label),
  );
  const codes = (state.view.choices[state.view.ending] ?? []).map(([code]) => code),
    offers = ["", ...codes, ...(value && !codes.includes(value) ? [value] : [])];
  return (
    <select ref={keep} disabled={isReadOnly()}>
      {offers.map((code) => (
        <option value={code} selected={code === value}>
          {code ? nameEnding(code, names, true) : "–"}
        </option>
      ))}
    </select>
  );
}
