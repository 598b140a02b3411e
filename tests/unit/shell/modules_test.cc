// Commands of environment modules: one reading of verbs and operands for all who ask.
#include "shell/modules.h"

#include <doctest/doctest.h>

#include "base/text.h"

using namespace kbuild;
using shell::ModuleCommand;
using shell::ModuleVerb;

namespace {

std::string_view name_of(ModuleVerb verb) {
  switch (verb) {
    case ModuleVerb::load: return "load";
    case ModuleVerb::swap: return "swap";
    case ModuleVerb::unload: return "unload";
    case ModuleVerb::purge: return "purge";
    case ModuleVerb::restore: return "restore";
    case ModuleVerb::query: return "query";
    case ModuleVerb::other: return "other";
  }
  return "";
}

std::string show_modules(std::string_view line) {
  std::string out;
  for (const ModuleCommand& command : shell::find_module_commands(line)) {
    out += out.empty() ? "" : "; ";
    out += name_of(command.verb);
    for (std::string_view word : command.operands) out += " " + std::string(word);
  }
  return out;
}

std::string loaded(std::string_view text) {
  return base::join(shell::loaded_modules(text), " ");
}

}  // namespace

TEST_CASE("verbs of module commands") {
  CHECK(show_modules("module load a/1 b") == "load a/1 b");
  CHECK(show_modules("module add a") == "load a");
  CHECK(show_modules("module try-load a") == "load a");
  CHECK(show_modules("module -q load a") == "load a");
  CHECK(show_modules("module swap a b/2") == "swap a b/2");
  CHECK(show_modules("module switch a b/2") == "swap a b/2");
  CHECK(show_modules("module unload a") == "unload a");
  CHECK(show_modules("module --force purge") == "purge");
  CHECK(show_modules("ml a/1") == "load a/1");
  CHECK(show_modules("time ml a/1") == "load a/1");
  CHECK(show_modules("srun -p ml -n 1 --pty bash") == "");
  CHECK(show_modules("module restore mine") == "restore mine");
  CHECK(show_modules("module -t avail a") == "query a");
  CHECK(show_modules("module use /modules") == "other /modules");
  CHECK(show_modules("module") == "");
}

TEST_CASE("ml is short for load, and takes the verbs as well") {
  CHECK(show_modules("ml a/1 b") == "load a/1 b");
  CHECK(show_modules("ml load a/1") == "load a/1");
  CHECK(show_modules("ml purge") == "purge");
  CHECK(show_modules("ml unload a") == "unload a");
  CHECK(show_modules("ml spider a") == "query a");
  CHECK(show_modules("ml -gcc a") == "load a");
}

TEST_CASE("commands are found wherever they begin on a line") {
  CHECK(show_modules("Type module load a; then go on") == "load a");
  CHECK(show_modules("module purge && module load \"a/1\"") == "purge; load a/1");
  CHECK(show_modules("spack load a") == "");
  CHECK(show_modules("load the module a") == "");
  CHECK(show_modules("html page, my-module load a, \"module load a\"") == "");
}

TEST_CASE("what a shell text loads") {
  CHECK(loaded("module load a/1 b; ml c && module load d # e") == "a/1 b c d");
  CHECK(loaded("module load a \\\n  b") == "a b");
  CHECK(loaded("module try-load a") == "a");
  CHECK(loaded("if true; then module add a; fi") == "a");
  // The first of a swap is unloaded, and a collection is no module.
  CHECK(loaded("module swap a b/2") == "b/2");
  CHECK(loaded("module restore mine") == "");
  CHECK(loaded("ml load a") == "a");
  CHECK(loaded("ml purge") == "");
  CHECK(loaded("ml avail a") == "");
  CHECK(loaded("module unload a") == "");
  CHECK(loaded("echo module load a; spack load a") == "");
}

TEST_CASE("of a long line the first two hundred commands are read") {
  std::string line;
  for (int i = 0; i < 2000; ++i) line += "ml a ";
  CHECK(shell::find_module_commands(line).size() == 200);
}
