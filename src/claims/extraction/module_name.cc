// Product and release in names of modules, packages, images and files, by the form of the name. The
// functions are declared in extraction.h.
#include <algorithm>

#include "base/text.h"
#include "claims/extraction/extraction.h"
#include "vocabulary/schemes.h"

namespace kbuild::claims {

using base::is_alnum;
using base::is_alpha;
using base::is_digit;

namespace {

/// Compilers and libraries that modules are built with; part of module names, but not the product.
constexpr std::string_view kPlatforms[] = {"gcc",   "intel", "cuda",   "rocm",  "openmpi",
                                           "mpich", "impi",  "aocc",   "nvhpc", "python",
                                           "gnu",   "llvm",  "ubuntu", "rocky"};

/// "cuda", "rocm-6.2".
bool is_platform_name(std::string_view part) {
  std::string name = base::to_lower(part.substr(0, part.find_first_of("-_0123456789")));
  return std::find(std::begin(kPlatforms), std::end(kPlatforms), name) != std::end(kPlatforms);
}

/// The index of the part of a module's name with the version: the first after the software's name
/// ("cuda/11.1.0-gcc/8.3.1"), even if a tree of compilers precedes it ("gcc/10.2.0/pytorch/1.8");
/// the number of parts if there is none.
std::size_t version_part(const std::vector<std::string_view>& parts,
                         const vocabulary::Vocabulary& vocabulary) {
  std::size_t own = 0;
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
    if (!is_platform_name(parts[i]) && vocabulary::release_of(parts[i]).empty() &&
        vocabulary.product_of_module(parts[i]))
      own = i;
  }
  for (std::size_t i = own + 1; i < parts.size(); ++i)
    if (!vocabulary::release_of(parts[i]).empty()) return i;
  return parts.size();
}

/// The first plausible release of the product in `tail`: "1.13.1" of "23.02-1.13.1-py3"; the first
/// release if none is plausible.
std::string plausible_release(std::string_view tail, std::uint32_t product,
                              const vocabulary::Vocabulary& vocabulary) {
  std::string first = vocabulary::release_of(tail);
  if (vocabulary.is_plausible(product, first)) return first;
  for (const vocabulary::VersionMatch& match : vocabulary::find_versions(tail))
    if (match.dotted && vocabulary.is_plausible(product, match.version)) return match.version;
  return first;
}

/// Start of a version that follows a product's name without a separator; 0 if none.
std::size_t glued_version(std::string_view word, const vocabulary::Vocabulary& vocabulary) {
  constexpr std::size_t kMinNameLength = 4;
  std::size_t at = 0;
  while (at < word.size() && is_alpha(word[at])) ++at;
  if (at < kMinNameLength || at == word.size() || !is_digit(word[at])) return 0;
  vocabulary::VersionMatch match = vocabulary::match_version(word, at);
  bool ends = match.end == word.size() || word[match.end] == '-' || word[match.end] == '_';
  return match.dotted && ends && vocabulary.product_of_module(word.substr(0, at)) ? at : 0;
}

}  // namespace

std::optional<ModuleName> parse_module(std::string_view word,
                                       const vocabulary::Vocabulary& vocabulary) {
  while (!word.empty() &&
         std::string_view("`'\"([{<,;*").find(word.front()) != std::string_view::npos)
    word.remove_prefix(1);
  if (std::size_t mark = word.find('('); mark != word.npos) word = word.substr(0, mark);
  while (!word.empty() &&
         std::string_view("`'\")]}>,;:.*").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  if (word.size() < 2 || !(is_alpha(word[0]) || is_digit(word[0])) || word.find("://") != word.npos)
    return std::nullopt;
  bool spelled = std::all_of(word.begin(), word.end(), [](char c) {
    return is_alnum(c) || std::string_view("/._+-@=").find(c) != std::string_view::npos;
  });
  if (!spelled) return std::nullopt;
  ModuleName module{std::string(word), {}, {}, {}, std::nullopt};
  std::vector<std::string_view> parts = base::split(word, '/');
  std::size_t version = version_part(parts, vocabulary);
  if (version == parts.size() && parts.size() == 1) {
    std::size_t at = word.find('@');
    for (std::size_t i = 1; at == word.npos && i + 1 < word.size(); ++i)
      if ((word[i] == '-' || word[i] == '_') && is_digit(word[i + 1])) at = i;
    if (at != word.npos && !vocabulary::find_versions(word.substr(at + 1)).empty()) {
      parts = {word.substr(0, at), word.substr(at + 1)};
      version = 1;
    }
  }
  // "turbomole7.0", "orca5.0.3-mpi": name and version without a separator.
  if (version == parts.size() && parts.size() == 1)
    if (std::size_t at = glued_version(word, vocabulary); at > 0) {
      parts = {word.substr(0, at), word.substr(at)};
      version = 1;
    }
  if (parts.front().empty()) return std::nullopt;
  // "python/pytorch-1.13py3.10": the last part has name and version.
  if (version == parts.size() && parts.size() > 1) {
    std::string_view last = parts.back();
    for (std::size_t i = 1; i + 1 < last.size(); ++i) {
      if ((last[i] != '-' && last[i] != '_') || !is_digit(last[i + 1])) continue;
      auto product = vocabulary.product_of_module(last.substr(0, i));
      // "py3.10" is the Python version that it was built for.
      std::string_view tail = last.substr(i + 1);
      tail = tail.substr(0, tail.find("py"));
      std::string release = product ? plausible_release(tail, *product, vocabulary) : std::string();
      if (product && !release.empty())
        return ModuleName{std::string(word), std::string(last.substr(0, i)),
                          std::string(last.substr(i + 1)), std::move(release), product};
      break;
    }
  }
  if (version < parts.size()) {
    module.version_text = parts[version];
    module.release = vocabulary::release_of(parts[version]);
  } else if (parts.size() > 1) {
    module.version_text = parts.back();
    version = parts.size() - 1;
  }
  for (std::size_t i = version; i-- > 0;) {
    // "pytorch/rocm-6.2/2.5.1" isn't ROCm.
    if (i > 0 && parts[i] != module.version_text && is_platform_name(parts[i]) &&
        parts[i].find('-') != std::string_view::npos)
      continue;
    module.product = vocabulary.product_of_module(parts[i]);
    if (module.name.empty() || module.product) module.name = parts[i];
    if (module.product) break;
  }
  if (module.product && module.release.empty())
    module.release =
        vocabulary::release_by_module_scheme(vocabulary.name(*module.product), module.version_text);
  else if (module.product)
    module.release = plausible_release(module.version_text, *module.product, vocabulary);
  return module;
}

std::string release_within(const ModuleName& module, std::optional<std::uint32_t> product,
                           const vocabulary::Vocabulary& vocabulary) {
  if (!product || !module.product || module.product == product ||
      module.version_text.find('-') == std::string::npos)
    return {};
  auto found = find_in_file_name(module.version_text, product, vocabulary);
  return found && found->product == product ? found->release : std::string();
}

std::optional<ModuleName> find_in_file_name(std::string_view word,
                                            std::optional<std::uint32_t> preferred,
                                            const vocabulary::Vocabulary& vocabulary) {
  std::vector<vocabulary::Mention> mentions = vocabulary.find(word, vocabulary::Expectation::name);
  std::erase_if(mentions, [](const vocabulary::Mention& mention) {
    return mention.kind != vocabulary::NameKind::product;
  });
  if (mentions.empty()) return std::nullopt;
  bool has_preferred =
      std::any_of(mentions.begin(), mentions.end(),
                  [&](const vocabulary::Mention& mention) { return mention.id == preferred; });
  // "ubuntu-16.04-pytorch-0.4.1-cuda-9.0": the platform isn't the product.
  auto is_platform = [&](const vocabulary::Mention& mention) {
    std::string name = base::to_lower(word.substr(mention.begin, mention.end - mention.begin));
    return std::find(std::begin(kPlatforms), std::end(kPlatforms), name) != std::end(kPlatforms);
  };
  auto first = std::find_if_not(mentions.begin(), mentions.end(), is_platform);
  std::uint32_t product = has_preferred             ? *preferred
                          : first != mentions.end() ? first->id
                                                    : mentions.front().id;
  ModuleName found{std::string(word), vocabulary.name(product), {}, {}, product};
  for (const vocabulary::Mention& mention : mentions) {
    if (mention.id != product || !found.release.empty()) continue;
    std::size_t at = mention.end;
    if (at < word.size() && std::string_view("-_:@=.").find(word[at]) != std::string_view::npos)
      ++at;
    vocabulary::VersionMatch match = vocabulary::match_version(word, at);
    if (match.end > at && match.dotted && vocabulary.is_plausible(product, match.version))
      found.release = match.version;
  }
  return found;
}

}  // namespace kbuild::claims
