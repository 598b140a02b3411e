// How far each claim may go without a maintainer's word: what makes a cell, and what only waits for
// review. A claim's own form and the names that a site knows decide; which claim wins is merge()'s.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "claims/claim.h"
#include "meta/names.h"

namespace kbuild::matrix {

/// Products that a site vouches for, by claims::product_key().
struct Anchors {
  std::set<std::string> products;

  bool has(std::string_view product) const;
  void add(std::string_view product);
};

/// Products that the configuration names, that a list of any system has, or whose module a page
/// loads or shows in a listing.
Anchors anchors_of(const std::vector<claims::Claim>& claims, const meta::Names& names);

struct WeighPolicy {
  /// Which systems the site vouches for.
  enum class Systems : std::uint8_t {
    /// Those of the configuration and `sources`.
    configured,
    /// Every one that a page names: a lone file has no configuration.
    any,
  } systems = Systems::configured;
  /// The systems that sources are about.
  std::vector<std::string> sources = {};
};

/// Sets each claim's basis: lists of machines are installed; statements of authors are declared,
/// once systems are configured only for those; and read is what a table, list or listing says of a
/// known system that it names and of a product that is anchored or the page's subject, and what
/// code loads of the page's subject. All else is a candidate: prose, news, headings, tabs,
/// includes, constraints, what users install, what examples load, several versions on several
/// systems. Returns how many claims wait for nothing but that their system is configured.
std::size_t weigh(std::vector<claims::Claim>& claims, const meta::Names& names,
                  const Anchors& anchors, const WeighPolicy& policy = {});

}  // namespace kbuild::matrix
