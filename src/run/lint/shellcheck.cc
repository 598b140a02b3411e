// The blocks go to a shell as one text; it writes a file for each into its vanishing directory and
// starts shellcheck once on all of them. See shellcheck.h.
#include "run/lint/shellcheck.h"

#include <algorithm>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "snippets/plain_code.h"
#include "tools/tool.h"

namespace kbuild::run {

using namespace diag::literals;

namespace {

using snippets::Role;
using snippets::Snippet;

/// Codes about text that a shell certainly reads otherwise than it was meant, whatever stands
/// around the excerpt. Left out is what excerpts with synopses, settings or lists of options cause
/// (SC1020, SC1035, SC1083, SC2215, SC2288), and all about variables, quoting and style.
constexpr std::string_view kCodes =
    "SC1018,SC1066,SC1068,SC1069,SC1081,SC1101,SC1110,SC1111,SC1112,SC1127,SC1128,SC2157,SC2168,"
    "SC2193,SC2242,SC2270,SC2286,SC2287,SC2289,SC2320";

/// Reads texts that end with NUL into files named by number; "-" where there is none.
constexpr std::string_view kProgram = R"sh(
cd "$TMPDIR" || exit 9
n=0
while IFS= read -r -d '' text; do
  printf '%s' "$text" > "$n"
  n=$((n + 1))
done
[ "$n" -gt 0 ] || exit 0
seq 0 $((n - 1)) | xargs -n 10000 "$1" --norc --shell=bash --format=json1 --include="$2"
)sh";

/// The offset of a 1-based line and column in a text.
std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t begin = snippets::line_offset(text, line ? line - 1 : 0);
  std::size_t end = std::min(text.find('\n', begin), text.size());
  // In this format a tab is one column, as every character.
  std::size_t at = begin;
  for (std::size_t seen = 1; at < end && seen < column; ++seen) {
    ++at;
    while (at < end && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return at;
}

void read_comment(const source::SourceStore& sources, const Snippet& s, const base::Json& comment,
                  diag::Diagnostics& out) {
  std::size_t begin = offset_of(s.text, comment.value("line", 1u), comment.value("column", 1u));
  std::size_t end = offset_of(s.text, comment.value("endLine", 1u), comment.value("endColumn", 1u));
  // What readers replace is no fault of the code.
  std::size_t length = std::max<std::size_t>(1, end > begin ? end - begin : 1);
  if (snippets::plain_code(s).find(begin, length)) return;
  std::string message = comment.value("message", "");
  while (message.ends_with('.')) message.pop_back();
  out.push_back({"KB0761"_code,
                 snippets::locate(sources, s, begin, length),
                 {message, base::format("SC{}", comment.value("code", 0))}});
}

}  // namespace

base::Result<diag::Diagnostics> ask_shellcheck(const source::SourceStore& sources,
                                               const std::vector<const Snippet*>& all) {
  std::string program = tools::find_tool("shellcheck");
  if (program.empty()) return base::fail("'shellcheck' is not installed");
  std::vector<const Snippet*> asked;
  std::string texts;
  for (const Snippet* s : all) {
    if (s->language != "bash" || (s->role != Role::script && s->role != Role::fragment)) continue;
    std::string text = snippets::plain_code(*s).text;
    std::erase(text, '\0');
    texts += text + '\0';
    asked.push_back(s);
  }
  diag::Diagnostics out;
  if (asked.empty()) return out;
  constexpr double kSeconds = 120;
  auto outcome =
      tools::run_tool({.program = tools::find_tool("bash"),
                       .arguments = {"--norc", "--noprofile", "-c", std::string(kProgram), "kbuild",
                                     program, std::string(kCodes)},
                       .input = std::move(texts),
                       .timeout = kSeconds});
  if (!outcome) return tl::unexpected(outcome.error());
  if (outcome->timed_out) return base::fail("'shellcheck' took more than two minutes");
  base::Json said = base::Json::parse(outcome->output, nullptr, false);
  if (!said.is_object() || !said.contains("comments"))
    return base::fail("'shellcheck' gave no answer", outcome->errors.substr(0, 200));
  for (const base::Json& comment : said["comments"]) {
    auto number = base::parse_integer(comment.value("file", "-1"));
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= asked.size()) continue;
    read_comment(sources, *asked[static_cast<std::size_t>(*number)], comment, out);
  }
  return out;
}

}  // namespace kbuild::run
