// An assertion: what one passage says by itself, before the structure of the page gives it a
// system. Each form of text has a function that makes them, listed here; none changes anything
// else, so they may run in any order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/claim.h"
#include "claims/reader/outline.h"
#include "claims/reader/subject.h"

namespace kbuild::claims::reader {

struct Assertion {
  /// As the vocabulary spells it, else as written.
  std::string product;
  /// In the product's own scheme; several joined by ", " for the rule "table-many-to-many".
  std::string version = {};
  /// Those that the text itself names; where it names none, place() asks the structure.
  std::vector<std::string> systems = {};
  ClaimStatus status = ClaimStatus::available;
  ClaimKind kind = ClaimKind::prose;
  std::string_view rule = {};
  std::string module = {};
  std::string date = {};
  /// Index in Outline::passages.
  std::size_t passage = kNone;
  source::Span place = {};
  /// The sentence, line of code, or cells of the row joined by " | ".
  std::string excerpt = {};
  /// The sign of a mark that a legend explains: "(X)", "*".
  std::string sign = {};
  /// Whether the systems are named by the text or the structure. Set by place() unless set.
  bool placed = false;
};
using Assertions = std::vector<Assertion>;

Assertions assert_front_matter(const Outline& outline, const Subject& subject,
                               diag::Diagnostics& diagnostics);
Assertions assert_tables(const Outline& outline, const Subject& subject,
                         diag::Diagnostics& diagnostics);
Assertions assert_lists(const Outline& outline, const Subject& subject,
                        diag::Diagnostics& diagnostics);
Assertions assert_listings(const Outline& outline, const Subject& subject,
                           diag::Diagnostics& diagnostics);
Assertions assert_loads(const Outline& outline, const Subject& subject,
                        diag::Diagnostics& diagnostics);
Assertions assert_installs(const Outline& outline, const Subject& subject,
                           diag::Diagnostics& diagnostics);
Assertions assert_prose(const Outline& outline, const Subject& subject,
                        diag::Diagnostics& diagnostics);

}  // namespace kbuild::claims::reader
