// The ledger on disk: what is read back, and what a damaged file leaves.
#include "build/ledger/ledger.h"

#include <doctest/doctest.h>

namespace kbuild::build {
namespace {

constexpr const char* kPath = "/state/ledger";
constexpr const char* kRowsPath = "/state/ledger.rows";

Ledger ledger_of(std::size_t pages, std::size_t slice) {
  Ledger ledger;
  ledger.key = base::digest("program");
  ledger.site = "site";
  for (std::size_t i = 0; i < pages; ++i) {
    PageRow& row = ledger.pages["0/page" + std::to_string(i) + ".md"];
    row.source = base::digest(std::to_string(i));
    row.claims = "claims of " + std::to_string(i);
    row.shown.push_back({.url = "page/", .slice = std::string(slice, 'x')});
  }
  return ledger;
}

TEST_CASE("a ledger comes back as it was saved, in one write or in several") {
  for (std::size_t slice : {std::size_t{10}, std::size_t{3} << 20}) {
    base::MemoryDisk disk;
    Ledger saved = ledger_of(12, slice);
    REQUIRE(save_ledger(disk, kPath, saved));
    CHECK(disk.files.size() == 2);
    Ledger loaded = load_ledger(disk, kPath, saved.key);
    CHECK(loaded.site == "site");
    REQUIRE(loaded.pages.size() == 12);
    PageRow& row = loaded.pages.at("0/page7.md");
    unpack(row);
    CHECK(row.claims == "claims of 7");
    CHECK(row.source == base::digest("7"));
    REQUIRE(row.shown.size() == 1);
    CHECK(row.shown[0].slice.size() == slice);
  }
}

TEST_CASE("what a killed build left beside the ledger does not get into the next one") {
  base::MemoryDisk disk;
  disk.files[std::string(kRowsPath) + ".new"] = "half of a ledger";
  Ledger saved = ledger_of(12, std::size_t{3} << 20);
  REQUIRE(save_ledger(disk, kPath, saved));
  CHECK(load_ledger(disk, kPath, saved.key).pages.size() == 12);
}

TEST_CASE("a damaged ledger counts as empty") {
  base::MemoryDisk disk;
  Ledger saved = ledger_of(130, 1000);
  REQUIRE(save_ledger(disk, kPath, saved));
  for (const char* path : {kPath, kRowsPath}) {
    const std::string whole = disk.files[path];
    auto pages_of = [&](std::string bytes) {
      disk.files[path] = std::move(bytes);
      Ledger loaded = load_ledger(disk, kPath, saved.key);
      CHECK(loaded.key == saved.key);
      return loaded.pages.size();
    };
    CHECK(pages_of("") == 0);
    for (std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{30}, whole.size() / 2}) {
      std::string changed = whole;
      changed[at] ^= 1;
      CHECK(pages_of(changed) == 0);
      CHECK(pages_of(whole.substr(0, at)) == 0);
    }
    CHECK(pages_of(whole) == 130);
  }
  // Cut before its last piece, too, where no byte of what is left is wrong.
  const std::string rows = disk.files[kRowsPath];
  std::size_t last = rows.rfind("0/page98.md");
  for (std::size_t end = last - 50; end < last; ++end) {
    disk.files[kRowsPath] = rows.substr(0, end);
    CHECK(load_ledger(disk, kPath, saved.key).pages.empty());
  }
  CHECK(load_ledger(disk, kPath, base::digest("another program")).pages.empty());
}

TEST_CASE("rows of another build do not get into a ledger") {
  base::MemoryDisk disk;
  Ledger first = ledger_of(12, 10), second = ledger_of(12, 10);
  second.pages["0/page7.md"].claims = "other claims";
  REQUIRE(save_ledger(disk, kPath, first));
  REQUIRE(save_rows(disk, kPath, second.pages));
  CHECK(load_ledger(disk, kPath, first.key).pages.empty());
}

}  // namespace
}  // namespace kbuild::build
