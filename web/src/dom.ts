// Owns the finding of elements, and the making of those that are printed.

/** What a printed element may hold: elements, texts, lists of them; nothing for what is not there. */
export type Child = Node | string | number | boolean | null | undefined | Child[];

type Attribute = string | number | boolean | null | undefined;
type Props<E> = { [K in Exclude<keyof E, "style">]?: E[K] | null | false } & {
  style?: string;
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

/** Make an element with properties and children, for paper. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flatten(children));
  return element;
}
