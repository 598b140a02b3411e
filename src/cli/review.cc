// kbuild matrix review: asks a maintainer about claims that await a word, group by group, and keeps
// the answers in the configuration's claims.yml. Other tools get the groups by --format json and
// answer by --decide.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "build/stages/installed.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "cli/terminal.h"
#include "matrix/review.h"

namespace kbuild::cli {

namespace {

using claims::Claim;
using matrix::Reply;
using matrix::ReviewGroup;

struct ReviewArguments {
  std::string format = "text";
  std::string decide;
  bool published = false;
};

/// The site's claims and the decisions about them, kept in step with the file.
class Review {
 public:
  Review(Session& session, const meta::Config& config, matrix::Reviewed reviewed)
      : session_(session), config_(config), reviewed_(reviewed), names_(config.names) {}

  matrix::Decisions decisions;

  /// Reads the site; false after a failure, which is reported.
  bool open(SiteSession& site) {
    auto lock = lock_state(session_, "kbuild matrix review");
    if (!lock) return false;
    auto state = build::make_state(session_.disk, site.sources, config_, site.options);
    if (!state) return refuse(state.error());
    (void)build::save_ledger(session_.disk, state->directory + "/ledger", state->ledger);
    if (!state->decisions.is_whole) {
      session_.report(std::move(state->decisions.diagnostics), site.sources);
      return refuse({base::format("{} has entries that cannot be used", config_.decisions),
                     "mend them first: writing the file would lose them"});
    }
    auto installed = build::installed_claims(session_.disk, config_);
    if (!installed) return refuse(installed.error());
    names_ = run::with_systems(config_.names, state->systems);
    claims_ = build::gather_claims(config_, state->corpus, std::move(*installed));
    decisions = state->decisions.decisions;
    if (auto text = session_.disk.read(config_.decisions)) text_ = std::move(*text);
    for (const Claim& claim : claims_)
      if (claim.language == config_.languages.front()) originals_.insert(claim.path);
    return true;
  }

  /// Groups without a decision, the largest first; of translated pages only the originals'.
  std::vector<ReviewGroup> open_groups() const {
    matrix::DecidedClaims decided = build::decide_claims(config_, names_, {decisions}, claims_);
    std::erase_if(decided.claims, [&](const Claim& claim) {
      return claim.language != config_.languages.front() && originals_.contains(claim.path);
    });
    return matrix::review_groups(decided.claims, names_, reviewed_);
  }

  /// Decisions whose text is gone, and the decisions without them.
  std::size_t lost(matrix::Decisions& used) const {
    matrix::DecidedClaims decided = build::decide_claims(config_, names_, {decisions}, claims_);
    used = std::move(decided.used);
    auto count = [](const matrix::Decisions& all) {
      std::size_t sum = 0;
      for (const matrix::Decision& each : all.decisions) sum += each.texts.size();
      return sum;
    };
    return count(decisions) - count(used);
  }

  /// Writes the file if nobody else did since it was read; false after a failure.
  bool save() {
    auto now = session_.disk.read(config_.decisions);
    if ((now ? *now : "") != text_)
      return refuse({base::format("{} changed while it was reviewed", config_.decisions),
                     "start the review again; the last answer is not kept"});
    std::string text = matrix::write_decisions(decisions);
    if (auto written = session_.disk.write(config_.decisions, text); !written)
      return refuse(written.error());
    text_ = std::move(text);
    return true;
  }

  /// Waits until what was written has reached the device.
  void settle() const { (void)session_.disk.sync(config_.decisions); }

  const meta::Config& config() const { return config_; }
  /// Of the configuration and of profiles of systems, as the matrix has them.
  const meta::Names& names() const { return names_; }
  Session& session() const { return session_; }

 private:
  bool refuse(const base::Error& error) {
    session_.fail(error);
    return false;
  }

  Session& session_;
  const meta::Config& config_;
  matrix::Reviewed reviewed_;
  meta::Names names_;
  /// As gathered, before they are weighed.
  std::vector<Claim> claims_;
  std::set<std::string> originals_;
  /// What the file holds; "" if there is none.
  std::string text_;
};

std::string place_of(const Claim& claim) {
  return base::format("{}:{}", claim.file.empty() ? claim.path : claim.file, claim.line);
}

void show(const Session& session, const ReviewGroup& group, std::size_t open) {
  constexpr std::size_t kShown = 8;
  const Claim& first = group.claims.front();
  session.print(base::format("\n{} open. {}: {} claim{} by {}, {}\n", open, visible(first.path),
                             group.claims.size(), group.claims.size() == 1 ? "" : "s", first.rule,
                             visible(group.reason)));
  if (!first.section.empty()) session.print("  below " + visible(first.section) + "\n");
  std::string_view text;
  std::string told;
  for (std::size_t i = 0; i < std::min(kShown, group.claims.size()); ++i) {
    const Claim& claim = group.claims[i];
    bool same_text = claim.excerpt == text;
    if (!same_text)
      session.print(base::format("  {}: {}\n", visible(place_of(claim)), visible(claim.excerpt)));
    text = claim.excerpt;
    std::string now = matrix::told(claim);
    if (!same_text || now != told) session.print("      " + visible(now) + "\n");
    told = std::move(now);
  }
  if (group.claims.size() > kShown)
    session.print(base::format("  and {} more\n", group.claims.size() - kShown));
}

/// One step that can be undone.
struct ReviewStep {
  matrix::Decisions before;
  std::string skipped;
};

class Dialogue {
 public:
  explicit Dialogue(Review& review) : review_(review), session_(review.session()) {}

  void run() {
    while (step()) {
    }
    finish();
  }

 private:
  static constexpr std::string_view kKeys =
      "[a]ccept [r]eject [t]his is of ... [p]roduct [n]o product [x] no system [o]ne by one [s]kip "
      "[u]ndo [q]uit: ";

  /// Asks about the next group; false at the end.
  bool step() {
    std::vector<ReviewGroup> groups;
    for (ReviewGroup& group : review_.open_groups()) {
      if (!split_.contains(key_of(group))) {
        groups.push_back(std::move(group));
        continue;
      }
      for (ReviewGroup& part : matrix::split_by_text(group)) groups.push_back(std::move(part));
    }
    std::erase_if(groups, [&](const ReviewGroup& group) { return skipped_.contains(group.id); });
    if (groups.empty()) {
      session_.print("\nnothing is open\n");
      return false;
    }
    show(session_, groups.front(), groups.size());
    return ask(groups.front());
  }

  bool ask(const ReviewGroup& group) {
    for (;;) {
      session_.print(kKeys);
      std::fflush(stdout);
      auto key = terminal_.key();
      session_.print(key ? base::format("{}\n", visible(std::string(1, *key))) : "\n");
      if (!key || *key == 'q') return false;
      switch (*key) {
        case 'a': return decide(group, Reply{Reply::Kind::accept, {}, {}}) || !failed();
        case 'r': return decide(group, Reply{Reply::Kind::reject, {}, {}}) || !failed();
        case 't': return decide(group, meaning()) || !failed();
        case 'p': return decide(group, word(group, Reply::Kind::product)) || !failed();
        case 'n': return decide(group, word(group, Reply::Kind::no_product)) || !failed();
        case 'x': return decide(group, word(group, Reply::Kind::no_system)) || !failed();
        case 'o': split_.insert(key_of(group)); return true;
        case 's':
          skipped_.insert(group.id);
          steps_.push_back({{}, group.id});
          return true;
        case 'u': return undo() || !failed();
        default: break;
      }
    }
  }

  /// What one answers about: the table, or the sentences of the page by one rule.
  static std::string key_of(const ReviewGroup& group) {
    const Claim& first = group.claims.front();
    return base::format("{} {} {} {}", first.language, first.path, first.rule, first.block);
  }

  /// The line without blanks around it; nullopt where the input ends, which answers nothing.
  std::optional<std::string> ask_line(std::string_view prompt) {
    auto line = terminal_.line(prompt);
    if (!line) return std::nullopt;
    return std::string(base::trim(*line));
  }

  std::optional<Reply> meaning() {
    auto system = ask_line("  system (Enter: as written): ");
    if (!system) return std::nullopt;
    auto product = ask_line("  product (Enter: as written): ");
    if (!product) return std::nullopt;
    return Reply{Reply::Kind::accept, {*system, *product}, {}};
  }

  std::optional<Reply> word(const ReviewGroup& group, Reply::Kind kind) {
    bool system = kind == Reply::Kind::no_system;
    std::vector<std::string> words = system ? group.systems() : group.products();
    if (words.size() == 1) return Reply{kind, {}, words.front()};
    session_.print("  " + visible(base::join(words, ", ")) + "\n");
    auto chosen = ask_line("  which one: ");
    return chosen ? std::optional(Reply{kind, {}, *chosen}) : std::nullopt;
  }

  bool decide(const ReviewGroup& group, const std::optional<Reply>& reply) {
    if (!reply) return false;
    const Reply& answer = *reply;
    ReviewStep step{review_.decisions, {}};
    auto done = matrix::add_reply(review_.decisions, group, answer, review_.names());
    if (!done) {
      const base::Error& error = done.error();
      session_.print("  " + visible(error.message) +
                     (error.hint.empty() ? "" : "; " + visible(error.hint)) + "\n");
      return false;
    }
    if (!review_.save()) {
      review_.decisions = std::move(step.before);
      return false;
    }
    steps_.push_back(std::move(step));
    if (*done < group.claims.size())
      session_.print(base::format("  {} stay open: their system is none of the configuration's\n",
                                  group.claims.size() - *done));
    return true;
  }

  bool undo() {
    if (steps_.empty()) {
      session_.print("  nothing to undo\n");
      return false;
    }
    ReviewStep step = std::move(steps_.back());
    steps_.pop_back();
    if (!step.skipped.empty()) {
      skipped_.erase(step.skipped);
      return true;
    }
    review_.decisions = std::move(step.before);
    return review_.save();
  }

  bool failed() const { return session_.exit_code != kClean; }

  void finish() {
    matrix::Decisions used;
    if (std::size_t lost = failed() ? 0 : review_.lost(used); lost > 0) {
      session_.print(base::format("{} texts that were decided are gone from their pages.\n", lost));
      if (ask_line("delete these decisions? [y/N] ") == "y") {
        review_.decisions = std::move(used);
        review_.save();
      }
    }
    if (!steps_.empty()) review_.settle();
  }

  Review& review_;
  Session& session_;
  Terminal terminal_;
  std::set<std::string> skipped_;
  std::set<std::string> split_;
  std::vector<ReviewStep> steps_;
};

/// Answers by JSON lines, {"id": ..., "decide": ...}; all of them count, or none.
void decide_lines(Session& session, Review& review, const std::string& file) {
  std::string text;
  if (file == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    auto bytes = session.disk.read(file);
    if (!bytes) return session.fail(bytes.error());
    text = std::move(*bytes);
  }
  std::map<std::string, ReviewGroup> groups;
  for (ReviewGroup& group : review.open_groups()) {
    for (ReviewGroup& part : matrix::split_by_text(group)) {
      std::string id = part.id;
      groups.emplace(std::move(id), std::move(part));
    }
    std::string id = group.id;
    groups.insert_or_assign(std::move(id), std::move(group));
  }
  std::size_t number = 0, decided = 0;
  for (std::string_view line : base::split_lines(text)) {
    ++number;
    if (base::trim(line).empty()) continue;
    auto refuse = [&](const base::Error& error) {
      session.fail({base::format("line {}: {}", number, error.message), error.hint});
    };
    base::Json json = base::Json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object())
      return refuse({"this is no JSON object", "write {\"id\": \"...\", \"decide\": \"accept\"}"});
    auto answer = matrix::parse_reply(json);
    if (!answer) return refuse(answer.error());
    auto id = json.find("id");
    auto group =
        id != json.end() && id->is_string() ? groups.find(id->get<std::string>()) : groups.end();
    if (group == groups.end())
      return refuse(
          {"no open group has this id",
           "ids change with the texts; `kbuild matrix review --format json` prints them"});
    auto done = matrix::add_reply(review.decisions, group->second, *answer, review.names());
    if (!done) return refuse(done.error());
    ++decided;
  }
  if (decided == 0 || !review.save()) return;
  review.settle();
  session.progress(base::format("{} answers kept in {}", decided, review.config().decisions));
}

void run_review(Session& session, const ReviewArguments& arguments) {
  SiteSession site;
  if (!open_site(session, site)) return;
  Review review(session, site.loaded.config,
                arguments.published ? matrix::Reviewed::published : matrix::Reviewed::candidates);
  if (!review.open(site)) return;
  if (!arguments.decide.empty()) return decide_lines(session, review, arguments.decide);
  if (arguments.format == "text") return Dialogue(review).run();
  for (const ReviewGroup& group : review.open_groups())
    session.print(base::dump_line(matrix::to_json(group)) + "\n");
}

}  // namespace

void add_review(CLI::App& matrix, Session& session) {
  CLI::App* command =
      matrix.add_subcommand("review", "decide about claims that are not published unread");
  auto arguments = std::make_shared<ReviewArguments>();
  command->add_option("--format", arguments->format, "text: ask; json: a line for each open group")
      ->check(CLI::IsMember({"text", "json"}));
  command->add_option("--decide", arguments->decide,
                      "answers as JSON lines, of a file or, by -, of standard input");
  command->add_flag("--published", arguments->published,
                    "what is published of pages, instead of what is not");
  command->callback([&session, arguments] { run_review(session, *arguments); });
}

}  // namespace kbuild::cli
