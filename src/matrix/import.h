// Machine-made lists of installed software, as claims of the kind `imported`: `module -t spider`
// and `module -t avail`, Lmod's spider as JSON (jsonSoftwarePage), names of EasyBuild files, and a
// YAML list.
#pragma once

#include <optional>

#include "claims/claim.h"
#include "meta/names.h"

namespace kbuild::matrix {

enum class ListFormat : std::uint8_t { terse, spider_json, easyconfigs, yaml };

/// The format by suffix and content; nullopt for pages of prose. A terse list has only module
/// names, paths that end in ':' and names that end in '/'.
std::optional<ListFormat> detect_list(std::string_view path, std::string_view text);

/// The modules of a list on `system`. A name that neither `names` nor the built-in vocabulary knows
/// becomes a product of its own. YAML is {system: X, software: {Name: [versions]}} or [{name,
/// version, system?, module?, default?}]; a system given there replaces `system`. Unreadable
/// entries are left out.
std::vector<claims::Claim> import_list(const source::SourceStore& sources, source::FileId file,
                                       ListFormat format, std::string_view system,
                                       const meta::Names& names = {});

}  // namespace kbuild::matrix
