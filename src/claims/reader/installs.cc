// Versions that readers install themselves, all of them candidates: "pip install torch==2.3", pins
// of requirements and environment files, recipes of EasyBuild and Spack, images of registries; and
// the containers that a site keeps, by the path of their file.
#include <algorithm>

#include "base/text.h"
#include "claims/reader/assertion.h"
#include "claims/reader/code.h"
#include "claims/reader/module.h"
#include "claims/reader/state.h"
#include "shell/programs.h"
#include "shell/words.h"
#include "vocabulary/version.h"

namespace kbuild::claims::reader {

namespace {

/// "pip install", "conda create", "uv add".
bool installs_packages(const std::vector<std::string_view>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view name = words[i].substr(words[i].rfind('/') + 1);
    if (!shell::is_program(name, shell::ProgramClass::python_packages)) continue;
    for (std::size_t k = i + 1; k < words.size() && k < i + 4; ++k)
      if (base::is_any_of(words[k], {"install", "create", "add"})) return true;
  }
  return false;
}

/// "torch==2.0.1+cu118", "pytorch=1.12", "'torch~=2.1'", "- torch==2.1".
struct Pin {
  std::string_view name;
  std::string_view version;
};
std::optional<Pin> parse_pin(std::string_view word) {
  while (!word.empty() && std::string_view("-'\"` ").find(word.front()) != word.npos)
    word.remove_prefix(1);
  while (!word.empty() && std::string_view("'\"`, ").find(word.back()) != word.npos)
    word.remove_suffix(1);
  std::size_t equals = word.find('=');
  if (equals == word.npos || equals == 0) return std::nullopt;
  // ">=", "<=" and "!=" pin no version.
  if (std::string_view("<>!").find(word[equals - 1]) != std::string_view::npos) return std::nullopt;
  std::string_view name = word.substr(0, word[equals - 1] == '~' ? equals - 1 : equals);
  std::size_t version = std::min(word.find_first_not_of('=', equals), word.size());
  if (std::size_t channel = name.rfind("::"); channel != name.npos) name = name.substr(channel + 2);
  return Pin{name.substr(0, name.find('[')), word.substr(version)};
}

/// What marks an image that a registry has, and one that is a file.
constexpr std::string_view kRegistries[] = {"docker://", "library://", "oras://",    "nvcr.io/",
                                            "ghcr.io/",  "quay.io/",   "docker.io/", "registry."};
constexpr std::string_view kImageFiles[] = {".sif", ".simg", ".sqsh", ".img"};

bool has_any(std::string_view word, std::span<const std::string_view> marks) {
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return word.find(mark) != word.npos; });
}

class InstallReader {
 public:
  InstallReader(const Outline& outline, const Subject& subject, Assertions& out)
      : outline_(outline), subject_(subject), out_(out) {}

  void read_code(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    if (!vocabulary::has_digit(passage.text())) return;
    bool pins = is_environment_file(passage.text());
    for (const CodeLine& line : passage.lines) {
      if (line.failed || line.code.empty()) continue;
      base_ = Assertion{{}};
      base_.passage = index;
      base_.place = line.place;
      base_.systems = line.systems;
      base_.excerpt = line.text;
      std::vector<std::string_view> words = base::split_words(line.code);
      if (pins && !line.command) read_pin(line.code);
      read_words(words);
    }
  }

  /// "`pip install torch==2.7.0`", "`pytorch_2.1.sif`" in a sentence.
  void read_inline(std::size_t index) {
    const Passage& passage = outline_.passages[index];
    if (!vocabulary::has_digit(passage.text())) return;
    std::string_view text = passage.text();
    for (auto [begin, end] : passage.located.code()) {
      base_ = Assertion{{}};
      base_.passage = index;
      base_.place = passage.located.place(begin);
      base_.excerpt = text.substr(0, kMaxExcerpt);
      read_words(base::split_words(text.substr(begin, end - begin)));
    }
  }

 private:
  static constexpr std::size_t kMaxExcerpt = 200;

  /// Every line of it, or nearly, is a pin; or it says that it lists dependencies.
  static bool is_environment_file(std::string_view text) {
    if (text.find("dependencies:") != text.npos) return true;
    std::size_t pins = 0, lines = 0;
    for (std::string_view line : base::split_lines(text)) {
      if (base::trim(line).empty() || base::trim(line).starts_with('#')) continue;
      ++lines;
      pins += line.find("==") != line.npos && base::split_words(line).size() == 1;
    }
    return pins > 0 && pins * 3 >= lines * 2;
  }

  void read_words(const std::vector<std::string_view>& words) {
    bool installs = installs_packages(words);
    bool recipes =
        words.size() > 1 && (words[0] == "eb" || (words[0] == "spack" && words[1] == "install"));
    for (std::string_view word : words) {
      if (installs) read_pin(word);
      if (recipes || word.ends_with(".eb"))
        add(version_of_image(word, subject_.vocabulary), ClaimKind::user_install, "recipe");
      read_image(word);
    }
  }

  void read_pin(std::string_view word) {
    std::optional<Pin> pin = parse_pin(word);
    if (!pin) return;
    std::optional<NamedVersion> named =
        version_of_package(pin->name, pin->version, subject_.vocabulary);
    // Environments pin many packages; those that nobody knows are of no use.
    if (named && named->known) add(std::move(named), ClaimKind::user_install, "user-install");
  }

  void read_image(std::string_view word) {
    bool registry = has_any(word, kRegistries), file = has_any(word, kImageFiles);
    if (!registry && !file) return;
    std::size_t equals = word.find('=');
    if (equals != word.npos && word.find("://") > equals) word = word.substr(equals + 1);
    add(version_of_image(word, subject_.vocabulary),
        registry ? ClaimKind::user_install : ClaimKind::container,
        registry ? "registry-image" : "container-image");
  }

  void add(std::optional<NamedVersion> named, ClaimKind kind, std::string_view rule) {
    if (!named || named->version.empty()) return;
    Assertion assertion = base_;
    assertion.product = std::move(named->product);
    assertion.version = std::move(named->version);
    assertion.kind = kind;
    assertion.rule = rule;
    out_.push_back(std::move(assertion));
  }

  const Outline& outline_;
  const Subject& subject_;
  Assertions& out_;
  /// What all assertions of a line have in common.
  Assertion base_;
};

}  // namespace

Assertions assert_installs(const Outline& outline, const Subject& subject, diag::Diagnostics&) {
  Assertions out;
  InstallReader reader(outline, subject, out);
  read_all_code(outline, reader);
  return out;
}

}  // namespace kbuild::claims::reader
