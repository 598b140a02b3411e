// Text as tokens: words, code tokens and versions, as src/search/language makes them (tokens.cc, versions.cc,
// stop_words.cc, on src/vocabulary/version.cc, products.cc and finnish.cc). Both are kept in step by hand;
// tests/whole/search_browser_test.cc compares what they find.

const fold = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
const strip_marks = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "");
const word_pattern = /[\p{L}\p{N}\u0300-\u036f]/u;
const OPENING = "\"'`([{<*,;!?|>)]}~^&\\\u00ab\u00bb\u2018\u2019\u201c\u201d\u201e";
const CLOSING = "\"'`)]}>*,;.!?:|([{<~^&\\\u00ab\u00bb\u2018\u2019\u201c\u201d\u201e\u2026";
// Finnish case endings, as in src/vocabulary/finnish.cc: of a stem that ends with a vowel, what else stands behind the
// colon of an abbreviation, and clitics.
const CASE_ENDINGS = new Set(("n ssa ssä sta stä lla llä lta ltä lle na nä ksi tta ttä ta tä a ä t seen ine").split(" "));
const ENDINGS_OF_LETTERS = new Set(("an en in on un yn än ön han hen hin hun hyn iin ita itä ia iä ja jä jen").split(" "));
const CLITICS = ["kin", "kaan", "kään", "han", "hän", "ko", "kö"];
const without_clitic = (text) => {
  const clitic = CLITICS.find((c) => text.endsWith(c));
  return clitic ? text.slice(0, -clitic.length) : "";
};
const is_ending_after_colon = (text) => {
  const is_ending = (ending) => CASE_ENDINGS.has(ending) || ENDINGS_OF_LETTERS.has(ending), rest = without_clitic(text);
  return text === "" || is_ending(text) || (rest !== "" && is_ending(rest));
};
const is_form_of = (word, stem) => {
  if (!stem || !word.startsWith(stem)) return false;
  const rest = word.slice(stem.length), vowel = /[aeiouyäö]$/.exec(stem);
  if (rest === "") return true;
  if (rest[0] === ":") return is_ending_after_colon(rest.slice(1));
  const is_ending = (ending) => CASE_ENDINGS.has(ending) || ending === vowel[0] + "n", clitic = CLITICS.find((c) => rest.endsWith(c));
  if (!vowel) return false;
  return is_ending(rest) || (clitic !== undefined && (rest === clitic ? stem.length >= 4 : is_ending(rest.slice(0, -clitic.length))));
};
const UNITS = new Set(("b kb mb gb tb pb kib mib gib tib pib hz mhz ghz s ms ns min h hours % x times bu € eur w kw mw " +
  "million flops tflops pflops gb/s mb/s bus").split(" "));
const MARKS = ["alpha", "beta", "post", "dev", "rc", "lts", "sp", "pl", "a", "b", "c", "p", "r", "u"];
const MARKS_ALONE = ["alpha", "beta", "post", "dev", "rc", "lts"], HYPHENED_MARKS = ["alpha", "beta", "rc"];
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
    const named = named_release(chunk, at);
    if (named) {
      out.push(named);
      at = named.end - 1;
      continue;
    }
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
    end = wildcard ? end + 2 : past_mark(chunk, end, numbers.length);
    if (end === numbers_end && chunk[end] && "abcpru".includes(chunk[end].toLowerCase()) && !is_alnum(chunk[end + 1])) ++end;
    const enough = numbers.length >= 2 || wildcard;
    const follows = chunk[end] === "." && is_digit(chunk[end + 1]);
    if (begin >= 0 && enough && numbers.length <= 6 && !is_alnum(chunk[end]) && !follows && chunk[end] !== "%" && !is_day(numbers))
      out.push({ text: chunk.slice(at, wildcard ? numbers_end : end).toLowerCase(), begin, end });
    at = Math.max(at, end - 1);
  }
  return out;
};
/** "29Sep2021", "R2024b", "2021R2", "16-C.01": releases by a product's own scheme (src/vocabulary/products.cc). */
const NAMED_RELEASE = /(?:\d{1,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:2\d{3}|\d\d)|r20\d\d[ab]|r?20\d\dr\d|\d+[-.][a-z]\.\d\d)(?![0-9a-z])/iy;
const named_release = (chunk, at) => {
  if (at > 0 && (is_alnum(chunk[at - 1]) || chunk[at - 1] === ".")) return null;
  NAMED_RELEASE.lastIndex = at;
  const match = NAMED_RELEASE.exec(chunk);
  return match && { text: match[0].toLowerCase().replace(/^(\d+)-/, "$1."), begin: at, end: at + match[0].length };
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
const past_mark = (chunk, at, count) => {
  const joint = chunk[at] === "." || chunk[at] === "-" ? chunk[at] : "", word = at + joint.length;
  const lower = chunk.slice(word, word + 8).toLowerCase();
  for (const mark of MARKS) {
    if (!lower.startsWith(mark) || (joint === "-" && !HYPHENED_MARKS.includes(mark))) continue;
    let end = word + mark.length;
    if (MARKS_ALONE.includes(mark) && chunk[end] === "." && is_digit(chunk[end + 1])) ++end;
    while (is_digit(chunk[end])) ++end;
    const alone = joint !== "." && (MARKS_ALONE.includes(mark) || (mark.length === 1 && count > 2));
    if ((end > word + mark.length || alone) && !is_alpha(chunk[end])) return end;
  }
  return at;
};
const is_day = (n) => {
  if (n.length !== 3 || n[0].length > 2 || n[1].length > 2 || !/^(19|20)\d\d$/.test(n[2])) return false;
  const least = Math.min(+n[0], +n[1]), most = Math.max(+n[0], +n[1]);
  return least >= 1 && least <= 12 && most <= 31;
};
const version_chain = (version) => {
  const out = [version], numbers = /^[0-9.]*/.exec(version)[0], series = numbers.replace(/\.+$/, "");
  if (numbers.length < version.length && (version.includes(".") || series.length > 2)) out.push(series);
  for (let rest = series, dot; (dot = rest.lastIndexOf(".")) >= 0;) out.push((rest = rest.slice(0, dot)));
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

/** Tokens {kind, part, text, begin, end} as src/search/language/tokens.h; kinds are "w", "c" and "v". */
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
    if (colon > 0 && is_ending_after_colon(rest.slice(colon + 1)) && is_alnum(rest[colon - 1]) && !/[=/@]/.test(rest)) rest = rest.slice(0, colon);
  }
  const versions = /[0-9]/.test(rest) ? find_versions(rest) : [];
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
