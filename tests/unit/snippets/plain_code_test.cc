// What is not code is cut out of a block, and the rest keeps its place.
#include "snippets/plain_code.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "shell/embedded.h"
#include "snippets/prompt.h"

namespace kbuild::snippets {

namespace {

struct Row {
  std::string_view language;
  std::string_view text;
  /// The text that stays.
  std::string_view plain;
};

constexpr Row kRows[] = {
    // Placeholders become words.
    {"bash", "conda create -n <env> python=3.9", "conda create -n kkkkk python=3.9"},
    {"bash", "export A=</path/to/you>", "export A=kkkkkkkkkkkkkk"},
    {"bash", "cp <the file that you made, e.g. x.dat> .",
     "cp kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk ."},
    {"bash", "#SBATCH --account=[budget code]", "#SBATCH --account=kkkkkkkkkkkkk"},
    {"bash", "#SBATCH -A <<your code>>", "#SBATCH -A kkkkkkkkkkkkk"},
    {"bash", "ssh YOURNAME@host -p XXXX", "ssh kkkkkkkk@host -p kkkk"},
    {"bash", "#SBATCH --time=...", "#SBATCH --time=kkk"},
    {"yaml", "user: {{ name }}\n{% if x %}\na: 1", "user: kkkkkkkkkk\n          \na: 1"},
    // Dots are blanks.
    {"bash", "srun ... ./a.out", "srun     ./a.out"},
    {"bash", "#SBATCH [...]\nmodule load x\n....\n./run",
     "#SBATCH      \nmodule load x\n    \n./run"},
    {"bash", "a\n... more commands here\nb", "a\n                      \nb"},
    {"bash", "#SBATCH -n <...>", "#SBATCH -n      "},
    {"json", "{\"a\": 1, ...}", "{\"a\": 1,    }"},
    // What other programs read is blank.
    {"bash", "cat > j <<EOF\n#SBATCH -n 1\nEOF\nls", "cat > j <<EOF\n            \nEOF\nls"},
    {"bash", "python -c 'import a\nprint(1)'", "python -c '        \n        '"},
    {"python", "a = \"\"\"\n#SBATCH -n 1\n\"\"\"", "a = \"\"\"\n            \n\"\"\""},
    {"bash", "ls\n<!--T:20-->\ncd x", "ls\n           \ncd x"},
    // Code stays.
    {"bash", "sort <in >out 2>&1 && a <b 2>c", "sort <in >out 2>&1 && a <b 2>c"},
    {"bash", "[ -f x ] && cp ../a ./... .", "[ -f x ] && cp ../a ./... ."},
    {"bash", "ls [abc]* a[i]=1 [[ a ]]", "ls [abc]* a[i]=1 [[ a ]]"},
    {"bash", "echo $((1 << 2)); cat <<< x", "echo $((1 << 2)); cat <<< x"},
    {"bash", "# don't\necho 'a' # it's", "# don't\necho 'a' # it's"},
    {"python", "if a<b and c>d: x[i] = {{1}}", "if a<b and c>d: x[i] = {{1}}"},
    {"cpp", "std::vector<int> v{{1}};", "std::vector<int> v{{1}};"},
    {"bash", "echo ${#x} \"Loading...\"", "echo ${#x} \"Loading...\""},
};

}  // namespace

TEST_CASE("what is not code is cut out and the rest keeps its place") {
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    PlainCode code = plain_code(row.text, row.language);
    CHECK(code.text == row.plain);
    CHECK(code.text.size() == row.text.size());
    for (std::size_t i = 1; i < code.cuts.size(); ++i)
      CHECK(code.cuts[i - 1].end() <= code.cuts[i].offset);
  }
}

TEST_CASE("of a session its commands stay, of output nothing") {
  Snippet s;
  s.text = "$ ls <dir>\nit's a list\n$ cat <<EOF \\\n  x\nthat's it";
  s.language = "console";
  s.role = Role::session;
  s.session = split_session(s.text);
  PlainCode code = plain_code(s);
  CHECK(code.text == "  ls kkkkk\n           \n  cat <<EOF \\\n  x\n         ");
  CHECK(code.has(CutKind::prompt));
  REQUIRE(code.find(5, 2));
  CHECK(code.find(5, 2)->kind == CutKind::placeholder);
  CHECK(!code.find(2, 2));
  s.role = Role::output;
  s.session.clear();
  CHECK(base::trim(plain_code(s).text).empty());
}

TEST_CASE("cutting takes time in proportion to the text") {
  for (std::string_view piece : {"<<a\n", "<", "{{", "((", "'", "\"\\", ". ", "...", "[a", "x",
                                 "<!--T:", "{% ", "&lt;", "/path/to/"}) {
    std::string text;
    while (text.size() < 300'000) text += piece;
    CHECK(plain_code(text, "bash").text.size() == text.size());
    CHECK(plain_code(text, "python").text.size() == text.size());
  }
}

}  // namespace kbuild::snippets
