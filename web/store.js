// Owns what the browser stores: the workbooks used last, with their backups, for the day a tab is closed or a battery empty.
"use strict";

/** @typedef {{id: string, name: string, data: Uint8Array, handle?: any, stamp: string, when: number, title: string,
 *   status: string, unsaved: boolean, onlyHere?: boolean, done?: string[],
 *   mail?: {time: string, complete: boolean, parcel: string}}} StoredBook `mail` is the one downloaded last */

const MOST_STORED = 12; // workbooks
const STORE_PATIENCE = 3000; // milliseconds: some browsers have a database that never answers

let storeIsSilent = false;

/** Open the browser's database; TimeoutError where it does not answer, at once from the second time on.
 * @returns {Promise<IDBDatabase>} */
function openDatabase() {
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

/** Do a transaction, whole or not at all. @template T @param {IDBTransactionMode} mode
 * @param {(books: IDBObjectStore, copies: IDBObjectStore) => IDBRequest<T> | void} work @returns {Promise<T>} */
async function transact(mode, work) {
  const base = await openDatabase();
  try {
    return await new Promise((done, fail) => {
      const change = base.transaction(["books", "copies"], mode);
      const request = work(change.objectStore("books"), change.objectStore("copies"));
      change.oncomplete = () => done(/** @type {any} */ (request?.result));
      change.onerror = change.onabort = () => fail(change.error);
    });
  } finally {
    base.close();
  }
}

/** @param {string} id @returns {IDBKeyRange} */
const backupsOf = (id) => IDBKeyRange.bound([id], [id, []]);

/** List the stored workbooks, the one used last first. @returns {Promise<StoredBook[]>} */
async function listStoredBooks() {
  if (APP || !window.indexedDB) return [];
  const workbooks = await transact("readonly", (books) => books.getAll());
  return workbooks.sort((first, second) => second.when - first.when);
}

/** @param {StoredBook} book @param {Record<string, Uint8Array>} newBackups copies made since @param {string[]} names all that there are */
async function storeBook(book, newBackups, names) {
  await transact("readwrite", (books, copies) => {
    books.put(book);
    for (const [name, data] of Object.entries(newBackups)) copies.put(data, [book.id, name]);
    const keys = copies.getAllKeys(backupsOf(book.id));
    keys.onsuccess = () => {
      for (const key of keys.result) if (!names.includes(/** @type {any} */ (key)[1])) copies.delete(key);
    };
  });
}

/** @param {string} id @returns {Promise<Record<string, Uint8Array>>} */
async function readBackups(id) {
  const names = await transact("readonly", (_, copies) => copies.getAllKeys(backupsOf(id)));
  const data = await transact("readonly", (_, copies) => copies.getAll(backupsOf(id)));
  return Object.fromEntries(names.map((key, index) => [/** @type {any} */ (key)[1], data[index]]));
}

/** @param {string} id */
async function forget(id) {
  await transact("readwrite", (books, copies) => {
    books.delete(id);
    copies.delete(backupsOf(id));
  });
}

/** Find the stored workbook that a file is: the same file, or the same bytes under the same name.
 * @param {string} name @param {Uint8Array} data @param {any} handle */
async function findStoredBook(name, data, handle) {
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
async function forgetOldest() {
  for (const workbook of (await listStoredBooks()).slice(MOST_STORED)) if (!workbook.unsaved) await forget(workbook.id);
}
