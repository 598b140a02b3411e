// The gate for names of files: which of a tree's files can stand in a site under their own names.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::build {

/// What is wrong with a path so that its file is left out of the site, as the rest of a sentence on
/// its name: "is not UTF-8", "holds the control character U+000A", "is longer than 255 bytes"; ""
/// where nothing is. Bytes of a name reach every page that links to it, and every list of pages.
std::string fault_of_path(std::string_view path);

/// What Windows refuses of a path, likewise: "is that of a device, 'con'", "ends with a dot"; ""
/// for nothing.
std::string windows_fault_of_path(std::string_view path);

/// A path as a message can show it: what is not UTF-8 or no printed character becomes '?'.
std::string printable_path(std::string_view path);

/// Equal for paths that a file system without letter case takes for one.
std::string fold_path(std::string_view path);

}  // namespace kbuild::build
