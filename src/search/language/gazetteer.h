// The names of systems and products in running text, with the case endings that Finnish gives them:
// "Puhdissa", "LUMI:lla" and "Allakseen" name Puhti, LUMI and Allas.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "meta/names.h"

namespace kbuild::search {

class Gazetteer {
 public:
  Gazetteer() = default;
  explicit Gazetteer(const meta::Names& names);

  /// The system that a word (any case, perhaps inflected) names, as the configuration writes it; ""
  /// if none.
  std::string_view system_of(std::string_view word) const;
  /// The beginnings of inflected forms, folded, and the system of each, longest first.
  std::vector<std::pair<std::string, std::string>> stems() const;
  /// Systems, products that any of the texts names, each once, in order of first mention.
  std::vector<std::string> systems_in(const std::vector<std::string>& texts) const;
  std::vector<std::string> products_in(const std::vector<std::string>& texts) const;

 private:
  struct Stem {
    std::string text;
    std::string name;
  };
  /// Folded beginnings of inflected forms -> the system, longest first.
  std::vector<Stem> systems_;
  std::map<std::string, std::string, std::less<>> products_;
};

}  // namespace kbuild::search
