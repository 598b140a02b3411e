// Cuts a template into marks and text, matches each statement with its end, and runs the ranges
// between them. Source: Jinja 3.1, "Template Designer Documentation".
#include "macros/template.h"

#include <algorithm>

#include "base/bounds.h"
#include "base/text.h"

namespace kbuild::macros {

namespace {

using base::Json;

constexpr int kMaxCalls = 20;

struct Token {
  enum class Kind { text, value, statement };
  Kind kind = Kind::text;
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Inside of the marks; of a statement without its name.
  std::string_view inside = {};
  std::string_view name = {};
  /// Index of the statement that ends or continues this one; 0: none.
  std::size_t next = 0;
};

/// Cuts the text into tokens; comments and the marks of raw go.
std::vector<Token> cut(std::string_view text) {
  std::vector<Token> out;
  bool trim_next = false;
  auto add_text = [&](std::size_t begin, std::size_t end, bool trim_end) {
    while (trim_next && begin < end && base::is_space(text[begin])) ++begin;
    while (trim_end && end > begin && base::is_space(text[end - 1])) --end;
    if (begin < end) out.push_back({Token::Kind::text, begin, end});
    trim_next = false;
  };
  std::size_t from = 0;
  // Ends that are not in the rest of the text, so that it is not searched for them again.
  std::string absent;
  for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at)) {
    std::string_view rest = text.substr(at, 2);
    std::string_view close = rest == "{{" ? "}}" : rest == "{%" ? "%}" : rest == "{#" ? "#}" : "";
    bool known_absent = close.empty() || absent.find(close[0]) != absent.npos;
    std::size_t end = known_absent ? text.npos : text.find(close, at + 2);
    if (end == text.npos) {
      if (!close.empty()) absent += close[0];
      ++at;
      continue;
    }
    std::size_t begin = at + 2, stop = end;
    bool before = begin < stop && text[begin] == '-';
    bool after = stop > begin + (before ? 1u : 0u) && text[stop - 1] == '-';
    begin += before || (begin < stop && text[begin] == '+') ? 1 : 0;
    stop -= after ? 1 : 0;
    add_text(from, at, before);
    trim_next = after;
    std::string_view inside = base::trim(text.substr(begin, stop - begin));
    from = end + 2;
    if (rest == "{{") out.push_back({Token::Kind::value, at, from, inside});
    if (rest == "{%") {
      std::size_t size = 0;
      while (size < inside.size() && base::is_name_byte(inside[size])) ++size;
      std::string_view name = inside.substr(0, size);
      if (name == "raw") {
        std::size_t close_at = text.find("endraw", from);
        std::size_t mark = close_at == text.npos ? close_at : text.rfind("{%", close_at);
        std::size_t last = close_at == text.npos ? close_at : text.find("%}", close_at);
        if (mark == text.npos || last == text.npos || mark < from) {
          add_text(from, text.size(), false);
          return out;
        }
        add_text(from, mark, false);
        from = last + 2;
      } else {
        out.push_back({Token::Kind::statement, at, from, base::trim(inside.substr(size)), name});
      }
    }
    at = from;
  }
  add_text(from, text.size(), false);
  return out;
}

/// Links each opening statement to what continues and ends it.
void link(std::vector<Token>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token& token = tokens[i];
    if (token.kind != Token::Kind::statement) continue;
    bool middle = token.name == "elif" || token.name == "else", end = token.name.starts_with("end");
    if ((middle || end) && !open.empty()) {
      tokens[open.back()].next = i;
      open.pop_back();
    }
    bool block_set = token.name == "set" && token.inside.find('=') == token.inside.npos;
    if (middle || block_set ||
        base::is_any_of(token.name, {"if", "for", "macro", "call", "filter", "block", "with"}))
      open.push_back(i);
  }
}

bool is_name(std::string_view text) {
  return !text.empty() && !base::is_digit(text[0]) &&
         base::is_all(text, [](char c) { return base::is_alnum(c) || c == '_'; });
}

class Runner {
 public:
  Runner(std::string_view text, const Json& values, const std::function<bool(std::size_t)>& take)
      : text_(text), take_(take), tokens_(cut(text)) {
    link(tokens_);
    Scope site;
    for (const auto& [key, value] : values.items()) site[key] = {value};
    names_.scopes = {std::move(site), {}};
    names_.call = [this](std::string_view name, const Arguments& given) {
      return call(name, given);
    };
    names_.take_copy = [this](std::size_t bytes) {
      constexpr std::size_t kMaxCopied = 64u << 20;
      copied_ += bytes;
      return copied_ <= kMaxCopied;
    };
    names_.take_step = [this] { return go_on(0); };
  }

  Rendered run() {
    run(0, tokens_.size());
    return std::move(out_);
  }

 private:
  bool go_on(std::size_t bytes) {
    stopped_ = stopped_ || !take_(bytes);
    return !stopped_;
  }
  void put(std::string made) {
    if (go_on(made.size())) out_.pieces.push_back({0, 0, std::move(made)});
  }
  /// A mark for readers in place of what was not run; in code and in text alike.
  void fail(const Token& token, std::size_t end, const std::string& what) {
    std::string shown = base::collapse_spaces(what);
    std::erase(shown, '`');
    out_.faults.push_back({token.begin, end, shown});
    put("⚠ `" + shown + "`");
  }

  void run(std::size_t from, std::size_t to) {
    if (++depth_ > base::kMaxNesting) stopped_ = true;
    for (std::size_t i = from; i < to && go_on(0);) {
      const Token& token = tokens_[i];
      if (token.kind == Token::Kind::text) {
        if (go_on(token.end - token.begin)) out_.pieces.push_back({token.begin, token.end});
        ++i;
      } else if (token.kind == Token::Kind::value) {
        Value value = evaluate(token.inside, names_);
        if (value.missing.empty())
          put(text_of(value.json));
        else
          fail(token, token.end, std::string(token.inside));
        ++i;
      } else {
        i = statement(i);
      }
    }
    --depth_;
  }

  /// The statement that closes `at`, behind those that continue it; 0: none.
  std::size_t last_of(std::size_t at) const {
    while (tokens_[at].next) {
      at = tokens_[at].next;
      if (tokens_[at].name.starts_with("end")) return at;
    }
    return 0;
  }

  std::size_t statement(std::size_t at) {
    const Token& token = tokens_[at];
    std::size_t last = last_of(at);
    bool good = false;
    if (token.name == "set") good = set(at, last);
    if (token.name == "if" && last) good = choose(at);
    if (token.name == "for" && last) good = repeat(at);
    if (token.name == "macro" && last) good = define(at);
    std::size_t end = last ? last : at;
    if (!good && !stopped_)
      fail(token, tokens_[end].end, std::string(token.name) + " " + std::string(token.inside));
    return end + 1;
  }

  bool set(std::size_t at, std::size_t last) {
    std::string_view inside = tokens_[at].inside;
    std::size_t equals = inside.find('=');
    std::string_view name = base::trim(inside.substr(0, equals));
    if (!is_name(name)) return false;
    Value value;
    if (equals != inside.npos)
      value = evaluate(inside.substr(equals + 1), names_);
    else if (last)
      value = {captured(at + 1, last)};
    else
      return false;
    names_.scopes.back()[std::string(name)] = std::move(value);
    return true;
  }

  bool choose(std::size_t at) {
    for (std::size_t i = at; !tokens_[i].name.starts_with("end"); i = tokens_[i].next) {
      bool otherwise = tokens_[i].name == "else";
      Value test = otherwise ? Value{true} : evaluate(tokens_[i].inside, names_);
      if (test.needs_python) return false;
      if (!is_true(test)) continue;
      run(i + 1, tokens_[i].next);
      return true;
    }
    return true;
  }

  bool repeat(std::size_t at) {
    std::string_view inside = tokens_[at].inside;
    std::size_t in = inside.find(" in ");
    if (in == inside.npos || inside.ends_with(" recursive")) return false;
    std::vector<std::string> targets;
    for (std::string_view target : base::split(inside.substr(0, in), ',')) {
      targets.emplace_back(base::trim(target));
      if (!is_name(targets.back())) return false;
    }
    Value all = evaluate(inside.substr(in + 4), names_);
    if (!all.missing.empty()) return false;
    Json items = Json::array();
    if (all.json.is_array())
      items = std::move(all.json);
    else if (all.json.is_object())
      for (const auto& [key, item] : all.json.items()) items.push_back(key);
    else
      return false;
    std::size_t next = tokens_[at].next, count = items.size();
    if (count == 0 && tokens_[next].name == "else") run(next + 1, tokens_[next].next);
    for (std::size_t i = 0; i < count && go_on(0); ++i) {
      Scope scope;
      if (targets.size() == 1) scope[targets[0]] = {items[i]};
      for (std::size_t k = 0; targets.size() > 1 && k < targets.size(); ++k)
        scope[targets[k]] = items[i].is_array() && k < items[i].size()
                                ? Value{items[i][k]}
                                : make_missing(targets[k], false);
      scope["loop"] = {Json{{"index", i + 1},
                            {"index0", i},
                            {"first", i == 0},
                            {"last", i + 1 == count},
                            {"length", count},
                            {"revindex", count - i}}};
      names_.scopes.push_back(std::move(scope));
      run(at + 1, next);
      names_.scopes.pop_back();
    }
    return true;
  }

  /// "name(a, b=1)"
  bool define(std::size_t at) {
    std::string_view inside = tokens_[at].inside;
    std::size_t open = inside.find('(');
    if (open == inside.npos || !inside.ends_with(')')) return false;
    macros_[std::string(base::trim(inside.substr(0, open)))] = at;
    return true;
  }

  Value call(std::string_view name, const Arguments& given) {
    if (name == "range" && !given.empty() && given.size() <= 2) return range(given);
    auto found = macros_.find(name);
    if (found == macros_.end()) return make_missing(std::string(name) + "()", true);
    if (calls_ >= kMaxCalls) return make_missing(std::string(name) + "()", true);
    const Token& token = tokens_[found->second];
    std::string_view inside = token.inside;
    inside = inside.substr(inside.find('(') + 1);
    inside.remove_suffix(1);
    Scope scope;
    std::size_t position = 0;
    for (std::string_view each : base::split(inside, ',')) {
      std::size_t equals = each.find('=');
      std::string key(base::trim(each.substr(0, equals)));
      if (key.empty()) continue;
      Value value = equals == each.npos ? make_missing(key, false)
                                        : evaluate(each.substr(equals + 1), names_);
      std::size_t nameless = 0;
      for (const auto& [given_name, argument] : given) {
        if (given_name == key || (given_name.empty() && nameless == position)) value = argument;
        nameless += given_name.empty();
      }
      scope[key] = std::move(value);
      ++position;
    }
    // A macro sees what the site and the page define, not where it is called.
    std::vector<Scope> outer(names_.scopes.begin() + 2, names_.scopes.end());
    names_.scopes.resize(2);
    names_.scopes.push_back(std::move(scope));
    ++calls_;
    std::string made = captured(found->second + 1, token.next);
    --calls_;
    names_.scopes.resize(2);
    names_.scopes.insert(names_.scopes.end(), outer.begin(), outer.end());
    return {std::move(made)};
  }

  static Value range(const Arguments& given) {
    constexpr long long kMax = 10'000;
    for (const auto& [name, value] : given)
      if (!value.json.is_number_integer()) return make_missing("range()", true);
    long long from = given.size() == 2 ? given[0].second.json.get<long long>() : 0;
    long long to = given.back().second.json.get<long long>();
    if (from < -kMax || to > kMax) return make_missing("range()", true);
    Json out = Json::array();
    for (long long i = from; i < to; ++i) out.push_back(i);
    return {out};
  }

  /// What the range puts out, as text.
  std::string captured(std::size_t from, std::size_t to) {
    std::vector<Piece> outer;
    outer.swap(out_.pieces);
    run(from, to);
    std::string made;
    for (const Piece& piece : out_.pieces)
      made += piece.begin < piece.end
                  ? std::string(text_.substr(piece.begin, piece.end - piece.begin))
                  : piece.made;
    out_.pieces = std::move(outer);
    return made;
  }

  std::string_view text_;
  const std::function<bool(std::size_t)>& take_;
  std::vector<Token> tokens_;
  Names names_;
  std::map<std::string, std::size_t, std::less<>> macros_;
  Rendered out_;
  bool stopped_ = false;
  std::size_t copied_ = 0;
  int depth_ = 0;
  int calls_ = 0;
};

}  // namespace

bool is_template(std::string_view text) {
  for (std::size_t at = text.find('{'); at + 1 < text.size() && at != text.npos;
       at = text.find('{', at + 1))
    if (text[at + 1] == '{' || text[at + 1] == '%' || text[at + 1] == '#') return true;
  return false;
}

Rendered render(std::string_view text, const Json& values,
                const std::function<bool(std::size_t)>& take) {
  return Runner(text, values, take).run();
}

}  // namespace kbuild::macros
