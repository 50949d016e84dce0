/* Starts Python, with the application's modules and data in its files: for the service worker, and for
   a page's worker that searches. */
import createPyodideModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const HOME = "/lib/python3.14/site-packages";
const LOADED = "import sys; [one.__file__ for one in sys.modules.values() if hasattr(one, '__file__')]";

/* Of what is large browsers keep a second copy if it is asked for as a whole, until they look for
   garbage, which may be minutes later: so it is read in parts, and its room is given back at once. */
export const streamed = async (answer, size) => {
  const data = new Uint8Array(size);
  let at = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    data.set(part.value, at);
    at += part.value.length;
  }
  return data.buffer;
};
export const free = (data) => { data.transfer?.(0); };

/* A pack: the length of a list, the list of paths and sizes, and what is in the files; of which some
   are not needed. */
const unpack = (FS, data, folder, unneeded = new Set()) => {
  const length = new DataView(data).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  let at = 4 + length;
  const made = new Set();
  for (const [path, size] of list) {
    const full = `${folder}/${path}`;
    const parent = full.slice(0, full.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    if (!unneeded.has(full)) FS.writeFile(full, new Uint8Array(data, at, size));
    at += size;
  }
  free(data);
};


const outside = self.fetch.bind(self);
/* Python alone; from the memory of one that was started before, where there is one. */
const load = async ({ base, site, file, memory, stderr = console.warn }) => {
  const read = [];
  self.fetch = async (address, ...rest) => {
    const name = `app/${String(address?.url ?? address).split("/").pop()}`;
    if (!(name in site.files)) return outside(address, ...rest);
    const answer = await file(name);
    answer.arrayBuffer = async () => {
      read.push(await streamed(answer, site.files[name].size));
      return read.at(-1);
    };
    return answer;
  };
  const size = memory?.length ?? 0;
  const create = (settings) => {
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (imports, receive) => instantiate(imports, (instance, module) => {
      const own = instance.exports.memory;
      const pages = Math.ceil((size - own.buffer.byteLength) / 65536);
      if (pages > 0) own.grow(pages);
      receive(instance, module);
    });
    return createPyodideModule(settings);
  };
  try {
    const python = await loadPyodide({
      indexURL: `${base}app/`,
      createPyodideModule: create,
      stdLibURL: `${base}app/python.zip`,
      lockFileContents: site.lock,
      env: { HOME: "/home/player", LISTBUILDER_DATA: "" },
      stdout: console.log,
      stderr,
      ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    });
    return python;
  } finally {
    for (const data of [...read, memory?.buffer]) data && free(data); // Python has copies of them
    self.fetch = outside;
  }
};

/* From a memory, modules that it holds are not unpacked again. */
export const startPython = async (given) => {
  const { site, file, memory } = given;
  const whole = async (name) => streamed(await file(name), site.files[name].size);
  const [python, modules, data] = await Promise.all([load(given), whole("app/listbuilder.pack"), whole("app/data.pack")]);
  unpack(python.FS, modules, HOME, new Set(memory ? python.runPython(LOADED).toJs() : []));
  unpack(python.FS, data, "/");
  const placed = Object.entries(site.placed).map(async ([name, path]) => {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, new Uint8Array(await (await file(name)).arrayBuffer()), { canOwn: true });
  });
  await Promise.all(placed); // files that pages load, and the application reads
  return python;
};
