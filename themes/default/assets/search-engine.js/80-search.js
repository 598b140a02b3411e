// The door: loads files as they are asked for. The planner runs, notes what was missing, and runs again when that
// is there.

const files = new Map();
const waiting = new Map();
const loading = new Map();
const indexes = new Map();

/** What the index's scripts call, with a value or as the tag of a template; their addresses name them. */
globalThis.kb = (content) => {
  const name = /[^/]+\/[^/]+(?=\.js$)/.exec(decodeURI(document.currentScript.src))[0];
  files.set(name, content.raw ? content[0] : content);
  waiting.get(name)?.();
};
let load = () => Promise.reject(new Error("no loader"));
/** Loads a file once, however many ask for it meanwhile. */
const fetch_file = async (name) => {
  if (files.has(name)) return;
  if (!loading.has(name))
    loading.set(name, load(name, new Promise((done) => waiting.set(name, done))).finally(() => loading.delete(name)));
  await loading.get(name);
  if (!files.has(name)) throw new Error("no search file " + name);
};
const open_index = async (language) => {
  await fetch_file(language + "/index");
  if (!indexes.has(language)) indexes.set(language, new LanguageIndex(files.get(language + "/index"), files));
  return indexes.get(language);
};
/** Runs `step` until nothing that it asked of the indexes was missing. */
const settle = async (used, step) => {
  for (let round = 0; ; ++round) {
    for (const index of used) index.missing.clear();
    const out = step(() => used.every((index) => index.missing.size === 0));
    const missing = used.flatMap((index) => [...index.missing]);
    if (missing.length === 0 || round === MOST_ROUNDS) return out;
    await Promise.all(missing.map(fetch_file));
  }
};
const MOST_ROUNDS = 16, MOST_SECTIONS = 3;

const ranked_pages = (index, plan) => require_phrases(index, plan, new Ranker(index, plan).run());

/** The plan and its pages, best first: in the language of the words, or in another by translation. */
const find = async (text, own, target, options) =>
  settle([...new Set([own, target])], (complete) => {
    const plan = new Planner(own, !options.literal, options.typing ?? true).run(text);
    if (own === target) return { plan, ranked: complete() ? ranked_pages(own, plan) : [] };
    const translated = translate(own, plan, text, target), twins = own.twins(target.language);
    if (!complete()) return { plan: translated, ranked: [] };
    const own_ranked = ranked_pages(own, plan);
    return { plan: translated, ranked: add_twins(own, own_ranked, target, twins, new Ranker(target, translated).run()) };
  });

/** {system, product, kind}: how many of the pages found each value has, as [value, pages], the commonest first. */
const count_facets = (index, ranked) => {
  const found = new Set(ranked.map(({ page }) => page)), out = {};
  for (const [facet, values] of Object.entries(index.facets))
    out[facet] = [...values].map(([value, pages]) => [value, [...pages].filter((page) => found.has(page)).length])
      .filter(([, pages]) => pages > 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return out;
};
const filtered = (index, options, ranked) => {
  for (const [facet, values] of Object.entries(index.facets))
    if (options[facet]) ranked = ranked.filter(({ page }) => values.get(options[facet])?.has(page));
  return ranked;
};

const show = (index, plan, { page, score, sections }, most) => {
  const best = sections.slice(0, most).filter((section, i) => i === 0 || section.score >= sections[0].score / 2);
  const texts = best.map(({ section }) => index.text(section)), page_text = best.length ? texts[0] : index.text(index.pages[page].first);
  if (!page_text || !texts.every(Boolean)) return null;
  return { url: page_text.url, title: page_text.title, score, sections: texts.map(({ entry }) =>
    ({ anchor: entry[0], heading: entry[1].join(" > "), excerpt: make_excerpt(entry, plan) })) };
};

/**
 * Pages for a query in `language`: {pages: [{url, title, score, sections: [{anchor, heading, excerpt}]}], total,
 * corrections, systems, quotes, facets}; quotes tells whether there is a phrase, facets count the pages found before the filters. Options: target (the language of the
 * pages, if it is another), typing (the last word may be a beginning), literal (no spelling), system, product, kind,
 * limit (of pages), sections (of each page).
 */
const search = async (text, language, options = {}) => {
  const own = await open_index(language);
  const index = options.target && options.target !== language ? await open_index(options.target) : own;
  const { plan, ranked } = await find(text, own, index, options);
  const kept = filtered(index, options, ranked);
  const shown = kept.slice(0, options.limit ?? 10);
  const pages = await settle([index], () => shown.map((page) => show(index, plan, page, options.sections ?? MOST_SECTIONS)));
  return { pages: pages.filter(Boolean), total: kept.length, corrections: plan.corrections, systems: plan.systems, quotes: plan.phrases.length > 0,
    facets: count_facets(index, ranked) };
};

globalThis.kbSearch = { search, find_answers, open: open_index, set_loader: (loader) => { load = loader; }, text: { fold, tokenise, stem, version_chain, code_chain } };
