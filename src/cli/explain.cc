// kbuild explain KBnnnn: a diagnostic's meaning.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "cli/commands.h"

namespace kbuild::cli {

namespace {

void explain(Session& session, const std::string& code) {
  const diag::CodeInfo* info = diag::find_code(code);
  if (!info)
    return session.fail({base::format("there is no diagnostic '{}'", code),
                         "codes are written KBnnnn; `kbuild check` prints them in brackets"});
  session.print(base::format("{} {} ({})\n  {}\n", diag::code_text(info->code), info->name,
                             diag::level_text(info->level), info->message));
  if (!info->hint.empty()) session.print(base::format("  hint: {}\n", info->hint));
  session.print(
      base::format("  see content/en/kbuild/diagnostics/{}.md\n", diag::code_text(info->code)));
}

}  // namespace

void add_explain(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("explain", "what a diagnostic means");
  auto code = std::make_shared<std::string>();
  command->add_option("code", *code, "KBnnnn or its name")->required();
  command->callback([&session, code] { explain(session, *code); });
}

}  // namespace kbuild::cli
