// Owns paper: what can be printed, and what it is called. The kernel lays it out, the browser prints.
import { $, h } from "./dom";
import { engine } from "./engine";
import { isResultMissing } from "./finals";
import { FINALS, PAIRINGS } from "./names";
import { gameRows, hasBye, roundRows } from "./round";
import { dialog, sheetTitles, tell } from "./show";
import { state } from "./state";
import { filled, TEXTS } from "./texts";
import { task } from "./workbook";

export const DESK_LIST = "pointage"; // a list that is no sheet

const RESULTS = "Résultats",
  STANDINGS = "Classement",
  OF_A_ROUND = [PAIRINGS, "Fiches"], // sheets for what is to be played: nothing before the first round is drawn, and at the end
  FIRST = [PAIRINGS, "Fiches", STANDINGS, "Grille", "Cotes", "Palmarès"];

/** What is printed: a sheet, or what it has of one round. */
export type Paper = { sheet: string; label: string; round?: number };

/** Ask what to print. */
export async function choosePaper() {
  const papers = listPapers();
  const paper = await dialog<Paper>(TEXTS.actions.print, (close) => [
    h(
      "div",
      { className: "choices" },
      papers.map((paper) => h("button", { type: "button", onclick: () => close(paper) }, paper.label)),
    ),
  ]);
  if (paper?.sheet === "Fiches" && hasCodes()) window.open(state.book.slips, "_blank", "noreferrer");
  else if (paper) await onPaper(paper.sheet, paper.round);
}

/** What can be printed now: what is in sight first, then what the hour asks for. */
function listPapers(): Paper[] {
  const { sheets, drawn, over, players, final_games } = state.view;
  const names = Object.keys(sheets).filter(
    (name) =>
      sheets[name].filled &&
      name !== "Tables" &&
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
const hasCodes = () => Boolean(state.book.slips) && !dueFinals().length;

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
  return title ? filled(TEXTS.theStandings, { title: title.charAt(0).toLowerCase() + title.slice(1) }) : sheet;
}

/** Whether the round that was drawn last has all its results. */
const isRoundComplete = () =>
  state.view.drawn > 0 && roundRows(state.view.drawn).every((row) => hasBye(row) || !isResultMissing(row));

/** The earlier round or the earlier standings in sight; null where the last ones, or something else, are in sight. */
function findEarlier(): Paper | null {
  if (state.tab === "round" && typeof state.chosenRound === "number" && state.chosenRound)
    return paperOfRound(state.chosenRound);
  const round = Number(document.querySelector<HTMLSelectElement>("#panel .pick select")?.value ?? 0);
  if (state.tab !== "standings" || !round || round === state.view.played) return null;
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
