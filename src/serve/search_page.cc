// Writes search results as HTML; see search_page.h. Every text of a page or of the query is
// escaped.
#include "serve/search_page.h"

#include <algorithm>
#include <functional>

#include "base/format.h"
#include "base/percent.h"
#include "base/text.h"
#include "site/index.h"

namespace kbuild::serve {

namespace {

using base::escape_html;
using base::format;

void replace_first(std::string& html, std::string_view from, std::string_view to) {
  if (std::size_t at = html.find(from); at != html.npos) html.replace(at, from.size(), to);
}

/// The value of an attribute of the search box as written: the theme's words in the page's
/// language.
std::string word_of(std::string_view html, std::string_view attribute) {
  std::string mark = format(" data-{}=\"", attribute);
  std::size_t at = html.find(mark);
  if (at == html.npos) return {};
  at += mark.size();
  return std::string(html.substr(at, html.find('"', at) - at));
}

std::string encoded(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (base::is_alnum(c) || c == '-' || c == '.' || c == '_') {
      out += c;
    } else {
      out += format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

std::string address_of(const search::Query& query) {
  std::string out = "?q=" + encoded(query.text);
  for (const auto& [name, value] : {std::pair{"system", &query.system},
                                    {"product", &query.product},
                                    {"kind", &query.kind},
                                    {"lang", &query.target},
                                    {"site", &query.site}})
    if (!value->empty()) out += format("&amp;{}={}", name, encoded(*value));
  if (query.spelling == search::Spelling::literal) out += "&amp;literal=1";
  return out;
}

/// `shown`: translates a value into the page's language; if empty, values are shown unchanged.
void add_facets(std::string& out, const search::Query& query, std::string search::Query::*member,
                const search::FacetCounts& counts,
                const std::function<std::string(std::string_view)>& shown = {}) {
  for (const auto& [value, count] : counts) {
    bool chosen = query.*member == value;
    search::Query next = query;
    next.*member = chosen ? "" : value;
    out += format("<a href=\"{}\"{}>{} ({})</a> ", address_of(next),
                  chosen ? " aria-current=\"true\"" : "", shown ? shown(value) : escape_html(value),
                  count);
  }
}

std::string marked(const search::Excerpt& excerpt) {
  std::string out;
  std::size_t at = 0;
  for (auto [begin, end] : excerpt.highlights) {
    out += escape_html(excerpt.text.substr(at, begin - at)) + "<mark>" +
           escape_html(excerpt.text.substr(begin, end - begin)) + "</mark>";
    at = end;
  }
  return out + escape_html(excerpt.text.substr(at));
}

std::string anchor_of(std::string_view anchor) {
  return anchor.empty() ? "" : "#" + escape_html(anchor);
}

/// Text between grave accents becomes code.
std::string with_code(std::string_view text) {
  std::string out;
  bool code = false;
  for (std::string_view part : base::split(text, '`')) {
    out += code ? "<code>" + escape_html(part) + "</code>" : escape_html(part);
    code = !code;
  }
  return out;
}

class Items {
 public:
  Items(std::string_view from, const build::State& state) : from_(from), state_(state) {}

  /// What a list denies has no page.
  void add_answer(const answer::Answer& answer, std::string_view language) {
    std::string text = with_code(answer::answer_text(answer, language));
    std::string address = link(answer.language, answer.path);
    if (!address.empty())
      text = format("<a href=\"{}{}\">{}</a>", address, anchor_of(answer.anchor), text);
    out_ += "<li class=\"kb-search-answer\">" + text + "</li>\n";
  }
  void add_page(const search::PageResult& page) {
    std::string address = escape_html(
        page.site.empty() ? site::relative_url(from_, base::decode_percent(page.url)) : page.url);
    out_ += format("<li lang=\"{}\"{}>", escape_html(page.language),
                   page.site.empty() ? "" : format(" data-site=\"{}\"", escape_html(page.site)));
    for (std::size_t i = 0; i < std::max<std::size_t>(1, page.sections.size()); ++i) {
      bool has_section = i < page.sections.size();
      out_ += format("<a href=\"{}{}\">", address,
                     has_section ? anchor_of(page.sections[i].anchor) : "");
      if (i == 0)
        out_ += format("<strong class=\"kb-search-title\">{}</strong>", escape_html(page.title));
      if (i == 0 && !page.site.empty())
        out_ += format("<span class=\"kb-search-place\">{}</span>", escape_html(page.site));
      if (has_section && !page.sections[i].heading.empty())
        out_ += format("<span class=\"kb-search-heading\">{}</span>",
                       escape_html(page.sections[i].heading));
      if (has_section)
        out_ +=
            format("<span class=\"kb-search-excerpt\">{}</span>", marked(page.sections[i].excerpt));
      out_ += "</a>";
    }
    out_ += "</li>\n";
  }
  std::string take() { return std::move(out_); }

 private:
  std::string link(const std::string& language, const std::string& path) const {
    site::PageId id = state_.index->find_path(language, path);
    return id == site::kNoPage
               ? ""
               : escape_html(site::relative_url(from_, state_.index->pages()[id].url));
  }
  std::string_view from_;
  const build::State& state_;
  std::string out_;
};

/// A link to the same search for the words as typed.
std::string way_back(std::string_view html, search::Query query,
                     const search::Correction& correction) {
  query.spelling = search::Spelling::literal;
  return format(" <a href=\"{}\">{}</a>", address_of(query),
                base::replace_all(word_of(html, "literal"), "#", escape_html(correction.typed)));
}

}  // namespace

std::string fill_search_page(std::string html, std::string_view url, const build::State& state,
                             const FoundAnswers& found, const search::Query& query) {
  std::size_t total = found.results.total;
  std::string status = total == 0 ? word_of(html, "none") + " " + word_of(html, "help")
                       : total == 1
                           ? word_of(html, "one")
                           : base::replace_all(word_of(html, "many"), "#", std::to_string(total));
  for (const search::Correction& correction : found.results.plan.corrections)
    status += " " + base::replace_all(word_of(html, "instead"), "#", escape_html(correction.used)) +
              way_back(html, query, correction);
  std::string facets;
  add_facets(facets, query, &search::Query::system, found.results.facets.systems);
  add_facets(facets, query, &search::Query::product, found.results.facets.products);
  add_facets(facets, query, &search::Query::kind, found.results.facets.kinds,
             [&](std::string_view kind) { return word_of(html, "kind-" + std::string(kind)); });
  add_facets(facets, query, &search::Query::site, found.results.facets.sites);
  search::FacetCounts languages;
  for (const std::string& language : state.languages)
    if (language != query.language)
      languages.emplace_back(language, found.results.other_languages.size());
  add_facets(facets, query, &search::Query::target, languages);
  Items items(url, state);
  for (const answer::Answer& answer : found.answers) items.add_answer(answer, query.language);
  for (const auto* pages : {&found.results.pages, &found.results.other_languages})
    for (const search::PageResult& page : *pages) items.add_page(page);
  std::size_t open = html.find("<noscript>"), close = html.find("</noscript>");
  if (open != html.npos && close != html.npos && open < close) html.erase(open, close + 11 - open);
  replace_first(html, " name=\"q\" ", format(" name=\"q\" value=\"{}\" ", escape_html(query.text)));
  std::size_t body = html.find("data-search-page");
  if (body == html.npos) return html;
  std::string rest = html.substr(body);
  replace_first(rest, "<div class=\"kb-search-facets\"></div>",
                "<div class=\"kb-search-facets\">" + facets + "</div>");
  replace_first(rest, "aria-live=\"polite\"></p>", "aria-live=\"polite\">" + status + "</p>");
  replace_first(rest, "<ol class=\"kb-search-results\"></ol>",
                "<ol class=\"kb-search-results\">\n" + items.take() + "</ol>");
  return html.substr(0, body) + rest;
}

}  // namespace kbuild::serve
