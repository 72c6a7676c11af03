// The engine: asks the worker, or the program that serves this page (`tournament-xl app`), one call after another.
"use strict";

/** @typedef {{code: number, message: string, text: string, status: string, warnings: string[],
 *   problems: {sheet: string, cell: string, row: number, column: number, message: string}[]}} Answer */
/** @typedef {{answer: Answer, view?: any, [more: string]: any}} Found */

class Dead extends Error {} // the engine has ended; it is started anew before this is thrown

/** @type {Worker} */ let worker;
/** @type {Promise<any>} */ let ready;
/** @type {Map<number, {done: Function, fail: Function}>} */ const waiting = new Map();
/** @type {((step: string, done: number) => void)} */ let onStep = () => {};
/** @type {(() => Promise<void>)} */ let onRestart = async () => {}; // puts the state back into a new engine
/** @type {Record<string, string>} */ const parts = {};
let count = 0;
const APP = servedBy(); // by the program: its version, and the key

/** The key stands in the address that the program opened; a tab that is loaded again has kept it. */
function servedBy() {
  if (!SOURCE.app) return undefined;
  const key = location.hash.slice(1) || (sessionStorage.getItem("key") ?? "");
  sessionStorage.setItem("key", key);
  history.replaceState(null, "", location.pathname);
  return { ...SOURCE.app, key, page: String(Math.random()).slice(2) };
}

/** A text of the one file, as soon as it has been read: the worker, with which the engine starts; then what it is made of.
 * All is kept for an engine that is started anew. @param {string} id */
function part(id) {
  const text = /** @type {Element} */ (document.getElementById(id));
  parts[id] = text.textContent ?? "";
  text.remove();
  if (id === "worker") start();
  else give(id);
}

/** @param {string} id */
function give(id) {
  if (id.startsWith("part-")) worker.postMessage({ part: id.slice(5), text: parts[id] });
}

/** @param {string} call @param {...any} args */
function send(call, ...args) {
  return new Promise((done, fail) => {
    waiting.set(++count, { done, fail });
    worker.postMessage({ id: count, call, args });
  });
}

function start() {
  if (APP) {
    ready = Promise.resolve({ version: APP.version });
    return ready;
  }
  const source = /** @type {any} */ (SOURCE);
  worker = new Worker(source.folder ? "worker.js" : URL.createObjectURL(new Blob([parts.worker], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => {
    if (data.step) return onStep(data.step, data.done);
    const waits = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) waits?.fail(data.dead ? new Dead(data.error) : new Error(data.error));
    else waits?.done(data.value);
  };
  worker.onerror = (event) => {
    for (const { fail } of waiting.values()) fail(new Dead(event.message));
    waiting.clear();
  };
  ready = send("boot", source.folder ? { ...source, folder: new URL(source.folder, location.href).href } : source);
  Object.keys(parts).forEach(give);
  return ready;
}

/** A message to the engine, once it stands; after its end it is started anew and `Dead` thrown.
 * @param {string} call @param {...any} args */
async function ask(call, ...args) {
  await (ready = ready.catch(anew)); // one that could not start may now
  try {
    return await (APP ? served(call, args) : send(call, ...args));
  } catch (error) {
    if (error instanceof Dead) await (ready = anew()).catch(() => {});
    throw error;
  }
}

/** Another engine, with the state that the page holds. */
async function anew() {
  worker.terminate();
  const found = await start();
  await onRestart();
  return found;
}

/** The same by HTTP. @param {string} call @param {any[]} args */
async function served(call, args) {
  const headers = { "X-Key": APP?.key ?? "" };
  if (call === "content") {
    const found = await fetch(`/fichier/${args[0].split("/").map(encodeURIComponent).join("/")}`, { headers });
    if (!found.ok) throw new Error(await found.text());
    return new Uint8Array(await found.arrayBuffer());
  }
  if (call !== "call") return undefined;
  const [name, given, data] = args;
  const form = new Blob([JSON.stringify(given), "\n", data ?? new Uint8Array()]);
  const found = await fetch(`/appel/${name}`, { method: "POST", headers, body: form });
  if (!found.ok) throw new Error(await found.text());
  return found.json();
}

/** A call of docs/stdio.md. @param {string} name @param {object} given @param {Uint8Array} [data] @returns {Promise<Found>} */
function call(name, given, data) {
  return ask("call", name, given, data);
}
