// MediaWiki markup; see reader.h. The way of a page: text without line end variants and
// translation tags (read/mediawiki/text/translate.h), expansion of templates (expand.h), the passes
// over the expanded text (read/mediawiki/text/passes.h), blocks, and the tree. Footnotes go the
// same way on their own.
#include "read/mediawiki/reader.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "read/front_matter.h"
#include "read/mediawiki/expand.h"
#include "read/mediawiki/text/passes.h"
#include "read/mediawiki/text/translate.h"

namespace kbuild::read {

namespace {

using namespace diag::literals;
using namespace mediawiki;

/// Wikis that pages everywhere link to; a configuration adds others as "interwiki:prefix".
constexpr std::pair<std::string_view, std::string_view> kInterwikis[] = {
    {"commons", "https://commons.wikimedia.org/wiki/$1"},
    {"doi", "https://doi.org/$1"},
    {"mediawikiwiki", "https://www.mediawiki.org/wiki/$1"},
    {"mw", "https://www.mediawiki.org/wiki/$1"},
    {"w", "https://en.wikipedia.org/wiki/$1"},
    {"wikipedia", "https://en.wikipedia.org/wiki/$1"},
    {"wiktionary", "https://en.wiktionary.org/wiki/$1"},
};

Interwikis find_interwikis(const Options& options) {
  Interwikis out;
  for (const auto& [prefix, url] : kInterwikis) out.emplace(prefix, url);
  constexpr std::string_view key = "interwiki:";
  for (auto it = options.definitions.lower_bound(std::string(key)); it != options.definitions.end();
       ++it) {
    if (!it->first.starts_with(key)) break;
    out[base::to_lower(std::string_view(it->first).substr(key.size()))] = it->second;
  }
  return out;
}

/// The page's title, else its file's name.
Title page_title(const Options& options, std::string_view path) {
  std::string_view name = base::file_name(path);
  name = name.substr(0, name.size() - base::extension(path).size());
  if (!options.title.empty()) name = options.title;
  return read_title(name, kMain, {}).value_or(Title{});
}

meta::Value scalar(std::string text) {
  meta::Value value;
  value.kind = meta::ValueKind::scalar;
  value.scalar = std::move(text);
  value.quoted = true;
  return value;
}

void set_member(meta::Value& mapping, std::string key, meta::Value value) {
  if (mapping[key]) return;
  mapping.kind = meta::ValueKind::mapping;
  mapping.members.push_back({scalar(std::move(key)), std::move(value)});
}

/// The title under which the page is shown: without namespace; for the subpage of a language
/// ("Page/fi") its title by Translate, else that of the page.
std::string shown_title(const Context& context) {
  const Options& options = context.options;
  if (!context.display_title.empty()) return context.display_title;
  if (options.title.empty()) return {};
  std::string suffix = "/" + options.language, name = context.title.name,
              full = context.title.full();
  if (!name.ends_with(suffix)) return name;
  name.resize(name.size() - suffix.size());
  full.resize(full.size() - suffix.size());
  if (options.article)
    if (auto title = options.article("Translations:" + full + "/Page display title" + suffix))
      return std::string(base::trim(*title));
  return name;
}

/// Metadata in the wiki text, which front matter overrides.
void add_properties(meta::Value& front_matter, const Context& context, std::string redirect) {
  if (std::string title = shown_title(context); !title.empty())
    set_member(front_matter, "title", scalar(std::move(title)));
  if (!redirect.empty()) set_member(front_matter, "redirect", scalar(std::move(redirect)));
  if (!context.default_sort.empty()) set_member(front_matter, "sort", scalar(context.default_sort));
  if (context.categories.empty()) return;
  meta::Value list;
  list.kind = meta::ValueKind::sequence;
  for (const std::string& category : context.categories) list.items.push_back(scalar(category));
  set_member(front_matter, "categories", std::move(list));
}

/// Groups in the order of their lists; those without a list come last.
void sort_by_group(Footnotes& all) {
  auto rank = [&](const Footnote& note) {
    return std::find(all.listed.begin(), all.listed.end(), note.group);
  };
  std::stable_sort(all.notes.begin(), all.notes.end(),
                   [&](const Footnote& a, const Footnote& b) { return rank(a) < rank(b); });
}

/// Where a page has groups, marks and notes show their labels: "[note 1]".
void append_footnotes(doc::Blocks& blocks, Context& context) {
  Footnotes& all = context.footnotes;
  sort_by_group(all);
  bool grouped = std::any_of(all.notes.begin(), all.notes.end(),
                             [](const Footnote& note) { return !note.group.empty(); });
  for (Footnote& note : all.notes) {
    bool empty = note.content.empty() && note.continuation.empty();
    if (empty && !note.used) continue;
    if (empty) context.report("KB0408"_code, note.range, {note.name});
    if (note.label.empty()) note.label = note.name.empty() ? note.group : note.name;
    // Inside of a list item, where MediaWiki has it, text is no paragraph of its own.
    WikiText text("<div>");
    text.append(note.content);
    text.append(note.continuation);
    text.append("</div>");
    doc::FootnoteDefinition definition{doc::NoteKind::footnote, note.label,
                                       build_tree(mark_blocks(text, context), context)};
    blocks.push_back(doc::Block{std::move(definition), context.span(note.range), {}});
    if (grouped) blocks.back().attributes.set("data-label", note.label);
  }
}

/// "#REDIRECT [[x]]" becomes a line of text; `target` is x.
WikiText mark_redirect(const WikiText& text, const Interwikis& interwikis, std::string& target) {
  std::string_view view = base::trim_left(text.view());
  if (!base::starts_with_ignoring_case(view, "#redirect") &&
      !base::starts_with_ignoring_case(view, "#ohjaus"))
    return text;
  std::size_t link = text.view().find("[["),
              line = text.view().find('\n', text.size() - view.size());
  if (link > line || link == text.view().npos) return text;
  std::string_view name = text.view().substr(link + 2, 1000);
  auto title = read_title(name.substr(0, name.find_first_of("|]\n")), kMain, interwikis);
  if (title && title->interwiki.empty()) target = title->target();
  WikiText out("→ ");
  out.append(text, link, text.size());
  return out;
}

}  // namespace

ReadResult read_mediawiki(const source::SourceStore& sources, source::FileId file,
                          const Options& options) {
  ReadResult result;
  std::size_t begin = begin_result(sources, file, Dialect::mediawiki, options, result);
  std::string_view page = sources.text(file);
  PageLines lines(page);
  Context context{options,
                  file,
                  page,
                  lines,
                  result.diagnostics,
                  page_title(options, sources.path(file)),
                  find_interwikis(options)};
  std::vector<TranslationUnit> units;
  std::string redirect;
  WikiText text =
      mark_redirect(read_page_text(page, lines, begin, units), context.interwikis, redirect);
  Expander expander(context);
  Frame frame;
  frame.title = context.title.full();
  WikiText marked = mark_blocks(expander.parse(text, frame), context);
  result.document.blocks = build_tree(marked, context);
  append_footnotes(result.document.blocks, context);
  doc::assign_heading_ids(result.document, doc::SlugStyle::mediawiki);
  mark_units(result.document.blocks, lines, units);
  add_properties(result.front_matter, context, std::move(redirect));
  return result;
}

}  // namespace kbuild::read
