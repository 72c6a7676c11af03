// Compiles Python for the page by the very Python that is inside it: node compile.mjs FROM TO
import { loadPyodide } from "pyodide";

const [from, to] = process.argv.slice(2);
const python = await loadPyodide();
for (const [at, root] of [
  ["/from", from],
  ["/to", to],
]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.runPython(`
import os, py_compile, shutil
for folder, _, names in os.walk("/from"):
    where = folder.replace("/from", "/to", 1)
    os.makedirs(where, exist_ok=True)
    for name in names:
        path = f"{folder}/{name}"
        if name.endswith(".py"):
            py_compile.compile(path, f"{where}/{name}c", path[len("/from/"):], doraise=True, optimize=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        else:
            shutil.copyfile(path, f"{where}/{name}")
`);
process.exit(0);
