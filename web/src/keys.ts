// Owns the keyboard of the round: where Enter, Tab, F and the arrows lead, and how a forfeit is chosen.
import { toMissing } from "./actions";
import { $, type Box } from "./dom";
import { isAnyResultMissing } from "./finals";
import { changedBoxes, clearFault, currentRow, faultyRows, isComplete, noteRow, shortEnding } from "./round";
import { task } from "./workbook";

export const rowOf = (box: Element) => box.closest(".game") as HTMLElement;
const scoreBoxes = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>("#panel .game input")];

/** Whether a row waits for its result: nothing is stored, and nothing typed. */
const isWaiting = (row: HTMLElement) =>
  row.classList.contains("missing") && ![...row.querySelectorAll<Box>("[data-was]")].some((box) => box.value.trim());

/** Whether a row has its result without any score: a forfeit. */
const isForfeited = (row: HTMLElement) =>
  row.classList.contains("done") &&
  [...row.querySelectorAll("input")].every((box) => !box.value.trim() && !box.dataset.was);

/** Whether a box is passed over on the way from another row. */
const isPassed = (box: Element, row: HTMLElement) =>
  box.localName === "input" && rowOf(box) !== row && isForfeited(rowOf(box));

/** Whether a box is the last one to type: of its row, and no other row waits. */
function endsRound(box: Element) {
  const row = rowOf(box),
    rows = [...document.querySelectorAll<HTMLElement>("#panel .game")];
  const isLast =
    box === [...row.querySelectorAll("input")].at(-1) &&
    (row.classList.contains("missing") || box === scoreBoxes().at(-1));
  return isLast && isComplete(row) && !rows.some((other) => other !== row && isWaiting(other));
}

/** Tab: the scores of table after table, then how else each match ended and why its players meet. After the last score typed come
 * the words of the next step, after a forfeit chosen by F the next table. */
export function walkByTab(event: KeyboardEvent) {
  const box = event.target as HTMLElement;
  if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = [...document.querySelectorAll("#panel .game")];
  const stops = ["input, .slip button", "select, .why"]
    .flatMap((kind) => rows.flatMap((row) => [...row.querySelectorAll<Box | HTMLButtonElement>(kind)]))
    .filter((stop) => !stop.disabled && !isPassed(stop, rowOf(box)));
  const index = stops.indexOf(box as Box),
    next = index < 0 ? null : stops[index + (event.shiftKey ? -1 : 1)];
  if (!event.shiftKey && box.localName === "input" && endsRound(box)) noteAndGoOn(rowOf(box));
  else if (!event.shiftKey && box.dataset.quick) goAfterRow(rowOf(box));
  else if (next) next.focus();
  else return;
  event.preventDefault();
}

/** F: how else this match ended; Enter: the next box, but for forfeited tables; arrows: the same box above and below; Escape: as it was. */
export function moveFocus(event: KeyboardEvent) {
  const focused = event.target as HTMLInputElement,
    row = rowOf(focused),
    all = scoreBoxes().filter((box) => event.key !== "Enter" || !isPassed(box, row)),
    index = all.indexOf(focused);
  const boxesPerRow = row.querySelectorAll("input").length;
  const steps: Record<string, number> = {
    Enter: event.shiftKey ? -1 : 1,
    ArrowDown: boxesPerRow,
    ArrowUp: -boxesPerRow,
  };
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    if (!changedBoxes(row).length) clearFault(row); // typed again as it is noted
    const next = all[index + step];
    if (event.key === "Enter" && !event.shiftKey && (!next || endsRound(focused))) return noteAndGoOn(row);
    if (event.key === "Enter" && !row.classList.contains("missing") && isComplete(row)) task(() => noteRow(row)); // a result is corrected
    next?.focus();
  } else if (event.key === "Escape") {
    focused.value = focused.dataset.was ?? "";
    focused.select();
    if (!changedBoxes(row).length) clearFault(row);
  } else if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    openEndings(row.querySelector("select"));
  }
}

/** Open the list of endings where the browser can, so that arrows choose in it and Enter takes. */
function openEndings(select: HTMLSelectElement | null) {
  if (!select) return;
  select.dataset.quick = "F";
  select.focus();
  try {
    select.showPicker?.();
  } catch {
    /* the closed list has the focus */
  }
}

/** Keys in the closed list: what they choose is noted by Enter, or when the list is left; a digit is of the next table. */
export function walkEndings(event: KeyboardEvent) {
  const select = event.target as HTMLSelectElement;
  if (event.key === "Enter") {
    event.preventDefault();
    noteEnding(select);
    goAfterRow(rowOf(select));
  } else if (event.key === "Escape") {
    select.value = select.dataset.was ?? "";
    showEnding(select);
  } else if (/^\d$/.test(event.key)) {
    goAfterRow(rowOf(select)); // the digit is typed there
  } else if (
    !event.ctrlKey &&
    !event.altKey &&
    !event.metaKey &&
    event.key !== " " &&
    (event.key.length === 1 || /^(Arrow|Home|End|Page)/.test(event.key))
  )
    select.dataset.walked = "yes";
}

/** A choice in the open list is noted at once. */
export function chooseEnding(select: HTMLSelectElement) {
  select.dataset.quick = "chosen";
  showEnding(select);
  if (!select.dataset.walked) task(() => noteRow(rowOf(select)));
}

/** Note what was chosen by keys in the closed list. */
export function noteEnding(select: HTMLSelectElement) {
  if (select.dataset.walked && changedBoxes(rowOf(select)).includes(select)) task(() => noteRow(rowOf(select)));
  delete select.dataset.walked;
}

/** Show in short what is chosen, which the list itself does not. */
function showEnding(select: HTMLSelectElement) {
  if (select.previousSibling) select.previousSibling.textContent = shortEnding(select);
}

/** Go from a row to the first score that waits after it, then to what else waits. */
function goAfterRow(row: HTMLElement) {
  const boxes = scoreBoxes(),
    last = boxes.findLastIndex((box) => rowOf(box) === row);
  const next =
    boxes.slice(last + 1).find((box) => isWaiting(rowOf(box))) ??
    boxes.find((box) => rowOf(box) !== row && isWaiting(rowOf(box)));
  if (next) next.focus();
  else noteAndGoOn(row);
}

/** Note a row and go on, unless the organiser has gone elsewhere meanwhile. */
function noteAndGoOn(row: HTMLElement) {
  return task(async () => {
    const isNoted = !isComplete(currentRow(row)) || (await noteRow(row)),
      now = currentRow(row);
    if (document.activeElement !== document.body && !now.contains(document.activeElement)) return;
    if (isNoted) goOn();
    else now.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  });
}

/** Go to what is missing, be it a final whose players are known only now; once nothing is, to the words before the button of the
 * next step: one more Enter does nothing. */
export function goOn() {
  const focused = document.activeElement as HTMLElement | null;
  if (focused?.closest(".game")?.classList.contains("done")) focused.blur(); // has just been noted
  if (isAnyResultMissing() || faultyRows().length) return toMissing(true);
  const words = $("ready").checkVisibility() ? $("ready-words") : $("step");
  return words.focus({ preventScroll: true });
}

/** The button of the next step that is in sight. */
export const findMainButton = () =>
  [...document.querySelectorAll<HTMLElement>("#ready .main, #actions .main")].find((button) =>
    button.checkVisibility(),
  );
