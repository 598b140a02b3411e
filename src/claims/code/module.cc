// Claims from commands that load modules, in job scripts, other code and inline code, and from
// commands that activate Conda environments. The system is that of the tab, heading or
// introduction; a comment on the line ("# on Roihu-GPU") takes precedence.
#include <algorithm>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/extraction/reading.h"
#include "shell/modules.h"
#include "shell/words.h"

namespace kbuild::claims {

namespace {

bool is_batch_script(std::string_view text) {
  std::vector<std::string_view> lines = base::split_lines(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return !shell::batch_directive(base::trim_left(line)).empty();
  });
}

/// A placeholder: "<version>", "VERSION", "x.y.z".
bool is_placeholder(std::string_view word) {
  return word.find_first_of("<>$*[]{}%") != word.npos || word.find("x.y") != word.npos ||
         word.find("VERSION") != word.npos;
}

/// A load in a comment that is an example, "(eg. module load tool/2.1)", or an alternative, "## OR
/// ## module load tool/2.0"; empty if none. Code that is merely commented out is neither.
std::string_view example_in(std::string_view comment) {
  std::size_t at = comment.find("module load ");
  if (at == comment.npos || at == 0) return {};
  std::string before = base::to_lower(comment.substr(0, at));
  while (!before.empty() && (base::is_punctuation(before.front()) || before.front() == ' '))
    before.erase(0, 1);
  if (before.starts_with("or") && (before.size() == 2 || !base::is_alnum(before[2])))
    return comment.substr(at);
  for (std::string_view word : {"e.g", "eg.", "eg:", "example", "esim", "par ex", "for instance"})
    if (before.find(word) != before.npos) {
      std::string_view load = comment.substr(at);
      return load.substr(0, load.find(')'));
    }
  return {};
}

/// "# default", "# deprecated": a comment that consists of a status.
std::optional<ClaimStatus> state_of_remark(std::string_view comment) {
  constexpr std::size_t kMaxStateLength = 24;
  std::string lower = base::to_lower(base::trim(comment));
  if (lower.size() > kMaxStateLength) return std::nullopt;
  if (lower == "default" || lower == "oletus" || lower == "default version")
    return ClaimStatus::default_version;
  std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(lower);
  if (cues.size() != 1 || cues[0].begin != 0) return std::nullopt;
  if (cues[0].cue == vocabulary::Cue::deprecated) return ClaimStatus::deprecated;
  if (cues[0].cue == vocabulary::Cue::default_version) return ClaimStatus::default_version;
  if (cues[0].cue == vocabulary::Cue::limited) return ClaimStatus::limited;
  return std::nullopt;
}

class ModuleReader {
 public:
  ModuleReader(Extraction& extraction, const Passage& passage)
      : extraction_(extraction), passage_(passage) {}

  void claim_code() {
    ClaimKind kind = is_batch_script(passage_.text()) ? ClaimKind::sbatch : ClaimKind::module_load;
    for (const CodeLine& line : passage_.lines) {
      if (!asks(line) || fails(line)) continue;
      Extraction::Where where = extraction_.where(passage_);
      if (!line.comment.empty() && !line.code.empty()) narrow(where, line.comment);
      source::Span place = line.place;
      remark_ = line.code.empty() ? std::nullopt : state_of_remark(line.comment);
      claim_commands(line.code, kind, where, place);
      remark_.reset();
      if (where.sure) claim_commands(example_in(line.comment), kind, where, place);
      bool header = line.code.empty() && line.comment.starts_with("SBATCH");
      for (std::string_view image : environment_images(header ? line.comment : line.code))
        claim_image(image, kind, where, place);
    }
  }

  /// Whether the output of a command says that there is no such module.
  bool fails(const CodeLine& line) const {
    for (const CodeLine* next = &line + 1; next != passage_.lines.data() + passage_.lines.size();
         ++next)
      if (!next->code.empty()) return !next->prompted && is_error_message(next->code);
    return false;
  }

  enum class Inline : std::uint8_t { commands, names };

  /// "load it with `module load pytorch/2.1`" in prose, or modules that are only named there.
  void claim_inline(Inline what) {
    std::vector<std::pair<std::size_t, std::size_t>> pieces = passage_.located.code();
    if (what == Inline::names) add_plain_names(pieces);
    std::vector<Sentence> clauses;
    for (auto [begin, end] : pieces) {
      std::string_view code = std::string_view(passage_.text()).substr(begin, end - begin);
      bool command = code.find("module ") != code.npos || code.starts_with("ml ");
      if (command != (what == Inline::commands)) continue;
      if (!command && code.find('/') == code.npos) continue;
      Extraction::Where where = extraction_.where(passage_);
      Sentence said{0, passage_.text().size()};
      if (clauses.empty()) clauses = clauses_of(passage_);
      for (Sentence sentence : clauses) {
        if (begin < sentence.begin || begin >= sentence.end) continue;
        said = sentence;
        if (auto systems = systems_in(passage_.mentions, sentence.begin, sentence.end);
            !systems.empty())
          where = {systems, true};
      }
      if (auto systems = systems_after(end); !systems.empty()) where = {systems, true};
      source::Span place = passage_.located.place(begin);
      if (command) {
        remark_ = state_of_remark(remark_after(end));
        claim_commands(code, ClaimKind::module_load, where, place);
        remark_.reset();
      } else {
        claim_named({begin, end}, said, where, place);
      }
    }
  }

 private:
  /// Whether a line can load a module, activate an environment or name an image.
  static bool asks(const CodeLine& line) {
    std::string_view asked = line.code.empty() ? line.comment : line.code;
    for (std::string_view word : {"module ", "ml ", "activate"})
      if (asked.find(word) != asked.npos) return true;
    return may_name_image(asked);
  }

  /// Adds words written like modules but not as code: "*VASP/6.3.2-intel-2022a*".
  void add_plain_names(std::vector<std::pair<std::size_t, std::size_t>>& pieces) const {
    const std::string& text = passage_.text();
    auto belongs = [](char c) {
      return base::is_alnum(c) || std::string_view("/._-+").find(c) != std::string_view::npos;
    };
    auto is_code = [&](std::size_t at) {
      return std::any_of(pieces.begin(), pieces.end(),
                         [&](const auto& piece) { return piece.first <= at && at < piece.second; });
    };
    for (std::size_t slash = text.find('/'); slash != text.npos; slash = text.find('/', slash)) {
      std::size_t begin = slash, end = slash;
      while (begin > 0 && belongs(text[begin - 1])) --begin;
      while (end < text.size() && belongs(text[end])) ++end;
      slash = end;
      while (end > begin && !base::is_alnum(text[end - 1])) --end;
      bool address =
          begin > 0 && std::string_view(":@$~").find(text[begin - 1]) != std::string_view::npos;
      bool numbered = vocabulary::has_digit(std::string_view(text).substr(begin, end - begin));
      if (end > begin && base::is_alpha(text[begin]) && numbered && !address && !is_code(begin))
        pieces.emplace_back(begin, end);
    }
    std::sort(pieces.begin(), pieces.end());
  }

  /// The systems right after a module: "`tool/2.1` on Puhti or `tool/2.0` on Mahti and LUMI".
  std::vector<std::uint32_t> systems_after(std::size_t end) const {
    std::vector<std::uint32_t> systems;
    auto take = [&](std::initializer_list<std::string_view> separators) {
      std::string_view rest = std::string_view(passage_.text()).substr(end);
      for (std::string_view separator : separators)
        for (const vocabulary::Mention& mention : passage_.mentions)
          if (mention.kind == vocabulary::NameKind::system &&
              mention.begin == end + separator.size() && rest.starts_with(separator)) {
            systems.push_back(mention.id);
            end = mention.end;
            return true;
          }
      return false;
    };
    if (take({" on ", " sur ", " in ", " (on ", " (", ": "}))
      while (take({" and ", ", ", ", and ", " et ", " ja ", "/"})) continue;
    return systems;
  }

  /// The parenthesis after inline code: "`module load tool/2.1` (default)".
  std::string_view remark_after(std::size_t end) const {
    std::string_view rest = base::trim_left(std::string_view(passage_.text()).substr(end));
    std::size_t close = rest.find(')');
    bool remark = rest.starts_with('(') && close != rest.npos;
    return remark ? rest.substr(1, close - 1) : std::string_view();
  }

  /// "use `pytorch/rocm-6.2/2.5.1`": a module of the page's product that a sentence names.
  void claim_named(Sentence at, Sentence sentence, const Extraction::Where& where,
                   source::Span place) {
    std::string_view code = std::string_view(passage_.text()).substr(at.begin, at.end - at.begin);
    if (!where.sure || passage_.is_news() || is_placeholder(code)) return;
    auto module = parse_module(code, extraction_.vocabulary);
    if (!module || module->text.size() != code.size() || !module->product ||
        module->release.empty() || module->product != extraction_.product_above(passage_))
      return;
    if (extraction_.says(*module->product, module->release, where.systems)) return;
    Reading reading = read_sentence(extraction_, passage_, sentence);
    if (reading.has(vocabulary::Cue::future) || reading.has(vocabulary::Cue::required) ||
        reading.has(vocabulary::Cue::exception))
      return;
    auto status = status_near(reading, at.begin - sentence.begin, at.end - sentence.begin);
    extraction_.add({*module->product, module->release, status.value_or(ClaimStatus::available),
                     ClaimKind::module_load, "module-named", module->text},
                    where.systems, passage_, place);
  }

  /// Whether the introduction says, without naming a version, that the default one follows.
  bool introduces_default() const {
    if (passage_.kind != PassageKind::code || passage_.introduction == kNoPassage) return false;
    const Passage& introduction = extraction_.passages[passage_.introduction];
    if (introduction.sentences.empty()) return false;
    auto [begin, end] = introduction.sentences.back();
    std::string_view text = std::string_view(introduction.text()).substr(begin, end - begin);
    if (!base::trim_right(text).ends_with(':')) return false;
    std::vector<vocabulary::VersionMatch> versions = vocabulary::find_versions(text);
    bool names_version =
        std::any_of(versions.begin(), versions.end(),
                    [](const vocabulary::VersionMatch& match) { return match.dotted; });
    return !names_version &&
           vocabulary::has_cue(vocabulary::find_cues(text), vocabulary::Cue::default_version);
  }

  /// Narrows to the systems that a comment names; "other systems" leaves them open.
  void narrow(Extraction::Where& where, std::string_view comment) {
    auto systems = systems_in(extraction_.vocabulary.find(comment), 0, comment.size());
    std::string lower = base::to_lower(comment);
    if (!systems.empty())
      where = {systems, true};
    else if (lower.find("other ") != lower.npos || lower.find("muilla") != lower.npos)
      where = {{}, false};
  }

  void claim_commands(std::string_view code, ClaimKind kind, const Extraction::Where& where,
                      source::Span place) {
    for (const shell::ModuleCommand& command : shell::find_module_commands(code)) {
      for (std::string_view word : command.usable())
        claim_module(word, Naming::use, kind, where, place);
      if (command.verb != shell::ModuleVerb::query) continue;
      for (std::string_view word : command.operands)
        claim_module(word, Naming::query, kind, where, place);
    }
    if (code.find("activate") == code.npos) return;
    std::vector<std::string_view> words = shell::command_words(base::split_words(code));
    for (std::size_t i = 0; i + 2 < words.size() + 1; ++i) {
      bool activates =
          words[i] == "activate" && i > 0 &&
          (words[i - 1] == "conda" || words[i - 1] == "source" || words[i - 1] == "mamba");
      if (activates && i + 1 < words.size()) claim_environment(words[i + 1], kind, where, place);
    }
  }

  /// Whether a command loads a module, or asks what there is of it.
  enum class Naming : bool { use, query };

  void claim_module(std::string_view word, Naming naming, ClaimKind kind,
                    const Extraction::Where& where, source::Span place) {
    if (is_placeholder(word) || !where.sure) return;
    auto module = parse_module(word, extraction_.vocabulary);
    if (!module || module->name.empty() || !base::is_alpha(module->name[0])) return;
    if (!module->product &&
        (names_own_product(module->name) || extraction_.is_own_module(module->name)))
      module->product = extraction_.product;
    if (naming == Naming::query && (module->release.empty() || !module->product)) return;
    if (module->release.empty()) {
      if (!module->product || !extraction_.is_subject(passage_, *module->product) ||
          !module->version_text.empty())
        return;
      extraction_.add(
          {*module->product, {}, ClaimStatus::available, kind, "module-load", module->text},
          where.systems, passage_, place);
      return;
    }
    Draft draft{module->product.value_or(0),
                module->release,
                extraction_.heading_status(passage_),
                kind,
                "module-load",
                module->text};
    if (!module->product) draft.product_name = module->name;
    if (module->product && module->product == extraction_.product_above(passage_) &&
        introduces_default())
      draft.status = ClaimStatus::default_version;
    if (remark_ && module->product == extraction_.product_above(passage_)) draft.status = *remark_;
    extraction_.add(draft, where.systems, passage_, place);
    if (std::string within = release_within(*module, extraction_.product, extraction_.vocabulary);
        !within.empty())
      extraction_.add({*extraction_.product, within, ClaimStatus::available, kind, "module-within",
                       module->text},
                      where.systems, passage_, place);
  }

  /// "scicomp-pytorch-env": an unknown module whose name includes the page's product.
  bool names_own_product(std::string_view name) const {
    if (!extraction_.product) return false;
    for (const vocabulary::Mention& mention :
         extraction_.vocabulary.find(name, vocabulary::Expectation::name))
      if (mention.kind == vocabulary::NameKind::product && mention.id == *extraction_.product)
        return true;
    return false;
  }

  void claim_image(std::string_view image, ClaimKind kind, const Extraction::Where& where,
                   source::Span place) {
    if (is_placeholder(image) || !where.sure) return;
    auto module = parse_module(image.substr(0, image.find(':')), extraction_.vocabulary);
    if (!module || module->release.empty()) return;
    Draft draft{
        module->product.value_or(0), module->release,   extraction_.heading_status(passage_), kind,
        "environment-image",         std::string(image)};
    if (!module->product) draft.product_name = module->name;
    extraction_.add(draft, where.systems, passage_, place);
  }

  void claim_environment(std::string_view word, ClaimKind kind, const Extraction::Where& where,
                         source::Span place) {
    if (is_placeholder(word) || !where.sure || word.find('/') != word.npos) return;
    auto module = parse_module(word, extraction_.vocabulary);
    if (!module || !module->product || module->release.empty()) return;
    extraction_.add({*module->product, module->release, ClaimStatus::available, kind,
                     "conda-activate", module->text},
                    where.systems, passage_, place);
  }

  Extraction& extraction_;
  const Passage& passage_;
  /// The status in the comment after a command, for its modules.
  std::optional<ClaimStatus> remark_;
};

}  // namespace

void extract_module_loads(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    ModuleReader reader(extraction, passage);
    if (passage.kind == PassageKind::code)
      reader.claim_code();
    else if (passage.kind == PassageKind::prose)
      reader.claim_inline(ModuleReader::Inline::commands);
  }
}

void extract_named_modules(Extraction& extraction) {
  for (const Passage& passage : extraction.passages)
    if (passage.kind == PassageKind::prose)
      ModuleReader(extraction, passage).claim_inline(ModuleReader::Inline::names);
}

}  // namespace kbuild::claims
