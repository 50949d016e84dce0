/* Starts Python, with the application's modules and data in its files: for the service worker, and for
   a page's worker that searches. */
import createPyodideModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const HOME = "/lib/python3.14/site-packages";
const LOADED = "import sys; [one.__file__ for one in sys.modules.values() if hasattr(one, '__file__')]";

/* Of what is large browsers keep a second copy if it is asked for, or given, as a whole, until they
   look for garbage, which may be minutes later: so it is read and written in parts, and its room is
   given back at once. */
const BLOCK = 65536;
export const streamed = async (answer, size) => {
  const data = new Uint8Array(size);
  let at = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > size) throw new Error("More comes than belongs here");
    data.set(part.value, at);
    at += part.value.length;
  }
  return data.buffer;
};
export const free = (data) => { data.transfer?.(0); };
export const response = (parts, headers) => {
  const room = new Uint8Array(BLOCK);
  const blocks = (function* () {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += BLOCK) {
        const block = part.subarray(at, at + BLOCK);
        room.set(block);
        yield room.subarray(0, block.length);
      }
    }
    free(parts[0].buffer);
  })();
  const pull = (stream) => {
    const { value, done } = blocks.next();
    if (done) stream.close();
    else stream.enqueue(value);
  };
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers });
};

/* Python's memory as it is kept for the next start: the head that Pyodide puts before it, and of the
   rest, which stands first, the blocks in which anything is: a third is empty, and takes no room unless
   it is written. */
const isEmpty = (bytes) => {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let at = 0; at < words.length; at += 1) if (words[at]) return false;
  return true;
};
const blocksOf = (memory) => Array.from({ length: memory.length / BLOCK }, (_, at) => memory.subarray(at * BLOCK, (at + 1) * BLOCK));
export const packMemory = (python) => {
  const module = python._module;
  const memory = module.HEAP8;
  module.HEAP8 = new Int8Array(0); // it would be copied whole, and the copy kept
  const head = python.makeMemorySnapshot();
  module.HEAP8 = memory;
  const blocks = blocksOf(module.HEAPU8);
  const filled = blocks.map((block) => !isEmpty(block));
  const full = blocks.filter((_, number) => filled[number]);
  const copy = new Uint8Array(full.length * BLOCK); // as it is now
  full.forEach((block, number) => copy.set(block, number * BLOCK));
  const headers = { "Content-Length": head.length + copy.length, Head: head.length, Full: filled.map(Number).join("") };
  return response([copy, head], headers);
};
export const readMemory = async (packed) => {
  const [size, head] = ["Content-Length", "Head"].map((name) => Number(packed.headers.get(name)));
  const full = [...packed.headers.get("Full")].map((one) => one === "1");
  const data = new Uint8Array(await streamed(packed, size));
  return { blocks: data.subarray(0, size - head), head: data.slice(size - head), full };
};
const placeMemory = ({ blocks, full }, memory) => {
  let at = 0;
  blocksOf(memory).forEach((block, number) => {
    if (full[number]) {
      block.set(blocks.subarray(at, at + BLOCK));
      at += BLOCK;
    } else if (!isEmpty(block)) block.fill(0);
  });
  free(blocks.buffer);
};

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
  const create = async (settings) => {
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (imports, receive) => instantiate(imports, (instance, module) => {
      const own = instance.exports.memory;
      const missing = (memory?.full.length ?? 0) - own.buffer.byteLength / BLOCK;
      if (missing > 0) own.grow(missing);
      receive(instance, module);
    });
    const module = await createPyodideModule(settings);
    if (memory) placeMemory(memory, module.HEAPU8);
    return module;
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
      ...(memory ? { _loadSnapshot: memory.head } : { _makeSnapshot: true }),
    });
    return python;
  } finally {
    read.forEach(free); // Python has copies of them
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
