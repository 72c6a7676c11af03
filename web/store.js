// What the browser keeps: the workbooks used last, with their copies, for the day a tab is closed or a battery empty.
"use strict";

/** @typedef {{id: string, name: string, data: Uint8Array, handle?: any, stamp: string, when: number, title: string,
 *   status: string, unsaved: boolean, onlyHere?: boolean, done?: string[]}} Kept */

const MOST_KEPT = 12; // workbooks

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("tournois", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("books", { keyPath: "id" });
      asked.result.createObjectStore("copies"); // key: [id, name of the copy]
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/** Everything or nothing. @template T @param {IDBTransactionMode} mode
 * @param {(books: IDBObjectStore, copies: IDBObjectStore) => IDBRequest<T> | void} work @returns {Promise<T>} */
async function stored(mode, work) {
  const base = await database();
  try {
    return await new Promise((done, fail) => {
      const change = base.transaction(["books", "copies"], mode);
      const asked = work(change.objectStore("books"), change.objectStore("copies"));
      change.oncomplete = () => done(/** @type {any} */ (asked?.result));
      change.onerror = change.onabort = () => fail(change.error);
    });
  } finally {
    base.close();
  }
}

/** @param {string} id @returns {IDBKeyRange} */
const copiesOf = (id) => IDBKeyRange.bound([id], [id, []]);

/** The workbooks, the one used last first. @returns {Promise<Kept[]>} */
async function keptBooks() {
  if (APP || !window.indexedDB) return [];
  const found = await stored("readonly", (books) => books.getAll());
  return found.sort((one, two) => two.when - one.when);
}

/** @param {Kept} book @param {Record<string, Uint8Array>} fresh copies made since @param {string[]} names all that there are */
async function keep(book, fresh, names) {
  await stored("readwrite", (books, copies) => {
    books.put(book);
    for (const [name, data] of Object.entries(fresh)) copies.put(data, [book.id, name]);
    const known = copies.getAllKeys(copiesOf(book.id));
    known.onsuccess = () => known.result.filter((key) => !names.includes(/** @type {any} */ (key)[1])).forEach((key) => copies.delete(key));
  });
}

/** @param {string} id @returns {Promise<Record<string, Uint8Array>>} */
async function keptCopies(id) {
  const names = await stored("readonly", (_, copies) => copies.getAllKeys(copiesOf(id)));
  const data = await stored("readonly", (_, copies) => copies.getAll(copiesOf(id)));
  return Object.fromEntries(names.map((key, at) => [/** @type {any} */ (key)[1], data[at]]));
}

/** @param {string} id */
async function forget(id) {
  await stored("readwrite", (books, copies) => {
    books.delete(id);
    copies.delete(copiesOf(id));
  });
}

/** The kept workbook that this file is: the same file, or the same bytes under the same name.
 * @param {string} name @param {Uint8Array} data @param {any} handle */
async function known(name, data, handle) {
  for (const one of await keptBooks().catch(() => [])) {
    const same = one.handle && handle ? await one.handle.isSameEntry(handle).catch(() => false) : false;
    if (same || (one.name === name && one.data.length === data.length && one.data.every((byte, at) => byte === data[at]))) return one;
  }
  return undefined;
}

/** Older ones than the newest dozen go. */
async function thin() {
  for (const one of (await keptBooks()).slice(MOST_KEPT)) if (!one.unsaved) await forget(one.id);
}
