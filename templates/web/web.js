/* What forms and links can't do by themselves. Without it everything works, only less smoothly. */
(() => {
  "use strict";
  const main = () => document.getElementById("main");
  const within = (event, selector) => event.target.closest && event.target.closest(selector);
  const typing = (element) => element && element.matches("input:not([type=checkbox],[type=radio]), textarea, select");
  let said = main().dataset.said || "";
  let open = main().classList.contains("looking");
  let back = document.querySelector("[data-back]")?.dataset.back ?? "";

  const lost = (is) => { document.getElementById("lost").hidden = !is; };

  /* The buttons beside a number. */
  document.addEventListener("click", (event) => {
    const button = within(event, "[data-step]");
    if (button) {
      const input = button.parentElement.querySelector("input");
      const value = Math.max(Number(input.min || 0), Number(input.value || 0) + Number(button.dataset.step));
      input.value = value;
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

  /* Keys: undo, redo, find, close, and from row to row. */
  const press = (name) => {
    const found = document.querySelector(`[data-key="${name}"]:not([disabled])`);
    if (found) found.click();
    return found;
  };
  const step = (by) => {
    const rows = [...document.querySelectorAll(".row .name")];
    const at = rows.indexOf(document.activeElement);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
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
    }
    if (done) event.preventDefault();
  });

  /* After a swap: say what was done, and take the focus along to what was opened or closed. */
  document.addEventListener("htmx:after:swap", () => {
    lost(false);
    const now = main();
    if ((now.dataset.said || "") !== said) {
      said = now.dataset.said || "";
      if (said) document.getElementById("status").textContent = said;
    }
    const looking = now.classList.contains("looking");
    if (looking) back = document.querySelector("[data-back]")?.dataset.back ?? back;
    if (looking !== open) {
      open = looking;
      if (open) document.getElementById("panel-title").focus();
      else {
        const row = document.getElementById(back)?.querySelector(".name");
        (row ?? now).focus();
        row?.scrollIntoView({ block: "center" });
      }
    }
  });
  /* A tap that waited for an edit of ours on its way is meant for what stands there now. But for
     taking out: what stands there now may be something else. */
  let waiting = 0;
  document.addEventListener("htmx:config:request", (event) => {
    if (waiting && event.detail.ctx.request.submitter?.matches(".remove")) event.preventDefault();
  });
  document.addEventListener("htmx:before:request", (event) => {
    const { body, submitter } = event.detail.ctx.request;
    if (!body?.has?.("version")) return;
    const version = main().dataset.version;
    if (!version || (submitter && !submitter.isConnected)) {
      event.preventDefault();
      return;
    }
    waiting += 1;
    body.set("version", version);
    if (submitter?.name) body.set(submitter.name, submitter.value);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.detail.ctx.request.body?.has?.("version")) waiting = Math.max(0, waiting - 1);
  });
  document.addEventListener("htmx:error", () => lost(true));

  /* What is to be printed changes the preview. */
  document.addEventListener("change", (event) => {
    const form = within(event, "[data-preview]");
    if (!form) return;
    const frame = document.querySelector("iframe.preview");
    frame.src = `${frame.src.split("?")[0]}?${new URLSearchParams(new FormData(form))}`;
  });

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
    const counter = within(event, "[data-counter]");
    if (counter) event.dataTransfer.setData("text/plain", counter.dataset.counter);
  });
  const over = (event) => {
    const area = within(event, "[data-area]");
    for (const one of document.querySelectorAll("[data-area].over")) if (one !== area) one.classList.remove("over");
    return area;
  };
  document.addEventListener("dragover", (event) => {
    const area = over(event);
    if (area) { area.classList.add("over"); event.preventDefault(); }
  });
  document.addEventListener("dragend", over);
  document.addEventListener("drop", (event) => {
    const area = over(event);
    const number = event.dataTransfer.getData("text/plain");
    if (!area || !/^[\d.]+$/.test(number)) return;
    event.preventDefault();
    area.classList.remove("over");
    const button = document.createElement("button");
    button.name = "do";
    button.value = `move:${number}:${area.dataset.area}`;
    button.hidden = true;
    const form = document.getElementById("moving");
    form.append(button);
    form.requestSubmit(button);
  });

  /* Trackers at the table: they stay ticked in this browser. */
  const store = (box) => `listbuilder:${location.pathname}:${box.name}`;
  const remember = () => {
    for (const box of document.querySelectorAll("[data-tracker] input")) {
      try {
        if (box.type === "checkbox") box.checked = localStorage.getItem(store(box)) === "1";
        else box.value = localStorage.getItem(store(box)) ?? box.defaultValue;
      } catch { return; }
    }
  };
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (!within(event, "[data-tracker]")) return;
    try {
      if (box.type !== "checkbox") localStorage.setItem(store(box), box.value);
      else if (box.checked) localStorage.setItem(store(box), "1");
      else localStorage.removeItem(store(box));
    } catch { /* this browser keeps nothing; the boxes work until the page is left */ }
  });
  document.addEventListener("click", (event) => {
    if (!within(event, "[data-clear]")) return;
    for (const box of document.querySelectorAll("[data-tracker] input")) {
      try { localStorage.removeItem(store(box)); } catch { /* as above */ }
      box.checked = false;
      box.value = box.type === "checkbox" ? box.value : box.defaultValue;
    }
  });
  remember();

  /* An army in the address, after the #: it goes to our own server, and nowhere else. */
  const box = document.querySelector("[data-shared]");
  if (box && !box.value && /^#lb\d/i.test(location.hash)) {
    box.value = decodeURIComponent(location.hash.slice(1));
    addEventListener("load", () => setTimeout(() => box.form.requestSubmit(), 0));
  }
})();
