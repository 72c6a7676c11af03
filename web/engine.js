// Owns the way to the engine: the worker, or the program that serves this page (`tournament-xl app`), one call at a time.
"use strict";

/** The wire, as docs/stdio.md has it ("A page"); tests/frontends/web/test_page.py compares these types with it.
 * @typedef {{sheet: string, cell: string, row: number, column: number, message: string}} Problem
 * @typedef {{code: number, message: string, text: string, status: string, warnings: string[], problems: Problem[]}} Answer
 * @typedef {{name: string, column: number, typed: boolean, choices: string[], label: string, help: string, fixed: number[], fixed_help: string}} TypedColumn
 * @typedef {{row: number, column: number, message: string}} Fault of a row, to be corrected
 * @typedef {{rows: string[][], header: number, filled: boolean, offered: boolean, typed?: TypedColumn[], faults?: Fault[], start?: number, free?: number}} Sheet
 * @typedef {{row: number, number: number | "", name: string, club: string, country: string, licence: string, cote: string,
 *   unrated_cote: string, absences: string, position: number, here: boolean, left: boolean, due: string}} PlayerLine
 * @typedef {{name: string, group: string, choices: string[], row: number, column: number, value: string, help: string}} SettingLine
 * @typedef {{name: string, choices: string[], row: number, column: number, value: string}} FinalLine
 * @typedef {{row: number, title: string, waits: boolean, text: string, won: number, drawn: boolean, decided: string}} FinalGame
 * @typedef {{file: string, copies: string[], problems: Problem[], stale: boolean, parcel: string, status: string, stage: string[], notes: string[], button: string,
 *   panel: Record<string, string>, leaders: string[][], race: string, game: string, title: string, event: string,
 *   formula: string, drawn: number, played: number, rounds: number, over: boolean, bye_help: string, settings: SettingLine[], finals: FinalLine[], final_games: FinalGame[],
 *   sides: string[][], ending: string, alone: boolean, scores: string[][], several: boolean,
 *   choices: Record<string, string[][]>, missing: number[], won: Record<number, number>, counted: Record<number, string>, players: PlayerLine[],
 *   names: Record<string, string>, colours: boolean, ratings: boolean, world: boolean, ratings_note: string, club: string, sheets: Record<string, Sheet>}} View
 * @typedef {{answer: Answer, view?: View, [more: string]: any}} Result */

class EngineEnded extends Error {} // the engine has ended; it is started anew before this is thrown

/** @type {Worker} */ let worker;
/** @type {Promise<any>} */ let ready;
/** @type {Map<number, {done: Function, fail: Function}>} */ const pendingCalls = new Map();
/** @type {Record<string, string>} */ const parts = {};
let callCount = 0;
const engine = {
  call: callProgram,
  send: sendMessage,
  /** How far the engine has come while it starts. @type {(step: string, done: number) => void} */
  onStep: () => {},
  /** Puts the state back into a new engine. @type {() => Promise<void>} */
  onRestart: async () => {},
};
const APP = readServer(); // by the program: its version, and the key

/** The key stands in the address that the program opened; a tab that is loaded again has kept it. */
function readServer() {
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
  if (id === "worker") startEngine();
  else sendPart(id);
}

/** @param {string} id */
function sendPart(id) {
  if (id.startsWith("part-")) worker.postMessage({ part: id.slice(5), text: parts[id] });
}

/** @param {string} call @param {...any} args */
function sendMessage(call, ...args) {
  return new Promise((done, fail) => {
    pendingCalls.set(++callCount, { done, fail });
    worker.postMessage({ id: callCount, call, args });
  });
}

function startEngine() {
  if (APP) {
    ready = Promise.resolve({ version: APP.version });
    return ready;
  }
  const source = /** @type {any} */ (SOURCE);
  worker = new Worker(
    source.folder ? "worker.js" : URL.createObjectURL(new Blob([parts.worker], { type: "text/javascript" })),
  );
  worker.onmessage = ({ data }) => {
    if (data.step) return engine.onStep(data.step, data.done);
    const pending = pendingCalls.get(data.id);
    pendingCalls.delete(data.id);
    if (data.error) pending?.fail(data.dead ? new EngineEnded(data.error) : new Error(data.error));
    else pending?.done(data.value);
  };
  worker.onerror = (event) => {
    for (const { fail } of pendingCalls.values()) fail(new EngineEnded(event.message));
    pendingCalls.clear();
  };
  ready = engine.send(
    "boot",
    source.folder ? { ...source, folder: new URL(source.folder, location.href).href } : source,
  );
  Object.keys(parts).forEach(sendPart);
  return ready;
}

/** Send a message to the engine once it has started; where it ends it is started again and `EngineEnded` thrown.
 * @param {string} call @param {...any} args */
async function ask(call, ...args) {
  ready = ready.catch(restartEngine); // one that could not start may now
  await ready;
  try {
    return await (APP ? askServer(call, args) : engine.send(call, ...args));
  } catch (error) {
    if (error instanceof EngineEnded) {
      ready = restartEngine();
      await ready.catch(() => {});
    }
    throw error;
  }
}

/** Start another engine and give it the state that the page holds. */
async function restartEngine() {
  worker.terminate();
  const started = await startEngine();
  await engine.onRestart();
  return started;
}

/** Ask the program by HTTP. @param {string} call @param {any[]} args */
async function askServer(call, args) {
  const headers = { "X-Key": APP?.key ?? "" };
  if (call === "content") {
    const response = await fetch(`/fichier/${args[0].split("/").map(encodeURIComponent).join("/")}`, { headers });
    if (!response.ok) throw new Error(await response.text());
    return new Uint8Array(await response.arrayBuffer());
  }
  if (call !== "call") return undefined;
  const [name, request, data] = args;
  const form = new Blob([JSON.stringify(request), "\n", data ?? new Uint8Array()]);
  const response = await fetch(`/appel/${name}`, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Make a call of docs/stdio.md. @param {string} name @param {object} request @param {Uint8Array} [data] @returns {Promise<Result>} */
function callProgram(name, request, data) {
  return ask("call", name, request, data);
}
