// Answers queries with a pool of indexes, one for each processor, and a cache; see
// search_service.h.
#include "serve/search_service.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <thread>
#include <unordered_map>

#include "base/json.h"
#include "build/stages/search_stage.h"
#include "serve/index_threads.h"
#include "serve/search_page.h"
#include "serve/site_search.h"

namespace kbuild::serve {

namespace {

constexpr std::size_t kOnPage = 20;
constexpr unsigned kMaxIndexes = 8;
constexpr std::size_t kMaxCached = 1000;

search::Query query_of(const serve::SearchRequest& request, std::string language) {
  search::Query query;
  query.text = request.text;
  query.language = std::move(language);
  query.target = request.target;
  query.system = request.system;
  query.product = request.product;
  query.kind = request.kind;
  query.site = request.site;
  if (request.literal) query.spelling = search::Spelling::literal;
  query.other_languages =
      request.others ? search::OtherLanguages::add : search::OtherLanguages::add_to_few;
  query.facets = search::CountFacets::yes;
  return query;
}

/// The identity of a request for the cache; length prefixes keep its texts apart.
std::string key_of(const serve::SearchRequest& request) {
  std::string key = request.literal ? "1" : "0";
  key += request.others ? "1" : "0";
  for (const std::string* part : {&request.text, &request.language, &request.system,
                                  &request.product, &request.kind, &request.target, &request.site})
    key += std::to_string(part->size()) + ":" + *part;
  return key;
}

}  // namespace

/// The site after one build.
class SearchService::Snapshot {
 public:
  source::SourceStore sources;
  std::unique_ptr<build::State> state;

  /// Opens the indexes. If other sites are searched over the network, one connection is enough.
  void open(const meta::Config& config) {
    path_ = build::search_path(*state->config);
    others_ = config.others;
    table_ = table_of(*state);
    bool far = std::any_of(others_.begin(), others_.end(), [](const meta::OtherSite& site) {
      return site.place.find("://") != site.place.npos;
    });
    unsigned count = far ? 1 : std::clamp(std::thread::hardware_concurrency(), 1u, kMaxIndexes);
    std::vector<search::Index> indexes;
    for (unsigned i = 0; i < count; ++i)
      if (auto index = search::Index::open(path_, others_)) indexes.push_back(std::move(*index));
    if (indexes.empty()) return;
    unreachable = indexes.front().unreachable();
    indexes_.emplace(std::move(indexes), config.languages, warm);
  }

  bool is_open() const { return indexes_.has_value(); }

  /// The results of `make` on an index. If it fails, because a server went away or another program
  /// wrote the index, it is reopened and `make` called once more.
  template <class Make>
  std::string find(const search::Query& query, Make make) {
    return indexes_->run([&](search::Index& index) {
      FoundAnswers found = find_answers(*state, index, table_, query);
      if (!index.failure().empty()) {
        if (auto again = search::Index::open(path_, others_)) {
          index = std::move(*again);
          found = find_answers(*state, index, table_, query);
        }
      }
      return make(found);
    });
  }

  /// The cached answer for a key, else that of `make`.
  template <class Make>
  std::string cached(const std::string& key, Make make) {
    {
      std::lock_guard lock(guard_);
      if (auto found = answers_.find(key); found != answers_.end()) return found->second;
    }
    std::string answer = make();
    std::lock_guard lock(guard_);
    if (answers_.emplace(key, answer).second) order_.push_back(key);
    if (order_.size() > kMaxCached) {
      answers_.erase(order_.front());
      order_.pop_front();
    }
    return answer;
  }

  std::vector<std::pair<std::string, std::string>> unreachable;

 private:
  /// Fills tables that the first query would otherwise wait for.
  static void warm(search::Index& index, const std::string& language) {
    search::Query query;
    query.text = "x";
    query.language = language;
    query.other_languages = search::OtherLanguages::add;
    query.facets = search::CountFacets::yes;
    (void)search::search(index, query);
  }

  std::string path_;
  std::vector<meta::OtherSite> others_;
  answer::Table table_;
  std::mutex guard_;
  std::unordered_map<std::string, std::string> answers_;
  std::deque<std::string> order_;
  /// Empty if no index was opened.
  std::optional<IndexThreads> indexes_;
};

SearchService::SearchService(const meta::Config& config, const base::Disk& disk,
                             const build::StateOptions& options)
    : config_(config), disk_(disk), options_(options) {}
SearchService::~SearchService() = default;

std::shared_ptr<SearchService::Snapshot> SearchService::current() const {
  std::lock_guard lock(guard_);
  return snapshot_;
}

std::vector<std::string> SearchService::refresh() {
  auto next = std::make_shared<Snapshot>();
  std::vector<std::string> missed;
  auto state = build::make_state(disk_, next->sources, config_, options_);
  if (!state) return missed;
  next->state = std::make_unique<build::State>(std::move(*state));
  next->open(config_);
  for (const auto& [name, reason] : next->unreachable) missed.push_back(name + ": " + reason);
  std::lock_guard lock(guard_);
  snapshot_ = std::move(next);
  return missed;
}

bool SearchService::misses_sites() const {
  auto snapshot = current();
  return snapshot && !snapshot->unreachable.empty();
}

std::string SearchService::answer(const serve::SearchRequest& request) {
  auto snapshot = current();
  if (!snapshot || !snapshot->is_open()) return "{\"results\":[]}";
  return snapshot->cached(key_of(request), [&] {
    search::Query query =
        query_of(request, request.language.empty() ? config_.languages.front() : request.language);
    return snapshot->find(query, [&](const FoundAnswers& found) {
      return base::dump_line(to_json(*snapshot->state, found, query));
    });
  });
}

std::string SearchService::fill_page(const serve::SearchRequest& request, const std::string& url,
                                     std::string html) {
  auto snapshot = current();
  if (!snapshot || !snapshot->is_open()) return html;
  std::string language = config_.languages.front();
  for (const std::string& one : config_.languages)
    if (snapshot->state->index->language_prefix(one) + "search/" == url) language = one;
  search::Query query = query_of(request, language);
  query.target = request.language;
  query.limit = kOnPage;
  query.other_languages = search::OtherLanguages::add;
  return snapshot->find(query, [&](const FoundAnswers& found) {
    return fill_search_page(std::move(html), url, *snapshot->state, found, query);
  });
}

}  // namespace kbuild::serve
