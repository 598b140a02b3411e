// The table of page checks; see page_checks.h.
#include "check/page_checks.h"

namespace kbuild::check {

namespace {

using PageCheck = void (*)(const page::Page&, diag::Diagnostics&);

constexpr PageCheck kPageChecks[] = {
    check_authoring_notes,
};

}  // namespace

diag::Diagnostics check_page(const page::Page& page, const std::vector<page::Snippet>&) {
  diag::Diagnostics out;
  for (PageCheck check : kPageChecks) check(page, out);
  return out;
}

}  // namespace kbuild::check
