// Owns tables and their figures: of a sheet as the program fills it in.
import type { ComponentChildren } from "preact";
import { fitTables } from "./draw";
import { TEXTS } from "./texts";
import type { PlayerLine, Sheet } from "./wire";

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

/** A table in a box that scrolls where it is too wide, and says so. */
export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="wide">
      <p class="more" aria-hidden="true">
        {TEXTS.more}
      </p>
      <section class="scroll" tabIndex={0} aria-label={label} onScroll={fitTables}>
        {children}
      </section>
    </div>
  );
}

/** Columns that Cotes shows first: who, before, after, the change. */
export const ESSENTIAL = ["Place", "Joueur", "Cote initiale", "Nouvelle cote", "Variation", "Série"];
/** Columns of names and places, which give way to the others by width. */
const NAMES = ["Joueur", "Joueur 1", "Joueur 2", "Noir", "Blanc", "Contre", "Club", "Pays"];

/** Whether a phone has room for a column of a sheet, among all that are shown: all of Cotes where all were asked for. */
const ON_PHONES: Record<string, (title: string, titles: string[]) => boolean> = {
  Cotes: (title, titles) => title !== "Cote initiale" || titles.some((other) => !ESSENTIAL.includes(other)),
  Grille: (title) => !["PPM", "Pdep", "Départage"].includes(title),
};

/** Whether a match is won, drawn or lost, by the sign in a cell of Grille; "" for none. */
export const outcomeOf = (text: string) =>
  ({ "+": "won", "=": "drawn", "−": "lost" })[text.match(/[+=−]/)?.[0] ?? ""] ?? "";

/** Marks of places won and lost, and their classes. */
export const MOVES: Record<string, string> = { "▲": "up", "▼": "down" };

/** Where a player comes from. */
export function describeOrigin({ country, club }: PlayerLine) {
  return [country, club].filter(Boolean).join(", ");
}

/** Points with their half: "6.5" → "6½". */
export const points = (text: string) =>
  /^\d+\.5$/.test(text) ? `${text.slice(0, -2).replace(/^0$/, "")}½` : figure(text);

/** The text of a cell of a column, as it is read. */
export function readable(title: string, text: string) {
  if (["Variation", "Pdep"].includes(title) && Number(text) > 0) return `+${figure(text)}`;
  if (RATINGS.includes(title)) return rating(text);
  return title === "Points" ? points(text) : figure(text);
}

/** A cell of Grille, the disc of a colour drawn. */
function Result({ title, text }: { title: string; text: string }) {
  const [, mark, rest = ""] = text.match(/^([●○]) (.*)$/s) ?? ["", "", readable(title, text)];
  return (
    <>
      {mark ? <i class={mark === "○" ? "disc white" : "disc"} title={mark} /> : null}
      {rest}
    </>
  );
}

/** Rows of a sheet as a table; the first row are its titles.
 * @param props.only the titles to show; all without
 * @param props.label of the table for who cannot see it */
export function Table({
  rows: [titles = [], ...lines],
  sheet,
  only,
  label = sheet,
}: {
  rows: string[][];
  sheet: string;
  only?: string[];
  label?: string;
}) {
  const width = Math.max(titles.length, ...lines.map((row) => row.length));
  const hasContent = (column: number) =>
    !(sheet === "Grille" && titles[column] === "N°") &&
    (column < 3 || lines.some((row) => row[column]) || isNumber(titles[column] ?? ""));
  const used = only
    ? only.map((title) => titles.indexOf(title)).filter((column) => column >= 0)
    : Array.from({ length: width }, (_, column) => column).filter(hasContent);
  const isRight = (column: number) =>
    lines.every((row) => !row[column] || isNumber(row[column])) && lines.some((row) => row[column]);
  const shown = used.map((column) => titles[column] ?? ""),
    room = ON_PHONES[sheet] ?? ((title: string) => !["Club", "Pays"].includes(title));
  const columns = used.map((column) => {
    const title = titles[column] ?? "",
      kind = isRight(column) ? "n" : title === "Joueur" ? "name" : NAMES.includes(title) ? "word" : "";
    return { column, title, look: `${kind} ${room(title, shown) ? "" : "opt"}`.trim() };
  });
  const lookOf = (text: string, look: string) =>
    [
      look,
      text.includes("\n") ? `two ${sheet === "Grille" ? outcomeOf(text) : ""}` : text.length > 60 ? "long" : "",
      MOVES[text[0] ?? ""] ?? "",
    ]
      .join(" ")
      .trim();
  return (
    <ScrollBox label={label}>
      <table class={only ? "few" : sheet === "Cotes" ? "one-line" : sheet === "Grille" ? "cross" : ""}>
        <thead>
          <tr>
            {columns.map(({ title, look }) => (
              <th scope="col" class={look}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines
            .filter((row) => row.some(Boolean))
            .map((row) => (
              <tr class={row.includes("parti") ? "gone" : titles[0] === "Place" && row[0] === "1" ? "first" : ""}>
                {columns.map(({ column, title, look }) => {
                  const text = row[column] ?? "";
                  return (
                    <td
                      class={lookOf(text, look)}
                      title={NAMES.includes(title) || text.includes("\n") ? text : undefined}
                    >
                      {sheet === "Grille" ? <Result text={text} title={title} /> : readable(title, text)}
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollBox>
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

/** A sheet of the view: its title, and its table. */
export function SheetView({ sheet, name }: { sheet: Sheet | undefined; name: string }) {
  const [title = name] = sheetTitles(sheet);
  if (!sheet?.filled)
    return (
      <div class="sheet card">
        <h2>{title}</h2>
        <p class="quiet">{TEXTS.noSheet}</p>
      </div>
    );
  if (!sheet.header) return <PlainSheet rows={sheet.rows} name={name} />;
  return <TitledTable title={title} rows={sheet.rows.slice(sheet.header - 1)} name={name} />;
}

/** A table below its title. */
function TitledTable({ title, rows, name }: { title: string; rows: string[][]; name: string }) {
  return (
    <div class="sheet card">
      <h2>{title}</h2>
      <Table rows={rows} sheet={name} />
    </div>
  );
}

/** A sheet without titles of columns, cell by cell. */
function PlainSheet({ rows, name }: { rows: string[][]; name: string }) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const used = Array.from({ length: width }, (_, column) => column).filter((column) => rows.some((row) => row[column]));
  return (
    <div class="sheet card">
      <ScrollBox label={name}>
        <table class={`plain ${name}`}>
          <tbody>
            {rows.map((row) => (
              <tr>
                {used.map((column) => (
                  <td>{figure(row[column] ?? "")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
