// Queries for pages in another language (src/search/query/translate.cc, query.cc): words by their translations, names as they
// are, and pages by what their translations score.

/** Of the best translation's percentage that another must reach (kLeastShare). */
const LEAST_SHARE = 0.4;

const translate = (own, plan, query, target) => {
  const { weights } = target, literal = new Planner(target, false, false).run(query), translated = new Set();
  const out = { language: target.language, groups: [], phrases: [], systems: plan.systems, corrections: plan.corrections };
  const lookup = (word) => {
    const found = [];
    for (const key of [...own.lemmas(word), stem(word, own.language)])
      for (const one of own.translations(key, target.language)) if (!found.some((f) => f.word === one.word)) found.push(one);
    const least = LEAST_SHARE * Math.max(...found.map((one) => one.percent));
    return found.filter(({ percent }) => percent >= least);
  };
  for (const group of plan.groups) {
    if (!group.is_word || own.system_of(group.text)) continue;
    const text = plan.corrections.find(({ typed }) => typed === group.text)?.used ?? group.text;
    let found = lookup(text);
    if (found.length === 0) found = own.parts(text).flatMap(lookup);
    if (found.length === 0) continue;
    translated.add(group.text);
    for (const { word, percent } of found)
      for (const made of new Planner(target, false, false).run(word).groups)
        out.groups.push({ ...made, weight: made.weight * weights.translation * (percent / 100), optional: true });
  }
  for (const group of literal.groups)
    out.groups.push(translated.has(group.text) ? { ...group, weight: group.weight * weights.untranslated } : group);
  out.groups.length = Math.min(out.groups.length, MOST_GROUPS_IN_PLAN);
  return out;
};

/** Pages of `target` with the scores of their translations added; a translation's n-th section stands for the n-th. */
const add_twins = (own, own_ranked, target, twins, ranked) => {
  const { twin, native, untwinned } = target.weights;
  const translated = new Set(twins.filter((page) => page >= 0));
  const by_page = new Map(ranked.map((page) => [page.page, { ...page, score: page.score * native * (translated.has(page.page) ? 1 : untwinned) }]));
  for (const { page, score, sections } of own_ranked) {
    const other = twins[page];
    if (other < 0) continue;
    if (!by_page.has(other)) by_page.set(other, { page: other, score: 0, sections: [] });
    const here = by_page.get(other), entry = target.pages[other];
    here.score += twin * score;
    for (const { section, score: part } of sections) {
      const place = entry.first + Math.min(section - own.pages[page].first, entry.count - 1);
      const same = here.sections.find((s) => s.section === place);
      if (same) same.score += twin * part;
      else here.sections.push({ section: place, score: twin * part });
    }
    here.sections.sort((a, b) => b.score - a.score);
  }
  return [...by_page.values()].sort((a, b) => b.score - a.score);
};

