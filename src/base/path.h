// Paths as text: always with '/', normalised lexically. Nothing here looks at a disk.
#pragma once

#include <string>
#include <string_view>

namespace kbuild::base {

/// Without ".", "..", doubled and trailing slashes where they can be resolved: "a/./b/../c/" is
/// "a/c";
/// "../x" stays; "" and "." are ".".
std::string normalise_path(std::string_view path);
/// `path` seen from directory `base`, normalised; an absolute path stays itself.
std::string join_path(std::string_view base, std::string_view path);
/// "a/b/c.md" -> "a/b"; "c.md" -> "".
std::string_view parent_path(std::string_view path);
/// "a/b/c.md" -> "c.md".
std::string_view file_name(std::string_view path);
/// "c.fi.md" -> ".md"; "" if there is none.
std::string_view extension(std::string_view path);
/// The way from directory `from` to `to`, both relative to one root or both absolute.
std::string relative_path(std::string_view from, std::string_view to);
/// Whether a part between the slashes of a path is `name`.
bool has_part(std::string_view path, std::string_view name);
/// False where a normalised relative path is absolute or climbs out of its root by "..".
bool stays_inside(std::string_view relative);
/// Whether `inner` is `outer` or lies in it; both normalised, and both relative or both absolute.
bool is_within(std::string_view outer, std::string_view inner);

/// Whether a path names something below the directory that it is joined to, and in one way only:
/// relative, without NUL, and no part of it empty, "." or "..".
bool is_beneath(std::string_view path);

}  // namespace kbuild::base
