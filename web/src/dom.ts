// Owns the finding of elements, and the spaces that French binds.

/** Find an element of the page by its id. */
export const $ = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;

/** No line begins with a sign that French sets off by a space, or ends with «. */
export const bindPunctuation = (text: string) => text.replace(/« | [:;?!»/]/g, (sign) => sign.replace(" ", "\u00a0"));
