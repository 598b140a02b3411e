// Marks of notes in code, and what only looks like one.
#include "snippets/note.h"

#include <doctest/doctest.h>

using kbuild::snippets::drop_note_marks;

TEST_CASE("marks of notes go where a list explains them") {
  struct Row {
    const char* text;
    std::size_t notes;
    const char* expected;
  };
  const Row rows[] = {
      {"#SBATCH --time=1 (1)\n#SBATCH -n 2   (2)\n", 2, "#SBATCH --time=1\n#SBATCH -n 2\n"},
      {"cmake \\ # (1)!\n  -GNinja # keep (2)!\n", 2, "cmake \\\n  -GNinja # keep\n"},
      {"a // (1)!", 1, "a"},
      // Without a list, with one that is too short, and where the first is missing.
      {"#SBATCH --time=1 (1)\n", 0, "#SBATCH --time=1 (1)\n"},
      {"# (1)!\n# (3)!\n", 2, "# (1)!\n# (3)!\n"},
      {"# (2)!\n", 2, "# (2)!\n"},
      // Calls are none.
      {"x = f(1)\n# g(1)\n", 1, "x = f(1)\n# g(1)\n"},
      {"", 3, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(drop_note_marks(row.text, row.notes) == row.expected);
  }
}
