// Owns paper: any sheet as its workbook prints it, page by page, and a list to tick. The browser prints.
import { $, type Child, flatten, h } from "./dom";
import { engine } from "./engine";
import { finalRows, findFinalGame } from "./finals";
import { FINALS, PAIRINGS } from "./names";
import { gameLabel, hasBye, isBye, nameEnding, playerNames, roundRows, winningSide } from "./round";
import { type GameRow, state } from "./state";
import { describeOrigin, figure, sheetTitles } from "./tables";
import { countNoun, filled, TEXTS } from "./texts";
import { tell } from "./told";
import { task } from "./workbook";

export const DESK_LIST = "pointage",
  ROWS_TO_TICK = 30; // rows for which a page has room, with two lines each

let isPrinting = false;
/** Print a sheet. */
export async function onPaper(name: string) {
  if (isPrinting) return undefined; // touched twice
  isPrinting = true;
  try {
    if (name === DESK_LIST) return printPages(toTick());
    const result = await task(() => engine.call("paper", { file: state.book.name, sheet: name }));
    if (!result?.paper) return result && tell(result.answer);
    $("paper").innerHTML = result.paper;
    return window.print();
  } finally {
    isPrinting = false;
  }
}

/** Print pages that the page itself has laid out. */
export function printPages(pages: Child[], margin: string = "0") {
  $("paper").replaceChildren(h("style", {}, `@page { size: A4; margin: ${margin} }`), ...flatten(pages));
  window.print();
}

/** A page with its title, a line below it, and its content. */
export const layPage = (title: string, line: string, content: Child[]) =>
  h("section", { className: "earlier" }, h("header", {}, h("h1", {}, title), h("p", {}, line)), ...content);

/** The line below the title of a page: the tournament, as on the wall. */
const eventLine = () => sheetTitles(state.view.sheets[PAIRINGS])[1] ?? state.view.title;

/** A round with its scores, with the titles of its wall. */
export const renderRoundPage = (number: number) =>
  layPage(
    `${filled(TEXTS.roundTitle, { round: number })} ${filled(TEXTS.ofRounds, { rounds: state.view.rounds })}`,
    eventLine(),
    [renderGameTable(roundRows(number))],
  );

/** The finals with their scores, each with what decided it where its games did not. */
export const renderFinalsPage = () => layPage(FINALS, eventLine(), [renderGameTable(finalRows())]);

/** Games as a table: who met whom, who won, and how else it ended where a match did. */
function renderGameTable(rows: GameRow[]) {
  const endingOf = (row: GameRow) =>
    [
      nameEnding(row.text(state.view.ending), playerNames(row)),
      row.sheet === FINALS ? findFinalGame(row.row)?.decided : "",
    ]
      .filter(Boolean)
      .join(" · ");
  const pairs = state.view.several && rows[0]?.sheet !== FINALS ? state.view.scores : state.view.scores.slice(0, 1),
    hasEndings = rows.some(endingOf);
  const scoresOf = (row: GameRow, side: number) =>
    pairs
      .map((pair) => row.text(pair[side]))
      .filter(Boolean)
      .join(" · ");
  const cell = (text: string, className = "") => h("td", { className }, text);
  const line = (row: GameRow) => {
    const names = playerNames(row);
    if (hasBye(row))
      return h(
        "tr",
        { className: "free" },
        cell(""),
        cell(names.find((_, side) => !isBye(row.text(state.view.sides[side]?.[0] ?? ""))) ?? ""),
        cell(""),
        cell(""),
        cell(TEXTS.nouns.bye),
        hasEndings && cell(""),
      );
    const [first, second] = names.map((name, side) => cell(name, winningSide(row) === side + 1 ? "won" : ""));
    return h(
      "tr",
      {},
      cell(row.sheet === FINALS ? gameLabel(row) : row.text("Table")),
      first,
      cell(scoresOf(row, 0)),
      cell(scoresOf(row, 1)),
      second,
      hasEndings && cell(endingOf(row)),
    );
  };
  const titles = [
    rows[0]?.sheet === FINALS ? "Match" : "Table",
    state.view.sides[0]?.[1],
    state.view.scores[0]?.[0],
    state.view.scores[0]?.[1],
    state.view.sides[1]?.[1],
    ...(hasEndings ? [state.view.ending] : []),
  ];
  return h(
    "table",
    { className: "scores" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        titles.map((title) => h("th", { scope: "col" }, title)),
      ),
    ),
    h("tbody", {}, rows.map(line)),
  );
}

/** Everybody by name, to tick at the desk: club, what is due or paid. On pages of nearly equal length. */
function toTick() {
  const people = [...state.view.players].sort((first, second) => first.position - second.position);
  const due = people.reduce((sum, player) => sum + (parseFloat(String(player.due).replace(",", ".")) || 0), 0);
  const pages = Math.ceil(people.length / ROWS_TO_TICK),
    lines = Math.ceil(people.length / pages);
  return Array.from({ length: pages }, (_, page) =>
    h(
      "section",
      { className: "tick" },
      h(
        "header",
        {},
        h("h1", {}, state.view.title),
        h(
          "p",
          {},
          `${TEXTS.deskList} : ${countNoun(people.length, TEXTS.nouns.player)}${due ? ` · ${filled(TEXTS.due, { sum: figure(String(due)) })}` : ""}`,
        ),
      ),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [
              TEXTS.deskColumns.present,
              TEXTS.deskColumns.player,
              TEXTS.deskColumns.number,
              state.view.club,
              TEXTS.deskColumns.due,
            ].map((title) => h("th", { scope: "col" }, title)),
          ),
        ),
        h(
          "tbody",
          {},
          people.slice(page * lines, (page + 1) * lines).map((player) =>
            h(
              "tr",
              {},
              [
                player.here ? "☐" : TEXTS.away,
                player.name,
                String(player.number),
                describeOrigin(player),
                player.due,
              ].map((text) => h("td", {}, text)),
            ),
          ),
        ),
      ),
      h("footer", {}, filled(TEXTS.pageNumber, { page: page + 1, pages })),
    ),
  );
}
