// The stages of reading claims, and the table of assertions; see read.h.
#include "claims/reader/read.h"

#include <iterator>

#include "claims/reader/assertion.h"
#include "claims/reader/place.h"
#include "claims/reader/reconcile.h"

namespace kbuild::claims::reader {

namespace {

using Assert = Assertions (*)(const Outline&, const Subject&, diag::Diagnostics&);
/// One for each form of text.
constexpr Assert kForms[] = {assert_tables, assert_lists, assert_listings, assert_loads,
                             assert_installs};

}  // namespace

std::vector<Claim> read_claims(const page::Page& page, diag::Diagnostics& diagnostics) {
  if (page.content.front_matter["draft"].boolean().value_or(false)) return {};
  Outline outline = outline_of(page);
  Subject subject = subject_of(outline);
  name_labels(outline, subject.vocabulary);
  Assertions assertions;
  for (Assert assert_form : kForms) {
    Assertions made = assert_form(outline, subject, diagnostics);
    std::move(made.begin(), made.end(), std::back_inserter(assertions));
  }
  place(assertions, outline, subject);
  return reconcile(std::move(assertions), outline, subject);
}

}  // namespace kbuild::claims::reader
