// Answers to questions about versions, from the table that build/outputs/answers.cc writes, by the rules of src/answer
// (tokens.cc, question.cc, answer.cc). Both are kept in step by hand; tests/whole/answers_test.cc compares them.

const MOST_ANSWERS = 5, MOST_TOKENS = 24, MOST_TOKENS_OF_NAME = 5, SHORTEST_CORRECTED = 4, TWO_ERRORS_FROM = 8;
const PLAIN_SIGNS = { "\u2019": "'", "\u2018": "'", "\u201c": "\"", "\u201d": "\"", "\u2013": "-", "\u2014": "-", "\u2264": "<=", "\u2265": ">=" };
const BOUNDS = { or_newer: ">=", newer_than: ">", or_older: "<=", older_than: "<" };

/** Tokens {kind, text}; kinds are "word", "version" and "sign". */
const question_tokens = (question) => {
  const text = fold(question).replace(/[\u2018\u2019\u201c\u201d\u2013\u2014\u2264\u2265]/g, (c) => PLAIN_SIGNS[c]), out = [];
  const pattern = /([<>]=?)|(v?[0-9](?:[0-9a-z\u0080-\uffff]|[-._](?=[0-9a-z\u0080-\uffff])|\.\*)*)|((?:[a-z\u0080-\uffff])(?:[0-9a-z\u0080-\uffff]|\+(?![0-9a-z\u0080-\uffff])|\.(?=[0-9]))*)|([%$])/g;
  for (let match; (match = pattern.exec(text));) {
    let [, sign, version, word, unit] = match;
    // A point belongs to a word that has digits before it.
    const point = word ? /^[^0-9]*?\./.exec(word) : null;
    if (point) word = word.slice(0, point[0].length - 1);
    const end = match.index + (word ?? match[0]).length;
    out.push({ kind: sign ? "sign" : version ? "version" : "word", text: sign ?? version ?? word ?? unit });
    pattern.lastIndex = end;
    if (!version && !word) continue;
    const ending = /^([:'])([0-9a-z\u0080-\uffff]*)/.exec(text.slice(end));
    if (ending && (ending[1] === ":" ? is_ending_after_colon(ending[2]) : ending[2] === "s")) pattern.lastIndex = end + ending[0].length;
  }
  return out;
};

const without_v = (version) => version.replace(/^v(?=[0-9])/, "");
const digits_of = (text) => text.replace(/[^0-9]/g, "");
const names_version = (asked, version) => {
  const has = without_v(fold(version));
  if (!asked || !has.startsWith(asked)) return false;
  const next = has[asked.length], year = is_digit(asked[asked.length - 1]) && !asked.includes(".");
  return next === undefined || ".-+_".includes(next) || (year && is_alpha(next));
};
/** The order of two numbers of any length. */
const compare_numbers = (a, b) => {
  [a, b] = [a, b].map((number) => number.slice(0, 18).replace(/^0+(?=.)/, ""));
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
};
/** As vocabulary::compare_versions, of two versions that both begin with a digit, or neither. */
const compare_versions = (a, b) => {
  const bytes = a < b ? -1 : a > b ? 1 : 0;
  if (!is_digit(a[0])) return bytes;
  const [left, right] = [a, b].map((text) => text.split("+")[0].match(/[0-9]+|[a-z]+/g) ?? []);
  const against_nothing = (part) => (/^(a|alpha|b|beta|rc|dev)$/.test(part) ? -1 : 1);
  for (let i = 0; i < Math.max(left.length, right.length); ++i) {
    if (i >= left.length) return -against_nothing(right[i]);
    if (i >= right.length) return against_nothing(left[i]);
    const words = [is_alpha(left[i][0]), is_alpha(right[i][0])];
    if (words[0] !== words[1]) return words[0] ? -1 : 1;
    const order = words[0] ? (left[i] < right[i] ? -1 : left[i] > right[i] ? 1 : 0) : compare_numbers(left[i], right[i]);
    if (order) return order;
  }
  return bytes;
};
const fits = ({ relation, version: asked }, version) => {
  const named = names_version(asked, version), has = without_v(fold(version));
  if (relation === "is") return named;
  if (!has || is_digit(has[0]) !== is_digit(asked[0])) return false;
  const order = compare_versions(has, asked);
  return relation === ">=" ? order >= 0 || named : relation === ">" ? order > 0 && !named : relation === "<=" ? order <= 0 || named : order < 0 && !named;
};
/** Optimal string alignment over bytes. */
const edit_distance = (a, b) => {
  const bytes = (text) => new TextEncoder().encode(text);
  [a, b] = [bytes(a), bytes(b)];
  let before = [], last = Array.from({ length: a.length + 1 }, (_, i) => i);
  for (let j = 1; j <= b.length; ++j) {
    const now = [j];
    for (let i = 1; i <= a.length; ++i) {
      now[i] = Math.min(last[i] + 1, now[i - 1] + 1, last[i - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) now[i] = Math.min(now[i], before[i - 2] + 1);
    }
    [before, last] = [last, now];
  }
  return last[a.length];
};

/** Reads one question; `run` gives {product, systems, versions, latest, is_default}, or null for what is none. */
class QuestionReader {
  constructor(table, text, unknown) {
    Object.assign(this, { table, tokens: question_tokens(text), unknown: unknown.map(fold), at: 0, relation: "is", asks: false, unread: [] });
    this.question = { product: -1, systems: [], versions: [], latest: false, is_default: false };
  }
  run() {
    const { question } = this;
    if (this.tokens.length > MOST_TOKENS) return null;
    while (this.at < this.tokens.length) if (!this.read_token()) return null;
    if (question.product < 0 || this.relation !== "is" || !this.read_unread()) return null;
    return this.asks || question.latest || question.is_default || question.systems.length || question.versions.length ? question : null;
  }
  read_token() {
    const { kind, text } = this.tokens[this.at];
    if (kind === "sign") {
      this.relation = text;
      ++this.at;
      return true;
    }
    for (let count = Math.min(MOST_TOKENS_OF_NAME, this.tokens.length - this.at); count > 0; --count) {
      const meaning = this.meaning_of(this.tokens.slice(this.at, this.at + count).map((token) => token.text).join(" "));
      if (!meaning) continue;
      this.at += count;
      return this.take(meaning);
    }
    ++this.at;
    if (kind === "version") return this.take_version(text);
    if (this.read_glued(text)) return true;
    const meaning = this.corrected(text);
    if (meaning) return this.take(meaning);
    this.unread.push(text);
    return true;
  }
  spelling(text) { return Object.hasOwn(this.table.spellings, text) ? this.table.spellings[text] : undefined; }
  meaning_of(text) {
    return this.spelling(text) ?? this.table.stems.find(([stem]) => is_form_of(text, stem))?.[1] ??
      this.table.beginnings.find(([beginning]) => text.startsWith(beginning) && !text.includes(" ", beginning.length))?.[1];
  }
  take(meaning) {
    const { question } = this, name = /^([ps])([0-9]+)$/.exec(meaning);
    if (name?.[1] === "p") {
      if (question.product >= 0 && question.product !== +name[2]) return false;
      question.product = +name[2];
    } else if (name) {
      if (!question.systems.includes(+name[2])) question.systems.push(+name[2]);
    } else if (BOUNDS[meaning]) {
      return this.bound(BOUNDS[meaning]);
    } else if (meaning === "latest") {
      question.latest = true;
    } else if (meaning === "default") {
      question.is_default = true;
    } else if (meaning !== "on" && meaning !== "question") {
      this.asks = true;
    }
    return true;
  }
  bound(relation) {
    if (this.tokens[this.at]?.kind === "version") {
      this.relation = relation;
      return true;
    }
    if (!this.question.versions.length) return false;
    this.question.versions.at(-1).relation = relation;
    return true;
  }
  take_version(text) {
    this.question.versions.push({ relation: this.relation, version: without_v(text).replace(/\.[x*]$/, "") });
    this.relation = "is";
    return true;
  }
  read_glued(text) {
    for (let split = text.length - 1; split > 0; --split) {
      if (!is_digit(text[split]) || is_digit(text[split - 1]) || text[split - 1] === ".") continue;
      for (const end of [split, split - 1]) {
        const meaning = end < split && text[end] !== "v" ? undefined : this.spelling(text.slice(0, end));
        if (/^p[0-9]/.test(meaning ?? "")) return this.take(meaning) && this.take_version(text.slice(split));
      }
    }
    return false;
  }
  corrected(word) {
    const size = (text) => new TextEncoder().encode(text).length;
    if (size(word) < SHORTEST_CORRECTED || !this.unknown.includes(word)) return undefined;
    let best, least = 0, several = false;
    for (const [spelling, meaning] of Object.entries(this.table.spellings)) {
      if (spelling[0] !== word[0] || size(spelling) < SHORTEST_CORRECTED || digits_of(spelling) !== digits_of(word)) continue;
      const limit = size(word) >= TWO_ERRORS_FROM && /^p[0-9]/.test(meaning) ? 2 : 1, distance = edit_distance(word, spelling);
      if (distance > limit || (best && distance > least)) continue;
      several = best !== undefined && distance === least && (several || meaning !== best);
      [best, least] = [meaning, distance];
    }
    return several ? undefined : best;
  }
  read_unread() {
    const rows = this.table.products[this.question.product][1];
    return this.unread.every((text) => {
      const named = /[0-9]/.test(text) && rows.some(([, version, , , , , loaded_as]) => names_version(text, version) || text === loaded_as);
      return named && this.take_version(text);
    });
  }
}

/** The rows {system, version, status, rest, page, anchor, loaded_as} that answer a question, as src/answer/answer.cc. */
class Answerer {
  constructor(table, question) {
    const [product, rows, hidden = []] = table.products[question.product];
    Object.assign(this, { table, question, product, hidden, found: [] });
    this.rows = rows.map(([system, version, status, rest, page, anchor, loaded_as], order) => ({ system, version, status, rest, page, anchor, loaded_as, order }));
    this.bounds = question.versions.filter(({ relation }) => relation !== "is");
    this.versions = question.versions.filter(({ relation }) => relation === "is");
    if (!this.versions.length) this.versions = [{ relation: "is", version: "" }];
  }
  run() {
    if (this.question.systems.length) this.question.systems.forEach((system) => this.on_system(system));
    else this.everywhere();
    const usable = (row) => row.status !== "n";
    return [...this.found.filter(usable), ...this.found.filter((row) => !usable(row))].slice(0, MOST_ANSWERS);
  }
  everywhere() {
    const systems = [...this.table.systems.keys(), -1].filter((id) => !this.table.systems[id]?.[3]);
    const rows = this.versions.flatMap((asked) => systems.map((id) => this.best(asked, id)).filter(Boolean));
    const usable = rows.some((row) => row.status !== "n");
    const newest = rows.reduce((first, row) => (first && first.order < row.order ? first : row), null);
    this.found = rows.filter((row) => !(this.question.latest && row.version !== newest.version) && (!usable || row.status !== "n"));
  }
  on_system(id) {
    const [, whole, absent, retired] = this.table.systems[id];
    if (retired) return void this.add_absent(this.versions.length === 1 ? this.versions[0] : { version: "" }, id);
    for (const asked of this.versions) {
      const before = this.found.length;
      this.table.systems.forEach(([, part_of], each) => { if (each === id || part_of === id) this.add_best(asked, each); });
      const group = this.found.splice(before), precise = group.filter((row) => row.version !== "");
      this.found.push(...(precise.length ? precise : group));
      if (this.found.length > before || !absent) continue;
      if (whole >= 0) this.add_best(asked, whole);
      const plain = !this.bounds.length && !this.question.latest && !this.question.is_default;
      if (this.found.length === before && plain && !this.is_hidden(asked, id, whole)) this.add_absent(asked, id);
    }
  }
  is_hidden(asked, id, whole) {
    return this.hidden.some(([system, version]) => (system === id || system === whole) && (!asked.version || fits(asked, version)));
  }
  add_best(asked, system) {
    const row = this.best(asked, system);
    if (row) this.found.push(row);
  }
  add_absent({ version }, system) {
    this.found.push({ system, version, status: "n", rest: this.table.systems[system][2], page: -1, anchor: "" });
  }
  best(asked, system) {
    const rows = this.rows.filter((row) => row.system === system), is_exactly = (row) =>
      asked.version !== "" && (fold(row.version) === asked.version || row.loaded_as === asked.version);
    const exact = rows.some(is_exactly);
    const rank = (row) => (row.status === "n" ? 3 : row.version === "" ? 2
      : this.question.latest || asked.version !== "" || row.status === "d" ? 0 : 1);
    let best = null;
    for (const row of rows)
      if (this.may_answer(asked, row, exact ? is_exactly : null) && (!best || rank(row) < rank(best))) best = row;
    return best;
  }
  may_answer(asked, row, is_exactly) {
    if (!this.bounds.every((bound) => fits(bound, row.version)) || (this.question.is_default && row.status !== "d")) return false;
    if (asked.version) return is_exactly ? is_exactly(row) : fits(asked, row.version);
    return row.version === "" ? !this.bounds.length && !this.question.latest : row.status !== "n";
  }
}

/** Answers [{text, url, anchor}] to a question, best first; `unknown` are words that the search finds on no page. */
const find_answers = (table, text, unknown) => {
  const question = new QuestionReader(table, text, unknown).run();
  if (!question) return [];
  const answerer = new Answerer(table, question);
  return answerer.run().map(({ system, version, rest, page, anchor }) => ({
    text: answerer.product + (version && " " + version) + (system >= 0 ? table.on + table.systems[system][0] : "") + ": " + rest,
    url: table.urls[page], anchor }));
};
