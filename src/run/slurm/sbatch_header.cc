// The reader of batch headers; see sbatch_header.h.
#include "run/slurm/sbatch_header.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "run/slurm/values.h"
#include "snippets/plain_code.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

constexpr std::string_view kMagic = "#SBATCH";

/// The name of the type in a message.
std::string_view form_name(ValueForm form) {
  static constexpr std::array<std::string_view, 16> kNames = {
      "text",
      "positive number",
      "number",
      "node count",
      "time (days-hours:minutes:seconds)",
      "memory size (a number with K, M, G or T)",
      "GPU request (count or type:count)",
      "list of generic resources (name:type:count)",
      "array (such as 0-9%4)",
      "mail type",
      "hint (compute_bound, memory_bound, multithread, nomultithread)",
      "kind of sharing (exclusive, user, mcs)",
      "signal (name or number, then @seconds)",
      "distribution (such as block:cyclic)",
      "yes or no",
      "0 or 1"};
  return kNames[static_cast<std::size_t>(form)];
}

bool fits(ValueForm form, std::string_view value) {
  switch (form) {
    case ValueForm::text: return true;
    case ValueForm::count: {
      auto number = parse_unsigned(value);
      return number && *number > 0;
    }
    case ValueForm::number: return parse_unsigned(value).has_value();
    case ValueForm::nodes: return parse_node_count(value).has_value();
    case ValueForm::time: return parse_slurm_time(value).has_value();
    case ValueForm::memory: return parse_slurm_memory(value).has_value();
    case ValueForm::gpus: return parse_gpu_request(value).has_value();
    case ValueForm::gres: return is_gres(value);
    case ValueForm::array: return is_array(value);
    case ValueForm::mail_type: return is_mail_type(value);
    case ValueForm::hint:
      return base::is_any_of(
          value, {"compute_bound", "memory_bound", "multithread", "nomultithread", "help"});
    case ValueForm::exclusive: return base::is_any_of(value, {"", "exclusive", "user", "mcs"});
    case ValueForm::signal: return is_signal(value);
    case ValueForm::distribution: return is_distribution(value);
    case ValueForm::yes_no: return base::is_any_of(base::to_lower(value), {"yes", "no"});
    case ValueForm::zero_one: return base::is_any_of(value, {"0", "1"});
  }
  return true;
}

/// "gpu:a100:N", "1-N%M" and "--nodes=NUM": letters in capitals where a figure belongs.
bool has_capital_word(std::string_view value) {
  while (!value.empty()) {
    std::size_t end = std::min(value.find_first_of(":-%,"), value.size());
    std::string_view part = value.substr(0, end);
    if (!part.empty() && part.size() <= 8 && std::all_of(part.begin(), part.end(), base::is_upper))
      return true;
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return false;
}

/// "dd:hh:mm", "d-hh:mm": a letter or two in the place of each figure.
bool is_time_form(std::string_view value) {
  int parts = 0;
  for (std::string_view rest = value; !rest.empty(); ++parts) {
    std::size_t end = std::min(rest.find_first_of(":-"), rest.size());
    bool letters = end > 0 && end <= 2 && base::is_alpha(rest[0]) && rest[0] == rest[end - 1];
    if (!letters) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts > 1;
}

/// The longest option with which a single word begins: "mem" for "memory". Options of plugins, as
/// "container-image", have several words.
std::string_view shortened(std::string_view name, const std::vector<std::string_view>& options) {
  std::string_view best;
  if (name.find('-') != name.npos) return best;
  for (std::string_view option : options)
    if (option.size() >= 3 && option.size() > best.size() && name.starts_with(option))
      best = option;
  return best;
}

struct Argument {
  std::string text;
  std::size_t offset;
  std::size_t length;
};

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view script)
      : written_(script), plain_(snippets::plain_code(script, "bash")), script_(plain_.text) {}

  BatchHeader run() {
    check_first_line();
    std::size_t number = 0, first_command = 0;
    for (std::size_t begin = 0; begin < script_.size();) {
      std::size_t end = std::min(script_.find('\n', begin), script_.size());
      std::string_view line = script_.substr(begin, end - begin);
      ++number;
      std::string_view trimmed = base::trim_left(line);
      if (line.starts_with(kMagic)) {
        if (begins_component(line)) {
          read_arguments();
          ++component_;
        } else if (first_command) {
          fault("KB0807"_code, begin, line,
                {std::string(base::trim(line)), std::to_string(first_command)});
        } else {
          read_directive(begin + kMagic.size(), line.substr(kMagic.size()));
        }
      } else if (trimmed.starts_with(kMagic)) {
        if (!indented_ && !is_second_column(begin, line.size() - trimmed.size()))
          fault("KB0808"_code, begin + (line.size() - trimmed.size()), trimmed,
                {std::string(base::trim(trimmed))});
      } else if (is_disguised(trimmed)) {
        fault("KB0815"_code, begin, line, {std::string(base::trim(line))});
      } else if (!trimmed.empty() && !trimmed.starts_with('#') && !trimmed.starts_with("...") &&
                 !first_command && number > 1) {
        first_command = number;
      }
      begin = end + 1;
    }
    read_arguments();
    check_whole();
    return std::move(header_);
  }

 private:
  void fault(diag::Code code, std::size_t offset, std::string_view text,
             std::vector<std::string> arguments, std::string hint = {}) {
    header_.faults.push_back(
        {code, offset, base::trim_right(text).size(), std::move(arguments), std::move(hint)});
  }

  /// "#SBATCH hetjob", formerly packjob: what follows asks for the next part of a heterogeneous
  /// job.
  static bool begins_component(std::string_view line) {
    std::vector<std::string_view> words = base::split_words(line);
    return words.size() >= 2 && words[0] == kMagic &&
           base::is_any_of(words[1], {"hetjob", "packjob"});
  }

  /// "# SBATCH --x" and "#SBTACH": meant as directives, read as comments. "##SBATCH" is how people
  /// switch one off.
  static bool is_disguised(std::string_view trimmed) {
    if (!trimmed.starts_with('#') || trimmed.starts_with("##") || trimmed.starts_with("#!"))
      return false;
    std::string_view word = base::trim_left(trimmed.substr(1));
    std::string_view rest = word.substr(std::min(word.size(), word.find(' ')));
    word = word.substr(0, word.find(' '));
    bool option = base::trim_left(rest).starts_with('-');
    // "# SBATCH --nodes=2  # (optional)" was switched off on purpose.
    if (rest.find("optional") != rest.npos) return false;
    return option && (word == "SBATCH" || (word.size() >= 5 && word.size() <= 8 && word[0] == 'S' &&
                                           base::edit_distance(word, "SBATCH", 2) <= 2));
  }

  /// Two headers side by side: the line before has a directive in the same column.
  bool is_second_column(std::size_t line, std::size_t column) const {
    if (line < 2 || column == 0) return false;
    std::size_t begin = script_.rfind('\n', line - 2);
    begin = begin == script_.npos ? 0 : begin + 1;
    std::string_view before = script_.substr(begin, line - 1 - begin);
    return before.size() > column && before.substr(column).starts_with('#') &&
           before.find(kMagic) < column;
  }

  void check_first_line() {
    std::string_view first = script_.substr(0, script_.find('\n'));
    if (script_.empty() || script_.starts_with("#!") || plain_.find(0, first.size())) return;
    indented_ = base::trim_left(first).starts_with("#!");
    fault("KB0809"_code, 0, first, {std::string(base::trim_right(first))},
          indented_ ? "remove the blanks before all lines" : "");
  }

  /// Splits one directive into words by sbatch's rules: quotes, backslashes, '#' begins a comment.
  void read_directive(std::size_t offset, std::string_view rest) {
    rest = base::trim_right(rest);
    std::size_t at = 0;
    bool first = true;
    while (true) {
      while (at < rest.size() && base::is_space(rest[at])) ++at;
      if (at >= rest.size() || rest[at] == '#') return;
      if (first && rest[at] == ':') {
        fault("KB0814"_code, offset + at, ":", {std::string(rest)});
        return;
      }
      first = false;
      Argument argument{"", offset + at, 0};
      std::string_view written = written_.substr(offset);
      char quote = '\0';
      std::size_t begin = at;
      for (; at < rest.size() && (quote || !base::is_space(rest[at])); ++at) {
        char c = rest[at];
        if (c == '\\' && at + 1 < rest.size()) {
          argument.text += written[++at];
        } else if (quote && c == quote) {
          quote = '\0';
        } else if (!quote && (c == '"' || c == '\'')) {
          quote = c;
        } else {
          argument.text += written[at];
        }
      }
      argument.length = at - begin;
      if (rest[begin] != '"' && rest[begin] != '\'') check_blank(argument);
      if (quote) {
        fault("KB0813"_code, offset + begin, rest.substr(begin), {std::string(1, quote)});
        return;
      }
      arguments_.push_back(std::move(argument));
    }
  }

  /// A placeholder whose first word is all that sbatch would take.
  void check_blank(const Argument& word) {
    const snippets::Cut* cut = plain_.find(word.offset, word.length);
    if (!cut) return;
    std::string text(written_.substr(cut->offset, cut->length));
    std::size_t blank = text.find(' ');
    bool quoted =
        cut->offset > 0 && (written_[cut->offset - 1] == '"' || written_[cut->offset - 1] == '\'');
    if (blank == text.npos || quoted) return;
    fault("KB0800"_code, cut->offset, text,
          {text, text.substr(blank + 1, text.find(' ', blank + 1) - blank - 1),
           base::replace_all(text, " ", "_")});
  }

  void read_arguments() {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const Argument& word = arguments_[i];
      if (word.text.starts_with("--") && word.text.size() > 2) {
        i = read_long(i);
      } else if (word.text.starts_with('-') && word.text.size() > 1) {
        i = read_short(i);
      } else {
        stray(i);
      }
    }
    arguments_.clear();
  }

  /// "option", "option-name": the word that texts about options put in the place of one.
  static bool is_stand_in(std::string_view word) {
    return word.substr(0, word.find('=')).find("option") != word.npos;
  }

  std::string_view source(const Argument& a) const { return written_.substr(a.offset, a.length); }

  /// A word that belongs to no option: mostly the second half of a value with a blank.
  void stray(std::size_t i) {
    const Argument& word = arguments_[i];
    // A placeholder for options; "option_name" is one as well.
    if (plain_.find(word.offset, word.length)) return;
    if (is_stand_in(word.text)) stray_line_ = line_of(word.offset);
    if (stray_line_ == line_of(word.offset)) return;
    stray_line_ = line_of(word.offset);
    if (word.text.starts_with("—") || word.text.starts_with("–")) {
      fault("KB0816"_code, word.offset, source(word), {word.text.substr(0, 3)});
      return;
    }
    fault("KB0801"_code, word.offset, source(word), {word.text});
  }

  std::size_t line_of(std::size_t offset) const {
    return 1 + static_cast<std::size_t>(
                   std::count(script_.begin(), script_.begin() + static_cast<long>(offset), '\n'));
  }

  std::size_t read_long(std::size_t i) {
    const Argument& word = arguments_[i];
    std::size_t equals = word.text.find('=');
    std::string name = word.text.substr(2, equals == std::string::npos ? equals : equals - 2);
    auto found = find_long_option(name);
    if (found.empty() && is_stand_in(name)) return i;
    if (found.empty()) {
      std::vector<std::string_view> names;
      for (const SbatchOption& option : sbatch_options()) names.push_back(option.name);
      std::string_view nearest = base::nearest(name, names);
      if (nearest.empty()) nearest = shortened(name, names);
      fault("KB0802"_code, word.offset, source(word), {"--" + name, std::string(nearest)},
            nearest.empty() ? "see sbatch(1) for its options" : "");
      // What follows may be its value.
      stray_line_ = line_of(word.offset);
      return i;
    }
    if (found.size() > 1) {
      std::vector<std::string> names;
      for (const SbatchOption* option : found) names.push_back("--" + std::string(option->name));
      fault("KB0803"_code, word.offset, source(word), {"--" + name, base::join(names, ", ")});
      return i;
    }
    const SbatchOption& option = *found[0];
    if (equals != std::string::npos) {
      if (option.argument == OptionArgument::none)
        fault("KB0806"_code, word.offset, source(word), {std::string(option.name)});
      else
        add(option, word.text.substr(equals + 1), word.offset, word.length);
      return i;
    }
    return take_next(option, i, "");
  }

  std::size_t read_short(std::size_t i) {
    const Argument& word = arguments_[i];
    for (std::size_t at = 1; at < word.text.size(); ++at) {
      const SbatchOption* option = find_short_option(word.text[at]);
      if (!option) {
        fault("KB0802"_code, word.offset, source(word), {std::string("-") + word.text[at], ""},
              "see sbatch(1) for its options");
        return i;
      }
      if (option->argument == OptionArgument::required)
        return take_next(*option, i, word.text.substr(at + 1));
      add(*option, "", word.offset, word.length);
    }
    return i;
  }

  /// The value in the same word, else the next word.
  std::size_t take_next(const SbatchOption& option, std::size_t i, std::string value) {
    const Argument& word = arguments_[i];
    if (option.argument != OptionArgument::required || !value.empty()) {
      add(option, std::move(value), word.offset, word.length);
      return i;
    }
    if (i + 1 == arguments_.size()) {
      fault("KB0805"_code, word.offset, source(word), {std::string(option.name)});
      return i;
    }
    const Argument& next = arguments_[i + 1];
    add(option, next.text, word.offset, next.offset + next.length - word.offset);
    return i + 1;
  }

  void add(const SbatchOption& option, std::string value, std::size_t offset, std::size_t length) {
    std::string_view written = written_.substr(offset, length);
    if (!option.proper.empty())
      fault("KB0811"_code, offset, written, {std::string(option.name), std::string(option.proper)});
    bool figure = option.form != ValueForm::text && option.form != ValueForm::mail_type &&
                  option.form != ValueForm::hint;
    bool unlimited = option.form == ValueForm::time && parse_slurm_time(value).has_value();
    bool placeholder = plain_.find(offset, length + 1) || value.find("...") != value.npos ||
                       (figure && !unlimited && has_capital_word(value)) ||
                       (option.form == ValueForm::time && is_time_form(value));
    if (std::size_t dollar = value.find('$');
        dollar != value.npos && !base::is_any_of(option.name, {"wrap", "comment"}))
      fault("KB0817"_code, offset, written, {value.substr(dollar)});
    else if (!placeholder && !fits(option.form, value))
      fault("KB0804"_code, offset, written,
            {value, std::string(form_name(option.form)), std::string(option.name)});
    std::string_view name = option.proper.empty() ? option.name : option.proper;
    // The first component alone is what limits are held against.
    if (component_ > 0) return;
    header_.options.push_back({std::string(name), std::move(value), offset, length, placeholder});
  }

  /// Rules about several options together.
  void check_whole() {
    const BatchOption* memory = nullptr;
    for (std::string_view name : {"mem", "mem-per-cpu", "mem-per-gpu"}) {
      const BatchOption* option = header_.find(name);
      if (option && memory)
        fault("KB0810"_code, option->offset, script_.substr(option->offset, option->length),
              {memory->name, option->name});
      else if (option)
        memory = option;
    }
    const BatchOption *per_gpu = header_.find("ntasks-per-gpu"),
                      *per_node = header_.find("ntasks-per-node");
    if (per_gpu && per_node)
      fault("KB0810"_code, per_gpu->offset, script_.substr(per_gpu->offset, per_gpu->length),
            {per_node->name, per_gpu->name});
    if (const BatchOption* time = header_.find("time"))
      if (auto parts = base::split(time->value, ':'); are_meant_as_hours(parts)) {
        fault("KB0812"_code, time->offset, script_.substr(time->offset, time->length),
              {time->value, std::string(parts[0]), std::string(parts[1])});
      }
  }

  /// "24:00" and "48:00": half days, which nobody asks for in minutes. "15:00" may well be minutes.
  static bool are_meant_as_hours(const std::vector<std::string_view>& parts) {
    if (parts.size() != 2 || parts[1] != "00") return false;
    auto hours = parse_unsigned(parts[0]);
    return hours && *hours > 0 && *hours % 12 == 0 && *hours != 60;
  }

  std::string_view written_;
  snippets::PlainCode plain_;
  /// What is code of it: what is read.
  std::string_view script_;
  BatchHeader header_;
  std::vector<Argument> arguments_;
  std::size_t stray_line_ = 0;
  /// The whole script is.
  bool indented_ = false;
  std::size_t component_ = 0;
};

}  // namespace

const BatchOption* BatchHeader::find(std::string_view name) const {
  for (auto option = options.rbegin(); option != options.rend(); ++option)
    if (option->name == name) return &*option;
  return nullptr;
}

std::optional<long long> BatchHeader::count(std::string_view name) const {
  const BatchOption* option = find(name);
  return option ? parse_unsigned(option->value) : std::nullopt;
}

bool BatchHeader::refused() const {
  return std::any_of(faults.begin(), faults.end(), [](const BatchFault& fault) {
    const diag::CodeInfo* info = diag::find_code(fault.code);
    // As long as nobody replaces the placeholder.
    return (info && info->level == diag::Level::error) || fault.code == "KB0800"_code;
  });
}

BatchHeader parse_batch_header(std::string_view script) {
  return HeaderReader(script).run();
}

}  // namespace kbuild::run
