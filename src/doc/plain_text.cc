// Plain text of trees; see plain_text.h.
#include "doc/plain_text.h"

#include "base/overloaded.h"
#include "base/text.h"
#include "doc/walk.h"

namespace kbuild::doc {

namespace {

void append(std::string& out, const Inlines& inlines);

void append(std::string& out, const Inline& node) {
  std::visit(base::Overloaded{
                 [&](const Text& text) { out += text.text; },
                 [&](const SoftBreak&) { out += ' '; },
                 [&](const HardBreak&) { out += ' '; },
                 [&](const Emphasis& emphasis) { append(out, emphasis.children); },
                 [&](const Code& code) { out += code.text; },
                 [&](const Link& link) {
                   if (link.children.empty()) out += link.target;
                   append(out, link.children);
                 },
                 [&](const Image& image) { out += image.alt; },
                 [&](const Keys& keys) { out += base::join(keys.keys, "+"); },
                 [&](const Math& math) { out += math.tex; },
                 [&](const NoteReference&) {},
                 [&](const Abbreviation& abbreviation) { out += abbreviation.text; },
                 [&](const Icon& icon) { out += icon.text; },
                 [&](const RawInline&) {},
                 [&](const Group& group) { append(out, group.children); },
                 [&](const CheckBox&) {},
             },
             node.value);
}

void append(std::string& out, const Inlines& inlines) {
  for (const Inline& node : inlines) append(out, node);
}

void end_line(std::string& out) {
  if (!out.empty() && out.back() != '\n') out += '\n';
}

}  // namespace

std::string plain_text(const Inlines& inlines) {
  std::string out;
  append(out, inlines);
  return out;
}

std::string plain_text(const Blocks& blocks) {
  std::string out;
  // A walk visits inlines one node at a time; a line ends at the next block.
  Visitor visitor;
  visitor.block = [&](const Block& block) {
    end_line(out);
    if (const auto* code = std::get_if<CodeBlock>(&block.value); code && code->children.empty())
      out += code->text;
    if (const auto* math = std::get_if<MathBlock>(&block.value)) out += math->tex;
    return Descend::into;
  };
  visitor.inline_node = [&](const Inline& node) {
    append(out, node);
    return Descend::past;
  };
  walk(blocks, visitor);
  end_line(out);
  return out;
}

}  // namespace kbuild::doc
