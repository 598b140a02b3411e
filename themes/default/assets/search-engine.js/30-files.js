// The files of the index (src/search/static_index.h). What is missing is noted, so that it can be loaded.

const DIGITS = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((c, i) => [c, i]));
const read_numbers = (text) => {
  const out = [];
  for (let i = 0, value = 0, shift = 0; i < text.length; ++i) {
    const digit = DIGITS.get(text[i]);
    value += (digit & 31) * 2 ** shift;
    shift += 5;
    if (digit < 32) { out.push(value); value = shift = 0; }
  }
  return out;
};

const NAME_LENGTH = 5, SHORTEST_HALF = 3;
/** A text written as the length of what it shares with the one before, and the rest; as its characters. */
const read_rest = (before, written) => [...before.slice(0, DIGITS.get(written[0])), ...written.slice(1)];
/** Of blocks: the first text and the name of each. */
const read_table = (table) => {
  let before = [];
  const firsts = table?.names ? table.firsts.split("\n").map((written) => (before = read_rest(before, written)).join("")) : [];
  return { firsts, names: firsts.map((_, i) => table.names.substr(i * NAME_LENGTH, NAME_LENGTH)) };
};
/** The address of a heading whose own is left out (anchor_of in src/search/index/static_form.cc). */
const anchor_of = (heading) => heading.toLowerCase().replace(/[^\w -]/g, "").replace(/[ -]+/g, "-").replace(/^-|-$/g, "");
/** A text file: {url, title, sections: [[anchor, headings, body, code]]}. */
const read_texts = (text) => {
  const [names, ...sections] = text.split("\f"), [url, title] = names.split("\t");
  return { url, title, sections: sections.map((section) => {
    const [names, body = "", code = ""] = section.split("\v"), [anchor, ...headings] = names.split("\t");
    return [anchor || anchor_of(headings[headings.length - 1] ?? ""), headings, body, code];
  }) };
};
/** Fields of words, and fields whose texts begin with "!" in the shards. */
const WORD_FIELDS = "whtnf", OTHER_FIELDS = "cvps";

/** Entries of the fields of words, that of "w" first and without its letter. */
const read_few = (written) => ("w" + written).split("|");

class LanguageIndex {
  constructor(meta, files) {
    this.meta = meta;
    this.language = meta.language;
    this.files = files;
    this.missing = new Set();
    this.parsed = new Map();
    this.weights = meta.weights;
    /** Entries that came with a form. */
    this.few = new Map();
    const pages = read_numbers(meta.pages), shapes = read_numbers(meta.shapes);
    this.shards = read_table(meta.shards);
    this.translated = {};
    this.pages = [];
    this.page_of = [];
    let first = 0, names = 0;
    for (let i = 0; i < pages.length;) {
      const count = pages[i], index = this.pages.length, name = meta.texts.slice(names, names += NAME_LENGTH), texts = [{ begin: first, name }];
      const name_words = pages.slice(i + 1, i + 4), more = pages[i + 4];
      for (let m = 0; m < more; ++m) texts.push({ begin: texts[m].begin + pages[i + 5 + m], name: name + (m + 1) });
      i += 5 + more;
      this.pages.push({ first, count, name_words, length: 0, prior: (meta.priors[index] ?? 1) * (1 + this.weights.links * meta.links[index]), texts });
      for (let s = 0; s < count; ++s) this.page_of.push(index);
      first += count;
    }
    this.sections = read_numbers(meta.lengths).map((code, i) => {
      const length = code < 8 ? code : (4 + (code & 3)) << ((code >> 2) - 1);
      this.pages[this.page_of[i]].length += length;
      return { length, heading_words: shapes[i] >> 3, depth: shapes[i] & 7 };
    });
    this.length = this.pages.reduce((sum, page) => sum + page.length, 0);
  }
  /** Which pages each value of a facet has: {system, product, kind}, each a map of sets. */
  get facets() {
    if (this.facet_pages) return this.facet_pages;
    const manuals = new Set(this.pages.keys());
    this.facet_pages = {};
    for (const [facet, values] of Object.entries(this.meta.facets)) {
      const pages_of = this.facet_pages[facet] = new Map();
      for (const [value, distances] of Object.entries(values)) {
        let page = 0;
        pages_of.set(value, new Set(read_numbers(distances).map((distance) => page += distance)));
      }
    }
    for (const pages of this.facet_pages.kind.values()) for (const page of pages) manuals.delete(page);
    this.facet_pages.kind.set("manual", manuals);
    return this.facet_pages;
  }
  /** The content of a file, or undefined where it must be loaded first. */
  file(name) {
    const key = this.language + "/" + name;
    if (!this.files.has(key)) this.missing.add(key);
    return this.files.get(key);
  }
  parse(name, read) {
    if (this.parsed.has(name)) return this.parsed.get(name);
    const text = this.file(name);
    if (text === undefined) return undefined;
    const out = read(text);
    this.parsed.set(name, out);
    return out;
  }
  shard(number, table = this.shards) {
    return this.parse(table.names[number], (text) => {
      const out = new Map();
      const [heads, entries = ""] = text.split("\f"), lines = entries.split("\n");
      let before = [], parts;
      heads.split("\n").forEach((head, row) => {
        if (!head) return;
        const [words, ...data] = (lines[row] ?? "").split("\t");
        before = read_rest(before, head);
        out.set(before.join(""), [...(words ? ["w" + words] : []), ...data.map((d) => d[0] !== "P" ? d : parts = d[1] ? d : parts ?? d)]);
      });
      const texts = [...out.keys()];
      texts.forEach((text, row) => out.set(text, out.get(text).map((d) => "BD".includes(d[0]) ? this.with_forms(d, texts, row) : d)));
      return out;
    });
  }
  /** An entry with its references to rows as forms. */
  with_forms(entry, texts, row) {
    const [references, ...others] = entry.slice(1).split(" ");
    const forms = read_numbers(references).map((n, i) => "A" + texts[row = i ? row + n + 1 : row + (n % 2 ? -(n + 1) / 2 : n / 2)]);
    return entry[0] + [...forms, ...others].join(" ");
  }
  /** What a row leaves out because its shard tells it: the forms there of a stem, or what names a form as its own. */
  told_by_shard(letter, text) {
    const shard = this.shard(this.shard_of(text));
    if (!shard) return [];
    const told = (shard.told ??= {})[letter] ??= new Map();
    if (!told.size) {
      told.set("", []);
      const add = (key, form) => told.get(key)?.push(form) ?? told.set(key, [form]);
      for (const [key, data] of shard) for (const d of data) {
        if (letter === "Z" && d[0] === "w") { const stemmed = stem(key, this.language); if (stemmed !== key) add(stemmed, key); }
        if (letter !== "Z" && d[0] === letter) for (const form of this.read_forms(letter, d.slice(1), key)) add(form, key);
      }
    }
    return told.get(text) ?? [];
  }
  /** The last shard whose first text is not after `text`. */
  shard_of(text, table = this.shards) {
    let low = 0, high = table.firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (table.firsts[middle] <= text) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
  entry(letter, text, table = this.shards) {
    const number = this.shard_of(text, table);
    return number < 0 ? undefined : this.shard(number, table)?.get(text)?.find((d) => d[0] === letter)?.slice(1);
  }
  data(letter, text) {
    if (text[0] === "+" && WORD_FIELDS.includes(letter)) return this.compounds(text.slice(1)).find((d) => d[0] === letter)?.slice(1);
    if (this.few.has(text) && WORD_FIELDS.includes(letter)) return this.few.get(text).find((d) => d[0] === letter)?.slice(1);
    return this.entry(letter, OTHER_FIELDS.includes(letter) ? "!" + text : text);
  }
  /** [section, count, section, count, ...] in order. */
  postings(field, text) {
    const key = field + text;
    this.cache ??= new Map();
    if (this.cache.has(key)) return this.cache.get(key);
    const data = this.data(field, text), out = [];
    if (data !== undefined) {
      const numbers = read_numbers(data);
      for (let i = 0, section = 0; i < numbers.length; ++i) {
        const many = numbers[i] % 2;
        section += (numbers[i] - many) / 2;
        out.push(section, many ? numbers[++i] : 1);
      }
      this.cache.set(key, out);
    }
    return out;
  }
  /** Forms as their shards write them: the beginning shared with the key, and what they bring along. */
  read_forms(relation, data, key) {
    return data.split(" ").map((written) => {
      const equals = "BD".includes(relation) ? written.indexOf("=") : -1, end = equals < 0 ? written.length : equals;
      const form = [...key].slice(0, DIGITS.get(written[0])).join("") + written.slice(1, end);
      if (equals >= 0) this.few.set(form, read_few(written.slice(equals + 1)));
      return form;
    });
  }
  /** What all compounds with a part say together. */
  compounds(part) {
    const data = this.entry("M", part);
    return data === undefined ? [] : read_few(data);
  }
  forms(relation, key) {
    const data = this.data(relation, key), forms = data === undefined ? [] : this.read_forms(relation, data, key);
    const told = { Z: "Z", L: "B", R: "D" }[relation];
    return [...forms, ...(told ? this.told_by_shard(told, key) : [])].sort();
  }
  lemmas(word) { return this.forms("L", word); }
  /** The parts of a compound: known ones bring them along, others are split into two known words. */
  parts(word) {
    const missing = this.missing.size, parts = this.data("P", word) ?? this.data("V", word);
    if (parts?.length === 1) {
      const letters = [...word], length = DIGITS.get(parts);
      return [letters.slice(0, length).join(""), letters.slice(length).join("")];
    }
    if (parts !== undefined) return parts.split("+");
    // Nothing is known yet of a word whose file is missing.
    if (this.missing.size > missing || this.has_word(word)) return [];
    let best = [], most = 1;
    const frequency = (text) => this.postings("w", text).length / 2;
    for (let i = SHORTEST_HALF; i + SHORTEST_HALF <= word.length; ++i) {
      const left = word.slice(0, i), right = word.slice(i);
      let count = frequency(left);
      if (count > most) count = Math.min(count, frequency(right));
      if (count <= most) continue;
      most = count;
      best = [left, right];
    }
    return best;
  }
  /** What headings say in another language for a stem or dictionary form: [{word, percent}]. */
  translations(key, language) {
    const line = this.entry("X", key, this.translated[language] ??= read_table(this.meta.translations[language]));
    if (!line) return [];
    const words = line.split(" "), out = [];
    for (let i = 0; i < words.length; i += 2) out.push({ word: words[i], percent: +words[i + 1] });
    return out;
  }
  /** For each page the number of its translation in the other language's index, or -1. */
  twins(language) {
    return this.parse(this.meta.twins[language], (text) => read_numbers(text).map((n) => n - 1)) ?? this.pages.map(() => -1);
  }
  has_word(word) { return this.data("w", word) !== undefined; }
  system_of(word) {
    for (const [beginning, name] of this.meta.systems) {
      if (is_form_of(word, beginning)) return name;
    }
    return "";
  }
  /** All words with the first letter of `word` as [word, sections]. */
  words_like(word) {
    const letter = String.fromCodePoint(word.codePointAt(0));
    const name = this.meta.words[letter];
    if (!name) return [];
    return this.parse(name, (text) => {
      const out = [];
      let before = [];
      for (const line of text.split("\n")) {
        if (!line) continue;
        const blank = line.lastIndexOf(" ");
        before = read_rest(before, line.slice(0, blank));
        out.push([before.join(""), read_numbers(line.slice(blank + 1))[0]]);
      }
      return out;
    }) ?? [];
  }
  static most_frequent(found, limit) {
    found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return found.slice(0, limit).map(([text]) => text);
  }
  /** Texts beginning with `prefix` that have the letter, with their data. */
  range(letter, beginning) {
    const out = [], other = OTHER_FIELDS.includes(letter), prefix = other ? "!" + beginning : beginning;
    for (let n = Math.max(0, this.shard_of(prefix)); n < this.shards.firsts.length; ++n) {
      if (this.shards.firsts[n] > prefix && !this.shards.firsts[n].startsWith(prefix)) break;
      for (const [text, data] of this.shard(n) ?? []) {
        const found = text.startsWith(prefix) && data.find((d) => d[0] === letter);
        if (found) out.push([other ? text.slice(1) : text, found.slice(1)]);
      }
    }
    return out;
  }
  /** The texts of a field that most sections have, of those that begin so. */
  with_prefix(field, prefix, limit) {
    return LanguageIndex.most_frequent(this.range(field, prefix).map(([text]) => [text, this.postings(field, text).length]), limit);
  }
  with_folded_prefix(prefix, limit) {
    return this.range("F", prefix).flatMap(([key, data]) => this.read_forms("F", data, key)).slice(0, limit);
  }
  /** {url, title, entry: [anchor, headings, body, code]} of a section. */
  text(section) {
    const { texts } = this.pages[this.page_of[section]], { begin, name } = texts.findLast((text) => text.begin <= section);
    const file = this.parse(name, read_texts);
    return file && { url: file.url, title: file.title, entry: file.sections[section - begin] };
  }
}
