// The shell scanner: words, separators, quotes, here-documents, substitutions, wrappers.
#include "shell/command.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "shell/words.h"

using kbuild::shell::Command;
using kbuild::shell::parse;
using kbuild::shell::unwrap;

namespace {

std::string show(std::string_view text) {
  std::string out;
  for (const Command& command : parse(text)) {
    if (!out.empty()) out += " ; ";
    for (const auto& [name, value] : command.assignments) out += name + "=" + value + " ";
    out += kbuild::base::join(command.words, "|");
  }
  return out;
}

struct Case {
  const char* text;
  const char* expected;
};
constexpr Case kShellCases[] = {
    {"cd a && ls -l | wc; echo x & wait", "cd|a ; ls|-l ; wc ; echo|x ; wait"},
    {"echo 'a b' \"c $d\" e\\ f # rest", "echo|a b|c $d|e f"},
    {"A=1 B=2 run x", "A=1 B=2 run|x"},
    {"A=1", "A=1 "},
    {"A+=1 b[0]=2 run", "A=1 b[0]=2 run"},
    {"echo `a \\` b`", "echo|`a \\` b` ; a|`|b"},
    {"echo ${a:-'}'} ${b} $1 $@", "echo|${a:-'}'}|${b}|$1|$@"},
    {"if [ -f x ]; then\n  cat x\nelse\n  true\nfi", "[|-f|x|] ; cat|x ; true"},
    {"for i in 1 2 3; do run $i; done", "run|$i"},
    {"while read line; do echo $line; done < in", "read|line ; echo|$line"},
    {"x=$(python a.py \"$y\") run", "x=$(python a.py \"$y\") run ; python|a.py|$y"},
    {"echo `date` b", "echo|`date`|b ; date"},
    {"diff <(sort a) <(sort b)", "diff ; sort|a ; sort|b"},
    {"run a \\\n  b", "run|a|b"},
    {"run > out 2>&1 < in", "run"},
    {"echo ${a:-b c} $((1 + 2))", "echo|${a:-b c}|$((1 + 2))"},
    {"", ""},
    {"'unclosed", "unclosed"},
    {"$(unclosed", "$(unclosed ; unclosed"},
    {"a\fb\v", "a|b"},
};

}  // namespace

TEST_CASE("text becomes simple commands") {
  for (const Case& c : kShellCases) {
    CAPTURE(c.text);
    CHECK(show(c.text) == c.expected);
  }
}

TEST_CASE("lines and offsets are those of the text") {
  auto commands = parse("one\n\n  two \\\n  three\nfour");
  REQUIRE(commands.size() == 3);
  CHECK(commands[1].line == 2);
  CHECK(commands[1].offset == 7);
  CHECK(commands[1].offsets == std::vector<std::size_t>{7, 15});
  CHECK(commands[2].line == 4);
}

TEST_CASE("here-documents and redirections are kept") {
  auto commands = parse("cat <<'EOF' > a.py\nimport x\nEOF\nrun < in >> out");
  REQUIRE(commands.size() == 2);
  CHECK(commands[0].here_document == "import x\n");
  CHECK(commands[0].writes == std::vector<std::string>{"a.py"});
  CHECK(commands[1].reads == std::vector<std::string>{"in"});
  CHECK(commands[1].writes == std::vector<std::string>{"out"});
  CHECK(parse("cat <<EOF\nnever ends").at(0).here_document == "never ends\n");
}

TEST_CASE("wrappers are taken off") {
  auto inner = [](std::string_view text) {
    return kbuild::base::join(unwrap(parse(text).at(0)).words, "|");
  };
  CHECK(inner("srun -n 4 --mpi=pmix python a.py") == "python|a.py");
  CHECK(inner("time python a.py") == "python|a.py");
  CHECK(inner("srun singularity exec -B /x image.sif python a.py") == "python|a.py");
  CHECK(inner("timeout 5 env A=1 ./run") == "./run");
  CHECK(inner("aprun -n 4 ./run") == "./run");
  CHECK(inner("command env A=1 ./run") == "./run");
  CHECK(inner("apptainer_wrapper exec python a.py") == "python|a.py");
  CHECK(inner("my_wrapper exec python a.py") == "my_wrapper|exec|python|a.py");
  CHECK(inner("srun --pty") == "srun|--pty");
  CHECK(inner("singularity build a b") == "singularity|build|a|b");
}

TEST_CASE("deep nesting and long input end") {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "$(";
  CHECK(parse(deep).size() < 100);
  std::string longer(200000, '(');
  CHECK(parse(longer).empty());
}

TEST_CASE("words, quotes and expansions end where a shell ends them") {
  using namespace kbuild::shell;
  CHECK(quote_end("'a\\' b", 0, 6) == 4);
  CHECK(quote_end("\"a\\\" b\" c", 0, 9) == 7);
  CHECK(quote_end("'open", 0, 5) == 5);
  CHECK(variable_end("${a:-{b}} c", 0, 11) == 9);
  CHECK(variable_end("$name-x", 0, 7) == 5);
  CHECK(variable_end("$12", 0, 3) == 2);
  CHECK(assigned_length("A=1") == 1);
  CHECK(assigned_length("A[0]+=1") == 5);
  CHECK(assigned_length("1A=1") == 0);
  CHECK(assigned_length("--a=1") == 0);
}

TEST_CASE("options of all batch systems are told from comments") {
  using kbuild::shell::batch_directive;
  for (std::string_view mark : {"#SBATCH", "#PBS", "#BSUB", "#FLUX:", "#COBALT", "#OAR", "#PJM"})
    CHECK(batch_directive(std::string(mark) + " -n 1") == mark);
  CHECK(batch_directive("#$ -N x") == "#$ -");
  CHECK(batch_directive("# SBATCH") == "");
}
