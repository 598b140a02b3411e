// Reference names of reStructuredText; see names.h.
#include "read/rst/text/names.h"

#include "base/format.h"
#include "base/text.h"
#include "doc/anchors.h"
#include "source/unicode.h"

namespace kbuild::read::rst {

using namespace diag::literals;

std::string collapse_name(std::string_view name) {
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < name.size();) {
    auto [c, length] = base::decode_utf8(name, at);
    bool space = length == 1 ? base::is_space(name[at]) : source::is_unicode_space(c);
    if (!space) {
      if (gap && !out.empty()) out += ' ';
      out += name.substr(at, length);
    }
    gap = space;
    at += length;
  }
  return out;
}

std::string normalise_name(std::string_view name) {
  return source::lower_case(collapse_name(name));
}

std::string Names::make_id(std::string_view name) {
  std::string id = doc::make_slug(name, doc::SlugStyle::docutils);
  while (id.empty() || ids_.contains(id)) id = base::format("id{}", ++counter_);
  ids_.insert(id);
  return id;
}

std::size_t Names::add(Target target, Origin origin, diag::Diagnostics& diagnostics) {
  std::size_t index = targets_.size();
  targets_.push_back(target);
  auto [found, fresh] = names_.try_emplace(target.name, Entry{index, origin});
  if (fresh) return index;
  Entry& entry = found->second;
  if (origin == Origin::implied) {
    // Two titles of one text: neither can be referred to; a written target keeps the name.
    if (entry.origin == Origin::implied) entry.target.reset();
    return index;
  }
  if (entry.origin == Origin::implied) {
    entry = {index, origin};
    return index;
  }
  if (entry.target) {
    const Target& old = targets_[*entry.target];
    bool same =
        old.kind == target.kind && old.kind != TargetKind::internal && old.value == target.value;
    if (same) return index;
    diag::Diagnostic finding{"KB0326"_code, target.span, {target.name}};
    if (old.span) finding.notes.push_back({old.span, "first defined here"});
    diagnostics.push_back(std::move(finding));
  } else {
    diagnostics.push_back({"KB0326"_code, target.span, {target.name}});
  }
  entry.target.reset();
  return index;
}

std::size_t Names::add_anonymous(Target target) {
  targets_.push_back(std::move(target));
  anonymous_.push_back(targets_.size() - 1);
  return targets_.size() - 1;
}

Resolution Names::resolve(std::string_view name) const {
  auto found = names_.find(std::string(name));
  if (found == names_.end()) return {NameFault::unknown};
  if (!found->second.target) return {NameFault::ambiguous};
  return resolve(*found->second.target);
}

Resolution Names::resolve(std::size_t index) const {
  // A chain that is longer than there are targets leads back to itself.
  for (std::size_t steps = 0; steps <= targets_.size(); ++steps) {
    const Target& target = targets_[index];
    if (target.next) {
      index = *target.next;
      continue;
    }
    if (target.kind != TargetKind::indirect) return {NameFault::none, &target};
    auto found = names_.find(target.value);
    if (found == names_.end()) return {NameFault::unknown};
    if (!found->second.target) return {NameFault::ambiguous};
    index = *found->second.target;
  }
  return {NameFault::circular};
}

}  // namespace kbuild::read::rst
