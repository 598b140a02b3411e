// Versions that terminals print: listings of "module avail" and "module spider" in columns, and the
// lists of pip, conda and Spack. Products need not be known.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "claims/reader/assertion.h"
#include "claims/reader/code.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"
#include "shell/modules.h"
#include "vocabulary/version.h"

namespace kbuild::claims::reader {

namespace {

/// What a line's output is, by the command before it.
enum class Output : std::uint8_t { unknown, modules, packages, specs, other };

bool names_command(std::string_view code, std::initializer_list<std::string_view> commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [&](std::string_view command) { return code.find(command) != code.npos; });
}

Output output_of(std::string_view command) {
  for (const shell::ModuleCommand& each : shell::find_module_commands(command))
    return each.verb == shell::ModuleVerb::query ? Output::modules : Output::other;
  if (names_command(command, {"pip list", "pip3 list", "pip freeze", "conda list", "mamba list",
                              "avail_wheels"}))
    return Output::packages;
  if (names_command(command, {"spack find"})) return Output::specs;
  // Scripts of a site: "find-module pytorch".
  std::string_view program = command.substr(0, command.find(' '));
  return program.find("module") != program.npos ? Output::modules : Output::other;
}

/// "Package  Version", "# Name  Version  Build  Channel".
bool is_package_header(std::string_view line) {
  std::vector<std::string_view> words = base::split_words(line);
  if (!words.empty() && words[0] == "#") words.erase(words.begin());
  return words.size() > 1 && words.size() < 6 &&
         base::is_any_of(base::to_lower(words[0]), {"package", "name"}) &&
         base::equals_ignoring_case(words[1], "version");
}

/// "---- /path/to/modules ----".
bool is_tree_rule(std::string_view line) {
  line = base::trim(line);
  return line.size() > 6 && (line.starts_with("---") || line.starts_with("===")) &&
         line.find('/') != line.npos;
}

/// A cell of a listing: a word, and the marks behind it.
struct ListedWord {
  std::string_view word;
  std::string_view marks;
};

/// The cells of a line in columns; empty where the line is no such row. Cells are parted by two
/// blanks or more, or by one where all words are modules with a version.
std::vector<ListedWord> listed_words(std::string_view line) {
  std::vector<ListedWord> cells;
  std::size_t end = 0;
  bool prose = false, versions = true, remark = false;
  for (std::string_view word : base::split_words(line)) {
    auto begin = static_cast<std::size_t>(word.data() - line.data());
    bool beside = !cells.empty() && begin == end + 1 && line[end] == ' ';
    end = begin + word.size();
    // "(D)", or a remark of several words.
    if (remark || (!cells.empty() && (word.front() == '(' || word.front() == '<'))) {
      if (!remark) cells.back().marks = word;
      remark = word.find_first_of(")>") == word.npos;
      continue;
    }
    prose |= beside;
    std::size_t mark = std::min(word.find('('), word.size());
    cells.push_back({word.substr(0, mark), word.substr(mark)});
    std::string_view named = cells.back().word;
    std::size_t slash = named.find('/');
    versions &= slash != named.npos && named.find_first_of("0123456789", slash) != named.npos;
  }
  if (prose && !versions) return {};
  return cells;
}

/// "(D)", "(L,D)", "<D>", "(default)".
bool is_default(std::string_view marks) {
  for (std::string_view mark : base::split(marks, ',')) {
    while (!mark.empty() && !base::is_alnum(mark.front())) mark.remove_prefix(1);
    mark = mark.substr(0, mark.find_first_of(":)>"));
    if (mark == "D" || mark == "default") return true;
  }
  return false;
}

class ListingReader {
 public:
  ListingReader(const Outline& outline, const Subject& subject, Assertions& out)
      : outline_(outline), subject_(subject), out_(out) {}

  void read(std::size_t index) {
    const std::vector<CodeLine>& lines = outline_.passages[index].lines;
    base_ = Assertion{{}};
    base_.kind = ClaimKind::console;
    base_.passage = index;
    base_.status =
        status_above(outline_, index, subject_.vocabulary.words()).value_or(ClaimStatus::available);
    Output output = is_bare_listing(lines) ? Output::modules : Output::unknown;
    bool needed = false;
    std::size_t first = out_.size();
    for (const CodeLine& line : lines) {
      std::string_view text = base::trim(line.text);
      if (is_package_header(text)) {
        output = Output::packages;
        continue;
      }
      // The last is of "module spider", whose text may stand without its command.
      if (is_tree_rule(text) || text == "Versions:") output = Output::modules;
      base_.place = line.place;
      base_.excerpt = text;
      read_loaded(line.comment.empty() ? text : line.comment);
      if (line.command) {
        output = line.failed ? Output::other : output_of(line.code);
        needed = false;
        continue;
      }
      // What has to be loaded before, in answers of "module spider".
      needed |= text.starts_with("You will need to load");
      needed &= !text.starts_with("Help:");
      if (text.empty() || needed) continue;
      if (output == Output::modules) read_modules(line.text);
      if (output == Output::packages) read_package(text);
      if (output == Output::specs) read_specs(text);
    }
    keep_clear_defaults(first);
  }

 private:
  /// A block without commands in which nearly all words are modules with a version.
  bool is_bare_listing(const std::vector<CodeLine>& lines) const {
    std::size_t modules = 0, others = 0;
    for (const CodeLine& line : lines) {
      if (line.command) return false;
      std::vector<ListedWord> cells = listed_words(line.text);
      for (const ListedWord& cell : cells) {
        std::optional<NamedVersion> named = version_of_module(cell.word, subject_.vocabulary);
        named && !named->version.empty() && cell.word.find('/') != cell.word.npos ? ++modules
                                                                                  : ++others;
      }
      if (cells.empty()) others += base::split_words(line.text).size();
    }
    return modules > 0 && others * 4 <= modules;
  }

  void read_modules(std::string_view line) {
    for (const ListedWord& cell : listed_words(line)) {
      if (cell.word.find('/') == cell.word.npos || cell.word.find("..") != cell.word.npos) continue;
      std::optional<NamedVersion> named = version_of_module(cell.word, subject_.vocabulary);
      if (!named || named->version.empty()) continue;
      add(*named, "listing-module",
          is_default(cell.marks) ? ClaimStatus::default_version : base_.status);
    }
  }

  /// "Module PyTorch/1.1.0 loaded": what a load prints, in comments as well.
  void read_loaded(std::string_view text) {
    if (text.find(" loaded") == text.npos) return;
    std::vector<std::string_view> words = base::split_words(text);
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      if (!base::equals_ignoring_case(words[i], "module")) continue;
      std::optional<NamedVersion> named = version_of_module(words[i + 1], subject_.vocabulary);
      if (named && !named->version.empty()) add(*named, "listing-loaded", base_.status);
    }
  }

  /// Variants of one product, such as "openfoam/com" and "openfoam/org", have a default each: none
  /// is the product's.
  void keep_clear_defaults(std::size_t first) {
    std::map<std::string, std::size_t> defaults;
    for (std::size_t i = first; i < out_.size(); ++i)
      defaults[out_[i].product] += out_[i].status == ClaimStatus::default_version;
    for (std::size_t i = first; i < out_.size(); ++i)
      if (out_[i].status == ClaimStatus::default_version && defaults[out_[i].product] > 1)
        out_[i].status = ClaimStatus::available;
  }

  /// "torch   2.1.0+cu121", "torch==2.1.0".
  void read_package(std::string_view line) {
    std::vector<std::string_view> words = base::split_words(line);
    std::string_view name = words[0], version = words.size() > 1 ? words[1] : std::string_view();
    if (std::size_t equals = name.find("=="); equals != name.npos) {
      version = name.substr(equals + 2);
      name = name.substr(0, equals);
    }
    if (auto named = version_of_package(name, version, subject_.vocabulary))
      add(*named, "listing-package", base_.status);
  }

  /// "py-torch@2.1.0%gcc@12.2.0"; "-- linux-rocky8-zen3 / gcc@12.2.0 ----" names the compiler.
  void read_specs(std::string_view line) {
    if (line.starts_with("--")) return;
    for (std::string_view word : base::split_words(line)) {
      std::size_t at = word.find('@');
      if (at == word.npos || at == 0 || word.front() == '%' || word.front() == '^') continue;
      std::string_view version = word.substr(at + 1);
      version = version.substr(0, version.find_first_of("%+~^"));
      if (auto named = version_of_package(word.substr(0, at), version, subject_.vocabulary))
        add(*named, "listing-spec", base_.status);
    }
  }

  void add(const NamedVersion& named, std::string_view rule, ClaimStatus status) {
    Assertion assertion = base_;
    assertion.product = named.product;
    assertion.version = named.version;
    assertion.module = named.module;
    assertion.rule = rule;
    assertion.status = status;
    out_.push_back(std::move(assertion));
  }

  const Outline& outline_;
  const Subject& subject_;
  Assertions& out_;
  /// What all assertions of a line have in common.
  Assertion base_;
};

}  // namespace

Assertions assert_listings(const Outline& outline, const Subject& subject, diag::Diagnostics&) {
  Assertions out;
  ListingReader reader(outline, subject, out);
  for (std::size_t i = 0; i < outline.passages.size(); ++i)
    if (outline.passages[i].code() && vocabulary::has_digit(outline.passages[i].text()))
      reader.read(i);
  return out;
}

}  // namespace kbuild::claims::reader
