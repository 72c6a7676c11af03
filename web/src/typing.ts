// Owns what is being typed while the page is drawn anew: the box that has the focus stays itself, and what is not noted yet is typed again.
import { $, type Box, keyOf, wasIn } from "./dom";
import { findMainButton } from "./keys";
import { state } from "./state";

/** Forget what is typed: another workbook is shown, or this one as it was. */
export function forgetTyped() {
  $("panel").replaceChildren();
  state.drafts = {};
  state.faultsByRow = {};
  state.refusedCells = {};
  state.rowNote = null;
}

/** Keep what is typed in the panel and not in the workbook. */
export function keepDrafts() {
  for (const box of document.querySelectorAll<Box>("#panel [data-was]")) {
    if (box.value.trim() === wasIn(box)) delete state.drafts[keyOf(box)];
    else state.drafts[keyOf(box)] = box.value;
  }
}

/** Type into a part of the page that is not shown yet what is not in the workbook. */
function fillDrafts(fresh: HTMLElement) {
  for (const box of fresh.querySelectorAll<Box>("[data-was]")) {
    const draft = state.drafts[keyOf(box)];
    if (draft?.trim() === wasIn(box)) delete state.drafts[keyOf(box)];
    else if (draft !== undefined) box.value = draft;
  }
}

/** The elements from the panel's child down to one inside. */
function pathTo(top: Element, inner: Element): Element[] {
  return inner === top || !inner.parentElement ? [inner] : [...pathTo(top, inner.parentElement), inner];
}

/** Give an element the attributes of another; marks of its own stay. */
function copyAttributes(element: Element, fresh: Element) {
  for (const { name } of [...element.attributes])
    if (!fresh.hasAttribute(name) && !name.startsWith("data-")) element.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Draw all around a box, which stays itself: its value, its caret, its open list. */
function drawAround(path: Element[], freshPath: Element[]) {
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

/** Put a drawing into the panel; who is typing goes on as if nothing had been drawn. */
export function drawPanel(fresh: HTMLElement) {
  keepDrafts();
  fillDrafts(fresh);
  const panel = $("panel"),
    focused = document.activeElement as Box | null,
    key = focused && panel.contains(focused) ? keyOf(focused) : "";
  const twin = key ? fresh.querySelector<Box>(`[data-key="${CSS.escape(key)}"]`) : null;
  const path = twin && focused && panel.firstElementChild ? pathTo(panel.firstElementChild, focused) : [],
    freshPath = twin ? pathTo(fresh, twin) : [];
  const namesOf = (elements: Element[]) => elements.map((element) => element.localName).join();
  if (focused && twin?.matches("input, select") && !twin.disabled && namesOf(path) === namesOf(freshPath)) {
    const untouched = focused.value === wasIn(focused);
    drawAround(path, freshPath);
    if (untouched && focused.value !== twin.value) focused.value = twin.value;
    keepInSight();
    return;
  }
  panel.replaceChildren(fresh);
  twin?.focus();
}

/** Scroll what somebody types into, and what is said of it, back into sight where something above has grown. */
export const keepInSight = () => document.activeElement?.closest(".game")?.scrollIntoView({ block: "nearest" });

/** Draw buttons anew; the focus stays on the one that had it, or on that of the next step. */
export function keepButtonFocus(draw: () => void) {
  const focused = document.activeElement as HTMLElement | null,
    isMain = focused?.matches("#ready .main, #actions .main");
  draw();
  if (!focused || focused.isConnected) return;
  (isMain ? findMainButton() : focused.id ? $(focused.id) : null)?.focus({ preventScroll: true });
}
