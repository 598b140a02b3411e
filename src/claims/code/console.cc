// Claims from terminal output: "module avail" and "spider" listings, lists of pip, conda and Spack,
// a printed __version__, a module's message that it was loaded.
#include <algorithm>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/prose/presence.h"
#include "shell/modules.h"

namespace kbuild::claims {

namespace {

/// Commands that print a list "name version ...".
constexpr std::string_view kListCommands[] = {"pip list",   "pip3 list",    "pip freeze",
                                              "conda list", "mamba list",   "avail_wheels",
                                              "pip show",   "list-packages"};

bool lists_packages(std::string_view command) {
  return std::any_of(std::begin(kListCommands), std::end(kListCommands),
                     [&](std::string_view phrase) { return command.find(phrase) != command.npos; });
}

/// "Package  Version", "# Name  Version  Build  Channel": the header of such a list.
bool is_package_header(std::string_view line) {
  std::vector<std::string_view> words = base::split_words(line);
  if (!words.empty() && words[0] == "#") words.erase(words.begin());
  return words.size() > 1 && words.size() < 5 && (words[0] == "Package" || words[0] == "Name") &&
         words[1] == "Version";
}

/// "---- /path/to/modules ----".
bool is_listing_rule(std::string_view line) {
  line = base::trim(line);
  return line.size() > 6 && (line.starts_with("---") || line.starts_with("===")) &&
         line.find('/') != line.npos;
}

class ConsoleReader {
 public:
  ConsoleReader(Extraction& extraction, const Passage& passage)
      : extraction_(extraction),
        passage_(passage),
        lines_(passage.lines),
        where_(extraction.where(passage)) {}

  void claim() {
    if (claim_file_names()) return;
    bool listing = is_module_listing();
    std::string_view command;
    for (const CodeLine& line : lines_) {
      // A list under this header has the format of "pip list", whatever command printed it.
      if (is_package_header(line.code) || is_package_header(line.comment)) {
        command = kListCommands[0];
        continue;
      }
      claim_comment(line);
      if (!line.comment.empty()) claim_commented_version(line);
      std::vector<shell::ModuleCommand> modules = shell::find_module_commands(line.code);
      bool is_command = line.prompted || !modules.empty() || lists_packages(line.code) ||
                        line.code.find("spack find") != line.code.npos ||
                        line.code.find("__version__") != line.code.npos ||
                        line.code.ends_with(" --version");
      if (is_command) {
        command = line.code;
        continue;
      }
      if (line.code.empty() || claim_banner(line, command) || is_error_message(line.code)) continue;
      if (listing)
        claim_modules(line, line.code);
      else if (line.code.find(" loaded") != line.code.npos)
        claim_modules(line, line.code);
      else if (lists_packages(command))
        claim_package(line);
      else if (command.find("spack find") != command.npos)
        claim_specs(line);
      else if (command.find("__version__") != command.npos)
        claim_printed_version(line, command);
    }
    claim_prompt();
  }

 private:
  /// Lines with only names of images or environments and their versions, perhaps marked
  /// ("tensorflow-1.7.1-gpu-py3  (default)"), after a sentence that introduces them as available.
  bool claim_file_names() {
    constexpr std::size_t kMaxWords = 2;
    if (passage_.introduction == kNoPassage || !where_.sure) return false;
    const std::string& introduction = extraction_.passages[passage_.introduction].text();
    std::vector<Draft> drafts;
    std::vector<source::Span> places;
    for (const CodeLine& line : lines_) {
      if (line.code.empty()) continue;
      const std::vector<std::string_view>& words = line.words;
      bool marked = words.size() == kMaxWords && words[1].starts_with('(');
      if (line.prompted || words[0].find('/') != words[0].npos || (words.size() > 1 && !marked))
        return false;
      auto found =
          find_in_file_name(words[0], extraction_.product_above(passage_), extraction_.vocabulary);
      if (!found || found->release.empty()) return false;
      bool is_default = marked && words[1].find("default") != words[1].npos;
      drafts.push_back({*found->product, found->release,
                        is_default ? ClaimStatus::default_version : ClaimStatus::available,
                        introduction.find("ontainer") != introduction.npos ? ClaimKind::container
                                                                           : ClaimKind::console,
                        "console-names", std::string(words[0])});
      places.push_back(line.place);
    }
    std::vector<vocabulary::CueMatch> cues =
        drafts.empty() ? std::vector<vocabulary::CueMatch>() : vocabulary::find_cues(introduction);
    if (!vocabulary::has_cue(cues, vocabulary::Cue::available)) return false;
    for (std::size_t i = 0; i < drafts.size(); ++i)
      extraction_.add(drafts[i], where_.systems, passage_, places[i]);
    return true;
  }

  /// The block is the output of "module avail", has a listing's rule, or has only module names.
  bool is_module_listing() const {
    std::size_t names = 0, others = 0;
    for (const CodeLine& line : lines_) {
      for (const shell::ModuleCommand& command : shell::find_module_commands(line.code))
        if (command.verb == shell::ModuleVerb::query) return true;
      if (is_listing_rule(line.code)) return true;
      for (std::string_view word : line.words) {
        // "(D)", "(L,D)", "<L>".
        if (word.front() == '(' || word.front() == '<') continue;
        auto module =
            word.find('/') != word.npos ? parse_module(word, extraction_.vocabulary) : std::nullopt;
        module && module->product && !module->release.empty() ? ++names : ++others;
      }
    }
    return names > 0 && others * 4 <= names;
  }

  /// The status in a label above the listing ("Toolchain 2018 (deprecated):"). Sentences before it
  /// are ignored: they may be about other versions.
  ClaimStatus status_of_listing() const {
    constexpr std::size_t kMaxLabelLength = 60;
    if (passage_.introduction == kNoPassage) return extraction_.heading_status(passage_);
    std::string_view introduction = base::trim(extraction_.passages[passage_.introduction].text());
    return introduction.size() <= kMaxLabelLength && introduction.ends_with(':')
               ? extraction_.introduction_status(passage_)
               : ClaimStatus::available;
  }

  void claim_modules(const CodeLine& line, std::string_view text) {
    if (!where_.sure) return;
    std::vector<std::string_view> words = base::split_words(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].find('/') == words[i].npos) continue;
      auto module = parse_module(words[i], extraction_.vocabulary);
      if (module && !module->product && extraction_.is_own_module(module->name))
        module->product = extraction_.product;
      if (!module || !module->product || module->release.empty()) continue;
      // "(D)" or "(default)" is part of the word or follows it, likewise "(L,D)".
      std::string mark =
          std::string(words[i].find('(') == words[i].npos ? std::string_view()
                                                          : words[i].substr(words[i].find('(')));
      if (mark.empty() && i + 1 < words.size() && words[i + 1].starts_with('('))
        mark = words[i + 1];
      bool is_default = mark.find('D') != mark.npos || mark.find("default") != mark.npos;
      Draft draft{*module->product,
                  module->release,
                  is_default ? ClaimStatus::default_version : status_of_listing(),
                  ClaimKind::console,
                  "console-module",
                  module->text};
      extraction_.add(draft, where_.systems, passage_, line.place);
      std::string within = release_within(*module, extraction_.product, extraction_.vocabulary);
      if (within.empty()) continue;
      draft.product = *extraction_.product;
      draft.version = std::move(within);
      draft.rule = "console-module-within";
      extraction_.add(draft, where_.systems, passage_, line.place);
    }
  }

  /// "(tensorflow-2.4.1) $ python": after a load without a version, the prompt shows which version
  /// the module provides.
  void claim_prompt() {
    std::optional<ModuleName> loaded;
    std::size_t number = 0;
    for (std::string_view text : base::split_lines(passage_.text())) {
      auto line = std::find_if(lines_.begin(), lines_.end(),
                               [&](const CodeLine& each) { return each.number == number; });
      ++number;
      if (line == lines_.end()) continue;
      std::string_view raw = base::trim_left(text);
      std::size_t close = raw.find(')');
      if (loaded && line->prompted && raw.starts_with('(') && close != raw.npos) {
        auto shown =
            find_in_file_name(raw.substr(1, close - 1), loaded->product, extraction_.vocabulary);
        if (shown && shown->product == loaded->product && !shown->release.empty() && where_.sure) {
          extraction_.add({*shown->product, shown->release, ClaimStatus::available,
                           ClaimKind::console, "console-prompt", loaded->text},
                          where_.systems, passage_, line->place);
          return;
        }
      }
      for (const shell::ModuleCommand& command : shell::find_module_commands(line->code)) {
        if (command.usable().empty()) continue;
        auto module = parse_module(command.usable().back(), extraction_.vocabulary);
        if (module && module->product && module->release.empty()) loaded = std::move(module);
      }
    }
  }

  /// "# Example output: Module PyTorch/1.1.0-Python-3.6 loaded."
  void claim_comment(const CodeLine& line) {
    std::string lower = base::to_lower(line.comment);
    // A load that is commented out is no claim.
    bool names_module =
        lower.find("module ") != lower.npos && shell::find_module_commands(line.comment).empty();
    if (names_module || lower.find("loaded") != lower.npos || lower.find("output") != lower.npos)
      claim_modules(line, line.comment);
  }

  /// "torch   2.1.0+cu121", "torch==2.1.0".
  void claim_package(const CodeLine& line) {
    const std::vector<std::string_view>& words = line.words;
    std::string_view name = words[0], version = words.size() > 1 ? words[1] : std::string_view();
    // "pip show" prints fields.
    if (name == "Name:") shown_ = version;
    if (name == "Version:") name = shown_;
    if (std::size_t equals = name.find("=="); equals != name.npos)
      version = name.substr(equals + 2), name = name.substr(0, equals);
    auto product = extraction_.vocabulary.whole(name, vocabulary::NameKind::product);
    std::string release = vocabulary::release_of(version);
    if (!product || release.empty() || !where_.sure) return;
    extraction_.add(
        {*product, release, ClaimStatus::available, ClaimKind::console, "console-package"},
        where_.systems, passage_, line.place);
  }

  /// "py-torch@2.1.0%gcc@12.2.0": installed by Spack, whose Python packages begin with "py-".
  void claim_specs(const CodeLine& line) {
    // "-- linux-rocky8-zen3 / gcc@12.2.0 ----" is the header of the packages of a compiler.
    if (line.code.starts_with("--")) return;
    for (std::string_view word : line.words) {
      std::size_t at = word.find('@');
      if (at == word.npos || at == 0 || !where_.sure) continue;
      std::string_view name = word.substr(0, at);
      auto product = extraction_.vocabulary.whole(name, vocabulary::NameKind::product);
      if (!product && name.starts_with("py-"))
        product = extraction_.vocabulary.whole(name.substr(3), vocabulary::NameKind::product);
      std::string_view rest = word.substr(at + 1);
      std::string release = vocabulary::release_of(rest.substr(0, rest.find_first_of("%+~^")));
      if (product && !release.empty())
        extraction_.add(
            {*product, release, ClaimStatus::available, ClaimKind::console, "console-spec"},
            where_.systems, passage_, line.place);
    }
  }

  /// "TensorFlow Version 2.3.1", printed at the start of software, and "R version 4.0.0
  /// (2020-04-24)", printed by "R --version".
  bool claim_banner(const CodeLine& line, std::string_view command) {
    const std::vector<std::string_view>& words = line.words;
    // The date in parentheses, or the command, shows that this is an answer to "--version".
    bool asked = words.size() > 3 && (command.ends_with("--version") || words[3].starts_with("(2"));
    if ((words.size() != 3 && !asked) || !where_.sure) return false;
    if (std::string_view noun = words[1].substr(0, words[1].find(':'));
        !base::equals_ignoring_case(noun, "version"))
      return false;
    auto product = extraction_.vocabulary.whole(words[0], vocabulary::NameKind::product);
    vocabulary::VersionMatch match = vocabulary::match_version(words[2], 0);
    if (!product || product != extraction_.product_above(passage_) || !match.dotted ||
        match.end != words[2].size())
      return false;
    extraction_.add(
        {*product, match.version, ClaimStatus::available, ClaimKind::console, "console-banner"},
        where_.systems, passage_, line.place);
    return true;
  }

  /// "print(torch.__version__)  # 2.1.0", "# example output: 2.1.0".
  void claim_commented_version(const CodeLine& line) {
    std::string_view text = base::trim(line.comment);
    if (std::size_t colon = text.find(": "); colon != text.npos) text.remove_prefix(colon + 2);
    if (!text.empty() && vocabulary::match_version(text, 0).end + 4 >= text.size())
      claim_version_of(line, line.code, text);
  }

  void claim_printed_version(const CodeLine& line, std::string_view command) {
    claim_version_of(line, command, line.code);
  }

  /// Claims the version in `text`, the output of code that prints the software's version.
  void claim_version_of(const CodeLine& line, std::string_view command, std::string_view text) {
    while (!text.empty() && (text.front() == '\'' || text.front() == '"')) text.remove_prefix(1);
    vocabulary::VersionMatch match = vocabulary::match_version(text, 0);
    if (!match.dotted || !where_.sure) return;
    std::size_t at = command.npos;
    for (std::string_view member : {".version.__version__", ".__version__", ".VERSION"})
      if (at == command.npos) at = command.find(member);
    if (at == command.npos) return;
    std::size_t begin = at;
    while (begin > 0 && (base::is_alnum(command[begin - 1]) || command[begin - 1] == '_')) --begin;
    // "tf.keras" is Keras.
    std::string_view name = command.substr(begin, at - begin);
    auto product = extraction_.vocabulary.whole(name, vocabulary::NameKind::product);
    if (!product) return;
    Draft draft{*product, match.version, ClaimStatus::available, ClaimKind::console,
                "console-version"};
    // "showing results from the `conda/2024-04-29` module:"
    if (passage_.introduction != kNoPassage) {
      const Passage& introduction = extraction_.passages[passage_.introduction];
      if (!introduction.sentences.empty())
        draft.module = module_in_words(introduction, introduction.sentences.back());
    }
    extraction_.add(draft, where_.systems, passage_, line.place);
  }

  Extraction& extraction_;
  const Passage& passage_;
  const std::vector<CodeLine>& lines_;
  Extraction::Where where_;
  /// The package of the last "Name:" field.
  std::string_view shown_;
};

}  // namespace

void extract_console(Extraction& extraction) {
  for (const Passage& passage : extraction.passages)
    if (passage.kind == PassageKind::code && passage.numbered)
      ConsoleReader(extraction, passage).claim();
}

}  // namespace kbuild::claims
