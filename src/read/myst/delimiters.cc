// Emphasis of Markdown; see delimiters.h.
#include "read/myst/delimiters.h"

#include <array>
#include <string_view>

namespace kbuild::read::myst {

namespace {

/// The begins of runs that are known to open nothing for a kind of closing run: what makes the
/// search linear.
class OpenerBottoms {
 public:
  std::size_t& of(const Run& closer) {
    std::size_t mark = closer.mark == '*' ? 0 : closer.mark == '_' ? 1 : 2;
    return bottoms_[mark * 6 + (closer.can_open ? 3 : 0) + closer.written % 3];
  }
  explicit OpenerBottoms(std::size_t first) { bottoms_.fill(first); }

 private:
  std::array<std::size_t, 18> bottoms_;
};

bool match(const Run& opener, const Run& closer) {
  if (opener.mark != closer.mark || !opener.can_open || opener.count == 0) return false;
  if (opener.mark == '~') return opener.count >= 2 && closer.count >= 2;
  bool both = opener.can_close || closer.can_open;
  bool odd = (opener.written + closer.written) % 3 == 0 &&
             (opener.written % 3 != 0 || closer.written % 3 != 0);
  return !(both && odd);
}

/// Finds the runs that belong together. Runs between a pair can't match any more.
void pair_runs(std::vector<Run>& runs, std::size_t first) {
  OpenerBottoms bottoms(first);
  // The open runs, as a stack of indexes.
  std::vector<std::size_t> stack;
  for (std::size_t i = first; i < runs.size(); ++i) {
    Run& closer = runs[i];
    while (closer.can_close && closer.count > 0) {
      std::size_t bottom = bottoms.of(closer), depth = stack.size();
      while (depth > 0 && stack[depth - 1] >= bottom && !match(runs[stack[depth - 1]], closer))
        --depth;
      if (depth == 0 || stack[depth - 1] < bottom) {
        bottoms.of(closer) = i;
        break;
      }
      Run& opener = runs[stack[depth - 1]];
      stack.resize(depth);
      int size = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
      opener.opens.push_back(size);
      closer.closes.push_back(size);
      opener.count -= static_cast<std::size_t>(size);
      closer.count -= static_cast<std::size_t>(size);
      if (opener.count == 0) stack.pop_back();
    }
    if (closer.can_open && closer.count > 0) stack.push_back(i);
  }
}

doc::EmphasisKind kind_of(char mark, int size) {
  if (mark == '~') return doc::EmphasisKind::deleted;
  return size == 2 ? doc::EmphasisKind::strong : doc::EmphasisKind::emphasis;
}

/// Text next to text becomes one node.
void add(doc::Inlines& out, doc::Inline node) {
  auto* text = std::get_if<doc::Text>(&node.value);
  auto* before = out.empty() ? nullptr : std::get_if<doc::Text>(&out.back().value);
  bool plain = text && before && node.attributes.empty() && out.back().attributes.empty();
  if (!plain) return out.push_back(std::move(node));
  source::Span& span = out.back().span;
  span = span && node.span && span.file == node.span.file && span.end == node.span.begin
             ? source::merge(span, node.span)
             : source::Span{};
  before->text += text->text;
}

source::Span part_of(const source::Span& span, std::size_t begin, std::size_t end) {
  if (!span) return {};
  return {span.file, span.begin + static_cast<std::uint32_t>(begin),
          span.begin + static_cast<std::uint32_t>(end)};
}

}  // namespace

doc::Inlines nest(std::vector<Piece>& pieces, std::size_t first, std::vector<Run>& runs,
                  std::size_t first_run) {
  pair_runs(runs, first_run);
  struct Open {
    doc::Inlines children;
    doc::EmphasisKind kind = doc::EmphasisKind::emphasis;
    source::Span begin = {};
  };
  std::vector<Open> open(1);
  for (std::size_t i = first; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    if (piece.run < 0) {
      add(open.back().children, std::move(piece.node));
      continue;
    }
    const Run& run = runs[static_cast<std::size_t>(piece.run)];
    std::size_t at = 0;
    for (int size : run.closes) {
      Open inner = std::move(open.back());
      open.pop_back();
      std::size_t end = at + static_cast<std::size_t>(size);
      source::Span close = part_of(run.span, at, end);
      bool whole = inner.begin && close && inner.begin.file == close.file;
      add(open.back().children, {doc::Emphasis{inner.kind, std::move(inner.children)},
                                 whole ? source::merge(inner.begin, close) : source::Span{},
                                 {}});
      at = end;
    }
    if (run.count > 0)
      add(open.back().children,
          {doc::Text{std::string(run.count, run.mark)}, part_of(run.span, at, at + run.count), {}});
    at += run.count;
    for (std::size_t k = run.opens.size(); k > 0; --k) {
      std::size_t end = at + static_cast<std::size_t>(run.opens[k - 1]);
      open.push_back({{}, kind_of(run.mark, run.opens[k - 1]), part_of(run.span, at, end)});
      at = end;
    }
  }
  pieces.resize(first);
  runs.resize(first_run);
  return std::move(open.front().children);
}

}  // namespace kbuild::read::myst
