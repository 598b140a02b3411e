// The lexer of languages of the usual make. Words are looked up in one hash table per grammar,
// built once.
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "highlight/lexers.h"

namespace kbuild::highlight {

namespace {

using Words = std::unordered_map<std::string_view, std::string_view>;

void add_words(Words& words, std::string_view css, std::string_view list) {
  for (std::string_view word : base::split_words(list)) words.emplace(word, css);
}

const Words& words_of(std::size_t index) {
  static const std::vector<Words> tables = [] {
    std::vector<Words> all(grammar_count());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const WordList& list : grammar(i).words) add_words(all[i], list.css, list.words);
    return all;
  }();
  return tables[index];
}

bool is_operator(char c) {
  return std::string_view("+-*/%=<>!&|^~?:").find(c) != std::string_view::npos;
}

class GenericLexer {
 public:
  GenericLexer(Painter& painter, std::size_t begin, std::size_t end, std::size_t index)
      : painter_(painter),
        code_(painter.code()),
        at_(begin),
        end_(end),
        grammar_(grammar(index)),
        words_(words_of(index)),
        line_begin_(begin) {}

  void run() {
    while (at_ < end_) step();
  }

 private:
  bool follows(std::string_view text) const {
    return !text.empty() && at_ + text.size() <= end_ && code_.substr(at_, text.size()) == text;
  }
  void take(std::string_view css, std::size_t end) {
    painter_.mark(css, at_, end);
    at_ = end;
  }
  bool at_line_begin() const { return skip_blanks(code_, line_begin_, at_) == at_; }

  void step() {
    char c = code_[at_];
    if (c == '\n') line_begin_ = at_ + 1;
    if (base::is_space(c)) {
      ++at_;
    } else if (comment() || string()) {
    } else if (grammar_.preprocessor && c == '#' && at_line_begin()) {
      preprocessor();
    } else if (base::is_digit(c) ||
               (c == '.' && at_ + 1 < end_ && base::is_digit(code_[at_ + 1]))) {
      std::size_t stop = number_end(code_, at_, end_);
      bool whole = code_.substr(at_, stop - at_).find('.') == std::string_view::npos;
      take(whole ? "mi" : "mf", stop);
    } else if (is_word_byte(c) || grammar_.word_characters.find(c) != std::string_view::npos) {
      word();
    } else if (grammar_.decorators && c == '@') {
      take("nd", word_stop(at_ + 1));
    } else if (grammar_.dollar_variables && c == '$') {
      take("nv", std::max(word_stop(at_ + 1), at_ + 1));
    } else if (is_operator(c)) {
      std::size_t stop = at_ + 1;
      while (stop < end_ && is_operator(code_[stop]) && !starts_comment(stop)) ++stop;
      take("o", stop);
    } else {
      ++at_;
    }
  }

  bool starts_comment(std::size_t at) const {
    std::string_view rest = code_.substr(at, end_ - at);
    for (std::string_view open : grammar_.line_comments)
      if (!open.empty() && rest.starts_with(open)) return true;
    return !grammar_.block_comment[0].empty() && rest.starts_with(grammar_.block_comment[0]);
  }

  bool comment() {
    if (follows(grammar_.block_comment[0])) {
      std::size_t close =
          code_.find(grammar_.block_comment[1], at_ + grammar_.block_comment[0].size());
      std::size_t stop = close == code_.npos ? end_ : close + grammar_.block_comment[1].size();
      take("cm", std::min(stop, end_));
      return true;
    }
    for (std::string_view open : grammar_.line_comments) {
      if (!follows(open)) continue;
      std::string_view css = follows(grammar_.directive) ? "cp"
                             : at_ == 0 && follows("#!") ? "ch"
                                                         : "c1";
      take(css, line_end(code_, at_, end_));
      return true;
    }
    return false;
  }

  bool string() {
    for (const StringForm& form : grammar_.strings) {
      if (!follows(form.open)) continue;
      if (form.open == "'" && grammar_.transposes && after_value()) return false;
      if (form.open == "'" && grammar_.lifetimes && !closes_soon()) {
        take("nl", word_stop(at_ + 1));
        return true;
      }
      take_string(form, at_);
      return true;
    }
    return false;
  }

  bool after_value() const {
    if (at_ == 0) return false;
    char before = code_[at_ - 1];
    return is_word_byte(before) || before == ')' || before == ']' || before == '}' ||
           before == '\'' || before == '.';
  }

  bool closes_soon() const {
    return (at_ + 2 < end_ && code_[at_ + 2] == '\'') ||
           (at_ + 1 < end_ && code_[at_ + 1] == '\\') ||
           (at_ + 1 < end_ && static_cast<unsigned char>(code_[at_ + 1]) >= 0x80);
  }

  // The string that opens at `open` (the cursor may be at a prefix before it), with its escapes as
  // tokens of their own.
  void take_string(const StringForm& form, std::size_t open) {
    std::size_t i = open + form.open.size();
    std::size_t limit = form.lines == Lines::many ? end_ : line_end(code_, i, end_);
    std::vector<std::size_t> escapes;
    std::size_t stop = limit;
    for (; i < limit; ++i) {
      if (form.escape != '\0' && code_[i] == form.escape && i + 1 < limit) {
        escapes.push_back(i++);
      } else if (code_.substr(i, form.close.size()) == form.close) {
        stop = std::min(i + form.close.size(), limit);
        break;
      }
    }
    std::string_view css = form.css;
    if (grammar_.string_keys) {
      std::size_t next = stop;
      while (next < end_ && base::is_space(code_[next])) ++next;
      if (next < end_ && code_[next] == ':') css = "nt";
    }
    for (std::size_t escape : escapes) {
      painter_.mark(css, at_, escape);
      painter_.mark("se", escape, escape + 2);
      at_ = escape + 2;
    }
    take(css, stop);
  }

  void preprocessor() {
    std::size_t stop = line_end(code_, at_, end_);
    while (stop < end_ && code_[stop - 1] == '\\') stop = line_end(code_, stop + 1, end_);
    // A comment after the directive is a comment; "//" inside <...> or a URL is not.
    std::size_t remark = code_.substr(0, stop).find(" //", at_);
    if (remark != code_.npos) stop = remark;
    std::size_t path = code_.substr(0, stop).find_first_of("<\"", at_);
    bool include = code_.substr(at_, stop - at_).find("include") != std::string_view::npos;
    if (include && path != code_.npos) {
      take("cp", path);
      take("cpf", stop);
    } else {
      take("cp", stop);
    }
  }

  std::size_t word_stop(std::size_t at) const {
    while (at < end_ && (is_word_byte(code_[at]) ||
                         grammar_.word_characters.find(code_[at]) != std::string_view::npos))
      ++at;
    return at;
  }

  bool prefixed_string(std::size_t stop) {
    if (grammar_.string_prefixes.empty() || stop >= end_ || stop - at_ > 2) return false;
    for (std::size_t i = at_; i < stop; ++i)
      if (grammar_.string_prefixes.find(code_[i]) == std::string_view::npos) return false;
    for (const StringForm& form : grammar_.strings) {
      if (form.open.empty() || code_.substr(stop, form.open.size()) != form.open) continue;
      StringForm prefixed = form;
      if (code_.substr(at_, stop - at_).find_first_of("rR") != std::string_view::npos)
        prefixed.escape = '\0';
      take_string(prefixed, stop);
      return true;
    }
    return false;
  }

  void word() {
    std::size_t stop = word_stop(at_);
    if (prefixed_string(stop)) return;
    std::string_view text = code_.substr(at_, stop - at_);
    std::string lower;
    if (grammar_.ignore_case) text = lower = base::to_lower(text);
    auto found = words_.find(text);
    std::size_t next = skip_blanks(code_, stop, end_);
    bool called = next < end_ && code_[next] == '(';
    bool member = at_ > 0 && code_[at_ - 1] == '.';
    if (!expected_.empty() && found == words_.end()) {
      take(expected_, stop);
      expected_ = {};
    } else if (found != words_.end() && !member) {
      bool introduces_function = has_word(grammar_.function_introducers, text);
      bool introduces_type = has_word(grammar_.type_introducers, text);
      expected_ = introduces_function ? "nf" : introduces_type ? "nc" : "";
      take(found->second, stop);
    } else if (called) {
      take("nf", stop);
    } else {
      at_ = stop;
    }
  }

  Painter& painter_;
  std::string_view code_;
  std::size_t at_;
  std::size_t end_;
  const Grammar& grammar_;
  const Words& words_;
  std::size_t line_begin_;
  /// The class of the next word, after one that introduces a name.
  std::string_view expected_;
};

}  // namespace

void lex_generic(Painter& painter, std::size_t begin, std::size_t end, std::size_t index) {
  GenericLexer(painter, begin, end, index).run();
}

}  // namespace kbuild::highlight
