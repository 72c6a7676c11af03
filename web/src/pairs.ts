// Owns what is asked about pairs: those fixed before a round is drawn, why others are as they are, and what if.
import { typeCells } from "./actions";
import { bindPunctuation, h } from "./dom";
import { engine } from "./engine";
import { RESULTS } from "./names";
import { colourMark, columnsOf, gameLabel, playerName, roundRows } from "./round";
import { dialog, say, table, tell } from "./show";
import { type GameRow, state } from "./state";
import { filled, TEXTS } from "./texts";
import type { SupposedPair, SupposedSide } from "./wire";
import { isReadOnly, task } from "./workbook";

/** Render the pairs that the organiser fixes before the next round is drawn. */
export function renderFixedPairs(number: number) {
  const rows = roundRows(number),
    columns = columnsOf(RESULTS),
    numbered = state.view.players.filter((player) => player.number);
  const sides = state.view.sides.map((side: string[]) => side[0]);
  const clear = (row: GameRow) =>
    task(() =>
      typeCells(
        ["Ronde", "Table", ...sides].map((name) => ({
          sheet: RESULTS,
          row: row.row,
          column: columns[name],
          value: "",
        })),
      ),
    );
  const pick = (label: string) =>
    h(
      "select",
      { "aria-label": label, disabled: isReadOnly() },
      h("option", { value: "" }, label),
      numbered.map((player) => h("option", { value: String(player.number) }, player.name)),
    );
  const selects = state.view.colours
    ? [pick(state.view.sides[0][1]), pick(state.view.sides[1][1])]
    : TEXTS.fixedSides.map(pick);
  const add = () => {
    const [first, second] = selects.map((select) => select.value);
    if (first && second)
      task(() =>
        typeCells(
          [
            ["Ronde", String(number)],
            [sides[0], first],
            [sides[1], second],
          ].map(([name, value]) => ({
            sheet: RESULTS,
            row: state.view.sheets[RESULTS].free ?? 0,
            column: columns[name],
            value,
          })),
        ),
      );
  };
  return h(
    "details",
    { className: "imposed", open: rows.length > 0 },
    h("summary", {}, filled(TEXTS.fixedPairs, { round: number })),
    !numbered.length ? h("p", { className: "quiet" }, TEXTS.noNumbersYet) : null,
    rows.map((row) =>
      h(
        "p",
        {},
        state.view.sides
          .map(
            (side: string[]) =>
              playerName(row.text(side[0]), row.text(side[1])) ||
              filled(TEXTS.playerNumber, { number: row.text(side[0]) }),
          )
          .join(" – "),
        " ",
        h("button", { type: "button", disabled: isReadOnly(), onclick: () => clear(row) }, TEXTS.releasePair),
      ),
    ),
    numbered.length
      ? h(
          "p",
          { className: "row" },
          ...selects,
          h("button", { type: "button", disabled: isReadOnly(), onclick: add }, TEXTS.fixPair),
        )
      : null,
  );
}

/** Explain the pairs of a round, or that of a table. */
export async function explain(number: number, table?: number, bye?: boolean) {
  const result = await task(() =>
    engine.call("explain", { file: state.book.name, round: number, ...(table ? { table } : {}) }),
  );
  if (!result) return;
  if (result.answer.code) return tell(result.answer);
  const line = (text: string) => {
    // "name : what is known of him"
    const [subject, ...facts] = text.split(" : ");
    return h("p", {}, facts.length ? [h("b", {}, subject), h("span", {}, facts.join(" : "))] : text);
  };
  const [, , ...legend] =
    state.view.sheets.Classement?.rows
      .slice(0, state.view.sheets.Classement.header - 1)
      .flat()
      .filter(Boolean) ?? [];
  const words = JSON.stringify(result.pairs),
    isUsed = (entry: string) => /^(?<code>\p{L}{2,}) : /u.test(entry) && words.includes(` ${entry.split(" : ")[0]} `);
  await dialog(
    bye ? TEXTS.whyExempt : table ? TEXTS.whyOne : filled(TEXTS.whyAll, { round: number }),
    () => [
      h(
        "div",
        { className: "why-list" },
        result.pairs.map((pair) =>
          h(
            "section",
            {},
            h("h3", {}, pair.title),
            h("p", { className: "reason" }, pair.lines[0]),
            pair.lines.slice(1).map(line),
            pair.details.length ? h("details", {}, h("summary", {}, TEXTS.account), pair.details.map(line)) : null,
          ),
        ),
      ),
      legend
        .join(" · ")
        .split(" · ")
        .filter(isUsed)
        .join(" · ")
        .split("\n")
        .filter(Boolean)
        .map((entry) => h("p", { className: "quiet" }, entry)),
    ],
    "wide",
  );
}

/** Render the pairs of a supposed round: table, and of each side its name and points; the bye alone. */
function renderPairs(pairs: SupposedPair[]) {
  const side = ({ name, points }: SupposedSide, position: number) =>
    h(
      "span",
      { className: `who side${position}` },
      colourMark(position),
      h("span", { className: "name", title: name }, name),
      points ? h("small", {}, points) : null,
    );
  return h(
    "div",
    { className: "games supposed" },
    pairs.map(({ table, sides }) =>
      h(
        "div",
        { className: "game" },
        h("b", { className: "no" }, sides.length > 1 ? table : "–"),
        sides.length > 1
          ? [side(sides[0], 0), h("i", {}, "–"), side(sides[1], 1)]
          : h("span", { className: "exempt" }, sides[0].name, h("i", {}, TEXTS.nouns.bye)),
      ),
    ),
  );
}

/** Ask for supposed results and show what they would lead to. */
export async function whatIf() {
  const missing = roundRows(state.view.drawn).filter((row) => state.view.missing.includes(row.row));
  if (!missing.length) return say(TEXTS.noMissing, 1);
  const walk = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return undefined;
    event.preventDefault();
    const all = fields.flatMap(({ boxes }) => boxes),
      next = all[all.indexOf(event.target as HTMLInputElement) + (event.shiftKey ? -1 : 1)];
    return next || event.shiftKey ? next?.focus() : suppose();
  };
  const fields: { row: GameRow; slip: HTMLElement; boxes: HTMLInputElement[] }[] = missing.map((row) => ({
    row,
    slip: h("small", { className: "slip", role: "alert" }),
    boxes: [0, 1].map((side) =>
      h("input", {
        inputMode: "numeric",
        size: 4,
        maxLength: 9,
        autocomplete: "off",
        autofocus: row === missing[0] && !side,
        onkeydown: walk,
        "aria-label": filled(TEXTS.scoreBox, { game: gameLabel(row), player: row.text(state.view.sides[side][1]) }),
      }),
    ),
  }));
  const out = h("div", {}),
    scoreColumns = (state.view.scores[0] ?? []).map((name) => columnsOf(RESULTS)[name]);
  const suppose = async () => {
    const typed = fields
      .map((field) => ({ ...field, scores: field.boxes.map((box) => box.value.trim()) }))
      .filter(({ scores }) => scores.some(Boolean));
    const halves = typed.flatMap(({ row, scores }) =>
      scores.every(Boolean)
        ? []
        : scores.flatMap((score, side) =>
            score ? [{ row: row.row, column: scoreColumns[side], message: filled(TEXTS.otherScore, { score }) }] : [],
          ),
    );
    const result = halves.length
      ? null
      : await task(() =>
          engine.call("what_if", {
            file: state.book.name,
            tables: typed.map(({ row, scores }) => [row.text("Table"), scores.join("-")]),
          }),
        );
    if (!result && !halves.length) return;
    const problems = result?.answer.problems ?? halves,
      rows = fields.map(({ row }) => row.row);
    for (const { row, slip, boxes } of fields) {
      const faults = problems.filter((problem) => problem.row === row.row);
      slip.textContent = bindPunctuation([...new Set(faults.map((problem) => problem.message))].join(" "));
      boxes.forEach((box, side) => {
        box.toggleAttribute(
          "aria-invalid",
          faults.some((problem) => problem.column === scoreColumns[side]),
        );
      });
    }
    const invalid = fields.flatMap(({ boxes }) => boxes).find((box) => box.hasAttribute("aria-invalid"));
    if (invalid) {
      out.replaceChildren();
      return invalid.focus();
    }
    if (!result) return;
    const lines = [
      ...result.answer.message.split("\n"),
      ...problems.filter((problem) => !rows.includes(problem.row)).map((problem) => problem.message),
    ].filter(Boolean);
    out.replaceChildren(
      ...lines.map((line) => h("p", { className: result.answer.code ? "slip" : "quiet" }, line)),
      ...(result.next?.length
        ? [h("h3", {}, filled(TEXTS.supposedRound, { round: state.view.drawn + 1 })), renderPairs(result.next)]
        : []),
      ...(result.standings
        ? [
            h("h3", {}, TEXTS.supposedStandings),
            table(
              result.standings,
              "Classement",
              result.standings[0].filter((title: string) => !["Club", "Pays"].includes(title)),
              TEXTS.supposedStandings,
            ),
          ]
        : []),
    );
    out.scrollIntoView({ block: "nearest" });
  };
  await dialog(
    TEXTS.actions.whatIf,
    () => [
      h("p", { className: "quiet" }, TEXTS.supposeHint),
      h(
        "div",
        { className: "guesses" },
        fields.map(({ row, boxes, slip }) =>
          h(
            "p",
            {},
            h("b", {}, row.text("Table")),
            ...[0, 1]
              .map((side) =>
                h(
                  "span",
                  { className: "who" },
                  colourMark(side),
                  playerName(row.text(state.view.sides[side][0]), row.text(state.view.sides[side][1])),
                ),
              )
              .toSpliced(1, 0, boxes[0], boxes[1]),
            slip,
          ),
        ),
      ),
      h(
        "p",
        { className: "row end" },
        h("button", { type: "button", className: "main", onclick: suppose }, TEXTS.suppose),
      ),
      out,
    ],
    "wide",
  );
}
