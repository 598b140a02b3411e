// Which blocks of a page belong together: a unit is a set of files with the commands that build and
// run them. Grouped by explicit unit names, by the files that blocks name, and by what one block
// makes and a later one uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "snippets/snippet.h"

namespace kbuild::run {

/// How far a block got, or could get; ordered.
enum class Level : std::uint8_t { none, parsed, linted, compiled, ran_cpu, ran_job, ran_gpu };
std::string_view level_name(Level level);
std::optional<Level> find_level(std::string_view name);

/// A file of a unit.
struct UnitFile {
  std::string name;
  /// The block that holds it; nullopt where the page does not.
  std::optional<std::size_t> snippet;
  /// The block that names it in a command, and where in that block's text.
  std::optional<std::size_t> wanted_by;
  std::size_t offset = 0;
  /// The name by which a command uses it if that differs from the block's own ("run.sh", while the
  /// heading says "run.py").
  std::string wanted_as = {};
};

/// Blocks that take each other's place, as the tabs of one set.
struct Variant {
  std::string label;
  std::string system;
  std::string version;
  std::vector<std::size_t> members;
};

struct Unit {
  std::string id;
  /// Blocks in document order; outputs that follow a command are members too.
  std::vector<std::size_t> members;
  std::vector<UnitFile> files;
  /// Blocks of earlier sections that set up the environment this unit runs in.
  std::vector<std::size_t> setup;
  /// At least one; members that no variant holds are common to all.
  std::vector<Variant> variants;

  bool lacks_file() const;
};

struct UnitTable {
  std::vector<Unit> units;
  /// For each snippet, the index of its unit.
  std::vector<std::size_t> unit_of;
};

/// Groups the snippets of one page. `linked` are names of files that the page links to; commands
/// may use them without a finding. Ids are unique on the page and begin with `page_path` without
/// its suffix. Of a page of more than 2,000 blocks only these are joined with others. O(n) beyond.
UnitTable group_units(const std::vector<snippets::Snippet>& snippets, std::string_view page_path,
                      const std::vector<std::string>& linked = {});

/// Whether a block of a unit has output of its own: a script, a session, commands, a program.
bool has_output(const snippets::Snippet& snippet);
/// The block of a unit that shows what `member` prints: of the outputs behind it and before the
/// next block that has output, the first with `expect`, else the first.
std::optional<std::size_t> find_shown_output(const std::vector<snippets::Snippet>& snippets,
                                             const std::vector<std::size_t>& members,
                                             std::size_t member);

/// The shell text that a snippet would have a reader type: a session's commands, a fragment's or a
/// script's text; "" for other roles.
std::string commands_of(const snippets::Snippet& snippet);

}  // namespace kbuild::run
