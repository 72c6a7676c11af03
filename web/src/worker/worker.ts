// Owns the engine: Python and tournament_xl in a worker. In: {id, call, args}; out: {id, value} or {id, error}, and while it
// starts {step, part}. Its parts come from a folder, or as texts out of the one file; nothing else is ever fetched.

interface Source {
  folder?: string;
  lock: object;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A value of Python, to be freed. */
interface Proxy {
  toJs(): Bytes;
  destroy(): void;
}

/** web/bridge.py */
interface Bridge {
  call(name: string, request: string, data: unknown): string;
  content(name: string): Proxy;
  put(name: string, data: unknown): void;
  forget(name: string): void;
}

/** What is used of Pyodide. */
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Bytes, options: { canOwn: boolean }): void };
  pyimport(name: string): Bridge;
  runPython(code: string): unknown;
  toPy(value: unknown): unknown;
  _module: { HEAPU8: Uint8Array };
}

// Pyodide takes a worker without importScripts for one that can import modules. Ours has to be a classic one: from a
// file opened by double click, browsers refuse the other kind.
Object.defineProperty(self, "importScripts", { value: undefined, configurable: true });

const HOME = "https://engine.invalid/"; // where Pyodide believes its files to be; never asked
const SITE = "/lib/python3.14/site-packages";
const TYPES: Record<string, string> = { wasm: "application/wasm", mjs: "text/javascript", zip: "application/zip" };
const fetchReally = self.fetch.bind(self);
let python: Python;
let bridge: Bridge;
let source: Source;
let matching: Promise<void> | undefined;

const texts: Record<string, { text: Promise<string>; came: (text: string) => void }> = {}; // parts of the one file

/** A part that comes as text, whenever it does. */
function coming(name: string) {
  if (!texts[name]) {
    let came = (_: string) => {};
    const text = new Promise<string>((done) => {
      came = done;
    });
    texts[name] = { text, came };
  }
  return texts[name];
}

/** What new browsers have, ten times as fast as a data: address. */
interface Base64 {
  fromBase64?: (text: string) => Bytes;
}

/** A part's bytes, still packed. */
async function packed(name: string) {
  if (source.folder) {
    const response = await fetchReally(`${source.folder}${name}.bin`);
    if (!response.ok) throw new Error(`${name} : ${response.status}`);
    return response;
  }
  const text = await coming(name).text,
    bytes = (Uint8Array as Base64).fromBase64?.(text);
  delete texts[name];
  return bytes ? new Response(bytes) : fetchReally(`data:application/octet-stream;base64,${text}`);
}

/** A part as it is once unpacked; a stream, so that the engine is compiled while it is read. */
async function part(name: string) {
  const type = TYPES[name.split(".").pop() ?? ""];
  const { body } = await packed(name);
  if (!body) throw new Error(name);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

/** From data: of a file opened by double click WebKit lets a worker import no blob. */
async function imported(name: string) {
  return import(`data:text/javascript;charset=utf-8,${encodeURIComponent(await (await part(name)).text())}`);
}

/** A zip that build.py has only stored. */
const stored = async (name: string) => new Uint8Array(await (await part(name)).arrayBuffer());

/** The files of such a zip, to where Python finds them. */
function unpack(data: Bytes) {
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

async function boot(from: Source) {
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
  const tell = (step: string, done: number) => postMessage({ step, done });
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
    .then(() => void python.runPython("import importlib; importlib.invalidate_caches()"));
  matching.catch(() => {
    matching = undefined; // the call that waits is refused, the next one tries again
  });
  return matching;
}

function content(name: string) {
  const proxy = bridge.content(name),
    copy = proxy.toJs();
  proxy.destroy();
  return copy;
}

interface Message {
  id: number;
  call: string;
  args: [string, object?, Bytes?];
  part?: string;
  text: string;
}

function answer(call: string, [name, request, data]: Message["args"]): unknown {
  if (call === "call")
    return JSON.parse(bridge.call(name, JSON.stringify(request), python.toPy(data ?? new Uint8Array())));
  if (call === "content") return content(name);
  if (call === "put") return bridge.put(name, python.toPy(request));
  if (call === "forget") return bridge.forget(name);
  if (call === "memory") return python._module.HEAPU8.length; // for tests and measures
  if (call === "python") return python.runPython(name); // likewise
  throw new Error(call);
}

self.onmessage = async ({ data }: MessageEvent<Message>) => {
  const { id, call, args, part: name, text } = data;
  if (name) return coming(name).came(text);
  try {
    if (call !== "boot") await unpackMatching();
    const value = call === "boot" ? await boot(args[0] as unknown as Source) : answer(call, args);
    postMessage({ id, value }, { transfer: value instanceof Uint8Array ? [value.buffer] : [] });
    if (call === "boot") unpackMatching().catch(() => {});
  } catch (error) {
    const isDead = Boolean((error as { pyodide_fatal_error?: boolean } | null)?.pyodide_fatal_error);
    postMessage({ id, error: String(error), dead: isDead });
  }
};

export {};
