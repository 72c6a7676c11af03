// Owns the keyboard of the round: where Enter, Tab, F and the arrows lead.
import { $ } from "./dom";
import { isAnyResultMissing, isResultMissing, showFinals } from "./finals";
import { showTab } from "./page";
import { clearFault, faultyRows, findRow, goToFault, isComplete, noteRow, restoreBox } from "./round";
import { openRowMenu } from "./row_menu";
import { state } from "./state";
import { changedColumns, typedColumns, typedIn } from "./typing";
import { task } from "./workbook";

/** The row that an element stands in; its id is the place. */
export const rowOf = (element: Element) => element.closest(".game") as HTMLElement;
const rowElements = () => [...document.querySelectorAll<HTMLElement>("#panel .game")];
const scoreBoxes = () => [...document.querySelectorAll<HTMLInputElement>("#panel .game input")];

/** Whether a row waits for its result: nothing is stored, and nothing typed. */
function isWaiting(place: string) {
  const row = findRow(place);
  return row && isResultMissing(row) && typedColumns().every((column) => !typedIn(row, column).trim());
}

/** Whether a row has its result without any score: a forfeit. */
function isForfeited(place: string) {
  const row = findRow(place);
  return row && !isResultMissing(row) && state.view.scores.flat().every((column) => !typedIn(row, column).trim());
}

/** Whether a box is passed over on the way from another row. */
const isPassed = (box: Element, place: string) =>
  box.localName === "input" && rowOf(box).id !== place && isForfeited(rowOf(box).id);

/** Whether a box is the last one to type: of its row, and no other row waits. */
function endsRound(box: Element) {
  const element = rowOf(box),
    row = findRow(element.id);
  if (!row || box !== [...element.querySelectorAll("input")].at(-1)) return false;
  const isLast = isResultMissing(row) || box === scoreBoxes().at(-1);
  return isLast && isComplete(row) && !rowElements().some(({ id }) => id !== row.place && isWaiting(id));
}

/** Tab: the scores of table after table, then the menu of each. After the last score typed come the words of the next step. */
export function walkByTab(event: KeyboardEvent) {
  const box = event.target as HTMLElement;
  if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey || !rowOf(box)) return;
  const stops = ["input, .slip button", ".more"]
    .flatMap((kind) => rowElements().flatMap((row) => [...row.querySelectorAll<HTMLElement>(kind)]))
    .filter((stop) => !stop.matches(":disabled") && !isPassed(stop, rowOf(box).id));
  const index = stops.indexOf(box),
    next = index < 0 ? null : stops[index + (event.shiftKey ? -1 : 1)];
  if (!event.shiftKey && box.localName === "input" && endsRound(box)) noteAndGoOn(rowOf(box).id);
  else if (next) next.focus();
  else return;
  event.preventDefault();
}

/** F: how else this match ended; Enter: the next box, but for forfeited tables; arrows: the same box above and below; Escape: as it was. */
export function moveFocus(event: KeyboardEvent, place: string, column: string) {
  const focused = event.target as HTMLInputElement,
    row = findRow(place);
  if (!row) return undefined;
  const all = scoreBoxes().filter((box) => event.key !== "Enter" || !isPassed(box, place)),
    index = all.indexOf(focused),
    boxesPerRow = rowOf(focused).querySelectorAll("input").length;
  const steps: Record<string, number> = {
    Enter: event.shiftKey ? -1 : 1,
    ArrowDown: boxesPerRow,
    ArrowUp: -boxesPerRow,
  };
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    if (!changedColumns(row).length) clearFault(place); // typed again as it is noted
    const next = all[index + step];
    if (event.key === "Enter" && !event.shiftKey && (!next || endsRound(focused))) return noteAndGoOn(place);
    if (event.key === "Enter" && !isResultMissing(row) && isComplete(row)) task(() => noteRow(place)); // a result is corrected
    next?.focus();
  } else if (event.key === "Escape") {
    restoreBox(row, column);
    focused.select();
  } else if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    openRowMenu(place, true);
  }
  return undefined;
}

/** Go from a row to the first score that waits after it, then to what else waits. */
export function goAfterRow(place: string) {
  const boxes = scoreBoxes(),
    last = boxes.findLastIndex((box) => rowOf(box).id === place);
  const next =
    boxes.slice(last + 1).find((box) => isWaiting(rowOf(box).id)) ??
    boxes.find((box) => rowOf(box).id !== place && isWaiting(rowOf(box).id));
  if (next) next.focus();
  else noteAndGoOn(place);
}

/** Note a row and go on, unless the organiser has gone elsewhere meanwhile. */
function noteAndGoOn(place: string) {
  return task(async () => {
    const row = findRow(place),
      isNoted = !row || !isComplete(row) || (await noteRow(place)),
      now = $(place);
    if (document.activeElement !== document.body && !now?.contains(document.activeElement)) return;
    if (isNoted) goOn();
    else now?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  });
}

/** Go to what is missing, be it a final whose players are known only now; once nothing is, to the words of the next step: one
 * more Enter does nothing. */
export function goOn() {
  const focused = document.activeElement as HTMLElement | null;
  if (focused?.closest(".game")?.classList.contains("done")) focused.blur(); // has just been noted
  if (isAnyResultMissing() || faultyRows().length) return toMissing(true);
  return $("step").focus({ preventScroll: true });
}

/** Go to the first box of a missing result that is empty or wrong. */
export async function toMissing(quietly?: boolean) {
  const [faulty] = faultyRows();
  if (faulty && !isAnyResultMissing()) return goToFault(faulty);
  if (!quietly) {
    if (isAnyResultMissing() && !state.view.missing?.length) await showFinals();
    else {
      state.chosenRound = null;
      await showTab("round");
    }
  }
  if (quietly && document.activeElement?.matches(".game input")) return undefined; // somebody types
  const boxes = [...document.querySelectorAll<HTMLInputElement>(".game.missing input")];
  (boxes.find((box) => !box.value.trim() || box.hasAttribute("aria-invalid")) ?? boxes[0])?.focus({
    preventScroll: quietly,
  });
  return undefined;
}
