// Owns the choice of what is printed: the paper of the moment large, the rest under it.
import { dialog } from "./dialog";
import { isResultMissing } from "./finals";
import { FINALS, PAIRINGS, PLAYERS } from "./names";
import { DESK_LIST, layPage, onPaper, printPages, renderFinalsPage, renderRoundPage } from "./paper";
import { gameRows, hasBye, roundRows } from "./round";
import { PrintedPage } from "./sheets";
import { state } from "./state";
import { sheetTitles } from "./tables";
import { filled, TEXTS } from "./texts";

/** A paper that can be printed. */
interface Paper {
  name: string;
  label: string;
  print: () => unknown;
}

const OF_A_ROUND = [PAIRINGS, "Fiches"]; // sheets for what is to be played: nothing before the first round is drawn, and at the end
const MARGIN = "12mm";

/** Whether Finales has a game; right of its games are the choices. */
const hasFinalGames = () => gameRows(FINALS).some((row) => row.text("Match"));

/** Whether the round that was drawn last has all its results. */
const isRoundComplete = () =>
  state.view.drawn > 0 && roundRows(state.view.drawn).every((row) => hasBye(row) || !isResultMissing(row));

/** The earlier round or the earlier standings in sight, which no sheet of the workbook prints. */
function findEarlier(): Paper[] {
  const { tab, chosenRound, earlier, view } = state;
  if (tab === "round" && typeof chosenRound === "number")
    return [
      {
        name: "round",
        label: filled(TEXTS.roundWithScores, { round: chosenRound }),
        print: () => printPages([renderRoundPage(chosenRound)], MARGIN),
      },
    ];
  if (tab !== "standings" || !earlier) return [];
  const panel = document.querySelector("#panel .sheet"),
    content = [...(panel?.querySelectorAll("table") ?? [])].map((element) => element.cloneNode(true));
  return [
    {
      name: "standings",
      label: filled(TEXTS.standingsInSight, { round: earlier.after }),
      print: () => printPages([layPage(view.title, earlier.title, content)], MARGIN),
    },
  ];
}

/** What the page itself lays out: the round and the finals with their scores. */
function listWithScores(): Paper[] {
  const { view } = state,
    papers: Paper[] = [];
  if (view.over && view.final_games.length)
    papers.push({
      name: "finals",
      label: TEXTS.finalsWithScores,
      print: () => printPages([renderFinalsPage()], MARGIN),
    });
  if (isRoundComplete())
    papers.push({
      name: "last round",
      label: filled(TEXTS.roundWithScores, { round: view.drawn }),
      print: () => printPages([renderRoundPage(view.drawn)], MARGIN),
    });
  return papers;
}

/** What a sheet of the workbook is called where it is printed. */
function labelOf(name: string) {
  const { view, book } = state,
    due = (view.final_games ?? []).filter((game) => game.waits);
  if (name === FINALS) return TEXTS.finalsBracket;
  if (name === PAIRINGS) return due.length ? TEXTS.finalsWall : filled(TEXTS.roundWall, { round: view.drawn });
  if (name === "Fiches")
    return due.length
      ? filled(TEXTS.finalSlips[due.length > 1 ? 1 : 0] ?? "", { games: due.map((game) => game.title).join(", ") })
      : filled(book.slips ? TEXTS.slipsWithCode : TEXTS.slips, { round: view.drawn });
  if (name === "Classement") return sheetTitles(view.sheets.Classement)[0] || name;
  return name;
}

/** The sheets of the workbook that have something to print, those that are printed most first. */
function listSheets(): Paper[] {
  const { view, book } = state,
    finalsWait = (view.final_games ?? []).some((game) => game.waits);
  const names = Object.keys(view.sheets).filter(
    (name) =>
      view.sheets[name].filled &&
      name !== "Tables" &&
      ((view.drawn && !view.over) || !OF_A_ROUND.includes(name)) &&
      (name !== "Palmarès" || view.over) &&
      (name !== FINALS || hasFinalGames()),
  );
  const first = ["Palmarès", PAIRINGS, "Fiches", "Classement", "Grille", "Cotes"],
    ordered = [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
  const printSlips = () => window.open(book.slips, "_blank", "noreferrer"),
    hasCodes = Boolean(book.slips) && !finalsWait; // phones send no finals
  return ordered.map((name) => ({
    name,
    label: labelOf(name),
    print: () => (name === "Fiches" && hasCodes ? printSlips() : onPaper(name)),
  }));
}

/** Ask what to print. */
export async function choosePaper() {
  const sheets = listSheets(),
    isAtEnd = state.view.over,
    isPlayed = isAtEnd || isRoundComplete();
  const wanted = isAtEnd ? "Palmarès" : !state.view.drawn ? PLAYERS : isPlayed ? "Classement" : PAIRINGS,
    large = sheets.find(({ name }) => name === wanted),
    desk = state.view.players?.length
      ? [{ name: DESK_LIST, label: TEXTS.deskList, print: () => onPaper(DESK_LIST) }]
      : [];
  const others = [...findEarlier(), ...listWithScores(), ...sheets, ...desk].filter((paper) => paper !== large);
  const paper = await dialog<Paper>(
    TEXTS.actions.print,
    (close) => (
      <div class="papers">
        {large ? (
          <section class="large">
            <div class="preview" aria-hidden="true">
              <PrintedPage name={large.name} />
            </div>
            <h3>{large.label}</h3>
            <button type="button" class="main" onClick={() => close(large)}>
              {TEXTS.actions.print}
            </button>
          </section>
        ) : null}
        <div class="choices">
          {others.map((other) => (
            <button key={other.name} type="button" onClick={() => close(other)}>
              {other.label}
            </button>
          ))}
        </div>
      </div>
    ),
    "wide",
  );
  await paper?.print();
}
