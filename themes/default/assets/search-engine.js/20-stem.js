// Stemmers, after the Snowball project's algorithms; equal to Xapian's (src/search/language/analyser.cc).

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
