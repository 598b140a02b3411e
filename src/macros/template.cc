// Runs the ranges between statements, for files that it includes as for the page. Source:
// Jinja 3.1, "Template Designer Documentation".
#include "macros/template.h"

#include <algorithm>
#include <deque>

#include "base/bounds.h"
#include "base/text.h"
#include "macros/tokens.h"

namespace kbuild::macros {

namespace {

using base::Json;

constexpr int kMaxCalls = 20;

bool is_name(std::string_view text) {
  return !text.empty() && !base::is_digit(text[0]) &&
         base::is_all(text, [](char c) { return base::is_alnum(c) || c == '_'; });
}

class Runner {
 public:
  Runner(std::string_view text, Marks marks, const Json& values, const Host& host) : host_(host) {
    templates_.emplace_back(text, marks == Marks::all ? nullptr : &host.functions);
    now_ = &templates_.front();
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
    run(0, now_->tokens.size());
    return std::move(out_);
  }

 private:
  bool go_on(std::size_t bytes) {
    stopped_ = stopped_ || !host_.take(bytes);
    return !stopped_;
  }
  void put(std::string made) {
    if (go_on(made.size())) out_.pieces.push_back({0, 0, std::move(made)});
  }
  bool is_in_page() const { return now_ == &templates_.front(); }
  /// A mark for readers in place of what was not run; in code and in text alike.
  void mark(std::string_view what) {
    std::string shown = base::collapse_spaces(what);
    std::erase(shown, '`');
    put("⚠ `" + shown + "`");
  }
  void fail(const Token& token, std::size_t end, const std::string& what) {
    std::string shown = base::collapse_spaces(what);
    std::erase(shown, '`');
    Range at = is_in_page() ? Range{token.begin, end} : place_;
    out_.faults.push_back({at.begin, at.end, shown});
    mark(what);
  }

  void run(std::size_t from, std::size_t to) {
    if (++depth_ > base::kMaxNesting) stopped_ = true;
    for (std::size_t i = from; i < to && go_on(0);) {
      const Token& token = now_->tokens[i];
      if (token.kind == Token::Kind::text) {
        if (go_on(token.end - token.begin)) out_.pieces.push_back({token.begin, token.end});
        ++i;
        continue;
      }
      if (is_in_page()) place_ = {token.begin, token.end};
      if (token.kind == Token::Kind::statement) {
        i = statement(i);
        continue;
      }
      Value value = evaluate(token.inside, names_);
      if (value.missing.empty())
        put(text_of(value.json));
      else if (value.is_said)
        mark(token.inside);
      else
        fail(token, token.end, std::string(token.inside));
      ++i;
    }
    --depth_;
  }

  /// The statement that closes `at`, behind those that continue it; 0: none.
  std::size_t last_of(std::size_t at) const {
    while (now_->tokens[at].next) {
      at = now_->tokens[at].next;
      if (now_->tokens[at].name.starts_with("end")) return at;
    }
    return 0;
  }

  std::size_t statement(std::size_t at) {
    const Token& token = now_->tokens[at];
    std::size_t last = last_of(at);
    bool good = false;
    if (token.name == "set") good = set(at, last);
    if (token.name == "if" && last) good = choose(at);
    if (token.name == "for" && last) good = repeat(at);
    if (token.name == "macro" && last) good = define(at);
    if (token.name == "include") good = include(token);
    std::size_t end = last ? last : at;
    if (!good && !stopped_)
      fail(token, now_->tokens[end].end, std::string(token.name) + " " + std::string(token.inside));
    return end + 1;
  }

  bool set(std::size_t at, std::size_t last) {
    std::string_view inside = now_->tokens[at].inside;
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
    const std::vector<Token>& tokens = now_->tokens;
    for (std::size_t i = at; !tokens[i].name.starts_with("end"); i = tokens[i].next) {
      bool otherwise = tokens[i].name == "else";
      Value test = otherwise ? Value{true} : evaluate(tokens[i].inside, names_);
      if (test.needs_python) return false;
      if (!is_true(test)) continue;
      run(i + 1, tokens[i].next);
      return true;
    }
    return true;
  }

  bool repeat(std::size_t at) {
    std::string_view inside = now_->tokens[at].inside;
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
    const std::vector<Token>& tokens = now_->tokens;
    std::size_t next = tokens[at].next, count = items.size();
    if (count == 0 && tokens[next].name == "else") run(next + 1, tokens[next].next);
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
    std::string_view inside = now_->tokens[at].inside;
    std::size_t open = inside.find('(');
    if (open == inside.npos || !inside.ends_with(')')) return false;
    macros_[std::string(base::trim(inside.substr(0, open)))] = {now_, at};
    return true;
  }

  /// `"path"`, or a list of which the first that is there counts; then "ignore missing" and whether
  /// the file sees the names that are defined here.
  bool include(const Token& token) {
    std::string_view inside = token.inside;
    auto take_end = [&](std::string_view words) {
      bool there = inside.ends_with(words);
      if (there) inside = base::trim_right(inside.substr(0, inside.size() - words.size()));
      return there;
    };
    bool alone = take_end(" without context");
    if (!alone) take_end(" with context");
    Absence absence = take_end(" ignore missing") ? Absence::is_fine : Absence::is_fault;
    Value named = evaluate(inside, names_);
    if (!named.missing.empty() || !host_.enter) return false;
    Json paths = named.json.is_array() ? named.json : Json::array({named.json});
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (!paths[i].is_string()) return false;
      bool is_last = i + 1 == paths.size();
      auto text = host_.enter(paths[i].get_ref<const std::string&>(),
                              is_last ? absence : Absence::is_fine, place_);
      if (!text) continue;
      std::vector<Scope>& scopes = names_.scopes;
      std::vector<Scope> hidden;
      if (alone) {
        hidden.assign(std::make_move_iterator(scopes.begin() + 1),
                      std::make_move_iterator(scopes.end()));
        scopes.resize(1);
      }
      scopes.emplace_back();
      put(output_of(*text));
      scopes.pop_back();
      scopes.insert(scopes.end(), std::make_move_iterator(hidden.begin()),
                    std::make_move_iterator(hidden.end()));
      host_.leave();
      return true;
    }
    if (absence == Absence::is_fault) mark("include " + std::string(token.inside));
    return true;
  }

  std::string output_of(std::string_view text) {
    // What ends a file's last line ends none of the including one, as in Jinja.
    if (text.ends_with('\n')) text.remove_suffix(1);
    const Template* outer = now_;
    now_ = &templates_.emplace_back(text);
    std::string made = captured(0, now_->tokens.size());
    now_ = outer;
    return made;
  }

  Value call(std::string_view name, const Arguments& given) {
    if (name == "range" && !given.empty() && given.size() <= 2) return range(given);
    for (std::string_view function : host_.functions)
      if (function == name) return host_.call(name, given, place_);
    auto found = macros_.find(name);
    if (found == macros_.end()) return make_missing(std::string(name) + "()", true);
    if (calls_ >= kMaxCalls) return make_missing(std::string(name) + "()", true);
    const auto [home, at] = found->second;
    const Token& token = home->tokens[at];
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
    const Template* caller = now_;
    now_ = home;
    std::string made = captured(at + 1, token.next);
    now_ = caller;
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
                  ? std::string(now_->text.substr(piece.begin, piece.end - piece.begin))
                  : piece.made;
    out_.pieces = std::move(outer);
    return made;
  }

  struct Macro {
    const Template* home;
    std::size_t at;
  };

  const Host& host_;
  /// The page, then each file that was included.
  std::deque<Template> templates_;
  const Template* now_ = nullptr;
  /// What of the page is being run.
  Range place_;
  Names names_;
  std::map<std::string, Macro, std::less<>> macros_;
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

Rendered render(std::string_view text, Marks marks, const Json& values, const Host& host) {
  return Runner(text, marks, values, host).run();
}

}  // namespace kbuild::macros
