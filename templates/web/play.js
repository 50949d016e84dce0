/* At the table: what is ticked stays in this browser at once, and goes to the server when it can.
   The page stays, too, where browsers let it: over https, or on this machine. */
(() => {
  "use strict";
  const form = document.querySelector("[data-tracker]");
  const boxes = () => [...form.querySelectorAll("input[name]")].filter((box) => box.type !== "hidden");
  const place = `listbuilder:${location.pathname}`;
  const MOST = 200;
  let record = JSON.parse(form.dataset.record);
  let unsent = false;
  let sending = false;
  let timer;
  try {
    const mine = JSON.parse(localStorage.getItem(place));
    /* It was answered after this page was asked for: the page may know less. */
    const isLater = mine?.at > performance.timeOrigin;
    if (mine && (mine.unsent || isLater || "late" in form.dataset)) ({ record, unsent } = mine);
  } catch { /* nothing is kept here */ }

  const value = (box) => {
    if (box.type === "checkbox") return box.checked ? box.value : "";
    return box.value === box.dataset.full ? "" : box.value;
  };
  const show = () => {
    let fallen = 0;
    for (const box of boxes()) {
      const said = record.ticks[box.name] ?? "";
      if (box.type === "checkbox") box.checked = said !== "";
      else box.value = said === "" ? box.dataset.full : said;
      if (box.dataset.models) fallen += box.type === "checkbox" ? Number(box.checked) : Number(box.dataset.models) - Number(box.value);
    }
    document.getElementById("fallen").textContent = fallen;
    form.querySelector("[data-play=undo]").disabled = !record.past.length;
    form.querySelector("[data-play=redo]").disabled = !record.future.length;
    const kept = document.getElementById("kept");
    kept.textContent = unsent ? kept.dataset.unsent : "";
  };
  const store = () => {
    const at = Date.now();
    try { localStorage.setItem(place, JSON.stringify({ record, unsent, at })); } catch { /* sent all the same */ }
  };
  /* One at a time: of two that are under way the older could come last, and stay. */
  const send = async () => {
    clearTimeout(timer);
    if (form.dataset.fixed || !unsent || sending) return;
    sending = true;
    let wait = 0;
    const sent = JSON.stringify(record);
    const body = new URLSearchParams({ token: form.elements.token.value, do: "keep", record: sent });
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      if (!answer.ok) throw new Error(answer.status);
      if (sent === JSON.stringify(record)) { unsent = false; store(); show(); }
    } catch { wait = 5000; }
    sending = false;
    if (unsent) timer = setTimeout(send, wait);
  };
  const took = (step) => {
    unsent = !form.dataset.fixed;
    for (const [name, said] of Object.entries(step)) {
      if (said === "") delete record.ticks[name];
      else record.ticks[name] = said;
    }
    store();
    show();
    clearTimeout(timer);
    timer = setTimeout(send, 300);
  };
  const change = (step) => {
    if (!Object.keys(step).length) return;
    record.past = [...record.past, step].slice(-MOST);
    record.future = [];
    took(Object.fromEntries(Object.entries(step).map(([name, pair]) => [name, pair[1]])));
  };
  const travel = (from, to, which) => {
    const step = record[from].pop();
    if (!step) return;
    record[to].push(step);
    took(Object.fromEntries(Object.entries(step).map(([name, pair]) => [name, pair[which]])));
  };
  /* The last box of a turn's steps moves the turn on. */
  const nextTurn = (box) => {
    const turn = form.elements.turn;
    if (!box.checked || box.dataset.round !== turn.value) return;
    const steps = [...box.closest("table").querySelectorAll(`[data-round="${box.dataset.round}"]`)];
    if (!steps.every((step) => step.checked)) return;
    const before = record.ticks.turn ?? "";
    turn.value = String(Number(turn.value) + 1);
    change({ turn: [before, value(turn)] });
  };
  form.addEventListener("change", (event) => {
    const box = event.target;
    if (!box.name) return;
    if (box.max && Number(box.value) > Number(box.max)) box.value = box.max;
    const before = record.ticks[box.name] ?? "";
    if (before !== value(box)) change({ [box.name]: [before, value(box)] });
    nextTurn(box);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    switch (event.submitter?.dataset.play) {
      case "undo": return travel("past", "future", 0);
      case "redo": return travel("future", "past", 1);
      case "anew": return change(Object.fromEntries(Object.entries(record.ticks).map(([name, said]) => [name, [said, ""]])));
      default:
    }
  });
  const stay = async () => {
    const { worker } = form.dataset;
    if (!worker || !navigator.serviceWorker) return;
    await navigator.serviceWorker.register(worker, { scope: location.pathname });
    const [{ active }] = await Promise.all([navigator.serviceWorker.ready, document.fonts.ready]);
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    const needed = loaded.filter((address) => address.startsWith(`${location.origin}/assets/`) && address !== new URL(worker, location).href);
    active.postMessage([location.href.split("#")[0], ...new Set(needed)]);
  };
  addEventListener("load", () => { stay().catch(() => { /* it has to answer, then */ }); });
  addEventListener("online", send);
  store();
  show();
  send();
})();
