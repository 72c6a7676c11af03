// Owns what is being typed while the page is drawn anew: the box that has the focus stays itself, and what is not noted yet is typed again.
"use strict";

/** Forget what is typed: another workbook is shown, or this one as it was. */
function forgetTyped() {
  $("panel").replaceChildren();
  state.drafts = {};
  state.faultsByRow = {};
  state.refusedCells = {};
  state.rowNote = null;
}

/** Keep what is typed in the panel and not in the workbook. */
function keepDrafts() {
  for (const box of /** @type {any[]} */ ([...document.querySelectorAll("#panel [data-was]")])) {
    if (box.value.trim() === box.dataset.was) delete state.drafts[box.dataset.key];
    else state.drafts[box.dataset.key] = box.value;
  }
}

/** Type into a part of the page that is not shown yet what is not in the workbook. @param {any} fresh */
function fillDrafts(fresh) {
  for (const box of fresh.querySelectorAll("[data-was]")) {
    const draft = state.drafts[box.dataset.key];
    if (draft?.trim() === box.dataset.was) delete state.drafts[box.dataset.key];
    else if (draft !== undefined) box.value = draft;
  }
}

/** The elements from the panel's child down to one inside. @param {any} top @param {any} inner @returns {any[]} */
function pathTo(top, inner) {
  return inner === top ? [top] : [...pathTo(top, inner.parentElement), inner];
}

/** Give an element the attributes of another; marks of its own stay. @param {any} element @param {any} fresh */
function copyAttributes(element, fresh) {
  for (const { name } of [...element.attributes])
    if (!fresh.hasAttribute(name) && !name.startsWith("data-")) element.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Draw all around a box, which stays itself: its value, its caret, its open list. @param {any[]} path @param {any[]} freshPath */
function drawAround(path, freshPath) {
  path.forEach((element, depth) => {
    const fresh = freshPath[depth],
      inner = path[depth + 1],
      freshInner = freshPath[depth + 1];
    copyAttributes(element, fresh);
    if (!inner) return;
    const children = [...fresh.childNodes],
      place = children.indexOf(freshInner);
    for (const child of [...element.childNodes]) if (child !== inner) child.remove();
    inner.before(...children.slice(0, place));
    inner.after(...children.slice(place + 1));
  });
}

/** Put a drawing into the panel; who is typing goes on as if nothing had been drawn. @param {any} fresh */
function drawPanel(fresh) {
  keepDrafts();
  fillDrafts(fresh);
  const panel = $("panel"),
    focused = /** @type {any} */ (document.activeElement),
    key = panel.contains(focused) ? focused.dataset.key : undefined;
  const twin = key && fresh.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const path = twin ? pathTo(panel.firstElementChild, focused) : [],
    freshPath = twin ? pathTo(fresh, twin) : [];
  if (
    twin?.matches("input, select") &&
    !twin.disabled &&
    path.map((element) => element.localName).join() === freshPath.map((element) => element.localName).join()
  ) {
    const untouched = focused.value === focused.dataset.was;
    drawAround(path, freshPath);
    if (untouched && focused.value !== twin.value) focused.value = twin.value;
    keepInSight();
    return;
  }
  panel.replaceChildren(fresh);
  twin?.focus();
}

/** Scroll what somebody types into, and what is said of it, back into sight where something above has grown. */
const keepInSight = () => document.activeElement?.closest(".game")?.scrollIntoView({ block: "nearest" });

/** Draw buttons anew; the focus stays on the one that had it, or on that of the next step. @param {() => void} draw */
function keepButtonFocus(draw) {
  const focused = /** @type {any} */ (document.activeElement),
    isMain = focused?.matches("#ready .main, #actions .main");
  draw();
  if (!focused || focused.isConnected) return;
  (isMain ? findMainButton() : focused.id && $(focused.id))?.focus({ preventScroll: true });
}
