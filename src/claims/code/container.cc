// Container images and recipes that pages name: ".../lumi-pytorch-v2.2.0.sif",
// "docker://pytorch/pytorch:2.1.0", "nvcr.io/nvidia/pytorch:24.03-py3" (whose tag isn't the
// product's version), "PyTorch-2.1.2.eb".
#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "claims/extraction/code.h"

namespace kbuild::claims {

namespace {

constexpr std::string_view kImageMarks[] = {
    ".sif",    ".simg",    ".sqsh",    ".img",       "docker://", "library://", "oras://",
    "nvcr.io", "ghcr.io/", "quay.io/", "docker.io/", "registry.", ".eb"};

bool names_image(std::string_view word) {
  return std::any_of(std::begin(kImageMarks), std::end(kImageMarks),
                     [&](std::string_view mark) { return word.find(mark) != word.npos; });
}

/// Cheap pre-check: an image name has a dot or a colon; most lines and words have neither.
bool has_dot_or_colon(std::string_view word) {
  return word.find('.') != word.npos || word.find(':') != word.npos;
}

/// The word without enclosing punctuation and markup.
std::string_view bare(std::string_view word) {
  if (std::size_t equals = word.find('='); equals != word.npos && word.find("://") > equals)
    word = word.substr(equals + 1);
  while (!word.empty() && std::string_view("`'\"([{<").find(word.front()) != std::string_view::npos)
    word.remove_prefix(1);
  while (!word.empty() &&
         std::string_view("`'\")]}>,;:.").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return word;
}

void claim_words(Extraction& extraction, const Passage& passage, std::string_view text,
                 const Extraction::Where& where, source::Span place) {
  if (!where.sure || !has_dot_or_colon(text)) return;
  for (std::string_view word : base::split_words(text)) {
    if (!has_dot_or_colon(word)) continue;
    word = bare(word);
    if (!names_image(word) || word.find_first_of("$<*") != word.npos) continue;
    auto found = find_in_file_name(word, extraction.product, extraction.vocabulary);
    if (!found || !found->product) continue;
    // The image may be named after its base ("rocm"); without a version, only the page's product
    // counts.
    if (found->release.empty() && found->product != extraction.product) continue;
    Draft draft{*found->product,      found->release,    ClaimStatus::available,
                ClaimKind::container, "container-image", std::string(base::file_name(word))};
    extraction.add(draft, where.systems, passage, place);
  }
}

/// "`tool-21.06.sif`: PyTorch 1.11", "PyTorch 1.11 in `tool-21.06.sif` (default)": an item that
/// gives the contents of its only image. False if it names no version.
bool claim_described(Extraction& extraction, const Passage& passage,
                     const Extraction::Where& where) {
  std::string_view text = passage.text(), image;
  for (std::string_view word : base::split_words(text)) {
    if (!has_dot_or_colon(word) || !names_image(bare(word)) || word.find("://") != word.npos)
      continue;
    if (!image.empty()) return false;
    image = bare(word);
  }
  if (image.empty() || image.ends_with(".eb")) return false;
  bool first = vocabulary::has_cue(vocabulary::find_cues(text), vocabulary::Cue::default_version);
  bool any = false;
  for (const BoundVersion& bound :
       bind_versions(text, passage.mentions, 0, text.size(), std::nullopt, extraction.vocabulary)) {
    bool own = !extraction.product || bound.product == extraction.product;
    bool inside = text.data() + bound.begin >= image.data() &&
                  text.data() + bound.begin < image.data() + image.size();
    if (bound.version.empty() || !bound.range.empty() || !own || inside) continue;
    extraction.add(
        {bound.product, bound.version,
         first ? ClaimStatus::default_version : ClaimStatus::available, ClaimKind::container,
         "container-described", std::string(base::file_name(image))},
        where.systems, passage, passage.located.place(bound.begin));
    any = true;
  }
  return any;
}

}  // namespace

void extract_containers(Extraction& extraction) {
  for (const Passage& passage : extraction.passages) {
    Extraction::Where where = extraction.where(passage);
    if (passage.kind == PassageKind::code)
      for (const CodeLine& line : passage.lines)
        claim_words(extraction, passage, line.code, where, line.place);
    if (passage.kind != PassageKind::prose) continue;
    if (passage.item_begin && passage.numbered && where.sure &&
        claim_described(extraction, passage, where))
      continue;
    for (auto [begin, end] : passage.located.code()) {
      // The sentence may name a system other than the page's.
      Extraction::Where here = where;
      for (Sentence sentence : passage.sentences) {
        if (begin < sentence.begin || begin >= sentence.end) continue;
        auto systems = systems_in(passage.mentions, sentence.begin, sentence.end);
        if (!systems.empty()) here = {std::move(systems), true};
      }
      claim_words(extraction, passage, std::string_view(passage.text()).substr(begin, end - begin),
                  here, passage.located.place(begin));
    }
  }
}

}  // namespace kbuild::claims
