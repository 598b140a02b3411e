// Variables and includes of TWiki topics. Every '%' opens a context or closes one, so that inner
// variables are expanded before the outer one sees its parameters, and a value is read again for
// variables of its own.
#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "read/twiki/condition.h"
#include "read/twiki/meta.h"
#include "read/twiki/regions.h"
#include "read/twiki/text.h"
#include "read/twiki/variables.h"

namespace kbuild::read::twiki {

namespace {

using namespace diag::literals;
using source::FileId;
using source::Span;

constexpr std::size_t kMaxExpansions = 10'000;
constexpr std::size_t kMaxExpandedBytes = 2u << 20;
constexpr std::size_t kMaxIncludes = 20;
constexpr std::size_t kMaxNameLength = 100;
/// Tables of contents of one page.
constexpr std::size_t kMaxContents = 20;

/// Length of a variable's name at the start of `text`: a letter, then letters, digits, '_' and ':'.
std::size_t name_length(std::string_view text) {
  if (text.empty() || !base::is_alpha(text[0])) return 0;
  std::size_t end = 1;
  while (end < text.size() && end <= kMaxNameLength &&
         (base::is_alnum(text[end]) || text[end] == '_' || text[end] == ':'))
    ++end;
  return end > kMaxNameLength ? 0 : end;
}

/// Splits a WikiWord: "A100BottleTest" is "A 100 Bottle Test".
std::string space_out_value(std::string_view word, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    char before = i ? word[i - 1] : '\0', here = word[i],
         after = i + 1 < word.size() ? word[i + 1] : '\0';
    bool starts =
        i > 0 && ((base::is_upper(here) && (base::is_lower(before) || base::is_digit(before))) ||
                  (base::is_upper(here) && base::is_upper(before) && base::is_lower(after)) ||
                  (base::is_digit(here) && base::is_alpha(before)));
    if (starts) out += separator;
    out += here;
  }
  return out;
}

/// %MAKETEXT{"see [_1]" args="this, that"}%
std::string make_text_value(const Parameters& parameters) {
  std::string out = parameters.unnamed;
  if (parameters.has("string")) out = parameters.get("string");
  int number = 0;
  for (std::string_view argument : base::split(parameters.get("args"), ',')) {
    if (++number > 9) break;
    out = base::replace_all(out, base::format("[_{}]", number), base::trim(argument));
  }
  return base::replace_all(base::replace_all(out, "~[", "["), "~]", "]");
}

class Expander {
 public:
  explicit Expander(Page& page)
      : page_(page), settings_(read_settings(page.sources.text(page.file))) {
    page_.links_words = !is_true(value_of("NOAUTOLINK").value_or(""));
  }

  MappedText expand(MappedText text) {
    push(std::move(text), page_.file, {});
    while (!inputs_.empty()) step();
    if (stopped_)
      page_.result.diagnostics.push_back({"KB0505"_code, stopped_at_, {"10,000", "2 MB"}});
    return std::move(out_);
  }

 private:
  /// A text that is being read; the value of a variable is pushed on top of the text that names it.
  struct Input {
    MappedText text;
    std::size_t at = 0;
    FileId file = {};
    /// Whether the parameters of an include end with it.
    bool has_parameters = false;
  };

  static bool is_true(std::string_view value) {
    value = base::trim(value);
    return !value.empty() && value != "0" && !base::equals_ignoring_case(value, "off") &&
           !base::equals_ignoring_case(value, "no") && !base::equals_ignoring_case(value, "false");
  }

  void push(MappedText text, FileId file, std::map<std::string, std::string> parameters) {
    inputs_.push_back({std::move(text), 0, file, !parameters.empty()});
    if (!parameters.empty()) parameters_.push_back(std::move(parameters));
  }

  void step() {
    Input& input = inputs_.back();
    std::string_view text = input.text.text();
    std::size_t percent = std::min(text.find('%', input.at), text.size());
    out_.append(input.text, input.at, percent);
    input.at = percent + 1;
    if (percent == text.size()) {
      if (input.has_parameters) parameters_.pop_back();
      inputs_.pop_back();
      return;
    }
    Span place = input.text.span(percent, percent + 1);
    if (is_escape(text, percent)) {
      out_.truncate(out_.size() - 1);
      out_.append("&#37;", place);
      return;
    }
    if (close_context(place)) return;
    contexts_.push_back(out_.size());
    out_.append("%", place);
  }

  /// " !%NAME" shows the name.
  bool is_escape(std::string_view text, std::size_t percent) const {
    return percent > 0 && text[percent - 1] == '!' &&
           (percent == 1 || base::is_space(text[percent - 2])) && percent + 1 < text.size() &&
           base::is_alpha(text[percent + 1]) && out_.text().ends_with('!');
  }

  /// Tries to end a variable with the '%' at `place`; the text since the innermost open '%' is its
  /// name, or its name and parameters, which may hold '%' that opened nothing.
  bool close_context(Span place) {
    std::string_view all = out_.text();
    auto content = [&] { return all.substr(contexts_.back() + 1); };
    std::size_t length = 0;
    if (all.ends_with('}')) {
      while (!contexts_.empty()) {
        length = name_length(content());
        if (length > 0 && content().substr(length).starts_with('{')) break;
        contexts_.pop_back();
      }
    }
    if (contexts_.empty()) return false;
    length = name_length(content());
    bool bare = length > 0 && length == content().size();
    bool with_parameters =
        length > 0 && content().substr(length).starts_with('{') && all.ends_with('}');
    if (!bare && !with_parameters) return false;
    std::string name(content().substr(0, length));
    Span span = source::merge(out_.span(contexts_.back(), out_.size()), place);
    if (!is_known(name)) {
      report_unknown(name, span);
      return false;
    }
    if (stopped_) return false;
    std::string parameters(with_parameters
                               ? content().substr(length + 1, content().size() - length - 2)
                               : std::string_view());
    out_.truncate(contexts_.back());
    contexts_.pop_back();
    expand_variable(name, parse_parameters(parameters), span);
    return true;
  }

  bool is_known(const std::string& name) const {
    return value_of(name).has_value() || find_variable(name) != nullptr;
  }

  /// The value from an include's parameters, the topic's settings or the configuration, in this
  /// order.
  std::optional<std::string> value_of(const std::string& name) const {
    for (auto values = parameters_.rbegin(); values != parameters_.rend(); ++values)
      if (auto found = values->find(name); found != values->end()) return found->second;
    if (auto found = settings_.find(name); found != settings_.end()) return found->second;
    if (auto found = page_.options.definitions.find("variable:" + name);
        found != page_.options.definitions.end())
      return found->second;
    return std::nullopt;
  }

  void report_unknown(const std::string& name, Span span) {
    if (!reported_.insert(name).second) return;
    // A page full of unknown names needs no hints.
    constexpr std::size_t kMaxHints = 50;
    bool asks = name.size() > 2 && reported_.size() <= kMaxHints;
    std::string_view hint = asks ? nearest_variable(name) : "";
    diag::Diagnostic found{"KB0501"_code, span, {name, std::string(hint)}};
    if (hint.empty())
      found.hint = base::format("give the source variables: {{{}: ...}} in kbuild.yml", name);
    page_.result.diagnostics.push_back(std::move(found));
  }

  void stop(Span span) {
    stopped_ = true;
    stopped_at_ = span;
  }

  void push_value(std::string_view value, Span span) {
    if (value.empty()) return;
    expanded_ += value.size();
    if (++expansions_ > kMaxExpansions || expanded_ > kMaxExpandedBytes) return stop(span);
    MappedText text;
    text.append(value, span);
    push(std::move(text), inputs_.empty() ? page_.file : inputs_.back().file, {});
  }

  void push_object(Object object) {
    Span span = object.span;
    out_.append(add_object(page_, std::move(object)), span);
  }

  void expand_variable(const std::string& name, const Parameters& parameters, Span span) {
    if (auto value = value_of(name)) return push_value(*value, span);
    const Variable& row = *find_variable(name);
    switch (row.kind) {
      case VariableKind::text: return push_value(row.value, span);
      case VariableKind::icon:
        return push_object(
            {ObjectKind::icon, std::string(row.value), std::string(row.character), span});
      case VariableKind::colour:
        return push_object({ObjectKind::colour_open, std::string(row.value), {}, span});
      case VariableKind::colour_end: return push_object({ObjectKind::colour_close, {}, {}, span});
      case VariableKind::silent: return out_.append(row.value, span);
      case VariableKind::dynamic:
        page_.result.diagnostics.push_back({"KB0502"_code, span, {name}});
        return;
      case VariableKind::web: return push_value(page_.web, span);
      case VariableKind::topic: return push_value(page_.topic, span);
      case VariableKind::attachment_url:
      case VariableKind::publication_url:
        return push_value(attachment_path(row.kind, parameters), span);
      case VariableKind::script_url: return push_value("/bin/view", span);
      case VariableKind::contents:
        if (++contents_ > kMaxContents) return;
        return push_object({ObjectKind::contents, std::string(parameters.get("title")),
                            std::string(parameters.get("depth")), span});
      case VariableKind::include: return include(parameters, span);
      case VariableKind::condition: return push_condition(parameters, span);
      case VariableKind::icon_by_name:
        return push_object({ObjectKind::icon, parameters.unnamed,
                            std::string(icon_character(parameters.unnamed)), span});
      case VariableKind::space_out: {
        std::string_view separator =
            parameters.has("separator") ? parameters.get("separator") : " ";
        return push_value(space_out_value(parameters.unnamed, separator), span);
      }
      case VariableKind::make_text: return push_value(make_text_value(parameters), span);
      case VariableKind::form_field:
        for (const auto& [field, value] : page_.fields)
          if (field == parameters.unnamed) return push_value(value, span);
        return;
      case VariableKind::twisty: return push_twisty(parameters, span);
      case VariableKind::twisty_end: return push_object({ObjectKind::twisty_close, {}, {}, span});
      case VariableKind::unwrapped:
        return push_value(
            parameters.unnamed.empty() ? row.value : std::string_view(parameters.unnamed), span);
    }
  }

  /// %IF{"condition" then="text" else="text"}%
  void push_condition(const Parameters& parameters, Span span) {
    ConditionFacts facts{[&](const std::string& name) { return value_of(name); },
                         [&](const std::string& topic) { return find_topic(topic).has_value(); }};
    auto holds = evaluate_condition(parameters.unnamed, facts);
    if (!holds) return page_.result.diagnostics.push_back({"KB0502"_code, span, {"IF"}});
    std::string value(parameters.get(*holds ? "then" : "else"));
    // The signs that a parameter cannot hold as they are.
    constexpr std::pair<std::string_view, std::string_view> escapes[] = {
        {"$percnt", "%"}, {"$quot", "\""}, {"$n()", "\n"}, {"$n", "\n"}, {"$dollar", "$"}};
    for (const auto& [written, sign] : escapes) value = base::replace_all(value, written, sign);
    push_value(value, span);
  }

  /// %ATTACHURL%, %PUBURL%, and either with {"file" web="Web" topic="Web.Topic"}.
  std::string attachment_path(VariableKind kind, const Parameters& parameters) const {
    std::string path = std::string(1, kAttachment) + "/pub";
    bool whole = kind == VariableKind::attachment_url || !parameters.unnamed.empty() ||
                 parameters.has("topic");
    if (!whole) return path;
    std::string topic(parameters.get("topic"));
    if (topic.empty()) topic = page_.topic;
    std::string web(parameters.get("web"));
    if (web.empty() && topic.find('.') == topic.npos) web = page_.web;
    if (!web.empty()) path += "/" + web;
    path += "/" + base::replace_all(topic, ".", "/");
    return parameters.unnamed.empty() ? path : path + "/" + parameters.unnamed;
  }

  void push_twisty(const Parameters& parameters, Span span) {
    std::string_view label = parameters.get("showlink");
    if (label.empty()) label = parameters.get("link");
    if (label.empty()) label = parameters.get("name");
    push_object({ObjectKind::twisty_open, std::string(label),
                 parameters.get("start") == "show" ? "open" : "", span});
  }

  // ---- Includes

  std::optional<FileId> find_topic(const std::string& topic) {
    if (!page_.options.include) return std::nullopt;
    std::string path = base::replace_all(topic, ".", "/");
    for (const std::string& name :
         {topic, topic + ".twiki", topic + ".txt", path + ".twiki", path + ".txt"})
      if (auto file = page_.options.include(inputs_.back().file, name)) return file;
    return std::nullopt;
  }

  void include(const Parameters& parameters, Span span) {
    const std::string& topic = parameters.unnamed;
    auto report = [&](diag::Code code, std::vector<std::string> arguments) {
      if (base::equals_ignoring_case(parameters.get("warn"), "off")) return;
      page_.result.diagnostics.push_back({code, span, std::move(arguments)});
    };
    if (topic.find("://") != topic.npos || parameters.has("pattern"))
      return report("KB0502"_code, {"INCLUDE"});
    if (!page_.budget.can_take_files()) return;
    auto file = find_topic(topic);
    if (!file) return report("KB0503"_code, {topic});
    std::string_view path = page_.sources.path(*file);
    std::size_t depth = 0;
    for (const Input& input : inputs_) {
      bool same = input.file && page_.sources.path(input.file) == path;
      if (same && parameters.get("section").empty()) return report("KB0504"_code, {topic});
      if (depth == 0 || input.file != inputs_[depth - 1].file) ++depth;
    }
    if (depth > kMaxIncludes) return report("KB0504"_code, {topic});
    if (!page_.budget.take_file(page_.sources.text(*file).size(), span)) return;
    page_.result.included.push_back(*file);

    MappedText text;
    std::string_view section = parameters.get("section");
    std::vector<Range> ranges = find_section(page_.sources.text(*file), section);
    if (ranges.empty() && !section.empty())
      return report("KB0507"_code, {topic, std::string(section)});
    for (const Range& range : ranges) {
      expanded_ += range.end - range.begin;
      if (expanded_ > kMaxExpandedBytes) return stop(span);
      extract_regions(page_, *file, range, text);
    }
    std::map<std::string, std::string> values(parameters.named.begin(), parameters.named.end());
    push(std::move(text), *file, std::move(values));
  }

  /// Without a name: what is between %STARTINCLUDE% and %STOPINCLUDE%, or all. With one: between
  /// %STARTSECTION{"name"}% and its end.
  static std::vector<Range> find_section(std::string_view text, std::string_view section) {
    std::vector<Range> ranges;
    for (Range body : topic_body(text, 0)) {
      std::string_view part = text.substr(0, body.end);
      if (!section.empty()) {
        Range found = find_named_section(part, body.begin, section);
        if (found.end > found.begin) ranges.push_back(found);
        continue;
      }
      constexpr std::string_view start = "%STARTINCLUDE%", stop = "%STOPINCLUDE%";
      std::size_t begin = part.find(start, body.begin);
      if (begin != part.npos) body.begin = begin + start.size();
      std::size_t end = part.find(stop, body.begin);
      if (end != part.npos) body.end = end;
      ranges.push_back(body);
    }
    return ranges;
  }

  static Range find_named_section(std::string_view text, std::size_t begin,
                                  std::string_view section) {
    auto find = [&](std::string_view opener, std::size_t from, std::size_t& end) {
      for (std::size_t at = from; (at = text.find(opener, at)) != text.npos; at += opener.size()) {
        std::size_t close = text.find("}%", at);
        if (close == text.npos) return text.npos;
        std::size_t inside = at + opener.size();
        Parameters parameters = parse_parameters(text.substr(inside, close - inside));
        end = close + 2;
        if (parameters.unnamed == section || parameters.get("name") == section) return at;
      }
      return text.npos;
    };
    std::size_t content = 0, after = 0;
    if (find("%STARTSECTION{", begin, content) == text.npos) return {};
    std::size_t end = find("%ENDSECTION{", content, after);
    if (end == text.npos) end = std::min(text.find("%ENDSECTION%", content), text.size());
    return {content, end};
  }

  Page& page_;
  std::map<std::string, std::string> settings_;
  std::vector<Input> inputs_;
  /// Of the includes that are being read.
  std::vector<std::map<std::string, std::string>> parameters_;
  MappedText out_;
  /// Offsets of '%' in the output that may begin a variable.
  std::vector<std::size_t> contexts_;
  std::set<std::string> reported_;
  std::size_t contents_ = 0;
  std::size_t expansions_ = 0;
  std::size_t expanded_ = 0;
  /// A bound was reached: what follows is shown as written.
  bool stopped_ = false;
  Span stopped_at_;
};

}  // namespace

MappedText expand_topic(Page& page, std::uint32_t body_begin) {
  MappedText text;
  for (const Range& range : topic_body(page.sources.text(page.file), body_begin))
    extract_regions(page, page.file, range, text);
  return extract_tags(page, Expander(page).expand(std::move(text)));
}

}  // namespace kbuild::read::twiki
