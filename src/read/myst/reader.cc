// Reads a page of MyST; see reader.h. Blocks come first (scanner.h), then their text and directives
// (builder.h), the notes that text refers to, and last what only the whole page can complete: links
// to its own headings, and the transforms of reStructuredText.
#include "read/myst/reader.h"

#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "read/front_matter.h"
#include "read/myst/builder.h"
#include "read/myst/inline.h"
#include "read/myst/lines.h"
#include "read/rst/builders.h"
#include "read/rst/docinfo.h"
#include "read/rst/transforms.h"

namespace kbuild::read {

namespace {

using namespace diag::literals;
using myst::Context;

/// Values of the configuration, then those of the page.
void read_substitutions(Context& context) {
  const Options& options = context.page.options;
  constexpr std::string_view kPrefix = "myst-substitution:";
  for (auto at = options.definitions.lower_bound(std::string(kPrefix));
       at != options.definitions.end() && at->first.starts_with(kPrefix); ++at)
    context.substitutions[at->first.substr(kPrefix.size())] = at->second;
  const meta::Value& front = context.page.result.front_matter;
  for (const meta::Value* values : {&front["substitutions"], &front["myst"]["substitutions"]})
    for (const auto& [key, value] : values->members)
      if (value.is_scalar()) context.substitutions[key.scalar] = value.text();
}

/// The description and keywords of html_meta are front matter to all other readers.
void read_html_meta(meta::Value& front) {
  for (const meta::Value* meta : {&front["html_meta"], &front["myst"]["html_meta"]})
    for (const auto& [key, value] : meta->members) {
      std::string_view name = base::split_words(key.scalar).empty()
                                  ? std::string_view()
                                  : base::split_words(key.scalar).front();
      if ((name != "description" && name != "keywords") || front[name]) continue;
      meta::Value member = key;
      member.scalar = std::string(name);
      front.members.push_back({std::move(member), value});
      return read_html_meta(front);
    }
}

/// The notes that text refers to, in the order in which it does; notes may refer to others.
void add_footnotes(Context& context, doc::Blocks& out) {
  rst::Page& page = context.page;
  for (std::size_t i = 0; i < context.footnote_order.size(); ++i) {
    std::string label = context.footnote_order[i];
    myst::Footnote& note = context.footnotes.at(label);
    bool number = base::is_all(label, base::is_digit);
    rst::Note entry{number ? rst::Note::Label::written : rst::Note::Label::number,
                    rst::normalise_name(label), label};
    std::string id = page.names.make_id(label);
    page.names.add({rst::TargetKind::internal, entry.name, id, note.span, {}}, rst::Origin::written,
                   page.result.diagnostics);
    std::size_t index = page.notes.size();
    page.notes.push_back(std::move(entry));
    doc::FootnoteDefinition definition{doc::NoteKind::footnote, label, {}};
    myst::Nodes blocks = std::move(note.blocks);
    myst::Builder(context, rst::Titles::unexpected, 1).build(blocks, definition.children);
    doc::Block block{std::move(definition), note.span, {}};
    block.attributes.set("id", id);
    block.attributes.set(rst::kPendingKey, std::to_string(index));
    out.push_back(std::move(block));
  }
  for (const auto& [label, note] : context.footnotes)
    if (!note.referred) page.report("KB0445"_code, note.span, {label});
}

/// "#name" is the anchor of a heading, a label of this page, or one of another.
void resolve_anchors(Context& context, doc::Blocks& blocks) {
  std::map<std::string, const doc::Inlines*, std::less<>> titles;
  doc::Visitor headings;
  headings.block = [&](const doc::Block& block) {
    if (const auto* heading = std::get_if<doc::Heading>(&block.value))
      titles.emplace(block.attributes.id(), &heading->children);
    return doc::Descend::into;
  };
  headings.inline_node = [](const doc::Inline&) { return doc::Descend::past; };
  doc::walk(blocks, headings);
  // Titles are copied first: links stand in headings, too.
  std::vector<std::pair<doc::Link*, doc::Inlines>> shown;
  doc::MutableVisitor links;
  links.inline_node = [&](doc::Inline& node) {
    auto* link = std::get_if<doc::Link>(&node.value);
    if (!link || link->kind != doc::LinkKind::target || !link->target.starts_with('#'))
      return doc::Descend::into;
    std::string name = link->target.substr(1);
    auto anchor = context.anchors.find(name);
    rst::Resolution label = context.page.names.resolve(rst::normalise_name(name));
    bool own = label.fault == rst::NameFault::none && label.target &&
               label.target->kind == rst::TargetKind::internal;
    if (anchor != context.anchors.end()) {
      link->target = "#" + anchor->second;
    } else if (own) {
      link->target = "#" + label.target->value;
    } else if (context.page.names.reserve_id(name)) {
      link->kind = doc::LinkKind::reference;
      link->target = rst::normalise_name(name);
      return doc::Descend::into;
    }
    auto title = titles.find(std::string_view(link->target).substr(1));
    if (link->children.empty() && title != titles.end()) shown.emplace_back(link, *title->second);
    return doc::Descend::into;
  };
  doc::walk(blocks, links);
  for (auto& [link, title] : shown) link->children = std::move(title);
}

}  // namespace

ReadResult read_myst(const source::SourceStore& sources, source::FileId file,
                     const Options& options) {
  ReadResult result;
  std::uint32_t begin = begin_result(sources, file, Dialect::myst, options, result);
  read_html_meta(result.front_matter);
  rst::Page page{sources, options, result};
  page.including.push_back(file);
  page.highlight = rst::code_language(rst::setting(page, "highlight_language"));
  Context context{page, myst::read_syntax(options, result.front_matter)};
  rst::Markup markup;
  markup.blocks = [&](rst::Lines lines, rst::Titles titles, int depth, doc::Blocks& out) {
    myst::read_blocks(context, std::move(lines), titles, depth, out);
  };
  markup.inlines = [&](const rst::Chunk& chunk) { return myst::parse_inlines(context, chunk); };
  markup.lines = [&](rst::FileId included) {
    FrontMatter front = read_front_matter(sources, included, Dialect::myst);
    return myst::split_lines(sources, included, front.body_begin);
  };
  page.markup = &markup;
  read_substitutions(context);

  doc::Blocks& blocks = result.document.blocks;
  const meta::Value& title = result.front_matter["title"];
  if (context.syntax.title_to_header && title)
    myst::read_blocks(context, myst::split_lines("# " + title.text(), page.arena),
                      rst::Titles::allowed, 0, blocks);
  myst::read_blocks(context, myst::split_lines(sources, file, begin), rst::Titles::allowed, 0,
                    blocks);
  // Front matter is docinfo, and there is only one.
  if (!result.front_matter) rst::take_fields(result, blocks);
  add_footnotes(context, blocks);
  resolve_anchors(context, blocks);
  rst::transform(page, blocks);
  return result;
}

}  // namespace kbuild::read
