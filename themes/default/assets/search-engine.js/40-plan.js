// From words to what is looked up (src/search/query/plan.cc).

const MOST_GROUPS = 24, MOST_GROUPS_IN_PLAN = 64, MOST_FORMS = 200, MOST_PREFIXED = 60, SHORTEST_PREFIX = 2, MOST_COMPLETED = 2, MOST_MISSING = 5;
const add_forms = (forms, more) => {
  for (const form of more) if (forms.length < MOST_FORMS && !forms.includes(form)) forms.push(form);
  return forms;
};

class Planner {
  constructor(index, spelling, typing) {
    this.index = index;
    this.language = index.language;
    this.weights = index.weights;
    this.spelling = spelling;
    this.typing = typing;
    this.plan = { language: this.language, groups: [], phrases: [], systems: [], corrections: [] };
    this.known_code_end = 0;
    this.group_of_token = new Map();
  }
  run(query) {
    let tokens = tokenise(query, this.language);
    this.read_phrases(query, tokens);
    const stop = (t) => t.kind === "w" && is_stop_word(t.text, this.language);
    if (!tokens.every(stop)) tokens = tokens.filter((t) => !stop(t));
    const query_end = query.length;
    for (let i = 0; i < tokens.length && this.plan.groups.length < MOST_GROUPS; ++i)
      this.add_token(tokens, i, this.typing && tokens[i].end === query_end);
    this.join_neighbours(tokens);
    return this.plan;
  }
  is_camel_part(tokens, token) {
    return tokens.some((o) => o !== token && o.kind === "w" && o.begin <= token.begin && o.end >= token.end && o.end - o.begin > token.end - token.begin);
  }
  read_phrases(query, tokens) {
    for (let open = query.indexOf('"'); open >= 0;) {
      const close = query.indexOf('"', open + 1);
      if (close < 0) break;
      const words = tokens.filter((t) => t.begin > open && t.end <= close && (t.kind === "v" || (t.kind === "w" && !this.is_camel_part(tokens, t)))).map((t) => t.text);
      if (words.length > 1) this.plan.phrases.push(words);
      open = query.indexOf('"', close + 1);
    }
  }
  add_token(tokens, at, typing) {
    const token = tokens[at], group = { text: token.text, weight: 1, is_word: token.kind === "w", optional: false, alternatives: [] };
    if (token.kind === "c") {
      group.alternatives = this.code_alternatives(token.text, typing);
      if (group.alternatives.length === 0) return;
      this.known_code_end = Math.max(this.known_code_end, token.end);
    } else if (token.kind === "v") {
      group.alternatives = this.version_alternatives(token.text);
    } else {
      if (token.part && token.end <= this.known_code_end) {
        group.weight = this.weights.code_part;
        group.optional = true;
      } else if (token.part && this.is_camel_part(tokens, token)) {
        return;
      }
      group.alternatives = this.word_alternatives(token.text, typing);
      if (/^[0-9]{1,4}$/.test(token.text) && at > 0) {
        let before = at - 1;
        while (before > 0 && this.is_camel_part(tokens, tokens[before])) --before;
        const name = tokens[before];
        if (name.kind === "w") group.alternatives.push({ weight: this.weights.pair, field: "p", sets: [[name.text + "@" + token.text]] });
        group.alternatives.push({ weight: this.weights.stem, field: "v", sets: [[token.text]] });
      }
      group.system = this.index.system_of(token.text);
      this.note_system(token.text);
    }
    this.group_of_token.set(at, this.plan.groups.length);
    this.plan.groups.push(group);
  }
  code_alternatives(code, typing) {
    const out = [];
    if (typing) {
      const forms = this.index.with_prefix("c", code, MOST_PREFIXED);
      if (forms.length) out.push({ weight: this.weights.prefix_of_code, field: "c", sets: [forms] });
    }
    let weight = 1;
    for (const text of code_chain(code)) {
      if (this.index.postings("c", text).length) {
        out.push({ weight, field: "c", sets: [[text]] });
        break;
      }
      weight *= 0.7;
    }
    return out;
  }
  version_alternatives(version) {
    const out = [{ weight: 1, field: "v", sets: [[version]] }], chain = version_chain(version);
    if (chain.length > 2 && this.index.postings("v", version).length === 0)
      out.push({ weight: this.weights.shorter_version, field: "v", sets: [[chain[1]]] });
    return out;
  }
  note_system(word) {
    const system = this.index.system_of(word);
    if (system && !this.plan.systems.includes(system)) this.plan.systems.push(system);
  }
  /** "+tieto" stands for all compounds that have this part. */
  add_compounds(part, forms) {
    if (this.index.postings("w", "+" + part).length) add_forms(forms, ["+" + part]);
  }
  /** The known forms that have a key in common with `word`, by relation; each looked up when it is asked for. */
  family_of(word) {
    const { index } = this, stemmed = stem(word, this.language), known = index.has_word(word);
    const of_known = (relation) => known ? index.forms(relation, word) : [];
    const all = (relation, keys) => keys.reduce((forms, key) => add_forms(forms, index.forms(relation, key)), []);
    const find = {
      exact: () => known ? [word] : [],
      stem: () => add_forms([...index.forms("Z", stemmed)], stemmed !== word && index.has_word(stemmed) ? [stemmed] : []),
      lemma: () => all("B", of_known("L")),
      derived: () => of_known("R").reduce((forms, root) => add_forms(add_forms(forms, index.forms("B", root)), index.forms("D", root)), all("D", of_known("L"))),
      folded: () => index.forms("F", strip_marks(stemmed)),
      containing: () => {
        const forms = [];
        for (const part of [...of_known("L"), ...of_known("R"), word]) this.add_compounds(part, forms);
        return forms;
      },
      system: () => {
        const system = index.system_of(word);
        return system ? index.forms("S", system) : [];
      },
    };
    const family = {};
    for (const [relation, look_up] of Object.entries(find)) {
      let forms;
      Object.defineProperty(family, relation, { enumerable: true, get: () => forms ??= look_up() });
    }
    return family;
  }
  static is_empty(family) { return Object.values(family).every((forms) => forms.length === 0); }
  add_family(family, scale, out) {
    const add = (weight, forms) => {
      if (forms.length) out.push({ weight: weight * scale, field: "w", sets: [add_forms([...family.exact], forms)] });
    };
    add(1, family.exact);
    add(1, family.system);
    add(this.weights.stem, family.stem);
    if (family.lemma.length) add(this.weights.lemma, add_forms([...family.stem], family.lemma));
    add(this.weights.derived, family.derived);
    add(this.weights.folded, family.folded);
    add(this.weights.part, family.containing);
  }
  word_alternatives(word, typing) {
    const out = [], missing = this.index.missing.size, family = this.family_of(word);
    this.add_family(family, 1, out);
    if (typing && utf8_length(word) >= SHORTEST_PREFIX) this.add_completions(word, Planner.is_empty(family), out);
    // What an unknown word may be is asked when it is known to be unknown.
    if (this.index.missing.size > missing) return out;
    this.add_segments(word, out);
    if (out.length === 0 && this.spelling && this.index.missing.size === missing) this.add_corrected(word, typing, out);
    return out;
  }
  /** What the last word may become: the commonest completions as words of their own, all others as forms. */
  add_completions(word, unknown, out) {
    const { index, weights } = this, known = new Set(out.flatMap(({ sets }) => sets.flat()));
    let forms = index.with_prefix("w", word, MOST_PREFIXED);
    if (index.missing.size > 0) return;
    if (forms.length === 0) forms = index.with_folded_prefix(word, MOST_PREFIXED);
    if (forms.length === 0) return;
    const stems = new Set();
    for (const form of forms) {
      if (stems.size === MOST_COMPLETED) break;
      if ([...form].length > [...word].length + MOST_MISSING || known.has(form)) continue;
      const stemmed = stem(form, this.language);
      if (stems.has(stemmed)) continue;
      stems.add(stemmed);
      this.add_family(this.family_of(form), unknown ? weights.completed_unknown : weights.completed, out);
    }
    out.push({ weight: unknown ? weights.prefix_of_unknown : weights.prefix, field: "w", sets: [forms] });
  }
  /** The forms of parts in a row, as they make one word; none where nobody writes that word. */
  forms_of_row(parts) {
    const { exact, stem, lemma, containing } = this.family_of(parts.join("")), forms = [...exact];
    if (parts.length === 1 || exact.length + stem.length + lemma.length) for (const more of [stem, lemma, containing]) add_forms(forms, more);
    return forms;
  }
  /** "tietokanta" and "palvelu" of a word with three parts: two known words; else every part. */
  segments_of(parts) {
    for (let i = parts.length - 1; i > 0 && parts.length > 2; --i) {
      const halves = [parts.slice(0, i), parts.slice(i)].map((row) => this.forms_of_row(row));
      if (halves.every((forms) => forms.length)) return halves;
    }
    return parts.map((part) => this.forms_of_row([part]));
  }
  add_segments(word, out) {
    const parts = this.index.parts(word);
    if (parts.length < 2) return;
    const sets = this.segments_of(parts);
    if (!sets.every((forms) => forms.length)) return;
    out.push({ weight: this.weights.segments, field: "w", sets });
    if (this.language === "fi") out.push({ weight: this.weights.head, field: "w", sets: [sets[sets.length - 1]] });
  }
  add_corrected(word, typing, out) {
    let suggestions = suggest(this.index, word, false);
    if (suggestions.length === 0 && typing) suggestions = suggest(this.index, word, true);
    suggestions.forEach(({ word: used, distance }, i) => {
      this.add_family(this.family_of(used), (this.weights.typo / distance) * (i === 0 ? 1 : 0.9), out);
      this.note_system(used);
    });
    if (suggestions.length) this.plan.corrections.push({ typed: word, used: suggestions[0].word });
  }
  join_neighbours(tokens) {
    for (let i = 0; i + 1 < tokens.length; ++i) {
      const left = this.group_of_token.get(i), right = this.group_of_token.get(i + 1);
      if (left === undefined || right === undefined || tokens[i].kind !== "w" || tokens[i + 1].kind !== "w") continue;
      const family = this.family_of(tokens[i].text + tokens[i + 1].text), forms = [...family.exact];
      for (const more of [family.stem, family.lemma]) add_forms(forms, more);
      if (forms.length === 0) continue;
      for (const group of [left, right]) this.plan.groups[group].alternatives.push({ weight: this.weights.joined, field: "w", sets: [forms] });
    }
  }
}

/** Optimal string alignment of `a` with `b`, or with the beginning of `b` that is nearest; limit + 1 beyond the limit. */
const distance_of = (a, b, limit, beginning) => {
  if (a.length - b.length > limit || (!beginning && b.length - a.length > limit)) return limit + 1;
  let before = [], last = Array.from({ length: a.length + 1 }, (_, i) => i), now = [], nearest = limit + 1;
  for (let j = 1; j <= Math.min(b.length, a.length + limit); ++j) {
    now = [j];
    for (let i = 1; i <= a.length; ++i) {
      now[i] = Math.min(last[i] + 1, now[i - 1] + 1, last[i - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) now[i] = Math.min(now[i], before[i - 2] + 1);
    }
    [before, last] = [last, now];
    if (beginning) nearest = Math.min(nearest, last[a.length]);
  }
  return Math.min(beginning ? nearest : last[a.length], limit + 1);
};
const suggest = (index, word, beginning) => {
  const typed = [...word];
  if (typed.length < 4) return [];
  let limit = typed.length >= 6 ? 2 : 1, candidates = [];
  for (const [known, count] of index.words_like(word)) {
    const distance = distance_of(typed, [...known], limit, beginning);
    if (distance > limit) continue;
    if (distance < limit) { limit = distance; candidates = []; }
    candidates.push({ word: known, count, distance });
  }
  return candidates.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)).slice(0, 3);
};
