// The table of answers for the search box of a site without a server: one file a language that the
// box loads with its first query, and reads as src/answer reads the table itself.
#include <map>

#include "answer/answer.h"
#include "base/json.h"
#include "base/percent.h"
#include "build/outputs/outputs.h"

namespace kbuild::build {

namespace {

using answer::Meaning;
using base::Json;

/// "p12", "s3", or the class of a word.
std::string code_of(const Meaning& meaning) {
  if (meaning.kind == Meaning::Kind::word) return std::string(meta::name_of(meaning.word_class));
  return (meaning.kind == Meaning::Kind::product ? "p" : "s") + std::to_string(meaning.id);
}

Json pairs_of(const std::vector<std::pair<std::string, Meaning>>& rows) {
  Json out = Json::array();
  for (const auto& [text, meaning] : rows) out.push_back({text, code_of(meaning)});
  return out;
}

char code_of(claims::ClaimStatus status) {
  if (status == claims::ClaimStatus::default_version) return 'd';
  return claims::is_usable(status) ? 'u' : 'n';
}

/// The table as texts of one language.
class TableFile {
 public:
  TableFile(const State& state, const answer::Table& table, const std::string& language)
      : state_(state), table_(table), language_(language) {}

  std::string text() {
    Json products = Json::array(), systems = Json::array(), spellings = Json::object();
    for (const answer::Product& product : table_.products) products.push_back(json_of(product));
    for (const answer::System& system : table_.systems) systems.push_back(json_of(system));
    for (const auto& [spelling, meaning] : table_.spellings) spellings[spelling] = code_of(meaning);
    Json out = {{"spellings", std::move(spellings)},
                {"stems", pairs_of(table_.stems)},
                {"beginnings", pairs_of(table_.beginnings)},
                {"systems", std::move(systems)},
                {"products", std::move(products)},
                {"on", answer::on_phrase(language_)},
                {"urls", std::move(urls_)}};
    return "kbAnswers(" + base::dump_line(out) + ");\n";
  }

 private:
  /// [name, number of the whole system or -1, what is said of a product that it lacks, whether it
  /// is out of service]; nothing is said of a system without a list.
  Json json_of(const answer::System& system) const {
    std::string absent;
    if (answer::can_deny(system))
      absent = answer::answer_rest(answer::absent_on(system), language_);
    return {system.name, number(system.part_of), absent, system.retired.empty() ? 0 : 1};
  }

  /// [name, [[system or -1, version, status, rest of the answer, page, anchor, loaded as], ...],
  /// [[system, hidden version], ...]], the last where there are any.
  Json json_of(const answer::Product& product) {
    Json rows = Json::array();
    for (const answer::Row& row : product.rows) {
      Json made = {number(row.system),
                   row.answer.version,
                   std::string(1, code_of(row.answer.status)),
                   answer::answer_rest(row.answer, language_),
                   page_of(row.answer),
                   row.answer.anchor};
      if (!row.loaded_as.empty()) made.push_back(row.loaded_as);
      rows.push_back(std::move(made));
    }
    Json made = {product.name, std::move(rows)};
    if (product.hidden.empty()) return made;
    Json hidden = Json::array();
    for (const answer::Hidden& each : product.hidden)
      hidden.push_back({number(each.system), each.version});
    made.push_back(std::move(hidden));
    return made;
  }

  static int number(std::uint32_t id) { return id == answer::kNone ? -1 : static_cast<int>(id); }

  /// The number of the page's address among `urls_`; -1 if an answer has no page.
  int page_of(const answer::Answer& answer) {
    site::PageId page = state_.index->find_path(answer.language, answer.path);
    if (page == site::kNoPage) return -1;
    auto [at, is_new] = numbers_.try_emplace(page, static_cast<int>(urls_.size()));
    if (is_new) urls_.push_back(base::encode_path(state_.index->pages()[page].url));
    return at->second;
  }

  const State& state_;
  const answer::Table& table_;
  const std::string& language_;
  Json urls_ = Json::array();
  std::map<site::PageId, int> numbers_;
};

}  // namespace

void answer_files(const State& state, const render::Theme&, std::vector<OutputFile>& out) {
  answer::Table table =
      answer::make_table(state.matrix, state.config->names, state.config->languages);
  for (const std::string& language : state.languages)
    out.push_back(
        {"search-index/" + language + "/answers.js", TableFile(state, table, language).text()});
}

}  // namespace kbuild::build
