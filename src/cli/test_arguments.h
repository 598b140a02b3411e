// The options of `kbuild test`; see test.cc, which declares them to the parser.
#pragma once

#include <string>
#include <vector>

namespace kbuild::cli {

struct TestArguments {
  bool plan = false;
  bool status = false;
  std::string format = "table";
  // Where and by whom.
  std::string executor;
  std::string system;
  std::string image;
  std::vector<std::string> allowed_images;
  bool allow_execute = false;
  bool without_walls = false;
  // What.
  std::string unit;
  std::string changed_since;
  bool nightly = false;
  bool sweep = false;
  std::string budget;
  std::string pending_limit;
  // What becomes of it.
  std::string junit;
  std::string sarif;
  std::string json;
  std::string baseline;
  bool github = false;
  bool keep = false;
  bool promote = false;
};

}  // namespace kbuild::cli
