// Owns the drawing: every part of the page is rendered from the state, at once, each into its own element.
import { type ComponentChild, options, render, type VNode } from "preact";
import { Bar } from "./bar";
import { Desk } from "./desk";
import { $, bindPunctuation } from "./dom";
import { Menu } from "./menu";
import { state } from "./state";
import { TEXTS } from "./texts";

const bind = (child: unknown): unknown =>
  typeof child === "string" ? bindPunctuation(child) : Array.isArray(child) ? child.map(bind) : child;

options.vnode = (vnode: VNode) => {
  if (typeof vnode.type === "string") vnode.props.children = bind(vnode.props.children) as ComponentChild;
};

/** Draw the page from the state; what has the focus keeps it, as parts are told apart by their keys. */
export function draw() {
  const { book, view } = state,
    isOpen = Boolean(book && view);
  document.body.dataset.game = (isOpen && view.game) || "";
  document.body.classList.toggle("looking", state.locked);
  document.title = isOpen ? (view.title ?? view.file) : TEXTS.site;
  $("welcome").hidden = isOpen;
  $("desk").hidden = !isOpen;
  render(<Bar />, $("top"));
  render(isOpen ? <Desk /> : null, $("desk"));
  render(isOpen ? <Menu /> : null, $("more"));
  fitTables();
}

/** The step stays below the bar, titles of a table below the step while the page scrolls; an edge shows where there is more. */
export function fitTables() {
  document.body.style.setProperty("--top", `${$("top").offsetHeight}px`);
  const edge = Math.max(...["top", "now"].map((id) => ($(id)?.offsetHeight ? stuckBottom($(id)) : 0)));
  for (const box of document.querySelectorAll<HTMLElement>(".scroll")) {
    const hidden = box.scrollWidth - box.clientWidth,
      { top, height } = box.getBoundingClientRect(),
      isAbove = !box.closest("dialog");
    box.parentElement?.classList.toggle("over", hidden > 2);
    box.parentElement?.classList.toggle("rest", hidden - box.scrollLeft > 2);
    box.style.setProperty("--scrolled", `${isAbove ? Math.max(0, Math.min(edge - top, height - 90)) : 0}px`);
  }
}

/** The lower edge of what stays at the top of the window; 0 for what scrolls along. */
const stuckBottom = (element: HTMLElement) =>
  getComputedStyle(element).position === "sticky" ? element.getBoundingClientRect().bottom : 0;
