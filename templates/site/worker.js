/* Answers what the pages ask for: files out of the cache, all else by the application, which runs
   here, in Python. So it outlives each page, and all tabs ask the same one. */
import { packMemory, readMemory, response, startPython, streamed } from "./app/python.mjs";

const SITE = "@SITE@";
const BASE = new URL("./", self.location).href;
const CACHE = `listbuilder ${BASE}`;
const SHELL = "index.html";
const ROSTERS = "/rosters";
const BLOCK = 65536;

/* Files, by the hash of what is in them: an update brings only those that have changed. */
const keyOf = (name) => `${BASE}app/${SITE.files[name].sha256}`;
const hashed = async (data) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
/* Of hosts that pack what they send, as by Brotli, a large file is taken as it comes; of others the
   packed one beside it. */
const LARGE = 100000;
const fetched = async (name) => {
  const answer = await fetch(`${BASE}${name}`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name} can’t be had: ${answer.status}`);
  return answer;
};
const brought = async (name) => {
  const { sha256, size, packed } = SITE.files[name];
  let answer = packed && size <= LARGE ? null : await fetched(name);
  const unpacks = packed && !answer?.headers.has("Content-Encoding");
  if (unpacks) {
    answer?.body.cancel();
    answer = await fetched(`${name}.gz`);
  }
  let data;
  if (unpacks) {
    data = await answer.arrayBuffer();
    if (await hashed(data) !== sha256) { // hosts may have unpacked it already
      const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
      data = await streamed(new Response(stream), size);
    }
  } else data = await streamed(answer, size);
  if (await hashed(data) !== sha256) throw new Error(`${name} is not the file that belongs here`);
  return data;
};
const coming = new Map();
const file = async (name) => {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(name));
  if (kept) return kept;
  if (!coming.has(name)) {
    const put = async () => {
      const data = new Uint8Array(await brought(name));
      await cache.put(keyOf(name), response([data], SITE.files[name].headers));
    };
    coming.set(name, put().finally(() => coming.delete(name)));
  }
  await coming.get(name);
  return cache.match(keyOf(name));
};

/* What the armies' folder holds, in IndexedDB: file by file, in blocks. */
const asked = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const opened = () => {
  const request = indexedDB.open(`listbuilder ${BASE}`, 1);
  request.onupgradeneeded = () => {
    for (const name of ["files", "blocks", "own"]) request.result.createObjectStore(name);
  };
  return asked(request);
};
const done = (change) => new Promise((resolve, reject) => {
  change.oncomplete = resolve;
  change.onabort = () => reject(change.error ?? new Error("It was not kept"));
});

class Storage {
  constructor(base, FS) {
    this.base = base;
    this.FS = FS;
    this.known = new Map();
  }

  async restore() {
    const reading = this.base.transaction(["files", "blocks"]);
    const [names, sizes, keys, blocks] = await Promise.all([
      asked(reading.objectStore("files").getAllKeys()), asked(reading.objectStore("files").getAll()),
      asked(reading.objectStore("blocks").getAllKeys()), asked(reading.objectStore("blocks").getAll()),
    ]);
    const found = new Map(names.map((name, at) => [name, { length: sizes[at], blocks: [] }]));
    keys.forEach(([name, number], at) => {
      if (found.has(name)) found.get(name).blocks[number] = blocks[at];
    });
    this.FS.mkdirTree(ROSTERS);
    for (const [name, known] of found) {
      const path = `${ROSTERS}/${name}`;
      const data = new Uint8Array(known.length);
      known.blocks.forEach((block, number) => data.set(block, number * BLOCK));
      this.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.FS.writeFile(path, data, { canOwn: true });
      const { node } = this.FS.lookupPath(path);
      this.known.set(name, { ...known, node, mtime: node.mtime });
    }
  }

  * files(folder = this.FS.lookupPath(ROSTERS).node, before = "") {
    for (const [name, node] of Object.entries(folder.contents)) {
      if (this.FS.isDir(node.mode)) yield* this.files(node, `${before}${name}/`);
      else if (!/-shm$|\.tmp$/.test(name)) yield [`${before}${name}`, node];
    }
  }

  /* Keep what has changed, wholly or not at all; what is answered has been kept before. */
  async keep() {
    const there = new Map(this.files());
    const changed = [...there].filter(([name, node]) => {
      const known = this.known.get(name);
      return known?.node !== node || known.mtime !== node.mtime || known.length !== node.usedBytes;
    });
    const gone = [...this.known.keys()].filter((name) => !there.has(name));
    if (!changed.length && !gone.length) return;
    const change = this.base.transaction(["files", "blocks"], "readwrite", { durability: "strict" });
    const [files, blocks] = ["files", "blocks"].map((name) => change.objectStore(name));
    const after = (name, number) => IDBKeyRange.bound([name, number], [name, Infinity]);
    for (const name of gone) {
      files.delete(name);
      blocks.delete(after(name, 0));
    }
    const next = new Map();
    for (const [name, node] of changed) {
      const length = node.usedBytes;
      const before = this.known.get(name)?.blocks ?? [];
      const kept = [];
      files.put(length, name);
      for (let at = 0; at < length; at += BLOCK) {
        const number = kept.length;
        const block = node.contents.subarray(at, Math.min(at + BLOCK, length));
        const old = before[number];
        const same = block.length === old?.length && block.every((byte, index) => byte === old[index]);
        kept.push(same ? old : block.slice());
        if (!same) blocks.put(kept[number], [name, number]);
      }
      if (before.length > kept.length) blocks.delete(after(name, kept.length));
      next.set(name, { node, mtime: node.mtime, length, blocks: kept });
    }
    await done(change);
    for (const [name, known] of next) this.known.set(name, known);
    for (const name of gone) this.known.delete(name);
  }
}

/* The pages of forms know this; it stays the same, for they may outlive this worker. */
const token = async (base) => {
  const reading = base.transaction("own");
  const kept = await asked(reading.objectStore("own").get("token"));
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const change = base.transaction("own", "readwrite");
  change.objectStore("own").put(made, "token");
  await done(change);
  return made;
};

/* The page that is there at once, at whatever address it was asked for. */
const shell = async () => {
  const text = await (await file(SHELL)).text();
  return new Response(text.replace('<base href="./">', `<base href="${BASE}">`), { headers: SITE.files[SHELL].headers });
};

/* The application, before it has seen an army: so its memory can be kept for the next start. */
const MEMORY = `${BASE}app/memory-${SITE.version}`;
const application = async (base) => {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(MEMORY);
  const memory = kept && await readMemory(kept);
  const python = await startPython({ base: BASE, site: SITE, file, memory });
  const { bridge_of: bridgeOf } = python.pyimport("listbuilder.site.bridge");
  const bridge = bridgeOf(BASE, await token(base), ...SITE.data);
  if (!memory) {
    const made = packMemory(python);
    cache.put(MEMORY, made).catch(() => { /* the next start takes longer */ });
  }
  bridge.connect(searching(bridge), () => searched({ stopped: "asked" }), () => python._module.HEAP8.length);
  return { bridge, FS: python.FS };
};

/* Searches for the solver, one at a time, in a worker of the page that is looked at: only pages
   begin workers, and only those of pages end in the middle of what they do. */
let searched = () => {};
const searching = (bridge) => async (job, seconds) => {
  searched({ stopped: "asked" });
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === "visible") ?? pages[0];
  const { port1, port2 } = new MessageChannel();
  const said = await new Promise((resolve) => {
    searched = resolve;
    setTimeout(() => resolve({ stopped: "time" }), seconds * 1000);
    port1.onmessage = ({ data }) => ("told" in data ? bridge.tell(data.told) : resolve(data));
    page.postMessage({ search: { base: BASE, site: SITE, cache: CACHE, memory: MEMORY, job } }, [port2]);
  });
  port1.close();
  page.postMessage({ search: null });
  return JSON.stringify(said);
};

const boot = async () => {
  const base = await opened();
  const { bridge, FS } = await application(base);
  const storage = new Storage(base, FS);
  await storage.restore();
  return { bridge, storage };
};

let running = null;
const start = () => {
  running ??= boot().catch((error) => {
    running = null;
    throw error;
  });
  return running;
};
let isUp = false;
const up = () => start().then((application) => { isUp = true; return application; });

const sorry = (status, text) => new Response(
  `<!doctype html><meta charset="utf-8"><title>Listbuilder</title><p>${text}</p><p><a href="${BASE}">Listbuilder</a></p>`,
  { status, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'" } },
);

const answered = async (request, path, query) => {
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  let application;
  let answer;
  try {
    application = await up();
    const made = await application.bridge.answer(request.method, path, query, [...request.headers, ["accept-language", navigator.languages.join(",")]], new Uint8Array(body));
    const [status, headers, data] = made.toJs();
    made.destroy();
    answer = new Response([204, 303, 304].includes(status) ? null : data, { status, headers });
  } catch (error) {
    console.error(error);
    running = null;
    isUp = false;
    return sorry(500, "Python stopped; it is started anew. Your armies are as they were saved. Go back, and do it again.");
  }
  try {
    await application.storage.keep();
  } catch (error) {
    console.error(error);
    running = null; // what is kept counts: it is read again
    isUp = false;
    return sorry(507, "This browser could not keep that: there may be no room left. Your armies are as they were before.");
  }
  return answer;
};

self.addEventListener("install", (event) => {
  const first = !self.registration.active;
  const now = Object.keys(SITE.files).filter((name) => !SITE.files[name].later);
  const all = Promise.all(now.map((name) => file(name)));
  if (first) {
    self.skipWaiting();
    up().catch(() => {}); // the pages ask for it again, and say what went wrong
  }
  event.waitUntil(all);
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    await self.clients.claim();
    const cache = await caches.open(CACHE);
    const needed = new Set([MEMORY, ...Object.keys(SITE.files).map(keyOf)]);
    for (const request of await cache.keys()) {
      if (!needed.has(request.url)) await cache.delete(request);
    }
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", (event) => {
  if (event.data === "use") self.skipWaiting();
  if (event.data !== "start") return;
  const say = (answer) => event.ports[0]?.postMessage(answer);
  event.waitUntil(up().then(() => say("up"), (error) => say(String(error))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(BASE)) return;
  const name = url.href.slice(BASE.length).split(/[?#]/)[0];
  if (name in SITE.files) {
    event.respondWith(file(name));
  } else if (request.mode === "navigate" && request.method === "GET" && !isUp) {
    event.waitUntil(up().catch(() => {}));
    event.respondWith(shell());
  } else {
    event.respondWith(answered(request, `/${name}`, url.search.slice(1)));
  }
});
