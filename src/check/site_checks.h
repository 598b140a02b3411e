// Checks that need the whole site. They run on each build over facts, never over trees.
#pragma once

#include <functional>
#include <vector>

#include "diag/diagnostic.h"
#include "site/links.h"
#include "site/navigation.h"
#include "snippets/code.h"

namespace kbuild::check {

/// A page of the site with what its links lead to, in the order of its facts' links.
struct CheckedPage {
  site::PageId page = site::kNoPage;
  const page::PagePlaces* places = nullptr;
  const std::vector<snippets::CodeMark>* code = nullptr;
  std::vector<site::ResolvedLink> links;
};

struct SiteInput {
  const site::SiteIndex& index;
  /// One per language of the index.
  const std::vector<site::Navigation>& navigations;
  const std::vector<CheckedPage>& pages;
  /// A place of a page as a span; reads the page's text when called.
  std::function<source::Span(site::PageId, const page::Place&)> locate;
};

// The checks that have files of their own.
void check_code_drift(const SiteInput& input, diag::Diagnostics& out);

/// All site checks, in the order of the table in site_checks.cc.
diag::Diagnostics check_site(const SiteInput& input);

}  // namespace kbuild::check
