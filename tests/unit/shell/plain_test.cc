// What is_plain() takes, a shell takes: by examples, and by texts made at random that bash judges.
#include "shell/plain.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <string>

#include "base/process.h"
#include "base/text.h"

using namespace kbuild;

namespace {

constexpr std::string_view kPieces[] = {
    "echo",   "a",   " ",        " ",    " ",    "\n", "\n",    "\\\n", " \\\n", "|",
    "||",     "&&",  "&",        ";",    ">",    ">>", "<",     "# c",  "'q r'", "\"s\"",
    "\"$x\"", "$x",  "${x}",     "if",   "then", "fi", "do",    "for",  "case",  "in",
    "esac",   "{",   "}",        "[",    "]",    "[ ", "[[ ",   " ]]",  "!",     "(",
    ")",      "x=1", "2",        "time", "done", "*",  "$",     "`",    "\"",    "'",
    "#",      "~",   "function", "\\",   "=",    "a[", "while", "\t",   "]",     "coproc"};

std::string random_text(std::mt19937& random) {
  std::string out;
  std::size_t pieces = 1 + random() % 8;
  for (std::size_t i = 0; i < pieces; ++i) out += kPieces[random() % std::size(kPieces)];
  return out;
}

}  // namespace

TEST_CASE("plain commands are known as such, and nothing else is") {
  for (std::string_view text :
       {"", "# a comment", "module load gcc/12", "a | b && c > d 2> e\n\nf; g &",
        "srun -n 4 \\\n  ./solver --mem=\"${SIZE} GB\" 'a b'", "[ -f x ] && echo $x", "echo if do",
        "A=1 B=$C run # (1)!", "cat < in >> out"}) {
    CAPTURE(text);
    CHECK(shell::is_plain(text));
  }
  for (std::string_view text :
       {"if true",     "a |",       "a |\n", "| a",   "a > ",    "a ; ; b",  "echo \"a",
        "echo 'a\nb'", "a && && b", "(a)",   "a `b`", "$(a)",    "a <<E\nE", "a\r",
        "f() { a; }",  "x[1",       "[[ a",  "! a",   "a; done", "echo \\",  "a & & b"}) {
    CAPTURE(text);
    CHECK_FALSE(shell::is_plain(text));
  }
}

TEST_CASE("bash takes every text that is plain") {
  std::mt19937 random(20261123);
  std::string texts;
  std::size_t plain = 0;
  for (int n = 0; n < 20000 && plain < 600; ++n) {
    std::string text = random_text(random);
    if (!shell::is_plain(text)) continue;
    texts += text + '\0';
    ++plain;
  }
  REQUIRE(plain == 600);
  base::Command command{{"bash", "--norc", "--noprofile", "-c",
                         "while IFS= read -r -d '' text; do "
                         "bash --norc --noprofile -O extglob -n <<<\"$text\" 2>/dev/null || "
                         "printf '%s\\0' \"$text\"; done"}};
  command.input = texts;
  auto outcome = base::run_process(command);
  REQUIRE(outcome);
  CHECK(outcome->output == "");
}
