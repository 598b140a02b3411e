// The stages of reading claims, and the table of assertions; see extract.h.
#include "claims/reader/extract.h"

#include <iterator>

#include "claims/reader/declared.h"
#include "claims/reader/place.h"
#include "claims/reader/reconcile.h"

namespace kbuild::claims::reader {

namespace {

using Assert = Assertions (*)(const Outline&, const Subject&, diag::Diagnostics&);
/// One for each form of text.
constexpr Assert kForms[] = {assert_front_matter, assert_tables, assert_lists,
                             assert_listings,     assert_loads,  assert_installs};

}  // namespace

}  // namespace kbuild::claims::reader

namespace kbuild::claims {

std::vector<Claim> extract_claims(const page::Page& page, diag::Diagnostics& diagnostics) {
  if (page.content.front_matter["draft"].boolean().value_or(false)) return {};
  using namespace reader;
  Outline outline = outline_of(page);
  Subject subject = subject_of(outline);
  name_labels(outline, subject.vocabulary);
  Assertions assertions;
  for (Assert assert_form : kForms) {
    Assertions made = assert_form(outline, subject, diagnostics);
    std::move(made.begin(), made.end(), std::back_inserter(assertions));
  }
  declare(assertions, outline, subject, diagnostics);
  place(assertions, outline, subject);
  return reconcile(std::move(assertions), outline, subject);
}

}  // namespace kbuild::claims
