// Software that readers are told to install themselves: "pip install torch==1.9.1", pins of
// requirements and environment files ("- torch==2.0.1+rocm5.4.2"), EasyBuild and Spack commands.
// Only for the software that the page is about.
#include <algorithm>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "shell/words.h"

namespace kbuild::claims {

namespace {

/// "torch==2.0.1+cu118", "pytorch=1.12", "'torch==2.1'".
struct Pin {
  std::string_view name;
  std::string_view version;
};
std::optional<Pin> parse_pin(std::string_view word) {
  while (!word.empty() && std::string_view("-'\"` ").find(word.front()) != std::string_view::npos)
    word.remove_prefix(1);
  while (!word.empty() && std::string_view("'\"`, ").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  std::size_t equals = word.find('=');
  if (equals == word.npos || equals == 0) return std::nullopt;
  // ">=", "<=" and "!=" pin no version.
  if (std::string_view("<>!").find(word[equals - 1]) != std::string_view::npos) return std::nullopt;
  std::size_t name_end = word[equals - 1] == '~' ? equals - 1 : equals;
  std::size_t version = equals;
  while (version < word.size() && word[version] == '=') ++version;
  std::string_view name = word.substr(0, name_end);
  if (std::size_t channel = name.rfind("::"); channel != name.npos) name = name.substr(channel + 2);
  if (std::size_t extra = name.find('['); extra != name.npos) name = name.substr(0, extra);
  return Pin{name, word.substr(version)};
}

/// The package of a requirement without a pin: "jax" of "jax[cuda12]", "torch" of "torch>=2.0".
std::string_view name_of_requirement(std::string_view word) {
  return word.substr(0, word.find_first_of("[<>!~"));
}

bool is_archive(std::string_view name) {
  for (std::string_view ending : {".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip"})
    if (name.ends_with(ending)) return true;
  return false;
}

/// "wget https://site/tool-2.1.tar.gz", "tar -xf tool-2.1.tar.gz": the file's name; "" if the line
/// names no archive.
std::string_view named_archive(const std::vector<std::string_view>& words) {
  if (words.empty() || (words[0] != "wget" && words[0] != "curl" && words[0] != "tar")) return {};
  for (std::string_view word : words)
    if (is_archive(word)) return word.substr(word.rfind('/') + 1);
  return {};
}

/// Whether a sentence advises against the command that it shows.
bool advises_against(std::string_view sentence) {
  std::string lower = base::to_lower(sentence);
  // "It is not installed, but you can ..." isn't advice against.
  for (std::string_view absent : {" not installed", " not available", " not provided"})
    lower = base::replace_all(lower, absent, " ");
  for (std::string_view word :
       {" not ", "n't ", "avoid", "instead of", "fail", " ei ", "älä ", " pas ", "évite"})
    if (lower.find(word) != lower.npos) return true;
  return false;
}

class InstallReader {
 public:
  InstallReader(Extraction& extraction, const Passage& passage)
      : extraction_(extraction), passage_(passage), where_(extraction.where(passage)) {}

  /// "A newer one: `pip install torch==2.7.0`": a command in a sentence counts if it pins a
  /// version.
  void claim_inline() {
    std::string_view text = passage_.text();
    for (auto [begin, end] : passage_.located.code()) {
      std::vector<std::string_view> words = base::split_words(text.substr(begin, end - begin));
      if (!is_install_command(words)) continue;
      auto sentence = std::find_if(passage_.sentences.begin(), passage_.sentences.end(),
                                   [&, at = begin](Sentence each) { return at < each.end; });
      if (sentence == passage_.sentences.end() ||
          advises_against(text.substr(sentence->begin, sentence->end - sentence->begin)))
        continue;
      for (std::string_view word : shell::command_words(words))
        if (parse_pin(word))
          claim_word(word, ClaimKind::user_install, "user-install", passage_.located.place(begin));
    }
  }

  void claim() {
    bool pins = is_environment_file();
    for (const CodeLine& line : passage_.lines) {
      std::string_view code = line.code;
      source::Span place = line.place;
      if (is_install_command(line.words)) {
        std::vector<std::string_view> words = shell::command_words(line.words);
        // "torch==2.5.1 torchvision==0.20.1": packages installed along with the page's product
        // count.
        bool own = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
          auto product = product_of(word);
          return product && is_own(*product);
        });
        for (std::string_view word : words)
          claim_word(word, ClaimKind::user_install, "user-install", place, own);
      } else if (code.starts_with("eb ") || code.find("spack install") != code.npos ||
                 code.find("spack load") != code.npos) {
        for (std::string_view word : shell::command_words(line.words)) claim_recipe(word, place);
      } else if (std::string_view archive = named_archive(line.words); !archive.empty()) {
        claim_recipe(archive, place);
      } else if (pins) {
        claim_word(code, mentions_container() ? ClaimKind::container : ClaimKind::user_install,
                   "environment-pin", place);
      }
    }
  }

 private:
  bool is_environment_file() const {
    const std::string& text = passage_.text();
    if (text.find("dependencies:") != text.npos || text.find("channels:") != text.npos) return true;
    // requirements.txt: every line is a pin.
    std::size_t pins = 0, lines = 0;
    for (std::string_view line : base::split_lines(text)) {
      if (base::trim(line).empty() || base::trim(line).starts_with('#')) continue;
      ++lines;
      pins += line.find("==") != line.npos && base::split_words(line).size() == 1;
    }
    return lines > 0 && pins * 3 >= lines * 2;
  }

  /// Whether the sentences before the block, or the heading, speak of a container.
  bool mentions_container() const {
    for (std::size_t index : {passage_.introduction, passage_.heading}) {
      if (index == kNoPassage) continue;
      std::string lower = base::to_lower(extraction_.passages[index].text());
      for (std::string_view word :
           {"container", "kont", "conteneur", "singularity", "apptainer", "image"})
        if (lower.find(word) != lower.npos) return true;
    }
    return false;
  }

  bool is_own(std::uint32_t product) const {
    if (extraction_.product == product || extraction_.product_above(passage_) == product ||
        extraction_.lists(product))
      return true;
    return !extraction_.product && is_introduced(product);
  }

  /// Whether the text before the block names the product.
  bool is_introduced(std::uint32_t product) const {
    if (passage_.introduction == kNoPassage) return false;
    const std::vector<vocabulary::Mention>& mentions =
        extraction_.passages[passage_.introduction].mentions;
    return std::any_of(mentions.begin(), mentions.end(), [&](const vocabulary::Mention& mention) {
      return mention.kind == vocabulary::NameKind::product && mention.id == product;
    });
  }

  /// "Version 2.0" in a heading of a page about the product: the commands below install that
  /// version.
  std::string version_of_headings(std::uint32_t product) const {
    if (extraction_.product != product) return {};
    for (std::size_t at = passage_.heading; at != kNoPassage;
         at = extraction_.passages[at].heading) {
      std::string_view text = extraction_.passages[at].text();
      std::string version = base::starts_with_ignoring_case(base::trim(text), "versio")
                                ? single_version(text)
                                : std::string();
      if (!version.empty() && version.find('x') == version.npos) return version;
    }
    return {};
  }

  std::optional<std::uint32_t> product_of(std::string_view word) const {
    auto pin = parse_pin(word);
    return extraction_.vocabulary.whole(pin ? pin->name : name_of_requirement(word),
                                        vocabulary::NameKind::product);
  }

  void claim_word(std::string_view word, ClaimKind kind, std::string_view rule, source::Span place,
                  bool below_own_name = false) {
    auto pin = parse_pin(word);
    auto product = product_of(word);
    if (!product) return;
    // An environment's runtime (Python, CUDA) isn't what it is made for.
    std::string_view name = extraction_.vocabulary.name(*product);
    bool runtime = name == "Python" || name == "CUDA";
    bool named = pin && !runtime && (below_own_name || is_introduced(*product));
    if (!is_own(*product) && !named) return;
    std::string release =
        pin ? vocabulary::release_of(pin->version) : version_of_headings(*product);
    if (pin && release.empty()) return;
    if (!pin && kind != ClaimKind::user_install) return;
    if (!where_.sure && kind != ClaimKind::user_install) return;
    // Unless a system is clear, users can install it on any, so the claim names none.
    Draft draft{*product, release, ClaimStatus::available, kind, rule};
    if (kind == ClaimKind::user_install)
      draft.module = module_before_install(passage_, extraction_.vocabulary);
    extraction_.add(draft, where_.sure ? where_.systems : std::vector<std::uint32_t>{}, passage_,
                    place);
  }

  void claim_recipe(std::string_view word, source::Span place) {
    bool file = word.ends_with(".eb") || is_archive(word);
    auto module = file ? find_in_file_name(word, extraction_.product, extraction_.vocabulary)
                       : parse_module(word, extraction_.vocabulary);
    if (!module || !module->product || module->release.empty() || !is_own(*module->product) ||
        !where_.sure)
      return;
    // Pages about file transfer download arbitrary software as an example.
    if (is_archive(word) && !extraction_.is_subject(passage_, *module->product)) return;
    extraction_.add({*module->product, module->release, ClaimStatus::available,
                     ClaimKind::user_install, "recipe"},
                    where_.systems, passage_, place);
  }

  Extraction& extraction_;
  const Passage& passage_;
  Extraction::Where where_;
};

}  // namespace

void extract_user_installs(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    if (passage.kind == PassageKind::code) InstallReader(extraction, passage).claim();
    bool commands = passage.kind == PassageKind::prose && passage.numbered &&
                    !passage.located.code().empty() && !passage.is_news();
    if (commands) InstallReader(extraction, passage).claim_inline();
  }
}

}  // namespace kbuild::claims
