// Owns what buttons do: calls that change the workbook, their answers, and the files that these give.
import { askYesNo } from "./dialog";
import { APP, engine, readContent } from "./engine";
import { toMissing } from "./keys";
import { noteMail, showMail } from "./mail";
import { FEDERATION_MAIL } from "./names";
import { showTab, showView } from "./page";
import { describeRow, noteAllRows } from "./round";
import { state, type Tab } from "./state";
import { filled, TEXTS } from "./texts";
import { ownAnswer, SettingLink, say, showRefusal, tell } from "./told";
import { forgetTyped, keepInSight } from "./typing";
import type { Bytes, Calls, Changes, PressResult, Result, TypedCell, View } from "./wire";
import { isFileCurrent, openMade, saveChange, storeOpenBook, task } from "./workbook";

/** A view with the changes that an answer tells. */
function withChanges(view: View, { sheets = {}, ...fields }: Changes): View {
  const present = (entries: object) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null && value !== undefined));
  const changedSheets = Object.entries(sheets).map(([name, changes]) => {
    const former = view.sheets[name];
    if (!changes || !former) return [name, changes];
    const { rows = former.rows } = changes;
    return [
      name,
      present({
        ...former,
        ...changes,
        rows: Array.isArray(rows) ? rows : former.rows.map((row, index) => rows[index] ?? row),
      }),
    ];
  });
  return present({
    ...view,
    ...fields,
    sheets: present({ ...view.sheets, ...Object.fromEntries(changedSheets) }),
  }) as unknown as View;
}

/** Calls that note what a person has typed. */
type Noting = "result" | "setting" | "fix" | "type";
type Changing = Noting | "press" | "presence" | "received" | "back" | "register" | "order_names";

/** Make a call that changes the workbook. */
export async function changeBook<K extends Changing>(
  name: K,
  request: { action?: string; [more: string]: unknown },
  data?: Bytes,
): Promise<Calls[K] | undefined> {
  if (state.locked) return { answer: ownAnswer(TEXTS.elsewhere, 1) };
  if (!(await isFileCurrent())) return undefined;
  const changes = name !== "press" || request.action !== "update" || state.view?.stale;
  const result = await engine.call(name, { file: state.book.name, known: state.known, ...request }, data);
  if (result.changes) result.view = withChanges(state.view, result.changes);
  if (result.view) {
    if (changes) state.book.done = []; // its pages are not those of the moment
    if (name === "back") forgetTyped();
    showView(result);
    await saveChange();
  }
  return result;
}

/** Note what a person has typed, and say so where its place does not.
 * @param what it is called, once it is noted */
export async function note(name: Noting, request: object, what: () => string): Promise<Result> {
  const result = await changeBook(name, { ...request });
  if (!result) return { answer: ownAnswer("", 1) };
  if (result.view && !state.view.problems.length && (state.tab !== "round" || state.told))
    tell({
      ...result.answer,
      message: filled(TEXTS.noted, { what: what() }),
      warnings: state.tab === "round" ? [] : result.answer.warnings,
    });
  if (result.answer.code && !result.answer.problems.length) tell(result.answer);
  return result;
}

/** Type cells of a row of any sheet, as its form has them. */
export const typeCells = (cells: TypedCell[], sure = false) =>
  note("type", { cells, sure }, () => describeRow(cells[0].sheet, cells[0].row));

type Action = keyof typeof TEXTS.actions;

/** Sheets that an action shows, and the tabs on which they are. */
const TABS_OF_SHEETS: Record<string, Tab | undefined> = {
  Appariements: "round",
  Résultats: "round",
  Classement: "standings",
  Cotes: "sheets",
};

/** Do the action of a button.
 * @param options of the call `press` */
export async function runAction(action: Action, options: object = {}) {
  if (!(await noteAllRows())) return;
  state.rowNote = null;
  state.chosenRound = null;
  const reads = ["check", "send", "publish"].includes(action);
  if (reads) say(filled(TEXTS.underway, { action: TEXTS.actions[action] }));
  const canUpdateFirst = action !== "check" || state.book.isStaleOnlyByPage; // an update before the check would hide a computed cell that another program changed
  if (reads && state.view.stale && !state.locked && canUpdateFirst) await changeBook("press", { action: "update" });
  const result = reads
    ? await engine.call("press", { file: state.book.name, action, ...options })
    : await changeBook("press", { action, ...options });
  if (!result) return;
  const prepared = result.mail && { ...result, mail: result.mail, time: timeForName(), parcel: state.view.parcel };
  if (prepared && APP) await noteMail(prepared); // in its folder it has taken the place of the one before
  if (action === "publish" && !result.answer.code) {
    state.book.done = ["publish"];
    await storeOpenBook();
  }
  if (result.doubt) {
    if (await askYesNo(filled(TEXTS.undoAnyway, { round: state.view.drawn }), TEXTS.actions.undo))
      await runAction(action, { force: true });
    return;
  }
  if (prepared) {
    tell(
      { ...result.answer, text: "", warnings: [] },
      <p class="row">
        <button type="button" onClick={() => showMail(prepared)}>
          {TEXTS.mailAgain}
        </button>
        {prepared.mail.to ? null : <SettingLink name={FEDERATION_MAIL} />}
        {APP ? filled(TEXTS.folderToo, { folder: result.files?.[0] }) : null}
      </p>,
    );
    void showMail(prepared); // a file is taken from it while it is open
  } else if (action === "publish" && !result.answer.code) {
    const text = APP ? filled(TEXTS.folderToo, { folder: result.files?.[0] }) : TEXTS.published,
      preview = APP ? null : await previewLink(result);
    tell(
      result.answer,
      <p class="row">
        {preview}
        <FileLinks files={result.files} label={TEXTS.pages} />
        {text}
      </p>,
    );
  } else tell(result.answer);
  if (action === "take") state.received = 0;
  const tab = TABS_OF_SHEETS[result.show ?? ""];
  if (result.show === "Cotes") state.chosenSheet = "Cotes";
  const refused = result.answer.code !== 0;
  if (tab ?? (refused && action === "pair" && state.view.missing?.length)) await showTab(tab ?? "round");
  if (refused) showRefusal();
  else if (action === "pair") showNewRound();
  else toMissing(true);
}

/** Make the workbook anew from today's template, and open the new one. */
export async function upgradeBook() {
  if (!(await noteAllRows())) return;
  const result = await engine.call("press", { file: state.book.name, action: "upgrade" });
  if (result.view) await openMade(result.view.file, result);
  tell(result.answer);
  if (!result.view) showRefusal();
}

/** A new round begins at the top: its message in sight, and its first box for the hand. */
function showNewRound() {
  scrollTo({ top: 0 });
  toMissing(true);
  keepInSight();
}

/** The name of what an action has written; a folder comes in one .zip. */
export const fileOf = (path: string) => (path.includes("/") ? (path.split("/").at(-1) ?? "") : `${path}.zip`);
/** Such a name with a time, as it is downloaded. */
export const timedName = (path: string, time: string) => fileOf(path).replace(/(\.\w+)?$/, ` - ${time}$1`);

/** Buttons that download what an action has written.
 * @param props.label instead of a file's name
 * @param props.time in the name; without one, that of the download */
export function FileLinks({
  files = [],
  label = "",
  look = "file",
  time = "",
  then = () => {},
}: {
  files?: string[];
  label?: string;
  look?: string;
  time?: string;
  then?: () => unknown;
}) {
  const take = async (path: string) => {
    download(timedName(path, time || timeForName()), await readContent(path));
    await then();
  };
  return (
    <span class="row">
      {files.map((path) => (
        <button key={path} type="button" class={look} onClick={() => task(() => take(path))}>
          {`⤓ ${label || (time ? timedName(path, time) : fileOf(path))}`}
        </button>
      ))}
    </span>
  );
}

/** The time as names of downloads have it, so that the latest is told from the others: "15h42". */
export const timeForName = () => new Date().toTimeString().slice(0, 5).replace(":", "h");

export function download(name: string, data: Bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The first page of a publication, to be looked at without its files. */
async function previewLink({ files: [folder] = [""] }: PressResult) {
  const read = async (name: string) => new TextDecoder().decode(await readContent(`${folder}/${name}`));
  const page = new DOMParser().parseFromString(await read("index.html"), "text/html"),
    style = page.querySelector("link[rel=stylesheet]");
  const inline = page.createElement("style");
  inline.textContent = await read(style?.getAttribute("href") ?? "");
  style?.replaceWith(inline);
  for (const element of page.querySelectorAll("script, a[href]:not([href^='#'])"))
    element.replaceWith(...(element.localName === "a" ? element.childNodes : []));
  const href = URL.createObjectURL(
    new Blob([`<!DOCTYPE html>${page.documentElement.outerHTML}`], { type: "text/html" }),
  );
  return (
    <a href={href} target="_blank" class="look" rel="noopener">
      {TEXTS.look}
    </a>
  );
}
