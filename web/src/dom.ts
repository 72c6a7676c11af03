// Owns the making and finding of elements.

/** What a box had when it was drawn, the title of its column, and its key: the place of its row and that title. */
export const wasIn = (box: HTMLElement) => box.dataset.was ?? "";
export const columnOf = (box: HTMLElement) => box.dataset.column ?? "";
export const keyOf = (box: HTMLElement) => box.dataset.key ?? "";
/** The place of a row of games that is drawn: sheet/row. */
export const placeOf = (row: HTMLElement) => row.dataset.place ?? "";

/** What an element may hold: elements, texts, lists of them; nothing for what is not there. */
export type Child = Node | string | number | boolean | null | undefined | Child[];

/** A box that is typed into or chosen from. */
export type Box = HTMLInputElement | HTMLSelectElement;

type Attribute = string | number | boolean | null | undefined;
type Props<E> = { [K in Exclude<keyof E, "style" | "list" | "autofocus">]?: E[K] | null | false } & {
  data?: Record<string, string | number>;
  list?: string;
  role?: string;
  style?: string;
  autofocus?: boolean;
  [attribute: `aria-${string}`]: Attribute;
};

/** Find an element of the page by its id. */
export const $ = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;

/** No line begins with a sign that French sets off by a space, or ends with «. */
export const bindPunctuation = (text: string) => text.replace(/« | [:;?!»/]/g, (sign) => sign.replace(" ", "\u00a0"));

/** The nodes and texts of nested lists, in their order. */
export function flatten(children: Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flatten(child);
    if (child === null || child === undefined || typeof child === "boolean") return [];
    return [child instanceof Node ? child : bindPunctuation(String(child))];
  });
}

/** Make an element with properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "data") Object.assign(element.dataset, value);
    else if (name in element && name !== "list") Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flatten(children));
  return element;
}
