// Owns the finding of elements, and the spaces that French binds.

/** Find an element of the page by its id. */
export const $ = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;

/** Scroll a list of one line so far that what is chosen in it is in its middle. */
export function showChosen(list: HTMLElement | null) {
  const chosen = list?.querySelector("[aria-current], [aria-pressed=true]");
  if (!list || !chosen) return;
  const box = list.getBoundingClientRect(),
    { left, width } = chosen.getBoundingClientRect();
  list.scrollLeft += left + width / 2 - box.left - box.width / 2;
}

/** No line begins with a sign that French sets off by a space, or ends with «. */
export const bindPunctuation = (text: string) => text.replace(/« | [:;?!»/]/g, (sign) => sign.replace(" ", "\u00a0"));
