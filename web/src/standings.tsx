// Owns the standings and the grid, and what a view's figures mean.
import { draw } from "./draw";
import { engine } from "./engine";
import { explainFinals } from "./finals";
import { FINALS } from "./names";
import { listLacks } from "./players";
import { ratingsLegend, shownSheet } from "./sheets";
import { state } from "./state";
import { MOVES, outcomeOf, readable, ScrollBox, SheetView, sheetTitles } from "./tables";
import { TEXTS } from "./texts";
import { task } from "./workbook";

export function Standings() {
  const { earlier, view } = state,
    sheet = view.sheets.Classement;
  if (earlier) return <StandingsTable title={earlier.title} rows={earlier.rows} />;
  if (!view.played || !sheet?.filled) return <p class="card quiet">{TEXTS.afterFirstRound}</p>;
  return <StandingsTable title={sheetTitles(sheet)[0] ?? ""} rows={sheet.rows.slice(sheet.header - 1)} />;
}

const TOTALS = ["PM", "Points"], // by which players are ranked first
  COUNTS = ["G", "N", "P"],
  LAID_OUT = ["Place", "N°", "Joueur", "Club", "Pays", "J", "±"];

/** The results of a player by round, as Grille has them: his cells of the rounds that are played. */
function listOutcomes(rounds: number): Map<string, string[]> {
  const sheet = state.view.sheets.Grille,
    [titles = [], ...lines] = sheet?.header ? sheet.rows.slice(sheet.header - 1) : [],
    columns = Array.from({ length: rounds }, (_, index) => titles.indexOf(`R${index + 1}`));
  if (columns.includes(-1)) return new Map();
  const number = titles.indexOf("N°");
  return new Map(lines.map((cells) => [cells[number] ?? "", columns.map((column) => outcomeOf(cells[column] ?? ""))]));
}

/** The standings as on paper: a rule where the points change, a bar a round, figures with their signs. */
function StandingsTable({ title, rows: [titles = [], ...lines] }: { title: string; rows: string[][] }) {
  const after = state.earlier?.after ?? state.view.played,
    outcomes = listOutcomes(after),
    cell = (cells: string[], name: string) => cells[titles.indexOf(name)] ?? "",
    isUsed = (name: string) => lines.some((cells) => cell(cells, name)),
    origins = ["Pays", "Club"].filter(isUsed),
    total = TOTALS.find((name) => titles.includes(name)) ?? "",
    figures = titles.filter((name) => name && !LAID_OUT.includes(name) && isUsed(name));
  const look = (name: string) =>
    name === total ? "n total" : COUNTS.includes(name) ? "n count opt" : name === "Pions" ? "n opt" : "n";
  const about = title.replace(/^Classement,? /, "").replace(/ sur \d+$/, "");
  return (
    <div class="sheet card">
      <h2 class="hidden">{title}</h2>
      <ScrollBox label={title}>
        <table class="ranks">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{titles[0]}</span>
              </th>
              <th scope="col" class="name">
                {about.charAt(0).toUpperCase() + about.slice(1)}
              </th>
              {origins.length ? (
                <th scope="col" class="opt">
                  {origins.at(-1)}
                </th>
              ) : null}
              {outcomes.size ? <th scope="col">{TEXTS.roundsLabel}</th> : null}
              {figures.map((name) => (
                <th key={name} scope="col" class={look(name)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines
              .filter((cells) => cell(cells, "Joueur"))
              .map((cells, index, all) => {
                const move = cell(cells, "±"),
                  isGroup = index > 0 && cell(cells, total) !== cell(all[index - 1] ?? [], total);
                return (
                  <tr
                    key={cell(cells, "N°")}
                    class={`${isGroup ? "group" : ""} ${move === "parti" ? "gone" : ""}`.trim()}
                  >
                    <td class="place">
                      <span>{cell(cells, "Place")}</span>{" "}
                      {move && move !== "·" ? <small class={MOVES[move.charAt(0)]}>{move}</small> : null}
                    </td>
                    <td class="name">{cell(cells, "Joueur")}</td>
                    {origins.length ? (
                      <td class="origin opt">
                        {origins
                          .map((name) => cell(cells, name))
                          .filter(Boolean)
                          .join(", ")}
                      </td>
                    ) : null}
                    {outcomes.size ? (
                      <td>
                        <Bars outcomes={outcomes.get(cell(cells, "N°")) ?? []} />
                      </td>
                    ) : null}
                    {figures.map((name) => (
                      <td key={name} class={look(name)}>
                        {readable(name, cell(cells, name))}
                      </td>
                    ))}
                  </tr>
                );
              })}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

/** A bar a round: above the line for a match won, below it for one lost, on it for a draw. */
const Bars = ({ outcomes }: { outcomes: string[] }) => (
  <span class="form" role="img" aria-label={outcomes.map((kind) => TEXTS.outcomes[kind as "won"] ?? "–").join(", ")}>
    {outcomes.map((kind) => (
      <i class={kind} />
    ))}
  </span>
);

export const Grid = () => <SheetView sheet={state.view.sheets.Grille} name="Grille" />;

/** Show the standings after a round. */
export async function showStandingsAfter(after: number) {
  const result =
    after === state.view.played ? null : await task(() => engine.call("standings", { file: state.book.name, after }));
  state.earlier = result?.standings ? { after, title: result.answer.message, rows: result.standings } : null;
  draw();
}

/** Lines below the title of a sheet: what its figures mean, where they come from. */
const notesOf = (name: string) =>
  sheetTitles(state.view.sheets[name])
    .slice(1)
    .flatMap((note) => note.split("\n"));

/** What the view in sight means: keys, legends, rules. */
export function explainView(): string[] {
  const { tab, view } = state;
  if (tab === "round" && state.chosenRound === FINALS) return [...explainFinals(), ...TEXTS.roundLegend];
  if (tab === "round") return view.drawn ? TEXTS.roundLegend : TEXTS.beforeLegend;
  if (tab === "players") return listLacks();
  if (tab === "standings") return notesOf("Classement");
  if (tab === "grid") return notesOf("Grille");
  if (tab === "sheets") return shownSheet() === "Cotes" ? ratingsLegend() : notesOf(shownSheet());
  return view.finals?.length ? [TEXTS.finalsLater] : [];
}
