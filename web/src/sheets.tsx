// Owns Feuilles: each sheet that has something, those that people type into, Cotes, and those laid out for paper.
import { useLayoutEffect, useRef } from "preact/hooks";
import { showChosen } from "./dom";
import { draw, fitTables } from "./draw";
import { engine } from "./engine";
import { FinalChoices } from "./finals";
import { editRow } from "./form";
import { FINALS, PAIRINGS, PLAYERS, PRIZES, RESULTS } from "./names";
import { showTab } from "./page";
import { onPaper } from "./paper";
import { columnsOf, isBye, nameEnding, playerName } from "./round";
import { state } from "./state";
import { ESSENTIAL, figure, isNumber, RATINGS, rating, ScrollBox, SheetView, sheetTitles, Table } from "./tables";
import { filled, TEXTS } from "./texts";
import { tell } from "./told";
import { isReadOnly, task } from "./workbook";

export const SHEETS_OF_GAMES = [RESULTS, FINALS];
const TABBED = [PLAYERS, "Classement", "Grille"],
  AS_PRINTED = ["Palmarès", "Évolution", PAIRINGS]; // sheets that are laid out for paper

/** The sheets that have something to see or to type, and no tab of their own. */
function offeredSheets() {
  const { view } = state,
    inTime: Record<string, boolean> = { Tables: !view.drawn, Palmarès: view.over }; // for the first rounds, after the last and its finals
  return Object.keys(view.sheets).filter(
    (name) => view.sheets[name].offered && !TABBED.includes(name) && (inTime[name] ?? true),
  );
}

/** The sheet in sight under Feuilles: the chosen one, else the first that is looked for. */
export function shownSheet() {
  const names = offeredSheets();
  return [state.chosenSheet, "Cotes", PRIZES].find((name) => names.includes(name)) ?? names[0];
}

/** The sheets as chips, and the chosen one. */
export function Sheets() {
  const shown = shownSheet(),
    list = useRef<HTMLElement>(null);
  useLayoutEffect(() => showChosen(list.current), [shown]);
  const choose = (name: string) => {
    state.chosenSheet = name;
    draw();
  };
  return (
    <>
      <nav class="chips" ref={list} aria-label={TEXTS.tabs.sheets}>
        {offeredSheets().map((name) => (
          <button
            key={name}
            type="button"
            class={name === shown ? "chip on" : "chip"}
            aria-pressed={name === shown ? "true" : "false"}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </nav>
      <ChosenSheet key={shown} name={shown} />
    </>
  );
}

function ChosenSheet({ name }: { name: string }) {
  const sheet = state.view.sheets[name];
  if (sheet?.typed) return <TypedSheet name={name} />;
  if (name === "Cotes") return <Ratings />;
  if (AS_PRINTED.includes(name)) return <Printout name={name} />;
  return <SheetView sheet={sheet} name={name} />;
}

export function filledRows(name: string) {
  const sheet = state.view.sheets[name];
  return sheet.rows
    .map((cells: string[], index: number) => ({ row: index + 1, cells }))
    .filter((row) => row.row > sheet.header && sheet.typed?.some((column) => row.cells[column.column - 1]));
}

/** Whether Ronde says what a column of Résultats has: why two meet; their N°, which their names stand for. */
const isSaidElsewhere = (title: string) =>
  title === "Motif" || state.view.sides.some(([number]: string[]) => number === title);

/** A sheet that is typed into: its rows, each with a form. */
export function TypedSheet({ name }: { name: string }) {
  const { view } = state,
    sheet = view.sheets[name],
    typed = sheet.typed ?? [],
    rows = filledRows(name);
  const columns = typed.filter(
    (column) => rows.some((row) => row.cells[column.column - 1]) && !(name === RESULTS && isSaidElsewhere(column.name)),
  );
  const isProvisional = name === PRIZES && view.played > 0 && !view.over;
  return (
    <div class="card">
      <div class="head">
        <h2>
          {(name === PRIZES && rows.length && sheetTitles(sheet)[0]) || name}{" "}
          {isProvisional && rows.length ? <small>{TEXTS.provisional}</small> : null}
        </h2>
        {typed.length ? (
          <button type="button" disabled={isReadOnly()} onClick={() => editRow(name)}>
            {TEXTS.addRow}
          </button>
        ) : null}
      </div>
      {name === FINALS ? <FinalChoices /> : null}
      {rows.length ? (
        <ScrollBox label={name}>
          <table class="one-line typed-rows">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th scope="col" class={column.typed ? "typed" : ""} title={column.help || undefined}>
                    {column.name}
                  </th>
                ))}
                <th scope="col">
                  <span class="hidden">{TEXTS.edit}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.row}>
                  {columns.map((column) => (
                    <TypedCell
                      sheet={name}
                      cells={row.cells}
                      isWinner={name === RESULTS && view.sides[(view.won[row.row] ?? 0) - 1]?.[1] === column.name}
                      title={column.name}
                      text={row.cells[column.column - 1] ?? ""}
                    />
                  ))}
                  <td>
                    <button
                      type="button"
                      class="small"
                      aria-label={filled(TEXTS.editRow, { row: row.row })}
                      title={filled(TEXTS.editRow, { row: row.row })}
                      onClick={() => editRow(name, row.row)}
                    >
                      ✎
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      ) : (
        <p class="quiet">{name === PRIZES ? TEXTS.noPrizes : TEXTS.noRows}</p>
      )}
    </div>
  );
}

/** A cell of a typed sheet; of a sheet of games with whole names, and with words for how else a game ended. */
function TypedCell({
  sheet,
  cells,
  title,
  text,
  isWinner,
}: {
  sheet: string;
  cells: string[];
  title: string;
  text: string;
  isWinner: boolean;
}) {
  const isGame = SHEETS_OF_GAMES.includes(sheet),
    side = isGame ? state.view.sides.find((columns: string[]) => columns[1] === title) : null;
  const nameOn = ([number = ""]: string[]) =>
    playerName(cells[(columnsOf(sheet)[number] ?? 0) - 1] ?? "", isBye(text) ? TEXTS.nouns.bye : text);
  const ending = text && isGame && title === state.view.ending ? nameEnding(text, state.view.sides.map(nameOn)) : "";
  const content = side ? nameOn(side) : ending && !ending.startsWith(text) ? `${text} · ${ending}` : ending || text;
  const isLong = title === "Pourquoi" || content.length > 30;
  const look = isNumber(content) ? "n" : side ? "player" : ending ? "ending" : isLong ? "reason" : "word";
  return (
    <td class={look} title={content.length > 20 ? content : undefined}>
      {isWinner ? <b>{content}</b> : RATINGS.includes(title) ? rating(content) : figure(content)}
    </td>
  );
}

const LEAST_ZOOM = 0.4; // of a sheet's print, whose letters are large: it fits a phone; smaller cannot be read, the rest scrolls

/** The print of a sheet, at the width that there is.
 * @param props.least the smallest zoom */
export function PrintedPage({ name, least = LEAST_ZOOM }: { name: string; least?: number }) {
  const host = useRef<HTMLDivElement>(null),
    { view } = state; // drawn anew with each answer
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" }); // its styles stay its own
    task(async () => {
      const { paper, answer } = await engine.call("paper", { file: state.book.name, sheet: name });
      root.innerHTML = paper ?? "";
      if (!paper) return tell(answer);
      const room = (element.parentElement?.clientWidth ?? 0) - 2,
        width = root.querySelector<HTMLElement>(".printed")?.offsetWidth || room;
      element.style.zoom = String(Math.min(1, Math.max(least, room / width)));
      return fitTables(); // and the edge, where it is wider still
    });
  }, [name, least, view]);
  return <div class="printout" ref={host} />;
}

/** A sheet as it is printed. */
function Printout({ name }: { name: string }) {
  return (
    <div class="sheet card">
      <div class="head">
        <h2>{name}</h2>
        <button type="button" onClick={() => onPaper(name)}>
          {TEXTS.actions.print}
        </button>
      </div>
      <ScrollBox label={name}>
        <PrintedPage name={name} />
      </ScrollBox>
    </div>
  );
}

/** Titles, event and figures above the table of Cotes. */
function ratingsHead() {
  const sheet = state.view.sheets.Cotes;
  return sheet.rows.slice(0, sheet.header - 1).map((row: string[]) => row.filter(Boolean)); // the first of each is about all
}

/** What the columns of Cotes mean. */
export function ratingsLegend(): string[] {
  const sheet = state.view.sheets.Cotes,
    [titles = [], event = [], facts = []] = ratingsHead();
  const legend = titles[1] ? titles[1].split("\n") : []; // its first line explains the columns that are always shown
  const figures = facts
    .flatMap((label: string, index: number) => (index % 2 ? [] : [`${label} : ${figure(facts[index + 1] ?? "")}`]))
    .join(" · ");
  const places = (sheet.rows[sheet.header - 1] ?? []).filter(isNumber).length,
    byPlace = places ? filled(TEXTS.byPlace, { places }) : (event[1] ?? "");
  const [basis = ""] = (event[0] ?? "").split("\n"); // without the sheet's own note on the season
  const lines = state.everyColumn
    ? [basis, figures, ...legend, state.view.ratings_note || TEXTS.season, byPlace]
    : [basis, ...legend.slice(0, 1), state.view.ratings_note || TEXTS.season];
  return lines.filter(Boolean);
}

/** Cotes: player, old, new, change; how they were computed on demand. */
function Ratings() {
  const sheet = state.view.sheets.Cotes,
    rows = sheet.rows.slice(sheet.header - 1),
    [titles = []] = ratingsHead();
  return (
    <div class="sheet card">
      <div class="head">
        <h2>{titles[0] ?? "Cotes"}</h2>
        <button
          type="button"
          aria-pressed={state.everyColumn ? "true" : "false"}
          onClick={() => {
            state.everyColumn = !state.everyColumn;
            draw();
          }}
        >
          {state.everyColumn ? TEXTS.fewColumns : TEXTS.everyColumn}
        </button>
      </div>
      {state.everyColumn ? (
        <Table key="all" rows={rows} sheet="Cotes" label={TEXTS.wholeAccount} />
      ) : (
        <Table key="few" rows={rows} sheet="Cotes" only={ESSENTIAL} />
      )}
    </div>
  );
}

/** Go to the cell of a problem. */
export function goTo(problem: { sheet: string; row: number }) {
  if (problem.sheet === "Tournoi")
    return showTab("settings").then(() => {
      const box = document.getElementById(`setting-${problem.row}`);
      box?.closest("details")?.setAttribute("open", "");
      box?.focus();
    });
  if (!state.view?.sheets?.[problem.sheet]?.typed) return undefined;
  if (problem.sheet === FINALS) return editRow(FINALS, problem.row); // only its form can empty a row
  const boxes = [...(document.getElementById(`${problem.sheet}/${problem.row}`)?.querySelectorAll("input") ?? [])];
  if (boxes.length)
    return (boxes.find((box) => !box.value.trim() || box.hasAttribute("aria-invalid")) ?? boxes[0]).focus();
  return editRow(problem.sheet, problem.row);
}
