// Finds listed versions by module and by series; see listed.h.
#include "matrix/listed.h"

#include <vector>

#include "vocabulary/version.h"

namespace kbuild::matrix {

namespace {

/// "2" and "2.7" of "2.7.1", shortest first; at most as many as versions have parts.
std::vector<std::string> series_of(std::string_view version) {
  constexpr std::size_t kMaxParts = 8;
  std::vector<std::string> out;
  for (std::size_t dot = version.find('.'); dot != version.npos && out.size() < kMaxParts;
       dot = version.find('.', dot + 1))
    out.emplace_back(version.substr(0, dot));
  return out;
}

}  // namespace

void Listed::offer(std::map<std::string, std::string>& of, const std::string& key,
                   const std::string& version) const {
  auto [entry, fresh] = of.try_emplace(key, version);
  if (fresh) return;
  bool usable = versions_.at(version), old_usable = versions_.at(entry->second);
  if (usable != old_usable ? usable : vocabulary::compare_versions(version, entry->second) > 0)
    entry->second = version;
}

void Listed::add(const claims::Claim& claim) {
  versions_[claim.version] |= claims::is_usable(claim.status);
  if (!claim.module.empty()) offer(by_module_, claim.module, claim.version);
  for (const std::string& series : series_of(claim.version))
    offer(by_series_, series, claim.version);
}

std::string Listed::find(const claims::Claim& claim) const {
  const std::string& wanted = claim.version;
  if (versions_.contains(wanted)) return wanted;
  if (auto found = by_module_.find(claim.module); found != by_module_.end()) {
    const std::string& version = found->second;
    if (vocabulary::version_names(wanted, version) || vocabulary::version_names(version, wanted))
      return version;
  }
  std::string series = wanted;
  if (series.ends_with(".x") || series.ends_with(".*")) series.resize(series.size() - 2);
  if (auto found = by_series_.find(series); found != by_series_.end()) return found->second;
  if (series != wanted && versions_.contains(series)) return series;
  if (series_ == Series::alone) return {};
  std::vector<std::string> holders = series_of(wanted);
  for (std::size_t i = holders.size(); i-- > 0;)
    if (versions_.contains(holders[i])) return holders[i];
  return {};
}

}  // namespace kbuild::matrix
