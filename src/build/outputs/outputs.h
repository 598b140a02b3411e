// The files of a site that are made of the whole: theme assets, sitemap, 404, search page,
// redirects, robots. One table; each row is one function from the state to files. The pages of the
// matrix are not in it: each of them is made only if its own part of the matrix changed.
#pragma once

#include <string>
#include <vector>

#include "build/outputs/output_set.h"
#include "build/stages/state.h"
#include "render/page.h"

namespace kbuild::build {

struct OutputFile {
  std::string path;
  std::string bytes;
};

/// Sitemaps and robots.txt, Atom feeds of news, OpenSearch descriptions.
void sitemap_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);
void news_feeds(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);
void search_descriptions(const State& state, const render::Theme& theme,
                         std::vector<OutputFile>& out);

/// llms.txt, and catalog.json.
void outline_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);
void catalogue_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// The part of an address that names a product or a system, of another name another: "Roihu-CPU"
/// -> "roihu-cpu", "PyTorch Geometric" -> "pytorch_geometric", "C++" -> "c-" and a digest.
std::string matrix_slug(const std::string& name);
/// Makes the matrix's pages and data, on several threads. `matrix` is the digest of the matrix.
void write_matrix(const State& state, const render::Theme& theme, const base::Digest& matrix,
                  OutputSet& outputs);

/// The pages of units that were run.
void evidence_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// The overview of all runs, where there are any.
void dashboard_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// Answers of the matrix for the search box.
void answer_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// All files of the table, in its order.
std::vector<OutputFile> site_files(const State& state, const render::Theme& theme);

}  // namespace kbuild::build
