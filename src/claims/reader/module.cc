// Reads names of modules, packages and images part by part; see module.h.
#include "claims/reader/module.h"

#include <algorithm>

#include "base/text.h"
#include "vocabulary/schemes.h"
#include "vocabulary/version.h"

namespace kbuild::claims::reader {

namespace {

using vocabulary::Vocabulary;

/// What modules are built with or for; parts of their names, but not the product.
constexpr std::string_view kFlavours[] = {
    "gcc",  "gnu", "intel", "oneapi", "aocc",   "nvhpc",   "llvm",   "cray",   "cuda",
    "rocm", "mpi", "impi",  "hpcx",   "mpich",  "openmpi", "python", "py",     "gpu",
    "cpu",  "com", "org",   "omp",    "serial", "single",  "double", "ubuntu", "rocky"};

/// "cuda", "rocm-6.2", "py3", "gpu-cuda-12.1".
bool is_flavour(std::string_view part) {
  std::string name = base::to_lower(part.substr(0, part.find_first_of("-_.0123456789")));
  return std::find(std::begin(kFlavours), std::end(kFlavours), name) != std::end(kFlavours);
}

/// Whether a part of a module's name begins as versions do: "6.3.2", "v2212", "R2024b".
bool begins_version(std::string_view part) {
  if (part.empty()) return false;
  if (base::is_digit(part[0])) return true;
  if ((part[0] == 'v' || part[0] == 'V') && part.size() > 1 && base::is_digit(part[1])) return true;
  return vocabulary::match_scheme(part, 0).end > 0;
}

/// Where the version begins in a part that joins a name and a version: 5 in "cp2k-2024.3"; 0 where
/// it is no such part.
std::size_t joined_version(std::string_view part) {
  if (part.empty() || !base::is_alpha(part[0])) return 0;
  for (std::size_t i = 1; i + 1 < part.size(); ++i)
    if (std::string_view("-_@").find(part[i]) != std::string_view::npos &&
        begins_version(part.substr(i + 1)))
      return i + 1;
  return 0;
}

/// "6_1_0-avx2" is 6.1.0.
std::string with_dots(std::string_view version) {
  std::string out(version.substr(0, version.find('-')));
  bool numbers = base::is_all(out, [](char c) { return base::is_digit(c) || c == '_'; });
  if (!numbers || out.find('_') == out.npos) return std::string(version);
  std::replace(out.begin(), out.end(), '_', '.');
  return out;
}

/// The release with the numbers that follow it: "2024R2.04", "1.8.0_144".
std::string with_patch(std::string_view version) {
  std::string release = vocabulary::release_of(version);
  std::size_t at = vocabulary::match_version(version, 0).end;
  if (at == 0) return release;
  for (std::size_t begin = at; at + 1 < version.size() &&
                               (version[at] == '.' || version[at] == '_') &&
                               base::is_digit(version[at + 1]);) {
    ++at;
    while (at < version.size() && base::is_digit(version[at])) ++at;
    if (at < version.size() && base::is_alpha(version[at])) break;
    release += version.substr(begin, at - begin);
    begin = at;
  }
  return release;
}

/// The release that the version of a module, package or tag names; empty where it cannot be one of
/// the product.
std::string release_named(std::string_view version, const NamedVersion& named,
                          const Vocabulary& vocabulary, std::optional<std::uint32_t> product) {
  if (product)
    if (std::string own = vocabulary::release_by_module_scheme(named.product, version);
        !own.empty())
      return own;
  // "2024-12", "2024-04-29" and "2016_01_04" are whole.
  bool dated = version.size() >= 7 && (version[4] == '-' || version[4] == '_') &&
               base::is_all(version, [&](char c) { return base::is_digit(c) || c == version[4]; });
  if (dated) return std::string(version);
  // "1.10py3.9" is built for Python 3.9.
  std::size_t python = version.find("py");
  if (python != version.npos && python > 0 && base::is_digit(version[python - 1]))
    version = version.substr(0, python);
  std::string release = with_patch(with_dots(version));
  bool plausible = !product || vocabulary.is_plausible(*product, release);
  return plausible ? release : std::string();
}

std::optional<NamedVersion> named_version(std::string_view name, std::string_view version,
                                          const Vocabulary& vocabulary) {
  std::optional<std::uint32_t> product = vocabulary.product_of_module(name);
  NamedVersion named{
      product ? vocabulary.name(*product) : std::string(name), {}, {}, product.has_value()};
  named.version = release_named(version, named, vocabulary, product);
  if (named.version.empty()) return std::nullopt;
  return named;
}

/// The word without the punctuation and the marks around it.
std::string_view bare_word(std::string_view word) {
  word = base::trim(word);
  word = word.substr(0, word.find('('));
  while (!word.empty() && std::string_view("`'\"[{,;*").find(word.front()) != word.npos)
    word.remove_prefix(1);
  while (!word.empty() && std::string_view("`'\"]},;:.*").find(word.back()) != word.npos)
    word.remove_suffix(1);
  return word;
}

/// "moduleName", "module_name", "my_tool", "myTool", "PrgEnv-xxx", "XX".
bool has_form_of_placeholder(std::string_view part) {
  std::string lower = base::to_lower(part);
  if (lower.find("xxx") != lower.npos || lower == "xx") return true;
  constexpr std::string_view kName = "name";
  if (lower.size() > kName.size() && lower.ends_with(kName)) {
    char before = part[part.size() - kName.size() - 1];
    if (before == '-' || before == '_' || part[part.size() - kName.size()] == 'N') return true;
    if (base::is_any_of(lower, {"modulename", "softwarename", "packagename", "programname"}))
      return true;
  }
  return part.size() > 2 && lower.starts_with("my") &&
         (part[2] == '_' || part[2] == '-' || (part[0] == 'm' && base::is_upper(part[2])));
}

/// The part that the version at `version` belongs to: "lang/Python" is Python, but "pytorch/gpu" is
/// not, nor is "openmpi/mlnx/gcc/64" GCC.
std::size_t product_part(const std::vector<std::string_view>& parts, std::size_t version,
                         const Vocabulary& vocabulary) {
  auto known = [&](std::size_t at) { return vocabulary.product_of_module(parts[at]).has_value(); };
  std::size_t name = version - 1;
  while (name > 0) {
    if (begins_version(parts[name]) || (is_flavour(parts[name]) && !known(name))) {
      --name;
      continue;
    }
    // A compiler is the flavour of a product before it, unless that has a version of its own.
    std::size_t before = name;
    while (before > 0 && !begins_version(parts[before - 1]) && !known(before - 1)) --before;
    if (!is_flavour(parts[name]) || before == 0 || begins_version(parts[before - 1])) break;
    name = before - 1;
  }
  return name;
}

bool is_module_byte(char c) {
  return base::is_alnum(c) || std::string_view("/._+-=").find(c) != std::string_view::npos;
}

}  // namespace

bool is_placeholder(std::string_view word) {
  if (word.find_first_of("<>$%{}*|") != word.npos || word.find("...") != word.npos) return true;
  std::string lower = base::to_lower(word);
  for (std::string_view part : {"x.y", "version", "x.x", "your"})
    if (lower.find(part) != lower.npos) return true;
  return false;
}

std::optional<NamedVersion> version_of_module(std::string_view word, const Vocabulary& vocabulary) {
  constexpr std::size_t kMaxParts = 8;
  word = bare_word(word);
  if (word.empty() || !base::is_alpha(word[0]) || is_placeholder(word) ||
      !std::all_of(word.begin(), word.end(), is_module_byte))
    return std::nullopt;
  std::vector<std::string_view> parts = base::split(word, '/');
  if (parts.size() > kMaxParts ||
      std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part.empty(); }))
    return std::nullopt;
  if (std::any_of(parts.begin(), parts.end(), has_form_of_placeholder) ||
      (vocabulary.is_placeholder(parts[0]) &&
       !vocabulary.whole(parts[0], vocabulary::NameKind::product)))
    return std::nullopt;
  auto as_module = [&](std::optional<NamedVersion> named) {
    if (named) named->module = word;
    return named;
  };

  std::size_t version = parts.size() - 1;
  while (version > 0 && !begins_version(parts[version]) && is_flavour(parts[version])) --version;
  // "cuda/11.1.0-gcc/8.3.1": the version of the compiler follows its name.
  if (version > 1 && begins_version(parts[version]) && begins_version(parts[version - 1])) {
    std::string_view before = parts[version - 1];
    std::size_t dash = before.rfind('-');
    if (dash != before.npos && is_flavour(before.substr(dash + 1))) --version;
  }
  if (version > 0 && begins_version(parts[version])) {
    std::size_t name = product_part(parts, version, vocabulary);
    return as_module(named_version(parts[name], parts[version], vocabulary));
  }
  if (parts.size() > 1) {
    std::string_view last = parts.back(), before = parts[parts.size() - 2];
    // "g16_C.02" of Gaussian.
    auto product = vocabulary.product_of_module(before);
    if (product && !vocabulary::release_by_module_scheme(vocabulary.name(*product), last).empty())
      return as_module(named_version(before, last, vocabulary));
    if (std::size_t at = joined_version(last); at > 0) {
      std::string_view name = last.substr(0, at - 1);
      // "molpro/mpp-2019.2": a variant of Molpro.
      bool own = vocabulary.product_of_module(name).has_value() ||
                 base::equals_ignoring_case(name, before);
      return as_module(named_version(own ? name : before, last.substr(at), vocabulary));
    }
  }
  // Without a version the first part is the module, unless it is a category.
  std::string_view name = vocabulary.is_module_category(parts[0]) ? parts.back() : parts[0];
  for (std::string_view part : parts)
    if (!is_flavour(part) && vocabulary.product_of_module(part)) name = part;
  std::optional<std::uint32_t> product = vocabulary.product_of_module(name);
  return NamedVersion{product ? vocabulary.name(*product) : std::string(name),
                      {},
                      std::string(word),
                      product.has_value()};
}

std::optional<NamedVersion> version_of_image(std::string_view word, const Vocabulary& vocabulary) {
  word = bare_word(word);
  if (is_placeholder(word)) return std::nullopt;
  word = word.substr(word.rfind('/') == word.npos ? 0 : word.rfind('/') + 1);
  for (std::string_view ending : {".sif", ".simg", ".sqsh", ".img", ".eb"})
    if (word.ends_with(ending)) word.remove_suffix(ending.size());
  // The name ends where its version begins: "lumi-pytorch-rocm-5.6" names the version of ROCm.
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    if (std::string_view("-_:@").find(word[i]) == std::string_view::npos ||
        !begins_version(word.substr(i + 1)))
      continue;
    std::size_t before = word.substr(0, i).find_last_of("-_:@");
    std::size_t begin = before == word.npos ? 0 : before + 1;
    std::string_view name = word.substr(begin, i - begin);
    auto product = vocabulary.product_of_module(word.substr(0, i));
    if (!product) product = vocabulary.whole(name, vocabulary::NameKind::product);
    if (!product) return std::nullopt;
    NamedVersion named{vocabulary.name(*product), {}, {}, true};
    named.version = release_named(word.substr(i + 1), named, vocabulary, product);
    if (named.version.empty()) return std::nullopt;
    return named;
  }
  return std::nullopt;
}

std::optional<NamedVersion> version_of_package(std::string_view name, std::string_view version,
                                               const Vocabulary& vocabulary) {
  bool spelled = !name.empty() && base::is_alpha(name[0]) &&
                 std::all_of(name.begin(), name.end(), is_module_byte) &&
                 name.find('/') == name.npos;
  if (!spelled || is_placeholder(name) || is_placeholder(version)) return std::nullopt;
  return named_version(name, version, vocabulary);
}

}  // namespace kbuild::claims::reader
