/* What forms and links can't do by themselves. Without it everything works, only less smoothly. */
(() => {
  "use strict";
  const main = () => document.getElementById("main");
  const within = (event, selector) => event.target.closest && event.target.closest(selector);
  const typing = (element) => element?.matches("input:not([type=checkbox],[type=radio]), textarea, select");
  let said = main().dataset.said || "";
  document.querySelector(".army-top [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  let open = main().classList.contains("looking");
  let builds = main().classList.contains("builder");
  let back = document.querySelector("[data-back]")?.dataset.back ?? "";

  const lost = (is) => { document.getElementById("lost").hidden = !is; };

  /* Further clicks on one spot are meant for what stood there: where the first led to another page,
     they do nothing there until there is a pause. And a form is sent but once. */
  const SPOT = "listbuilder:spot";
  const BURST = 700;
  document.addEventListener("click", (event) => {
    if (!event.detail) return;
    const now = Date.now();
    const { clientX: x, clientY: y } = event;
    let last = null;
    try { last = JSON.parse(sessionStorage.getItem(SPOT)); } catch { /* it is not remembered */ }
    const again = last && now - last.at < BURST && Math.hypot(x - last.x, y - last.y) < 8;
    const other = again && last.page !== performance.timeOrigin;
    if (other) { event.preventDefault(); event.stopImmediatePropagation(); }
    try { sessionStorage.setItem(SPOT, JSON.stringify({ x, y, at: now, page: other ? last.page : performance.timeOrigin })); } catch { /* as above */ }
  }, true);
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.hasAttribute("hx-post") || form.hasAttribute("data-tracker")) return;
    if (sent.has(form)) event.preventDefault();
    sent.add(form);
  }, true);
  addEventListener("pageshow", () => sent.clear());

  /* The buttons beside a number. What was clicked counts, whatever an answer on its way says. */
  const clicked = new Map();
  document.addEventListener("click", (event) => {
    const button = within(event, "[data-step]");
    if (button) {
      const input = button.parentElement.querySelector("input");
      const before = Number(clicked.get(input.id) ?? input.value ?? 0);
      const after = Math.max(Number(input.min || 0), before + Number(button.dataset.step));
      input.value = Math.min(Number(input.max || after), after);
      if (input.closest("[hx-post]")) clicked.set(input.id, input.value);
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (within(event, "[data-reload]")) location.reload();
    if (within(event, "[data-copy]")) {
      const from = document.getElementById(within(event, "[data-copy]").dataset.copy);
      from.select();
      navigator.clipboard?.writeText(from.value);
      document.getElementById("status").textContent = "Copied.";
    }
  });

  /* A number typed into a row is set when it is left. */
  document.addEventListener("change", (event) => {
    if (event.target.name?.startsWith("row.")) event.target.form.requestSubmit(document.getElementById("numbers"));
  });

  /* What there is to know about something is shown beneath it, and put away again. */
  document.addEventListener("click", (event) => {
    const place = document.querySelector(within(event, ".tell")?.getAttribute("hx-target") ?? ":not(*)");
    if (!place?.firstElementChild) return;
    place.replaceChildren();
    event.preventDefault();
    event.stopPropagation();
  }, true);

  /* Only what fits now: what did not when the list was opened is left out, until it is opened anew. */
  const FITS = "listbuilder:fits";
  let unfit = null;
  const fit = () => {
    const box = document.getElementById("fits");
    if (!box) { unfit = null; return; }
    try { box.checked = localStorage.getItem(FITS) === "1"; } catch { /* it is not remembered */ }
    const panel = document.getElementById("panel");
    const list = `${panel.dataset.at} ${new URLSearchParams(new FormData(document.getElementById("filters")))}`;
    if (unfit?.list !== list && !panel.hasAttribute("hx-get")) {
      unfit = { list, ids: new Set([...panel.querySelectorAll(".cannot")].map((one) => one.id)) };
    }
    for (const one of panel.querySelectorAll(".choice")) {
      one.classList.toggle("out", box.checked && unfit?.list === list && unfit.ids.has(one.id));
    }
    for (const one of panel.querySelectorAll(".slot-form")) one.classList.toggle("out", !one.querySelector(".choice[id]:not(.out)"));
  };
  document.addEventListener("change", (event) => {
    if (event.target.id !== "fits") return;
    try { localStorage.setItem(FITS, event.target.checked ? "1" : ""); } catch { /* as above */ }
    unfit = null;
    fit();
  });

  /* Lists are one stop of the Tab key: arrows, j and k go from row to row, Tab into the row's own. */
  const rove = () => {
    const rows = [...document.querySelectorAll(".row")];
    const focused = document.activeElement?.closest(".row");
    const own = rows.includes(focused) ? focused : rows.find((row) => row.matches(".open")) ?? rows[0];
    for (const row of rows) {
      for (const one of row.querySelectorAll(".line a, .line button, .line input")) one.tabIndex = row === own ? 0 : -1;
    }
    const choices = [...document.querySelectorAll("#panel .choice:not(.out)")];
    const here = choices.find((one) => one.contains(document.activeElement)) ?? choices[0];
    for (const one of choices) {
      for (const each of one.querySelectorAll(".add, .tell, .more, input, button")) each.tabIndex = one === here ? 0 : -1;
    }
  };
  document.addEventListener("focusin", (event) => { if (within(event, ".row, .choice")) rove(); });

  /* Keys: undo, redo, find, close, and from row to row. */
  const press = (name) => {
    const found = document.querySelector(`[data-key="${name}"]:not([disabled])`);
    if (found) found.click();
    return found;
  };
  const step = (by, inPanel) => {
    const all = inPanel ? "#panel .choice:not(.out)" : ".row";
    const stop = inPanel ? ".add, input, button" : ".name";
    const rows = [...document.querySelectorAll(all)];
    const at = rows.indexOf(document.activeElement?.closest(all));
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.querySelector(stop);
    if (next) next.focus();
    return next;
  };
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const held = event.ctrlKey || event.metaKey;
    if (event.altKey || event.defaultPrevented) return;
    let done;
    if (held && !typing(document.activeElement)) {
      if (key === "z") done = press(event.shiftKey ? "redo" : "undo");
      else if (key === "y") done = press("redo");
    } else if (!held && key === "escape") {
      done = press("close");
    } else if (!held && !typing(document.activeElement)) {
      if (key === "/") {
        done = document.getElementById("find");
        if (done) done.focus();
      } else if (key === "j" || key === "k") done = step(key === "j" ? 1 : -1);
      else if (/^arrow(up|down)$/.test(key) && within(event, ".row, .choice") && !within(event, "[type=radio]")) done = step(key === "arrowdown" ? 1 : -1, within(event, "#panel .choice"));
    }
    if (done) event.preventDefault();
  });

  /* After a swap: say what was done, and take the focus along to what was opened or closed. */
  document.addEventListener("htmx:after:swap", (event) => {
    lost(false);
    fit();
    rove();
    const now = main();
    if ((now.dataset.said || "") !== said) {
      said = now.dataset.said || "";
      if (said) document.getElementById("status").textContent = said;
    }
    const { request, sourceElement } = event.detail.ctx;
    const looking = now.classList.contains("looking");
    if (looking) back = document.querySelector("[data-back]")?.dataset.back ?? back;
    if (looking === open) steady(request);
    else {
      open = looking;
      if (open) document.getElementById("panel-title").focus();
      else {
        const row = document.getElementById(back)?.querySelector(".name");
        (row ?? now).focus();
        row?.scrollIntoView({ block: "center" });
      }
    }
    if (sourceElement?.matches?.(".asking")) answered(sourceElement);
    further?.querySelector("button, a, [tabindex]")?.focus({ preventScroll: true });
    further = null;
    if (builds !== now.classList.contains("builder")) {
      builds = !builds;
      window.scrollTo(0, 0);
    }
  });
  /* A tap that waited for an edit of ours on its way is meant for what stands there now. But for
     taking out: what stands there now may be something else. So none outlasts a taking out. */
  fit();
  rove();
  const waiting = new Set();
  let taken = 0;
  const since = new WeakMap();
  const takesOut = (button) => /^remove:|^(count|size):.*:0$/.test(button?.value ?? "");
  const edits = (request) => request.form?.method === "post" && request.body?.has?.("version");
  document.addEventListener("htmx:config:request", (event) => {
    const { request } = event.detail.ctx;
    since.set(request, taken);
    if (waiting.size && request.submitter?.matches(".remove")) event.preventDefault();
    else if (edits(request)) waiting.add(request);
  });
  document.addEventListener("htmx:before:request", (event) => {
    const { request } = event.detail.ctx;
    const { body, submitter } = request;
    if (!edits(request)) return;
    const version = main().dataset.version;
    if (!version || (submitter && !submitter.isConnected) || since.get(request) !== taken) {
      event.preventDefault();
      return;
    }
    body.set("version", version);
    if (submitter?.name) body.set(submitter.name, submitter.value);
    if (takesOut(submitter)) {
      taken += 1;
      since.set(request, taken);
      gap = gapFor(submitter, request);
    }
  });
  document.addEventListener("htmx:finally:request", (event) => {
    waiting.delete(event.detail.ctx.request);
    if (!waiting.size) clicked.clear();
  });

  /* Nothing moves under the pointer, or from under the focus: what an answer puts in or takes out
     above it, the page is scrolled by. Where it can't be, room is left instead. */
  let pointer = null;
  let held = null;
  let further = null;
  let gap = null;
  for (const kind of ["pointermove", "pointerdown"]) {
    document.addEventListener(kind, (event) => { pointer = [event.clientX, event.clientY]; }, { passive: true });
  }
  document.addEventListener("keydown", () => { pointer = null; }, true);
  const gapFor = (button, request) => {
    const line = button.closest("li[id]");
    if (!line) return null;
    const made = document.createElement("li");
    made.className = "gone";
    const said = document.body.dataset;
    made.append(`${said.takenOut} `, Object.assign(document.createElement("button"), { name: "do", value: "undo", textContent: said.undo }));
    return { request, made, id: line.id, list: line.parentElement, top: line.getBoundingClientRect().top, height: line.offsetHeight };
  };
  const room = (place, name, more) => {
    const now = Number.parseFloat(place.style.getPropertyValue(name)) || 0;
    const next = Math.max(0, now + more);
    place.style.setProperty(name, `${next}px`);
    return next - now;
  };
  const hold = (one, top) => {
    const off = () => one.getBoundingClientRect().top - top;
    const inside = one.closest(".panel");
    const own = inside && inside.scrollHeight > inside.clientHeight && getComputedStyle(inside).overflowY === "auto";
    const place = own ? inside : document.querySelector(".tree, .page");
    const scroller = own ? inside : document.scrollingElement;
    if (!place) return;
    if (off() > 0) room(place, "--above", -off());
    scroller.scrollTop += off();
    if (off() > 1) { room(place, "--below", off()); scroller.scrollTop += off(); }
    if (off() < -1) room(place, "--above", -off());
  };
  document.addEventListener("htmx:before:swap", (event) => {
    further = document.activeElement?.matches(".further") ? document.activeElement.closest(".mending") : null;
    if (gap?.request === event.detail.ctx.request) taken += 1;
    const under = pointer ? document.elementFromPoint(...pointer) : document.activeElement;
    const one = under?.closest("[id]");
    held = one && one !== main() && main().contains(one) ? { id: one.id, top: one.getBoundingClientRect().top } : null;
  });
  const steady = (request) => {
    if (gap?.request === request) {
      const { made, id, list, top, height } = gap;
      list.insertBefore(made, document.getElementById(id)?.parentElement === list ? document.getElementById(id) : null);
      made.style.minHeight = `${height}px`;
      hold(made, top);
      gap = null;
    } else if (held && document.getElementById(held.id)) hold(document.getElementById(held.id), held.top);
    for (const [id, value] of clicked) {
      const input = document.getElementById(id);
      if (input) input.value = value;
    }
  };
  document.addEventListener("htmx:error", () => lost(true));

  /* Whoever asked and waited sees the answers, and goes on from there; or why there are none. */
  const answered = (form) => {
    const title = document.getElementById("answers");
    (title?.parentElement ?? document.querySelector("#main [role=alert]"))?.scrollIntoView({ block: "nearest" });
    if (form.contains(document.activeElement) || document.activeElement === document.body) title?.focus({ preventScroll: true });
  };

  /* A search says how long it goes on, and how far it is. */
  let clock;
  document.addEventListener("htmx:before:request", (event) => {
    const place = event.detail.ctx.sourceElement?.querySelector?.(".waiting");
    if (!place) return;
    const begun = Date.now();
    let far = "";
    clearInterval(clock);
    clock = setInterval(async () => {
      place.textContent = place.dataset.searching.replace("{seconds}", Math.round((Date.now() - begun) / 1000)) + far;
      try {
        const said = await fetch(place.dataset.progress);
        if (said.status === 200) far = `: ${await said.text()}`;
      } catch { /* it is not told */ }
    }, 1000);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.detail.ctx.sourceElement?.matches?.(".asking")) clearInterval(clock);
  });

  /* What is to be printed changes the preview. */
  document.addEventListener("change", (event) => {
    const form = within(event, "[data-preview]");
    if (!form) return;
    const frame = document.querySelector("iframe.preview");
    frame.src = `${frame.src.split("?")[0]}?${new URLSearchParams(new FormData(form))}`;
  });

  /* Text typed and boxes ticked while the page was loading are told to htmx as soon as it listens. */
  const changed = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  document.addEventListener("htmx:after:init", () => setTimeout(() => {
    for (const form of document.querySelectorAll("form[role=search], .slot-form")) {
      const field = [...form.querySelectorAll("input:not([type=hidden])")].find(changed);
      for (const kind of ["input", "change"]) field?.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  }), { once: true });

  /* Finding among what is on the page already. */
  document.addEventListener("input", (event) => {
    const box = within(event, "[data-filter]");
    if (!box) return;
    const wanted = box.value.toLowerCase();
    for (const one of document.querySelectorAll(box.dataset.filter)) {
      one.hidden = !one.textContent.toLowerCase().includes(wanted);
    }
  });

  /* Dragging a counter is picking it up and saying where it goes. */
  document.addEventListener("dragstart", (event) => {
    const counter = within(event, "[data-drag]");
    if (counter) event.dataTransfer.setData("text/plain", counter.dataset.drag);
  });
  const over = (event) => {
    const area = within(event, "[data-drop]");
    for (const one of document.querySelectorAll("[data-drop].over")) if (one !== area) one.classList.remove("over");
    return area;
  };
  document.addEventListener("dragover", (event) => {
    const area = over(event);
    if (area) { area.classList.add("over"); event.preventDefault(); }
  });
  document.addEventListener("dragend", over);
  document.addEventListener("drop", (event) => {
    const area = over(event);
    const does = event.dataTransfer.getData("text/plain");
    if (!area || !/^[a-z]+:[\w.:-]+:\*$/.test(does)) return;
    event.preventDefault();
    area.classList.remove("over");
    const button = document.createElement("button");
    button.name = "do";
    button.value = does.replace("*", area.dataset.drop);
    button.hidden = true;
    const form = document.getElementById("moving") ?? document.getElementById("army");
    form.append(button);
    form.requestSubmit(button);
  });

  /* A file dropped or pasted anywhere is opened where a page takes files. */
  const files = (data) => data.types.includes("Files") && document.querySelector("[data-open]");
  const takeIn = (event, data) => {
    const input = files(data);
    if (!input || !data.files.length) return;
    event.preventDefault();
    input.files = data.files;
    input.form.requestSubmit();
  };
  document.addEventListener("dragover", (event) => { if (files(event.dataTransfer)) event.preventDefault(); });
  document.addEventListener("drop", (event) => takeIn(event, event.dataTransfer));
  document.addEventListener("paste", (event) => takeIn(event, event.clipboardData));

  /* An army in the address, after the #: it goes to our own server, and nowhere else. */
  const box = document.querySelector("[data-shared]");
  if (box && !box.value && /^#lb\d/i.test(location.hash)) {
    box.value = decodeURIComponent(location.hash.slice(1));
    addEventListener("load", () => setTimeout(() => box.form.requestSubmit(), 0));
  }
})();
