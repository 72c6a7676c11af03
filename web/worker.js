// Owns the engine: Python and tournament_xl in a worker. In: {id, call, args}; out: {id, value} or {id, error}, and while it
// starts {step, part}. Its parts come from a folder, or as texts out of the one file; nothing else is ever fetched.
"use strict";

/** @typedef {{folder?: string, lock: object}} Source */

// Pyodide takes a worker without importScripts for one that can import modules. Ours has to be a classic one: from a
// file opened by double click, browsers refuse the other kind.
Object.defineProperty(self, "importScripts", { value: undefined, configurable: true });

const HOME = "https://engine.invalid/"; // where Pyodide believes its files to be; never asked
const SITE = "/lib/python3.14/site-packages";
const TYPES = { wasm: "application/wasm", mjs: "text/javascript", zip: "application/zip" };
const fetchReally = self.fetch.bind(self);
/** @type {any} */ let python;
/** @type {any} */ let bridge;
/** @type {Source} */ let source;
/** @type {Promise<void> | undefined} */ let matching;

/** @type {Record<string, {text: Promise<string>, came: (text: string) => void}>} */ const texts = {}; // parts of the one file

/** A part that comes as text, whenever it does. @param {string} name */
function coming(name) {
  if (!texts[name]) {
    let came = (/** @type {string} */ _) => {};
    texts[name] = {
      text: new Promise((done) => {
        came = done;
      }),
      came,
    };
    texts[name].came = came;
  }
  return texts[name];
}

/** A part's bytes, still packed. @param {string} name */
async function packed(name) {
  if (source.folder) {
    const response = await fetchReally(`${source.folder}${name}.bin`);
    if (!response.ok) throw new Error(`${name} : ${response.status}`);
    return response;
  }
  const text = await coming(name).text,
    decode = /** @type {any} */ (Uint8Array).fromBase64; // ten times as fast
  delete texts[name];
  return decode
    ? new Response(decode.call(Uint8Array, text))
    : fetchReally(`data:application/octet-stream;base64,${text}`);
}

/** A part as it is once unpacked; a stream, so that the engine is compiled while it is read. @param {string} name */
async function part(name) {
  const type = TYPES[/** @type {keyof TYPES} */ (name.split(".").pop())];
  const body = /** @type {ReadableStream} */ ((await packed(name)).body).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": type } });
}

/** From data: of a file opened by double click WebKit lets a worker import no blob. @param {string} name */
async function imported(name) {
  return import(`data:text/javascript;charset=utf-8,${encodeURIComponent(await (await part(name)).text())}`);
}

/** A zip that build.py has only stored. @param {string} name */
const stored = async (name) => new Uint8Array(await (await part(name)).arrayBuffer());

/** The files of such a zip, to where Python finds them. @param {Uint8Array} data */
function unpack(data) {
  const view = new DataView(data.buffer),
    letters = new TextDecoder();
  let last = "";
  for (let offset = 0; view.getUint32(offset, true) === 0x04034b50; ) {
    const length = view.getUint16(offset + 26, true),
      start = offset + 30 + length + view.getUint16(offset + 28, true),
      size = view.getUint32(offset + 18, true);
    const path = `${SITE}/${letters.decode(data.subarray(offset + 30, offset + 30 + length))}`,
      folder = path.slice(0, path.lastIndexOf("/"));
    if (folder !== last) python.FS.mkdirTree(folder);
    last = folder;
    python.FS.writeFile(path, data.subarray(start, start + size), { canOwn: true });
    offset = start + size;
  }
}

/** @param {Source} from */
async function boot(from) {
  source = from;
  // each is unpacked, the engine compiled, as soon as it has come: Pyodide asks for one after the other
  const compiled = part("pyodide.asm.wasm").then(WebAssembly.compileStreaming);
  const library = part("python_stdlib.zip"),
    program = stored("app.zip");
  for (const pending of [compiled, library, program]) pending.catch(() => {}); // thrown where it is waited for
  self.fetch = async (address) => {
    const name = String(address instanceof Request ? address.url : address).replace(HOME, "");
    if (name === "python_stdlib.zip") return library;
    if (name !== "pyodide.asm.wasm") throw new Error(name);
    return new Response();
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const tell = (/** @type {string} */ step, /** @type {number} */ done) => postMessage({ step, done });
  tell("read", 0.1);
  const [{ loadPyodide }, engine] = await Promise.all([imported("pyodide.mjs"), imported("pyodide.asm.mjs")]);
  tell("start", 0.3);
  python = await loadPyodide({
    indexURL: HOME,
    packageBaseUrl: HOME,
    lockFileContents: { info: source.lock, packages: {} },
    createPyodideModule: engine.default,
    env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, HOME: "/home/pyodide" },
  });
  tell("prepare", 0.8);
  unpack(await program);
  bridge = python.pyimport("bridge");
  tell("ready", 1);
  return { version: python.runPython("import tournament_xl; tournament_xl.__version__") };
}

/** Exact matching: the page is ready without it, and every call waits for it, as any may pair a round again. */
function unpackMatching() {
  matching ??= stored("rustworkx.zip")
    .then(unpack)
    .then(() => python.runPython("import importlib; importlib.invalidate_caches()"));
  matching.catch(() => {
    matching = undefined;
  }); // the call that waits is refused, the next one tries again
  return matching;
}

/** @param {any} proxy */
function bytes(proxy) {
  const copy = proxy.toJs();
  proxy.destroy();
  return copy;
}

/** @type {Record<string, (...args: any[]) => any>} */
const CALLS = {
  boot,
  call: (name, request, data) =>
    JSON.parse(bridge.call(name, JSON.stringify(request), python.toPy(data ?? new Uint8Array()))),
  content: (name) => bytes(bridge.content(name)),
  put: (name, data) => bridge.put(name, python.toPy(data)),
  forget: (name) => bridge.forget(name),
  memory: () => python._module.HEAPU8.length,
  python: (code) => python.runPython(code), // for tests and measures
};

self.onmessage = async ({ data: { id, call, args, part: name, text } }) => {
  if (name) return coming(name).came(text);
  try {
    if (call !== "boot") await unpackMatching();
    const value = await CALLS[call](...args);
    postMessage({ id, value }, { transfer: value instanceof Uint8Array ? [value.buffer] : [] });
    if (call === "boot") unpackMatching().catch(() => {});
  } catch (error) {
    postMessage({ id, error: String(error), dead: Boolean(/** @type {any} */ (error)?.pyodide_fatal_error) });
  }
};
