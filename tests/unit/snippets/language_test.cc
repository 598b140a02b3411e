// What language, prompt and placeholder the scanners see in a block's text.
#include "snippets/language.h"
#include "snippets/label.h"
#include "snippets/placeholder.h"

#include <doctest/doctest.h>

#include "snippets/annotation.h"
#include "snippets/prompt.h"

using namespace kbuild::snippets;

namespace {

struct LanguageCase {
  const char* text;
  const char* declared;
  const char* introduction;
  const char* expected;
};

constexpr LanguageCase kLanguages[] = {
    // Shell text whose label says otherwise or nothing.
    {"module load gcc/13\nmake -j4", "text", "", "bash"},
    {"#!/bin/bash\n#SBATCH -n 1\nsrun hostname", "", "", "bash"},
    {"!/bin/bash\n#SBATCH -n 1\nsrun hostname", "bash", "", "bash"},
    {"show-my-quota", "text", "To see it, run:", "bash"},
    {"show-my-quota", "text", "Katso tilanne komennolla:", "bash"},
    {"show-my-quota", "text", "This is the name:", "text"},
    {"cat <<EOF > a.py\nimport torch\nprint(1)\nEOF\npython a.py", "bash", "", "bash"},
    {"OMP_NUM_THREADS=4 srun ./prog", "bash", "", "bash"},
    {"export A=1 \\\n  B=2", "", "", "bash"},
    {"gmx mdrun -s topol.tpr", "sh", "", "bash"},
    // Sessions.
    {"$ module list\nNo modules loaded", "bash", "", "console"},
    {"(env) me@host:~] pip install x", "bash", "", "console"},
    {"[me@login01 work]$ ls", "", "", "console"},
    {"# look first\n$ ls", "bash", "", "console"},
    {">>> 1 + 1\n2", "python", "", "pycon"},
    // Python under a shell label; shell that ends in Python stays shell.
    {"import os\nprint(os.getcwd())", "bash", "", "python"},
    {"srun --pty bash\ncd work\npython\nimport torch\ntorch.__version__", "", "", "bash"},
    {"x.backends.tf32 = False  # off\ny.backends.tf32 = False", "python", "", "python"},
    {"for x in 1 2 3; do\n  echo $x\ndone", "", "", "bash"},
    // Data formats.
    {"name: demo\nchannels:\n  - main\ndependencies:\n  - numpy=1.0", "bash", "", "yaml"},
    {"{\"a\": [1, 2]}", "text", "", "json"},
    {"[tool]\nname = x", "", "", "ini"},
    {"Devices found: True\nNumber: 1", "text", "", "text"},
    // Output under a shell label.
    {"INFO Starting up the plugin 1.4", "bash", "The log has", "text"},
    {"JOBID PARTITION NAME\n12 gpu run", "bash", "", "text"},
    // Compiled languages and build files.
    {"#include <iostream>\nint main() { std::cout << 1; }", "cpp", "", "cpp"},
    {"#include <stdio.h>\nint main(void) { return 0; }", "", "", "c"},
    {"#include <stdio.h>\nint main(void) { return 0; }", "cpp", "", "cpp"},
    {"cmake_minimum_required(VERSION 3.0)\nproject(x)\nadd_executable(x x.cpp)", "cmake", "",
     "cmake"},
    {"program hello\n  implicit none\nend program", "", "", "fortran"},
    {"FROM debian\nRUN apt-get update", "", "", "dockerfile"},
    {"Bootstrap: docker\nFrom: debian\n%post\n  apt-get update", "sh", "", "bash"},
    // Labels that stand.
    {"anything at all, really", "matlab", "", "matlab"},
    {"# a document\n\n$ with a prompt", "markdown", "", "markdown"},
    {"", "bash", "", "bash"},
    {"", "", "", "text"},
};

struct PromptCase {
  const char* line;
  std::size_t length;
};
constexpr PromptCase kPrompts[] = {
    {"$ ls", 2},
    {"[me@host ~]$ ls", 13},
    {"[me@host ~]# ls", 13},
    {"[host dir]$ ls", 12},
    {"me@host:~$ ls", 11},
    {"me@host:~]$ ls", 12},
    {"(venv) me@host:~] ls", 18},
    {"(base) $ ls", 9},
    {"(sampo)-[me@login1 ~]$ ls", 23},
    {"bash-4.2$ ls", 10},
    {"puhti-login11$ ls", 15},
    {"me@host:~/dir> ls", 15},
    {">>> x", 4},
    {"julia> x", 7},
    {"[<user>@host ~]$ ls", 17},
    // Not prompts.
    {"$HOME/bin/x", 0},
    {"# comment", 0},
    {"echo $ x", 0},
    {"if [ -f x ]; then", 0},
    {"[section]", 0},
    {"[a, b] = f(x)", 0},
    {"[user@host] is a form", 12},
    {"mail a@b.org > out", 0},
    {"", 0},
    {"(a) b", 0},
};

}  // namespace

TEST_CASE("a block's language is read from its text, the label and the paragraph before") {
  for (const LanguageCase& c : kLanguages) {
    CAPTURE(c.text);
    CAPTURE(c.declared);
    CHECK(decide_language(c.text, c.declared, c.introduction) == c.expected);
  }
}

TEST_CASE("prompts are found at a line's begin") {
  for (const PromptCase& c : kPrompts) {
    CAPTURE(c.line);
    CHECK(find_prompt(c.line).length == c.length);
  }
}

TEST_CASE("a session is split into commands and answers") {
  auto parts = split_session("welcome\n$ ls \\\n   -l\na b\n$ cd x\n>>> 1 + \\\n... 2\n3");
  REQUIRE(parts.size() == 4);
  CHECK(parts[0].command == "");
  CHECK(parts[0].output == "welcome\n");
  CHECK(parts[1].command == "ls \\\n   -l");
  CHECK(parts[1].output == "a b\n");
  CHECK(parts[1].line == 1);
  CHECK(parts[2].command == "cd x");
  CHECK(parts[2].output == "");
  CHECK(parts[3].command == "1 + \\\n2");
  CHECK(parts[3].output == "3\n");
}

TEST_CASE("placeholders are angle brackets, entities, example paths and your_x") {
  auto texts = [](std::string_view text, std::string_view language) {
    std::vector<std::string> out;
    for (const Placeholder& p : find_placeholders(text, language)) {
      CHECK(text.substr(p.offset, p.text.size()) == p.text);
      out.push_back(p.text);
    }
    return out;
  };
  using Texts = std::vector<std::string>;
  CHECK(texts("#SBATCH -A <your account>\nrun < in > out", "bash") == Texts{"<your account>"});
  CHECK(texts("cd &lt;name&gt;", "bash") == Texts{"&lt;name&gt;"});
  CHECK(texts("python /path/to/train.py /project/your_project/x", "bash") ==
        Texts{"/path/to/train.py", "your_project"});
  CHECK(texts("cat <<EOF > x\ncat <(ls) <in", "bash").empty());
  CHECK(texts("std::vector<int> x;", "cpp").empty());
  CHECK(texts("project_<id>", "bash") == Texts{"<id>"});
}

TEST_CASE("file names have no blanks and a known extension or name") {
  for (const char* name :
       {"a.py", "CMakeLists.txt", "src/x.cpp", "run-pytorch.sh", "Makefile", "env.yml"}) {
    CAPTURE(name);
    CHECK(is_file_name(name));
  }
  for (const char* name :
       {"", "torch.nn", ".py", "a b.py", "v1.2", "--x.py", "www.org", "f(x.py)"}) {
    CAPTURE(name);
    CHECK_FALSE(is_file_name(name));
  }
}

TEST_CASE("annotations are key=value pairs after kb:") {
  auto pairs = parse_annotation("<!-- kb: unit=a file=x.py skip=\"too \\\"long\\\"\" hidden -->");
  REQUIRE(pairs);
  CHECK((*pairs)["unit"] == "a");
  CHECK((*pairs)["file"] == "x.py");
  CHECK((*pairs)["skip"] == "too \"long\"");
  CHECK((*pairs)["hidden"] == "true");
  CHECK(parse_annotation(".. kb: check=gpu")->at("check") == "gpu");
  CHECK(parse_annotation(" kb: x=\"open")->at("x") == "open");
  CHECK_FALSE(parse_annotation("a remark about kb: x=1"));
}
