// Headers of batch systems other than Slurm against the tables of batch_options.h: options that do
// not exist, values that are missing or of another form, directives that nobody reads. See lint.h.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "run/lint/batch_options.h"
#include "run/lint/lint.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Snippet;

std::string_view form_of(BatchValue value) {
  switch (value) {
    case BatchValue::count: return "positive number";
    case BatchValue::integer: return "number";
    case BatchValue::yes_no: return "y or n";
    case BatchValue::pbs_mail: return "choice of mails (letters of a, b, e, f, j, or n)";
    case BatchValue::pbs_join: return "way to join streams (oe, eo or n)";
    case BatchValue::pbs_resources: return "time (hours:minutes:seconds)";
    case BatchValue::lsf_time: return "time ([hours:]minutes)";
    case BatchValue::lsf_count: return "number of slots (a number, or least,most)";
    case BatchValue::sge_mail: return "choice of mails (letters of b, e, a, s, or n)";
    default: return "value";
  }
}

bool is_digits(std::string_view text) {
  return base::is_all(text, base::is_digit);
}

/// Numbers with colons between: at least one, at most `most`.
bool is_clock(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts = base::split(text, ':');
  return parts.size() <= most && std::all_of(parts.begin(), parts.end(), is_digits);
}

/// The part of a list of resources that is wrong, or "".
std::string_view wrong_walltime(std::string_view list) {
  for (std::string_view part : base::split(list, ',')) {
    constexpr std::string_view kName = "walltime=";
    if (!part.starts_with(kName)) continue;
    std::string_view time = part.substr(kName.size());
    // TORQUE takes days as well.
    if (!time.empty() && !is_clock(time, 4)) return time;
  }
  return {};
}

bool fits(BatchValue form, std::string_view value) {
  switch (form) {
    case BatchValue::count: return is_digits(value) && value != "0";
    case BatchValue::integer:
      return is_digits(value.starts_with('-') || value.starts_with('+') ? value.substr(1) : value);
    case BatchValue::yes_no:
      return base::is_any_of(base::to_lower(value), {"y", "n", "yes", "no", "true", "false"});
    case BatchValue::pbs_mail: return value.find_first_not_of("abefjnps") == value.npos;
    case BatchValue::pbs_join:
      return value.find_first_not_of("oen") == value.npos && value.size() <= 2;
    case BatchValue::pbs_resources: return wrong_walltime(value).empty();
    case BatchValue::lsf_time: return is_clock(value.substr(0, value.find('/')), 2);
    case BatchValue::lsf_count: {
      std::vector<std::string_view> parts = base::split(value, ',');
      return parts.size() <= 2 && std::all_of(parts.begin(), parts.end(), is_digits);
    }
    case BatchValue::sge_mail: return value.find_first_not_of("beasn") == value.npos;
    default: return true;
  }
}

/// A word of a directive, without its quotes.
struct Word {
  std::string text;
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// Words up to a comment; quotes hold blanks.
std::vector<Word> words_of(std::string_view line, std::size_t offset) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < line.size();) {
    if (base::is_space(line[at])) {
      ++at;
      continue;
    }
    if (line[at] == '#') break;
    Word word{"", offset + at, 0};
    std::size_t begin = at;
    char quote = '\0';
    for (; at < line.size() && (quote || !base::is_space(line[at])); ++at) {
      if (quote ? line[at] == quote : line[at] == '"' || line[at] == '\'')
        quote = quote ? '\0' : line[at];
      else
        word.text += line[at];
    }
    word.length = at - begin;
    words.push_back(std::move(word));
  }
  return words;
}

struct Reader {
  const LintInput& in;
  const Snippet& s;
  const BatchSystem& system;
  diag::Diagnostics& out;

  void tell(diag::Code code, std::size_t offset, std::size_t length,
            std::vector<std::string> arguments) const {
    out.push_back({code, snippets::locate(in.sources, s, offset, length), std::move(arguments)});
  }

  /// Whether readers put something of their own there.
  bool open(const Word& word) const {
    return in.code_of(s).find(word.offset, word.length) != nullptr ||
           word.text.find_first_of("$<>[{%") != word.text.npos ||
           word.text.find("...") != word.text.npos ||
           std::any_of(word.text.begin(), word.text.end(), [&](char c) {
             return base::is_upper(c) && word.text.find('=') == word.text.npos;
           });
  }

  const BatchSystemOption* find(std::string_view name) const {
    for (const BatchSystemOption& option : system.options)
      if (option.name == name) return &option;
    return nullptr;
  }

  void judge(const BatchSystemOption& option, const Word& value, std::string_view text) const {
    if (open(value) || fits(option.value, text)) return;
    std::string_view wrong =
        option.value == BatchValue::pbs_resources ? wrong_walltime(text) : text;
    tell("KB0834"_code, value.offset, value.length,
         {std::string(wrong), std::string(form_of(option.value)), std::string(option.name)});
  }

  void directive(std::string_view line, std::size_t offset) const {
    std::vector<Word> words = words_of(line, offset);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Word& word = words[i];
      // A word alone belongs to a value that this reader does not know in full.
      if (!word.text.starts_with('-') || word.text.size() < 2 || open_name(word)) continue;
      std::size_t equals = word.text.find('=');
      std::string name = word.text.substr(0, equals);
      const BatchSystemOption* option = find(name);
      bool long_name = name.starts_with("--");
      if (!option && !long_name && name.size() > 2 && may_be_glued(name[2])) {
        // "-lnodes=1", "-n4": the value follows at once.
        option = find(name.substr(0, 2));
        if (option) judge(*option, word, std::string_view(word.text).substr(2));
        if (option) continue;
      }
      if (!option) {
        unknown(word, name);
        return;
      }
      if (option->value == BatchValue::none) continue;
      if (long_name && equals != std::string::npos) {
        judge(*option, word, std::string_view(word.text).substr(equals + 1));
        continue;
      }
      bool optional = option->value == BatchValue::text;
      bool next = i + 1 < words.size() &&
                  (!words[i + 1].text.starts_with('-') || option->value == BatchValue::integer);
      if (!next) {
        if (!optional || (i + 1 == words.size() && is_certain(*option)))
          tell("KB0835"_code, word.offset, word.length,
               {std::string(system.command), std::string(option->name)});
        continue;
      }
      judge(*option, words[i + 1], words[i + 1].text);
      i += option->value == BatchValue::two_words ? 2 : 1;
    }
  }

  /// Options of one letter take their value in the same word; where there are longer ones, only a
  /// number is no part of the name.
  bool may_be_glued(char first) const { return system.ends_at_command || base::is_digit(first); }

  /// Options of every batch system that mean nothing without a value.
  static bool is_certain(const BatchSystemOption& option) {
    return base::is_any_of(option.name, {"-N", "-q", "-o", "-l", "-J", "--queue", "--job-name"});
  }

  /// "-option", "-x <...>": a stand-in for an option.
  bool open_name(const Word& word) const {
    return in.code_of(s).find(word.offset, std::min<std::size_t>(word.length, 3)) != nullptr ||
           word.text.find("option") != word.text.npos;
  }

  void unknown(const Word& word, const std::string& name) const {
    std::vector<std::string_view> names;
    for (const BatchSystemOption& option : system.options)
      if (option.name.size() > 3) names.push_back(option.name);
    tell("KB0833"_code, word.offset, word.length,
         {std::string(system.command), name, std::string(base::nearest(name, names))});
  }
};

/// Grid Engine's mark is a part of prose, too.
bool is_directive(std::string_view line, const BatchSystem& system) {
  if (!line.starts_with(system.mark)) return false;
  std::string_view rest = line.substr(system.mark.size());
  return !rest.empty() &&
         (base::is_space(rest[0]) || base::is_space(system.mark.back()) ||
          system.mark.back() == ':') &&
         base::trim_left(rest).starts_with('-');
}

void check_header(const LintInput& in, const Snippet& s, const BatchSystem& system,
                  diag::Diagnostics& out) {
  const std::string& text = in.code_of(s).text;
  Reader reader{in, s, system, out};
  std::size_t number = 0, first_command = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    std::string_view bare = base::trim(line);
    if (is_directive(line, system)) {
      if (first_command && system.ends_at_command)
        reader.tell(
            "KB0836"_code, begin, base::trim_right(line).size(),
            {std::string(bare), std::to_string(first_command), std::string(system.command)});
      else
        reader.directive(line.substr(system.mark.size()), begin + system.mark.size());
    } else if (!bare.empty() && !bare.starts_with('#') && bare != ":" && !first_command) {
      first_command = number + 1;
    }
    begin = end + 1;
  }
}

}  // namespace

diag::Diagnostics lint_batch_systems(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    bool shell = s.language == "bash" || s.language == "tcsh" || s.language == "python";
    if (!shell || !s.session.empty()) continue;
    for (const BatchSystem& system : batch_systems())
      if (s.text.find(system.mark) != s.text.npos) check_header(input, s, system, out);
  }
  return out;
}

}  // namespace kbuild::run
