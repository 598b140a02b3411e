// From a plan to pages in order (src/search/query/rank.cc).

const NAME_FIELDS = ["t", "n", "f"];
const idf = (documents, matching) => Math.log(1 + (documents - matching + 0.5) / (matching + 0.5));
const saturate = (count, k1, b, length, average) => (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));

class Ranker {
  constructor(index, plan) {
    this.index = index;
    this.plan = plan;
    this.w = index.weights;
    this.section_length = index.length / index.sections.length;
    this.page_length = index.length / index.pages.length;
    const w = this.w;
    this.name_weights = [w.title, w.other_title, w.file];
    this.page_name_weights = [w.page_title, w.page_other_title, w.page_file];
    this.name_match_weights = [w.title_match, w.other_title_match, w.file_match];
  }
  run() {
    if (this.index.pages.length === 0) return [];
    this.matches = this.plan.groups.map((group) => this.match(group));
    this.systems = this.plan.systems.map((system) => {
      const has = new Float32Array(this.index.sections.length);
      this.add_postings("s", system, has);
      return { has, idf: idf(this.index.sections.length, has.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0)) };
    });
    const out = [];
    for (let page = 0; page < this.index.pages.length; ++page) {
      const ranked = this.score_page(page);
      if (ranked.score > 0) out.push(ranked);
    }
    return out.sort((a, b) => b.score - a.score);
  }
  add_postings(field, text, counts) {
    const postings = this.index.postings(field, text);
    for (let i = 0; i < postings.length; i += 2) counts[postings[i]] += postings[i + 1];
  }
  find(field, texts) {
    const { sections, pages, page_of } = this.index;
    const found = { words: new Float32Array(sections.length), headings: new Float32Array(sections.length), names: NAME_FIELDS.map(() => new Float32Array(pages.length)), pages: new Set() };
    for (const text of texts) {
      this.add_postings(field, text, found.words);
      for (let i = 0, postings = this.index.postings(field, text); i < postings.length; i += 2) found.pages.add(page_of[postings[i]]);
      if (field !== "w") continue;
      this.add_postings("h", text, found.headings);
      NAME_FIELDS.forEach((name, n) => {
        const postings = this.index.postings(name, text);
        for (let i = 0; i < postings.length; i += 2) found.names[n][page_of[postings[i]]] += postings[i + 1];
      });
    }
    return found;
  }
  in_upper_heading(found, section) {
    let depth = this.index.sections[section].depth;
    for (let at = section - 1; depth > 1 && at >= 0; --at) {
      const other = this.index.sections[at].depth;
      if (other === 0) break;
      if (other >= depth) continue;
      if (found.headings[at] > 0) return true;
      depth = other;
    }
    return false;
  }
  match(group) {
    const { sections, pages } = this.index;
    const out = { sections: new Float32Array(sections.length), pages: new Float32Array(pages.length), in_name: NAME_FIELDS.map(() => new Uint8Array(pages.length)),
      in_heading: new Uint8Array(sections.length), counted: new Uint8Array(sections.length), counted_pages: new Uint8Array(pages.length) };
    for (const alternative of group.alternatives) {
      const found = alternative.sets.map((set) => this.find(alternative.field, set));
      // A page must have one of each set, so those of the first are enough.
      for (const page of found[0]?.pages ?? []) this.match_page(alternative, found, page, out);
    }
    const sum = (array) => array.reduce((total, value) => total + value, 0);
    out.section_idf = idf(sections.length, sum(out.counted));
    out.page_idf = idf(pages.length, sum(out.counted_pages));
    return out;
  }
  match_page(alternative, found, page, out) {
    const { w } = this, entry = this.index.pages[page], last = entry.first + entry.count;
    let page_count = 1e9, any = true;
    const named = [true, true, true];
    for (const set of found) {
      let words = 0, headings = 0;
      for (let s = entry.first; s < last; ++s) { words += set.words[s]; headings += set.headings[s] > 0 ? 1 : 0; }
      any = any && words > 0;
      let count = words + w.page_heading * headings;
      for (let n = 0; n < 3; ++n) {
        if (set.names[n][page] > 0) count += this.page_name_weights[n];
        named[n] = named[n] && set.names[n][page] > 0;
      }
      page_count = Math.min(page_count, count);
    }
    if (!any) return;
    const strong = alternative.weight >= 0.5;
    const match = alternative.weight * saturate(page_count, w.page_k1, w.page_b, entry.length, this.page_length);
    out.pages[page] = Math.max(out.pages[page], Math.fround(match));
    if (strong) {
      out.counted_pages[page] = 1;
      for (let n = 0; n < 3; ++n) if (named[n]) out.in_name[n][page] = 1;
    }
    for (let s = entry.first; s < last; ++s) {
      let count = 1e9, here = true, heading = true;
      for (const set of found) {
        let one = set.words[s] + w.heading * (set.headings[s] > 0 ? 1 : 0);
        for (let n = 0; n < 3; ++n) if (set.names[n][page] > 0) one += this.name_weights[n];
        if (this.in_upper_heading(set, s)) one += w.upper_heading;
        here = here && set.words[s] > 0;
        heading = heading && set.headings[s] > 0;
        count = Math.min(count, one);
      }
      if (count <= 0) continue;
      const value = alternative.weight * saturate(count, w.section_k1, w.section_b, this.index.sections[s].length, this.section_length);
      out.sections[s] = Math.max(out.sections[s], Math.fround(value));
      if (here && strong) out.counted[s] = 1;
      if (heading && strong) out.in_heading[s] = 1;
    }
  }
  /** A system that the text, sections `first` to before `last`, is about need not be in its title. */
  coverage(has, first, last, words, idf_of) {
    let all = 0, matched = 0, count = 0;
    this.matches.forEach((match, g) => {
      if (this.plan.groups[g].optional) return;
      const here = has(match);
      if (!here && this.has_system(g, first, last)) return;
      all += match[idf_of];
      if (!here) return;
      matched += match[idf_of];
      count += 1;
    });
    if (all <= 0 || words === 0) return 0;
    return matched * (matched / all) * Math.min(1, count / words);
  }
  has_system(group, first, last) {
    const named = this.plan.systems.indexOf(this.plan.groups[group].system);
    return named >= 0 && this.systems[named].has.subarray(first, last).some((count) => count > 0);
  }
  section_score(section) {
    let sum = 0;
    this.matches.forEach((match, g) => {
      sum += this.plan.groups[g].weight * match.section_idf * match.sections[section];
    });
    if (sum <= 0) return 0;
    sum += this.w.heading_match * this.coverage((m) => m.in_heading[section], section, section + 1, this.index.sections[section].heading_words, "section_idf");
    for (const system of this.systems) if (system.has[section] > 0) sum += this.w.system * system.idf;
    return sum;
  }
  score_page(page) {
    const entry = this.index.pages[page], out = { page, score: 0, sections: [] };
    let sum = 0;
    this.matches.forEach((match, g) => {
      sum += this.plan.groups[g].weight * match.page_idf * match.pages[page];
    });
    if (sum <= 0) return out;
    for (let s = entry.first; s < entry.first + entry.count; ++s) {
      const score = this.section_score(s);
      if (score > 0) out.sections.push({ section: s, score });
    }
    out.sections.sort((a, b) => b.score - a.score);
    let sections = 0, title = 0;
    out.sections.slice(0, 4).forEach((section, i) => { sections += section.score * (i === 0 ? 1 : this.w.next_sections); });
    for (let n = 0; n < 3; ++n)
      title = Math.max(title, this.name_match_weights[n] * this.coverage((m) => m.in_name[n][page], entry.first, entry.first + entry.count, entry.name_words[n], "page_idf"));
    out.score = (sections + this.w.page * sum + title) * entry.prior;
    return out;
  }
}
