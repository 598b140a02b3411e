// Turns the entries of lists into claims; see installed.h.
#include "matrix/installed.h"

#include <set>
#include <unordered_map>

#include "base/text.h"
#include "base/text_hash.h"
#include "vocabulary/version.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::matrix {

namespace {

constexpr std::size_t kMaxExcerpt = 200;

/// The version without the toolchain or flavour that a hyphen and a letter or a plus begin: "2.1.2"
/// of "2.1.2-foss-2023a", but "7.0.10-35" and "2019_update5" whole.
std::string version_of(std::string_view listed) {
  std::string release = vocabulary::release_of(listed);
  std::size_t at = release.empty() ? listed.npos : listed.find(release);
  if (at == listed.npos) return std::string(listed);
  std::string_view rest = listed.substr(at + release.size());
  for (std::size_t i = 0; i < rest.size(); ++i)
    if (rest[i] == '+' || (rest[i] == '-' && i + 1 < rest.size() && base::is_alpha(rest[i + 1])))
      rest = rest.substr(0, i);
  return release.append(rest);
}

/// Names products as the site does; lists name each one once a version.
class ProductNames {
 public:
  explicit ProductNames(const meta::Names& names) : vocabulary_(names) {
    vocabulary_.set_finnish(false);
    for (const meta::ProductName& product : names.products) configured_.insert(product.name);
  }

  const std::string& of(const std::string& product) {
    auto [known, fresh] = known_.try_emplace(product);
    if (fresh) {
      auto row = vocabulary_.whole(product, vocabulary::NameKind::product);
      known->second = row ? vocabulary_.name(*row) : product;
    }
    return known->second;
  }

  /// Whether the configuration says how the product is called.
  bool is_configured(const std::string& known) const { return configured_.contains(known); }

 private:
  vocabulary::Vocabulary vocabulary_;
  std::set<std::string> configured_;
  std::unordered_map<std::string, std::string, base::TextHash, std::equal_to<>> known_;
};

/// The entry's line; of a line as long as JSON without breaks, the entry alone.
std::string excerpt_of(const inventory::Entry& entry, std::string_view text) {
  if (entry.begin > text.size()) return {};
  std::size_t begin = entry.begin, end = std::min<std::size_t>(entry.end, text.size());
  while (begin > 0 && text[begin - 1] != '\n' && entry.end - begin < kMaxExcerpt) --begin;
  while (end < text.size() && text[end] != '\n' && end - begin < kMaxExcerpt) ++end;
  bool whole = (begin == 0 || text[begin - 1] == '\n') && (end == text.size() || text[end] == '\n');
  if (!whole) begin = entry.begin, end = std::min<std::size_t>(entry.end, text.size());
  return std::string(base::trim(text.substr(begin, std::min(end - begin, kMaxExcerpt))));
}

}  // namespace

std::vector<claims::Claim> claims_of(const inventory::Inventory& list, std::string_view path,
                                     std::string_view text, std::string_view system,
                                     const meta::Names& names) {
  ProductNames products(names);
  std::string place(list.system.empty() ? system : list.system);
  if (const meta::SystemName* known = meta::find_system(names, place)) place = known->name;
  std::vector<claims::Claim> claims;
  for (const inventory::Entry& entry : list.entries) {
    claims::Claim& claim = claims.emplace_back();
    claim.product = products.of(entry.product);
    claim.version = version_of(entry.version);
    claim.system = place;
    claim.status = entry.is_default && !entry.hidden ? claims::ClaimStatus::default_version
                                                     : claims::ClaimStatus::available;
    claim.hidden = entry.hidden;
    if (!entry.module.empty() && !products.is_configured(claim.product))
      claim.listed_as = entry.product;
    claim.kind = claims::ClaimKind::imported;
    claim.basis = claims::Basis::installed;
    claim.placed = true;
    claim.module = entry.module;
    claim.date = list.date;
    claim.path = path;
    claim.rule = "installed-list";
    claim.excerpt = excerpt_of(entry, text);
    claim.place = {0, entry.begin, entry.end};
    claim.line = entry.line;
  }
  return claims;
}

}  // namespace kbuild::matrix
