/* A page of Play that is loaded anew where Listbuilder doesn't answer: as it came last, with what
   it loads. The page itself knows what was ticked since. */
const CACHE = `play ${self.registration.scope}`;
const LONGEST = 8000;

const fetched = (request) => Promise.race([
  fetch(request),
  new Promise((_, reject) => { setTimeout(() => reject(new Error("It doesn’t answer")), LONGEST); }),
]);
const marked = async (page) => {
  const text = await page.text();
  return new Response(text.replace("data-tracker", "data-tracker data-late"), { headers: page.headers });
};
const answered = async (request) => {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetched(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (!kept) throw error;
    return request.mode === "navigate" ? marked(kept) : kept;
  }
};
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isAsset = new URL(request.url).pathname.startsWith("/assets/");
  if (request.method === "GET" && (isAsset || request.mode === "navigate")) event.respondWith(answered(request));
});

/* A page says what it needs: the rest goes, and what the first visit brought without us is brought. */
const keep = async (needed) => {
  const cache = await caches.open(CACHE);
  const there = await cache.keys();
  const has = new Set(there.map((request) => request.url));
  await Promise.all(there.filter((request) => !needed.includes(request.url)).map((request) => cache.delete(request)));
  await cache.addAll(needed.filter((address) => !has.has(address)));
};
self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data).catch(() => { /* when it answers again */ }));
});
self.addEventListener("install", () => self.skipWaiting());
