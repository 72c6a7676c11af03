// Owns the way to the engine: the worker, or the program that serves this page (`tournament-xl app`), one call at a time.
import type { Bytes, Calls } from "./wire";

export class EngineEnded extends Error {} // the engine has ended; it is started anew before this is thrown

interface Started {
  version: string;
}

/** What the worker says: how far it has come, or the answer to a call. */
interface Said {
  step?: string;
  done: number;
  id: number;
  value: unknown;
  error?: string;
  dead?: boolean;
}

interface Pending {
  done: (value: unknown) => void;
  fail: (error: Error) => void;
}

let worker: Worker | undefined;
let started: Promise<Started>;
const pendingCalls = new Map<number, Pending>();
export const parts: Record<string, string> = {}; // texts of the one file
let workerArrived = () => {};
const workerText = new Promise<void>((done) => {
  workerArrived = done;
});
let callCount = 0;

export const engine = {
  call: callProgram,
  send: sendMessage,
  /** How far the engine has come while it starts. */
  onStep: (_step: string, _done: number): void => {},
  /** Puts the state back into a new engine. */
  onRestart: async (): Promise<void> => {},
};

/** By the program: its version, and the key. */
export const APP = readServer();

/** The key stands in the address that the program opened; a tab that is loaded again has kept it. */
function readServer() {
  if (!SOURCE.app) return undefined;
  const key = location.hash.slice(1) || (sessionStorage.getItem("key") ?? "");
  sessionStorage.setItem("key", key);
  history.replaceState(null, "", location.pathname);
  return { ...SOURCE.app, key, page: String(Math.random()).slice(2) };
}

/** Take a text of the one file, as soon as it has been read: the worker, with which the engine starts; then what it is
 * made of. All is kept for an engine that is started anew. */
export function part(id: string) {
  const text = document.getElementById(id);
  parts[id] = text?.textContent ?? "";
  text?.remove();
  if (id === "worker") workerArrived();
  else sendPart(id);
}

function sendPart(id: string) {
  if (id.startsWith("part-")) worker?.postMessage({ part: id.slice(5), text: parts[id] });
}

function sendMessage<T>(call: string, ...args: unknown[]): Promise<T> {
  return new Promise((done, fail) => {
    pendingCalls.set(++callCount, { done: (value) => done(value as T), fail });
    worker?.postMessage({ id: callCount, call, args });
  });
}

/** Start the engine: of the one file once its worker has been read. */
export function startEngine() {
  started = bootEngine();
  return started;
}

async function bootEngine(): Promise<Started> {
  if (APP) {
    engine.onStep("ready", 1);
    return { version: APP.version };
  }
  const { folder } = SOURCE;
  if (!folder) await workerText;
  const address = folder ? "worker.js" : URL.createObjectURL(new Blob([parts.worker], { type: "text/javascript" }));
  worker = new Worker(address);
  worker.onmessage = ({ data }: MessageEvent<Said>) => {
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
  const ready = engine.send<Started>(
    "boot",
    folder ? { ...SOURCE, folder: new URL(folder, location.href).href } : SOURCE,
  );
  Object.keys(parts).forEach(sendPart);
  return ready;
}

/** Send a message to the engine once it has started; where it ends it is started again and `EngineEnded` thrown. */
export async function ask<T = void>(call: string, ...args: unknown[]): Promise<T> {
  started = started.catch(restartEngine); // one that could not start may now
  await started;
  try {
    return await (APP ? askServer<T>(call, args) : engine.send<T>(call, ...args));
  } catch (error) {
    if (error instanceof EngineEnded) {
      started = restartEngine();
      await started.catch(() => {});
    }
    throw error;
  }
}

/** The bytes of a file that the engine has, by its path. */
export const readContent = (path: string) => ask<Bytes>("content", path);

/** Start another engine and give it the state that the page holds. */
async function restartEngine() {
  worker?.terminate();
  const engineStarted = await bootEngine();
  await engine.onRestart();
  return engineStarted;
}

/** Ask the program by HTTP; what a browser alone keeps it is not asked. */
async function askServer<T>(call: string, args: unknown[]): Promise<T> {
  const headers = { "X-Key": APP?.key ?? "" };
  if (call === "content") {
    const response = await fetch(`/fichier/${String(args[0]).split("/").map(encodeURIComponent).join("/")}`, {
      headers,
    });
    if (!response.ok) throw new Error(await response.text());
    return new Uint8Array(await response.arrayBuffer()) as T;
  }
  if (call !== "call") return undefined as T;
  const [name, request, data] = args as [string, object, BlobPart | undefined];
  const form = new Blob([JSON.stringify(request), "\n", data ?? new Uint8Array()]);
  const response = await fetch(`/appel/${name}`, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Make a call of tournament_xl/frontends/web/page_calls.py. */
function callProgram<K extends keyof Calls>(name: K, request: object, data?: Bytes): Promise<Calls[K]> {
  return ask<Calls[K]>("call", name, request, data);
}
