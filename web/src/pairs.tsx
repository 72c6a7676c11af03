// Owns what is asked about pairs: those fixed before a round is drawn, and why others are as they are.
import { useRef } from "preact/hooks";
import { note } from "./actions";
import { dialog } from "./dialog";
import { engine } from "./engine";
import { RESULTS } from "./names";
import { numbersOf, playerName, roundRows } from "./round";
import { type GameRow, state } from "./state";
import { filled, TEXTS } from "./texts";
import { tell } from "./told";
import { isReadOnly, task } from "./workbook";

/** The pairs that the organiser fixes before the next round is drawn. */
export function FixedPairs({ number }: { number: number }) {
  const { view } = state,
    selects = [useRef<HTMLSelectElement>(null), useRef<HTMLSelectElement>(null)];
  const rows = roundRows(number),
    numbered = view.players.filter((player) => player.number);
  const release = (row: GameRow) => task(() => note("fix", { pair: numbersOf(row), fixed: false }, () => RESULTS));
  const fix = () => {
    const pair = selects.map((select) => select.current?.value);
    if (pair.every(Boolean)) task(() => note("fix", { pair, fixed: true }, () => RESULTS));
  };
  const labels = view.colours ? view.sides.map(([, label]) => label) : TEXTS.fixedSides;
  if (!numbered.length) return null;
  return (
    <details class="imposed" open={rows.length > 0}>
      <summary>{filled(TEXTS.fixedPairs, { round: number })}</summary>
      {rows.map((row) => (
        <p key={row.place}>
          {view.sides
            .map(
              (side: string[]) =>
                playerName(row.text(side[0]), row.text(side[1])) ||
                filled(TEXTS.playerNumber, { number: row.text(side[0]) }),
            )
            .join(" – ")}{" "}
          <button type="button" disabled={isReadOnly()} onClick={() => release(row)}>
            {TEXTS.releasePair}
          </button>
        </p>
      ))}
      <p class="row">
        {labels.map((label: string, side: number) => (
          <select key={label} ref={selects[side]} aria-label={label} disabled={isReadOnly()}>
            <option value="">{label}</option>
            {numbered.map((player) => (
              <option value={String(player.number)}>{player.name}</option>
            ))}
          </select>
        ))}
        <button type="button" disabled={isReadOnly()} onClick={fix}>
          {TEXTS.fixPair}
        </button>
      </p>
    </details>
  );
}

/** A line of an explanation: "name : what is known of him". */
function Line({ text }: { text: string }) {
  const [subject, ...facts] = text.split(" : ");
  if (!facts.length) return <p>{text}</p>;
  return (
    <p>
      <b>{subject}</b>
      <span>{facts.join(" : ")}</span>
    </p>
  );
}

/** Explain the pairs of a round, or that of a table. */
export async function explain(number: number, table?: number, bye?: boolean) {
  const result = await task(() =>
    engine.call("explain", { file: state.book.name, round: number, ...(table ? { table } : {}) }),
  );
  if (!result) return;
  if (result.answer.code) return tell(result.answer);
  const [, , ...legend] =
    state.view.sheets.Classement?.rows
      .slice(0, state.view.sheets.Classement.header - 1)
      .flat()
      .filter(Boolean) ?? [];
  const words = JSON.stringify(result.pairs),
    isUsed = (entry: string) => /^(?<code>\p{L}{2,}) : /u.test(entry) && words.includes(` ${entry.split(" : ")[0]} `);
  const entries = legend.join(" · ").split(" · ").filter(isUsed).join(" · ").split("\n").filter(Boolean);
  await dialog(
    bye ? TEXTS.whyExempt : table ? TEXTS.whyOne : filled(TEXTS.whyAll, { round: number }),
    () => (
      <>
        <div class="why-list">
          {result.pairs.map((pair) => (
            <section>
              <h3>{pair.title}</h3>
              <p class="reason">{pair.lines[0]}</p>
              {pair.lines.slice(1).map((text) => (
                <Line text={text} />
              ))}
              {pair.details.length ? (
                <details>
                  <summary>{TEXTS.account}</summary>
                  {pair.details.map((text) => (
                    <Line text={text} />
                  ))}
                </details>
              ) : null}
            </section>
          ))}
        </div>
        {entries.map((entry) => (
          <p class="quiet">{entry}</p>
        ))}
      </>
    ),
    "wide",
  );
}
