// The reference names of a page: their targets, which are ambiguous, and their ids. The rules are
// those of docutils' document.note_explicit_target, note_implicit_target and set_id.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diag/diagnostic.h"
#include "source/span.h"

namespace kbuild::read::rst {

/// Runs of white space become one blank, both ends are trimmed.
std::string collapse_name(std::string_view name);
/// The same in lower case: the form in which names are compared.
std::string normalise_name(std::string_view name);

enum class TargetKind : std::uint8_t { internal, external, indirect };

/// Where a name leads.
struct Target {
  TargetKind kind = TargetKind::internal;
  /// Normalised; "" for an anonymous target.
  std::string name;
  /// The id of an internal one, the URI of an external one, the name an indirect one refers to.
  std::string value;
  source::Span span = {};
  /// The target right below, which replaces this one ("chained").
  std::optional<std::size_t> next = {};
};

/// Why a reference could not be resolved; `none` where it could.
enum class NameFault : std::uint8_t { none, unknown, ambiguous, circular };
struct Resolution {
  NameFault fault = NameFault::none;
  /// Of kind internal or external, where there is no fault.
  const Target* target = nullptr;
};

/// Whether a name was written as a target or comes from a title.
enum class Origin : std::uint8_t { written, implied };

class Names {
 public:
  /// An id made of a name, which no other element of the page has.
  std::string make_id(std::string_view name);
  /// Takes an id as the author wrote it; false where another element has it.
  bool reserve_id(std::string_view id) { return ids_.emplace(id).second; }

  /// Registers a target under its name and returns its index. Adds a diagnostic for a name that is
  /// in use.
  std::size_t add(Target target, Origin origin, diag::Diagnostics& diagnostics);
  std::size_t add_anonymous(Target target);
  /// Makes `from` lead where `to` leads.
  void chain(std::size_t from, std::size_t to) { targets_[from].next = to; }

  /// The target of a normalised name, through indirect and chained targets.
  Resolution resolve(std::string_view name) const;
  Resolution resolve(std::size_t index) const;
  const std::vector<std::size_t>& anonymous() const { return anonymous_; }
  /// How many targets there are.
  std::size_t size() const { return targets_.size(); }
  const Target& at(std::size_t index) const { return targets_[index]; }
  /// The place of one of the targets that resolve() gives, in the order in which they were added.
  std::size_t index_of(const Target& target) const {
    return static_cast<std::size_t>(&target - targets_.data());
  }

 private:
  struct Entry {
    std::optional<std::size_t> target;  // nothing: the name is ambiguous
    Origin origin;
  };
  std::vector<Target> targets_;
  std::vector<std::size_t> anonymous_;
  std::unordered_map<std::string, Entry> names_;
  std::unordered_set<std::string> ids_;
  int counter_ = 0;
};

}  // namespace kbuild::read::rst
