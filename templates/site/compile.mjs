/* Node: compiles a pack of Python sources by the Python of a Pyodide, so that no browser has to.
   node compile.mjs PYODIDE SOURCES COMPILED */
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, sources, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile("/sources", await readFile(sources));
python.runPython(`
import json, struct
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

data = Path("/sources").read_bytes()
(length,) = struct.unpack("<I", data[:4])
at = 4 + length
listed, parts = [], []
for path, size in json.loads(data[4:at]):
    part = data[at : at + size]
    at += size
    if path.endswith(".py"):
        # Pyodide reads docstrings of its own when it starts.
        level = 0 if "pyodide/" in path else 2
        code = compile(part, path, "exec", dont_inherit=True, optimize=level)
        part = bytes(_code_to_hash_pyc(code, bytes(8), False))
        path += "c"
    listed.append((path, len(part)))
    parts.append(part)
head = json.dumps(listed).encode()
Path("/compiled").write_bytes(b"".join([struct.pack("<I", len(head)), head, *parts]))
`);
await writeFile(compiled, python.FS.readFile("/compiled"));
