// The versions that something lists of one product on one system, to find which of them a claim
// means: "2.7", or the module "pytorch/2.7", where 2.7.1 is listed.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "claims/claim.h"

namespace kbuild::matrix {

class Listed {
 public:
  /// Whether a listed series ("2024") holds what a claim names more exactly ("2024.2"), as in the
  /// list of a machine, whose modules are what they are called.
  enum class Series : std::uint8_t { alone, with_members };
  explicit Listed(Series series) : series_(series) {}

  /// Its version must not be empty or a range.
  void add(const claims::Claim& claim);
  bool empty() const { return versions_.empty(); }

  /// The listed version that the claim means: the same, else the newest with its module, else the
  /// newest usable one of its series, else the series that holds it; "" if none. O(log n).
  std::string find(const claims::Claim& claim) const;

 private:
  /// Puts the version where it is better than what is there: usable, then newer.
  void offer(std::map<std::string, std::string>& of, const std::string& key,
             const std::string& version) const;

  Series series_;
  /// With whether users can use it.
  std::map<std::string, bool> versions_;
  std::map<std::string, std::string> by_module_;
  std::map<std::string, std::string> by_series_;
};

}  // namespace kbuild::matrix
