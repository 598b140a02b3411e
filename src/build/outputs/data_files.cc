// The site for programs that read text and data: llms.txt with a line for each page, the Markdown
// of each page next to its HTML (see build.cc), and the catalogue of software as JSON.
#include "base/json.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/outputs/outputs.h"

namespace kbuild::build {

namespace {

using base::Json;
using DataFiles = std::vector<OutputFile>;

class Outline {
 public:
  Outline(const State& state, const std::string& language) : state_(state), language_(language) {}

  std::string write() {
    out_ = "# " + state_.config->site_name.in(language_) + "\n";
    if (std::string about = state_.config->site_description.in(language_); !about.empty())
      out_ += "\n> " + about + "\n";
    std::string rest;
    for (const site::NavNode& node : state_.navigation(language_).roots()) {
      if (node.children.empty()) {
        add(node, rest);
        continue;
      }
      out_ += "\n## " + one_line(node.title) + "\n\n";
      add(node, out_);
    }
    if (!rest.empty()) out_ += "\n## " + state_.config->site_name.in(language_) + "\n\n" + rest;
    return out_;
  }

 private:
  static std::string one_line(const std::string& text) {
    return base::replace_all(base::collapse_spaces(text), "]", "\\]");
  }

  void add(const site::NavNode& node, std::string& to) const {
    if (node.page != site::kNoPage) {
      const site::SitePage& page = state_.index->pages()[node.page];
      std::string url = state_.config->site_url + base::encode_path(page.url) +
                        (has_markdown_copy(page.path) && !page.is_fallback() ? "index.md" : "");
      to += "- [" + one_line(node.title) + "](" + (url.empty() ? "./" : url) + ")";
      if (!page.facts->description.empty())
        to += ": " + base::collapse_spaces(page.facts->description);
      to += "\n";
    }
    for (const site::NavNode& child : node.children) add(child, to);
  }

  const State& state_;
  const std::string& language_;
  std::string out_;
};

}  // namespace

/// llmstxt.org: what the site holds, by its navigation.
void outline_files(const State& state, const render::Theme&, DataFiles& out) {
  for (const std::string& language : state.languages)
    out.push_back(
        {state.index->language_prefix(language) + "llms.txt", Outline(state, language).write()});
}

/// Front matter `catalog` of all pages, one object a page, with the page's address.
void catalogue_files(const State& state, const render::Theme&, DataFiles& out) {
  const meta::CatalogKeys& keys = state.config->names.catalog;
  for (const std::string& language : state.languages) {
    Json rows = Json::array();
    for (const site::SitePage& page : state.index->pages()) {
      auto name = page.facts->catalog.find("name");
      if (page.language != language || name == page.facts->catalog.end()) continue;
      Json row = Json::object();
      for (const auto& [key, values] : page.facts->catalog) {
        bool list =
            values.size() != 1 || key == keys.disciplines || key == keys.systems || key == keys.web;
        row[key] = list ? Json(values) : Json(values.front());
      }
      row["url"] = state.config->site_url + base::encode_path(page.url);
      rows.push_back(std::move(row));
    }
    if (!rows.empty())
      out.push_back(
          {state.index->language_prefix(language) + "catalog.json", base::dump_line(rows) + "\n"});
  }
}

}  // namespace kbuild::build
