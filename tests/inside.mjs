// Scripted tournaments (tests/scripted.py) in the engine of the page, without a browser: node inside.mjs PACKAGES NAME...
// A line of JSON for each: its name, what is said, the cells that changed. Python, its library, the program and
// rustworkx are those of dist/page; behind them stands what a page leaves out and a script wants: the command line in
// the sources, the rest of Pyodide's library, openpyxl and rich in PACKAGES.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

const [packages, ...names] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const part = (name) => new Uint8Array(gunzipSync(readFileSync(join(root, "dist/page/moteur", `${name}.bin`))));
const library = join(tmpdir(), `library-${process.pid}.zip`);
writeFileSync(library, part("python_stdlib.zip"));
const python = await loadPyodide({ stdLibURL: library, env: { TZ: "UTC", HOME: "/home/pyodide" } });
for (const name of ["app.zip", "rustworkx.zip"]) {
  python.FS.writeFile(`/${name}`, part(name));
  python.runPython(`import zipfile; zipfile.ZipFile("/${name}").extractall("/lib/python3.14/site-packages")`);
}
for (const [at, folder] of [["/sources", root], ["/behind", packages]]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
}
python.runPython(`
import importlib, json, shutil, sys, traceback, zipfile
from pathlib import Path
sys.dont_write_bytecode = True
whole = "/sources/web/node_modules/pyodide/python_stdlib.zip"
sys.path += ["/sources", whole, "/behind"]
(library,) = (one for one in sys.path if one.endswith("zip") and one != whole)
packages = [(name, whole) for name in zipfile.ZipFile(library).namelist()]
import tournament_xl
inside = Path(tournament_xl.__path__[0])
packages += [(str(one.relative_to(inside.parent)), "/sources") for one in inside.rglob("__init__.pyc")]
for name, behind in packages:
    folder = name.removesuffix("/__init__.pyc")
    if folder != name and folder != "concurrent/interpreters":  # which no Python in a browser has
        importlib.import_module(folder.replace("/", ".")).__path__.append(f"{behind}/{folder}")
importlib.invalidate_caches()
for one in Path("/sources/templates").glob("*.xlsm"):  # a page makes none
    shutil.copy(one, inside / "templates")
from tests import scripted
def play(name):
    try:
        return json.dumps([name, *scripted.play(scripted.SCRIPTS / f"{name}.txt")])
    except Exception:
        return json.dumps([name, traceback.format_exc(), ""])
`);
for (const name of names) await new Promise((done) => process.stdout.write(`${python.globals.get("play")(name)}\n`, done)); // whole, before it ends
process.exit(0);
