// Extracts a page's public facts in one walk over the tree; see facts.h.
#include "page/facts.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/path.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "source/letter_boundary.h"

namespace kbuild::page {

namespace {

using doc::Block;
using doc::Descend;
using doc::Inline;

constexpr std::size_t kDescriptionLength = 160;

class Extractor {
 public:
  explicit Extractor(const Page& page) : page_(page) {}

  ExtractedFacts run() {
    doc::Visitor visitor;
    visitor.block = [&](const Block& block) { return visit(block); };
    visitor.inline_node = [&](const Inline& node) { return visit(node); };
    doc::walk(page_.content.document.blocks, visitor);
    // Labels at the end of the page, followed by nothing, get the page's title.
    name_labels(facts().title);
    for (const std::string& id : doc::collect_ids(page_.content.document))
      facts().ids.push_back(id);
    read_front_matter();
    if (facts().title.empty()) facts().title = name_of_file();
    return std::move(out_);
  }

 private:
  PageFacts& facts() { return out_.facts; }

  Descend visit(const Block& block) {
    if (std::holds_alternative<doc::Comment>(block.value)) return Descend::past;
    if (const auto* heading = std::get_if<doc::Heading>(&block.value)) {
      std::string text = base::collapse_spaces(doc::plain_text(heading->children));
      // A heading after text isn't the title of the whole page.
      if (facts().title.empty() && !text.empty() && (heading->level == 1 || at_begin_)) {
        facts().title = text;
        out_.places.title = to_place(page_, block.span);
      }
      at_begin_ = false;
      name_labels(text);
      facts().labels.push_back({std::string(block.attributes.id()), text});
      facts().headings.push_back({heading->level, text, std::string(block.attributes.id()),
                                  std::string(block.attributes.get("data-unit"))});
      return Descend::into;
    }
    if (!block.attributes.id().empty()) pending_.push_back(label_of(block));
    if (block.attributes.has("data-object") && !block.attributes.id().empty())
      add_object(block.attributes, "");
    if (std::holds_alternative<doc::Anchor>(block.value)) return Descend::into;
    name_labels("");
    if (const auto* list = std::get_if<doc::DefinitionList>(&block.value)) add_objects(*list);
    bool wraps = std::holds_alternative<doc::Container>(block.value) ||
                 std::holds_alternative<doc::RawBlock>(block.value);
    if (!wraps) at_begin_ = false;
    if (const auto* paragraph = std::get_if<doc::Paragraph>(&block.value)) describe_by(*paragraph);
    if (const auto* list = std::get_if<doc::PageList>(&block.value)) add_page_list(*list);
    return Descend::into;
  }

  Descend visit(const Inline& node) {
    if (const auto* link = std::get_if<doc::Link>(&node.value))
      add_link({is_word(node, *link) ? LinkFact::Use::word : LinkFact::Use::link, link->kind,
                link->target},
               node.span);
    if (const auto* image = std::get_if<doc::Image>(&node.value))
      add_link({LinkFact::Use::image, doc::LinkKind::target, image->source}, node.span);
    if (std::string_view object = node.attributes.get("data-object"); !object.empty()) {
      if (node.attributes.id().empty()) {
        add_link({LinkFact::Use::object, doc::LinkKind::reference, std::string(object)}, node.span);
      } else {
        add_object(node.attributes, "");
      }
    } else if (!node.attributes.id().empty()) {
      facts().labels.push_back(
          {std::string(node.attributes.id()), "", std::string(node.attributes.id())});
    }
    return Descend::into;
  }

  /// Words that may remain text: a WikiWord, and a wiki's template, which isn't a page of a site.
  bool is_word(const Inline& node, const doc::Link& link) const {
    bool is_template = page_.dialect == read::Dialect::mediawiki &&
                       link.kind == doc::LinkKind::page && link.target.starts_with("Template:");
    return is_template || node.attributes.has_class("wikiword");
  }

  void add_link(LinkFact link, source::Span span) {
    if (!seen_.insert(link).second) return;
    facts().links.push_back(std::move(link));
    out_.places.links.push_back(to_place(page_, span));
  }

  void add_page_list(const doc::PageList& list) {
    PageListFact fact{.caption = list.caption,
                      .hidden = list.hidden,
                      .glob = list.glob,
                      .titles_only = list.titles_only,
                      .with_hidden = list.with_hidden,
                      .depth = list.depth,
                      .after_headings = facts().headings.size()};
    for (const doc::PageList::Entry& entry : list.entries) {
      fact.entries.push_back({entry.title, entry.target});
      if (entry.target.find("://") == std::string::npos)
        add_link({LinkFact::Use::page_list, doc::LinkKind::page, entry.target}, entry.span);
    }
    facts().page_lists.push_back(std::move(fact));
  }

  static LabelFact label_of(const Block& block) {
    LabelFact label{std::string(block.attributes.id()), ""};
    bool note = std::holds_alternative<doc::FootnoteDefinition>(block.value);
    if (std::string_view name = block.attributes.get("data-label"); !note) label.name = name;
    if (label.name.empty() && std::holds_alternative<doc::Anchor>(block.value))
      label.name = label.id;
    label.number = block.attributes.get("data-number");
    return label;
  }

  /// "py:function os.path.join" at an id.
  void add_object(const doc::Attributes& attributes, const std::string& title) {
    std::string_view object = attributes.get("data-object");
    std::size_t blank = std::min(object.find(' '), object.size());
    std::string name(base::trim(object.substr(blank)));
    facts().labels.push_back({std::string(attributes.id()), title.empty() ? name : title, name,
                              std::string(object.substr(0, blank)), ""});
  }

  void add_objects(const doc::DefinitionList& list) {
    for (const doc::DefinitionItem& item : list.items) {
      if (item.attributes.has("data-object") && !item.attributes.id().empty())
        add_object(item.attributes, "");
      if (list.kind != doc::DefinitionKind::glossary) continue;
      for (const doc::Inlines& term : item.terms) {
        std::string text = base::collapse_spaces(doc::plain_text(term));
        std::string_view id = item.attributes.id();
        if (!term.empty() && !term.front().attributes.id().empty())
          id = term.front().attributes.id();
        if (!id.empty()) facts().labels.push_back({std::string(id), text, text, "std:term", ""});
      }
    }
  }

  /// Gives the anchors since the last block the text of the block that they precede.
  void name_labels(const std::string& title) {
    for (LabelFact& label : pending_) {
      label.title = title;
      facts().labels.push_back(std::move(label));
    }
    pending_.clear();
  }

  void describe_by(const doc::Paragraph& paragraph) {
    if (!facts().description.empty() || facts().title.empty()) return;
    std::string text = base::collapse_spaces(doc::plain_text(paragraph.children));
    if (text.size() > kDescriptionLength) {
      std::size_t cut = text.rfind(' ', kDescriptionLength);
      text.resize(cut == text.npos ? source::letter_boundary(text, kDescriptionLength) : cut);
      text += "…";
    }
    facts().description = std::move(text);
  }

  void read_front_matter() {
    const meta::Value& front = page_.content.front_matter;
    // MediaWiki displays the page's name as the title; headings are sections.
    if (page_.dialect == read::Dialect::mediawiki)
      facts().title = base::replace_all(name_of_file(), "_", " ");
    if (std::string title = front["title"].text(); !title.empty()) facts().title = title;
    if (std::string text = front["description"].text(); !text.empty()) facts().description = text;
    facts().translation_of = front["translation_of"].text();
    if (page_.dialect == read::Dialect::mediawiki) facts().redirect = front["redirect"].text();
    facts().date = front["date"].text();
    facts().order = front["order"].text();
    facts().tags = front["tags"].texts();
    facts().draft = front["draft"].boolean().value_or(false);
    for (const char* group : {"catalog", "search"})
      for (const auto& [name, value] : front[group].members) {
        std::vector<std::string> values = value.texts();
        // A list may mix names and maps: "- LUMI" and "- Roihu: {module: x}".
        for (const meta::Value& item : value.items)
          for (const auto& member : item.members) values.push_back(member.key.scalar);
        facts().catalog[name.scalar] = std::move(values);
      }
  }

  /// "slurm_queues.md" as "Slurm queues"; an index is named after its directory, MkDocs' root index
  /// "Home".
  std::string name_of_file() const {
    std::string_view path = page_.path;
    path.remove_suffix(base::extension(path).size());
    std::string_view name = base::file_name(path), directory = base::parent_path(path);
    if (name == "index" || name == "README") {
      if (directory.empty() && page_.dialect == read::Dialect::mkdocs) return "Home";
      if (!directory.empty()) name = base::file_name(directory);
    }
    std::string title = base::replace_all(base::replace_all(name, "-", " "), "_", " ");
    if (base::to_lower(title) == title && !title.empty()) title[0] = base::to_upper(title[0]);
    return title;
  }

  const Page& page_;
  ExtractedFacts out_;
  std::set<LinkFact> seen_;
  std::vector<LabelFact> pending_;
  /// Whether no text or heading was met yet.
  bool at_begin_ = true;
};

}  // namespace

Place to_place(const Page& page, source::Span span) {
  Place place{0, span.begin, span.end};
  const auto& included = page.content.included;
  auto found = std::find(included.begin(), included.end(), span.file);
  if (found != included.end())
    place.file = static_cast<std::uint32_t>(found - included.begin() + 1);
  if (!span) place = {};
  return place;
}

ExtractedFacts extract_facts(const Page& page) {
  return Extractor(page).run();
}

}  // namespace kbuild::page
