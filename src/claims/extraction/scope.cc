// Finds fields of systems and sets the scope of their sections; see scope.h.
#include "claims/extraction/scope.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::claims {

namespace {

/// Maximum length of a field, in bytes.
constexpr std::size_t kMaxFieldLength = 160;
constexpr std::string_view kLabels[] = {
    "cluster",           "clusters",      "cluster(s)",    "available on",  "available clusters",
    "available systems", "installed on",  "hpc system",    "hpc systems",   "hpc cluster",
    "hpc clusters",      "system",        "systems",       "supercomputer", "supercomputers",
    "machine",           "machines",      "klusteri",      "klusterit",     "supertietokone",
    "supertietokoneet",  "käytettävissä", "saatavilla",    "grappe",        "grappes",
    "calculateur",       "calculateurs",  "disponible sur"};

/// Labels of fields that give systems in a phrase.
constexpr std::string_view kStatusLabels[] = {"status", "availability", "statut", "disponibilité"};
constexpr std::string_view kPresence[] = {"available on ", "installed on ", "disponible sur ",
                                          "installé sur "};

std::string_view without_marks(std::string_view text) {
  while (!text.empty() && std::string_view("*`_ \n").find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && std::string_view("*`_ .\n").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<std::string_view> names_of_system_field(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  std::size_t colon = text.find(':');
  if (text.size() > kMaxFieldLength || colon == text.npos) return {};
  std::string label = base::to_lower(without_marks(text.substr(0, colon)));
  std::string_view value = text.substr(colon + 1);
  if (std::find(std::begin(kLabels), std::end(kLabels), label) == std::end(kLabels)) {
    // "Status: available on Sampo and Louhi".
    value = without_marks(value);
    auto phrase = std::find_if(
        std::begin(kPresence), std::end(kPresence),
        [&](std::string_view each) { return base::starts_with_ignoring_case(value, each); });
    bool status = std::find(std::begin(kStatusLabels), std::end(kStatusLabels), label) !=
                  std::end(kStatusLabels);
    if (!status || phrase == std::end(kPresence)) return {};
    value.remove_prefix(phrase->size());
  }
  std::vector<std::string_view> names;
  for (std::string_view part : base::split(value, ',')) {
    part = without_marks(part);
    for (std::size_t at = 0; at <= part.size();) {
      std::size_t end = part.size(), next = part.size() + 1;
      for (std::string_view separator : {" and ", " ja ", " et ", " & ", " / ", "/", " or "})
        if (std::size_t found = part.find(separator, at); found < end)
          end = found, next = found + separator.size();
      std::string_view name = without_marks(part.substr(at, end - at));
      for (std::string_view separator : {"and ", "ja ", "et "})
        if (name.starts_with(separator)) name.remove_prefix(separator.size());
      // Names have one or two words; more are a sentence.
      if (base::split_words(name).size() > 2) return {};
      if (!name.empty()) names.push_back(name);
      at = next;
    }
  }
  return names;
}

std::string field_text(const std::vector<Passage>& passages, const Passage& passage) {
  bool defined = passage.list_depth > 0 && !passage.item_begin &&
                 passage.introduction != kNoPassage && passages[passage.introduction].item_begin;
  return defined ? passages[passage.introduction].text() + ": " + passage.text() : passage.text();
}

void apply_system_fields(std::vector<Passage>& passages, const vocabulary::Vocabulary& vocabulary) {
  struct Field {
    std::size_t passage = 0;
    std::size_t heading = 0;
    std::vector<std::uint32_t> systems;
  };
  std::vector<Field> fields;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    if (passages[i].kind != PassageKind::prose) continue;
    Field field{i, passages[i].heading, {}};
    std::string text = field_text(passages, passages[i]);
    for (std::string_view name : names_of_system_field(text))
      for (std::uint32_t id :
           systems_in(vocabulary.find(name, vocabulary::Expectation::name), 0, name.size()))
        field.systems.push_back(id);
    if (!field.systems.empty()) fields.push_back(std::move(field));
  }
  auto is_below = [&](const Passage& passage, std::size_t heading) {
    for (std::size_t at = passage.heading;; at = passages[at].heading) {
      if (at == heading) return true;
      if (at == kNoPassage) return false;
    }
  };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    auto same = [&](const Field& other) { return other.heading == fields[i].heading; };
    auto next =
        std::find_if(fields.begin() + static_cast<std::ptrdiff_t>(i) + 1, fields.end(), same);
    bool alone = next == fields.end() && std::find_if(fields.begin(), fields.end(), same) ==
                                             fields.begin() + static_cast<std::ptrdiff_t>(i);
    std::size_t begin = alone ? 0 : fields[i].passage;
    std::size_t end = next == fields.end() ? passages.size() : next->passage;
    for (std::size_t at = begin; at < end; ++at)
      if (passages[at].scope.systems.empty() && is_below(passages[at], fields[i].heading))
        passages[at].scope = {Scope::Origin::heading, fields[i].systems};
  }
}

}  // namespace kbuild::claims
