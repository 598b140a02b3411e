// Lists of installed software that machines write, as claims of the kind `imported`: `module -t
// spider` and `module -t avail`, Lmod's spider as JSON (jsonSoftwarePage), names of EasyBuild
// files, and a YAML list.
#pragma once

#include <optional>

#include "claims/claim.h"
#include "meta/names.h"

namespace kbuild::matrix {

enum class ListFormat : std::uint8_t { terse, spider_json, easyconfigs, yaml };

/// By suffix and content; nullopt for pages of prose. A terse list is a file of module names, paths
/// that end in ':' and names that end in '/'.
std::optional<ListFormat> detect_list(std::string_view path, std::string_view text);

/// The modules of a list on `system`. A name that no product of
/// `names`, nor any that is known anyway, has is a product of its own. YAML
/// is {system: X, software: {Name: [versions]}} or [{name, version, system?, module?, default?}];
/// its own system wins. What cannot be read is left out.
std::vector<claims::Claim> import_list(const source::SourceStore& sources, source::FileId file,
                                       ListFormat format, std::string_view system,
                                       const meta::Names& names = {});

}  // namespace kbuild::matrix
