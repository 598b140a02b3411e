// Names that Python code uses and no block of its page defines; see lint.h. Only what is sure is
// told: the usual short name of a module that is imported without it, and a name one letter away
// from one that the same block defines.
#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "run/lint/lint.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Snippet;

struct ShortName {
  std::string_view name;
  std::string_view module;
};
/// Short names by which manuals import modules.
constexpr ShortName kShortNames[] = {{"np", "numpy"},
                                     {"pd", "pandas"},
                                     {"plt", "matplotlib.pyplot"},
                                     {"mpl", "matplotlib"},
                                     {"sns", "seaborn"},
                                     {"tf", "tensorflow"},
                                     {"xr", "xarray"},
                                     {"da", "dask.array"},
                                     {"dd", "dask.dataframe"},
                                     {"gpd", "geopandas"},
                                     {"nx", "networkx"},
                                     {"cp", "cupy"},
                                     {"jnp", "jax.numpy"},
                                     {"sp", "scipy"},
                                     {"sc", "scanpy"},
                                     {"pl", "polars"},
                                     {"st", "streamlit"},
                                     {"px", "plotly.express"},
                                     {"go", "plotly.graph_objects"}};

/// The name that was meant, or "".
std::string meant(const FreeName& use, const PythonNames& names, std::string_view text) {
  for (const ShortName& row : kShortNames) {
    bool imports =
        std::find(names.modules.begin(), names.modules.end(), row.module) != names.modules.end();
    bool of_module = text.substr(use.offset + use.name.size()).starts_with('.');
    if (row.name == use.name && imports && of_module)
      return base::format("import {} as {}", row.module, row.name);
  }
  if (use.name.size() < 6) return {};
  for (const std::string& name : names.defined)
    if (name.size() >= 6 && base::edit_distance(name, use.name, 1) == 1 &&
        !base::is_digit(name.back()) && !base::is_digit(use.name.back()))
      return name;
  return {};
}

}  // namespace

diag::Diagnostics lint_names(const LintInput& input) {
  diag::Diagnostics out;
  std::set<std::string> defined;
  for (const SyntaxVerdict& verdict : input.syntax.verdicts)
    defined.insert(verdict.names.defined.begin(), verdict.names.defined.end());
  for (std::size_t i = 0; i < input.snippets.size(); ++i) {
    const Snippet& s = input.snippets[i];
    const PythonNames& names = input.syntax.verdicts[i].names;
    if (names.open || s.part_of_file || s.language != "python") continue;
    std::set<std::string> told;
    for (const FreeName& use : names.free) {
      if (defined.contains(use.name) || input.code_of(s).find(use.offset, use.name.size()))
        continue;
      std::string name = meant(use, names, s.text);
      if (name.empty() || !told.insert(use.name).second) continue;
      out.push_back({"KB0757"_code,
                     snippets::locate(input.sources, s, use.offset, use.name.size()),
                     {use.name, name}});
    }
  }
  return out;
}

}  // namespace kbuild::run
