// Weighs, decides and merges the claims of a site; see site_matrix.h.
#include "build/stages/site_matrix.h"

#include "base/path.h"
#include "build/stages/evidence.h"

namespace kbuild::build {

namespace {

/// A page's path as the matrix names it.
std::string matrix_path(const meta::SourceTree& tree, const std::string& path) {
  return tree.mount.empty() ? path : base::join_path(tree.mount, path);
}

std::string without_suffix(const std::string& path) {
  return path.substr(0, path.size() - base::extension(path).size());
}

/// Translated pages and copies with the path of their original: the page that they name, else the
/// one of the same name.
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
    std::string_view wanted = key;
    // A wiki's copy in the original's own language: "page_en" beside "page".
    if (language == original) {
      if (!wanted.ends_with("_" + language)) return;
      wanted.remove_suffix(language.size() + 1);
    }
    auto found = by_key.find(std::string(wanted));
    if (found != by_key.end()) out[{language, path}] = found->second;
  });
  return out;
}

}  // namespace

matrix::Matrix make_site_matrix(MatrixInputs inputs) {
  const meta::Config& config = inputs.config;
  meta::Names names = run::with_systems(config.names, inputs.systems);
  matrix::DecidedClaims decided =
      decide_claims(config, names, inputs.decisions,
                    gather_claims(config, inputs.corpus, std::move(inputs.installed)));
  inputs.decisions.diagnostics.append(std::move(decided.diagnostics));
  matrix::MergeOptions options;
  options.names = &names;
  options.outcomes = outcomes_of(std::move(inputs.records), config.names, config.expiry_days);
  options.originals = originals_of(inputs);
  options.original_language = config.languages.front();
  options.now = inputs.now;
  matrix::Matrix matrix = matrix::merge(std::move(decided.claims), options);
  matrix.waiting_for_systems = decided.waiting_for_systems;
  return matrix;
}

}  // namespace kbuild::build
