// The files of a site that are made of the whole: theme assets, sitemap, 404, search page,
// redirects, robots. One table; each row is one function from the state to files.
#pragma once

#include <string>
#include <vector>

#include "build/state.h"
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

/// The matrix's pages and data, made on several threads: they are most of these files.
void matrix_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// The pages of units that were run.
void evidence_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// Answers of the matrix for the search box.
void answer_files(const State& state, const render::Theme& theme, std::vector<OutputFile>& out);

/// All of them, in the order of the table.
std::vector<OutputFile> site_files(const State& state, const render::Theme& theme);

}  // namespace kbuild::build
