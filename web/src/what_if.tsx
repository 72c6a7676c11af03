// Owns the question « Et si… ? »: supposed results, and the standings and pairs that would follow.
import { useRef, useState } from "preact/hooks";
import { dialog } from "./dialog";
import { engine } from "./engine";
import { RESULTS } from "./names";
import { columnsOf, Disc, gameLabel, playerNames, roundRows } from "./round";
import { type GameRow, state } from "./state";
import { Table } from "./tables";
import { filled, TEXTS } from "./texts";
import { say } from "./told";
import type { Calls, Problem, SupposedPair } from "./wire";
import { task } from "./workbook";

/** Ask for supposed results and show what they would lead to. */
export async function whatIf() {
  const missing = roundRows(state.view.drawn).filter((row) => state.view.missing.includes(row.row));
  if (!missing.length) return say(TEXTS.noMissing, 1);
  await dialog(TEXTS.actions.whatIf, () => <Supposing rows={missing} />, "wide");
}

type Fault = Pick<Problem, "row" | "column" | "message">;

function Supposing({ rows }: { rows: GameRow[] }) {
  const boxes = useRef<HTMLDivElement>(null),
    out = useRef<HTMLDivElement>(null),
    [faults, setFaults] = useState<Fault[]>([]),
    [result, setResult] = useState<Calls["what_if"] | null>(null);
  const scoreColumns = (state.view.scores[0] ?? []).map((name) => columnsOf(RESULTS)[name]),
    inputs = () => [...(boxes.current?.querySelectorAll("input") ?? [])];
  const suppose = async () => {
    const all = inputs(),
      typed = rows.map((row, index) => ({
        row,
        scores: [0, 1].map((side) => all[2 * index + side].value.trim()),
      }));
    const given = typed.filter(({ scores }) => scores.some(Boolean));
    const halves = given.flatMap(({ row, scores }) =>
      scores.every(Boolean)
        ? []
        : scores.flatMap((score, side) =>
            score ? [{ row: row.row, column: scoreColumns[side], message: filled(TEXTS.otherScore, { score }) }] : [],
          ),
    );
    const answer = halves.length
      ? null
      : await task(() =>
          engine.call("what_if", {
            file: state.book.name,
            tables: given.map(({ row, scores }) => [row.text("Table"), scores.join("-")]),
          }),
        );
    if (!answer && !halves.length) return;
    const found = answer?.answer.problems ?? halves,
      ofRows = found.filter((fault) => rows.some(({ row }) => row === fault.row));
    setFaults(ofRows);
    setResult(ofRows.length ? null : (answer ?? null));
    const first = ofRows[0];
    if (first) {
      const index = rows.findIndex(({ row }) => row === first.row);
      all[2 * index + Math.max(0, scoreColumns.indexOf(first.column))]?.focus();
    } else setTimeout(() => out.current?.scrollIntoView({ block: "nearest" }));
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return undefined;
    event.preventDefault();
    const all = inputs(),
      next = all[all.indexOf(event.target as HTMLInputElement) + (event.shiftKey ? -1 : 1)];
    return next || event.shiftKey ? next?.focus() : suppose();
  };
  return (
    <>
      <p class="quiet">{TEXTS.supposeHint}</p>
      <div class="guesses" ref={boxes}>
        {rows.map((row, index) => {
          const names = playerNames(row),
            own = faults.filter((fault) => fault.row === row.row);
          const box = (side: number) => (
            <input
              inputMode="numeric"
              size={4}
              maxLength={9}
              autocomplete="off"
              autofocus={!index && !side}
              aria-invalid={own.some((fault) => fault.column === scoreColumns[side]) ? "true" : undefined}
              aria-label={filled(TEXTS.scoreBox, { game: gameLabel(row), player: names[side] })}
              onKeyDown={walk}
            />
          );
          return (
            <p key={row.place}>
              <b>{row.text("Table")}</b>
              <span class="who">
                <Disc side={0} />
                {names[0]}
              </span>
              {box(0)}
              {box(1)}
              <span class="who">
                <Disc side={1} />
                {names[1]}
              </span>
              <small class="slip" role="alert">
                {[...new Set(own.map((fault) => fault.message))].join(" ")}
              </small>
            </p>
          );
        })}
      </div>
      <p class="row end">
        <button type="button" class="main" onClick={suppose}>
          {TEXTS.suppose}
        </button>
      </p>
      <div ref={out}>{result ? <Supposed result={result} /> : null}</div>
    </>
  );
}

/** What supposed results lead to. */
function Supposed({ result: { answer, next, standings } }: { result: Calls["what_if"] }) {
  const lines = [...answer.message.split("\n"), ...answer.problems.map((problem) => problem.message)].filter(Boolean);
  return (
    <>
      {lines.map((line) => (
        <p class={answer.code ? "slip" : "quiet"}>{line}</p>
      ))}
      {next?.length ? (
        <>
          <h3>{filled(TEXTS.supposedRound, { round: state.view.drawn + 1 })}</h3>
          <div class="games supposed">
            {next.map((pair) => (
              <SupposedMatch pair={pair} />
            ))}
          </div>
        </>
      ) : null}
      {standings ? (
        <>
          <h3>{TEXTS.supposedStandings}</h3>
          <Table
            rows={standings}
            sheet="Classement"
            only={standings[0].filter((title: string) => !["Club", "Pays"].includes(title))}
            label={TEXTS.supposedStandings}
          />
        </>
      ) : null}
    </>
  );
}

/** A supposed pair: table, and of each side its name and points; the bye alone. */
function SupposedMatch({ pair: { table, sides } }: { pair: SupposedPair }) {
  const side = (position: number) => (
    <span class={`who side${position}`}>
      <Disc side={position} />
      <span class="name" title={sides[position].name}>
        {sides[position].name}
      </span>
      {sides[position].points ? <small>{sides[position].points}</small> : null}
    </span>
  );
  return (
    <div class="game">
      <b class="no">{sides.length > 1 ? table : "–"}</b>
      {sides.length > 1 ? (
        <>
          {side(0)}
          <i>–</i>
          {side(1)}
        </>
      ) : (
        <span class="exempt">
          {sides[0].name}
          <i>{TEXTS.nouns.bye}</i>
        </span>
      )}
    </div>
  );
}
