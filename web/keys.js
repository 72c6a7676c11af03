// Owns the keyboard of the round: where Enter, Tab, F and the arrows lead, and how a forfeit is chosen.
"use strict";

const rowOf = (/** @type {any} */ box) => box.closest(".game");
/** @returns {any[]} */
const scoreBoxes = () => [...document.querySelectorAll("#panel .game input")];

/** Whether a row waits for its result: nothing is stored, and nothing typed. @param {any} row */
const isWaiting = (row) =>
  row.classList.contains("missing") && ![...row.querySelectorAll("[data-was]")].some((box) => box.value.trim());

/** Whether a row has its result without any score: a forfeit. @param {any} row */
const isForfeited = (row) =>
  row.classList.contains("done") &&
  [...row.querySelectorAll("input")].every((box) => !box.value.trim() && !box.dataset.was);

/** Whether a box is passed over on the way from another row. @param {any} box @param {any} row */
const isPassed = (box, row) => box.localName === "input" && rowOf(box) !== row && isForfeited(rowOf(box));

/** Whether a box is the last one to type: of its row, and no other row waits. @param {any} box */
function endsRound(box) {
  const row = rowOf(box),
    rows = [...document.querySelectorAll("#panel .game")];
  const isLast =
    box === [...row.querySelectorAll("input")].at(-1) &&
    (row.classList.contains("missing") || box === scoreBoxes().at(-1));
  return isLast && isComplete(row) && !rows.some((other) => other !== row && isWaiting(other));
}

/** Tab: the scores of table after table, then how else each match ended and why its players meet. After the last score typed come
 * the words of the next step, after a forfeit chosen by F the next table. @param {KeyboardEvent} event */
function walkByTab(event) {
  const box = /** @type {any} */ (event.target);
  if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = [...document.querySelectorAll("#panel .game")];
  const stops = ["input, .slip button", "select, .why"]
    .flatMap((kind) => rows.flatMap((row) => /** @type {any[]} */ ([...row.querySelectorAll(kind)])))
    .filter((stop) => !stop.disabled && !isPassed(stop, rowOf(box)));
  const index = stops.indexOf(box),
    next = index < 0 ? null : stops[index + (event.shiftKey ? -1 : 1)];
  if (!event.shiftKey && box.localName === "input" && endsRound(box)) noteAndGoOn(rowOf(box));
  else if (!event.shiftKey && box.dataset.quick) goAfterRow(rowOf(box));
  else if (next) next.focus();
  else return;
  event.preventDefault();
}

/** F: how else this match ended; Enter: the next box, but for forfeited tables; arrows: the same box above and below; Escape: as it was. @param {any} event */
function moveFocus(event) {
  const row = rowOf(event.target),
    all = scoreBoxes().filter((box) => event.key !== "Enter" || !isPassed(box, row)),
    index = all.indexOf(event.target);
  const boxesPerRow = row.querySelectorAll("input").length;
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: boxesPerRow, ArrowUp: -boxesPerRow }[
    /** @type {string} */ (event.key)
  ];
  if (step) {
    event.preventDefault();
    if (!changedBoxes(row).length) clearFault(row); // typed again as it is noted
    const next = all[index + step];
    if (event.key === "Enter" && !event.shiftKey && (!next || endsRound(event.target))) return noteAndGoOn(row);
    if (event.key === "Enter" && !row.classList.contains("missing") && isComplete(row)) task(() => noteRow(row)); // a result is corrected
    next?.focus();
  } else if (event.key === "Escape") {
    event.target.value = event.target.dataset.was;
    event.target.select();
    if (!changedBoxes(row).length) clearFault(row);
  } else if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    openEndings(row.querySelector("select"));
  }
}

/** Open the list of endings where the browser can, so that arrows choose in it and Enter takes. @param {any} select */
function openEndings(select) {
  select.dataset.quick = "F";
  select.focus();
  try {
    select.showPicker?.();
  } catch {
    /* the closed list has the focus */
  }
}

/** Keys in the closed list: what they choose is noted by Enter, or when the list is left; a digit is of the next table. @param {any} event */
function walkEndings(event) {
  const select = event.target;
  if (event.key === "Enter") {
    event.preventDefault();
    noteEnding(event);
    goAfterRow(rowOf(select));
  } else if (event.key === "Escape") {
    select.value = select.dataset.was;
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

/** A choice in the open list is noted at once. @param {any} event */
function chooseEnding(event) {
  const select = event.target;
  select.dataset.quick = "chosen";
  showEnding(select);
  if (!select.dataset.walked) task(() => noteRow(rowOf(select)));
}

/** Note what was chosen by keys in the closed list. @param {any} event */
function noteEnding({ target: select }) {
  if (select.dataset.walked && changedBoxes(rowOf(select)).includes(select)) task(() => noteRow(rowOf(select)));
  delete select.dataset.walked;
}

/** Show in short what is chosen, which the list itself does not. @param {any} select */
function showEnding(select) {
  select.previousSibling.textContent = shortEnding(select);
}

/** Go from a row to the first score that waits after it, then to what else waits. @param {any} row */
function goAfterRow(row) {
  const boxes = scoreBoxes(),
    last = [...row.querySelectorAll("input")].at(-1);
  const next =
    boxes.slice(boxes.indexOf(last) + 1).find((box) => isWaiting(rowOf(box))) ??
    boxes.find((box) => rowOf(box) !== row && isWaiting(rowOf(box)));
  if (next) next.focus();
  else noteAndGoOn(row);
}

/** Note a row and go on, unless the organiser has gone elsewhere meanwhile. @param {any} row */
function noteAndGoOn(row) {
  return task(async () => {
    const isNoted = !isComplete(currentRow(row)) || (await noteRow(row)),
      now = currentRow(row);
    if (document.activeElement !== document.body && !now.contains(document.activeElement)) return;
    if (isNoted) goOn();
    else now.querySelector("[aria-invalid]")?.focus();
  });
}

/** Go to what is missing, be it a final whose players are known only now; once nothing is, to the words before the button of the
 * next step: one more Enter does nothing. */
function goOn() {
  const focused = /** @type {any} */ (document.activeElement);
  if (focused?.closest(".game")?.classList.contains("done")) focused.blur(); // has just been noted
  if (isAnyResultMissing() || faultyRows().length) return toMissing(true);
  const words = $("ready").checkVisibility() ? $("ready-words") : $("step");
  return words.focus({ preventScroll: true });
}

/** The button of the next step that is in sight. @returns {any} */
const findMainButton = () =>
  [...document.querySelectorAll("#ready .main, #actions .main")].find((button) => button.checkVisibility());
