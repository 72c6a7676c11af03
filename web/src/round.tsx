// Owns the round: its matches, and the results typed into them. A row is noted when it is left, a correction at once.
import { useEffect, useRef } from "preact/hooks";
import { note } from "./actions";
import { $ } from "./dom";
import { draw } from "./draw";
import { canShowFinals, Finals, findFinalGame, isResultMissing, showFinals } from "./finals";
import { Icon } from "./icons";
import { goOn, moveFocus, walkByTab } from "./keys";
import { FINALS, PAIRINGS, PLAYERS, RESULTS } from "./names";
import { showTab } from "./page";
import { FixedPairs } from "./pairs";
import { PlayerTable } from "./players";
import { openRowMenu } from "./row_menu";
import { type GameRow, state } from "./state";
import { isNumber } from "./tables";
import { filled, TEXTS } from "./texts";
import { clearNoted, say } from "./told";
import { changedColumns, dropTyped, keepInSight, keepTyped, keyOf, typedIn } from "./typing";
import { isReadOnly, task } from "./workbook";

/** Column of a typed sheet by its title. */
export function columnsOf(sheet: string): Record<string, number> {
  return Object.fromEntries((state.view?.sheets?.[sheet]?.typed ?? []).map((column) => [column.name, column.column]));
}

/** The table whose row has a problem; "" for any other cell. */
export function tableOf({ sheet, row }: { sheet: string; row: number }) {
  const cells = (sheet === RESULTS && state.view?.sheets?.[RESULTS]?.rows[row - 1]) || [],
    columns = columnsOf(RESULTS);
  return isNumber(cells[columns.Ronde - 1] ?? "") && cells[columns.Table - 1]
    ? filled(TEXTS.roundTable, { round: cells[columns.Ronde - 1], table: cells[columns.Table - 1] })
    : "";
}

/** The setting whose row has a problem; "" for any other cell. */
export function settingOf({ sheet, row }: { sheet: string; row: number }) {
  if (sheet !== "Tournoi") return "";
  const name = state.view?.settings?.find((setting) => setting.row === row)?.name;
  return name ? filled(TEXTS.toSetting, { name }) : TEXTS.tabs.settings;
}

/** Describe a row as people call it. */
export const describeRow = (sheet: string, row: number) =>
  (sheet === FINALS && findFinalGame(row)?.text) || tableOf({ sheet, row }) || playerAt({ sheet, row }) || sheet;

/** The player in a row of Joueurs, as it has the name while there is something to correct; "" for any other cell. */
export function playerAt({ sheet, row }: { sheet: string; row: number }) {
  if (sheet !== PLAYERS) return "";
  const cells = state.view?.sheets?.[PLAYERS]?.rows[row - 1] ?? [],
    columns = columnsOf(PLAYERS);
  const typed = ["Nom", "Prénom"].map((title) => cells[(columns[title] ?? 0) - 1]).filter(Boolean);
  return state.view?.players?.find((candidate) => candidate.row === row)?.name ?? typed.join(" ");
}

/** The N° of the two of a row of games. */
export const numbersOf = (row: GameRow) => state.view.sides.map(([number]) => row.text(number));

/** Note the cells of a game by their columns: its result, of a final also its sides. */
export const noteGame = (row: GameRow, scores: Record<string, string>, was: Record<string, string>, sure = false) =>
  note(
    "result",
    {
      ...(row.sheet === FINALS
        ? { final: findFinalGame(row.row)?.title }
        : { round: row.text("Ronde"), pair: numbersOf(row) }),
      scores,
      was,
      sure,
    },
    () => describeRow(row.sheet, row.row),
  );

/** The place of a row of games, the same for as long as the game is there; that of a final is by its title, as others are
 * written above it. */
const placeOf = (sheet: string, row: number) =>
  `${sheet}/${(sheet === FINALS && findFinalGame(row)?.title.replaceAll(" ", "-")) || row}`;

/** The rows of a sheet of games. */
export function gameRows(sheet: string): GameRow[] {
  const { rows = [], header = 0 } = state.view.sheets[sheet] ?? {},
    columns = columnsOf(sheet);
  return rows
    .map((cells: string[], index: number) => ({
      sheet,
      row: index + 1,
      place: placeOf(sheet, index + 1),
      cells,
      text: (title = "") => cells[(columns[title] ?? 0) - 1] ?? "",
    }))
    .filter((row) => row.row > header);
}

/** The row of games at a place; undefined where there is none any more. */
export const findRow = (place: string) => gameRows(sheetOf(place)).find((candidate) => candidate.place === place);

/** The rows of a round on Résultats. */
export function roundRows(number: number) {
  return gameRows(RESULTS)
    .filter((row) => row.text("Ronde") === String(number))
    .sort((first, second) => (Number(first.text("Table")) || 1e4) - (Number(second.text("Table")) || 1e4));
}

/** What a game in a row is called: its table, or its match of the finals. */
export const gameLabel = (row: GameRow) =>
  row.sheet === FINALS
    ? (findFinalGame(row.row)?.title ?? FINALS)
    : filled(TEXTS.table, { table: row.text("Table") || "–" });

/** Go to a round that has been drawn. */
export function showRoundNumber(number: number) {
  state.chosenRound = number === state.view.drawn ? null : number;
  return showTab("round");
}

export function Round() {
  const { view } = state;
  if (state.chosenRound === FINALS && canShowFinals()) return <Finals />;
  if (state.chosenRound === FINALS || Number(state.chosenRound) >= view.drawn) state.chosenRound = null; // as a copy has fewer rounds
  if (!view.game) return <p class="quiet">{TEXTS.noSheet}</p>;
  const isNext = view.drawn < view.rounds && !state.chosenRound;
  return (
    <div class="round">
      {view.drawn ? (
        <div class={view.several ? "games several card" : "games card"} onKeyDown={walkByTab}>
          {roundRows(Number(state.chosenRound ?? view.drawn)).map((row) => (
            <Match key={row.place} row={row} />
          ))}
        </div>
      ) : (
        <FirstRound />
      )}
      {isNext ? <FixedPairs number={view.drawn + 1} /> : null}
    </div>
  );
}

/** Before anything is paired: who would play, or the way to say so. */
function FirstRound() {
  if (state.view.players?.length) return <PlayerTable players={state.view.players} />;
  return (
    <div class="invite card">
      <p>{TEXTS.noPlayers}</p>
      <button type="button" onClick={() => showTab("players")}>
        {TEXTS.tabs.players}
      </button>
    </div>
  );
}

/** Points next to the names, as on the wall. */
function pointsAt(table: string) {
  const { rows } = state.view.sheets[PAIRINGS] ?? { rows: [] };
  const line =
    state.chosenRound === null && table ? rows.find((cells: string[]) => cells[0] === table && cells[2]) : null;
  return line ? [line[1], line[6]] : ["", ""];
}

export const isBye = (number: string) => ["X", "BIP", "0"].includes(number);

/** Whether a row of Résultats needs no score, as one of the two has the bye. */
export const hasBye = (row: GameRow) => state.view.sides.some((side: string[]) => isBye(row.text(side[0])));

/** A player's whole name by number, as Résultats has it where there is none. */
export const playerName = (number: string, text: string = "") => state.view.names?.[number] ?? text;

/** The names of the two of a row of games. */
export const playerNames = (row: GameRow): string[] =>
  state.view.sides.map((side: string[]) => playerName(row.text(side[0]), row.text(side[1])));

/** The disc of a side, where the game has colours. */
export const Disc = ({ side }: { side: number }) =>
  state.view.colours ? <i class={side ? "mark white" : "mark"} title={state.view.sides[side][1]} /> : null;

/** The side that has won in a row, 1 or 2; 0 or undefined for none. */
export const winningSide = (row: GameRow) =>
  row.sheet === FINALS ? findFinalGame(row.row)?.won : state.view.won[row.row];

/** Whether the two of a row have drawn. */
const isDrawn = (row: GameRow) =>
  row.sheet === FINALS ? findFinalGame(row.row)?.drawn : state.view.won[row.row] === 0;

/** The pairs of columns of scores that a row has. */
const scorePairs = (row: GameRow) =>
  state.view.several && row.sheet !== FINALS ? state.view.scores : state.view.scores.slice(0, 1);

/** A row of the round: a match, or who has the bye. */
export function Match({ row }: { row: GameRow }) {
  const names = playerNames(row),
    bye = hasBye(row),
    label = gameLabel(row);
  const counted = row.sheet === FINALS ? findFinalGame(row.row)?.decided : state.view.counted[row.row];
  const leave = (event: FocusEvent) => {
    const element = event.currentTarget as HTMLElement;
    if (element.contains(event.relatedTarget as Node | null)) return;
    const now = findRow(row.place);
    if (!now) return;
    if (isComplete(now)) task(() => noteRow(row.place));
    else if (!changedColumns(now).length) clearFault(row.place);
  };
  const enter = (event: MouseEvent) => {
    const element = event.currentTarget as HTMLElement;
    if (
      !element.classList.contains("done") ||
      !(event.target instanceof Element) ||
      event.target.closest("button, input")
    )
      return; // a noted row is text until it is touched
    const side = event.target.closest(".side1") ? 1 : 0,
      boxes = [...element.querySelectorAll<HTMLInputElement>(`.box.side${side} input`)];
    (boxes.find((box) => event.clientX <= box.getBoundingClientRect().right) ?? boxes[0])?.focus();
  };
  return (
    <div
      class={["game", bye ? "bye" : isResultMissing(row) ? "missing" : "done"].join(" ")}
      id={row.place}
      role="group"
      aria-label={`${label} : ${names.join(" – ")}`}
      onFocusOut={leave}
      onClick={enter}
    >
      <b class="no">{bye ? "–" : row.text("Table")}</b>
      {bye ? <Exempt row={row} /> : <Sides row={row} names={names} />}
      <button
        type="button"
        class="icon more"
        aria-label={filled(TEXTS.rowMenu, { game: bye ? TEXTS.nouns.bye : label })}
        aria-haspopup="menu"
        onClick={() => openRowMenu(row.place)}
      >
        <Icon name="more" />
      </button>
      {counted ? <p class="counted">{counted}</p> : null}
      <Slip row={row} />
      <RowNote place={row.place} />
    </div>
  );
}

function Exempt({ row }: { row: GameRow }) {
  const present = state.view.sides.filter((side: string[]) => !isBye(row.text(side[0])));
  return (
    <span class="exempt">
      {present.map((side: string[]) => playerName(row.text(side[0]), row.text(side[1])))}
      <i>{TEXTS.nouns.bye}</i>
    </span>
  );
}

function Sides({ row, names }: { row: GameRow; names: string[] }) {
  const ending = typedIn(row, state.view.ending),
    short = ending ? shortEnding(ending, names) : isDrawn(row) && !isResultMissing(row) ? TEXTS.tied : "";
  return (
    <>
      <Side row={row} side={0} name={names[0] ?? ""} />
      <Scores row={row} side={0} name={names[0] ?? ""} />
      <Scores row={row} side={1} name={names[1] ?? ""} />
      <Side row={row} side={1} name={names[1] ?? ""} />
      <span class="ending" title={ending ? nameEnding(ending, names, isResultMissing(row)) : undefined}>
        {short}
      </span>
    </>
  );
}

function Side({ row, side, name }: { row: GameRow; side: number; name: string }) {
  const points = pointsAt(row.text("Table"))[side],
    gave = endingText(row.text(state.view.ending)).includes(`{${side + 1}}`),
    hasWon = winningSide(row) === side + 1;
  return (
    <span class={`who side${side}${hasWon ? " won" : ""}${gave ? " gave" : ""}`}>
      <Disc side={side} />
      <span class="name" title={name}>
        {name}
      </span>
      {points ? <small>{points}</small> : null}
    </span>
  );
}

function Scores({ row, side, name }: { row: GameRow; side: number; name: string }) {
  return (
    <span class={`box side${side}${winningSide(row) === side + 1 ? " won" : ""}`}>
      {scorePairs(row).map((pair: string[], index: number) => (
        <ScoreBox
          key={pair[side]}
          row={row}
          column={pair[side]}
          label={filled(index ? TEXTS.furtherScoreBox : TEXTS.scoreBox, {
            game: gameLabel(row),
            player: name,
            number: index + 1,
          })}
        />
      ))}
    </span>
  );
}

function ScoreBox({ row, column, label }: { row: GameRow; column: string; label: string }) {
  const isFaulty = state.faultsByRow[row.place]?.columns.includes(column);
  return (
    <input
      name={column}
      value={typedIn(row, column)}
      inputMode="numeric"
      autocomplete="off"
      maxLength={9}
      disabled={isReadOnly()}
      aria-label={label}
      aria-describedby={`slip-${row.place}`}
      aria-invalid={isFaulty ? "true" : undefined}
      onInput={(event) => {
        keepTyped(row, column, event.currentTarget.value);
        clearFault(row.place);
      }}
      onKeyDown={(event) => moveFocus(event, row.place, column)}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

/** What is chosen of how a match ended, without the names. */
const shortEnding = (code: string, names: string[]) => nameEnding(code, names).split(/\s[:·]\s/)[0];

/** How a match ended, by its code, with {1} and {2} for the names; "" for none. */
const endingText = (code: string) =>
  state.view.choices[state.view.ending]?.find(([choice]) => choice === code)?.[1] ?? "";

/** How a match ended, by its code, with the players' names; what is left to type only while its row `waits`. */
export function nameEnding(code: string, [first = "", second = ""]: string[], waits: boolean = false) {
  const [, long = code, short = long] =
    state.view.choices[state.view.ending]?.find(([choice]) => choice === code) ?? [];
  return filled(waits ? long : short, { 1: first, 2: second });
}

/** Whether a row can be noted: changed, and no first score without its second. */
export function isComplete(row: GameRow) {
  const first = state.view.scores[0].map((column) => typedIn(row, column).trim()),
    blackAlone = state.view.alone && row.sheet === RESULTS && first[0];
  return changedColumns(row).length > 0 && (blackAlone || new Set(first.map(Boolean)).size < 2);
}

/** What is wrong in a row and what counts instead; what is only unusual can be kept. */
function Slip({ row }: { row: GameRow }) {
  const fault = state.faultsByRow[row.place];
  return (
    <div class="slip" id={`slip-${row.place}`} role="alert">
      {fault ? (
        <span>
          {fault.text} {describeStored(row)}
        </span>
      ) : null}
      {fault?.doubt ? (
        <button
          type="button"
          class="small"
          onClick={() => task(async () => (await noteRow(row.place, true)) && goOn())}
        >
          {TEXTS.keepScore}
        </button>
      ) : null}
    </div>
  );
}

/** What follows from what was noted in a row. */
function RowNote({ place }: { place: string }) {
  const text = state.rowNote?.place === place ? state.rowNote.text : "",
    note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) note.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return (
    <div class="note" role="status" ref={note}>
      {text ? <span>{text}</span> : null}
    </div>
  );
}

/** The sheet of a place. */
const sheetOf = (place: string) => place.slice(0, place.indexOf("/"));

/** What the workbook has where something else is typed. */
function describeStored(row: GameRow) {
  const scores = (state.faultsByRow[row.place]?.columns ?? [])
    .filter((name) => name !== state.view.ending)
    .map((name) => row.text(name))
    .filter(Boolean);
  return filled(scores.length > 1 ? TEXTS.storedScores : scores.length ? TEXTS.storedScore : TEXTS.notStored, {
    scores: scores.join(TEXTS.and),
  });
}

/** What to do about a row with something that is not noted. */
export function describeFault(place: string) {
  const fault = state.faultsByRow[place],
    game = findRow(place);
  const isInSight = game && (game.sheet === FINALS || game.text("Ronde") === String(state.view.drawn)),
    table = isInSight ? gameLabel(game) : game ? tableOf(game) : "";
  const typed = (names: string[]) =>
    names.map((name) => state.drafts[keyOf(place, name)]?.trim() ?? "").filter(Boolean);
  const scores = typed(fault?.columns ?? []),
    isQuoted = fault?.doubt || scores.some((score) => fault?.text.includes(`« ${score} »`)); // else either of the two may be wrong
  const score = (isQuoted ? scores : typed(state.view.scores.flat())).join(TEXTS.and);
  return filled(fault?.doubt ? TEXTS.toConfirm : TEXTS.toCorrect, { table, score: score || TEXTS.entry });
}

/** The places of the rows with something that is not noted, in their order. */
export const faultyRows = () =>
  Object.keys(state.faultsByRow).sort((first, second) => (findRow(first)?.row ?? 0) - (findRow(second)?.row ?? 0));

/** Forget what was wrong in a row that is as noted again, or typed anew. */
export function clearFault(place: string) {
  if (!state.faultsByRow[place]) return;
  delete state.faultsByRow[place];
  if (state.told?.fault === place) state.told = null;
  draw();
}

/** Take a box back to what is noted. */
export function restoreBox(row: GameRow, column: string) {
  dropTyped(row, [column]);
  if (!changedColumns(row).length) delete state.faultsByRow[row.place];
  if (state.told?.fault === row.place) state.told = null;
  draw();
}

/** Show a row of any round, or of the finals.
 * @returns null where it is no more */
async function showRow(place: string): Promise<HTMLElement | null> {
  const sheet = sheetOf(place),
    round = Number(findRow(place)?.text("Ronde"));
  if (sheet === FINALS && !$(place)) await showFinals();
  else if (!$(place) && round) await showRoundNumber(round);
  return $(place);
}

/** Go to what is not noted in a row, and say why. */
export async function goToFault(place: string) {
  const element = await showRow(place);
  say(describeFault(place), 1, place);
  element?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  keepInSight();
}

/** Type the boxes of a row; a refusal is shown at its box. What is sent counts as typed, so that a choice made meanwhile,
 * be it the former value, is a change of its own.
 * @param sure what is unusual, too */
export async function noteRow(place: string, sure: boolean = false) {
  const row = findRow(place),
    changed = row ? changedColumns(row) : [];
  if (!row || !changed.length) {
    clearFault(place);
    return true;
  }
  const columns = columnsOf(row.sheet),
    scores = Object.fromEntries(changed.map((name) => [name, typedIn(row, name).trim()])),
    was = Object.fromEntries(changed.map((name) => [name, row.text(name)])),
    before = isResultMissing(row) ? "" : listScores(row);
  delete state.faultsByRow[place];
  for (const name of changed) state.sending[keyOf(place, name)] = scores[name];
  dropTyped(row, changed);
  const result = await noteGame(row, scores, was, sure);
  for (const name of changed) delete state.sending[keyOf(place, name)];
  if (!result.answer.code) {
    state.rowNote = {
      place,
      text: [describeNoted(place, changed, before), ...result.answer.warnings].filter(Boolean).join(" "),
    };
    draw();
    keepInSight();
    return true;
  }
  for (const name of changed) state.drafts[keyOf(place, name)] ??= scores[name];
  const problems = result.answer.problems;
  state.faultsByRow[place] = {
    text: [...new Set(problems.map((problem) => problem.message))].join(" ") || result.answer.message,
    columns: changed.filter((name) => !problems.length || problems.some((problem) => problem.column === columns[name])),
    doubt: Boolean(result.doubt),
  };
  state.rowNote = null;
  clearNoted();
  draw();
  keepInSight();
  return false;
}

/** The scores of a row: "398-402"; "" for none. */
const listScores = (row: GameRow) =>
  scorePairs(row)
    .map((pair: string[]) => pair.map(row.text).filter(Boolean).join("-"))
    .filter(Boolean)
    .join(", ");

/** Say what has been noted where the row does not: a final, how else a match ended, what a corrected score was.
 * @param before the scores of the row until then; "" for none */
function describeNoted(place: string, changed: string[], before: string) {
  const row = findRow(place);
  if (!row) return "";
  if (row.sheet === FINALS) return filled(TEXTS.noted, { what: findFinalGame(row.row)?.text ?? FINALS });
  const code = row.text(state.view.ending);
  if (code && changed.includes(state.view.ending))
    return filled(TEXTS.notedEnding, { what: nameEnding(code, playerNames(row), isResultMissing(row)) });
  const scores = listScores(row);
  return before && scores && scores !== before ? filled(TEXTS.notedInstead, { scores, before }) : "";
}

/** Note before an action what is typed and not yet noted; go to what is refused, if there is any. */
export async function noteAllRows() {
  for (const place of new Set(Object.keys(state.drafts).map((key) => key.slice(0, key.lastIndexOf("/"))))) {
    if (!findRow(place) || (await noteRow(place))) continue;
    await goToFault(place);
    return false;
  }
  return true;
}
