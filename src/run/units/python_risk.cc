// Reads a program as names, strings and marks, without its structure; see python_risk.h. A name is
// judged wherever it is used, called or not, as it may be called under another one later.
#include "run/units/python_risk.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

enum class TokenKind : std::uint8_t { name, string, mark };

struct Token {
  TokenKind kind;
  /// Of a string, what stands between its quotes.
  std::string_view text;
};

class Tokens {
 public:
  explicit Tokens(std::string_view code) : code_(code) {}

  std::vector<Token> read() {
    while (at_ < code_.size()) {
      char c = code_[at_];
      if (base::is_space(c)) {
        ++at_;
      } else if (c == '#') {
        at_ = std::min(code_.find('\n', at_), code_.size());
      } else if (c == '"' || c == '\'') {
        string();
      } else if (base::is_name_byte(c) || static_cast<unsigned char>(c) >= 0x80) {
        name();
      } else {
        out_.push_back({TokenKind::mark, code_.substr(at_++, 1)});
      }
    }
    return std::move(out_);
  }

 private:
  void name() {
    std::size_t begin = at_;
    while (at_ < code_.size() &&
           (base::is_name_byte(code_[at_]) || static_cast<unsigned char>(code_[at_]) >= 0x80))
      ++at_;
    std::string_view text = code_.substr(begin, at_ - begin);
    // rb"...": the letters belong to the string. In f"{x}" the expressions are code.
    bool prefix = at_ < code_.size() && (code_[at_] == '"' || code_[at_] == '\'') &&
                  text.size() <= 2 && text.find_first_not_of("rRbBuUfF") == text.npos;
    formatted_ = prefix && text.find_first_of("fF") != text.npos;
    if (!prefix) out_.push_back({TokenKind::name, text});
  }

  void string() {
    char quote = code_[at_];
    std::string_view rest = code_.substr(at_);
    std::size_t width = rest.size() > 2 && rest[1] == quote && rest[2] == quote ? 3 : 1;
    std::size_t begin = at_ + width, end = begin;
    for (; end < code_.size(); ++end) {
      if (code_[end] == '\\')
        ++end;
      else if (code_.substr(end, width) == rest.substr(0, width))
        break;
      else if (width == 1 && code_[end] == '\n')
        break;
    }
    end = std::min(end, code_.size());
    std::string_view text = code_.substr(begin, end - begin);
    at_ = std::min(end + width, code_.size());
    out_.push_back({TokenKind::string, text});
    if (std::exchange(formatted_, false)) expressions(text);
  }

  /// f"{code}": from each brace to the one that closes it; "{{" is a brace.
  void expressions(std::string_view text) {
    for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
      if (text.substr(open).starts_with("{{")) {
        ++open;
        continue;
      }
      std::size_t end = open + 1;
      for (int depth = 1; end < text.size() && depth > 0; ++end)
        depth += (text[end] == '{') - (text[end] == '}');
      std::vector<Token> inner = Tokens(text.substr(open + 1, end - open - 1)).read();
      out_.insert(out_.end(), inner.begin(), inner.end());
      out_.push_back({TokenKind::mark, ";"});
      open = end - 1;
    }
  }

  std::string_view code_;
  std::size_t at_ = 0;
  bool formatted_ = false;
  std::vector<Token> out_;
};

/// Modules and functions by which a program starts others or makes code while it runs.
constexpr std::string_view kStarts[] = {"subprocess",
                                        "pty",
                                        "pexpect",
                                        "ctypes",
                                        "cffi",
                                        "import_module",
                                        "__import__",
                                        "__builtins__",
                                        "builtins",
                                        "__subclasses__",
                                        "__globals__",
                                        "popen",
                                        "posix_spawn",
                                        "execl",
                                        "execle",
                                        "execlp",
                                        "execlpe",
                                        "execv",
                                        "execve",
                                        "execvp",
                                        "execvpe",
                                        "spawnl",
                                        "spawnle",
                                        "spawnlp",
                                        "spawnv",
                                        "spawnve",
                                        "spawnvp",
                                        "create_subprocess_exec",
                                        "create_subprocess_shell",
                                        "load_module",
                                        "exec_module",
                                        "runpy",
                                        "get_ipython",
                                        "startfile"};

/// Delete or move what their operands name.
constexpr std::string_view kRemoves[] = {"rmtree", "removedirs", "unlink", "rmdir"};
/// The same where they are those of `os` or `shutil`; lists have a remove() too.
constexpr std::string_view kRemovesOfModule[] = {"remove",  "rename", "renames", "replace",
                                                 "move",    "chown",  "chmod",   "truncate",
                                                 "symlink", "link",   "kill",    "killpg"};

/// Modules whose functions could be had under other names.
bool is_guarded_module(std::string_view name) {
  return base::is_any_of(name, {"os", "shutil", "sys", "posix", "builtins", "io", "pathlib"});
}

template <std::size_t n>
bool is_in(std::string_view name, const std::string_view (&list)[n]) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

class PythonJudge {
 public:
  explicit PythonJudge(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  RiskFound run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].kind == TokenKind::name)
        if (auto reason = judge(i)) return {Risk::person, *reason};
    return {};
  }

 private:
  std::string_view mark(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::mark ? tokens_[i].text : "";
  }
  std::string_view name(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::name ? tokens_[i].text : "";
  }
  /// The module in "module.name", "" where there is none or it is an expression.
  std::string_view owner(std::size_t i) const {
    return i >= 2 && mark(i - 1) == "." ? name(i - 2) : "";
  }
  bool is_attribute(std::size_t i) const { return i >= 1 && mark(i - 1) == "."; }
  bool is_keyword_argument(std::size_t i) const { return mark(i + 1) == "=" && mark(i + 2) != "="; }

  std::optional<std::string> judge(std::size_t i) const {
    std::string_view word = tokens_[i].text;
    if (is_in(word, kStarts) && !is_keyword_argument(i))
      return base::format("its Python may start programs by '{}'", word);
    bool bare_code = word == "eval" || word == "exec" || (word == "compile" && mark(i + 1) == "(");
    if (bare_code && !is_attribute(i) && !is_keyword_argument(i))
      return base::format("its Python runs code that it makes by '{}'", word);
    if (word == "system" && (is_attribute(i) ? owner(i) != "platform" : called_or_imported(i)))
      return "its Python may start programs by 'system'";
    if ((word == "getattr" || word == "vars") && mark(i + 1) == "(" &&
        is_guarded_module(name(i + 2)))
      return base::format("its Python looks for names in '{}'", name(i + 2));
    if (word == "modules" && owner(i) == "sys")
      return "its Python looks for names in 'sys.modules'";
    if (word == "__dict__" && is_guarded_module(owner(i)))
      return base::format("its Python looks for names in '{}'", owner(i));
    // "import os as o", "x = os".
    bool renamed = is_guarded_module(word) && !is_attribute(i) &&
                   (name(i + 1) == "as" || (i > 0 && mark(i - 1) == "=" && mark(i + 1) != "."));
    if (renamed) return base::format("its Python gives '{}' another name", word);
    bool removes = is_in(word, kRemoves) && (is_attribute(i) || called_or_imported(i));
    bool of_module =
        is_in(word, kRemovesOfModule) && (is_guarded_module(owner(i)) || imported_from_guarded(i));
    if ((removes || of_module) && !has_own_operand(i))
      return base::format("its Python may delete or change files outside its directory by '{}'",
                          word);
    if (word == "open" && mark(i + 1) == "(" && opens_elsewhere(i + 2))
      return "it changes files outside its directory";
    return std::nullopt;
  }

  bool called_or_imported(std::size_t i) const {
    return mark(i + 1) == "(" || name(i + 1) == "as" || imported_from_guarded(i);
  }

  /// "from os import a, b": the name is one of them.
  bool imported_from_guarded(std::size_t i) const {
    for (std::size_t k = i; k-- > 0 && i - k < 60;) {
      if (name(k) == "import")
        return k > 1 && is_guarded_module(name(k - 1)) && name(k - 2) == "from";
      if (name(k).empty() && mark(k) != "," && mark(k) != "(") return false;
    }
    return false;
  }

  /// Whether the call has a single operand, written out, that lies below the unit's directory.
  bool has_own_operand(std::size_t i) const {
    if (mark(i + 1) != "(" || i + 3 >= tokens_.size()) return false;
    const Token& operand = tokens_[i + 2];
    bool ends = mark(i + 3) == ")" || (mark(i + 3) == "," && name(i + 4) == "ignore_errors");
    if (operand.kind != TokenKind::string || !ends) return false;
    return operand.text.find_first_of("\\{~") == std::string_view::npos &&
           base::stays_inside(base::normalise_path(operand.text)) &&
           base::normalise_path(operand.text) != ".";
  }

  /// open("/path", "w").
  bool opens_elsewhere(std::size_t i) const {
    if (i + 2 >= tokens_.size() || tokens_[i].kind != TokenKind::string) return false;
    bool elsewhere = is_path_elsewhere(tokens_[i].text) || tokens_[i].text.starts_with("..");
    std::size_t mode = i + 2;
    if (name(mode) == "mode" && mark(mode + 1) == "=") mode += 2;
    bool writes = mark(i + 1) == "," && mode < tokens_.size() &&
                  tokens_[mode].kind == TokenKind::string &&
                  tokens_[mode].text.find_first_of("wax+") != std::string_view::npos;
    return elsewhere && writes;
  }

  std::vector<Token> tokens_;
};

}  // namespace

RiskFound find_python_risk(std::string_view code) {
  return PythonJudge(Tokens(code).read()).run();
}

}  // namespace kbuild::run
