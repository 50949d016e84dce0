/* In each page of a site: it keeps Python awake while it is looked at, has the solver search, asks the
   browser to keep the armies, and says when a new version is there. */
(async () => {
  "use strict";
  const workers = navigator.serviceWorker;
  if (!workers?.controller) return;
  const AWAKE = 15000;
  const wake = () => {
    if (document.visibilityState === "visible") workers.controller?.postMessage("start");
  };
  setInterval(wake, AWAKE);
  document.addEventListener("visibilitychange", wake);
  wake();

  /* What the solver searches, in a worker of its own; null ends it. */
  let searching = null;
  workers.addEventListener("message", ({ data, ports: [port] }) => {
    searching?.terminate();
    searching = null;
    if (!data.search) return;
    searching = new Worker(new URL("app/search.mjs", data.search.base), { type: "module" });
    searching.onmessage = (said) => port.postMessage(said.data);
    searching.onerror = () => port.postMessage({
      failed: "The solver is not here yet: it is brought when it is first asked, and that failed. Ask again when there is a net.",
    });
    searching.postMessage(data.search);
  });

  /* The sheets are printed by the browser, out of the preview. */
  document.addEventListener("click", (event) => {
    const frame = document.querySelector("iframe.preview");
    if (!event.target.closest?.("[data-print]") || !frame?.contentDocument?.body) return;
    event.preventDefault();
    frame.contentWindow.print();
  });

  const registration = await workers.ready;
  const tell = () => {
    const waiting = registration.waiting;
    if (!waiting || document.getElementById("newer")) return;
    const use = Object.assign(document.createElement("button"), { type: "button", textContent: "Use it" });
    use.addEventListener("click", () => waiting.postMessage("use"));
    const told = Object.assign(document.createElement("p"), { id: "newer", className: "told newer" });
    told.setAttribute("role", "status");
    told.append("A new version is there; your armies stay. ", use);
    document.getElementById("main").before(told);
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
  workers.addEventListener("controllerchange", () => location.reload());
  registration.update().catch(() => { /* without a net there is none */ });
  if (/\/army\//.test(location.pathname) && !await navigator.storage?.persisted?.()) {
    await navigator.storage?.persist?.();
  }
})();
