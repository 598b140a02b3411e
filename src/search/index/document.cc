// Cuts a page's tree into sections and collects their words; see document.h.
#include "search/index/document.h"

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "search/language/gazetteer.h"

namespace kbuild::search {

namespace {

struct KindOfName {
  std::string_view name;
  PageKind kind;
};
/// Names of directories, or of files without suffix and trailing number.
constexpr std::array kKindsOfNames = {
    KindOfName{"archive", PageKind::archive},
    KindOfName{"archives", PageKind::archive},
    KindOfName{"old", PageKind::archive},
    KindOfName{"changelog", PageKind::news},
    KindOfName{"news", PageKind::news},
    KindOfName{"releases", PageKind::news},
    KindOfName{"release-notes", PageKind::news},
    KindOfName{"whats-new", PageKind::news},
    KindOfName{"wn", PageKind::news},
    KindOfName{"blog", PageKind::news},
    KindOfName{"faq", PageKind::faq},
    KindOfName{"tutorial", PageKind::tutorial},
    KindOfName{"tutorials", PageKind::tutorial},
    KindOfName{"index", PageKind::index},
    KindOfName{"README", PageKind::index},
    KindOfName{"readme", PageKind::index},
};

std::string stem_of(std::string_view path) {
  std::string_view name = base::file_name(path);
  return std::string(name.substr(0, name.size() - base::extension(name).size()));
}

/// Text of raw HTML: tags and comments become blanks.
std::string without_tags(std::string_view html) {
  std::string out;
  for (std::size_t at = 0; at < html.size();) {
    if (html[at] != '<') {
      out += html[at++];
      continue;
    }
    std::size_t end =
        html.substr(at).starts_with("<!--") ? html.find("-->", at) : html.find('>', at);
    if (end == html.npos) break;
    at = end + (html[end] == '-' ? 3 : 1);
    out += ' ';
  }
  return base::collapse_spaces(out);
}

/// Collects the sections of one page in document order.
class Sections {
 public:
  explicit Sections(SearchDocument top) { sections_.push_back({std::move(top), {}}); }

  void begin(const doc::Heading& heading, const std::string& id) {
    std::string text = base::collapse_spaces(doc::plain_text(heading.children));
    if (!title_seen_ && heading.level == 1) {
      title_seen_ = true;
      return;
    }
    if (id.empty()) return add_line(text);
    while (!open_.empty() && open_.back().first >= heading.level) open_.pop_back();
    open_.emplace_back(heading.level, text);
    const SearchDocument& top = sections_.front().document;
    SearchDocument next;
    next.path = top.path;
    next.language = top.language;
    next.anchor = id;
    next.title = top.title;
    next.kind = top.kind;
    next.translation_key = top.translation_key;
    next.boost = top.boost;
    for (const auto& [level, name] : open_) next.headings.push_back(name);
    sections_.push_back({std::move(next), {}});
  }

  void end_line() {
    std::string& body = sections_.back().document.body;
    while (body.ends_with(' ')) body.pop_back();
    if (!body.empty() && body.back() != '\n') body += '\n';
  }
  void add(std::string_view text) {
    for (char c : text) sections_.back().document.body += c == '\n' || c == '\t' ? ' ' : c;
  }
  void add_line(std::string_view text) {
    end_line();
    add(text);
    end_line();
  }
  void add_code(std::string_view text) {
    std::string& code = sections_.back().document.code;
    code += text;
    if (!code.empty() && code.back() != '\n') code += '\n';
  }
  void add_label(std::string text) { sections_.back().labels.push_back(std::move(text)); }

  std::vector<SearchDocument> finish(const page::Page& page) {
    end_line();
    Gazetteer gazetteer(page.names);
    std::vector<SearchDocument> out;
    for (Section& section : sections_) {
      SearchDocument& document = section.document;
      std::vector<std::string> names = document.headings;
      names.push_back(document.title);
      names.insert(names.end(), section.labels.begin(), section.labels.end());
      document.systems = gazetteer.systems_in(names);
      if (document.systems.empty() && !page.default_system.empty())
        document.systems.push_back(page.default_system);
      document.products = gazetteer.products_in(names);
      out.push_back(std::move(document));
    }
    return out;
  }

 private:
  struct Section {
    SearchDocument document;
    std::vector<std::string> labels;
  };
  std::vector<Section> sections_;
  std::vector<std::pair<int, std::string>> open_;
  bool title_seen_ = false;
};

void add_table(Sections& sections, const doc::Table& table) {
  sections.add_line(doc::plain_text(table.caption));
  for (const doc::TableRow& row : table.rows) {
    std::string line;
    for (const doc::TableCell& cell : row.cells) {
      if (!line.empty()) line += " | ";
      line += base::collapse_spaces(doc::plain_text(cell.children));
    }
    sections.add_line(line);
  }
}

void collect(Sections& sections, const doc::Document& document) {
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    sections.end_line();
    if (const auto* heading = std::get_if<doc::Heading>(&block.value)) {
      sections.begin(*heading, std::string(block.attributes.id()));
      return doc::Descend::past;
    }
    if (const auto* table = std::get_if<doc::Table>(&block.value)) {
      add_table(sections, *table);
      return doc::Descend::past;
    }
    if (const auto* code = std::get_if<doc::CodeBlock>(&block.value)) {
      sections.add_line(code->title);
      sections.add_code(code->children.empty() ? code->text : doc::plain_text(code->children));
      for (const doc::Blocks& annotation : code->annotations)
        sections.add_line(doc::plain_text(annotation));
      return doc::Descend::past;
    }
    if (const auto* tabs = std::get_if<doc::TabSet>(&block.value))
      for (const doc::Tab& tab : tabs->tabs) sections.add_label(doc::plain_text(tab.label));
    if (const auto* math = std::get_if<doc::MathBlock>(&block.value)) sections.add_line(math->tex);
    if (const auto* raw = std::get_if<doc::RawBlock>(&block.value))
      sections.add_line(without_tags(raw->html));
    if (const auto* list = std::get_if<doc::PageList>(&block.value))
      for (const doc::PageList::Entry& entry : list->entries) sections.add_line(entry.title);
    return doc::Descend::into;
  };
  visitor.inline_node = [&](const doc::Inline& node) {
    sections.add(doc::plain_text(doc::Inlines{node}));
    return doc::Descend::past;
  };
  doc::walk(document.blocks, visitor);
}

std::string title_of(const page::Page& page) {
  std::string title = page.content.front_matter["title"].text();
  if (!title.empty()) return title;
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    const auto* heading = std::get_if<doc::Heading>(&block.value);
    if (title.empty() && heading && heading->level == 1)
      title = base::collapse_spaces(doc::plain_text(heading->children));
    return title.empty() ? doc::Descend::into : doc::Descend::past;
  };
  visitor.inline_node = [](const doc::Inline&) { return doc::Descend::past; };
  doc::walk(page.content.document.blocks, visitor);
  return title.empty() ? stem_of(page.path) : title;
}

/// "2", "0.5" as percent, within 10 and 1000; 100 where it is no number.
std::uint32_t boost_of(const meta::Value& value) {
  std::string text = value.text();
  std::size_t dot = text.find('.');
  auto whole = base::parse_integer(text.substr(0, dot));
  if (!whole || *whole < 0 || *whole > 10) return 100;
  std::string decimals = dot == text.npos ? "00" : (text.substr(dot + 1) + "00").substr(0, 2);
  auto part = base::parse_integer(decimals);
  return std::clamp<std::uint32_t>(static_cast<std::uint32_t>(*whole * 100 + part.value_or(0)), 10,
                                   1000);
}

SearchDocument top_of(const page::Page& page, const PagePlace& place) {
  const meta::Value& front_matter = page.content.front_matter;
  SearchDocument top;
  top.path = page.path;
  top.language = page.language;
  top.title = title_of(page);
  top.kind = kind_of_path(page.path);
  top.translation_key = place.translation_key.empty() ? page.path : place.translation_key;
  top.boost = boost_of(front_matter["search"]["boost"]);
  if (!place.navigation_title.empty() && place.navigation_title != top.title)
    top.other_titles.push_back(place.navigation_title);
  for (std::string_view key : {"aliases", "keywords"})
    for (std::string& name : front_matter[key].texts()) top.other_titles.push_back(std::move(name));
  for (std::string_view key : {"date", "updated", "last_reviewed"})
    if (std::string date = front_matter[key].text(); !date.empty())
      top.dates.push_back(std::move(date));
  return top;
}

}  // namespace

std::string_view kind_name(PageKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"manual", "faq",  "tutorial",
                                                      "index",  "news", "archive"};
  return kNames[static_cast<std::size_t>(kind)];
}

PageKind kind_of_path(std::string_view path) {
  PageKind kind = PageKind::manual;
  for (std::string_view part :
       base::split(path.substr(0, path.size() - base::extension(path).size()), '/'))
    for (const KindOfName& row : kKindsOfNames)
      if (part == row.name && (kind == PageKind::manual || row.kind == PageKind::archive))
        kind = row.kind;
  return kind;
}

std::vector<SearchDocument> make_documents(const page::Page& page, const PagePlace& place) {
  if (page.content.front_matter["search"]["exclude"].boolean().value_or(false)) return {};
  Sections sections(top_of(page, place));
  sections.add_line(page.content.front_matter["description"].text());
  for (const std::string& tag : page.content.front_matter["tags"].texts()) sections.add_line(tag);
  collect(sections, page.content.document);
  return sections.finish(page);
}

}  // namespace kbuild::search
