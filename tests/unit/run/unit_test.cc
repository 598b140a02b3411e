// Grouping of blocks into units: by name, by file, by what is made and used, by tabs.
#include "run/units/unit.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "snippets/placeholder.h"

using namespace kbuild;
using run::Unit;
using snippets::Role;
using snippets::Snippet;

namespace {

Snippet shell(std::string text, std::uint32_t section = 1) {
  Snippet s;
  s.text = std::move(text);
  s.language = "bash";
  s.role = s.text.starts_with("#!") ? Role::script : Role::fragment;
  s.section = section;
  s.headings = {"Page", "Section " + std::to_string(section)};
  s.placeholders = snippets::find_placeholders(s.text, s.language);
  return s;
}

Snippet file(std::string name, std::string language, std::string text = "x",
             std::uint32_t section = 1) {
  Snippet s = shell(std::move(text), section);
  s.language = std::move(language);
  s.role = s.language == "cmake" ? Role::build_file : Role::source;
  s.file_name = std::move(name);
  s.name_source = snippets::NameSource::label;
  return s;
}

/// "0 2|1|3": the members of each unit.
std::string groups(const std::vector<Snippet>& snippets) {
  std::string out;
  for (const Unit& unit : run::group_units(snippets, "page.md").units) {
    if (!out.empty()) out += "|";
    for (std::size_t i = 0; i < unit.members.size(); ++i)
      out += (i ? " " : "") + std::to_string(unit.members[i]);
  }
  return out;
}

std::string absent(const std::vector<Snippet>& snippets,
                   const std::vector<std::string>& linked = {}) {
  std::vector<std::string> names;
  for (const Unit& unit : run::group_units(snippets, "page.md", linked).units)
    for (const run::UnitFile& f : unit.files)
      if (!f.snippet) names.push_back(f.name);
  return base::join(names, " ");
}

}  // namespace

TEST_CASE("commands join the blocks whose files they name, however they run them") {
  for (const char* command :
       {"python a.py", "srun python3 a.py -x", "sbatch run.sh && python a.py",
        "python /path/to/a.py", "singularity exec -B $D:/w image.sif python /w/a.py",
        "x=$(python a.py)", "./a.py", "torchrun a.py"}) {
    CAPTURE(command);
    CHECK(groups({file("a.py", "python"), shell(command)}) == "0 1");
  }
  CHECK(groups({file("a.py", "python"), shell("python b.py")}) == "0|1");
  CHECK(groups({file("CMakeLists.txt", "cmake", "add_executable(x x.cpp)"), file("x.cpp", "cpp"),
                shell("cmake -B build -S .\ncmake --build build"), shell("build/x")}) == "0 1 2 3");
}

TEST_CASE("what a block makes, a later one of the section uses") {
  CHECK(groups({shell("mkdir work"), shell("cd work"), shell("cd other")}) == "0 1|2");
  CHECK(groups({shell("gcc x.c -o prog"), shell("./prog")}) == "0 1");
  CHECK(groups({shell("git clone https://x.org/tool.git"), shell("cd tool\nmake")}) == "0 1");
  CHECK(groups({shell("conda create -n env numpy"), shell("conda activate env")}) == "0 1");
  CHECK(groups({shell("mkdir work", 1), shell("cd work", 2)}) == "0|1");
}

TEST_CASE("tabs of one set take each other's place") {
  Snippet a = shell("#!/bin/bash\npython p.py"), b = a;
  a.tab_set = b.tab_set = 1;
  a.tab = "One";
  b.tab = "Two";
  auto table = run::group_units({a, b}, "page.md");
  REQUIRE(table.units.size() == 1);
  CHECK(table.units[0].variants.size() == 2);
  CHECK(table.units[0].variants[1].label == "Two");
  CHECK(table.units[0].files.size() == 1);
}

TEST_CASE("a unit name of the author is final") {
  Snippet a = file("a.py", "python"), b = shell("python a.py"), c = shell("cd x");
  a.annotations["unit"] = "one";
  c.annotations["unit"] = "one";
  auto table = run::group_units({a, b, c}, "page.md");
  CHECK(groups({a, b, c}) == "0 2|1");
  CHECK(table.units[0].id == "one");
}

TEST_CASE("a file that nobody holds is lacking, unless it is made, fetched, linked or far away") {
  CHECK(absent({shell("python a.py")}) == "a.py");
  CHECK(absent({shell("srun ./run.sh")}) == "run.sh");
  CHECK(absent({shell("cd d\npython a.py")}) == "d/a.py");
  CHECK(absent({shell("python /appl/a.py")}) == "");
  CHECK(absent({shell("python /path/to/a.py")}) == "");
  CHECK(absent({shell("python $DIR/a.py")}) == "");
  CHECK(absent({shell("cat <<EOF > a.py\nx\nEOF\npython a.py")}) == "");
  CHECK(absent({shell("git clone https://x.org/t\ncd t\npython a.py")}) == "");
  CHECK(absent({shell("wget https://x.org/a.py"), shell("python a.py")}) == "");
  CHECK(absent({shell("vim a.py")}) == "");
  CHECK(absent({shell("run --log out.txt")}) == "");
  CHECK(absent({shell("python a.py")}, {"a.py"}) == "");
  // Compilers get what the reader wrote, and the environment has programs without a path.
  CHECK(absent({shell("gcc -o x x.c")}) == "");
  CHECK(absent({shell("analyse.py --fast")}) == "");
}

TEST_CASE("a block whose name contradicts its content is found under the name that is run") {
  Snippet script = file("run.py", "bash", "#!/bin/bash\necho");
  auto table = run::group_units({script, shell("srun ./run.sh")}, "page.md");
  REQUIRE(table.units.size() == 1);
  REQUIRE(table.units[0].files.size() == 1);
  CHECK(table.units[0].files[0].name == "run.py");
  CHECK(table.units[0].files[0].wanted_as == "run.sh");
  CHECK_FALSE(table.units[0].lacks_file());
}

TEST_CASE("a conda environment is known by its own name") {
  Snippet yaml = file("", "yaml", "name: demo\ndependencies:\n  - numpy");
  yaml.role = Role::config;
  auto table = run::group_units({yaml, shell("conda env create -f demo.yml")}, "page.md");
  REQUIRE(table.units.size() == 1);
  CHECK(table.units[0].files[0].name == "demo.yml");
}

TEST_CASE("parts of a file go with the whole; the whole is the later one") {
  Snippet part = file("t.py", "python", "part");
  part.part_of_file = true;
  auto table =
      run::group_units({shell("python t.py"), part, file("t.py", "python", "whole")}, "page.md");
  REQUIRE(table.units.size() == 1);
  CHECK(table.units[0].members.size() == 3);
  CHECK(table.units[0].files[0].snippet == 2);
}

TEST_CASE(
    "output belongs to the command before it; an environment is set up once for its chapter") {
  Snippet out = shell("done");
  out.role = Role::output;
  out.language = "text";
  CHECK(groups({shell("cd x"), out}) == "0 1");
  Snippet setup = shell("module load x\nsource env/bin/activate", 1),
          use = shell("ls $VIRTUAL_ENV", 2);
  setup.headings = {"Page", "Chapter", "Set up"};
  use.headings = {"Page", "Chapter", "Use"};
  auto table = run::group_units({setup, use}, "page.md");
  CHECK(table.units[1].setup == std::vector<std::size_t>{0});
}

TEST_CASE("ids are unique on the page") {
  auto table = run::group_units({shell("cd a"), shell("cd b")}, "apps/tool.md");
  CHECK(table.units[0].id == "apps/tool:section-1");
  CHECK(table.units[1].id == "apps/tool:section-1-2");
}
