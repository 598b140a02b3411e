// The functions of the table of commands, each in a file of its own.
#pragma once

#include "cli/session.h"

namespace kbuild::cli {

void add_build(CLI::App& parent, Session& session);
void add_check(CLI::App& parent, Session& session);
void add_completion(CLI::App& parent, Session& session);
void add_collect(CLI::App& parent, Session& session);
void add_evidence(CLI::App& parent, Session& session);
void add_init(CLI::App& parent, Session& session);
void add_i18n(CLI::App& parent, Session& session);
void add_explain(CLI::App& parent, Session& session);
void add_man(CLI::App& parent, Session& session);
void add_matrix(CLI::App& parent, Session& session);
/// Below `matrix`.
void add_review(CLI::App& matrix, Session& session);
void add_profile(CLI::App& parent, Session& session);
void add_render(CLI::App& parent, Session& session);
void add_search(CLI::App& parent, Session& session);
void add_schema(CLI::App& parent, Session& session);
void add_serve(CLI::App& parent, Session& session);
void add_snippets(CLI::App& parent, Session& session);
void add_test(CLI::App& parent, Session& session);

}  // namespace kbuild::cli
