// Scans each line for its comment sign and its quotes; see code.h.
#include "snippets/code.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/text.h"
#include "snippets/placeholder.h"

namespace kbuild::snippets {

namespace {

struct CommentSign {
  std::string_view language;
  std::string_view sign;
};
constexpr std::array kSigns = {
    CommentSign{"c", "//"},    CommentSign{"cpp", "//"},        CommentSign{"cuda", "//"},
    CommentSign{"java", "//"}, CommentSign{"javascript", "//"}, CommentSign{"rust", "//"},
    CommentSign{"go", "//"},   CommentSign{"fortran", "!"},     CommentSign{"matlab", "%"},
    CommentSign{"lua", "--"},  CommentSign{"sql", "--"},        CommentSign{"json", ""},
    CommentSign{"xml", ""},    CommentSign{"html", ""},
};

std::string_view comment_sign(std::string_view language) {
  for (const CommentSign& row : kSigns)
    if (row.language == language) return row.sign;
  return "#";
}

/// The line without its comment; quoted texts emptied, runs of blanks as one.
std::string strip_line(std::string_view line, std::string_view sign) {
  std::string_view bare = base::trim(line);
  bool directive =
      bare.starts_with("#SBATCH") || bare.starts_with("#!") || bare.starts_with("#include");
  std::string out;
  for (std::size_t at = 0; at < bare.size();) {
    char c = bare[at];
    bool begins_word = at == 0 || base::is_space(bare[at - 1]);
    if (!sign.empty() && begins_word && bare.substr(at).starts_with(sign) &&
        !(directive && at == 0))
      break;
    if (c == '"' || c == '\'') {
      std::size_t close = bare.find(c, at + 1);
      out += c;
      if (close != bare.npos) {
        out += c;
        at = close + 1;
        continue;
      }
    } else if (!base::is_space(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    ++at;
  }
  return std::string(base::trim(out));
}

bool is_code(const Snippet& s) {
  return s.role != Role::output && s.role != Role::data && s.role != Role::pseudo_code &&
         s.language != "text";
}

}  // namespace

std::string code_alone(const Snippet& s) {
  if (!is_code(s)) return {};
  std::string text;
  for (const SessionPart& part : s.session)
    if (!part.prompt.empty()) text += part.command + "\n";
  if (s.session.empty()) text = s.text;
  for (const Placeholder& p : find_placeholders(text, s.language))
    text = base::replace_all(text, p.text, "<>");
  std::string_view sign = comment_sign(s.language);
  std::string out;
  for (std::string_view line : base::split_lines(text))
    if (std::string bare = strip_line(line, sign); !bare.empty()) out += bare + "\n";
  return out;
}

std::uint64_t code_digest(const Snippet& s) {
  std::string code = code_alone(s);
  return code.empty() ? 0 : base::digest(code).low;
}

}  // namespace kbuild::snippets
