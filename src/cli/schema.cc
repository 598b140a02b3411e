// kbuild schema: JSON Schemas of kbuild's files, for editors and validators.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "matrix/export.h"
#include "meta/config.h"
#include "page/front_matter_keys.h"
#include "run/evidence_schema.h"

namespace kbuild::cli {

namespace {

struct SchemaRow {
  std::string_view name;
  std::string (*schema)();
};

constexpr SchemaRow kSchemas[] = {
    {"config", meta::config_schema},
    {"frontmatter", page::front_matter_schema},
    {"matrix", matrix::matrix_schema},
    {"evidence", run::evidence_schema},
};

void run_schema(Session& session, const std::string& name) {
  std::string known;
  for (const SchemaRow& row : kSchemas) {
    if (row.name == name) return session.print(row.schema());
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  session.fail({"there is no schema '" + name + "'", "kbuild has " + known});
}

}  // namespace

void add_schema(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("schema", "JSON Schema of a file: config, ...");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "which")->required();
  command->callback([&session, name] { run_schema(session, *name); });
}

}  // namespace kbuild::cli
