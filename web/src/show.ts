// Owns how things look: elements, tables, figures, dialogs, and the answer of an action.
import { $, type Child, flatten, h } from "./dom";
import { finalOf } from "./finals";
import { settingOf, tableOf } from "./round";
import { state } from "./state";
import { goTo } from "./tables";
import { filled, TEXTS } from "./texts";
import type { Answer, Bytes, PlayerLine, Problem, Sheet } from "./wire";
import { BUG, offerRescue } from "./workbook";

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/; // "0012345" is a licence
export const isNumber = (text: string) => NUMBER.test(text);
/** "-1234.5" → "−1234,5"; not in groups of three: what has more than four digits is a licence or a number of a list. */
export function figure(text: string) {
  if (!isNumber(text)) return text;
  return (Number(text) < 0 ? "−" : "") + String(Math.abs(Math.round(Number(text) * 100) / 100)).replace(".", ",");
}

/** Titles of columns of ratings. */
export const RATINGS = ["Cote", "Cote initiale", "Cote de référence", "Nouvelle cote", "Cote retenue"];
/** A rating in groups of three, as on paper: "2517" → "2 517". */
export const rating = (text: string) => (isNumber(text) ? figure(text).replace(/\B(?=(\d{3})+$)/g, "\u202f") : text);

/** Put a table into a box that scrolls where it is too wide, and says so. */
export function scrollBox(label: string, table: HTMLElement) {
  return h(
    "div",
    { className: "wide" },
    h("p", { className: "more", "aria-hidden": "true" }, TEXTS.more),
    h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": label }, table),
  );
}

/** Titles of a table stay in sight while the page scrolls under the top; an edge shows where there is more. */
export function keepTitlesInSight() {
  const top = $("top").offsetHeight;
  for (const box of document.querySelectorAll<HTMLElement>(".scroll")) {
    const hidden = box.scrollWidth - box.clientWidth,
      { top: boxTop, height } = box.getBoundingClientRect();
    box.parentElement?.classList.toggle("over", hidden > 2);
    box.parentElement?.classList.toggle("rest", hidden - box.scrollLeft > 2);
    box.style.setProperty(
      "--scrolled",
      `${box.closest("dialog") ? 0 : Math.max(0, Math.min(top - boxTop, height - 90))}px`,
    );
  }
}

/** Columns that Cotes shows first: who, before, after, the change. */
export const ESSENTIAL = ["Place", "Joueur", "Cote initiale", "Nouvelle cote", "Variation", "Série"];
/** Columns of names and places, which give way to the others by width. */
const NAMES = ["Joueur", "Joueur 1", "Joueur 2", "Noir", "Blanc", "Contre", "Club", "Pays"];

/** Whether a phone has room for a column of a sheet, among all that are shown: all of Cotes where all were asked for. */
const ON_PHONES: Record<string, (title: string, titles: string[]) => boolean> = {
  Cotes: (title, titles) => title !== "Cote initiale" || titles.some((other) => !ESSENTIAL.includes(other)),
  Classement: (title, titles) =>
    !["N°", "Club", "Pays", "J", "N", "P", "V", "D", ...(titles.includes("Points") ? ["G"] : [])].includes(title),
  Grille: (title) => !["N°", "PPM", "Pdep", "Départage"].includes(title),
};

/** Where a player comes from. */
export function describeOrigin({ country, club }: PlayerLine) {
  return [country, club].filter(Boolean).join(", ");
}

/** Render rows of a sheet as a table; the first row are its titles.
 * @param sheet its name
 * @param only the titles to show; all without
 * @param label of the table for who cannot see it */
export function table(rows: string[][], sheet: string, only?: string[], label: string = sheet) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const hasContent = (column: number) =>
    column < 3 || rows.slice(1).some((row) => row[column]) || isNumber(rows[0][column] ?? "");
  const used = only
    ? only.map((title) => rows[0].indexOf(title)).filter((column) => column >= 0)
    : Array.from({ length: width }, (_, column) => column).filter(hasContent);
  const right = used.map(
    (column) =>
      rows.slice(1).every((row) => !row[column] || isNumber(row[column])) && rows.slice(1).some((row) => row[column]),
  );
  const titles = used.map((column) => rows[0][column] ?? ""),
    room = ON_PHONES[sheet] ?? ((title: string) => !["Club", "Pays"].includes(title));
  const classOf = (column: number, place: number) =>
    [
      right[place] ? "n" : rows[0][column] === "Joueur" ? "name" : NAMES.includes(rows[0][column]) ? "word" : "",
      room(rows[0][column] ?? "", titles) ? "" : "opt",
    ]
      .join(" ")
      .trim();
  const cell = (row: string[], column: number, place: number) => {
    const text = row[column] ?? "";
    const move = { "▲": "up", "▼": "down" }[text[0]];
    const formatted =
      rows[0][column] === "Variation" && Number(text) > 0
        ? `+${figure(text)}`
        : RATINGS.includes(rows[0][column] ?? "")
          ? rating(text)
          : figure(text);
    return h(
      "td",
      {
        className: [classOf(column, place), text.includes("\n") ? "two" : text.length > 60 ? "long" : "", move ?? ""]
          .join(" ")
          .trim(),
        title: NAMES.includes(rows[0][column]) || text.includes("\n") ? text : null,
      },
      formatted,
    );
  };
  return scrollBox(
    label,
    h(
      "table",
      { className: only ? "few" : sheet === "Cotes" ? "one-line" : "" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          used.map((column, place) =>
            h("th", { scope: "col", className: classOf(column, place) }, rows[0][column] ?? ""),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows
          .slice(1)
          .filter((row) => row.some(Boolean))
          .map((row) =>
            h(
              "tr",
              { className: row.includes("parti") ? "gone" : "", data: rows[0][0] === "Place" ? { place: row[0] } : {} },
              used.map((column, place) => cell(row, column, place)),
            ),
          ),
      ),
    ),
  );
}

/** The lines above the table of a sheet: title, event, notes.
 * @param sheet undefined where somebody took it away */
export const sheetTitles = (sheet: Sheet | undefined): string[] =>
  (sheet?.rows ?? [])
    .slice(0, sheet?.header ? sheet.header - 1 : 0)
    .map((row: string[], index: number) =>
      row
        .filter(Boolean)
        .slice(0, index ? undefined : 1)
        .join("  ·  "),
    )
    .filter(Boolean); // right of a title stands what the page's head says

/** Render a sheet of the view: title, event, notes, table. */
export function renderSheet(sheet: Sheet | undefined, name: string) {
  const titles = sheetTitles(sheet),
    [title = name] = titles;
  if (!sheet?.filled)
    return h("div", { className: "sheet" }, h("h2", {}, title), h("p", { className: "quiet" }, TEXTS.noSheet));
  if (!sheet.header) return h("div", { className: "sheet" }, renderPlain(sheet.rows, name));
  return renderTitled([title, ...titles.slice(1)], sheet.rows.slice(sheet.header - 1), name);
}

/** Render a table below its title and its notes. */
export function renderTitled([title, ...notes]: string[], rows: string[][], name: string) {
  return h(
    "div",
    { className: "sheet" },
    h("h2", {}, title),
    notes.map((note) => h("p", { className: "quiet" }, note)),
    table(rows, name),
  );
}

/** Render a sheet without titles of columns, cell by cell. */
function renderPlain(rows: string[][], name: string) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const used = Array.from({ length: width }, (_, column) => column).filter((column) => rows.some((row) => row[column]));
  return scrollBox(
    name,
    h(
      "table",
      { className: `plain ${name}` },
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            used.map((column) => h("td", {}, figure(row[column] ?? ""))),
          ),
        ),
      ),
    ),
  );
}

/** Show an answer. */
export function tell(answer: Answer, ...more: Child[]) {
  const box = $("told");
  box.className = answer.code ? "bad" : "good";
  const alike = (first: Problem, second: Problem) =>
    first.sheet === second.sheet && first.row === second.row && first.message === second.message;
  const problems = answer.problems
    .filter((problem, index, all) => all.findIndex((candidate) => alike(problem, candidate)) === index)
    .map((problem) => {
      const label =
          tableOf(problem) ||
          settingOf(problem) ||
          finalOf(problem) ||
          `${problem.sheet ?? ""} ${problem.cell ?? ""}`.trim(),
        round = `${label.split(",")[0]?.toLowerCase()} : `;
      const place = h("button", { type: "button", className: "cell", onclick: () => goTo(problem) }, label);
      return h(
        "p",
        { className: "problem" },
        place,
        " ",
        problem.message.startsWith(round) ? problem.message.slice(round.length) : problem.message,
      ); // its round is said once
    });
  const lines = [answer.message, ...answer.text.split("\n")].filter((line) => line.trim());
  box.replaceChildren(
    h(
      "button",
      { type: "button", className: "close", "aria-label": TEXTS.closeMessage, onclick: () => box.replaceChildren() },
      "×",
    ),
    ...lines.map((line) => h("p", {}, line)),
    ...problems,
    ...answer.warnings.map((line) => h("p", { className: "warning" }, line)),
    ...flatten(more),
    ...(answer.code === BUG ? [offerRescue()] : []),
  );
  if (box.children.length === 1) box.replaceChildren();
}

/** Clear what has been noted and is read; what is wrong, or to be taken along, stays. */
export function clearNoted() {
  if ($("told").className === "good" && !$("told").querySelector(".row")) $("told").replaceChildren();
}

/** A button that leads to a setting; null where there is no such setting.
 * @param close of the dialog it is in */
export function settingLink(name: string, close?: () => void, label: string = filled(TEXTS.toSetting, { name })) {
  const setting = state.view.settings?.find((candidate) => candidate.name === name);
  return setting
    ? h(
        "button",
        {
          type: "button",
          className: "cell",
          onclick: () => {
            close?.();
            goTo({ sheet: "Tournoi", row: setting.row });
          },
        },
        label,
      )
    : null;
}

export function say(message: string, code: number = 0, ...more: Child[]) {
  tell({ code, message, text: "", status: "", warnings: [], problems: [] }, ...more);
}

/** Closes a dialog, with its answer. */
export type Close<T = boolean> = (value?: T) => void;

let endDialog = () => {};

/** A dialog; the promise gives what `close(value)` was called with, undefined for Escape. */
export function dialog<T = void>(title: string, fill: (close: Close<T>) => Child[], className = "") {
  const box = $<HTMLDialogElement>("dialog");
  endDialog(); // what was open is answered as by Escape
  return new Promise<T | undefined>((done) => {
    let answer: T | undefined;
    const close = (value?: T) => {
      answer = value;
      box.close();
    };
    box.className = className;
    box.replaceChildren(
      h(
        "header",
        {},
        h("h2", { id: "dialog-title" }, title),
        h(
          "button",
          { type: "button", className: "close", "aria-label": TEXTS.close, onclick: () => close(undefined) },
          "×",
        ),
      ),
      ...flatten(fill(close)),
    );
    box.setAttribute("aria-labelledby", "dialog-title");
    endDialog = () => {
      endDialog = () => {};
      box.replaceChildren();
      done(answer);
    };
    box.onclose = () => {
      if (!box.open) endDialog(); // else it is of the one before
    };
    if (!box.open) box.showModal();
  });
}

/** @param look of the button that does it; without one, « Non » is the main button */
export async function askYesNo(question: string, yes: string, look: string = "main"): Promise<boolean> {
  return Boolean(
    await dialog<boolean>(yes, (close) => [
      h("p", {}, question),
      h(
        "footer",
        {},
        h("button", { type: "button", className: look ? "" : "main", onclick: () => close(false) }, TEXTS.no),
        h("button", { type: "button", className: look, onclick: () => close(true) }, yes),
      ),
    ]),
  );
}

/** The time as names of downloads have it, so that the latest is told from the others: "15h42". */
export const timeForName = () => new Date().toTimeString().slice(0, 5).replace(":", "h");

export function download(name: string, data: Bytes) {
  const link = h("a", { href: URL.createObjectURL(new Blob([data as BlobPart])), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
