// Interpreted text: the table of roles, and what each one builds from its text.
#pragma once

#include <string>
#include <string_view>

#include "doc/tree.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

/// One piece of interpreted text.
struct RoleCall {
  /// As written; "" for text without a role.
  std::string name;
  /// Between the back quotes, escapes as written.
  std::string_view text;
  /// All of it, markup included: shown where the role can't be used.
  std::string_view raw;
  Span span = {};
};

/// The nodes of interpreted text. An unknown role gives a diagnostic and the text as written.
doc::Inlines interpret(Page& page, const RoleCall& call);

/// Whether a role of this name exists now, those of the page included.
bool is_role(const Page& page, std::string_view name);

/// "title <target>" as roles and card links know it.
struct TitledTarget {
  std::string title;
  std::string target;
  bool has_title = false;
};
TitledTarget split_titled_target(std::string_view escaped);

/// A role's name with options, as the role directive makes it; false where the base does not exist.
bool define_role(Page& page, std::string_view name, CustomRole role);

}  // namespace kbuild::read::rst
