// A recursive-descent reader of TeX that writes MathML Core as it goes; it gives up as a whole at
// the first thing that it doesn't know, so that a formula is either right or shown as written.
#include "math/math.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "math/symbols.h"

namespace kbuild::math {

namespace {

constexpr int kMaxDepth = 50;

// Fences of the matrix environments; the others have none.
struct Environment {
  std::string_view name;
  std::string_view open;
  std::string_view close;
  /// Columns are set right and left in turn.
  bool aligned;
};
constexpr Environment kEnvironments[] = {
    {"matrix", "", "", false},    {"pmatrix", "(", ")", false}, {"bmatrix", "[", "]", false},
    {"vmatrix", "|", "|", false}, {"cases", "{", "", false},    {"aligned", "", "", true},
    {"align", "", "", true},      {"align*", "", "", true},     {"equation", "", "", false},
    {"equation*", "", "", false}, {"split", "", "", true},      {"gathered", "", "", false},
};

class MathReader {
 public:
  MathReader(std::string_view tex, MathStyle style) : tex_(tex), style_(style) {}

  std::optional<std::string> read() {
    std::string row = rows("");
    if (failed_ || at_ < tex_.size()) return std::nullopt;
    return row;
  }

 private:
  std::string fail() {
    failed_ = true;
    at_ = tex_.size();
    return "";
  }
  char peek() const { return at_ < tex_.size() ? tex_[at_] : '\0'; }
  void skip_blanks() {
    while (at_ < tex_.size() && base::is_space(tex_[at_])) ++at_;
  }
  bool follows(std::string_view text) const { return tex_.substr(at_).starts_with(text); }
  bool take(std::string_view text) {
    if (!follows(text)) return false;
    at_ += text.size();
    return true;
  }

  // The name after a backslash: letters, or one other character.
  std::string_view command() {
    std::size_t begin = ++at_;
    while (at_ < tex_.size() && base::is_alpha(tex_[at_])) ++at_;
    if (at_ == begin && at_ < tex_.size()) ++at_;
    return tex_.substr(begin, at_ - begin);
  }

  // The text between braces.
  std::string_view group_text() {
    skip_blanks();
    if (peek() != '{') return fail(), std::string_view();
    std::size_t close = tex_.find_first_of("{}\\", at_ + 1);
    if (close == tex_.npos || tex_[close] != '}') return fail(), std::string_view();
    std::string_view text = tex_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
    return text;
  }

  static std::string element(std::string_view name, std::string_view text) {
    return base::format("<{0}>{1}</{0}>", name, base::escape_html(text));
  }
  static std::string fence(std::string_view text) {
    return text.empty() ? std::string()
                        : base::format("<mo stretchy=\"true\">{}</mo>", base::escape_html(text));
  }

  // Rows and cells up to the end, or to \end{name}.
  std::string rows(std::string_view name) {
    std::string table, row = "<mtr>", last;
    bool is_table = false;
    while (!failed_) {
      last = sequence();
      skip_blanks();
      if (take("&")) {
        is_table = true;
        row += "<mtd>" + last + "</mtd>";
      } else if (take("\\\\")) {
        is_table = true;
        table += row + "<mtd>" + last + "</mtd></mtr>";
        row = "<mtr>";
      } else {
        break;
      }
    }
    if (!name.empty() && !failed_ && !(take("\\end") && group_text() == name)) return fail();
    if (!is_table) return last;
    return "<mtable>" + table + row + "<mtd>" + last + "</mtd></mtr></mtable>";
  }

  // Atoms with their scripts, up to something that ends a row.
  std::string sequence() {
    if (++depth_ > kMaxDepth) return fail();
    std::string out;
    for (skip_blanks(); at_ < tex_.size() && !failed_; skip_blanks()) {
      char c = peek();
      if (c == '}' || c == '&' || (c == ']' && in_option_) || follows("\\\\") || follows("\\end") ||
          follows("\\right"))
        break;
      out += scripted();
    }
    --depth_;
    return out;
  }

  std::string scripted() {
    bool limits = false;
    std::string base = atom(limits), below, above;
    for (skip_blanks(); !failed_; skip_blanks()) {
      if (peek() == '\'') {
        ++at_;
        above += "<mo>′</mo>";
      } else if (peek() == '_' && below.empty()) {
        ++at_;
        below = argument();
      } else if (peek() == '^') {
        ++at_;
        above += argument();
      } else {
        break;
      }
    }
    if (below.empty() && above.empty()) return base;
    bool stacked = limits && style_ == MathStyle::display;
    std::string_view tag = below.empty()   ? (stacked ? "mover" : "msup")
                           : above.empty() ? (stacked ? "munder" : "msub")
                                           : (stacked ? "munderover" : "msubsup");
    std::string out = base::format("<{}><mrow>{}</mrow>", tag, base);
    if (!below.empty()) out += "<mrow>" + below + "</mrow>";
    if (!above.empty()) out += "<mrow>" + above + "</mrow>";
    return out + base::format("</{}>", tag);
  }

  // One atom, or a group in braces.
  std::string argument() {
    skip_blanks();
    if (at_ == tex_.size()) return fail();
    bool limits = false;
    return atom(limits);
  }

  std::string atom(bool& limits) {
    char c = peek();
    if (c == '{') {
      ++at_;
      std::string inside = sequence();
      return take("}") ? "<mrow>" + inside + "</mrow>" : fail();
    }
    if (c == '\\') return command_atom(limits);
    if (base::is_digit(c)) {
      std::size_t begin = at_;
      while (base::is_digit(peek()) ||
             (peek() == '.' && at_ + 1 < tex_.size() && base::is_digit(tex_[at_ + 1])))
        ++at_;
      return element("mn", tex_.substr(begin, at_ - begin));
    }
    std::size_t length = base::decode_utf8(tex_, at_).length;
    std::string_view text = tex_.substr(at_, length);
    at_ += length;
    if (base::is_alpha(c) || length > 1) return element("mi", text);
    if (std::string_view("()[]|").find(c) != std::string_view::npos)
      return base::format("<mo stretchy=\"false\">{}</mo>", text);
    if (c == '-') return "<mo>−</mo>";
    if (c == '~') return "<mspace width=\"0.33em\"/>";
    if (std::string_view("+=<>,;:!/*.?\"@`").find(c) != std::string_view::npos)
      return element("mo", text);
    return fail();
  }

  std::string command_atom(bool& limits) {
    std::string_view name = command();
    if (name == "frac" || name == "dfrac" || name == "tfrac") {
      std::string above = argument();
      return base::format("<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>", above, argument());
    }
    if (name == "binom") {
      std::string above = argument();
      return base::format(
          "<mrow><mo>(</mo><mfrac "
          "linethickness=\"0\"><mrow>{}</mrow><mrow>{}</mrow></mfrac><mo>)</mo></mrow>",
          above, argument());
    }
    if (name == "sqrt") return root();
    if (name == "left") return fenced();
    if (name == "begin") return environment();
    if (name == "text" || name == "textrm" || name == "textit" || name == "textbf" ||
        name == "texttt" || name == "mbox")
      return element("mtext", group_text());
    if (name == "mathrm" || name == "operatorname")
      return base::format("<mi mathvariant=\"normal\">{}</mi>", base::escape_html(group_text()));
    if (name == "mathbf" || name == "boldsymbol" || name == "vb")
      return "<mrow style=\"font-weight:bold\">" + argument() + "</mrow>";
    if (name == "mathcal" || name == "mathbb" || name == "mathit" || name == "mathsf" ||
        name == "displaystyle")
      return name == "displaystyle" ? std::string() : argument();
    if (name == "limits" || name == "nolimits" || name == "big" || name == "Big") return "";
    const Symbol* symbol = find_symbol(name);
    return symbol ? symbol_atom(*symbol, limits) : fail();
  }

  std::string symbol_atom(const Symbol& symbol, bool& limits) {
    switch (symbol.kind) {
      case SymbolKind::identifier:
      case SymbolKind::function: return element("mi", symbol.text);
      case SymbolKind::operation: return element("mo", symbol.text);
      case SymbolKind::large: limits = true; return element("mo", symbol.text);
      case SymbolKind::space: return base::format("<mspace width=\"{}\"/>", symbol.text);
      case SymbolKind::accent:
        return base::format("<mover accent=\"true\"><mrow>{}</mrow><mo>{}</mo></mover>", argument(),
                            symbol.text);
    }
    return fail();
  }

  std::string root() {
    skip_blanks();
    std::string index;
    if (take("[")) {
      bool outer = std::exchange(in_option_, true);
      index = sequence();
      in_option_ = outer;
      if (!take("]")) return fail();
    }
    std::string inside = argument();
    if (index.empty()) return "<msqrt>" + inside + "</msqrt>";
    return base::format("<mroot><mrow>{}</mrow><mrow>{}</mrow></mroot>", inside, index);
  }

  // The character after \left or \right; "." means none.
  std::string delimiter() {
    skip_blanks();
    if (peek() == '\\') {
      const Symbol* symbol = find_symbol(command());
      return symbol ? fence(symbol->text) : fail();
    }
    if (at_ == tex_.size()) return fail();
    std::string_view text = tex_.substr(at_++, 1);
    return text == "." ? std::string() : fence(text);
  }

  std::string fenced() {
    std::string open = delimiter();
    std::string inside = sequence();
    if (!take("\\right")) return fail();
    return "<mrow>" + open + inside + delimiter() + "</mrow>";
  }

  std::string environment() {
    std::string_view name = group_text();
    for (const Environment& row : kEnvironments) {
      if (row.name != name) continue;
      if (++depth_ > kMaxDepth) return fail();
      std::string inside = rows(name);
      --depth_;
      std::string classes = row.aligned ? "<mrow class=\"kb-aligned\">" : "<mrow>";
      return classes + fence(row.open) + inside + fence(row.close) + "</mrow>";
    }
    return fail();
  }

  std::string_view tex_;
  MathStyle style_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  /// Inside [...], where a ']' closes.
  bool in_option_ = false;
};

}  // namespace

std::optional<std::string> to_mathml(std::string_view tex, MathStyle style) {
  auto inside = MathReader(tex, style).read();
  if (!inside) return std::nullopt;
  return base::format(
      "<math{}><semantics><mrow>{}</mrow><annotation "
      "encoding=\"application/x-tex\">{}</annotation></semantics></math>",
      style == MathStyle::display ? " display=\"block\"" : "", *inside,
      base::escape_html(base::trim(tex)));
}

}  // namespace kbuild::math
