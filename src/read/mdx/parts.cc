// Parts an MDX page line by line; see parts.h.
#include "read/mdx/parts.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"
#include "read/myst/lines.h"

namespace kbuild::read::mdx {

namespace {

/// The lines that a tag or an expression goes over at most.
constexpr std::size_t kMaxTagLines = 64;

class Parter {
 public:
  Parter(const rst::SourceStore& sources, const rst::Lines& lines) : sources_(sources) {
    for (const rst::Line& line : lines) lines_.push_back(line);
  }

  std::vector<Piece> run() {
    std::vector<Piece> out;
    content(out, "", 0, 0);
    return out;
  }

 private:
  std::string_view trimmed() const { return base::trim(lines_[at_].text); }

  /// Pieces up to the line that closes the element or note around.
  void content(std::vector<Piece>& out, std::string_view around, std::size_t colons, int depth) {
    while (at_ < lines_.size()) {
      std::string_view line = trimmed();
      if (in_fence(line) || line.empty()) {
        text(out);
      } else if (colons > 0 && is_colons(line, colons)) {
        ++at_;
        return;
      } else if (line.starts_with("</") && closes(line, around)) {
        return;
      } else if (!construct(out, line, depth)) {
        text(out);
      }
    }
  }

  /// Fences hide what looks like tags.
  bool in_fence(std::string_view line) {
    bool mark = line.starts_with("```") || line.starts_with("~~~");
    if (!mark) return fence_ != 0;
    std::size_t size = line.find_first_not_of(line[0]);
    if (fence_ == 0) {
      fence_ = line[0];
      fence_size_ = std::min(size, line.size());
    } else if (line[0] == fence_ && size == line.npos && line.size() >= fence_size_) {
      fence_ = 0;
    }
    return true;
  }

  static bool is_colons(std::string_view line, std::size_t least) {
    return line.size() >= least && line.find_first_not_of(':') == line.npos;
  }

  /// Whether "</Name>" closes the element around; what follows on the line stays.
  bool closes(std::string_view line, std::string_view around) {
    auto tag = read_tag(line, 0);
    if (!tag || tag->name != around) return false;
    cut(static_cast<std::size_t>(line.data() - lines_[at_].text.data()) + tag->end);
    return true;
  }

  /// Leaves of the current line what stands behind a byte.
  void cut(std::size_t size) {
    lines_[at_] = lines_[at_].cut(size);
    if (base::trim(lines_[at_].text).empty()) ++at_;
  }

  void text(std::vector<Piece>& out) {
    if (out.empty() || out.back().kind != Piece::Kind::text) out.emplace_back();
    out.back().lines.push_back(lines_[at_++]);
  }

  bool construct(std::vector<Piece>& out, std::string_view line, int depth) {
    bool top = line.data() == lines_[at_].text.data();
    if (depth >= base::kMaxNesting) return false;
    if (top && (line.starts_with("import ") || line.starts_with("export "))) return module(out);
    if (line.starts_with(":::")) return note(out, line, depth);
    if (line.starts_with('{')) return expression(out);
    if (line.starts_with('<')) return element(out, depth);
    return false;
  }

  /// Up to a blank line, as MDX has it.
  bool module(std::vector<Piece>& out) {
    Piece& piece = out.emplace_back();
    piece.kind = Piece::Kind::module;
    while (at_ < lines_.size() && !trimmed().empty()) piece.lines.push_back(lines_[at_++]);
    piece.span = rst::span_of(sources_, piece.lines);
    return true;
  }

  /// ":::note[Title]", ":::note Title", ":::note".
  bool note(std::vector<Piece>& out, std::string_view line, int depth) {
    std::size_t colons = line.find_first_not_of(':');
    if (colons == line.npos) return false;
    std::string_view rest = base::trim(line.substr(colons));
    std::size_t end = 0;
    while (end < rest.size() && (base::is_alnum(rest[end]) || rest[end] == '-')) ++end;
    if (end == 0) return false;
    Piece piece;
    piece.kind = Piece::Kind::note;
    piece.tag.name = rest.substr(0, end);
    std::string_view title = base::trim(rest.substr(end));
    if (title.starts_with('[') && title.find(']') != title.npos)
      title = title.substr(1, title.rfind(']') - 1);
    else if (title.starts_with('{'))
      title = {};
    piece.title = title;
    piece.span = rst::span_of(sources_, lines_[at_], lines_[at_]);
    ++at_;
    content(piece.children, "", colons, depth + 1);
    out.push_back(std::move(piece));
    return true;
  }

  /// The current line and those below, as one text.
  std::string joined(std::size_t& begin) const {
    std::string text;
    std::size_t end = std::min(lines_.size(), at_ + kMaxTagLines);
    for (std::size_t i = at_; i < end && (i == at_ || !lines_[i].blank()); ++i)
      text += std::string(lines_[i].text) + "\n";
    begin = std::min(text.find_first_not_of(" \t"), text.size());
    return text;
  }
  /// Goes behind the byte `end` of the joined text.
  void advance(std::size_t end, Piece& piece) {
    piece.lines.clear();
    while (at_ < lines_.size() && end > lines_[at_].text.size()) {
      piece.lines.push_back(lines_[at_]);
      end -= std::min(end, lines_[at_].text.size() + 1);
      ++at_;
    }
    if (end > 0 && at_ < lines_.size()) {
      piece.lines.push_back(lines_[at_].slice(0, end));
      cut(end);
    }
    piece.span = rst::span_of(sources_, piece.lines);
  }

  /// "{...}" that nothing but white space follows on its line.
  bool expression(std::vector<Piece>& out) {
    std::size_t begin = 0;
    std::string text = joined(begin);
    std::size_t end = expression_end(text, begin);
    if (end == text.npos) return false;
    std::size_t line_end = std::min(text.find('\n', end), text.size());
    if (!base::trim(std::string_view(text).substr(end, line_end - end)).empty()) return false;
    Piece piece;
    piece.kind = Piece::Kind::expression;
    piece.title = text.substr(begin + 1, end - begin - 2);
    advance(end, piece);
    out.push_back(std::move(piece));
    return true;
  }

  bool element(std::vector<Piece>& out, int depth) {
    std::size_t begin = 0;
    std::string text = joined(begin);
    auto tag = read_tag(text, begin);
    if (!tag || tag->closing) return false;
    // Elements of HTML in a line of text belong to the text.
    std::size_t line_end = std::min(text.find('\n', tag->end), text.size());
    std::string_view rest =
        base::trim(std::string_view(text).substr(tag->end, line_end - tag->end));
    bool component = tag->name.empty() || base::is_upper(tag->name[0]) || tag->name == "details" ||
                     tag->name == "summary" || tag->name == "div";
    if (!component || (!rest.empty() && !tag->single && base::is_lower(tag->name.c_str()[0]) &&
                       tag->name != "summary" && tag->name != "details"))
      return false;
    Piece piece;
    piece.kind = Piece::Kind::element;
    std::size_t end = tag->end;
    piece.tag = std::move(*tag);
    advance(end, piece);
    piece.lines.clear();
    std::string close = "</" + piece.tag.name + ">";
    std::size_t same_line = rest.find(close);
    if (!piece.tag.single && same_line != rest.npos) {
      // <Name>text</Name> on one line.
      std::size_t size = lines_[at_].text.find(close);
      Piece& inside = piece.children.emplace_back();
      rst::Line content = lines_[at_].slice(0, size);
      if (!base::trim(content.text).empty()) inside.lines.push_back(content);
      cut(size + close.size());
    } else if (!piece.tag.single) {
      content(piece.children, piece.tag.name, 0, depth + 1);
    }
    out.push_back(std::move(piece));
    return true;
  }

  const rst::SourceStore& sources_;
  rst::Lines lines_;
  std::size_t at_ = 0;
  char fence_ = 0;
  std::size_t fence_size_ = 0;
};

/// Content of components is indented in JSX: the least indentation of a stretch is taken off.
void dedent(std::vector<Piece>& pieces, rst::Arena& arena, bool inside) {
  for (Piece& piece : pieces) {
    if (piece.kind == Piece::Kind::text && inside) {
      int least = -1;
      for (const rst::Line& line : piece.lines)
        if (!base::trim(line.text).empty()) {
          int indent = myst::measure(line).indent;
          least = least < 0 ? indent : std::min(least, indent);
        }
      for (rst::Line& line : piece.lines)
        line = myst::without_indent(line, myst::measure(line), std::max(least, 0), arena);
    }
    dedent(piece.children, arena, true);
  }
}

}  // namespace

std::vector<Piece> part(const rst::SourceStore& sources, const rst::Lines& lines,
                        rst::Arena& arena) {
  std::vector<Piece> out = Parter(sources, lines).run();
  dedent(out, arena, false);
  return out;
}

}  // namespace kbuild::read::mdx
