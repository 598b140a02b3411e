// Inventories: what is written is read back, what is damaged is refused, and what references find.
#include "site/inventory.h"

#include <doctest/doctest.h>

#include "base/zlib.h"

using namespace kbuild;
using site::InventoryEntry;

namespace {

std::string with_body(std::string_view body) {
  return "# Sphinx inventory version 2\n# Project: x\n# Version: \n# The remainder of this file is "
         "compressed using "
         "zlib.\n" +
         base::deflate(body);
}

}  // namespace

TEST_CASE("an inventory is read back as it was written") {
  std::vector<InventoryEntry> entries = {
      {"index", "std:doc", "", "The guide"},
      {"gpu jobs", "std:label", "jobs/#gpu-jobs", "Jobs  with\nGPUs"},
      {"MPI", "std:term", "words/#term-mpi", "MPI"},
      {"tools.submit", "py:function", "tools/#tools.submit", "tools.submit"},
  };
  std::string bytes = site::write_inventory("Guide\nof ours", "", entries);
  CHECK(bytes.starts_with(
      "# Sphinx inventory version 2\n# Project: Guide of ours\n# Version: -\n# The remainder"));
  auto read = site::read_inventory(bytes);
  REQUIRE(read);
  REQUIRE(read->size() == 4);
  CHECK(read->at(1).name == "gpu jobs");
  CHECK(read->at(1).role == "std:label");
  CHECK(read->at(1).uri == "jobs/#gpu-jobs");
  CHECK(read->at(1).title == "Jobs with GPUs");
  CHECK(read->at(2).title == "MPI");
  CHECK(read->at(3).uri == "tools/#tools.submit");
}

TEST_CASE("lines of Sphinx: names with blanks and colons, '$', '-', what is no entry") {
  auto read = site::read_inventory(
      with_body("a b: c std:label -1 p.html#$ -\nos.path py:module 0 os.html#module-$ -\nno "
                "entry\n\nx std:doc -1 x.html A: b c\n"));
  REQUIRE(read);
  REQUIRE(read->size() == 3);
  CHECK(read->at(0).name == "a b: c");
  CHECK(read->at(0).uri == "p.html#a b: c");
  CHECK(read->at(1).uri == "os.html#module-os.path");
  CHECK(read->at(2).title == "A: b c");
}

TEST_CASE("what is no inventory is refused") {
  CHECK_FALSE(site::read_inventory(""));
  CHECK_FALSE(site::read_inventory("# Sphinx inventory version 1\nx mod y\n"));
  CHECK_FALSE(site::read_inventory("# Sphinx inventory version 2\n# Project"));
  std::string whole = with_body("os py:module 0 os.html -\n");
  CHECK_FALSE(site::read_inventory(whole.substr(0, whole.size() - 6)));
  CHECK_FALSE(site::read_inventory(whole.substr(0, whole.find("zlib.") + 6) + "not compressed"));
}

TEST_CASE("inflating is bounded") {
  std::string bomb = base::deflate(std::string(1 << 20, 'a'));
  CHECK(bomb.size() < 2000);
  CHECK_FALSE(base::inflate(bomb, 1000));
  CHECK(base::inflate(bomb, 1 << 20)->size() == 1 << 20);
}

TEST_CASE("references ask by kind, by domain, by any, and for one project") {
  site::Inventories inventories;
  inventories.add({"python", "https://docs.python.org/3", "x", {}},
                  {{"os.path.join", "py:function", "os.html#os.path.join", "os.path.join"},
                   {"comparisons", "std:label", "expr.html#comparisons", "Comparisons"},
                   {"library/os", "std:doc", "library/os.html", "Operating system"}});
  inventories.add({"mpi", "https://mpi.fi/", "y", {}},
                  {{"comparisons", "std:label", "c.html#x", "MPI comparisons"}});
  inventories.add({"absent", "https://absent.fi/", "", {}}, {});
  CHECK(inventories.find("std:label", "Comparisons")->url ==
        "https://docs.python.org/3/expr.html#comparisons");
  CHECK(inventories.find("std:label", "mpi:comparisons")->title == "MPI comparisons");
  CHECK(inventories.find("py:", "os.path.join")->title == "os.path.join");
  CHECK(inventories.find("", "os.path.join") != nullptr);
  CHECK(inventories.find("std:doc", "library/os")->title == "Operating system");
  CHECK(inventories.find("std:label", "os.path.join") == nullptr);
  CHECK(inventories.find("std:label", "absent:comparisons") == nullptr);
  CHECK(inventories.project_of("absent:x")->url == "https://absent.fi/");
  CHECK(inventories.project_of("comparisons") == nullptr);
}
