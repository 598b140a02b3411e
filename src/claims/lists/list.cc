// Claims from lists of versions: "Puhti: 2.14, 3.0 (default)", items below a heading, tab or
// sentence that names the system, and items that name it themselves ("2.1.0: Puhti, Mahti"). The
// versions of one item are read in versions.cc, labels in label.cc.
#include <algorithm>

#include "base/text.h"
#include "claims/lists/list.h"
#include "claims/prose/sentence.h"

namespace kbuild::claims {

namespace {

class ListReader {
 public:
  explicit ListReader(Extraction& extraction)
      : extraction_(extraction), vocabulary_(extraction.vocabulary) {}

  /// Returns whether the passage was read as a list.
  bool claim(const Passage& passage) {
    std::string_view text = passage.text();
    if (claim_field(passage) || claim_range(passage)) return true;
    // Only an item, or a paragraph that begins with a label, can be a list.
    std::string_view label = text.substr(0, kMaxLabelLength);
    bool item = passage.item_begin || is_below_term(passage) || is_description(passage);
    if (!item && std::none_of(label.begin(), label.end(),
                              [](char c) { return c == ':' || c == '-' || c == '\xe2'; }))
      return false;
    std::vector<vocabulary::Mention> mentions = extraction_.names_in(passage);
    // After a product's name, one pair is enough to recognise a list.
    std::size_t fewest = is_description(passage) ? 1 : 2;
    if (item && claim_located_groups(extraction_, passage, mentions, fewest)) return true;
    if (std::size_t rest = after_label(text, mentions)) {
      if (claim_sentences(passage)) return true;
      if (claim_labelled(passage, mentions, rest)) return true;
    }
    if (item) claim_item(passage, mentions);
    return false;
  }

  /// "Not yet available." as the only text below the name of a system.
  void claim_single_state(const Passage& passage) {
    if (!passage.item_begin && !passage.scope.systems.empty())
      claim_state(passage, 0, passage.scope.systems);
  }

  /// Lines of code that are a list: "Puhti: 2.14, 3.0".
  void claim_lines(const Passage& passage) {
    for (const CodeLine& code : passage.lines)
      if (!code.prompted) claim_line(passage, code.code, code.place);
  }

 private:
  /// "On Puhti: 1.12. On Mahti: 2.0.": sentences that each begin with a label.
  bool claim_sentences(const Passage& passage) {
    std::string_view text = passage.text();
    auto is_labelled = [&](Sentence sentence) {
      std::string_view part = text.substr(sentence.begin, sentence.end - sentence.begin);
      return part.find(':') != part.npos &&
             after_label(part, vocabulary_.find(part, vocabulary::Expectation::name)) > 0;
    };
    if (passage.sentences.size() < 2 ||
        !std::all_of(passage.sentences.begin(), passage.sentences.end(), is_labelled))
      return false;
    bool any = false;
    for (Sentence sentence : passage.sentences)
      any = claim_line(passage, text.substr(sentence.begin, sentence.end - sentence.begin),
                       passage.located.place(sentence.begin)) ||
            any;
    return any;
  }

  /// A line or sentence that may begin with a label.
  bool claim_line(const Passage& passage, std::string_view text, source::Span place) {
    if (text.find(':') == text.npos) return false;
    Passage line;
    line.kind = PassageKind::prose;
    line.located.append(text, place);
    line.scope = passage.scope;
    line.product = passage.product;
    line.heading = passage.heading;
    line.introduction = passage.introduction;
    line.anchor = passage.anchor;
    line.item_begin = true;
    std::vector<vocabulary::Mention> mentions =
        vocabulary_.find(line.text(), vocabulary::Expectation::name);
    std::size_t rest = after_label(line.text(), mentions);
    return rest > 0 && claim_labelled(line, mentions, rest);
  }

  /// "Versions: 1.9.0, 1.10.0", also in a list of fields.
  bool claim_field(const Passage& passage) {
    std::string_view text = passage.text();
    std::size_t rest = 0;
    if (!is_below_label(passage)) {
      std::size_t colon = text.substr(0, kMaxLabelLength).find(':');
      if (colon == text.npos || !(is_version_label(text.substr(0, colon)) ||
                                  is_own_version_label(passage, text.substr(0, colon))))
        return false;
      rest = colon + 1;
    }
    Extraction::Where where = extraction_.where(passage);
    if (!where.sure || !extraction_.product_above(passage)) return false;
    return claim_listed(extraction_, passage, vocabulary_.find(text, vocabulary::Expectation::name),
                        rest, where.systems, "list-field");
  }

  /// "PyTorch 2.4.1 through 2.7.1" below a heading that lists available software: claims both ends.
  bool claim_range(const Passage& passage) {
    std::string_view text = passage.text();
    bool below = passage.numbered && !passage.item_begin && passage.introduction == kNoPassage &&
                 lists_versions(extraction_, passage.heading);
    if (!below) return false;
    std::vector<vocabulary::Mention> mentions = extraction_.names_in(passage);
    bool named = !mentions.empty() && mentions.front().kind == vocabulary::NameKind::product &&
                 mentions.front().begin == 0 &&
                 extraction_.product_above(passage) == mentions.front().id;
    std::size_t at = named ? mentions.front().end : 0;
    while (at < text.size() && std::string_view(" `*").find(text[at]) != std::string_view::npos)
      ++at;
    vocabulary::VersionMatch first = vocabulary::match_version(text, at);
    if (first.end == at || !first.dotted) return false;
    for (std::string_view separator : {" through ", " to ", " - ", " – ", "–"}) {
      if (!text.substr(first.end).starts_with(separator)) continue;
      std::size_t next = first.end + separator.size();
      vocabulary::VersionMatch last = vocabulary::match_version(text, next);
      Extraction::Where where = extraction_.where(passage);
      if (last.end == next || !last.dotted || !where.sure || !extraction_.product_above(passage))
        return false;
      for (const vocabulary::VersionMatch& end : {first, last})
        extraction_.add({*extraction_.product_above(passage), end.version,
                         extraction_.introduction_status(passage), ClaimKind::list, "list-range"},
                        where.systems, passage, passage.located.place(end.begin));
      return true;
    }
    return false;
  }

  /// Whether the passage describes a term that is a product.
  bool is_description(const Passage& passage) const {
    if (passage.list_depth == 0 || passage.item_begin || passage.introduction == kNoPassage)
      return false;
    const Passage& term = extraction_.passages[passage.introduction];
    return term.item_begin && vocabulary_.whole(term.text(), vocabulary::NameKind::product);
  }

  /// Whether the passage describes a term that names only systems.
  bool is_below_term(const Passage& passage) const {
    if (passage.list_depth == 0 || passage.item_begin || passage.introduction == kNoPassage)
      return false;
    const Passage& term = extraction_.passages[passage.introduction];
    // "Sampo (out of service)".
    std::string_view name = std::string_view(term.text()).substr(0, term.text().find(" ("));
    return term.item_begin && vocabulary_.whole(name, vocabulary::NameKind::system);
  }

  /// Whether the term above is "Versions", or a product below a heading that lists available
  /// software.
  bool is_below_label(const Passage& passage) const {
    if (passage.list_depth == 0 || passage.item_begin || passage.introduction == kNoPassage)
      return false;
    const Passage& term = extraction_.passages[passage.introduction];
    if (!term.item_begin) return false;
    if (is_version_label(term.text())) return true;
    if (!vocabulary_.whole(term.text(), vocabulary::NameKind::product)) return false;
    std::string_view text = base::trim_left(passage.text());
    if (base::starts_with_ignoring_case(text, "version")) {
      // "Versions 1.7 and 1.13" below a product are its available versions.
      Extraction::Where where = extraction_.where(passage);
      text = base::trim_left(text.substr(std::min(text.find(' '), text.size())));
      return vocabulary::match_version(text, 0).dotted && where.sure && !where.systems.empty();
    }
    return vocabulary::match_version(text, 0).dotted &&
           (lists_versions(extraction_, passage.heading) ||
            is_below_software(extraction_, passage));
  }

  /// "PyTorch Version": a label with the page's product.
  bool is_own_version_label(const Passage& passage, std::string_view text) const {
    std::vector<vocabulary::Mention> mentions =
        vocabulary_.find(text, vocabulary::Expectation::name);
    return mentions.size() == 1 && mentions[0].begin == 0 &&
           mentions[0].kind == vocabulary::NameKind::product &&
           extraction_.product_above(passage) == mentions[0].id &&
           is_version_label(base::trim(text.substr(mentions[0].end)));
  }

  /// "Puhti: 2.14, 3.0".
  bool claim_labelled(const Passage& passage, const std::vector<vocabulary::Mention>& mentions,
                      std::size_t rest) {
    std::vector<std::uint32_t> systems = systems_in(mentions, 0, rest);
    if (claim_modules(passage, rest, systems)) return true;
    if (claim_state(passage, rest, systems)) return true;
    if (claim_listed(extraction_, passage, mentions, rest, systems, "list-system-label")) {
      claim_tags(passage, rest, systems);
      return true;
    }
    return false;
  }

  /// "Mahti: not installed": a status and nothing else.
  bool claim_state(const Passage& passage, std::size_t begin,
                   const std::vector<std::uint32_t>& systems) {
    constexpr std::size_t kMaxStateLength = 40;
    std::string_view text = base::trim(std::string_view(passage.text()).substr(begin));
    if (text.size() > kMaxStateLength) return false;
    std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(text);
    if (cues.size() != 1 || cues[0].begin > 2 || !vocabulary::find_versions(text).empty())
      return false;
    std::optional<std::uint32_t> product = product_of_list(extraction_, passage);
    if (!product) return false;
    bool no = cues[0].cue == vocabulary::Cue::unavailable,
         removed = cues[0].cue == vocabulary::Cue::removed;
    if (!no && !removed) return false;
    extraction_.add({*product,
                     {},
                     no ? ClaimStatus::unavailable : ClaimStatus::removed,
                     ClaimKind::list,
                     "list-state"},
                    systems, passage, passage.located.place(begin));
    return true;
  }

  /// "Anvil: 20.02-py3, 21.09-py3": the tags aren't versions of the product but locate it.
  void claim_tags(const Passage& passage, std::size_t begin,
                  const std::vector<std::uint32_t>& systems) {
    std::optional<std::uint32_t> product = extraction_.product_above(passage);
    std::vector<vocabulary::VersionMatch> matches =
        vocabulary::find_versions(std::string_view(passage.text()).substr(begin));
    bool tags =
        product && !matches.empty() &&
        std::none_of(matches.begin(), matches.end(), [&](const vocabulary::VersionMatch& match) {
          return vocabulary_.is_plausible(*product, match.version);
        });
    if (tags)
      extraction_.add(
          {*product, {}, extraction_.introduction_status(passage), ClaimKind::list, "list-tags"},
          systems, passage, passage.located.place(begin));
  }

  /// "Puhti: (default) `tool/2.1`, `tool/2.0`": modules of one name, from `begin` on.
  bool claim_modules(const Passage& passage, std::size_t begin,
                     const std::vector<std::uint32_t>& systems) {
    std::string_view text = passage.text();
    std::string first;
    std::size_t remark = begin;
    for (std::string_view word : base::split_words(text.substr(begin))) {
      auto at = static_cast<std::size_t>(word.data() - text.data());
      auto module = word.find('/') == word.npos ? std::nullopt : parse_module(word, vocabulary_);
      bool named = module && module->product && !module->release.empty() &&
                   (first.empty() || module->name == first);
      if (!named) {
        // A long text before the first module means that this isn't a list.
        if (first.empty() && at - begin > kMaxLabelLength) return false;
        continue;
      }
      first = module->name;
      std::size_t end = at + word.size();
      std::size_t next = std::min(text.find_first_of(",;\n", end), text.size());
      ClaimStatus status =
          is_default_at(text, remark, at) || is_default_at(text, end, next)
              ? ClaimStatus::default_version
              : adjacent_status(extraction_, passage, text.substr(end, next - end));
      Draft draft{*module->product, module->release, status,
                  ClaimKind::list,  "list-module",   module->text};
      extraction_.add(draft, systems, passage, passage.located.place(at));
      remark = end;
    }
    return !first.empty();
  }

  /// An item that begins with a version, a module or a product with its version.
  void claim_item(const Passage& passage, const std::vector<vocabulary::Mention>& mentions) {
    if (claim_bundle(passage, mentions)) return;
    std::string_view text =
        std::string_view(passage.text()).substr(0, back_reference_begin(passage));
    std::string_view head = base::trim_left(text);
    // "(default) `tool/2.1`": the remark may come first.
    std::string_view remark;
    if (std::size_t close = head.find(')'); head.starts_with('(') && close < kMaxLabelLength) {
      remark = head.substr(0, close + 1);
      head = base::trim_left(head.substr(close + 1));
    }
    while (!head.empty() && (head.front() == '`' || head.front() == '*')) head.remove_prefix(1);
    // "versions netCDF-C 4.8.1 and netCDF-Fortran 4.6.0".
    auto head_begin = static_cast<std::size_t>(head.data() - text.data());
    for (std::string_view word : {"version ", "versions ", "versio ", "versiot "})
      if (base::starts_with_ignoring_case(head, word) && !mentions.empty() &&
          mentions.front().begin == head_begin + word.size()) {
        head.remove_prefix(word.size());
        head_begin += word.size();
        break;
      }
    // "PyTorch 2.8 will be available in May."
    if (std::vector<vocabulary::CueMatch> cues = vocabulary::find_cues(text);
        !cues.empty() && cues.front().cue == vocabulary::Cue::future &&
        text.substr(0, cues.front().begin).find_first_of("(,;:") == text.npos)
      return;
    vocabulary::VersionMatch version = vocabulary::match_version(head, 0);
    auto module =
        parse_module(head.substr(0, std::min(head.find_first_of(" \n"), head.size())), vocabulary_);
    bool starts_with_module = module && module->product && !module->release.empty();
    bool starts_with_version = version.end > 0 && version.dotted;
    bool starts_with_product = !mentions.empty() &&
                               mentions.front().kind == vocabulary::NameKind::product &&
                               mentions.front().begin <= std::max<std::size_t>(head_begin, 1);
    if (!starts_with_module && !starts_with_version && !starts_with_product) {
      if (is_tail_of_names(passage, mentions))
        for (const vocabulary::Mention& mention : mentions) claim_name(passage, mention);
      return claim_labelled_version(passage, mentions);
    }
    if (starts_with_product && mentions.size() == 1 &&
        mentions.front().end + 2 >= base::trim_right(text).size())
      return claim_name(passage, mentions.front());
    std::vector<std::uint32_t> systems = systems_in(mentions, 0, text.size());
    // "2.5 is available on both clusters".
    if (systems.empty() && extraction_.all_systems.size() > 1 &&
        vocabulary::has_cue(vocabulary::find_cues(text), vocabulary::Cue::everywhere))
      systems = extraction_.all_systems;
    if (systems.empty()) systems = extraction_.where(passage).systems;
    if (starts_with_product && is_field_of_products(passage)) {
      vocabulary::VersionMatch value = field_value(passage);
      extraction_.add({mentions[0].id, value.version, extraction_.introduction_status(passage),
                       ClaimKind::list, "list-product-field"},
                      systems, passage, passage.located.place(value.begin));
      return;
    }
    bool release =
        starts_with_version && !systems.empty() && is_release_with_noun(head, version.end);
    bool pair = starts_with_product && is_pair(text, mentions.front()) &&
                is_below_software(extraction_, passage);
    bool located = starts_with_product && is_located_pair(text, mentions);
    if (!starts_with_module && !release && !pair && !located && !is_version_list(passage)) return;
    if (starts_with_module) {
      auto begin = static_cast<std::size_t>(head.data() - text.data());
      std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
      bool first =
          vocabulary::has_cue(vocabulary::find_cues(remark), vocabulary::Cue::default_version);
      ClaimStatus status = first || is_default_at(text, end, text.size())
                               ? ClaimStatus::default_version
                               : adjacent_status(extraction_, passage, text.substr(end));
      Draft draft{*module->product, full_release(text, mentions, end, *module),
                  status,           ClaimKind::list,
                  "list-module",    module->text};
      extraction_.add(draft, systems, passage, passage.located.place(begin));
      return;
    }
    claim_listed(extraction_, passage, mentions, 0, systems,
                 starts_with_version ? "list-version" : "list-product",
                 starts_with_product ? subject_of(text, mentions) : std::nullopt);
  }

  /// "`pytorch/2.7`: PyTorch 2.7.1": the full release that the item gives for a module of a series.
  std::string full_release(std::string_view text, const std::vector<vocabulary::Mention>& mentions,
                           std::size_t from, const ModuleName& module) const {
    for (const BoundVersion& bound :
         bind_versions(text, mentions, from, text.size(), std::nullopt, vocabulary_))
      if (bound.product == module.product && bound.range.empty() &&
          bound.version != module.release &&
          vocabulary::version_names(module.release, bound.version))
        return bound.version;
    return module.release;
  }

  /// "`bundle/2024.1`: PyTorch 2.2.1, TensorFlow 2.15": a module and its contents.
  bool claim_bundle(const Passage& passage, const std::vector<vocabulary::Mention>& mentions) {
    std::string_view text = passage.text();
    std::size_t colon = text.substr(0, kMaxLabelLength).find(": ");
    // "`stack/2.1` (PyTorch 2.3)".
    if (colon == text.npos) colon = text.substr(0, kMaxLabelLength).find(" (");
    if (colon == text.npos) return false;
    std::string_view label = base::trim(text.substr(0, colon));
    while (!label.empty() && label.front() == '`') label.remove_prefix(1);
    while (!label.empty() && label.back() == '`') label.remove_suffix(1);
    std::size_t first = text.find_first_not_of(" `*(", colon + 1);
    bool pairs =
        std::any_of(mentions.begin(), mentions.end(), [&](const vocabulary::Mention& mention) {
          return mention.kind == vocabulary::NameKind::product && mention.begin == first;
        });
    auto module = parse_module(label, vocabulary_);
    Extraction::Where where = extraction_.where(passage);
    if (!pairs || !module || label.find('/') == label.npos || label.find(' ') != label.npos ||
        !where.sure)
      return false;
    bool any = false;
    for (const BoundVersion& bound :
         bind_versions(text, mentions, colon, text.size(), std::nullopt, vocabulary_)) {
      if (bound.version.empty() || !bound.range.empty() || bound.product == module->product)
        continue;
      extraction_.add({bound.product, bound.version, extraction_.introduction_status(passage),
                       ClaimKind::list, "list-bundle", std::string(label)},
                      where.systems, passage, passage.located.place(bound.begin));
      any = true;
    }
    return any;
  }

  /// "stack/2022.2: 1.11.0" below a sentence about where a product is available.
  void claim_labelled_version(const Passage& passage,
                              const std::vector<vocabulary::Mention>& mentions) {
    std::string_view text = passage.text();
    std::size_t colon = text.substr(0, kMaxLabelLength).find(": ");
    if (colon == text.npos || !mentions.empty() || passage.introduction == kNoPassage ||
        !lists_versions(extraction_, passage.introduction))
      return;
    std::size_t at = text.find_first_not_of(" `*", colon + 1);
    if (at == text.npos || !vocabulary::match_version(text, at).dotted) return;
    auto product = product_of_list(extraction_, passage);
    const auto& introduced = extraction_.passages[passage.introduction].mentions;
    bool named = std::any_of(
        introduced.begin(), introduced.end(),
        [&](const vocabulary::Mention& mention) { return product && mention.id == *product; });
    Extraction::Where where = extraction_.where(passage);
    if (named && where.sure)
      claim_listed(extraction_, passage, mentions, colon + 1, where.systems, "list-labelled");
  }

  /// "PyTorch: 2.1.0" and "Keras: 2.9.0": items of products with versions, unless the text above is
  /// about requirements.
  bool is_field_of_products(const Passage& passage) const {
    if (!field_value(passage).dotted) return false;
    for (std::size_t above : {passage.introduction, passage.heading}) {
      if (above == kNoPassage) continue;
      std::string lower = base::to_lower(extraction_.passages[above].text());
      for (std::string_view word : {"requir", "need", "prerequisit", "depend", "compatib", "tested",
                                    "minim", "vaati", "requis", "testé"})
        if (lower.find(word) != lower.npos) return false;
    }
    auto index = static_cast<std::size_t>(&passage - extraction_.passages.data());
    auto beside = [&](std::size_t at) {
      if (at >= extraction_.passages.size()) return false;
      const Passage& other = extraction_.passages[at];
      return other.item_begin && other.list_depth == passage.list_depth &&
             other.heading == passage.heading && field_value(other).dotted;
    };
    return beside(index + 1) || (index > 0 && beside(index - 1));
  }

  /// "Deep learning frameworks PyTorch and TensorFlow": an introduction and names, nothing else.
  static bool is_tail_of_names(const Passage& passage,
                               const std::vector<vocabulary::Mention>& mentions) {
    constexpr std::size_t kMaxItemLength = 80;
    std::string_view text = base::trim_right(passage.text());
    if (text.size() > kMaxItemLength || mentions.empty() || passage.numbered) return false;
    std::size_t last = mentions.front().begin;
    for (std::string_view word : base::split_words(text.substr(0, last)))
      for (std::string_view denial : {"without", "not", "no", "except", "sans", "ilman", "ei"})
        if (base::equals_ignoring_case(word, denial)) return false;
    for (const vocabulary::Mention& mention : mentions) {
      std::string_view between = base::trim(text.substr(last, mention.begin - last));
      bool joined = between.empty() || between == "," || between == "and" || between == "et" ||
                    between == "ja" || between == "&" || between == "/";
      if (mention.kind != vocabulary::NameKind::product || !joined) return false;
      last = mention.end;
    }
    return last >= text.size();
  }

  /// An item that is only a name, below a sentence about what is installed.
  void claim_name(const Passage& passage, const vocabulary::Mention& mention) {
    Extraction::Where where = extraction_.where(passage);
    bool offered = false;
    if (passage.introduction != kNoPassage)
      for (const vocabulary::CueMatch& cue :
           vocabulary::find_cues(extraction_.passages[passage.introduction].text())) {
        if (cue.cue != vocabulary::Cue::available) return;
        offered = true;
      }
    if (offered && where.sure && !where.systems.empty())
      extraction_.add({mention.id, {}, ClaimStatus::available, ClaimKind::list, "list-name"},
                      where.systems, passage, passage.located.place(mention.begin));
  }

  /// Whether the introduction or the heading above announces available versions.
  bool is_version_list(const Passage& passage) const {
    return lists_versions(extraction_, passage.introduction) || is_below_product(passage) ||
           (passage.introduction == kNoPassage && lists_versions(extraction_, passage.heading));
  }

  /// A subitem of an item that is only a product's name, in a list of a system's software.
  bool is_below_product(const Passage& passage) const {
    if (passage.introduction == kNoPassage ||
        !extraction_.passages[passage.introduction].item_begin)
      return false;
    const Passage& over = extraction_.passages[passage.introduction];
    return vocabulary_.whole(over.text(), vocabulary::NameKind::product) &&
           over.list_depth < passage.list_depth && is_below_software(extraction_, passage);
  }

  Extraction& extraction_;
  vocabulary::Vocabulary& vocabulary_;
};

}  // namespace

void extract_lists(Extraction& extraction) {
  ListReader reader(extraction);
  for (std::size_t i = 0; i < extraction.passages.size(); ++i) {
    Passage& passage = extraction.passages[i];
    if (passage.kind == PassageKind::prose && !passage.is_news())
      passage.listed = reader.claim(passage);
    if (passage.kind == PassageKind::prose && !passage.listed && !passage.is_news())
      reader.claim_single_state(passage);
    if (passage.kind == PassageKind::code) reader.claim_lines(passage);
  }
}

}  // namespace kbuild::claims
