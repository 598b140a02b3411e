// Versions that code uses: "module load pytorch/2.1", and environments that uenv starts. In prose,
// commands within inline code count as well.
#include <algorithm>

#include "base/text.h"
#include "claims/reader/assertion.h"
#include "claims/reader/code.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"
#include "shell/modules.h"
#include "shell/words.h"

namespace kbuild::claims::reader {

namespace {

/// The images that a command of uenv, or the header of a job, names: "gromacs/2024.1:v1".
std::vector<std::string_view> environment_images(std::string_view text) {
  std::vector<std::string_view> images;
  std::vector<std::string_view> words = shell::command_words(base::split_words(text));
  bool starts = words.size() > 2 && words[0] == "uenv" &&
                base::is_any_of(words[1], {"start", "run", "image"});
  for (std::size_t i = 2; starts && i < words.size() && words[i] != "--"; ++i)
    if (!words[i].starts_with('-') && words[i].find('/') != words[i].npos)
      images.push_back(words[i]);
  constexpr std::string_view kOption = "--uenv=";
  if (std::size_t at = text.find(kOption); at != text.npos) {
    std::string_view list = text.substr(at + kOption.size());
    for (std::string_view image : base::split(list.substr(0, list.find(' ')), ','))
      images.push_back(image);
  }
  return images;
}

class LoadReader {
 public:
  LoadReader(const Outline& outline, const Subject& subject, Assertions& out)
      : outline_(outline), subject_(subject), out_(out) {}

  void read_code(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    if (!may_load(passage.text()) && passage.text().find("uenv") == std::string::npos) return;
    Assertion base{{}};
    base.kind = is_batch_script(passage) ? ClaimKind::sbatch : ClaimKind::module_load;
    base.passage = index;
    date(base);
    if (is_denied_before(passage)) return;
    ClaimStatus status = status_above(outline_, index, words_).value_or(ClaimStatus::available);
    for (const CodeLine& line : passage.lines) {
      // "# on other systems" leaves open which.
      if (line.failed || (!line.code.empty() && leaves_open(line.comment))) continue;
      base.place = line.place;
      base.systems = line.systems;
      base.excerpt = line.text;
      base.status =
          line.code.empty() ? status : status_of_remark(line.comment, words_).value_or(status);
      read_commands(line.code, base);
      bool header = line.code.empty() && line.comment.starts_with("SBATCH");
      read_images(header ? line.comment : line.code, base);
    }
  }

  /// "load it with `module load pytorch/2.1`".
  void read_inline(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    std::string_view text = passage.text();
    note_withdrawn(passage);
    std::vector<Range> sentences;
    std::size_t sentence = 0;
    for (auto [begin, end] : passage.located.code()) {
      std::string_view code = text.substr(begin, end - begin);
      if (code.find("module ") == code.npos && !code.starts_with("ml ")) continue;
      if (sentences.empty()) sentences = sentences_of(text);
      while (sentence + 1 < sentences.size() && sentences[sentence].end <= begin) ++sentence;
      if (sentences.empty()) return;
      Assertion base{{}};
      base.kind = ClaimKind::module_load;
      base.passage = index;
      base.place = passage.located.place(begin);
      base.excerpt = sentences[sentence].of(text);
      base.systems = systems_in(base.excerpt, subject_.vocabulary);
      date(base);
      if (!forbids_reading(base.excerpt, words_) && !denies(base.excerpt, words_))
        read_commands(code, base);
    }
  }

 private:
  static bool may_load(std::string_view code) {
    return code.find("module ") != code.npos || code.find("ml ") != code.npos;
  }

  static constexpr std::size_t kMaxWithdrawn = 100;

  void date(Assertion& assertion) const {
    assertion.date = date_of_news(outline_, assertion.passage);
    if (!assertion.date.empty()) assertion.kind = ClaimKind::news;
  }

  /// "# on other systems", "# do not load with gcc".
  bool leaves_open(std::string_view comment) const {
    return forbids_reading(comment, words_) || words_.has(comment, {vocabulary::WordClass::denied});
  }

  /// Whether the text before a block says of a system that what is in the block is not there.
  bool is_denied_before(const Passage& passage) const {
    if (passage.introduction == kNone) return false;
    // Many blocks may have one introduction.
    constexpr std::size_t kMaxRead = 400;
    std::string_view text = outline_.passages[passage.introduction].text();
    text.remove_prefix(text.size() - std::min(text.size(), kMaxRead));
    if (!denies(text, words_)) return false;
    std::vector<Range> sentences = sentences_of(text);
    return std::any_of(sentences.begin(), sentences.end(), [&](const Range& sentence) {
      return denies(sentence.of(text), words_) &&
             !systems_in(sentence.of(text), subject_.vocabulary).empty();
    });
  }

  /// "The `nix` module is no longer available": nor is it further down in the section.
  void note_withdrawn(const Passage& passage) {
    std::string_view text = passage.text();
    auto codes = passage.located.code();
    if (codes.size() != 1 || withdrawn_.size() == kMaxWithdrawn) return;
    auto [begin, end] = codes.front();
    auto named = version_of_module(text.substr(begin, end - begin), subject_.vocabulary);
    if (!named || !named->version.empty()) return;
    for (const Range& sentence : sentences_of(text))
      if (sentence.begin <= begin && end <= sentence.end &&
          words_.has(sentence.of(text), {vocabulary::WordClass::removed}))
        withdrawn_.emplace_back(named->product, passage.parent);
  }

  bool is_withdrawn(std::string_view product, std::size_t passage) const {
    return std::any_of(withdrawn_.begin(), withdrawn_.end(), [&](const auto& each) {
      if (each.first != product) return false;
      for (std::size_t at = outline_.passages[passage].parent; at != each.second;
           at = outline_.passages[at].parent)
        if (at == kNone) return false;
      return true;
    });
  }

  void read_commands(std::string_view code, const Assertion& base) {
    if (!may_load(code)) return;
    // From a placeholder on, words are not names: "module load <what spider says> tool".
    code = code.substr(0, code.find('<'));
    code = code.substr(0, code.find("{{"));
    for (const shell::ModuleCommand& command : shell::find_module_commands(code))
      for (std::string_view word : command.loaded()) add(word, "module-load", base);
  }

  void read_images(std::string_view text, const Assertion& base) {
    if (text.find("uenv") == text.npos) return;
    for (std::string_view image : environment_images(text)) {
      std::size_t size = out_.size();
      add(image.substr(0, image.find(':')), "environment-image", base);
      if (out_.size() > size) out_.back().module = image;
    }
  }

  void add(std::string_view word, std::string_view rule, Assertion assertion) {
    std::optional<NamedVersion> named = version_of_module(word, subject_.vocabulary);
    if (!named || is_withdrawn(named->product, assertion.passage)) return;
    assertion.product = named->product;
    assertion.version = named->version;
    assertion.module = named->module;
    assertion.rule = rule;
    out_.push_back(std::move(assertion));
  }

  const Outline& outline_;
  const Subject& subject_;
  const vocabulary::Words& words_ = subject_.vocabulary.words();
  Assertions& out_;
  /// Products that the page says are gone, each with the passage that it says so below.
  std::vector<std::pair<std::string, std::size_t>> withdrawn_;
};

}  // namespace

Assertions assert_loads(const Outline& outline, const Subject& subject, diag::Diagnostics&) {
  Assertions out;
  LoadReader reader(outline, subject, out);
  read_all_code(outline, reader);
  return out;
}

}  // namespace kbuild::claims::reader
