// Owns the workbook that is open: one task after another on it, opening and closing, keeping in the browser, saving in its file.
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { changeBook, download, timeForName } from "./actions";
import { dialog } from "./dialog";
import { draw } from "./draw";
import { APP, ask, EngineEnded, engine, readContent } from "./engine";
import { showView } from "./page";
import { noteAllRows } from "./round";
import { forgetBook, state } from "./state";
import { describeStep } from "./step";
import { type FileHandle, findStoredBook, readBackups, type StoredBook, storeBook } from "./store";
import { filled, TEXTS } from "./texts";
import { say, showRefusal, tell } from "./told";
import { showRecent } from "./welcome";
import type { Bytes, Result } from "./wire";

let held: { id: string; free: () => void } | null = null; // the lock that this tab has on it
let leaving: Promise<unknown> = Promise.resolve(); // until the browser has let go of the one before
export const isReadOnly = () => state.locked;

// One task after another

export let queue: Promise<unknown> = Promise.resolve();
let lastWork: () => unknown = () => {}; // done again where it has failed

/** Do a piece of work once those before it are done; say what goes wrong. T */
export function task<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  const turn = queue.then(async () => {
    document.body.classList.add("busy");
    lastWork = work;
    try {
      return await work();
    } catch (error) {
      const message =
        error instanceof EngineEnded
          ? TEXTS.crashed
          : filled(TEXTS.failed, { reason: String((error as Error)?.message ?? error) });
      if (state.book) {
        say(message, BUG);
        showRefusal();
      } else tellBefore(TEXTS.sorry, message, true);
      return undefined;
    } finally {
      document.body.classList.remove("busy");
    }
  });
  queue = turn;
  return turn;
}

export const BUG = 70; // the code of an answer where the program itself was wrong

/** Say in a dialog what is wrong while no workbook is open.
 * @param isFault whether the program itself was wrong */
const tellBefore = (title: string, message: string, isFault: boolean) =>
  dialog(title, (close) => (
    <>
      <p>{message}</p>
      {isFault ? <Rescue close={close} /> : null}
    </>
  ));

/** Buttons after a fault: the workbook as it was, to download, and the same work once more. */
export function Rescue({ close = () => {} }: { close?: () => void }) {
  const [work] = useState(() => lastWork),
    { name, data } = state.book?.data ? state.book : (state.openingFile ?? {});
  const again = () => {
    close();
    task(work);
  };
  return (
    <p class="row">
      {name && data ? (
        <button type="button" onClick={() => downloadBook(name, data)}>
          {TEXTS.download}
        </button>
      ) : null}
      <button type="button" class="main" onClick={again}>
        {TEXTS.again}
      </button>
    </p>
  );
}

// Opening

/** Open a workbook from its bytes: those of a file, or those that the browser has stored. */
export async function openBytes(
  name: string,
  data: Bytes,
  handle?: FileHandle,
  stamp: number = 0,
  storedBook?: StoredBook,
) {
  const before = storedBook ?? (await findStoredBook(name, data, handle));
  if (before)
    for (const [copy, bytes] of Object.entries(await readBackups(before.id).catch(() => ({}))))
      await ask("put", `Sauvegardes/${copy}`, bytes);
  const result = await engine.call("take", { file: name, over: !APP }, data);
  if (result.answer.code)
    return state.book ? tell(result.answer) : tellBefore(name, result.answer.message, result.answer.code === BUG);
  if (APP) return openServed(name);
  showAlarm("");
  const id = before?.id ?? `${name} ${Date.now()}`;
  state.book = {
    id,
    name,
    data,
    handle: handle ?? before?.handle,
    stamp: String(stamp || before?.stamp || ""),
    unsaved: before?.unsaved ?? false,
    onlyHere: before?.onlyHere ?? false,
    done: before?.done ?? [],
    mail: before?.mail,
  };
  await lockBook(id);
  showView(result, true);
  if (storedBook) say(filled(TEXTS.resumed, { file: name, when: new Date(storedBook.when).toLocaleString("fr") }));
  await storeOpenBook();
}

export async function openFile(file: File, handle?: FileHandle) {
  await openBytes(file.name, new Uint8Array(await file.arrayBuffer()), handle, file.lastModified);
}

/** Lock a workbook for this tab; the others only look. The one that is open stays its own. */
async function lockBook(id: string) {
  if (held?.id === id) return;
  unlockBook();
  state.locked = false;
  if (!navigator.locks) return;
  await leaving;
  await new Promise<void>((done) => {
    leaving = navigator.locks
      .request(`tournois ${id}`, { ifAvailable: true }, (lock) => {
        state.locked = !lock;
        done();
        return lock
          ? new Promise<void>((free) => {
              held = { id, free };
            })
          : undefined;
      })
      .catch(done);
  });
}

function unlockBook() {
  held?.free();
  held = null;
}

/** Open a workbook of the folder that the program serves. */
export async function openServed(name: string) {
  const result = await engine.call("open", { file: name });
  if (result.answer.code) return tell(result.answer);
  state.book = { id: name, name, unsaved: false, slips: result.slips, screen: result.screen };
  await lockBook(name);
  showView(result, true);
}

/** Open a workbook that a call has just made. */
export async function openMade(name: string, result: Result) {
  if (APP) return openServed(name);
  state.book = { id: `${name} ${Date.now()}`, name, stamp: "", unsaved: true, onlyHere: true, copies: [] };
  await lockBook(state.book.id);
  showView(result, true);
  await saveChange();
}

export function closeBook() {
  unlockBook();
  forgetBook();
  draw();
  task(showRecent);
}

// Keeping and saving

/** Store the open workbook in the browser: its bytes, and the backups that are not there yet. */
export async function storeOpenBook() {
  if (APP || !state.book?.data || state.locked) return;
  const newBackups: Record<string, Bytes> = {};
  for (const name of state.view?.copies ?? [])
    if (!state.book.copies?.includes(name)) newBackups[name] = await readContent(`Sauvegardes/${name}`);
  const { id, name, data, handle, stamp, unsaved, onlyHere, done, mail } = state.book;
  const title = state.view?.title ?? name,
    status = state.view ? describeStep() : "";
  try {
    await storeBook(
      {
        id,
        name,
        data,
        stamp: stamp ?? "",
        unsaved,
        onlyHere,
        done,
        mail,
        title,
        status,
        when: Date.now(),
        ...(handle ? { handle } : {}),
      },
      newBackups,
      state.view?.copies ?? [],
    );
    state.book.copies = state.view?.copies ?? [];
  } catch (error) {
    showAlarm((error as Error)?.name === "QuotaExceededError" ? TEXTS.noRoom : TEXTS.noStore);
  }
}

/** Save a change: in the browser, then in the file where it may be written. */
export async function saveChange() {
  if (APP) return draw();
  state.book.data = await readContent(state.book.name);
  state.book.unsaved = true;
  await storeOpenBook();
  if (state.book.handle) await writeFile(state.book.handle);
  draw();
}

/** Write the file, unless another program has changed it since it was read. */
async function writeFile(handle: FileHandle) {
  try {
    if ((await handle.queryPermission({ mode: "readwrite" })) !== "granted") return;
    const file = await handle.getFile();
    if (String(file.lastModified) !== state.book.stamp) return void showConflict(handle);
    const out = await handle.createWritable();
    await out.write(state.book.data ?? "");
    await out.close();
    state.book.stamp = String((await handle.getFile()).lastModified);
    state.book.unsaved = false;
    showAlarm("");
    await storeOpenBook();
  } catch (error) {
    showAlarm(filled(TEXTS.cannotWrite, { file: state.book.name, reason: (error as Error)?.name }));
  }
}

/** Show a message that stays until its cause is gone, whatever else is said. */
function showAlarm(text: string, more: ComponentChild = null) {
  state.alarm = text ? (
    <>
      <p>{text}</p>
      {more}
    </>
  ) : null;
  draw();
}

/** Let the organiser choose where the file and the workbook here have both changed; nothing is overwritten. */
function showConflict(handle: FileHandle) {
  showAlarm(
    filled(TEXTS.conflict, { file: state.book.name }),
    <p class="row">
      <button type="button" onClick={() => task(async () => openFile(await handle.getFile(), handle))}>
        {TEXTS.conflictFile}
      </button>
      <button type="button" class="main" onClick={() => task(saveAs)}>
        {TEXTS.conflictHere}
      </button>
    </p>,
  );
}

/** Check before a change that the file may be written (asked once, at a click) and is still what was read.
 * @returns whether to go on */
export async function isFileCurrent(): Promise<boolean> {
  const { handle } = state.book;
  if (APP || !handle) return true;
  if ((await handle.queryPermission({ mode: "readwrite" })) === "prompt" && navigator.userActivation?.isActive) {
    await handle.requestPermission({ mode: "readwrite" }).catch(() => {});
  }
  const file = await handle.getFile().catch(() => null); // gone, or forbidden: what is here stays
  if (!file || String(file.lastModified) === state.book.stamp) return true;
  if (state.book.unsaved) {
    showConflict(handle);
    return false;
  }
  await openFile(file, handle);
  say(TEXTS.reread);
  return false;
}

/** Download a workbook with the round and the time in its name.
 * @returns the name */
function downloadBook(name: string, data: Bytes): string {
  const [, stem, ending] = /^(.*?)(?: - (?:avant la )?ronde \d+ - \d+h\d+)?(\.xls[xm])$/i.exec(name) ?? [
    undefined,
    name,
    ".xlsx",
  ];
  const file = `${stem} - ${state.view?.drawn ? `ronde ${state.view.drawn}` : "avant la ronde 1"} - ${timeForName()}${ending}`;
  download(file, data);
  return file;
}

/** Download the open workbook, updated. */
export async function saveAs() {
  if (state.view.stale && !state.locked && (await noteAllRows())) await changeBook("press", { action: "update" }); // the tab stays
  const data = await readContent(state.book.name);
  if (!APP) state.book.data = data;
  const file = downloadBook(state.book.name, data);
  if (!state.book.handle) {
    state.book.unsaved = state.book.onlyHere = false;
    showAlarm("");
  }
  await storeOpenBook();
  say(filled(TEXTS.downloaded, { file }));
}
