// Owns the round: its pairs, and the results typed with the keyboard. Enter goes on; a row is noted when it is left, a correction at once.
import { showStep, typeCells } from "./actions";
import { $, type Box, columnOf, h, keyOf, placeOf, wasIn } from "./dom";
import {
  canShowFinals,
  describeFinalChoice,
  exchangeColours,
  findFinalGame,
  isResultMissing,
  listIdentityCells,
  renderFinals,
  showFinals,
} from "./finals";
import { chooseEnding, goOn, moveFocus, noteEnding, rowOf, walkByTab, walkEndings } from "./keys";
import { FINALS, PAIRINGS, PLAYERS, RESULTS } from "./names";
import { showTab } from "./page";
import { explain, renderFixedPairs } from "./pairs";
import { clearNoted, isNumber, say } from "./show";
import { type GameRow, state } from "./state";
import { countNoun, filled, TEXTS } from "./texts";
import { keepDrafts, keepInSight } from "./typing";
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

/** Describe a cell as people call it; of Finales a choice, or the game of its row. */
export function describeCell({ sheet, row, column }: { sheet: string; row: number; column: number }) {
  const entry = { [PLAYERS]: state.view.players, Tournoi: state.view.settings }[sheet]?.find(
    (candidate) => candidate.row === row,
  );
  const choice =
    sheet === FINALS ? state.view.finals?.find((stage) => stage.row === row && stage.column === column) : null;
  return choice
    ? `${choice.name} : ${describeFinalChoice(choice.value)}`
    : (sheet === FINALS && findFinalGame(row)?.text) || tableOf({ sheet, row }) || entry?.name || sheet;
}

/** The rows of a sheet of games. */
export function gameRows(sheet: string): GameRow[] {
  const { rows = [], header = 0 } = state.view.sheets[sheet] ?? {},
    columns = columnsOf(sheet);
  return rows
    .map((cells: string[], index: number) => ({
      sheet,
      row: index + 1,
      place: `${sheet}/${index + 1}`,
      cells,
      text: (title = "") => cells[(columns[title] ?? 0) - 1] ?? "",
    }))
    .filter((row) => row.row > header);
}

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

export function showRound() {
  if (state.chosenRound === FINALS && canShowFinals()) return renderFinals();
  if (state.chosenRound === FINALS || Number(state.chosenRound) >= state.view.drawn) state.chosenRound = null; // as a copy has fewer rounds
  const number = state.chosenRound ?? state.view.drawn;
  const box = h("div", { className: "round" });
  if (!state.view.game) return h("div", {}, h("p", { className: "quiet" }, TEXTS.noSheet));
  if (!state.view.drawn) box.append(h("p", { className: "quiet" }, TEXTS.noRound));
  else {
    const rows = roundRows(number),
      tables = rows.filter((row) => !hasBye(row));
    const played = tables.filter((row) => !isResultMissing(row)).length;
    const go = (to: number) => {
      state.chosenRound = to === state.view.drawn ? null : to;
      showTab();
    };
    box.append(
      h(
        "div",
        { className: "head" },
        h(
          "button",
          {
            type: "button",
            className: "turn",
            disabled: number <= 1,
            "aria-label": TEXTS.previousRound,
            onclick: () => go(number - 1),
          },
          "‹",
        ),
        h(
          "h2",
          {},
          `${filled(TEXTS.roundTitle, { round: number })} `,
          h("small", {}, filled(TEXTS.ofRounds, { rounds: state.view.rounds })),
        ),
        h(
          "button",
          {
            type: "button",
            className: "turn",
            disabled: number >= state.view.drawn && !canShowFinals(),
            "aria-label": number >= state.view.drawn && canShowFinals() ? FINALS : TEXTS.nextRound,
            onclick: () => (number >= state.view.drawn ? showFinals() : go(number + 1)),
          },
          "›",
        ),
        h(
          "span",
          {
            className: "bar",
            role: "img",
            "aria-label": filled(TEXTS.progress, {
              results: countNoun(played, TEXTS.nouns.result),
              count: tables.length,
            }),
          },
          h("i", { style: `width:${(100 * played) / (tables.length || 1)}%` }),
        ),
        h("span", { className: "quiet" }, `${played} / ${tables.length}`),
      ),
      isReadOnly() ? "" : h("p", { className: "quiet keys" }, TEXTS.keys),
      h(
        "div",
        { className: state.view.several ? "games several" : "games", onkeydown: walkByTab },
        rows.map(renderMatch),
      ),
    );
  }
  if (state.view.drawn < state.view.rounds && !state.chosenRound) box.append(renderFixedPairs(state.view.drawn + 1));
  return box;
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
export const colourMark = (side: number) =>
  state.view.colours ? h("i", { className: side ? "mark white" : "mark", title: state.view.sides[side][1] }) : null;

/** The side that has won in a row, 1 or 2; 0 or undefined for none. */
export const winningSide = (row: GameRow) =>
  row.sheet === FINALS ? findFinalGame(row.row)?.won : state.view.won[row.row];

/** Render a row of the round: a match, or who has the bye. */
export function renderMatch(row: GameRow) {
  const [first = "", second = ""] = playerNames(row);
  const bye = hasBye(row);
  const isFinal = row.sheet === FINALS,
    table = row.text("Table"),
    won = winningSide(row),
    points = pointsAt(table);
  const pairs = state.view.several && !isFinal ? state.view.scores : state.view.scores.slice(0, 1),
    label = gameLabel(row);
  const boxes = (side: number) =>
    h(
      "span",
      { className: `box side${side}` },
      pairs.map((pair: string[], index: number) =>
        scoreBox(
          row,
          pair[side],
          filled(index ? TEXTS.furtherScoreBox : TEXTS.scoreBox, {
            game: label,
            player: [first, second][side],
            number: index + 1,
          }),
        ),
      ),
    );
  const sideCell = (side: number, name: string) =>
    h(
      "span",
      {
        className: `who side${side}${won === side + 1 ? " won" : ""}${endingText(row.text(state.view.ending)).includes(`{${side + 1}}`) ? " gave" : ""}`,
      },
      colourMark(side),
      h("span", { className: "name", title: name }, name),
      points[side] ? h("small", {}, points[side]) : null,
    );
  const counted = isFinal ? findFinalGame(row.row)?.decided : state.view.counted[row.row];
  const classes = ["game", bye ? "bye" : isResultMissing(row) ? "missing" : "done"].join(" ");
  const element = h(
    "div",
    {
      className: classes,
      role: "group",
      "aria-label": `${label} : ${first} – ${second}`,
      data: { row: row.row, sheet: row.sheet, place: row.place },
    },
    h("b", { className: "no" }, bye ? "–" : table),
    ...(bye
      ? [
          h(
            "span",
            { className: "exempt" },
            state.view.sides
              .filter((side: string[]) => !isBye(row.text(side[0])))
              .map((side: string[]) => playerName(row.text(side[0]), row.text(side[1]))),
            h("i", {}, TEXTS.nouns.bye),
          ),
        ]
      : [sideCell(0, first), boxes(0), boxes(1), sideCell(1, second), endingBox(row, [first, second])]),
    isFinal
      ? state.view.colours && isResultMissing(row) && !isReadOnly()
        ? h(
            "button",
            {
              type: "button",
              className: "why",
              title: TEXTS.exchangeColours,
              "aria-label": `${TEXTS.exchangeColours}, ${label}`,
              onclick: () => exchangeColours(row),
            },
            "⇄",
          )
        : null
      : h(
          "button",
          {
            type: "button",
            className: "why",
            title: row.text("Motif"),
            "aria-label": bye ? TEXTS.whyExempt : filled(TEXTS.whyTable, { table }),
            onclick: () => explain(Number(state.chosenRound ?? state.view.drawn), Number(table), bye),
          },
          "?",
        ),
    counted ? h("p", { className: "counted" }, counted) : null,
    h("div", { className: "slip", id: `slip-${row.place}`, role: "alert" }),
    h("div", { className: "note", role: "status" }),
  );
  showFault(element);
  showNote(element);
  for (const box of element.querySelectorAll<Box>("[data-column]"))
    if (state.faultsByRow[row.place]?.columns.includes(columnOf(box))) box.setAttribute("aria-invalid", "true");
  element.addEventListener("focusout", (event: FocusEvent) => {
    if (element.contains(event.relatedTarget as Node | null)) return;
    if (isComplete(element)) task(() => noteRow(element));
    else if (!changedBoxes(element).length) clearFault(element);
  });
  return element;
}

/** Render a box for a score. */
function scoreBox(row: GameRow, column: string, label: string) {
  const value = row.text(column);
  const box = h("input", {
    value,
    inputMode: "numeric",
    autocomplete: "off",
    maxLength: 9,
    disabled: isReadOnly(),
    "aria-label": label,
    "aria-describedby": `slip-${row.place}`,
    data: { was: value, column, key: `${row.place}/${column}` },
    oninput: () => clearFault(rowOf(box)),
    onkeydown: moveFocus,
    onfocus: () => box.select(),
  });
  return box;
}

/** Render the list of how else a match ended: a forfeit, or a code of the column Fin. */
function endingBox(row: GameRow, names: string[]) {
  const value = row.text(state.view.ending),
    choices = state.view.choices[state.view.ending];
  const select = h(
    "select",
    {
      className: value ? "end set" : "end",
      disabled: isReadOnly(),
      "aria-label": `${gameLabel(row)}, ${state.view.ending}`,
      data: { was: value, column: state.view.ending, key: `${row.place}/${state.view.ending}` },
      onchange: () => chooseEnding(select),
      onkeydown: walkEndings,
      onblur: () => noteEnding(select),
    },
    h(
      "option",
      { value: "" },
      isResultMissing(row) && !value
        ? TEXTS.toPlay
        : (row.sheet === FINALS ? findFinalGame(row.row)?.drawn : state.view.won[row.row] === 0)
          ? TEXTS.tied
          : TEXTS.played,
    ),
    choices.map(([code, text]: string[]) => h("option", { value: code }, filled(text, { 1: names[0], 2: names[1] }))),
    value && !choices.some(([code]: string[]) => code === value) ? h("option", { value }, value) : null,
  );
  select.value = value;
  return h(
    "span",
    { className: "ending", title: value ? nameEnding(value, names, isResultMissing(row)) : null },
    h("span", { className: value ? "shown set" : "shown", "aria-hidden": "true" }, shortEnding(select)),
    select,
  );
}

/** What is chosen in a list of endings, without the names. */
export const shortEnding = (select: HTMLSelectElement) => select.selectedOptions[0].text.split(/\s[:·]\s/)[0];

/** How a match ended, by its code, with {1} and {2} for the names; "" for none. */
const endingText = (code: string) =>
  state.view.choices[state.view.ending]?.find(([choice]) => choice === code)?.[1] ?? "";

/** How a match ended, by its code, with the players' names; what is left to type only while its row `waits`. */
export function nameEnding(code: string, [first = "", second = ""]: string[], waits: boolean = false) {
  const [, long = code, short = long] =
    state.view.choices[state.view.ending]?.find(([choice]) => choice === code) ?? [];
  return filled(waits ? long : short, { 1: first, 2: second });
}

/** The boxes of a row that are not as they were. */
export const changedBoxes = (row: HTMLElement): Box[] =>
  [...row.querySelectorAll<Box>("[data-was]")].filter((box) => box.value.trim() !== wasIn(box));
/** Whether a row can be noted: changed, and no first score without its second. */
export function isComplete(row: HTMLElement) {
  const first = [...row.querySelectorAll("input")].filter((box) => state.view.scores[0].includes(columnOf(box)));
  const blackAlone = state.view.alone && readPlace(placeOf(row))[0] === RESULTS && first[0]?.value.trim();
  return (
    changedBoxes(row).length > 0 && (blackAlone || new Set(first.map((box) => Boolean(box.value.trim()))).size < 2)
  );
}

/** Show at a row what is wrong in it and what counts instead; what is only unusual can be kept. */
function showFault(row: HTMLElement) {
  const place = placeOf(row),
    fault = state.faultsByRow[place],
    box = row.querySelector<HTMLElement>(".slip");
  const text = fault ? `${fault.text} ${describeStored(place)}` : "";
  if (!box || box.dataset.text === text) return; // a finger may be on its button
  box.dataset.text = text;
  box.replaceChildren(
    ...(fault ? [h("span", {}, text)] : []),
    ...(fault?.doubt
      ? [
          h(
            "button",
            {
              type: "button",
              className: "small",
              data: { key: `${place}/keep` },
              onclick: () => task(async () => (await noteRow(row, true)) && goOn()),
            },
            TEXTS.keepScore,
          ),
        ]
      : []),
  );
}

/** The sheet and the row of a place. */
const readPlace = (place: string): [string, number] => [
  place.slice(0, place.lastIndexOf("/")),
  Number(place.slice(place.lastIndexOf("/") + 1)),
];

/** What the workbook has where something else is typed. */
function describeStored(place: string) {
  const [sheet, row] = readPlace(place),
    cells = state.view.sheets[sheet].rows[row - 1],
    columns = columnsOf(sheet);
  const scores = (state.faultsByRow[place]?.columns ?? [])
    .filter((name) => name !== state.view.ending)
    .map((name) => cells[columns[name] - 1])
    .filter(Boolean);
  return filled(scores.length > 1 ? TEXTS.storedScores : scores.length ? TEXTS.storedScore : TEXTS.notStored, {
    scores: scores.join(TEXTS.and),
  });
}

/** What to do about a row with something that is not noted. */
export function describeFault(place: string) {
  keepDrafts();
  const [sheet, row] = readPlace(place),
    fault = state.faultsByRow[place];
  const game = gameRows(sheet).find((candidate) => candidate.row === row);
  const table =
    game && (sheet === FINALS || game.text("Ronde") === String(state.view.drawn))
      ? gameLabel(game)
      : tableOf({ sheet, row });
  const typed = (names: string[]) =>
    names.map((name) => state.drafts[`${place}/${name}`]?.trim() ?? "").filter(Boolean);
  const scores = typed(fault?.columns ?? []),
    isQuoted = fault?.doubt || scores.some((score) => fault.text.includes(`« ${score} »`)); // else either of the two may be wrong
  const score = (isQuoted ? scores : typed(state.view.scores.flat())).join(TEXTS.and);
  return filled(fault?.doubt ? TEXTS.toConfirm : TEXTS.toCorrect, { table, score: score || TEXTS.entry });
}

/** The places of the rows with something that is not noted, in their order. */
export const faultyRows = () =>
  Object.keys(state.faultsByRow).sort((first, second) => readPlace(first)[1] - readPlace(second)[1]);

/** Forget what was wrong in a row that is as noted again, or typed anew. */
export function clearFault(row: HTMLElement) {
  if (!state.faultsByRow[placeOf(row)]) return;
  delete state.faultsByRow[placeOf(row)];
  showFault(row);
  if ($("told").querySelector(`[data-fault="${placeOf(row)}"]`)) $("told").replaceChildren();
  for (const box of row.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
  showStep();
}

/** Show a row of any round, or of the finals.
 * @returns null where it is no more */
async function showRow(place: string): Promise<HTMLElement | null> {
  const [sheet, row] = readPlace(place),
    selector = `.game[data-place="${place}"]`,
    round = Number(state.view.sheets[RESULTS].rows[row - 1]?.[columnsOf(RESULTS).Ronde - 1]);
  if (sheet === FINALS && !document.querySelector(selector)) await showFinals();
  else if (!document.querySelector(selector) && round) {
    state.chosenRound = round === state.view.drawn ? null : round;
    await showTab("round");
  }
  return document.querySelector<HTMLElement>(selector);
}

/** Go to what is not noted in a row, and say why. */
export async function goToFault(place: string) {
  const element = await showRow(place);
  say(describeFault(place), 1, h("i", { hidden: true, data: { fault: place } })); // gone with it
  element?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  keepInSight();
}

/** Show at a row what follows from what was noted in it. */
const showNote = (row: HTMLElement) =>
  row
    .querySelector(".note")
    ?.replaceChildren(
      ...(state.rowNote?.text && state.rowNote.place === placeOf(row) ? [h("span", {}, state.rowNote.text)] : []),
    );

/** A row as it is seen now, as answers draw it anew; itself where it is seen no more. */
export const currentRow = (row: HTMLElement): HTMLElement =>
  document.querySelector(`.game[data-place="${placeOf(row)}"]`) ?? row;

/** Type the boxes of a row; a refusal is shown at its box. What is sent counts as typed, so that a choice made meanwhile,
 * be it the former value, is a change of its own.
 * @param sure what is unusual, too */
export async function noteRow(drawn: HTMLElement, sure: boolean = false) {
  const row = currentRow(drawn),
    place = placeOf(row),
    [sheet, number] = readPlace(place),
    columns = columnsOf(sheet),
    boxes = changedBoxes(row);
  if (!boxes.length) {
    clearFault(row);
    return true;
  }
  const stored = state.view.sheets[sheet].rows[number - 1];
  const cells = boxes.map((box) => ({
    sheet,
    row: number,
    column: columns[columnOf(box)],
    value: box.value.trim(),
    was: stored[columns[columnOf(box)] - 1] ?? "",
  }));
  delete state.faultsByRow[place];
  boxes.forEach((box, index) => {
    box.dataset.was = cells[index].value;
    delete state.drafts[keyOf(box)];
  });
  const result = await typeCells(
    [
      ...listIdentityCells(
        sheet,
        number,
        cells.map(({ column }) => column),
      ),
      ...cells,
    ],
    sure,
  );
  if (!result.answer.code) {
    const select = boxes.find((box) => box.localName === "select" && box.value);
    const final = sheet === FINALS ? findFinalGame(number)?.text : "",
      game = gameRows(sheet).find((candidate) => candidate.row === number);
    const notes = final
      ? [filled(TEXTS.noted, { what: final })]
      : select && game
        ? [filled(TEXTS.notedEnding, { what: nameEnding(select.value, playerNames(game), isResultMissing(game)) })]
        : [];
    state.rowNote = { place, text: [...notes, ...result.answer.warnings].join(" ") };
    for (const note of document.querySelectorAll(".game .note")) note.replaceChildren();
    showNote(currentRow(row));
    if (state.rowNote.text) currentRow(row).querySelector(".note")?.scrollIntoView({ block: "nearest" });
    keepInSight();
    return true;
  }
  boxes.forEach((box, index) => {
    const currentBox = document.querySelector<Box>(`#panel [data-key="${CSS.escape(keyOf(box))}"]`);
    const { was, value } = cells[index];
    box.dataset.was = was;
    if (currentBox && currentBox !== box && currentBox.value === wasIn(currentBox)) currentBox.value = value; // drawn anew meanwhile
    state.drafts[keyOf(box)] ??= value;
  });
  const problems = result.answer.problems,
    faultyBoxes = boxes.filter(
      (box) => !problems.length || problems.some((problem) => problem.column === columns[columnOf(box)]),
    );
  state.faultsByRow[place] = {
    text: [...new Set(problems.map((problem) => problem.message))].join(" ") || result.answer.message,
    columns: faultyBoxes.map((box) => columnOf(box)),
    doubt: Boolean(result.doubt),
  };
  state.rowNote = null;
  for (const note of document.querySelectorAll(".game .note")) note.replaceChildren();
  clearNoted();
  showFault(currentRow(row));
  for (const box of faultyBoxes)
    currentRow(row)
      .querySelector(`[data-column="${columnOf(box)}"]`)
      ?.setAttribute("aria-invalid", "true");
  showStep();
  keepInSight();
  return false;
}

/** Note before an action what is typed and not yet noted; go to what is refused, if there is any. */
export async function noteAllRows() {
  keepDrafts();
  for (const place of new Set(Object.keys(state.drafts).map((key) => key.slice(0, key.lastIndexOf("/"))))) {
    const element = await showRow(place);
    if (!element || (await noteRow(element))) continue;
    await goToFault(place);
    return false;
  }
  return true;
}
