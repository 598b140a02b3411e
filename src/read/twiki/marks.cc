// The five passes of emphasis over a line; see marks.h.
#include "read/twiki/marks.h"

#include "base/text.h"

namespace kbuild::read::twiki {

namespace {

struct Emphasis {
  std::string_view sign;
  char mark;
};
/// In the order of the passes.
constexpr Emphasis kPasses[] = {
    {"==", kStrongCode}, {"__", kStrongEmphasis}, {"*", kStrong}, {"_", kEmphasis}, {"=", kCode},
};

bool is_sign(std::string_view text, std::size_t at, std::string_view sign) {
  return text.substr(at, sign.size()) == sign;
}

/// For each offset, the next one at which emphasis by `sign` can end; else size().
std::vector<std::size_t> find_closers(std::string_view text, std::string_view sign) {
  std::vector<std::size_t> next(text.size() + 1, text.size());
  for (std::size_t i = text.size(); i-- > 1;) {
    bool closes =
        is_sign(text, i, sign) && !base::is_space(text[i - 1]) && ends_word(text, i + sign.size());
    next[i] = closes ? i : next[i + 1];
  }
  if (!text.empty()) next[0] = next[1];
  return next;
}

void mark_pass(MarkedLine& line, const Emphasis& pass) {
  std::string_view text = line.text, sign = pass.sign;
  if (text.find(sign) == text.npos) return;
  std::vector<std::size_t> closers = find_closers(text, sign);
  MarkedLine out;
  auto put = [&](char c, std::size_t at) {
    out.text += c;
    out.at.push_back(at);
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t content = i + sign.size();
    bool opens = is_sign(text, i, sign) && begins_word(text, i) && content < text.size() &&
                 !base::is_space(text[content]);
    std::size_t close = opens ? closers[content + 1] : text.size();
    if (!opens || close == text.size()) {
      put(text[i], line.at[i]);
      ++i;
      continue;
    }
    put(pass.mark, line.at[i]);
    for (std::size_t j = content; j < close; ++j) put(text[j], line.at[j]);
    put(static_cast<char>(pass.mark + 1), line.at[close]);
    i = close + sign.size();
  }
  line = std::move(out);
}

}  // namespace

MarkedLine MarkedLine::part(std::size_t begin, std::size_t end) const {
  MarkedLine out;
  out.text = text.substr(begin, end - begin);
  out.at.assign(at.begin() + static_cast<std::ptrdiff_t>(begin),
                at.begin() + static_cast<std::ptrdiff_t>(end));
  return out;
}

bool begins_word(std::string_view text, std::size_t at) {
  return at == 0 || base::is_space(text[at - 1]) || text[at - 1] == '(';
}

bool ends_word(std::string_view text, std::size_t at) {
  constexpr std::string_view enders = ",.;:!?)";
  return at >= text.size() || base::is_space(text[at]) || enders.find(text[at]) != enders.npos;
}

MarkedLine read_line(std::string_view text, std::size_t begin) {
  MarkedLine line;
  line.text = text;
  line.at.resize(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) line.at[i] = begin + i;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '!' || !begins_word(text, i)) continue;
    char next = text[i + 1];
    bool escapes = base::is_alnum(next) || next == '_' || next == '*' || next == '=' ||
                   static_cast<signed char>(next) < 0;
    if (escapes) line.text[i] = kNop;
    if (text.substr(i + 1).starts_with("[[")) {
      // "![[" becomes '[', nothing, '[': shown as brackets, read as no link.
      line.text[i] = '[';
      line.text[i + 1] = kNop;
    }
  }
  return line;
}

void mark_emphasis(MarkedLine& line) {
  for (const Emphasis& pass : kPasses) mark_pass(line, pass);
}

}  // namespace kbuild::read::twiki
