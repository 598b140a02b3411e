// Picks the rows of the table that answer a question; see answer.h.
#include "answer/answer.h"

#include <algorithm>

#include "answer/question.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::answer {

namespace {

using claims::ClaimStatus;

constexpr std::size_t kMaxAnswers = 5;

bool is_default(const Row& row) {
  return row.answer.status == ClaimStatus::default_version;
}
bool is_usable(const Row& row) {
  return claims::is_usable(row.answer.status);
}

class Answerer {
 public:
  Answerer(const Table& table, const Question& question)
      : table_(table), question_(question), product_(table.products[question.product]) {
    for (const Asked& asked : question.versions)
      (asked.relation == Asked::Relation::is ? versions_ : bounds_).push_back(asked);
    // Without a version that is meant, one answer for all.
    if (versions_.empty()) versions_.emplace_back();
  }

  std::vector<Answer> run() {
    if (question_.systems.empty())
      everywhere();
    else
      for (std::uint32_t system : question_.systems) on_system(system);
    std::stable_partition(found_.begin(), found_.end(),
                          [](const Answer& answer) { return claims::is_usable(answer.status); });
    if (found_.size() > kMaxAnswers) found_.resize(kMaxAnswers);
    return std::move(found_);
  }

 private:
  void everywhere() {
    std::vector<const Row*> rows;
    for (const Asked& asked : versions_)
      for (std::uint32_t system = 0; system <= table_.systems.size(); ++system) {
        bool none = system == table_.systems.size();
        if (!none && !table_.systems[system].retired.empty()) continue;
        if (const Row* row = best(asked, none ? kNone : system)) rows.push_back(row);
      }
    bool usable =
        std::any_of(rows.begin(), rows.end(), [](const Row* row) { return is_usable(*row); });
    // Rows of a product stand in the order of its versions, the newest first.
    const Row* newest = rows.empty() ? nullptr : *std::min_element(rows.begin(), rows.end());
    for (const Row* row : rows) {
      bool older = question_.latest && row->answer.version != newest->answer.version;
      if (!older && (!usable || is_usable(*row))) found_.push_back(row->answer);
    }
  }

  /// A system and its parts. What has a list, or is out of service, always gets an answer.
  void on_system(std::uint32_t id) {
    const System& system = table_.systems[id];
    if (!system.retired.empty()) {
      add_absent(versions_.size() == 1 ? versions_[0] : Asked(), system);
      return;
    }
    for (const Asked& asked : versions_) {
      std::size_t before = found_.size();
      for (std::uint32_t each = 0; each < table_.systems.size(); ++each)
        if (each == id || table_.systems[each].part_of == id) add_best(asked, each);
      drop_vague(before);
      if (found_.size() > before || system.list == matrix::ListAge::none) continue;
      // The list may be that of the whole system.
      if (system.part_of != kNone) add_best(asked, system.part_of);
      bool plain = bounds_.empty() && !question_.latest && !question_.default_version;
      if (found_.size() == before && plain && !is_hidden(asked, id)) add_absent(asked, system);
    }
  }

  /// Whether the list that decides for the system has it without offering it.
  bool is_hidden(const Asked& asked, std::uint32_t system) const {
    return std::any_of(product_.hidden.begin(), product_.hidden.end(), [&](const Hidden& each) {
      bool here = each.system == system || each.system == table_.systems[system].part_of;
      return here && (asked.version.empty() || fits(asked, each.version));
    });
  }

  /// That a product is there says nothing beside a version of it.
  void drop_vague(std::size_t before) {
    auto begin = found_.begin() + static_cast<std::ptrdiff_t>(before);
    auto is_vague = [](const Answer& answer) { return answer.version.empty(); };
    if (!std::all_of(begin, found_.end(), is_vague))
      found_.erase(std::remove_if(begin, found_.end(), is_vague), found_.end());
  }

  void add_best(const Asked& asked, std::uint32_t system) {
    if (const Row* row = best(asked, system)) found_.push_back(row->answer);
  }

  void add_absent(const Asked& asked, const System& system) {
    Answer made = absent_on(system);
    made.product = product_.name;
    made.version = asked.version;
    found_.push_back(std::move(made));
  }

  /// The row that answers for one system; null if none does.
  const Row* best(const Asked& asked, std::uint32_t system) const {
    bool exact = std::any_of(product_.rows.begin(), product_.rows.end(), [&](const Row& row) {
      return row.system == system && is_exactly(asked, row);
    });
    const Row* best = nullptr;
    for (const Row& row : product_.rows)
      if (row.system == system && may_answer(asked, row, exact) &&
          (!best || rank(asked, row) < rank(asked, *best)))
        best = &row;
    return best;
  }

  static bool is_exactly(const Asked& asked, const Row& row) {
    return !asked.version.empty() && (source::fold_case(row.answer.version) == asked.version ||
                                      row.loaded_as == asked.version);
  }

  bool may_answer(const Asked& asked, const Row& row, bool exact) const {
    const std::string& version = row.answer.version;
    if (!std::all_of(bounds_.begin(), bounds_.end(),
                     [&](const Asked& bound) { return fits(bound, version); }))
      return false;
    if (question_.default_version && !is_default(row)) return false;
    if (!asked.version.empty()) return exact ? is_exactly(asked, row) : fits(asked, version);
    // That one version is missing says nothing of the others.
    bool any = bounds_.empty() && !question_.latest;
    if (version.empty()) return any;
    return claims::is_usable(row.answer.status);
  }

  /// The least is the best; of equal ones the newest, which comes first.
  int rank(const Asked& asked, const Row& row) const {
    if (!is_usable(row)) return 3;
    if (row.answer.version.empty()) return 2;
    bool newest = question_.latest || !asked.version.empty();
    return newest || is_default(row) ? 0 : 1;
  }

  const Table& table_;
  const Question& question_;
  const Product& product_;
  std::vector<Asked> versions_, bounds_;
  std::vector<Answer> found_;
};

struct Phrases {
  std::string_view on, missing, denied, old, out_of_service;
  std::string_view proved, refuted, expired, by, at, list;
};
constexpr Phrases kEnglish = {" on ",
                              "documented, but not in the list",
                              "not in the list",
                              "old list",
                              "the system is out of service since ",
                              "proved",
                              "refuted",
                              "proved long ago",
                              " by ",
                              " on ",
                              "list of "};
constexpr Phrases kFinnish = {", ",
                              "dokumentoitu, mutta ei luettelossa",
                              "ei luettelossa",
                              "vanha luettelo",
                              "järjestelmä on poistunut käytöstä ",
                              "todettu toimivaksi",
                              "ajo epäonnistui",
                              "todettu toimivaksi kauan sitten",
                              ": ",
                              ", ",
                              "luettelo "};

const Phrases& phrases_of(std::string_view language) {
  return language == "fi" ? kFinnish : kEnglish;
}

std::string proof_text(const Answer& answer, const Phrases& phrases) {
  if (answer.proof == matrix::Proof::unproven) return {};
  std::string out = ", ";
  out += answer.proof == matrix::Proof::proved    ? phrases.proved
         : answer.proof == matrix::Proof::refuted ? phrases.refuted
                                                  : phrases.expired;
  if (!answer.run.empty()) out.append(phrases.by).append(answer.run);
  if (!answer.run_date.empty()) out.append(phrases.at).append(answer.run_date);
  return out;
}

/// The list or the day that it is known from, and the language of the page if it is another.
std::string source_text(const Answer& answer, std::string_view language, const Phrases& phrases) {
  std::vector<std::string> parts;
  bool listed = answer.list != matrix::ListAge::none;
  bool missing = answer.state == matrix::CellState::not_installed;
  if (listed && !answer.list_date.empty())
    parts.push_back(missing ? answer.list_date : std::string(phrases.list) + answer.list_date);
  if (answer.list == matrix::ListAge::old) parts.emplace_back(phrases.old);
  if (!listed && !answer.date.empty()) parts.push_back(answer.date);
  if (!answer.language.empty() && answer.language != language) parts.push_back(answer.language);
  return parts.empty() ? std::string() : " (" + base::join(parts, ", ") + ")";
}

}  // namespace

std::vector<Answer> find_answers(const Table& table, std::string_view text,
                                 const std::vector<std::string>& unknown) {
  std::optional<Question> question = read_question(table, text, unknown);
  return question ? Answerer(table, *question).run() : std::vector<Answer>();
}

bool can_deny(const System& system) {
  return system.list != matrix::ListAge::none || !system.retired.empty();
}

Answer absent_on(const System& system) {
  Answer made;
  made.system = system.name;
  made.retired = system.retired;
  made.status = ClaimStatus::removed;
  if (!system.retired.empty()) return made;
  made.status = ClaimStatus::unavailable;
  made.state = matrix::CellState::not_installed;
  made.list = system.list;
  made.list_date = system.list_date;
  made.denied = true;
  return made;
}

std::string_view on_phrase(std::string_view language) {
  return phrases_of(language).on;
}

std::string answer_rest(const Answer& answer, std::string_view language) {
  const Phrases& phrases = phrases_of(language);
  std::string out;
  if (answer.denied)
    out = phrases.denied;
  else if (answer.state == matrix::CellState::not_installed)
    out = phrases.missing;
  else if (!answer.retired.empty())
    out.append(phrases.out_of_service).append(answer.retired);
  else
    out = claims::status_phrase(answer.status, language);
  bool usable = claims::is_usable(answer.status);
  bool loadable = !answer.module.empty() && answer.module.find(' ') == answer.module.npos &&
                  answer.module[0] != '.' && !answer.module.ends_with(".sif");
  if (usable && loadable) out += ", `module load " + answer.module + "`";
  return out + proof_text(answer, phrases) + source_text(answer, language, phrases);
}

std::string answer_text(const Answer& answer, std::string_view language) {
  std::string out = answer.product;
  if (!answer.version.empty()) out += " " + answer.version;
  if (!answer.system.empty()) out.append(on_phrase(language)).append(answer.system);
  return out + ": " + answer_rest(answer, language);
}

}  // namespace kbuild::answer
