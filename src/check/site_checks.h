// Checks that need the whole site. They run in each build, on facts instead of trees.
#pragma once

#include <functional>
#include <vector>

#include "diag/diagnostic.h"
#include "site/links.h"
#include "site/navigation.h"
#include "snippets/code.h"

namespace kbuild::check {

/// A page with the targets of its links, in the order of the facts' links.
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
  /// Converts a place of a page into a span; reads the page's text when called.
  std::function<source::Span(site::PageId, const page::Place&)> locate;
};

// The checks in files of their own.
void check_code_drift(const SiteInput& input, diag::Diagnostics& out);

/// All site checks, in the order of the table in site_checks.cc.
diag::Diagnostics check_site(const SiteInput& input);

}  // namespace kbuild::check
