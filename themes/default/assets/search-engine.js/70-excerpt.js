// Phrases and excerpts (src/search/query/excerpt.cc).

const follow_each_other = (text, words, language) => {
  const found = [];
  let last_end = 0;
  for (const token of tokenise(text, language)) {
    if (token.kind === "c" || token.end <= last_end) continue;
    last_end = token.end;
    found.push(token.text);
  }
  return found.some((_, i) => words.every((word, j) => found[i + j] === word));
};
/** Whether a section has all words of the phrases, so that the texts of others need not be loaded. */
const sections_with_all = (index, plan) => {
  const sets = plan.phrases.flat().filter((word) => word.length < 50 && !is_stop_word(word, plan.language)).map((word) => {
    const postings = [...index.postings("w", word), ...(is_digit(word[0]) ? index.postings("v", word) : [])];
    return new Set(postings.filter((_, i) => i % 2 === 0));
  });
  return (section) => sets.every((set) => set.has(section));
};
const require_phrases = (index, plan, ranked) => {
  if (plan.phrases.length === 0) return ranked;
  const kept = [], may_have = sections_with_all(index, plan);
  for (const page of ranked.slice(0, 40)) {
    const sections = page.sections.filter(({ section }) => {
      const text = may_have(section) && index.text(section);
      if (!text) return false;
      const [, headings, body, code] = text.entry, title = headings.length ? headings[headings.length - 1] : text.title;
      return plan.phrases.every((words) => [title, body, code].some((text) => follow_each_other(text, words, plan.language)));
    });
    if (sections.length) kept.push({ ...page, sections });
  }
  return kept.length ? kept : ranked;
};

const LENGTH = 200, BEFORE = 60;
const find_hits = (text, plan) => {
  const by_text = plan.by_text ??= (() => {
    const out = new Map();
    plan.groups.forEach((group, g) => {
      for (const { field, sets } of group.alternatives) for (const set of sets) for (const form of set) if (!out.has(field + form)) out.set(field + form, g);
    });
    return out;
  })();
  // Which compounds have a part is not known here: those that its stem stands in.
  const parts = plan.parts ??= [...by_text].filter(([name]) => name.startsWith("w+")).map(([name, group]) => [stem(name.slice(2), plan.language), group]);
  const hits = [];
  for (const token of tokenise(text, plan.language)) {
    const names = token.kind === "v" ? version_chain(token.text).map((v) => "v" + v) : [token.kind + token.text];
    const name = names.find((n) => by_text.has(n));
    const group = name !== undefined ? by_text.get(name) : token.kind === "w" ? parts.find(([part]) => token.text.includes(part))?.[1] : undefined;
    if (group === undefined) continue;
    const last = hits[hits.length - 1];
    if (last && token.begin < last.end) last.end = Math.max(last.end, token.end);
    else hits.push({ begin: token.begin, end: token.end, group });
  }
  return hits;
};
const cut = (text, around, hits) => {
  let begin = Math.max(0, around - BEFORE);
  const line = around > 0 ? text.lastIndexOf("\n", around - 1) : -1;
  if (line >= begin) begin = line + 1;
  else if (begin > 0) begin += /^\S*\s*/.exec(text.slice(begin, around))[0].length;
  let end = Math.min(text.length, begin + LENGTH);
  if (end < text.length) {
    const blank = text.slice(begin, end).search(/\s\S*$/);
    if (blank > LENGTH / 2) end = begin + blank;
  }
  return { text: text.slice(begin, end).replaceAll("\n", " ").trimEnd(),
    highlights: hits.filter((h) => h.begin >= begin && h.end <= end).map((h) => [h.begin - begin, h.end - begin]) };
};
const make_excerpt = ([, , body, code], plan) => {
  let best, best_groups = 0;
  for (const text of [body, code]) {
    const hits = find_hits(text, plan);
    let best_hit = 0, groups = 0;
    hits.forEach((hit, i) => {
      const seen = new Set();
      for (let j = i; j < hits.length && hits[j].end - hit.begin < LENGTH - BEFORE; ++j) seen.add(hits[j].group);
      if (seen.size > groups) { groups = seen.size; best_hit = i; }
    });
    if (groups > best_groups) {
      best_groups = groups;
      best = cut(text, hits[best_hit].begin, hits);
    }
  }
  return best ?? cut(body || code, 0, []);
};
