/* The page that is there at once: it has the worker brought, waits until it answers, and goes on to
   the page that was asked for. */
(async () => {
  "use strict";
  const base = new URL(document.baseURI);
  const fail = (why) => {
    document.body.className = "failed";
    document.querySelector("h1").textContent = "Listbuilder doesn’t start";
    document.getElementById("said").textContent = `${why} Your armies are as they were saved.`;
  };
  if (!navigator.serviceWorker) {
    fail("This browser lets no page work without a net, or not at this address: it takes https://, or this machine’s own.");
    return;
  }
  const ask = (worker) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    worker.postMessage("start", [port2]);
  });
  try {
    const registration = await navigator.serviceWorker.register(new URL("worker.js", base), { type: "module", scope: base.pathname, updateViaCache: "none" });
    const first = registration.active ? null : registration.installing;
    const givenUp = new Promise((_, reject) => {
      first?.addEventListener("statechange", () => {
        if (first.state === "redundant") reject(new Error("Not all that it needs could be brought. Look again when there is a net"));
      });
    });
    const { active } = await Promise.race([navigator.serviceWorker.ready, givenUp]);
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
    const said = await ask(navigator.serviceWorker.controller ?? active);
    if (said !== "up") throw new Error(said);
    const here = new URL(location);
    if (here.pathname !== base.pathname && here.pathname.endsWith("/")) { // hosts show folders so
      here.pathname = here.pathname.slice(0, -1);
      location.replace(here);
    } else location.reload();
  } catch (error) {
    fail(`${error.message ?? error}.`);
  }
})();
