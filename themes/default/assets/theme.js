// What the pages do beyond HTML and CSS: colour scheme, copy buttons, tabs that follow each other, the table of
// contents that follows the reader, matrix filters. Everything is readable without it.
(() => {
  "use strict";
  const words = document.getElementById("kb-words").dataset;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const remember = (key, value) => { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { } };
  const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };

  // Colour scheme: as the system, light, dark.
  const schemes = ["auto", "light", "dark"];
  const scheme_button = document.querySelector(".kb-scheme");
  const show_scheme = (name) => {
    if (name === "auto") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = name;
    scheme_button.setAttribute("aria-label", scheme_button.dataset[name]);
    scheme_button.title = scheme_button.dataset[name];
  };
  show_scheme(recall("kb-scheme") || "auto");
  scheme_button.addEventListener("click", () => {
    const current = document.documentElement.dataset.scheme || "auto";
    const next = schemes[(schemes.indexOf(current) + 1) % schemes.length];
    show_scheme(next);
    remember("kb-scheme", next === "auto" ? null : next);
  });

  // Copying code: of a console only what was typed.
  const code_text = (pre) => {
    const copy = (pre.querySelector("code") ?? pre).cloneNode(true);
    const answers = all(".gp, .go", copy);
    answers.forEach((part) => part.remove());
    const text = answers.length ? copy.textContent.replace(/\n{2,}/g, "\n") : copy.textContent;
    return text.trimEnd() + "\n";
  };
  if (navigator.clipboard) {
    for (const pre of all(".kb-article pre")) {
      const box = pre.parentElement.classList.contains("highlight") ? pre.parentElement : pre;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "kb-copy kb-chrome";
      button.textContent = words.copy;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(code_text(pre));
        button.textContent = words.copied;
        button.classList.add("kb-done");
        setTimeout(() => { button.textContent = words.copy; button.classList.remove("kb-done"); }, 1800);
      });
      box.classList.add("kb-has-copy");
      box.append(button);
    }
  }

  // Tabs as WAI-ARIA describes them. Sets with a tab of the same label follow each other, on all pages.
  const tab_sets = [];
  const select_tab = (set, index) => set.tabs.forEach((tab, i) => {
    tab.setAttribute("aria-selected", String(i === index));
    tab.tabIndex = i === index ? 0 : -1;
    set.panels[i].classList.toggle("kb-open", i === index);
  });
  const label_of = (tab) => tab.textContent.trim();
  const follow = (label, source) => {
    for (const set of tab_sets) {
      if (set === source || !set.synced) continue;
      const index = set.tabs.findIndex((tab) => label_of(tab) === label);
      if (index >= 0) select_tab(set, index);
    }
  };
  const choose = (set, index) => {
    const tab = set.tabs[index];
    const before = tab.getBoundingClientRect().top;
    select_tab(set, index);
    if (set.synced) {
      follow(label_of(tab), set);
      const chosen = JSON.parse(recall("kb-tabs") || "[]").filter((label) => label !== label_of(tab));
      remember("kb-tabs", JSON.stringify([label_of(tab), ...chosen].slice(0, 20)));
    }
    // Other sets above may have changed their height.
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
  };
  all(".tabbed-set").forEach((element, number) => {
    const labels = element.querySelector(":scope > .tabbed-labels");
    const panels = all(":scope > .tabbed-content > .tabbed-block", element);
    const inputs = all(":scope > input", element);
    if (!labels || !panels.length) return;
    const set = { synced: element.dataset.sync !== "no", panels, tabs: [] };
    labels.setAttribute("role", "tablist");
    [...labels.children].forEach((label, i) => {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `kb-tab-${number}-${i}`;
      tab.setAttribute("role", "tab");
      tab.append(...label.childNodes);
      panels[i].id ||= `kb-panel-${number}-${i}`;
      panels[i].setAttribute("role", "tabpanel");
      panels[i].setAttribute("aria-labelledby", tab.id);
      panels[i].dataset.label = label_of(tab);
      tab.setAttribute("aria-controls", panels[i].id);
      tab.addEventListener("click", () => choose(set, i));
      label.replaceWith(tab);
      set.tabs.push(tab);
    });
    labels.addEventListener("keydown", (event) => {
      const now = set.tabs.indexOf(document.activeElement), last = set.tabs.length - 1;
      const to = { ArrowRight: now === last ? 0 : now + 1, ArrowLeft: now === 0 ? last : now - 1, Home: 0, End: last }[event.key];
      if (now < 0 || to === undefined) return;
      event.preventDefault();
      choose(set, to);
      set.tabs[to].focus();
    });
    const checked = Math.max(inputs.findIndex((input) => input.checked), 0);
    inputs.forEach((input) => input.remove());
    element.classList.add("kb-tabs");
    tab_sets.push(set);
    select_tab(set, checked);
  });
  try { JSON.parse(recall("kb-tabs") || "[]").reverse().forEach((label) => follow(label)); } catch { }

  const element_at = (hash) => {
    try { return document.getElementById(decodeURIComponent(hash.slice(1))); } catch { return null; }
  };

  // A link into a closed tab or box opens it.
  const reveal = () => {
    const target = element_at(location.hash);
    if (!target) return;
    let hidden = false;
    for (let node = target; node; node = node.parentElement) {
      if (node.matches("details:not([open])")) { node.open = true; hidden = true; }
      const set = node.matches(".tabbed-block:not(.kb-open)") && tab_sets.find((one) => one.panels.includes(node));
      if (set) { select_tab(set, set.panels.indexOf(node)); hidden = true; }
    }
    if (hidden) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  // The table of contents marks the section that is read.
  const toc = document.getElementById("kb-toc");
  if (toc) {
    const entries = all("a", toc)
      .map((link) => ({ link, heading: element_at(link.hash) }))
      .filter((entry) => entry.heading);
    let marked = null, waiting = false;
    const mark = () => {
      waiting = false;
      const edge = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 12;
      let current = null;
      for (const entry of entries) {
        if (entry.heading.getBoundingClientRect().top > edge) break;
        current = entry.link;
      }
      if (current === marked) return;
      marked?.removeAttribute("aria-current");
      marked = current;
      marked?.setAttribute("aria-current", "location");
      if (marked && toc.scrollHeight > toc.clientHeight) {
        const top = marked.offsetTop - toc.clientHeight / 2;
        toc.scrollTo({ top, behavior: "instant" });
      }
    };
    addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } }, { passive: true });
    mark();
    toc.addEventListener("click", (event) => { if (event.target.closest("a") && toc.matches(":popover-open")) toc.hidePopover(); });
  }
  const nav = document.getElementById("kb-nav");
  const here = nav?.querySelector("[aria-current=page]");
  if (here && here.offsetTop > nav.clientHeight * .7) nav.scrollTop = here.offsetTop - nav.clientHeight / 2;

  // The other language opens at the same section: a translation's headings have the anchors of the
  // original beside their own.
  for (const link of all(".kb-languages a"))
    link.addEventListener("click", () => {
      const hash = location.hash || (toc?.querySelector("[aria-current]")?.hash ?? "");
      link.hash = element_at(hash)?.querySelector(".kb-alias")?.id ?? hash;
    });

  // From a disk, a directory's address needs its file.
  if (location.protocol === "file:")
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (link && link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
    }, true);

  // What scrolls sideways can be reached by keyboard.
  const make_scrollable = () => {
    for (const box of all(".table-scroll, .kb-article pre")) {
      if (box.scrollWidth <= box.clientWidth || box.tabIndex === 0) continue;
      box.tabIndex = 0;
      if (box.matches(".table-scroll")) { box.setAttribute("role", "region"); box.setAttribute("aria-label", words.scroll); }
    }
  };
  make_scrollable();
  addEventListener("resize", make_scrollable);

  // "/" goes to the search box.
  const search = document.getElementById("kb-search-input");
  if (search)
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
      event.preventDefault();
      search.focus();
    });

  // Matrix views: rows and columns that the filters leave.
  for (const matrix of all(".kb-matrix")) {
    const form = matrix.querySelector("form"), table = matrix.querySelector("table");
    const value = (name) => form.elements[name]?.value ?? "";
    const filter = () => {
      const text = value("row").trim().toLowerCase(), column = value("column");
      const status = value("status"), language = value("language");
      for (const row of all("tr", table)) {
        const cells = [...row.cells].slice(1);
        cells.forEach((cell, i) => { cell.hidden = column !== "" && i !== Number(column); });
        if (row.parentElement.tagName === "THEAD") continue;
        const fits = (cell) => !cell.hidden && (!status || cell.dataset.status === status) && (!language || (cell.dataset.languages ?? "").split(" ").includes(language));
        row.hidden = (text && !row.cells[0].textContent.toLowerCase().includes(text)) || ((status || language || column) && !cells.some((cell) => (status || language || cell.dataset.status) && fits(cell)));
      }
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    // Who comes back finds the filters as they were.
    addEventListener("pageshow", filter);

    // Columns sort by name or by status; a second press turns the order.
    const statuses = ["default", "available", "limited", "deprecated", "unavailable", "removed"];
    const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
    const key = (row, i) => i === 0 ? row.cells[0].textContent : String(statuses.indexOf(row.cells[i].dataset.status ?? "") >>> 0).padStart(10, "0");
    heads.forEach((head, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "kb-sort";
      button.setAttribute("aria-label", form.dataset.sort + ": " + head.textContent.trim());
      head.append(" ", button);
      button.addEventListener("click", () => {
        const turned = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", turned ? "descending" : "ascending");
        const order = (a, b) => key(a, i).localeCompare(key(b, i), document.documentElement.lang, {numeric: true});
        body.append(...[...body.rows].sort((a, b) => turned ? order(b, a) : order(a, b)));
      });
    });
  }
})();
