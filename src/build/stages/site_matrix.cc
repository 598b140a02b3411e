// Collects, weighs and merges the claims of a site; see site_matrix.h.
#include "build/stages/site_matrix.h"

#include "base/path.h"
#include "build/stages/evidence.h"
#include "matrix/weigh.h"

namespace kbuild::build {

namespace {

/// A page's path as the matrix names it.
std::string matrix_path(const meta::SourceTree& tree, const std::string& path) {
  return tree.mount.empty() ? path : base::join_path(tree.mount, path);
}

std::string without_suffix(const std::string& path) {
  return path.substr(0, path.size() - base::extension(path).size());
}

std::vector<claims::Claim> claims_of_pages(const MatrixInputs& inputs) {
  std::vector<claims::Claim> all;
  for (const CorpusPage& page : inputs.corpus.pages) {
    std::vector<claims::Claim> claims;
    if (page.row->facts.draft || !base::from_archive(page.row->claims, claims)) continue;
    const meta::SourceTree& tree = inputs.config.sources[page.tree];
    for (claims::Claim& claim : claims) {
      if (!tree.mount.empty()) {
        claim.path = matrix_path(tree, claim.path);
        if (!claim.file.empty()) claim.file = matrix_path(tree, claim.file);
      }
      all.push_back(std::move(claim));
    }
  }
  return all;
}

/// Translated pages with the path of their original: the page that they name, else the one of the
/// same name.
std::map<matrix::PageName, std::string> originals_of(const MatrixInputs& inputs) {
  const std::string& original = inputs.config.languages.front();
  std::map<std::string, std::string> by_key;
  auto each_page = [&](auto&& visit) {
    for (const CorpusPage& page : inputs.corpus.pages) {
      const meta::SourceTree& tree = inputs.config.sources[page.tree];
      const std::string& named = page.row->facts.translation_of;
      std::string key = without_suffix(named.empty() ? matrix_path(tree, page.source.original)
                                                     : base::normalise_path(named));
      // "page.fi.md" beside "page.md".
      if (named.empty() && key.ends_with("." + page.source.language))
        key.resize(key.size() - page.source.language.size() - 1);
      visit(page.source.language, key, matrix_path(tree, page.source.path));
    }
  };
  each_page([&](const std::string& language, const std::string& key, const std::string& path) {
    if (language == original) by_key.try_emplace(key, path);
  });
  std::map<matrix::PageName, std::string> out;
  each_page([&](const std::string& language, const std::string& key, const std::string& path) {
    if (language == original) return;
    if (auto found = by_key.find(key); found != by_key.end()) out[{language, path}] = found->second;
  });
  return out;
}

}  // namespace

matrix::Matrix make_site_matrix(MatrixInputs inputs) {
  const meta::Config& config = inputs.config;
  meta::Names names = config.names;
  for (meta::SystemName& system : run::system_names(inputs.systems))
    names.systems.push_back(std::move(system));
  std::vector<claims::Claim> claims = claims_of_pages(inputs);
  std::move(inputs.installed.begin(), inputs.installed.end(), std::back_inserter(claims));
  matrix::WeighPolicy policy;
  for (const meta::SourceTree& tree : config.sources)
    if (!tree.system.empty()) policy.sources.push_back(tree.system);
  matrix::Anchors anchors = matrix::anchors_of(claims, names);
  std::size_t waiting = matrix::weigh(claims, names, anchors, policy);
  matrix::MergeOptions options;
  options.names = &names;
  options.outcomes = outcomes_of(std::move(inputs.records), config.names, config.expiry_days);
  options.originals = originals_of(inputs);
  options.original_language = config.languages.front();
  options.now = inputs.now;
  matrix::Matrix matrix = matrix::merge(std::move(claims), options);
  if (names.systems.empty() && policy.sources.empty()) matrix.waiting_for_systems = waiting;
  return matrix;
}

}  // namespace kbuild::build
