// The search box and the search page: a combobox over the engine (search-engine.js), which is loaded with its
// index at the first use. Nothing is asked of other hosts. Results are grouped by page; the reader's own language
// comes first, others below; Enter goes to the chosen result, or to the search page where none is chosen.
(() => {
  "use strict";
  const root = document.querySelector(".kb-search");
  if (!root) return;
  const { base, language, engine } = root.dataset;
  const words = root.dataset;
  const input = root.querySelector("input"), panel = root.querySelector(".kb-search-panel"), form = root.querySelector("form");
  const box = { status: panel.querySelector(".kb-search-status"), facets: panel.querySelector(".kb-search-facets"), list: panel.querySelector(".kb-search-list") };
  const RECENT = "kb-searches", MOST_RECENT = 5, IN_PANEL = 5, SECTIONS_IN_PANEL = 2, ON_PAGE = 20, FEW = 3, MOST_VALUES = 6;

  const element = (tag, attributes = {}, ...children) => {
    const out = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) out.setAttribute(name, value);
    out.append(...children);
    return out;
  };
  const fill = (pattern, value) => (pattern ?? "").replace("#", value);

  // ---- Engine and index

  const add_script = (src) => new Promise((done, fail) => {
    const script = element("script", { src });
    script.onload = done;
    script.onerror = () => fail(new Error(src));
    document.head.append(script);
  });
  let ready;
  const start = () => ready ??= add_script(engine).then(() => {
    globalThis.kbSearch.set_loader((name) => add_script(base + "search-index/" + name + ".js"));
    globalThis.kbSearch.open(language).catch(() => {});
  });

  // ---- Answers of the matrix

  const ASKS = /latest|newest|default|version|uusin|oletus|versio|senaste|nyaste|standard|derni|récent|défaut/i;
  let answer_table;
  const load_answers = () => answer_table ??= new Promise((done, fail) => {
    globalThis.kbAnswers = done;
    add_script(base + "search-index/" + language + "/answers.js").catch(fail);
  });

  /** The table is loaded for what may be a question: it has a number, a system, an error, or asks for the newest. */
  const answers_to = async (text, { systems, corrections }) => {
    if (!/[0-9]/.test(text) && !systems.length && !corrections.length && !ASKS.test(text)) return [];
    const table = await load_answers().catch(() => null);
    return table ? globalThis.kbSearch.find_answers(table, text, corrections.map(({ typed }) => typed)) : [];
  };

  const other_languages = [...new Set([...document.querySelectorAll("a[hreflang]")].map((a) => a.hreflang))].filter((l) => l && l !== language);

  const all_languages = new Set([language, ...other_languages]);

  /** The answer for one query: own pages, pages of other languages that add something, and what was corrected. */
  const ask = async (text, options) => {
    await start();
    const own = await globalThis.kbSearch.search(text, language, options);
    const plain = (url) => url.replace(/^[a-z]{2,3}(-[A-Za-z]+)?\//, "");
    const shown = new Set(own.pages.map((page) => plain(page.url)));
    const others = [];
    // Who quotes words wants these, not their translations.
    const enough = own.total >= FEW || (own.total > 0 && own.quotes);
    if (!options.target && (!enough || options.others))
      for (const other of other_languages) {
        const found = await globalThis.kbSearch.search(text, language, { ...options, target: other, limit: FEW }).catch(() => ({ pages: [] }));
        const pages = found.pages.filter((page) => !shown.has(plain(page.url)));
        if (pages.length) others.push({ language: other, pages });
      }
    return { ...own, others, answers: await answers_to(text, own) };
  };

  // ---- Showing

  const address = (url, anchor) => {
    const file = location.protocol === "file:" && (url === "" || url.endsWith("/")) ? "index.html" : "";
    return base + url + file + (anchor ? "#" + anchor : "");
  };
  /** What an answer has between grave accents is code. */
  const with_code = (text) => text.split("`").map((part, i) => i % 2 ? element("code", {}, part) : part);
  const marked = ({ text, highlights }) => {
    const out = document.createDocumentFragment();
    let at = 0;
    for (const [begin, end] of highlights) {
      out.append(text.slice(at, begin), element("mark", {}, text.slice(begin, end)));
      at = end;
    }
    out.append(text.slice(at));
    return out;
  };
  /** What a list denies has no page. */
  const answer_link = ({ text, url, anchor }) =>
    element(url === undefined ? "span" : "a", url === undefined ? {} : { href: address(url, anchor) }, ...with_code(text));
  /** "support › faq": the directories of a page. */
  const place_of = (url) => url.split("/").filter((part, i) => part && !(i === 0 && all_languages.has(part))).slice(0, -1).join(" › ");
  const link_of = (page, section, is_first) => {
    const link = element("a", { href: address(page.url, section?.anchor ?? "") });
    if (is_first) {
      link.append(element("strong", { class: "kb-search-title" }, page.title));
      if (place_of(page.url)) link.append(element("span", { class: "kb-search-place" }, place_of(page.url)));
    }
    if (section?.heading) link.append(element("span", { class: "kb-search-heading" }, section.heading));
    if (section?.excerpt.text) link.append(element("span", { class: "kb-search-excerpt" }, marked(section.excerpt)));
    return link;
  };
  const status_line = (answer, text, run) => {
    const { total } = answer;
    const out = document.createDocumentFragment();
    out.append(total === 0 ? words.none : total === 1 ? words.one : fill(words.many, total));
    for (const { typed, used } of answer.corrections) {
      const literal = element("button", { type: "button" }, fill(words.literal, typed));
      literal.addEventListener("click", () => { state.literal = true; run(text); });
      out.append(" ", fill(words.instead, used), " ", literal);
    }
    if (total === 0) out.append(" ", words.help ?? "");
    return out;
  };
  /** A group of buttons for each facet: pressed, one narrows the results; pressed again, it does so no more. */
  const facet_groups = (answer, text, run) => {
    const groups = [];
    const add = (facet, values) => {
      if (values.length < 2 && !state.filters[facet]) return;
      groups.push(element("div", { role: "group", "aria-label": words["facet" + facet[0].toUpperCase() + facet.slice(1)] ?? facet },
        ...values.map(({ value, label }) => {
          const chosen = state.filters[facet] === value;
          const button = element("button", { type: "button", "aria-pressed": String(chosen), "data-key": facet + "=" + value }, label);
          button.addEventListener("click", () => { state.filters[facet] = chosen ? "" : value; run(text); });
          return button;
        })));
    };
    const kind_name = (kind) => words["kind" + kind[0].toUpperCase() + kind.slice(1)] ?? kind;
    for (const facet of ["system", "product", "kind"]) {
      const values = answer.facets[facet].slice(0, MOST_VALUES), chosen = state.filters[facet];
      if (chosen && !values.some(([value]) => value === chosen)) values.push([chosen, 0]);
      add(facet, values.map(([value, pages]) => ({ value, label: (facet === "kind" ? kind_name(value) : value) + " (" + pages + ")" })));
    }
    add("target", [...all_languages].length > 1 ? [...all_languages].map((value) => ({ value, label: language_name(value) })) : []);
    return groups;
  };
  /** Shows new buttons; the focus stays on the one that has it. */
  const show_facets = (place, groups) => {
    const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    place.replaceChildren(...groups);
    if (held !== undefined) ([...place.querySelectorAll("button")].find((button) => button.dataset.key === held) ?? input).focus();
  };
  const language_name = (tag) => new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? tag;
  // ---- The box

  const state = { run: 0, chosen: -1, literal: false, filters: { system: "", product: "", kind: "", target: "" } };
  const options = () => [...box.list.querySelectorAll("[role=option]")];
  const open = (visible) => {
    panel.hidden = !visible;
    input.setAttribute("aria-expanded", String(visible));
    if (!visible) choose(-1);
  };
  const choose = (index) => {
    const all = options();
    state.chosen = all.length ? (index + all.length + 1) % (all.length + 1) : -1;
    if (index < 0 || state.chosen === all.length) state.chosen = index < -1 ? all.length - 1 : -1;
    all.forEach((option, i) => option.setAttribute("aria-selected", String(i === state.chosen)));
    const option = all[state.chosen];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };
  const add_option = (content, kind) => {
    const option = element("li", { role: "option", id: "kb-search-option-" + options().length, "aria-selected": "false", class: kind }, content);
    const link = option.querySelector("a");
    if (link) link.tabIndex = -1;
    box.list.append(option);
    return option;
  };
  const add_group = (title) => box.list.append(element("li", { role: "presentation", class: "kb-search-group" }, title));
  const add_pages = (pages) => {
    for (const page of pages)
      (page.sections.length ? page.sections : [undefined]).forEach((section, i) =>
        add_option(link_of(page, section, i === 0), i === 0 ? "kb-search-page-option" : "kb-search-section-option"));
  };
  const recent = () => { try { return JSON.parse(localStorage.getItem(RECENT)) ?? []; } catch { return []; } };
  const remember = (text) => {
    try { localStorage.setItem(RECENT, JSON.stringify([text, ...recent().filter((t) => t !== text)].slice(0, MOST_RECENT))); } catch { /* private mode */ }
  };
  const show_recent = () => {
    box.list.replaceChildren();
    box.status.textContent = "";
    box.facets.replaceChildren();
    const all = recent();
    if (all.length) add_group(words.recent);
    for (const text of all)
      add_option(element("span", {}, text), "kb-search-recent").addEventListener("click", () => { input.value = text; update(text); });
    open(all.length > 0);
  };
  const update = async (text) => {
    const run = ++state.run;
    if (!text.trim()) return show_recent();
    let answer;
    try {
      answer = await ask(text, { limit: IN_PANEL, sections: SECTIONS_IN_PANEL, ...state.filters, literal: state.literal });
    } catch {
      if (run === state.run) { box.list.replaceChildren(); box.status.textContent = words.error; open(true); }
      return;
    }
    if (run !== state.run) return;
    box.list.replaceChildren();
    const in_status = box.status.contains(document.activeElement);
    box.status.replaceChildren(status_line(answer, text, update));
    if (in_status) input.focus();
    show_facets(box.facets, facet_groups(answer, text, update));
    for (const row of answer.answers) add_option(answer_link(row), "kb-search-answer");
    add_pages(answer.pages);
    for (const { language: other, pages } of answer.others) {
      add_group(language_name(other));
      add_pages(pages);
    }
    state.chosen = -1;
    input.removeAttribute("aria-activedescendant");
    open(document.activeElement === input || panel.contains(document.activeElement));
  };

  let timer;
  const begin = () => { start().catch(() => {}); if (input.value.trim()) update(input.value); else show_recent(); };
  input.addEventListener("focus", begin);
  // Who was quicker than this script is not kept waiting.
  if (document.activeElement === input) begin();
  input.addEventListener("input", () => {
    state.literal = false;
    clearTimeout(timer);
    // Keys that wait together ask once; a question that another follows is given up.
    timer = setTimeout(() => update(input.value));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (panel.hidden) return void update(input.value);
      choose(event.key === "ArrowDown" ? state.chosen + 1 : state.chosen < 0 ? -2 : state.chosen - 1);
    } else if (event.key === "Enter") {
      const option = options()[state.chosen];
      if (!option) return;
      event.preventDefault();
      const link = option.querySelector("a");
      if (!link) return option.click();
      remember(input.value.trim());
      link.click();
      open(false);
    } else if (event.key === "Escape" && !panel.hidden) {
      event.preventDefault();
      open(false);
    }
  });
  panel.addEventListener("click", (event) => {
    if (!event.target.closest("a")) return;
    if (input.value.trim()) remember(input.value.trim());
    open(false);
  });
  panel.addEventListener("mousedown", (event) => { if (!event.target.closest("a, button")) event.preventDefault(); });
  document.addEventListener("focusin", (event) => { if (!root.contains(event.target)) open(false); });
  document.addEventListener("pointerdown", (event) => { if (!root.contains(event.target)) open(false); });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  form.addEventListener("submit", () => { if (input.value.trim()) remember(input.value.trim()); });

  // ---- The search page

  const page_box = document.querySelector("[data-search-page]");
  if (!page_box) return;
  const page_list = page_box.querySelector(".kb-search-results"), page_status = page_box.querySelector(".kb-search-status"), page_facets = page_box.querySelector(".kb-search-facets");
  const page_item = (page) => element("li", {}, ...(page.sections.length ? page.sections : [undefined]).map((section, i) => link_of(page, section, i === 0)));
  const show_page = async (text) => {
    if (!text.trim()) return;
    try {
      const answer = await ask(text, { limit: ON_PAGE, typing: false, ...state.filters, literal: state.literal, others: true });
      page_status.replaceChildren(status_line(answer, text, show_page));
      show_facets(page_facets, facet_groups(answer, text, show_page));
      // What a server found on other sites is not in this site's index.
      const elsewhere = [...page_list.querySelectorAll("[data-site]")];
      page_list.replaceChildren(...answer.answers.map((row) => element("li", { class: "kb-search-answer" }, answer_link(row))), ...answer.pages.map(page_item));
      for (const { language: other, pages } of answer.others)
        page_list.append(element("li", { class: "kb-search-group" }, language_name(other)), ...pages.map(page_item));
      page_list.append(...elsewhere);
    } catch {
      page_status.textContent = words.error;
    }
  };
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  input.value = asked;
  show_page(asked);
})();
