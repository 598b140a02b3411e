// Listings and the table of their kinds; see listings.h.
#include "build/stages/listings.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "build/stages/compose.h"
#include "doc/anchors.h"
#include "source/unicode.h"
#include "vocabulary/dates.h"

namespace kbuild::build {

namespace {

using base::escape_html;
using base::format;
using site::PageId;

std::string slug(const std::string& text) {
  return doc::make_slug(text, doc::SlugStyle::python_markdown);
}

/// A page of news shows this many years; each older one has a page of its own.
constexpr std::size_t kYearsShown = 2;

struct Request {
  const State& state;
  const render::Theme& theme;
  const std::string& language;
  const meta::Listing& listing;
  const meta::SourceTree& tree;
};

const std::vector<std::string>& values(const page::PageFacts& facts, const std::string& key) {
  static const std::vector<std::string> none;
  auto found = facts.catalog.find(key);
  return found == facts.catalog.end() ? none : found->second;
}

std::string first(const page::PageFacts& facts, const std::string& key) {
  return values(facts, key).empty() ? "" : values(facts, key).front();
}

template <class Use>
void each_page(const State& state, const std::string& language, const Use& use) {
  for (PageId id = 0; id < state.index->pages().size(); ++id)
    if (state.index->pages()[id].language == language) use(state.index->pages()[id]);
}

void sort_entries(std::vector<ListingEntry>& entries, const std::string& language) {
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const ListingEntry& a, const ListingEntry& b) {
                     return source::compare_for_language(a.title, b.title, language) < 0;
                   });
}

/// Pages with `catalog` in their front matter.
std::vector<std::pair<const site::SitePage*, ListingEntry>> catalogue(const Request& request) {
  std::vector<std::pair<const site::SitePage*, ListingEntry>> out;
  each_page(request.state, request.language, [&](const site::SitePage& page) {
    if (first(*page.facts, "name").empty()) return;
    out.emplace_back(&page, ListingEntry{first(*page.facts, "name"),
                                         first(*page.facts, "description"), page.url, ""});
  });
  return out;
}

Listing by_letter(const Request& request) {
  std::map<std::string, ListingGroup> groups;
  for (auto& [page, entry] : catalogue(request)) {
    std::string letter =
        source::fold_case(entry.title.substr(0, base::decode_utf8(entry.title, 0).length));
    if (!letter.empty() && !base::is_alpha(letter[0]) && (letter[0] & 0x80) == 0) letter = "#";
    for (char& c : letter) c = base::to_upper(c);
    ListingGroup& group = groups[letter];
    group.title = letter;
    group.id = letter == "#" ? "catalog-other" : "catalog-" + base::to_lower(letter);
    group.entries.push_back(std::move(entry));
  }
  Listing out;
  for (auto& [letter, group] : groups) {
    sort_entries(group.entries, request.language);
    out.groups.push_back(std::move(group));
  }
  return out;
}

/// By the values of a catalogue key, in the configuration's order, then by name.
Listing by_value(const Request& request, const std::string& key) {
  std::map<std::string, ListingGroup> groups;
  for (auto& [page, entry] : catalogue(request))
    for (const std::string& value : values(*page->facts, key))
      groups[value].entries.push_back(entry);
  const std::vector<meta::CatalogName>& names = request.state.config->catalog;
  auto rank = [&](const std::string& name) {
    return std::find_if(names.begin(), names.end(),
                        [&](const meta::CatalogName& row) { return row.name == name; }) -
           names.begin();
  };
  std::vector<std::pair<std::ptrdiff_t, ListingGroup>> ranked;
  for (auto& [value, group] : groups) {
    auto at = rank(value);
    bool named = at < static_cast<std::ptrdiff_t>(names.size());
    const meta::CatalogName* row = named ? &names[static_cast<std::size_t>(at)] : nullptr;
    group.title = row && !row->title.empty() ? row->title.in(request.language) : value;
    if (row) group.note = row->description.in(request.language);
    group.id = "catalog-" + slug(value);
    sort_entries(group.entries, request.language);
    ranked.emplace_back(at, std::move(group));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return source::compare_for_language(a.second.title, b.second.title, request.language) < 0;
  });
  Listing out;
  for (auto& [at, group] : ranked) out.groups.push_back(std::move(group));
  return out;
}

template <std::string meta::CatalogKeys::*key>
Listing by_key(const Request& request) {
  return by_value(request, request.state.config->names.catalog.*key);
}

/// Headings with a date of the pages that `from` names, newest first, by year.
Listing news(const Request& request) {
  std::vector<ListingEntry> entries;
  each_page(request.state, request.language, [&](const site::SitePage& page) {
    if (&request.state.config->sources[page.tree] != &request.tree && !page.is_fallback()) return;
    bool taken = std::any_of(
        request.listing.from.begin(), request.listing.from.end(),
        [&](const std::string& pattern) { return meta::matches_glob(pattern, page.path); });
    if (!taken) return;
    for (const page::HeadingFact& heading : page.facts->headings) {
      std::size_t begin = 0, end = 0;
      auto date = vocabulary::find_date(heading.text, begin, end);
      if (!date || heading.id.empty()) continue;
      std::string title = heading.text.substr(0, begin) + heading.text.substr(end);
      std::string_view trimmed = base::trim(title);
      while (!trimmed.empty() && (trimmed.back() == ',' || trimmed.back() == ' '))
        trimmed.remove_suffix(1);
      while (!trimmed.empty() && (trimmed.front() == ',' || trimmed.front() == ' '))
        trimmed.remove_prefix(1);
      entries.push_back({std::string(trimmed.empty() ? heading.text : trimmed), page.facts->title,
                         page.url, vocabulary::iso_form(*date),
                         "#" + base::encode_url(heading.id)});
    }
  });
  std::stable_sort(entries.begin(), entries.end(),
                   [](const ListingEntry& a, const ListingEntry& b) { return a.date > b.date; });
  Listing out;
  for (ListingEntry& entry : entries) {
    std::string year = entry.date.substr(0, 4);
    if (out.groups.empty() || out.groups.back().title != year)
      out.groups.push_back({year, "news-" + year, "", {}});
    out.groups.back().entries.push_back(std::move(entry));
  }
  return out;
}

/// Abbreviations of the texts that are appended to every page: "*[HPC]: High-performance
/// computing".
Listing glossary(const Request& request) {
  std::map<std::string, std::string> terms;
  for (const auto& [tree, text] : request.state.corpus.appended) {
    if (&request.state.config->sources[tree] != &request.tree) continue;
    for (std::string_view line : base::split_lines(text)) {
      std::size_t close = line.find("]:");
      if (!line.starts_with("*[") || close == line.npos) continue;
      terms.try_emplace(std::string(line.substr(2, close - 2)), base::trim(line.substr(close + 2)));
    }
  }
  ListingGroup group;
  for (const auto& [term, meaning] : terms) group.entries.push_back({term, meaning, "", ""});
  sort_entries(group.entries, request.language);
  return {{std::move(group)}};
}

Listing tags(const Request& request) {
  return tag_listing(request.state, request.language);
}

struct Kind {
  std::string_view name;
  Listing (*make)(const Request&);
};
constexpr Kind kKinds[] = {
    {"catalog", by_letter},
    {"discipline", by_key<&meta::CatalogKeys::disciplines>},
    {"availability", by_key<&meta::CatalogKeys::systems>},
    {"licence", by_key<&meta::CatalogKeys::licence>},
    {"web", by_key<&meta::CatalogKeys::web>},
    {"news", news},
    {"glossary", glossary},
    {"tags", tags},
};

/// "2026-08-18" in the language's form; "8/2026" where the day is not known.
std::string shown_date(const std::string& date, const std::string& language) {
  if (date.ends_with("-00"))
    return format("{}/{}", base::parse_integer(date.substr(5, 2)).value_or(0), date.substr(0, 4));
  return long_date(date, language);
}

}  // namespace

bool shows(const meta::SourceTree& tree, const std::string& path, std::string_view kind) {
  return std::any_of(tree.listings.begin(), tree.listings.end(), [&](const meta::Listing& listing) {
    return listing.page == path && listing.kind == kind;
  });
}

Listing whole_listing_of(const State& state, const render::Theme& theme, PageId id) {
  const site::SitePage& page = state.index->pages()[id];
  const meta::SourceTree& tree = state.config->sources[page.tree];
  for (const meta::Listing& listing : tree.listings) {
    if (listing.page != page.path) continue;
    for (const Kind& kind : kKinds) {
      if (kind.name != listing.kind) continue;
      Listing out = kind.make({state, theme, page.language, listing, tree});
      for (ListingGroup& group : out.groups)
        for (ListingEntry& entry : group.entries)
          if (!entry.date.empty())
            entry.note = shown_date(entry.date, page.language) + " · " + entry.note;
      return out;
    }
  }
  return {};
}

std::vector<ListingGroup> archived_news(const State& state, const render::Theme& theme, PageId id) {
  const site::SitePage& page = state.index->pages()[id];
  if (!shows(state.config->sources[page.tree], page.path, "news")) return {};
  std::vector<ListingGroup> years = whole_listing_of(state, theme, id).groups;
  years.erase(years.begin(),
              years.begin() + static_cast<std::ptrdiff_t>(std::min(kYearsShown, years.size())));
  return years;
}

std::string archive_url(const site::SitePage& news, const ListingGroup& year) {
  return news.url + year.title + "/";
}

Listing listing_of(const State& state, const render::Theme& theme, PageId id) {
  const site::SitePage& page = state.index->pages()[id];
  Listing out = whole_listing_of(state, theme, id);
  bool news = shows(state.config->sources[page.tree], page.path, "news");
  if (!news || out.groups.size() <= kYearsShown) return out;
  ListingGroup archive{theme.word(page.language, "news.archive"), "news-archive", "", {}};
  for (std::size_t i = kYearsShown; i < out.groups.size(); ++i)
    archive.entries.push_back({out.groups[i].title, "", archive_url(page, out.groups[i]), ""});
  out.groups.resize(kYearsShown);
  out.groups.push_back(std::move(archive));
  return out;
}

std::string listing_html(const Listing& listing, const std::string& url) {
  std::string out;
  for (const ListingGroup& group : listing.groups) {
    if (!group.title.empty())
      out += format("<h2 id=\"{0}\">{1}<a class=\"headerlink\" href=\"#{0}\">¶</a></h2>\n",
                    escape_html(group.id), escape_html(group.title));
    if (!group.note.empty()) out += format("<p>{}</p>\n", escape_html(group.note));
    bool dated = std::ranges::any_of(group.entries,
                                     [](const ListingEntry& entry) { return !entry.date.empty(); });
    out += format("<dl class=\"kb-listing{}\">\n", dated ? " kb-dated" : "");
    for (const ListingEntry& entry : group.entries) {
      std::string title = escape_html(entry.title);
      if (!entry.url.empty()) {
        std::string href = site::relative_url(url, entry.url) + entry.anchor;
        title = format("<a href=\"{}\">{}</a>", escape_html(href), title);
      }
      out += format("<dt>{}</dt><dd>{}</dd>\n", title, escape_html(entry.note));
    }
    out += "</dl>\n";
  }
  return out;
}

std::vector<render::TocEntry> listing_toc(const Listing& listing) {
  std::vector<render::TocEntry> out;
  for (const ListingGroup& group : listing.groups)
    if (!group.title.empty()) out.push_back({group.id, group.title});
  return out;
}

Listing tag_listing(const State& state, const std::string& language) {
  std::map<std::string, ListingGroup> groups;
  each_page(state, language, [&](const site::SitePage& page) {
    for (const std::string& tag : page.facts->tags) {
      ListingGroup& group = groups[source::fold_case(tag)];
      if (group.title.empty()) group = {tag, tag_id(tag), "", {}};
      group.entries.push_back({page.facts->title, "", page.url, ""});
    }
  });
  Listing out;
  for (auto& [key, group] : groups) {
    sort_entries(group.entries, language);
    out.groups.push_back(std::move(group));
  }
  std::stable_sort(out.groups.begin(), out.groups.end(),
                   [&](const ListingGroup& a, const ListingGroup& b) {
                     return source::compare_for_language(a.title, b.title, language) < 0;
                   });
  return out;
}

}  // namespace kbuild::build
