// kbuild search: finds pages in the site's index, after updating it.
#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "build/stages/search_stage.h"
#include "cli/commands.h"
#include "cli/site_session.h"
#include "cli/terminal.h"
#include "search/query/query.h"
#include "serve/site_search.h"

namespace kbuild::cli {

namespace {

using base::Json;

struct SearchArguments {
  std::vector<std::string> words;
  std::string batch;
  std::string system;
  std::string product;
  std::string kind;
  std::string site;
  std::string target;
  bool literal = false;
  std::string format = "table";
  bool why = false;
  bool unreached = false;
};

void add_filters(const SearchArguments& arguments, search::Query& query) {
  query.system = arguments.system;
  query.product = arguments.product;
  query.kind = arguments.kind;
  query.site = arguments.site;
  if (arguments.literal) query.spelling = search::Spelling::literal;
}

/// The state of the configured site and an index that matches its sources.
struct Searchable {
  build::State state;
  search::Index index;
};

/// nullopt after a failure (reported). Here --lang is the language of the words: all languages are
/// searched.
std::optional<Searchable> open_index(Session& session, SiteSession& site) {
  if (!open_site(session, site)) return std::nullopt;
  site.options.languages.clear();
  auto state = build::make_state(session.disk, site.sources, site.loaded.config, site.options);
  if (!state) {
    session.fail(state.error());
    return std::nullopt;
  }
  auto updated = build::update_search(session.disk, site.sources, *state, session.jobs);
  if (!updated) {
    session.fail(updated.error());
    return std::nullopt;
  }
  if (auto saved = build::save_ledger(session.disk, state->ledger_path, state->ledger); !saved) {
    session.fail(saved.error());
    return std::nullopt;
  }
  auto index = search::Index::open(build::search_path(*state->config), site.loaded.config.others);
  if (!index) {
    session.fail(index.error());
    return std::nullopt;
  }
  for (const auto& [name, reason] : index->unreachable())
    session.message(base::format("search leaves out {}: {}\n", name, reason));
  return Searchable{std::move(*state), std::move(*index)};
}

/// Prints the pages that are among the first ten of no query.
void print_unreached(Session& session, const search::Index& index,
                     const std::set<std::string>& reached) {
  for (const search::PageEntry& page : index.pages())
    if (std::string key = page.language + "/" + page.path; page.site == 0 && !reached.contains(key))
      session.print(key + "\n");
}

/// Reads queries from lines and prints one line for each.
void run_batch(Session& session, const Searchable& opened, const SearchArguments& arguments) {
  const search::Index& index = opened.index;
  answer::Table table = serve::table_of(opened.state);
  auto text = session.disk.read(arguments.batch);
  if (!text) return session.fail(text.error());
  std::set<std::string> reached;
  for (std::string_view line : base::split_lines(*text)) {
    if (base::trim(line).empty()) continue;
    Json in = Json::parse(line, nullptr, false);
    if (!in.is_object() || !in.contains("query") || !in["query"].is_string())
      return session.fail({base::format("'{}' has a line that is no query", arguments.batch),
                           "each line is {\"id\", \"query\", \"lang\", \"target_lang\"?}"});
    search::Query query;
    query.text = in["query"];
    query.language = in.value("lang", index.languages().empty() ? "" : index.languages().front());
    query.target = in.value("target_lang", "");
    add_filters(arguments, query);
    Json out = {
        {"id", in.value("id", Json())}, {"answers", Json::array()}, {"results", Json::array()}};
    search::Results found = search::search(index, query);
    for (const answer::Answer& each :
         answer::find_answers(table, query.text, serve::unknown_words(found)))
      out["answers"].push_back(serve::row_of(opened.state, each, query.language));
    for (const search::PageResult& page : found.pages) {
      out["results"].push_back(serve::row_of(page));
      if (page.site.empty()) reached.insert(page.language + "/" + page.path);
    }
    if (!arguments.unreached) session.print(base::dump_line(out) + "\n");
  }
  if (arguments.unreached) print_unreached(session, index, reached);
}

void print_why(const Session& session, const search::Plan& plan, const search::PageResult& page) {
  const search::Why& why = page.why;
  session.print(base::format("      sections {:.2f} + page {:.2f} + names {:.2f}, times {:.2f}\n",
                             why.sections, why.page, why.title, why.prior));
  for (std::size_t g = 0; g < plan.groups.size() && g < why.groups.size(); ++g)
    session.print(base::format("      {:<24} {:.2f}\n", plan.groups[g].text, why.groups[g]));
}

void print_plan(const Session& session, const search::Plan& plan) {
  for (const search::Group& group : plan.groups) {
    session.print(base::format("{} (weight {:.2f}{})\n", group.text, group.weight,
                               group.optional ? ", optional" : ""));
    for (const search::Alternative& alternative : group.alternatives) {
      std::vector<std::string> sets;
      for (const auto& set : alternative.sets) sets.push_back(base::join(set, " "));
      session.print(base::format("  {:.2f} {}: {}\n", alternative.weight, alternative.reason,
                                 base::join(sets, " AND ")));
    }
  }
}

/// The excerpt with its matches between asterisks.
std::string marked(const search::Excerpt& excerpt) {
  std::string out;
  std::size_t at = 0;
  for (auto [begin, end] : excerpt.highlights) {
    out +=
        excerpt.text.substr(at, begin - at) + "*" + excerpt.text.substr(begin, end - begin) + "*";
    at = end;
  }
  return out + excerpt.text.substr(at);
}

void print_table(const Session& session, const search::Results& results, bool why) {
  for (const search::Correction& correction : results.plan.corrections)
    session.print(base::format("showing results for '{}' instead of '{}'\n", correction.used,
                               correction.typed));
  if (why) print_plan(session, results.plan);
  auto print_pages = [&](const std::vector<search::PageResult>& pages) {
    for (const search::PageResult& page : pages) {
      std::string place =
          page.site.empty() ? page.language + "/" + page.path : page.site + ": " + page.url;
      session.print(
          base::format("{:7.2f}  {}  ({})\n", page.score, visible(page.title), visible(place)));
      if (why) print_why(session, results.plan, page);
      for (const search::SectionResult& section : page.sections)
        session.print(base::format("      {}{}{}\n      {}\n", section.anchor.empty() ? "" : "#",
                                   section.anchor,
                                   section.heading.empty() ? "" : "  " + visible(section.heading),
                                   visible_lines(marked(section.excerpt))));
    }
  };
  print_pages(results.pages);
  if (!results.other_languages.empty()) session.print("in other languages:\n");
  print_pages(results.other_languages);
  if (results.pages.empty() && results.other_languages.empty()) session.print("nothing found\n");
}

void run_search(Session& session, const SearchArguments& arguments) {
  if (arguments.words.empty() && arguments.batch.empty())
    return session.fail(
        {"there is nothing to search for", "give words, or --batch with a file of queries"});
  auto lock = lock_state(session, "kbuild search");
  if (!lock) return;
  SiteSession site;
  auto opened = open_index(session, site);
  if (!opened) return;
  if (!arguments.batch.empty()) return run_batch(session, *opened, arguments);
  search::Query query;
  query.text = base::join(arguments.words, " ");
  query.language =
      session.languages.empty() ? site.loaded.config.languages.front() : session.languages.front();
  query.target = arguments.target;
  add_filters(arguments, query);
  query.other_languages = search::OtherLanguages::add;
  serve::FoundAnswers found =
      serve::find_answers(opened->state, opened->index, serve::table_of(opened->state), query);
  if (arguments.format == "json")
    return session.print(base::dump_line(serve::to_json(opened->state, found, query)) + "\n");
  if (arguments.format == "table") {
    for (const answer::Answer& answer : found.answers) {
      session.print(visible(answer::answer_text(answer, query.language)));
      if (!answer.file.empty()) session.print(base::format("  ({}:{})", answer.file, answer.line));
      session.print("\n");
    }
    return print_table(session, found.results, arguments.why);
  }
  for (const auto* pages : {&found.results.pages, &found.results.other_languages})
    for (const search::PageResult& page : *pages)
      session.print(base::dump_line(serve::row_of(page)) + "\n");
}

}  // namespace

void add_search(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("search", "finds pages and sections");
  auto arguments = std::make_shared<SearchArguments>();
  command->add_option("words", arguments->words, "what to look for");
  command->add_option("--batch", arguments->batch, "file of queries, one JSON object a line");
  command->add_option("--system", arguments->system, "only pages about this system");
  command->add_option("--product", arguments->product, "only pages about this product");
  command->add_option("--kind", arguments->kind, "only pages of this kind")
      ->check(CLI::IsMember({"manual", "faq", "tutorial", "index", "news", "archive"}));
  command->add_option("--site", arguments->site, "only pages of this other site");
  command->add_option("--target", arguments->target, "language of the pages, if it is another");
  command->add_flag("--literal", arguments->literal, "take the words as typed");
  command
      ->add_flag("--unreached", arguments->unreached, "of --batch: the pages that no query finds")
      ->needs("--batch");
  command->add_flag("--why", arguments->why, "explain the plan and the scores");
  command->add_option("--format", arguments->format, "table, json, jsonl")
      ->check(CLI::IsMember({"table", "json", "jsonl"}));
  command->callback([&session, arguments] { run_search(session, *arguments); });
}

}  // namespace kbuild::cli
