// Searching the static index (src/search/static_index.h) in the browser: the tokeniser, stemmers, planner and
// ranking of src/search/*.cc again, with the same numbers, so that both give the same answers. Words known to the
// index bring their dictionary forms with them; for others there are the stemmers. Files are loaded as they
// are asked for: the planner runs, notes what was missing, and runs again when that is there.
(() => {
  "use strict";

  // ---- Text

  const fold = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
  const strip_marks = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "");
  const word_pattern = /[\p{L}\p{N}\u0300-\u036f]/u;
  const OPENING = "\"'`([{<*,;!?|>)]}~^&\\\u00ab\u00bb\u2018\u2019\u201c\u201d\u201e";
  const CLOSING = "\"'`)]}>*,;.!?:|([{<~^&\\\u00ab\u00bb\u2018\u2019\u201c\u201d\u201e\u2026";
  const CASE_ENDINGS = new Set(("|n|a|ä|ta|tä|tta|ttä|ssa|ssä|sta|stä|an|en|in|on|un|yn|än|ön|hin|hun|hyn|seen|lla|llä|" +
    "lta|ltä|lle|na|nä|ksi|t|iin|ita|itä|ia|iä|ja|jen").split("|"));
  const UNITS = new Set(("b kb mb gb tb pb kib mib gib tib pib hz mhz ghz s ms ns min h hours % x times bu € eur w kw mw " +
    "million flops tflops pflops gb/s mb/s bus").split(" "));
  const SUFFIXES = ["alpha", "beta", "dev", "post", "rc", "lts", "sp", "pl", "a", "b", "c", "p", "r", "u"];
  const STOP_WORDS = {
    en: new Set(("a about above after again all also am an and any are as at be been before being below between both but " +
      "by can cannot could did do does doing don down during each few for from further had has have having he her here " +
      "his how i if in into is it its just may me more most must my no nor not of on once only or other our out over own " +
      "same should so some such than that the their them then there these they this those through to too until up very " +
      "was we were what when where which while who why will with would you your yours because please").split(" ")),
    fi: new Set(("ei eivät eli emme en että haluan he hän ja joita joka jokin joko jolla jolloin jonka jos joskus jossa " +
      "josta jota jotka jotta kanssa kertoa koska kuin kuinka kuitenkin kun löydän me mihin mikä miksi millainen milloin " +
      "minkä minne minulla minun minä missä mistä miten mitkä mitä mukaan mutta muun myös ne niiden niin niitä noin nyt " +
      "nämä näitä näiden ole olen olet oli olla on onko ovat se sekä sen siellä sillä sinun sitten sitä siis tai te tämä " +
      "tämän tässä tätä vai vain vaikka voi voin voinko voit vielä").split(" ")),
  };
  const is_stop_word = (word, language) => STOP_WORDS[language]?.has(word) ?? false;
  const is_alnum = (c) => c !== undefined && /^[0-9A-Za-z]$/.test(c);
  const is_digit = (c) => c !== undefined && c >= "0" && c <= "9";
  const is_alpha = (c) => c !== undefined && /^[A-Za-z]$/.test(c);

  const find_versions = (chunk) => {
    const out = [];
    for (let at = 0; at < chunk.length; ++at) {
      if (!is_digit(chunk[at])) continue;
      const begin = version_begin(chunk, at), numbers = [];
      let end = at, wildcard = false;
      while (is_digit(chunk[end])) {
        const first = end;
        while (is_digit(chunk[end])) ++end;
        numbers.push(chunk.slice(first, end));
        if (end + 1 >= chunk.length || chunk[end] !== ".") break;
        const next = chunk[end + 1];
        wildcard = (next.toLowerCase() === "x" || next === "*") && !is_alnum(chunk[end + 2]);
        if (wildcard || !is_digit(next)) break;
        ++end;
      }
      const numbers_end = end;
      end = wildcard ? end + 2 : past_suffix(chunk, end);
      const enough = numbers.length >= 2 || wildcard;
      const follows = chunk[end] === "." && is_digit(chunk[end + 1]);
      if (begin >= 0 && enough && numbers.length <= 6 && !is_alnum(chunk[end]) && !follows && chunk[end] !== "%" && !is_date(numbers))
        out.push({ text: chunk.slice(at, wildcard ? numbers_end : end).toLowerCase(), begin, end });
      at = Math.max(at, end - 1);
    }
    return out;
  };
  const version_begin = (chunk, digit) => {
    if (digit === 0) return 0;
    const before = chunk[digit - 1];
    if (before === "." || is_digit(before)) return -1;
    if (!is_alpha(before)) return digit;
    let letters = digit;
    while (letters > 0 && is_alpha(chunk[letters - 1])) --letters;
    if (letters > 0 && (is_digit(chunk[letters - 1]) || chunk[letters - 1] === ".")) return -1;
    if (digit - letters === 1) return before.toLowerCase() === "v" ? letters : -1;
    return digit;
  };
  const past_suffix = (chunk, at) => {
    const lower = chunk.slice(at, at + 8).toLowerCase();
    for (const suffix of SUFFIXES) {
      if (!lower.startsWith(suffix)) continue;
      let end = at + suffix.length;
      while (is_digit(chunk[end])) ++end;
      if (!is_alnum(chunk[end])) return end;
    }
    return at;
  };
  const is_date = (n) =>
    n.length === 3 && n[0].length <= 2 && n[1].length <= 2 && /^(19|20)\d\d$/.test(n[2]) && +n[0] >= 1 && +n[0] <= 31 && +n[1] >= 1 && +n[1] <= 12;
  const version_chain = (version) => {
    const out = [version], numbers = /^[0-9.]*/.exec(version)[0];
    if (numbers.length < version.length) out.push(numbers);
    for (let rest = numbers, dot; (dot = rest.lastIndexOf(".")) >= 0;) out.push((rest = rest.slice(0, dot)));
    return out;
  };
  const code_chain = (code) => {
    const out = [code];
    for (let at = code.length - 1; at >= 1; --at) {
      if (!"=:/.@".includes(code[at])) continue;
      const prefix = code.slice(0, at);
      if (/[^-./:=@]/.test(prefix) && prefix.length > 1) out.push(prefix);
    }
    return out;
  };

  /** Tokens {kind, part, text, begin, end} as src/search/tokens.h; kinds are "w", "c" and "v". */
  const tokenise = (text, language) => {
    const out = [];
    const chunks = [...text.matchAll(/[^ \t\n\r\f\v\u00a0]+/g)].map((m) => ({ begin: m.index, text: m[0] }));
    chunks.forEach((chunk, i) => {
      const next = chunks[i + 1];
      const same_line = next && !text.slice(chunk.begin + chunk.text.length, next.begin).includes("\n");
      add_chunk(out, chunk, same_line ? next.text : "", language);
    });
    return out;
  };
  const add_chunk = (out, chunk, next, language) => {
    let { begin, text: rest } = chunk;
    while (rest && OPENING.includes(rest[0])) { rest = rest.slice(1); ++begin; }
    const wildcard = (t) => t.length > 2 && t.endsWith(".*") && is_digit(t[t.length - 3]);
    while (rest && CLOSING.includes(rest[rest.length - 1]) && !wildcard(rest)) rest = rest.slice(0, -1);
    if (!rest) return;
    if (language === "fi") {
      const colon = rest.lastIndexOf(":");
      if (colon > 0 && CASE_ENDINGS.has(rest.slice(colon + 1)) && is_alnum(rest[colon - 1]) && !/[=/@]/.test(rest)) rest = rest.slice(0, colon);
    }
    const versions = rest.includes(".") ? find_versions(rest) : [];
    while (next && next.charCodeAt(next.length - 1) < 128 && CLOSING.includes(next[next.length - 1])) next = next.slice(0, -1);
    const quantity = versions.length > 0 && versions[versions.length - 1].end === rest.length && UNITS.has(next.toLowerCase());
    const only_version = versions.length === 1 && versions[0].begin === 0 && versions[0].end === rest.length;
    const code = /[_/=:.\-@+$#]/.test(rest) && /[A-Za-z]/.test(rest) && !rest.includes("://") && !only_version && [...rest].length <= 64;
    const tokens = [];
    if (code) {
      let name = fold(rest);
      if (name.startsWith("$")) name = name.replace(/[${}]/g, "");
      name = name.replace(/[-/=]+$/, "");
      if (name.length > 1 && !/^[0-9a-z]+$/.test(name)) tokens.push({ kind: "c", part: false, text: name, begin, end: begin + rest.length });
    }
    versions.forEach((version, i) => {
      if (!quantity || i + 1 < versions.length) tokens.push({ kind: "v", part: code, text: version.text, begin: begin + version.begin, end: begin + version.end });
    });
    add_words(tokens, rest, begin, versions, code);
    tokens.sort((a, b) => a.begin - b.begin);
    out.push(...tokens);
  };
  const add_words = (tokens, rest, begin, versions, code) => {
    const inside = (at) => versions.find((v) => at >= v.begin && at < v.end);
    const point = (at) => String.fromCodePoint(rest.codePointAt(at));
    for (let at = 0; at < rest.length;) {
      const version = inside(at);
      if (version) { at = version.end; continue; }
      const c = point(at);
      if (!word_pattern.test(c) || /[\u0300-\u036f]/.test(c)) { at += c.length; continue; }
      const first = at;
      while (at < rest.length && !inside(at) && word_pattern.test(point(at))) at += point(at).length;
      const word = rest.slice(first, at);
      if ([...word].length <= 64) {
        tokens.push({ kind: "w", part: code, text: fold(word), begin: begin + first, end: begin + at });
        add_camel_parts(tokens, word, begin + first);
      }
      const tail = /^['\u2019]([A-Za-z]+)/.exec(rest.slice(at));
      if (tail && tail[1].length <= 2) at += tail[0].length;
    }
  };
  const add_camel_parts = (tokens, word, begin) => {
    const upper = (i) => word[i] >= "A" && word[i] <= "Z", lower = (i) => word[i] >= "a" && word[i] <= "z";
    let first = 0;
    for (let i = 1; i <= word.length; ++i) {
      const border = upper(i) && (lower(i - 1) || (upper(i - 1) && lower(i + 1)));
      if (i < word.length && !border) continue;
      if (i === word.length && first === 0) return;
      if (i - first >= 3) tokens.push({ kind: "w", part: true, text: fold(word.slice(first, i)), begin: begin + first, end: begin + i });
      first = i;
    }
  };

  // ---- Stemmers, after the Snowball project's algorithms

  const english = (() => {
    const EXCEPTIONS = { skis: "ski", skies: "sky", dying: "die", lying: "lie", tying: "tie", idly: "idl", gently: "gentl", ugly: "ugli",
      early: "earli", only: "onli", singly: "singl", sky: "sky", news: "news", howe: "howe", atlas: "atlas", cosmos: "cosmos", bias: "bias", andes: "andes" };
    const KEPT = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);
    const STEP2 = [["ization", "ize"], ["ational", "ate"], ["fulness", "ful"], ["ousness", "ous"], ["iveness", "ive"], ["tional", "tion"],
      ["biliti", "ble"], ["lessli", "less"], ["entli", "ent"], ["ation", "ate"], ["alism", "al"], ["aliti", "al"], ["ousli", "ous"], ["iviti", "ive"],
      ["fulli", "ful"], ["enci", "ence"], ["anci", "ance"], ["abli", "able"], ["izer", "ize"], ["ator", "ate"], ["alli", "al"], ["bli", "ble"], ["ogi", "og"], ["li", ""]];
    const STEP3 = [["ational", "ate"], ["tional", "tion"], ["alize", "al"], ["icate", "ic"], ["iciti", "ic"], ["ative", ""], ["ical", "ic"], ["ness", ""], ["ful", ""]];
    const STEP4 = ["ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic"];
    const region = (word, from) => { const m = /[aeiouy][^aeiouy]/.exec(word.slice(from)); return m ? from + m.index + 2 : word.length; };
    const short_end = (w) => /^[aeiouy][^aeiouy]$/.test(w) || /[^aeiouy][aeiouy][^aeiouywxY]$/.test(w);
    return (word) => {
      if (word.length <= 2) return word;
      let w = word.startsWith("'") ? word.slice(1) : word;
      if (EXCEPTIONS[w]) return EXCEPTIONS[w];
      w = w.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
      const special = /^(gener|commun|arsen)/.exec(w);
      const p1 = special ? special[0].length : region(w, 0), p2 = region(w, p1);
      const in_r1 = (suffix) => w.length - suffix.length >= p1, in_r2 = (suffix) => w.length - suffix.length >= p2;
      const cut = (suffix, by) => { w = w.slice(0, w.length - suffix.length) + by; };
      const has_vowel = (t) => /[aeiouy]/.test(t);
      const apostrophe = /('s'|'s|')$/.exec(w);
      if (apostrophe) cut(apostrophe[0], "");
      if (w.endsWith("sses")) cut("sses", "ss");
      else if (/ie[ds]$/.test(w)) cut("ied", w.length > 4 ? "i" : "ie");
      else if (/(us|ss)$/.test(w)) { /* kept */ }
      else if (w.endsWith("s") && has_vowel(w.slice(0, -2))) cut("s", "");
      if (!KEPT.has(w)) {
        const e = /(eedly|eed)$/.exec(w), ing = /(ingly|edly|ing|ed)$/.exec(w);
        if (e) { if (in_r1(e[0])) cut(e[0], "ee"); }
        else if (ing && has_vowel(w.slice(0, -ing[0].length))) {
          cut(ing[0], "");
          if (/(at|bl|iz)$/.test(w)) w += "e";
          else if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(w)) w = w.slice(0, -1);
          else if (short_end(w) && w.length <= p1) w += "e";
        }
        if (/.[^aeiouy][yY]$/.test(w)) w = w.slice(0, -1) + "i";
        for (const [suffix, by] of STEP2) {
          if (!w.endsWith(suffix)) continue;
          const rest = w.slice(0, -suffix.length);
          const fits = suffix === "ogi" ? rest.endsWith("l") : suffix === "li" ? /[cdeghkmnrt]$/.test(rest) : true;
          if (in_r1(suffix) && fits) cut(suffix, by);
          break;
        }
        for (const [suffix, by] of STEP3) {
          if (!w.endsWith(suffix)) continue;
          if (in_r1(suffix) && (suffix !== "ative" || in_r2(suffix))) cut(suffix, by);
          break;
        }
        for (const suffix of STEP4) {
          if (!w.endsWith(suffix)) continue;
          if (in_r2(suffix) && (suffix !== "ion" || /[st]$/.test(w.slice(0, -3)))) cut(suffix, "");
          break;
        }
        if (w.endsWith("e")) { if (in_r2("e") || (in_r1("e") && !short_end(w.slice(0, -1)))) cut("e", ""); }
        else if (w.endsWith("ll") && in_r2("l")) cut("l", "");
      }
      return w.replaceAll("Y", "y");
    };
  })();

  const finnish = (word) => {
    const V1 = "aeiouyäö", V2 = "aeiouäö", C = "bcdfghjklmnpqrstvwxz";
    let w = word, removed = false;
    const past = (from) => {
      let i = from;
      while (i < w.length && !V1.includes(w[i])) ++i;
      while (i < w.length && V1.includes(w[i])) ++i;
      return i < w.length ? i + 1 : -1;
    };
    let p1 = past(0), p2 = p1 < 0 ? -1 : past(p1);
    if (p1 < 0) p1 = w.length;
    if (p2 < 0) p2 = w.length;
    const ending = (list, from) => list.split(" ").filter((e) => w.endsWith(e) && w.length - e.length >= from).sort((a, b) => b.length - a.length)[0];
    const before = (e) => w.slice(0, w.length - e.length);
    const long = (t) => /(aa|ee|ii|oo|uu|ää|öö)$/.test(t);
    const vi = (t) => t.endsWith("i") && t.length > 1 && V2.includes(t[t.length - 2]);

    let e = ending("kin kaan kään ko kö han hän pa pä sti", p1);
    if (e && (e === "sti" ? w.length - 3 >= p2 : (V1 + "nt").includes(before(e).slice(-1) || "#"))) w = before(e);

    e = ending("si ni nsa nsä mme nne an än en", p1);
    if (e) {
      const b = before(e);
      if (e === "si") { if (!b.endsWith("k")) w = b; }
      else if (e === "ni") { w = b; if (w.endsWith("kse")) w = w.slice(0, -1) + "i"; }
      else if (e === "an") { if (/(ta|ssa|sta|lla|lta|na)$/.test(b)) w = b; }
      else if (e === "än") { if (/(tä|ssä|stä|llä|ltä|nä)$/.test(b)) w = b; }
      else if (e === "en") { if (/(lle|ine)$/.test(b)) w = b; }
      else w = b;
    }

    // Where the four long ones don't fit, a shorter one may.
    const long_ones = { siin: vi, den: vi, tten: vi, seen: long };
    e = ending(("han hen hin hon hän hön a ä tta ttä ta tä ssa ssä sta stä lla llä lta ltä lle na nä ksi ine n " +
      Object.keys(long_ones).filter((l) => w.endsWith(l) && long_ones[l](before(l))).join(" ")).trim(), p1);
    if (e) {
      const b = before(e), last = b.slice(-1), last2 = b.slice(-2, -1);
      let fits = true, cut = b;
      if (/^h.n$/.test(e)) fits = last === e[1];
      else if (e === "a" || e === "ä") fits = last !== "" && V1.includes(last) && last2 !== "" && C.includes(last2);
      else if (e === "tta" || e === "ttä") fits = last === "e";
      else if (e === "n" && (long(b) || b.endsWith("ie"))) cut = b.slice(0, -1);
      if (fits) { w = cut; removed = true; }
    }

    e = ending("mpi mpa mpä mmi mma mmä impi impa impä immi imma immä eja ejä", p2);
    if (e && (/^m/.test(e) ? !before(e).endsWith("po") : true)) w = before(e);

    if (removed) {
      e = ending("i j", p1);
      if (e) w = before(e);
    } else if (w.endsWith("t") && w.length - 1 >= p1 && V1.includes(w[w.length - 2] || "#")) {
      w = w.slice(0, -1);
      e = ending("mma imma", p2);
      if (e && (e === "imma" || !before(e).endsWith("po"))) w = before(e);
    }

    const room = () => w.length - p1;
    if (room() >= 2 && long(w)) w = w.slice(0, -1);
    if (room() >= 2 && "aäei".includes(w[w.length - 1]) && !V1.includes(w[w.length - 2])) w = w.slice(0, -1);
    if (room() >= 2 && /[ou]j$/.test(w)) w = w.slice(0, -1);
    if (room() >= 2 && w.endsWith("jo")) w = w.slice(0, -1);
    let i = w.length - 1;
    while (i >= 0 && V1.includes(w[i])) --i;
    if (i >= 1 && C.includes(w[i]) && w[i] === w[i - 1]) w = w.slice(0, i) + w.slice(i + 1);
    return w;
  };

  const utf8_length = (text) => new TextEncoder().encode(text).length;
  const STEMMERS = { en: english, fi: finnish };
  const stem = (word, language) => {
    const bytes = utf8_length(word);
    if (bytes < 3 || bytes > 60 || /[0-9]/.test(word)) return word;
    return STEMMERS[language]?.(word) ?? word;
  };

  // ---- The files of the index

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

  class LanguageIndex {
    constructor(meta, files) {
      this.meta = meta;
      this.language = meta.language;
      this.files = files;
      this.missing = new Set();
      this.parsed = new Map();
      this.weights = meta.weights;
      const pages = read_numbers(meta.pages), sections = read_numbers(meta.sections);
      this.pages = [];
      this.page_of = [];
      let first = 0;
      for (let i = 0; i < pages.length; i += 4) {
        const index = i / 4;
        this.pages.push({ first, count: pages[i], name_words: pages.slice(i + 1, i + 4), length: 0, prior: meta.priors[index] ?? 1,
          fragment: meta.fragments.slice(index * 8, index * 8 + 8) });
        for (let s = 0; s < pages[i]; ++s) this.page_of.push(index);
        first += pages[i];
      }
      this.sections = [];
      for (let i = 0; i < sections.length; i += 3) {
        this.sections.push({ length: sections[i], heading_words: sections[i + 1], depth: sections[i + 2] });
        this.pages[this.page_of[i / 3]].length += sections[i];
      }
      this.length = this.pages.reduce((sum, page) => sum + page.length, 0);
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
    shard(number) {
      return this.parse(this.meta.shards[2 * number + 1], (text) => {
        const out = new Map();
        let before = [];
        for (const line of text.split("\n")) {
          if (!line) continue;
          const [head, ...data] = line.split("\t");
          before = [...before.slice(0, DIGITS.get(head[0])), ...head.slice(1)];
          out.set(before.join(""), data);
        }
        return out;
      });
    }
    /** The last shard whose first text is not after `text`. */
    shard_of(text) {
      let low = 0, high = this.meta.shards.length / 2;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.meta.shards[2 * middle] <= text) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    }
    data(letter, text) {
      const number = this.shard_of(text);
      if (number < 0) return undefined;
      return this.shard(number)?.get(text)?.find((d) => d[0] === letter)?.slice(1);
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
    forms(relation, key) { return this.data(relation, key)?.split(" ") ?? []; }
    has_word(word) { return this.data("w", word) !== undefined; }
    system_of(word) {
      for (const [beginning, name] of this.meta.systems) {
        if (!word.startsWith(beginning)) continue;
        let ending = word.slice(beginning.length);
        if (ending.startsWith(":")) ending = ending.slice(1);
        if (CASE_ENDINGS.has(ending)) return name;
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
          before = [...before.slice(0, DIGITS.get(line[0])), ...line.slice(1, blank)];
          out.push([before.join(""), read_numbers(line.slice(blank + 1))[0]]);
        }
        return out;
      }) ?? [];
    }
    static most_frequent(found, limit) {
      found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return found.slice(0, limit).map(([text]) => text);
    }
    words_with_prefix(prefix, limit) {
      return LanguageIndex.most_frequent(this.words_like(prefix).filter(([word]) => word.startsWith(prefix)), limit);
    }
    /** Texts beginning with `prefix` that have the letter, with their data. */
    range(letter, prefix) {
      const out = [];
      for (let n = Math.max(0, this.shard_of(prefix)); n < this.meta.shards.length / 2; ++n) {
        if (this.meta.shards[2 * n] > prefix && !this.meta.shards[2 * n].startsWith(prefix)) break;
        for (const [text, data] of this.shard(n) ?? []) {
          const found = text.startsWith(prefix) && data.find((d) => d[0] === letter);
          if (found) out.push([text, found.slice(1)]);
        }
      }
      return out;
    }
    codes_with_prefix(prefix, limit) {
      return LanguageIndex.most_frequent(this.range("c", prefix).map(([text]) => [text, this.postings("c", text).length / 2]), limit);
    }
    with_folded_prefix(prefix, limit) {
      return this.range("F", prefix).flatMap(([, data]) => data.split(" ")).slice(0, limit);
    }
    fragment(page) {
      return this.parse(this.pages[page].fragment, (text) => JSON.parse(text));
    }
  }

  // ---- Planning (src/search/plan.cc)

  const MOST_GROUPS = 24, MOST_FORMS = 200, MOST_PREFIXED = 60, SHORTEST_PREFIX = 2;
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
      const token = tokens[at], group = { text: token.text, weight: 1, optional: false, alternatives: [] };
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
          const name = tokens[at - 1];
          if (name.kind === "w") group.alternatives.push({ weight: this.weights.pair, field: "p", sets: [[name.text + "@" + token.text]] });
          group.alternatives.push({ weight: this.weights.stem, field: "v", sets: [[token.text]] });
        }
        this.note_system(token.text);
      }
      this.group_of_token.set(at, this.plan.groups.length);
      this.plan.groups.push(group);
    }
    code_alternatives(code, typing) {
      const out = [];
      if (typing) {
        const forms = this.index.codes_with_prefix(code, MOST_PREFIXED);
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
    family_of(word) {
      const { index, language } = this, stemmed = stem(word, language);
      const family = { exact: index.has_word(word) ? [word] : [], stem: index.forms("Z", stemmed), lemma: [], folded: [], containing: [], system: [] };
      if (stemmed !== word && index.has_word(stemmed)) add_forms(family.stem, [stemmed]);
      family.folded = index.forms("F", strip_marks(stemmed));
      for (const lemma of family.exact.length ? index.forms("L", word) : []) {
        add_forms(family.lemma, index.forms("B", lemma));
        add_forms(family.containing, index.forms("C", lemma));
      }
      add_forms(family.containing, index.forms("C", word));
      const system = index.system_of(word);
      if (system) family.system = index.forms("S", system);
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
      add(this.weights.folded, family.folded);
      add(this.weights.part, family.containing);
    }
    word_alternatives(word, typing) {
      const out = [], family = this.family_of(word), { index, weights } = this;
      this.add_family(family, 1, out);
      if (typing && utf8_length(word) >= SHORTEST_PREFIX) {
        let forms = index.words_with_prefix(word, MOST_PREFIXED);
        if (forms.length === 0) forms = index.with_folded_prefix(word, MOST_PREFIXED);
        if (forms.length) out.push({ weight: Planner.is_empty(family) ? weights.prefix_of_unknown : weights.prefix, field: "w", sets: [forms] });
      }
      this.add_segments(word, out);
      if (out.length === 0 && this.spelling) this.add_corrected(word, out);
      return out;
    }
    add_segments(word, out) {
      if (!this.index.has_word(word)) return;
      const parts = this.index.data("P", word)?.split("+") ?? [];
      if (parts.length < 2) return;
      const sets = [];
      for (const part of parts) {
        const family = this.family_of(part), forms = [...family.exact];
        for (const more of [family.stem, family.lemma, family.containing]) add_forms(forms, more);
        if (forms.length === 0) return;
        sets.push(forms);
      }
      out.push({ weight: this.weights.segments, field: "w", sets });
      if (this.language === "fi") out.push({ weight: this.weights.head, field: "w", sets: [sets[sets.length - 1]] });
    }
    add_corrected(word, out) {
      const suggestions = suggest(this.index, word);
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

  const distance_of = (a, b, limit) => {
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
    let before = [], last = Array.from({ length: a.length + 1 }, (_, i) => i), now = [];
    for (let j = 1; j <= b.length; ++j) {
      now = [j];
      for (let i = 1; i <= a.length; ++i) {
        now[i] = Math.min(last[i] + 1, now[i - 1] + 1, last[i - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) now[i] = Math.min(now[i], before[i - 2] + 1);
      }
      [before, last] = [last, now];
    }
    return Math.min(last[a.length], limit + 1);
  };
  const suggest = (index, word) => {
    const typed = [...word];
    if (typed.length < 4) return [];
    let limit = typed.length >= 6 ? 2 : 1, candidates = [];
    for (const [known, count] of index.words_like(word)) {
      const distance = distance_of(typed, [...known], limit);
      if (distance > limit) continue;
      if (distance < limit) { limit = distance; candidates = []; }
      candidates.push({ word: known, count, distance });
    }
    return candidates.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)).slice(0, 3);
  };

  // ---- Ranking (src/search/rank.cc)

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
      const found = { words: new Float32Array(sections.length), headings: new Float32Array(sections.length), names: NAME_FIELDS.map(() => new Float32Array(pages.length)) };
      for (const text of texts) {
        this.add_postings(field, text, found.words);
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
        for (let page = 0; page < pages.length; ++page) this.match_page(alternative, found, page, out);
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
    coverage(has, words, idf_of) {
      let all = 0, matched = 0, count = 0;
      this.matches.forEach((match, g) => {
        if (this.plan.groups[g].optional) return;
        all += match[idf_of];
        if (!has(match)) return;
        matched += match[idf_of];
        count += 1;
      });
      if (all <= 0 || words === 0) return 0;
      return matched * (matched / all) * Math.min(1, count / words);
    }
    section_score(section) {
      let sum = 0, all = true;
      this.matches.forEach((match, g) => {
        const value = match.sections[section], group = this.plan.groups[g];
        sum += group.weight * match.section_idf * value;
        if (value <= 0 && !group.optional) all = false;
      });
      if (sum <= 0) return 0;
      if (all && this.matches.length > 1) sum *= 1 + this.w.all_words;
      sum += this.w.heading_match * this.coverage((m) => m.in_heading[section], this.index.sections[section].heading_words, "section_idf");
      for (const system of this.systems) if (system.has[section] > 0) sum += this.w.system * system.idf;
      return sum;
    }
    score_page(page) {
      const entry = this.index.pages[page], out = { page, score: 0, sections: [] };
      let sum = 0, all = true;
      this.matches.forEach((match, g) => {
        const part = this.plan.groups[g].weight * match.page_idf * match.pages[page];
        sum += part;
        if (part <= 0 && !this.plan.groups[g].optional) all = false;
      });
      if (sum <= 0) return out;
      if (all && this.matches.length > 1) sum *= 1 + this.w.all_words;
      for (let s = entry.first; s < entry.first + entry.count; ++s) {
        const score = this.section_score(s);
        if (score > 0) out.sections.push({ section: s, score });
      }
      out.sections.sort((a, b) => b.score - a.score);
      let sections = 0, title = 0;
      out.sections.slice(0, 4).forEach((section, i) => { sections += section.score * (i === 0 ? 1 : this.w.next_sections); });
      for (let n = 0; n < 3; ++n)
        title = Math.max(title, this.name_match_weights[n] * this.coverage((m) => m.in_name[n][page], entry.name_words[n], "page_idf"));
      out.score = (sections + this.w.page * sum + title) * entry.prior;
      return out;
    }
  }

  // ---- Phrases and excerpts (src/search/excerpt.cc)

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
  const require_phrases = (index, plan, ranked) => {
    if (plan.phrases.length === 0) return ranked;
    const kept = [];
    for (const page of ranked.slice(0, 40)) {
      const fragment = index.fragment(page.page);
      if (!fragment) continue;
      const sections = page.sections.filter(({ section }) => {
        const [, headings, body, code] = fragment.sections[section - index.pages[page.page].first];
        const title = headings.length ? headings[headings.length - 1] : fragment.title;
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
    const hits = [];
    for (const token of tokenise(text, plan.language)) {
      const names = token.kind === "v" ? version_chain(token.text).map((v) => "v" + v) : [token.kind + token.text];
      const name = names.find((n) => by_text.has(n));
      if (name === undefined) continue;
      const last = hits[hits.length - 1];
      if (last && token.begin < last.end) last.end = Math.max(last.end, token.end);
      else hits.push({ begin: token.begin, end: token.end, group: by_text.get(name) });
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

  // ---- Search

  const files = new Map();
  const waiting = new Map();
  const indexes = new Map();

  /** What the index's scripts call. */
  const put = (name, content) => {
    files.set(name, content);
    waiting.get(name)?.();
  };
  let load = () => Promise.reject(new Error("no loader"));
  const fetch_file = async (name) => {
    if (files.has(name)) return;
    await load(name, new Promise((done) => waiting.set(name, done)));
    if (!files.has(name)) throw new Error("no search file " + name);
  };
  const open_index = async (language) => {
    if (!indexes.has(language)) {
      await fetch_file(language + "/index");
      indexes.set(language, new LanguageIndex(files.get(language + "/index"), files));
    }
    return indexes.get(language);
  };
  /** Runs `step` until nothing that it asked for was missing. */
  const settle = async (index, step) => {
    for (let round = 0; ; ++round) {
      index.missing.clear();
      const out = step();
      if (index.missing.size === 0 || round === 12) return out;
      await Promise.all([...index.missing].map(fetch_file));
    }
  };

  /**
   * Pages of one language for a query: {pages: [{url, title, score, sections: [{anchor, heading, excerpt}]}], total,
   * corrections, systems}. Options: typing (the last word may be a beginning), literal (no spelling), system, limit.
   */
  const search = async (text, language, options = {}) => {
    const index = await open_index(language);
    const { plan, ranked } = await settle(index, () => {
      const made = new Planner(index, !options.literal, options.typing ?? true).run(text);
      return { plan: made, ranked: index.missing.size ? [] : require_phrases(index, made, new Ranker(index, made).run()) };
    });
    let kept = ranked;
    if (options.system) {
      const allowed = await settle(index, () => {
        const postings = index.postings("s", options.system), pages = new Set();
        for (let i = 0; i < postings.length; i += 2) pages.add(index.page_of[postings[i]]);
        return pages;
      });
      kept = ranked.filter(({ page }) => allowed.has(page));
    }
    const shown = kept.slice(0, options.limit ?? 10);
    const pages = await settle(index, () => shown.map(({ page, score, sections }) => {
      const fragment = index.fragment(page);
      if (!fragment) return null;
      const best = sections.slice(0, 3).filter((section, i) => i === 0 || section.score >= sections[0].score / 2);
      return { url: fragment.url, title: fragment.title, score, sections: best.map(({ section }) => {
        const entry = fragment.sections[section - index.pages[page].first];
        return { anchor: entry[0], heading: entry[1].join(" > "), excerpt: make_excerpt(entry, plan) };
      }) };
    }));
    return { pages: pages.filter(Boolean), total: kept.length, corrections: plan.corrections, systems: plan.systems,
      all_systems: [...new Set(index.meta.systems.map(([, name]) => name))] };
  };

  globalThis.kbSearch = { put, search, set_loader: (loader) => { load = loader; }, text: { fold, tokenise, stem, version_chain, code_chain } };
})();
