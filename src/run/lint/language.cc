// Faults of a block as a piece of code: its label, its characters, what was copied along. See
// lint.h.
#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "html/entities.h"
#include "run/lint/lint.h"
#include "run/units/expectation.h"
#include "shell/words.h"
#include "snippets/command.h"
#include "snippets/label.h"
#include "snippets/prompt.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Role;
using snippets::Snippet;

/// More of one kind in one block are one fault.
constexpr int kMaxPerBlock = 20;

/// What a session in a block of commands is: nothing typed, commands alone, or with what they
/// print.
void check_session(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  auto typed = [](const snippets::SessionPart& p) { return !p.prompt.empty(); };
  auto part = std::find_if(s.session.begin(), s.session.end(), typed);
  if (part == s.session.end() || !s.may_be_copied) return;
  bool commands = std::any_of(s.session.begin(), s.session.end(),
                              [](const auto& p) { return !base::trim(p.command).empty(); });
  // Comments between the commands are no output.
  bool output = std::any_of(s.session.begin(), s.session.end(), [](const auto& p) {
    return base::has_line(p.output, [](std::string_view line) {
      return !base::trim(line).empty() && !base::trim_left(line).starts_with('#');
    });
  });
  if (!commands) {
    // A prompt alone shows what prompts look like.
    if (!output) return;
    out.push_back({"KB0700"_code,
                   source::Span{s.block.file, s.block.begin, s.block.begin},
                   {"text", s.declared}});
    return;
  }
  std::size_t offset = snippets::line_offset(s.text, part->line);
  offset = s.text.find(part->prompt, offset);
  source::Span place = snippets::locate(in.sources, s, offset, part->prompt.size());
  if (output)
    out.push_back({"KB0715"_code, place, {s.declared}});
  else
    out.push_back({"KB0703"_code, place, {part->prompt, s.declared}});
}

/// "!pip install x": a command of the shell as notebooks take it.
bool is_notebook_command(std::string_view text) {
  text = base::trim_left(text);
  if (!text.starts_with('!')) return false;
  std::string_view line = text.substr(1, text.find('\n') - 1);
  return snippets::is_known_command(snippets::command_word(line), {});
}

/// Whether the author wrote the label: a template of a wiki gives its own to what it holds.
bool is_own_label(const LintInput& in, const Snippet& s) {
  if (!s.block) return true;
  std::string_view source =
      in.sources.text(s.block.file).substr(s.block.begin, s.block.end - s.block.begin);
  return !base::trim_left(source).starts_with("{{") ||
         base::to_lower(source).find(s.declared) != std::string::npos;
}

void check_label(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  if (!snippets::is_wrong_label(s.declared, s.language) || s.annotations.contains("lang")) return;
  if (snippets::names_a_purpose(s.declared) || is_notebook_command(s.text)) return;
  if (!is_own_label(in, s)) return;
  std::string_view text = base::trim(s.text);
  bool line = text.find('\n') == text.npos;
  // One word, an address or a prompt, and a first line alone have no colours that could be wrong.
  if (line && (text.find(' ') == text.npos || text.starts_with("#!"))) return;
  std::string label = snippets::canonical_language(s.declared);
  if (!s.session.empty() && (label == "bash" || label == "python")) {
    check_session(in, s, out);
    return;
  }
  // What is marked as "text" is readable; it only lacks colours. A label that nobody knows may be
  // the site's own.
  bool plain = label == "text";
  diag::Code code = plain                                  ? "KB0708"_code
                    : snippets::is_known_label(s.declared) ? "KB0700"_code
                                                           : "KB0716"_code;
  out.push_back(
      {code, source::Span{s.block.file, s.block.begin, s.block.begin}, {s.language, s.declared}});
}

/// What programs that escape text write as references. Others may be meant: "&lang;" is the address
/// of a variable in C.
bool is_escaped_by_programs(std::string_view character) {
  return base::is_any_of(character, {"<", ">", "&", "\"", "'", "=", "\u00a0"});
}

bool is_output(const LintInput& in, const Snippet& s, std::size_t at) {
  const snippets::Cut* cut = in.code_of(s).find(at, 1);
  return cut && cut->kind == snippets::CutKind::output;
}

/// Whether the byte is read by another program or was written by one.
bool is_others_text(const LintInput& in, const Snippet& s, std::size_t at) {
  const snippets::Cut* cut = in.code_of(s).find(at, 1);
  return cut && (cut->kind == snippets::CutKind::here_document ||
                 cut->kind == snippets::CutKind::quoted || cut->kind == snippets::CutKind::output);
}

bool shows_entities(std::string_view language) {
  return language != "html" && language != "xml" && language != "markdown" && language != "php" &&
         language != "rst" && language != "javascript";
}

void check_entities(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  if (!shows_entities(s.language)) return;
  int count = 0;
  std::size_t told_line_end = 0;
  for (std::size_t at = s.text.find('&'); at != s.text.npos && count < kMaxPerBlock;
       at = s.text.find('&', at + 1)) {
    auto reference = html::read_reference(s.text, at, html::ReferenceRule::strict);
    if (!reference || at < told_line_end || !is_escaped_by_programs(reference->text)) continue;
    out.push_back({"KB0701"_code,
                   snippets::locate(in.sources, s, at, reference->length),
                   {s.text.substr(at, reference->length),
                    reference->text == "\u00a0" ? " " : reference->text}});
    told_line_end = std::min(s.text.find('\n', at), s.text.size());
    ++count;
  }
}

struct Lookalike {
  std::string_view written;
  std::string_view meant;
};
constexpr std::array kQuotes = {Lookalike{"\u201c", "\""}, Lookalike{"\u201d", "\""},
                                Lookalike{"\u201e", "\""}, Lookalike{"\u2018", "'"},
                                Lookalike{"\u2019", "'"}};
struct Hidden {
  std::string_view bytes;
  std::string_view name;
};
constexpr std::array kHidden = {Hidden{"\u00a0", "U+00A0 (no-break space)"},
                                Hidden{"\u200b", "U+200B (zero-width space)"},
                                Hidden{"\u200e", "U+200E (left-to-right mark)"},
                                Hidden{"\u2060", "U+2060 (word joiner)"},
                                Hidden{"\u202f", "U+202F (narrow no-break space)"},
                                Hidden{"\ufeff", "U+FEFF (byte order mark)"}};

bool is_program_text(const Snippet& s) {
  return s.role != Role::output && s.role != Role::data && s.role != Role::pseudo_code &&
         s.language != "text" && s.language != "markdown" && snippets::is_known_label(s.language);
}

/// Whether the byte is in a comment, where typographic quotes do no harm.
bool in_comment(const Snippet& s, std::size_t at) {
  std::size_t begin = at == 0 ? 0 : s.text.rfind('\n', at - 1) + 1;
  std::string_view before = std::string_view(s.text).substr(begin, at - begin);
  for (std::string_view mark : {"#", "//", "!", "%"})
    if (base::trim_left(before).starts_with(mark) &&
        !base::trim_left(before).starts_with("#SBATCH"))
      return true;
  return before.find(" # ") != before.npos || before.find(" // ") != before.npos;
}

/// Whether the line is code: the author says so, or it begins with a command. Unlabelled text with
/// quotes may be prose or output.
bool is_code_line(const Snippet& s, std::size_t at) {
  bool labelled = !s.declared.empty() && !snippets::names_a_purpose(s.declared);
  if (labelled || s.role == Role::script || !s.file_name.empty()) return true;
  std::string_view line = snippets::line_around(s.text, at);
  line = base::trim(line.substr(0, line.find("//")));
  if (line.ends_with(';')) return true;
  line.remove_prefix(snippets::find_prompt(line).length);
  return snippets::is_known_command(snippets::command_word(line), {});
}

/// Whether the byte is in a text in plain quotes, which ends no earlier.
bool in_text(const Snippet& s, std::size_t at) {
  std::size_t begin = at == 0 ? 0 : s.text.rfind('\n', at - 1) + 1;
  char quote = '\0';
  for (std::size_t i = begin; i < at; ++i) {
    char c = s.text[i];
    if (c == '\\')
      ++i;
    else if (quote ? c == quote : c == '"' || c == '\'')
      quote = quote ? '\0' : c;
  }
  return quote && s.text.substr(at, s.text.find('\n', at) - at).find(quote) != std::string::npos;
}

void check_characters(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  if (!is_program_text(s)) return;
  int count = 0;
  // One finding of each kind a line.
  std::size_t told_line_end = 0, told_quotes_end = 0;
  for (std::size_t at = 0; at < s.text.size() && count < kMaxPerBlock; ++at) {
    if (static_cast<unsigned char>(s.text[at]) < 0x80) continue;
    std::string_view rest = std::string_view(s.text).substr(at);
    for (const Lookalike& quote : kQuotes) {
      if (!rest.starts_with(quote.written) || at < told_quotes_end || in_comment(s, at) ||
          is_others_text(in, s, at) || in_text(s, at) || !is_code_line(s, at))
        continue;
      out.push_back({"KB0702"_code,
                     snippets::locate(in.sources, s, at, quote.written.size()),
                     {std::string(quote.written), std::string(quote.meant)}});
      told_quotes_end = std::min(s.text.find('\n', at), s.text.size());
      ++count;
    }
    for (const Hidden& hidden : kHidden) {
      if (!rest.starts_with(hidden.bytes) || at < told_line_end || in_comment(s, at) ||
          is_output(in, s, at) || !is_code_line(s, at))
        continue;
      out.push_back({"KB0704"_code,
                     snippets::locate(in.sources, s, at, hidden.bytes.size()),
                     {std::string(hidden.name)}});
      told_line_end = std::min(s.text.find('\n', at), s.text.size());
      ++count;
    }
  }
}

/// "!/bin/bash" and "#/bin/bash". Batch scripts get sbatch's own complaint.
void check_interpreter(const LintInput& in, const Snippet& s, diag::Diagnostics& out) {
  std::string_view text = s.text;
  std::string_view first = base::trim_right(text.substr(0, text.find('\n')));
  bool broken =
      first.starts_with("!/bin/") || first.starts_with("!/usr/bin/") || first.starts_with("#/bin/");
  if (!broken || text.find("\n#SBATCH") != text.npos) return;
  std::string rest(first.substr(1));
  out.push_back({"KB0705"_code,
                 snippets::locate(in.sources, s, 0, first.size()),
                 {std::string(first), "!" + rest}});
}

bool is_number(std::string_view value) {
  return base::parse_integer(value).has_value();
}
bool is_expectation(std::string_view value) {
  return parse_expectation(value, "").has_value();
}
bool all_parts(std::string_view value, char separator, auto fits) {
  std::vector<std::string_view> parts = base::split(value, separator);
  return std::all_of(parts.begin(), parts.end(), fits);
}
bool are_needs(std::string_view value) {
  return all_parts(value, ',', [](std::string_view part) {
    return part.starts_with("gpus=") && is_number(part.substr(5));
  });
}
bool are_commands(std::string_view value) {
  return all_parts(value, ',', shell::is_command_name);
}
bool are_variables(std::string_view value) {
  return all_parts(value, ',', [](std::string_view part) {
    return part.find('=') != part.npos && shell::is_variable_name(part.substr(0, part.find('=')));
  });
}
bool are_pairs(std::string_view value) {
  return all_parts(value, ',', [](std::string_view part) { return part.find('=') + 1 > 1; });
}
bool are_options(std::string_view value) {
  std::vector<std::string_view> words = base::split_words(value);
  return !words.empty() && words.front().starts_with('-');
}

struct Key {
  std::string_view name;
  /// Allowed values, separated by blanks; "" for any that `fits`.
  std::string_view values = {};
  bool (*fits)(std::string_view) = nullptr;
  std::string_view hint = {};
};
constexpr std::array kKeys = {
    Key{"unit"},
    Key{"file"},
    Key{"role", "script fragment session source build-file config data output pseudo-code"},
    Key{"lang"},
    Key{"check", "none parse lint compile cpu job gpu"},
    Key{"skip"},
    Key{"xfail"},
    Key{"system"},
    Key{"version"},
    Key{"needs", "", are_needs, "write gpus=N"},
    Key{"env", "", are_variables, "write NAME=value, with commas between several"},
    Key{"set", "", are_pairs, "write <placeholder>=value, with commas between several"},
    Key{"stub", "", are_commands, "write names of commands, with commas between several"},
    Key{"expect", "", is_expectation,
        "write one of exact lines contains ellipsis regex float:1e-4 none"},
    Key{"exit", "", is_number, "write a number"},
    Key{"timeout", "", is_number, "write a number"},
    Key{"sbatch", "", are_options, "write options of sbatch"},
    Key{"hidden", "true"}};

bool fits(const Key& key, std::string_view value) {
  if (key.fits) return key.fits(value);
  std::vector<std::string_view> allowed = base::split_words(key.values);
  return allowed.empty() || std::find(allowed.begin(), allowed.end(), value) != allowed.end();
}

}  // namespace

diag::Diagnostics lint_language(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    check_label(input, s, out);
    check_entities(input, s, out);
    check_characters(input, s, out);
    check_interpreter(input, s, out);
  }
  return out;
}

diag::Diagnostics lint_annotations(const LintInput& input) {
  diag::Diagnostics out;
  for (const Snippet& s : input.snippets) {
    source::Span place{s.block.file, s.block.begin, s.block.begin};
    for (const auto& [name, value] : s.annotations) {
      auto key = std::find_if(kKeys.begin(), kKeys.end(),
                              [&, &wanted = name](const Key& k) { return k.name == wanted; });
      if (key == kKeys.end()) {
        std::vector<std::string_view> names;
        for (const Key& k : kKeys) names.push_back(k.name);
        out.push_back({"KB0706"_code, place, {name, std::string(base::nearest(name, names))}});
        continue;
      }
      if (fits(*key, value)) continue;
      out.push_back(
          {"KB0707"_code,
           place,
           {value, name,
            key->fits ? std::string(key->hint) : base::format("write one of {}", key->values)}});
    }
  }
  return out;
}

}  // namespace kbuild::run
