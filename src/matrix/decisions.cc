// Reads, writes and applies decisions; see decisions.h.
#include "matrix/decisions.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/json.h"
#include "base/text.h"
#include "meta/value.h"
#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

using namespace diag::literals;
using claims::Basis;
using claims::Claim;
using claims::ClaimKind;
using meta::Value;

constexpr std::string_view kHead =
    "# Decisions about what pages claim of versions. `kbuild matrix review` writes this file; "
    "lines "
    "may be\n# edited, remarks go into `note`. A text that changes on its page is open again.\n";

/// Keys of each level; anything else is a mistake that would silently do nothing.
constexpr std::string_view kFileKeys[] = {"products", "not_products", "not_systems", "decisions"};
constexpr std::string_view kDecisionKeys[] = {"page",  "lang", "section", "decide",
                                              "means", "note", "claims"};
constexpr std::string_view kMeaningKeys[] = {"system", "product"};
constexpr std::string_view kTextKeys[] = {"text", "product", "version", "system"};

class DecisionsReader {
 public:
  explicit DecisionsReader(diag::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Decisions read(const Value& root) {
    Decisions out;
    if (!root) return out;
    check_keys(root, kFileKeys);
    out.products = words(root["products"]);
    out.not_products = words(root["not_products"]);
    out.not_systems = words(root["not_systems"]);
    const Value& list = root["decisions"];
    if (list && !list.is_sequence()) refuse(list, "'decisions' is no list", "'- page: ...'");
    for (const Value& item : list.items)
      if (auto decision = read_decision(item)) out.decisions.push_back(std::move(*decision));
    return out;
  }

 private:
  void refuse(const Value& at, std::string what, std::string expected) {
    diagnostics_.push_back({"KB0628"_code, at.span, {std::move(what), std::move(expected)}});
  }

  template <std::size_t n>
  bool check_keys(const Value& mapping, const std::string_view (&known)[n]) {
    if (!mapping.is_mapping()) {
      refuse(mapping, "keys with values belong here", "'" + std::string(known[0]) + ": ...'");
      return false;
    }
    for (const meta::Member& member : mapping.members) {
      const std::string& key = member.key.scalar;
      if (std::find(std::begin(known), std::end(known), key) != std::end(known)) continue;
      std::vector<std::string_view> candidates(std::begin(known), std::end(known));
      std::string_view nearest = base::nearest(key, candidates);
      refuse(member.key, "there is no key '" + key + "'",
             "'" + std::string(nearest.empty() ? known[0] : nearest) + "'");
      return false;
    }
    return true;
  }

  std::vector<DecidedWord> words(const Value& list) {
    std::vector<DecidedWord> out;
    if (list && !list.is_sequence()) refuse(list, "this is no list of words", "'- \"word\"'");
    for (const Value& item : list.items) {
      if (item.is_scalar() && !base::trim(item.scalar).empty())
        out.push_back({base::collapse_spaces(item.scalar), item.span});
      else
        refuse(item, "this is no word", "'- \"word\"'");
    }
    return out;
  }

  std::optional<Decision> read_decision(const Value& item) {
    if (!check_keys(item, kDecisionKeys)) return std::nullopt;
    Decision out;
    out.page = item["page"].text();
    out.language = item["lang"].text();
    if (item["section"]) out.section = item["section"].text();
    out.note = item["note"].text();
    std::string verdict = item["decide"].text();
    if (out.page.empty())
      return refuse(item, "no page is named", "'page: path/of/page.md'"), std::nullopt;
    if (verdict != "accept" && verdict != "reject")
      return refuse(item["decide"] ? item["decide"] : item, "it decides nothing",
                    "'decide: accept' or 'decide: reject'"),
             std::nullopt;
    out.verdict = verdict == "accept" ? Verdict::accept : Verdict::reject;
    if (const Value& means = item["means"]) {
      if (!check_keys(means, kMeaningKeys)) return std::nullopt;
      out.meaning = {means["system"].text(), means["product"].text()};
    }
    const Value& texts = item["claims"];
    if (!texts.is_sequence() || texts.items.empty())
      return refuse(texts ? texts : item, "no texts are listed",
                    "'claims:' and '- {text: \"...\"}'"),
             std::nullopt;
    for (const Value& each : texts.items)
      if (auto text = read_text(each)) out.texts.push_back(std::move(*text));
    return out;
  }

  std::optional<DecidedText> read_text(const Value& item) {
    if (!check_keys(item, kTextKeys)) return std::nullopt;
    auto field = [&](std::string_view key) {
      return item[key] ? std::optional(item[key].text()) : std::nullopt;
    };
    DecidedText out{base::collapse_spaces(item["text"].text()), field("product"), field("version"),
                    field("system"), item.span};
    if (!out.text.empty()) return out;
    refuse(item, "the text is missing", "'text: \"words of the page\"'");
    return std::nullopt;
  }

  diag::Diagnostics& diagnostics_;
};

std::string in_quotes(std::string_view text) {
  return base::dump_line(base::Json(std::string(text)));
}

void write_words(std::string& out, std::string_view key, std::vector<DecidedWord>& words) {
  std::sort(words.begin(), words.end(),
            [](const DecidedWord& a, const DecidedWord& b) { return a.word < b.word; });
  words.erase(std::unique(words.begin(), words.end(),
                          [](const DecidedWord& a, const DecidedWord& b) {
                            return base::equals_ignoring_case(a.word, b.word);
                          }),
              words.end());
  if (words.empty()) return;
  out += std::string(key) + ":\n";
  for (const DecidedWord& word : words) out += "  - " + in_quotes(word.word) + "\n";
}

void write_decision(std::string& out, const Decision& decision) {
  out += "  - page: " + in_quotes(decision.page) + "\n";
  auto line = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out += "    " + std::string(key) + ": " + value + "\n";
  };
  if (!decision.language.empty()) line("lang", decision.language);
  if (decision.section) line("section", in_quotes(*decision.section));
  line("decide", decision.verdict == Verdict::accept ? "accept" : "reject");
  const Meaning& meaning = decision.meaning;
  std::vector<std::string> means;
  if (!meaning.system.empty()) means.push_back("system: " + in_quotes(meaning.system));
  if (!meaning.product.empty()) means.push_back("product: " + in_quotes(meaning.product));
  if (!means.empty()) line("means", "{" + base::join(means, ", ") + "}");
  if (!decision.note.empty()) line("note", in_quotes(decision.note));
  out += "    claims:\n";
  for (const DecidedText& text : decision.texts) {
    out += "      - {text: " + in_quotes(text.text);
    if (text.product) out += ", product: " + in_quotes(*text.product);
    if (text.version) out += ", version: " + in_quotes(*text.version);
    if (text.system) out += ", system: " + in_quotes(*text.system);
    out += "}\n";
  }
}

auto order_of(const Decision& decision) {
  return std::tie(decision.page, decision.language, decision.section, decision.verdict,
                  decision.meaning.system, decision.meaning.product, decision.note);
}

auto order_of(const DecidedText& text) {
  return std::tie(text.text, text.product, text.version, text.system);
}

bool is_page_of(const Decision& decision, const Claim& claim) {
  return decision.page == claim.path &&
         (decision.language.empty() || decision.language == claim.language) &&
         (!decision.section || *decision.section == claim.section);
}

bool is_meant(const DecidedText& text, const Claim& claim) {
  auto fits = [](const std::optional<std::string>& wanted, std::string_view value) {
    return !wanted || base::equals_ignoring_case(*wanted, value);
  };
  return fits(text.product, claim.product) && fits(text.version, claim.version) &&
         fits(text.system, claim.system);
}

/// Whether a page's text says it; lists of machines and declarations are not decided about.
bool is_decidable(const Claim& claim) {
  return claim.basis == Basis::candidate || claim.basis == Basis::read;
}

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0;;) {
    std::size_t comma = text.find(", ", at);
    out.push_back(text.substr(at, comma == text.npos ? comma : comma - at));
    if (comma == text.npos) return out;
    at = comma + 2;
  }
}

/// The decided texts of a file by page and text, with whether a claim met each.
class DecidedTexts {
 public:
  explicit DecidedTexts(const Decisions& decisions) : decisions_(decisions) {
    for (std::size_t i = 0; i < decisions.decisions.size(); ++i) {
      const Decision& decision = decisions.decisions[i];
      met_.emplace_back(decision.texts.size(), false);
      for (std::size_t j = 0; j < decision.texts.size(); ++j)
        entries_[{decision.page, decision.texts[j].text}].push_back({i, j});
    }
  }

  /// What was decided of the claim; null if nothing was.
  const Decision* find(const Claim& claim, diag::Diagnostics& diagnostics) {
    auto found = entries_.find({claim.path, base::collapse_spaces(claim.excerpt)});
    if (found == entries_.end()) return nullptr;
    const Decision* best = nullptr;
    bool contradicted = false;
    for (auto [i, j] : found->second) {
      const Decision& decision = decisions_.decisions[i];
      if (!is_page_of(decision, claim) || !is_meant(decision.texts[j], claim)) continue;
      met_[i][j] = true;
      contradicted |= best && best->verdict != decision.verdict;
      if (!best || decision.verdict == Verdict::reject) best = &decision;
      if (contradicted && told_.insert({i, j}).second)
        diagnostics.push_back({"KB0629"_code, decision.texts[j].span, {decision.texts[j].text}});
    }
    return best;
  }

  Decisions used(diag::Diagnostics& diagnostics) const {
    Decisions out = decisions_;
    for (std::size_t i = 0; i < out.decisions.size(); ++i) {
      Decision& decision = out.decisions[i];
      std::vector<DecidedText> kept;
      for (std::size_t j = 0; j < decision.texts.size(); ++j) {
        if (met_[i][j])
          kept.push_back(decision.texts[j]);
        else
          diagnostics.push_back(
              {"KB0626"_code, decision.texts[j].span, {decision.page, decision.texts[j].text}});
      }
      decision.texts = std::move(kept);
    }
    std::erase_if(out.decisions, [](const Decision& each) { return each.texts.empty(); });
    return out;
  }

 private:
  const Decisions& decisions_;
  std::map<std::pair<std::string, std::string>, std::vector<std::pair<std::size_t, std::size_t>>>
      entries_;
  std::vector<std::vector<bool>> met_;
  std::set<std::pair<std::size_t, std::size_t>> told_;
};

std::set<std::string> folded(const std::vector<DecidedWord>& words) {
  std::set<std::string> out;
  for (const DecidedWord& word : words) out.insert(base::to_lower(word.word));
  return out;
}

}  // namespace

void Decisions::decide(const Claim& claim, Verdict verdict, const Meaning& meaning) {
  DecidedText text{base::collapse_spaces(claim.excerpt), claim.product, claim.version,
                   claim.system};
  for (Decision& decision : decisions)
    if (is_page_of(decision, claim))
      std::erase_if(decision.texts,
                    [&](const DecidedText& known) { return order_of(known) == order_of(text); });
  std::erase_if(decisions, [](const Decision& each) { return each.texts.empty(); });
  auto same = std::find_if(decisions.begin(), decisions.end(), [&](const Decision& known) {
    return known.page == claim.path && known.language == claim.language &&
           known.section == claim.section && known.verdict == verdict && known.meaning == meaning &&
           known.note.empty();
  });
  if (same == decisions.end())
    same = decisions.insert(decisions.end(),
                            {verdict, claim.path, claim.language, claim.section, meaning, {}, {}});
  same->texts.push_back(std::move(text));
}

Decisions read_decisions(const source::SourceStore& sources, source::FileId file,
                         diag::Diagnostics& diagnostics) {
  std::string_view text = sources.text(file);
  meta::ParsedYaml parsed =
      meta::parse_yaml(sources, {file, 0, static_cast<std::uint32_t>(text.size())});
  if (parsed.error) {
    diagnostics.push_back({"KB0625"_code, parsed.error_span, {*parsed.error}});
    return {};
  }
  return DecisionsReader(diagnostics).read(parsed.value);
}

std::string write_decisions(Decisions decisions) {
  std::string out(kHead);
  write_words(out, "products", decisions.products);
  write_words(out, "not_products", decisions.not_products);
  write_words(out, "not_systems", decisions.not_systems);
  std::sort(decisions.decisions.begin(), decisions.decisions.end(),
            [](const Decision& a, const Decision& b) { return order_of(a) < order_of(b); });
  if (!decisions.decisions.empty()) out += "decisions:\n";
  for (Decision& decision : decisions.decisions) {
    std::sort(decision.texts.begin(), decision.texts.end(),
              [](const DecidedText& a, const DecidedText& b) { return order_of(a) < order_of(b); });
    write_decision(out, decision);
  }
  return out;
}

std::vector<Claim> accepted(const Claim& claim, const Meaning& meaning) {
  Claim whole = claim;
  if (!meaning.system.empty()) whole.system = meaning.system;
  if (!meaning.product.empty()) whole.product = meaning.product;
  whole.basis = Basis::declared;
  whole.placed = true;
  std::vector<std::string> versions = {whole.version};
  if (!vocabulary::is_version_range(whole.version)) versions = listed(whole.version);
  std::vector<Claim> out;
  for (const std::string& version : versions)
    for (const std::string& system : listed(whole.system)) {
      Claim& one = out.emplace_back(whole);
      one.version = version;
      one.system = system;
    }
  return out;
}

DecidedClaims apply(const Decisions& decisions, std::vector<Claim> claims) {
  DecidedClaims out;
  DecidedTexts texts(decisions);
  std::set<std::string> not_products = folded(decisions.not_products),
                        not_systems = folded(decisions.not_systems), spoken_of;
  for (Claim& claim : claims) {
    std::string product = base::to_lower(claim.product), system = base::to_lower(claim.system);
    spoken_of.insert({product, system});
    if (!is_decidable(claim)) {
      out.claims.push_back(std::move(claim));
      continue;
    }
    const Decision* decision = texts.find(claim, out.diagnostics);
    if (not_products.contains(product) || not_systems.contains(system)) continue;
    if (!decision) {
      out.claims.push_back(std::move(claim));
    } else if (decision->verdict == Verdict::accept && claim.system.empty() &&
               decision->meaning.system.empty()) {
      out.diagnostics.push_back({"KB0630"_code, decision->texts.front().span, {claim.excerpt}});
      out.claims.push_back(std::move(claim));
    } else if (decision->verdict == Verdict::accept) {
      for (Claim& each : accepted(claim, decision->meaning)) out.claims.push_back(std::move(each));
    }
  }
  out.used = texts.used(out.diagnostics);
  for (const std::vector<DecidedWord>* words :
       {&decisions.products, &decisions.not_products, &decisions.not_systems})
    for (const DecidedWord& word : *words)
      if (!spoken_of.contains(base::to_lower(word.word)))
        out.diagnostics.push_back({"KB0627"_code, word.span, {word.word}});
  return out;
}

}  // namespace kbuild::matrix
