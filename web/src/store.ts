// Owns what the browser stores: the workbooks used last, with their backups, for the day a tab is closed or a battery empty.
import { APP } from "./engine";
import type { Bytes } from "./wire";

/** The mail that was downloaded last; `parcel`: of the view, changes with what the federation gets. */
export interface DownloadedMail {
  time: string;
  complete: boolean;
  parcel: string;
}

/** A file that may be written in place, with what not every browser has of it. */
export interface FileHandle extends FileSystemFileHandle {
  queryPermission(mode: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission(mode: { mode: "readwrite" }): Promise<PermissionState>;
}

/** A workbook as the browser keeps it. */
export interface StoredBook {
  id: string;
  name: string;
  data: Bytes;
  handle?: FileHandle;
  stamp: string;
  when: number;
  title: string;
  status: string;
  unsaved: boolean;
  onlyHere?: boolean;
  done?: string[];
  mail?: DownloadedMail;
}

const MOST_STORED = 12; // workbooks
const STORE_PATIENCE = 3000; // milliseconds: some browsers have a database that never answers

let storeIsSilent = false;

/** Open the browser's database; TimeoutError where it does not answer, at once from the second time on. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const silent = () => {
      storeIsSilent = true;
      fail(new DOMException("", "TimeoutError"));
    };
    if (storeIsSilent) return silent();
    const timer = setTimeout(silent, STORE_PATIENCE);
    const request = indexedDB.open("tournois", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("books", { keyPath: "id" });
      request.result.createObjectStore("copies"); // key: [id, name of the copy]
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      if (storeIsSilent)
        request.result.close(); // too late
      else done(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      fail(request.error);
    };
  });
}

/** Do a transaction, whole or not at all. */
async function transact<T>(
  mode: IDBTransactionMode,
  work: (books: IDBObjectStore, copies: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const base = await openDatabase();
  try {
    return await new Promise((done, fail) => {
      const change = base.transaction(["books", "copies"], mode);
      const request = work(change.objectStore("books"), change.objectStore("copies"));
      change.oncomplete = () => done(request.result);
      change.onerror = change.onabort = () => fail(change.error);
    });
  } finally {
    base.close();
  }
}

/** The name of a copy, by its key. */
const nameOf = (key: IDBValidKey) => String((key as IDBValidKey[])[1]);

const backupsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** List the stored workbooks, the one used last first. */
export async function listStoredBooks(): Promise<StoredBook[]> {
  if (APP || !window.indexedDB) return [];
  const workbooks: StoredBook[] = await transact("readonly", (books) => books.getAll());
  return workbooks.sort((first, second) => second.when - first.when);
}

/** @param newBackups copies made since
 * @param names all that there are */
export async function storeBook(book: StoredBook, newBackups: Record<string, Bytes>, names: string[]) {
  await transact("readwrite", (books, copies) => {
    const stored = books.put(book);
    for (const [name, data] of Object.entries(newBackups)) copies.put(data, [book.id, name]);
    const keys = copies.getAllKeys(backupsOf(book.id));
    keys.onsuccess = () => {
      for (const key of keys.result) if (!names.includes(nameOf(key))) copies.delete(key);
    };
    return stored;
  });
}

export async function readBackups(id: string): Promise<Record<string, Bytes>> {
  const names = await transact("readonly", (_, copies) => copies.getAllKeys(backupsOf(id)));
  const data = await transact("readonly", (_, copies) => copies.getAll(backupsOf(id)));
  return Object.fromEntries(names.map((key, index) => [nameOf(key), data[index]]));
}

export async function forget(id: string) {
  await transact("readwrite", (books, copies) => {
    books.delete(id);
    return copies.delete(backupsOf(id));
  });
}

/** Find the stored workbook that a file is: the same file, or the same bytes under the same name. */
export async function findStoredBook(name: string, data: Bytes, handle?: FileHandle) {
  for (const workbook of await listStoredBooks().catch(() => [])) {
    const same = workbook.handle && handle ? await workbook.handle.isSameEntry(handle).catch(() => false) : false;
    if (
      same ||
      (workbook.name === name &&
        workbook.data.length === data.length &&
        workbook.data.every((byte, index) => byte === data[index]))
    )
      return workbook;
  }
  return undefined;
}

/** Forget all but the newest dozen, and those with work that is nowhere else. */
export async function forgetOldest() {
  for (const workbook of (await listStoredBooks()).slice(MOST_STORED)) if (!workbook.unsaved) await forget(workbook.id);
}
