// What awaits a maintainer's word: candidates grouped by rule, page and table, and the answers that
// become decisions. Asking, on a terminal or by JSON, is the command's.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "matrix/decisions.h"
#include "meta/names.h"

namespace kbuild::matrix {

/// Claims that one rule made of one table, list or listing, or of the sentences of one page.
struct ReviewGroup {
  /// The same as long as the group's texts are.
  std::string id;
  /// Why none of it is published: "no system is named"; of what is published, "published".
  std::string reason;
  /// At least one, in the order of the page.
  std::vector<claims::Claim> claims;

  /// Its products in the order of the page, each once.
  std::vector<std::string> products() const;
  std::vector<std::string> systems() const;
};

enum class Reviewed : std::uint8_t { candidates, published };

/// The groups of decided claims, the largest first. Left out are what no answer would publish:
/// constraints, what users install, names without a version in sentences and commands, and claims
/// about systems that have a list. O(n log n).
std::vector<ReviewGroup> review_groups(const std::vector<claims::Claim>& claims,
                                       const meta::Names& names,
                                       Reviewed reviewed = Reviewed::candidates);
/// The group's texts as groups of their own.
std::vector<ReviewGroup> split_by_text(const ReviewGroup& group);

/// "PyTorch 2.7.1 on LUMI: default".
std::string told(const claims::Claim& claim);

struct Reply {
  enum class Kind : std::uint8_t { accept, reject, product, no_product, no_system } kind;
  /// Of what is accepted.
  Meaning meaning = {};
  /// The product or system; empty: the group's only one.
  std::string word = {};
};

/// Adds the decision about a group; the result is how many of its claims it is about. Of what is
/// accepted, claims that name no system, or none of the configuration's, are left open. Errors: all
/// of them are, or a word is missing.
base::Result<std::size_t> add_reply(Decisions& decisions, const ReviewGroup& group,
                                    const Reply& reply, const meta::Names& names);

/// {"id", "reason", "rule", "page", "lang", "section", "claims": [{"line", "text", "says"}]}.
base::Json to_json(const ReviewGroup& group);

/// An answer as tools give it: {"decide": "accept", "system": "LUMI"}; "decide" is accept, reject,
/// product, no-product or no-system. Errors: it is none of these.
base::Result<Reply> parse_reply(const base::Json& json);

}  // namespace kbuild::matrix
