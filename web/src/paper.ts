// Owns paper: what can be printed, and what it is called. The kernel lays it out, the browser prints.
import { $ } from "./dom";
import { engine } from "./engine";
import { isResultMissing } from "./finals";
import { FINALS, PAIRINGS, PLAYERS } from "./names";
import { gameRows, hasBye, roundRows } from "./round";
import { state } from "./state";
import { sheetTitles } from "./tables";
import { filled, TEXTS } from "./texts";
import { tell } from "./told";
import { task } from "./workbook";

export const DESK_LIST = "pointage"; // a list that is no sheet

const RESULTS = "Résultats",
  STANDINGS = "Classement",
  NO_PAPERS = ["Tables", "Arbitre", PLAYERS, "Prix"], // forms, and what another paper has better
  OF_A_ROUND = [PAIRINGS, "Fiches"], // sheets for what is to be played: nothing before the first round is drawn, and at the end
  FIRST = [PAIRINGS, "Fiches", STANDINGS, "Grille", "Cotes", "Palmarès"];

/** What is printed: a sheet, or what it has of one round. */
export type Paper = { sheet: string; label: string; round?: number };

/** What can be printed now: what is in sight first, then what the hour asks for. */
export function listPapers(): Paper[] {
  const { sheets, drawn, over, players, final_games } = state.view;
  const names = Object.keys(sheets).filter(
    (name) =>
      sheets[name].filled &&
      !NO_PAPERS.includes(name) &&
      ((drawn && !over) || !OF_A_ROUND.includes(name)) &&
      (name !== "Palmarès" || over) &&
      (name !== FINALS || gameRows(FINALS).some((row) => row.text("Match"))), // right of its games are the choices
  );
  const order = [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name))];
  const papers: Paper[] = order.map((sheet) => ({ sheet, label: nameSheet(sheet) }));
  if (players?.length) papers.unshift({ sheet: DESK_LIST, label: TEXTS.deskList });
  if (isRoundComplete()) papers.unshift(paperOfRound(drawn));
  if (over && final_games.length)
    papers.sort((paper, other) => Number(other.sheet === FINALS) - Number(paper.sheet === FINALS));
  const earlier = findEarlier();
  return earlier ? [earlier, ...papers] : papers;
}

const paperOfRound = (round: number): Paper => ({
  sheet: RESULTS,
  label: filled(TEXTS.roundWithScores, { round }),
  round,
});

/** The finals that are to be played now. */
const dueFinals = () => (state.view.final_games ?? []).filter((game) => game.waits);

/** Whether slips have codes for phones, which send no finals. */
export const hasCodes = () => Boolean(state.book.slips) && !dueFinals().length;

/** What a sheet is called as paper. */
function nameSheet(sheet: string) {
  const due = dueFinals(),
    round = state.view.drawn;
  if (sheet === PAIRINGS) return due.length ? TEXTS.finalsWall : filled(TEXTS.roundWall, { round });
  if (sheet === FINALS) return state.view.over ? TEXTS.finalsWithScores : TEXTS.finalsBracket;
  if (sheet === "Fiches" && due.length)
    return filled(TEXTS.finalSlips[due.length > 1 ? 1 : 0] ?? "", { games: due.map((game) => game.title).join(", ") });
  if (sheet === "Fiches") return filled(hasCodes() ? TEXTS.slipsWithCode : TEXTS.slips, { round });
  const [title = ""] = sheet === STANDINGS ? sheetTitles(state.view.sheets[sheet]) : [];
  return title || sheet;
}

/** Whether the round that was drawn last has all its results. */
const isRoundComplete = () =>
  state.view.drawn > 0 && roundRows(state.view.drawn).every((row) => hasBye(row) || !isResultMissing(row));

/** The earlier round or the earlier standings in sight; null where the last ones, or something else, are in sight. */
function findEarlier(): Paper | null {
  if (state.tab === "round" && typeof state.chosenRound === "number" && state.chosenRound)
    return paperOfRound(state.chosenRound);
  if (state.tab !== "standings" || !state.earlier) return null;
  const round = state.earlier.after;
  return { sheet: STANDINGS, label: filled(TEXTS.standingsInSight, { round }), round };
}

let isPrinting = false;
/** Print a sheet, or what it has of one round. */
export async function onPaper(sheet: string, round = 0) {
  if (isPrinting) return undefined; // touched twice
  isPrinting = true;
  try {
    const result = await task(() => engine.call("paper", { file: state.book.name, sheet, round }));
    if (!result?.paper) return result && tell(result.answer);
    $("paper").innerHTML = result.paper;
    return window.print();
  } finally {
    isPrinting = false;
  }
}
