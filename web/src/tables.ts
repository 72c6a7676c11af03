// Owns players, ratings and every sheet that people type into: rows as forms, so that a phone can do it.
import { changeBook, showRefusal, typeCells } from "./actions";
import { type Box, bindPunctuation, h } from "./dom";
import { engine } from "./engine";
import { findFinalGame, isAnyResultMissing, listIdentityCells, renderFinalChoices } from "./finals";
import { FINALS, PAIRINGS, PLAYERS, PRIZES, RESULTS } from "./names";
import { showTab } from "./page";
import { onPaper } from "./paper";
import { columnsOf, gameRows, hasBye, isBye, nameEnding, playerName, roundRows } from "./round";
import {
  askYesNo,
  type Close,
  describeOrigin,
  dialog,
  ESSENTIAL,
  figure,
  isNumber,
  keepTitlesInSight,
  RATINGS,
  rating,
  renderSheet,
  renderTitled,
  scrollBox,
  sheetTitles,
  table,
  tell,
} from "./show";
import { state } from "./state";
import { countNoun, filled, listSomeNames, TEXTS } from "./texts";
import type { PlayerLine, Result, TypedColumn } from "./wire";
import { isReadOnly, task } from "./workbook";

const SHEETS_OF_GAMES = [RESULTS, FINALS];
const MOST_NAMED = 8; // of the players who lack something

const changePresence = (player: PlayerLine, presence: string) =>
  task(async () => {
    const result = await changeBook("presence", { rows: [player.row], state: presence });
    if (result?.answer.code) {
      await showTab();
      tell(result.answer);
      showRefusal();
    } // its tick as it was
  });

/** Render the button by which a player leaves the tournament; null for those who have left. */
function departureButton(player: PlayerLine) {
  const facts = { player: playerName(String(player.number), player.name), round: state.view.drawn + 1 };
  const leave = async () => {
    if (await askYesNo(filled(TEXTS.leaving, facts), TEXTS.noteLeaving)) changePresence(player, "left");
  };
  return player.left
    ? null
    : h(
        "button",
        {
          type: "button",
          className: "small",
          disabled: isReadOnly(),
          title: filled(TEXTS.leavesHint, facts),
          "aria-label": filled(TEXTS.leavesLabel, facts),
          onclick: leave,
        },
        TEXTS.leaves,
      );
}

/** A line about the players who lack something; null where nobody does. */
function renderLack(text: string, players: PlayerLine[]) {
  const names = listSomeNames(
    players.map((player) => playerName(String(player.number), player.name)),
    MOST_NAMED,
  );
  return players.length
    ? h(
        "p",
        { className: "quiet licences" },
        filled(text, { count: countNoun(players.length, TEXTS.nouns.player), names }),
      )
    : null;
}

export function showPlayers() {
  if (!state.view.players) return showTyped(PLAYERS);
  const coming = state.view.drawn + 1,
    last = state.view.drawn >= state.view.rounds;
  const here = state.view.players.filter((player) => player.here).length;
  const tick = (player: PlayerLine) =>
    h("input", {
      type: "checkbox",
      checked: player.here,
      disabled: isReadOnly(),
      "aria-label": filled(TEXTS.plays, { player: playerName(String(player.number), player.name), round: coming }),
      onchange: (event) => changePresence(player, (event.target as HTMLInputElement).checked ? "here" : "absent"),
    });
  const away = (player: PlayerLine) =>
    player.left ? TEXTS.hasLeft : player.absences ? filled(TEXTS.absences, { rounds: player.absences }) : "";
  const unrated = (player: PlayerLine) =>
    player.unrated_cote ? filled(TEXTS.unratedShort, { cote: rating(player.unrated_cote) }) : "";
  const cote = (player: PlayerLine) =>
    player.unrated_cote ? h("small", { className: "quiet opt" }, unrated(player)) : rating(player.cote);
  const line = (player: PlayerLine) =>
    h(
      "tr",
      { className: player.left ? "gone" : player.here ? "" : "away" },
      last ? null : h("td", { className: "c" }, tick(player)),
      h("td", { className: "n" }, String(player.number)),
      h(
        "td",
        {},
        h(
          "button",
          { type: "button", className: "link", onclick: () => editRow(PLAYERS, player.row) },
          playerName(String(player.number), player.name),
        ),
        h("small", { className: "quiet slim" }, [away(player), unrated(player)].filter(Boolean).join(" · ")),
      ),
      h("td", { className: "quiet opt" }, describeOrigin(player)),
      state.view.ratings ? h("td", { className: "quiet opt" }, player.licence) : null,
      h("td", { className: "n" }, cote(player)),
      h("td", { className: "quiet opt" }, away(player)),
      last ? null : h("td", { className: "c" }, departureButton(player)),
    );
  return h(
    "div",
    {},
    h(
      "div",
      { className: "head" },
      h(
        "h2",
        {},
        `${PLAYERS} `,
        h(
          "small",
          {},
          last
            ? `${state.view.players.length}`
            : filled(TEXTS.expected, { present: here, count: state.view.players.length, round: coming }),
        ),
      ),
      h(
        "button",
        { type: "button", className: "main", disabled: isReadOnly(), onclick: () => editRow(PLAYERS) },
        TEXTS.addPlayer,
      ),
    ),
    state.view.ratings
      ? renderLack(
          TEXTS.noLicence,
          state.view.players.filter((player) => !player.licence),
        )
      : null,
    state.view.world
      ? renderLack(
          TEXTS.noNumber,
          state.view.players.filter((player) => !player.number),
        )
      : null,
    scrollBox(
      PLAYERS,
      h(
        "table",
        { className: "players" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            last ? null : h("th", { scope: "col", className: "c" }, `R${coming}`),
            h("th", { scope: "col", className: "n" }, "N°"),
            h("th", { scope: "col" }, "Joueur"),
            h("th", { scope: "col", className: "opt" }, state.view.club),
            state.view.ratings ? h("th", { scope: "col", className: "opt" }, "Licence") : null,
            h("th", { scope: "col", className: "n" }, "Cote"),
            h("th", { scope: "col", className: "opt" }, "Absences"),
            last ? null : h("th", { scope: "col", className: "c" }, TEXTS.departure),
          ),
        ),
        h("tbody", {}, state.view.players.map(line)),
      ),
    ),
  );
}

/** Render a sheet that is typed into: its rows, each with a form. */
function showTyped(name: string) {
  const sheet = state.view.sheets[name],
    typed = sheet.typed ?? [],
    rows = filledRows(name);
  const further = name === RESULTS && !state.view.several ? state.view.scores.slice(1).flat() : []; // games that this tournament has not
  const hasContent = (column: TypedColumn) => rows.some((row) => row.cells[column.column - 1]);
  const columns = typed.filter((column) => hasContent(column) || (column.typed && !further.includes(column.name)));
  return h(
    "div",
    {},
    h(
      "div",
      { className: "head" },
      name === PRIZES
        ? h(
            "h2",
            {},
            sheetTitles(sheet)[0] || name,
            " ",
            state.view.played && !state.view.over ? h("small", {}, TEXTS.provisional) : null,
          )
        : h("h2", {}, name),
      typed.length
        ? h(
            "button",
            { type: "button", className: "main", disabled: isReadOnly(), onclick: () => editRow(name) },
            TEXTS.addRow,
          )
        : null,
    ),
    name === RESULTS || name === FINALS
      ? null
      : sheet.rows
          .slice(1, Math.max(0, sheet.header - 1))
          .map((row: string[]) => h("p", { className: "quiet" }, row.slice(0, 10).filter(Boolean).join(" · "))),
    name === FINALS ? renderFinalChoices() : null,
    scrollBox(
      name,
      h(
        "table",
        { className: "one-line typed-rows" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map((column) =>
              h(
                "th",
                { scope: "col", className: column.typed ? "typed" : "", title: column.help || null },
                column.name,
              ),
            ),
            h("th", { scope: "col" }, h("span", { className: "hidden" }, TEXTS.edit)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              columns.map((column) => typedCell(name, row.cells, column.name, row.cells[column.column - 1] ?? "")),
              h(
                "td",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    className: "small",
                    "aria-label": filled(TEXTS.editRow, { row: row.row }),
                    onclick: () => editRow(name, row.row),
                  },
                  TEXTS.edit,
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Render a cell of a typed sheet; of a sheet of games with whole names, and with words for how else a game ended.
 * @param cells its row */
function typedCell(sheet: string, cells: string[], title: string, text: string) {
  const side = SHEETS_OF_GAMES.includes(sheet)
    ? state.view.sides.find((columns: string[]) => columns[1] === title)
    : null;
  const nameOn = ([number = ""]: string[]) =>
    playerName(cells[(columnsOf(sheet)[number] ?? 0) - 1] ?? "", isBye(text) ? TEXTS.nouns.bye : text);
  if (sheet === RESULTS && isBye(text) && state.view.sides.some(([number]: string[]) => number === title))
    return h("td", { className: "n" }, "–");
  const ending =
    text && SHEETS_OF_GAMES.includes(sheet) && title === state.view.ending
      ? nameEnding(text, state.view.sides.map(nameOn))
      : "";
  const content = side ? nameOn(side) : ending && !ending.startsWith(text) ? `${text} · ${ending}` : ending || text;
  return h(
    "td",
    {
      className: isNumber(content)
        ? "n"
        : side
          ? "player"
          : ending
            ? "ending"
            : title === "Pourquoi" || content.length > 30
              ? "reason"
              : "word",
      title: content.length > 20 ? content : null,
    },
    RATINGS.includes(title) ? rating(content) : figure(content),
  );
}

export function filledRows(name: string) {
  const sheet = state.view.sheets[name];
  return sheet.rows
    .map((cells: string[], index: number) => ({ row: index + 1, cells }))
    .filter((row) => row.row > sheet.header && sheet.typed?.some((column) => row.cells[column.column - 1]));
}

/** Render the list of how else a game ended, for its form. */
function endingChoice(value: string, names: string[]) {
  const choices = [
    ["", "–"],
    ...(state.view.choices[state.view.ending] ?? []).map(([code, text]: string[]) => [
      code,
      filled(text, { 1: names[0], 2: names[1] }),
    ]),
  ];
  const offers = choices.some(([code]) => code === value) ? choices : [...choices, [value, value]];
  const select = h(
    "select",
    { disabled: isReadOnly() },
    offers.map(([code, text]) => h("option", { value: code }, text)),
  );
  select.value = value;
  return select;
}

/** Edit the typed cells of a row in a form; a new row without `row`. */
export async function editRow(name: string, row?: number) {
  const sheet = state.view.sheets[name],
    rowNumber = row ?? sheet.free ?? 0,
    cells = sheet.rows[rowNumber - 1] ?? [];
  const faults = sheet.faults?.filter((fault) => fault.row === rowNumber) ?? [];
  const player = name === PLAYERS ? state.view.players?.find((candidate) => candidate.row === row) : undefined;
  const isGame = SHEETS_OF_GAMES.includes(name),
    names = isGame
      ? state.view.sides.map(([number, label]: string[]) => playerName(cells[columnsOf(name)[number] - 1] ?? "", label))
      : [];
  const fields = (sheet.typed ?? [])
    .filter((column) => column.typed)
    .map((column) => {
      const fixed = column.fixed.includes(rowNumber);
      const was = cells[column.column - 1] ?? "",
        text = isNumber(was) ? was.replace(".", ",") : was;
      const side = isGame ? state.view.sides.find(([number]: string[]) => number === column.name) : null;
      const offers = side
        ? h(
            "datalist",
            { id: `offers-${column.column}` },
            Object.entries(state.view.names).map(([value, label]) => h("option", { value, label })),
          )
        : column.choices?.length
          ? h(
              "datalist",
              { id: `offers-${column.column}` },
              column.choices.map((value: string) => h("option", { value })),
            )
          : null;
      const fault = faults.find((candidate) => candidate.column === column.column)?.message;
      const slip = h("small", { className: "slip", id: `row-${column.column}`, role: "alert" }, fault);
      const absences = name === PLAYERS && column.name === "Absences",
        unrated = column.name === "Cote" ? player?.unrated_cote : "";
      const help = unrated
        ? filled(cells[(columnsOf(name)["Série duplicate"] ?? 0) - 1] ? TEXTS.unrated : TEXTS.unratedNew, {
            cote: rating(unrated),
          })
        : fixed
          ? column.fixed_help
          : column.help;
      const nameOf = (number: string) =>
        !side
          ? ""
          : isBye(number) && name === RESULTS && state.view.bye_help
            ? state.view.bye_help
            : `${side[1]} : ${playerName(number, "–")}`;
      const hint =
        help || side ? h("small", { className: "hint", id: `hint-${column.column}` }, help || nameOf(was)) : null;
      const box =
        isGame && column.name === state.view.ending
          ? endingChoice(was, names)
          : h("input", {
              value: text,
              autocomplete: "off",
              disabled: isReadOnly() || fixed,
              "aria-invalid": Boolean(fault),
              autofocus:
                isGame && row
                  ? column.name === state.view.scores[0]?.[0]
                  : column.column === (faults[0]?.column ?? sheet.start),
              list: offers?.id,
              placeholder: absences ? TEXTS.absencesExample : "",
              "aria-describedby": [slip.id, hint?.id].filter(Boolean).join(" "),
            });
      if (side)
        box.addEventListener("input", () => {
          if (hint) hint.textContent = bindPunctuation(nameOf(box.value.trim()));
        });
      return { column, was, text, box, offers, hint, slip, fixed };
    });
  const slip = h("p", { className: "slip", role: "alert" });
  const refuse = (result: Result | undefined) => {
    const problems = result?.answer.problems ?? [],
      columns = fields.map(({ column }) => column.column);
    for (const field of fields) {
      const texts = problems
        .filter((problem) => problem.column === field.column.column)
        .map((problem) => problem.message);
      field.slip.textContent = bindPunctuation([...new Set(texts)].join(" "));
      field.box.toggleAttribute("aria-invalid", texts.length > 0);
    }
    const others = problems.filter((problem) => !columns.includes(problem.column)).map((problem) => problem.message);
    slip.textContent = [result?.answer.message, ...others]
      .filter((text) => text !== undefined && text !== "")
      .map((text) => bindPunctuation(text ?? ""))
      .join(" ");
    fields.find(({ box }) => box.hasAttribute("aria-invalid"))?.box.focus();
  };
  const save = (close: Close) => async (event: Event) => {
    event.preventDefault();
    const changes = fields
      .filter(({ box, text }) => box.value.trim() !== text)
      .map(({ column, box, was }) => ({
        sheet: name,
        row: rowNumber,
        column: column.column,
        value: box.value.trim(),
        was,
      }));
    if (!changes.length) return close();
    const typed =
      row && changes.some(({ value }) => value)
        ? [
            ...listIdentityCells(
              name,
              row,
              changes.map(({ column }) => column),
            ),
            ...changes,
          ]
        : changes;
    let result = await task(() => typeCells(typed));
    if (result?.doubt && (await confirmAbove(result.answer.problems.map((problem) => problem.message).join(" "))))
      result = await task(() => typeCells(typed, true));
    if (!result || result.answer.code) return refuse(result);
    close(true);
    if (name !== PRIZES) return undefined;
    tellWinner(result, rowNumber);
    return state.view.sheets[PRIZES].faults?.some((fault) => fault.row === rowNumber)
      ? editRow(name, rowNumber)
      : undefined; // noted, and to be corrected
  };
  const empty = async (close: Close) => {
    if (await confirmAbove(filled(TEXTS.emptyingRow, { sheet: name }))) {
      const free = name === FINALS || (isGame && gameRows(name).some((game) => game.row === rowNumber && hasBye(game))); // a drawn pair stays
      const written = free
        ? (sheet.typed ?? [])
            .filter((column) => !column.typed)
            .map((column) => ({ column, was: cells[column.column - 1] ?? "", fixed: false }))
        : []; // names that the program wrote would still name a pair
      const result = await task(() =>
        typeCells(
          [...fields, ...written]
            .filter(({ was, fixed }) => was && !fixed)
            .map(({ column, was }) => ({ sheet: name, row: rowNumber, column: column.column, value: "", was })),
        ),
      );
      if (result && !result.answer.code) close(true);
      else refuse(result);
    }
  };
  const above =
    name === PRIZES && row
      ? filledRows(name)
          .filter((line) => line.row < row)
          .at(-1)
      : null;
  const raise = async (close: Close) => {
    // the order of the prizes decides who takes which
    const swapped = fields
      .map(({ column, was }) => ({ column: column.column, was, other: above?.cells[column.column - 1] ?? "" }))
      .filter(({ was, other }) => was !== other);
    const result = await task(() =>
      typeCells(
        swapped.flatMap(({ column, was, other }) => [
          { sheet: name, row: rowNumber, column, value: other, was },
          { sheet: name, row: above?.row ?? 0, column, value: was, was: other },
        ]),
      ),
    );
    if (result && !result.answer.code) close(true);
    else refuse(result);
  };
  const summary =
    player?.name ||
    (name === FINALS && findFinalGame(rowNumber)?.text) ||
    fields
      .map(({ text }) => text)
      .filter(Boolean)
      .slice(0, name === PRIZES ? 1 : 3)
      .join(" ");
  const paired = state.view.drawn && player?.number ? player : null; // stays in the rounds that are drawn
  const removal = (close: Close) =>
    paired
      ? state.view.drawn < state.view.rounds && departureButton(paired)
      : row &&
        fields.some(({ was }) => was) &&
        h("button", { type: "button", disabled: isReadOnly(), onclick: () => empty(close) }, TEXTS.emptyRow);
  await dialog<boolean>(
    row
      ? `${name === PLAYERS ? TEXTS.onePlayer : name} : ${summary}`
      : name === PLAYERS
        ? TEXTS.newPlayer
        : filled(TEXTS.newRow, { sheet: name }),
    (close) => [
      h(
        "form",
        { className: "lines", onsubmit: save(close) },
        name === PLAYERS &&
          !row &&
          state.view.drawn > 0 &&
          h(
            "p",
            { className: "quiet" },
            filled(
              state.view.bye_help && roundRows(state.view.drawn).some(hasBye) ? TEXTS.lateEntryExempt : TEXTS.lateEntry,
              { round: state.view.drawn + 1 },
            ),
          ),
        fields.map(({ column, box, offers, hint, slip: beneath }) =>
          h("label", {}, h("span", {}, column.label), h("span", { className: "choice" }, box, offers, hint, beneath)),
        ),
        slip,
        h(
          "footer",
          {},
          removal(close),
          above && h("button", { type: "button", disabled: isReadOnly(), onclick: () => raise(close) }, TEXTS.raise),
          h("button", { className: "main", disabled: isReadOnly() }, TEXTS.note),
        ),
      ),
    ],
  );
}

/** Say why the prize that was noted goes to nobody yet. */
function tellWinner({ answer }: Result, row: number) {
  const cells = state.view.sheets[PRIZES].rows[row - 1] ?? [],
    columns = columnsOf(PRIZES),
    reason = cells[columns.Pourquoi - 1];
  if (reason && !cells[columns.Gagnant - 1])
    tell({ ...answer, message: filled(TEXTS.noted, { what: cells[columns.Prix - 1] || PRIZES }), warnings: [reason] });
}

/** Ask while a dialog is open. */
const confirmAbove = async (question: string) => confirm(question);

export function showStandings() {
  const box = h("div", {}, renderSheet(state.view.sheets.Classement, "Classement"));
  const rounds = Array.from({ length: state.view.played ?? 0 }, (_, index) => index + 1);
  if (rounds.length > 1) {
    const pick = h(
      "select",
      {
        "aria-label": TEXTS.standingsAfter,
        onchange: async () => {
          const result = await task(() =>
            engine.call("standings", { file: state.book.name, after: Number(pick.value) }),
          );
          if (result?.standings)
            box
              .querySelector(".sheet")
              ?.replaceWith(
                renderTitled(
                  [result.answer.message, ...sheetTitles(state.view.sheets.Classement).slice(1)],
                  result.standings,
                  "Classement",
                ),
              );
        },
      },
      rounds.map((number) =>
        h(
          "option",
          { value: String(number), selected: number === state.view.played },
          number === state.view.rounds && !isAnyResultMissing()
            ? TEXTS.finalStandings
            : filled(TEXTS.afterRound, { round: number }),
        ),
      ),
    );
    box.prepend(h("p", { className: "pick" }, pick));
  }
  return box;
}

/** Render the sheets as chips, and the chosen one. */
export function showSheets() {
  const inTime: Record<string, boolean> = { Tables: !state.view.drawn, Palmarès: state.view.over }; // for the first rounds, after the last and its finals
  const names = Object.keys(state.view.sheets).filter(
    (name) => state.view.sheets[name].offered && (inTime[name] ?? true),
  );
  if (!names.includes(state.chosenSheet))
    state.chosenSheet = names.find((name) => name === "Cotes") ?? names.find((name) => name === "Prix") ?? names[0];
  const chips = names.map((name) =>
    h(
      "button",
      {
        type: "button",
        className: name === state.chosenSheet ? "chip on" : "chip",
        "aria-pressed": String(name === state.chosenSheet),
        onclick: () => {
          state.chosenSheet = name;
          showTab();
        },
      },
      name,
    ),
  );
  const sheet = state.view.sheets[state.chosenSheet],
    show = sheet?.typed
      ? showTyped
      : state.chosenSheet === "Cotes"
        ? showRatings
        : AS_PRINTED.includes(state.chosenSheet)
          ? showPrintout
          : (name: string) => renderSheet(sheet, name);
  return h(
    "div",
    {},
    h("div", { className: "chips" }, chips),
    sheet ? show(state.chosenSheet) : h("p", { className: "quiet" }, TEXTS.noSheet),
  );
}

const AS_PRINTED = ["Palmarès", PAIRINGS]; // sheets that are laid out for paper
/** Show a sheet as its workbook prints it, at the width that there is. */
function showPrintout(name: string) {
  const host = h("div", { className: "printout" }),
    wide = scrollBox(name, host),
    box = wide.querySelector(".scroll");
  const root = host.attachShadow({ mode: "open" }); // its styles stay its own
  task(async () => {
    const { paper, answer } = await engine.call("paper", { file: state.book.name, sheet: name });
    root.innerHTML = paper ?? "";
    if (!paper) return tell(answer);
    const room = (box?.clientWidth ?? 0) - 2,
      width = root.querySelector<HTMLElement>(".printed")?.offsetWidth || room;
    host.style.zoom = String(Math.min(1, Math.max(LEAST_ZOOM, room / width)));
    keepTitlesInSight(); // and the edge, where it is wider still
    return undefined;
  });
  return h(
    "div",
    { className: "sheet" },
    h(
      "div",
      { className: "head" },
      h("h2", {}, name),
      h("button", { type: "button", className: "small", onclick: () => onPaper(name) }, TEXTS.actions.print),
    ),
    wide,
  );
}

const LEAST_ZOOM = 0.4; // of a sheet's print, whose letters are large: it fits a phone; smaller cannot be read, the rest scrolls
/** Render Cotes: player, old, new, change; how they were computed on demand. */
function showRatings() {
  const sheet = state.view.sheets.Cotes,
    toggle = h(
      "button",
      {
        type: "button",
        className: "small",
        "aria-pressed": String(state.everyColumn),
        onclick: () => {
          state.everyColumn = !state.everyColumn;
          showTab();
        },
      },
      state.everyColumn ? TEXTS.fewColumns : TEXTS.everyColumn,
    );
  const [titles = [], event = [], facts = []] = sheet.rows
    .slice(0, sheet.header - 1)
    .map((row: string[]) => row.filter(Boolean)); // the first of each is about all
  const legend = titles[1] ? titles[1].split("\n") : []; // its first line explains the columns that are always shown
  const figures = facts
    .flatMap((label: string, index: number) => (index % 2 ? [] : [`${label} : ${figure(facts[index + 1] ?? "")}`]))
    .join(" · ");
  const places = (sheet.rows[sheet.header - 1] ?? []).filter(isNumber).length,
    byPlace = places ? filled(TEXTS.byPlace, { places }) : (event[1] ?? "");
  const [basis = ""] = (event[0] ?? "").split("\n"); // without the sheet's own note on the season
  return h(
    "div",
    { className: "sheet" },
    h("div", { className: "head" }, h("h2", {}, titles[0] ?? "Cotes"), toggle),
    (state.everyColumn
      ? [basis, figures, ...legend, state.view.ratings_note || TEXTS.season, byPlace]
      : [basis, ...legend.slice(0, 1), state.view.ratings_note || TEXTS.season]
    ).map((line) => h("p", { className: "quiet" }, line)),
    state.everyColumn
      ? table(sheet.rows.slice(sheet.header - 1), "Cotes", undefined, TEXTS.wholeAccount)
      : table(sheet.rows.slice(sheet.header - 1), "Cotes", ESSENTIAL),
  );
}

/** Go to the cell of a problem. */
export function goTo(problem: { sheet: string; row: number }) {
  if (problem.sheet === "Tournoi")
    return showTab("settings").then(() => document.querySelector<Box>(`[data-key="Tournoi/${problem.row}"]`)?.focus());
  if (!state.view?.sheets?.[problem.sheet]?.typed) return undefined;
  if (problem.sheet === FINALS) return editRow(FINALS, problem.row); // only its form can empty a row
  const boxes = [
    ...document.querySelectorAll<HTMLInputElement>(`.game[data-place="${problem.sheet}/${problem.row}"] input`),
  ];
  if (boxes.length)
    return (boxes.find((box) => !box.value.trim() || box.hasAttribute("aria-invalid")) ?? boxes[0]).focus();
  return editRow(problem.sheet, problem.row);
}
