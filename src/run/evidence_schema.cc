// One table of fields; see evidence_schema.h. A test compares it with what is written.
#include "run/evidence_schema.h"

#include "base/json.h"
#include "base/text.h"
#include "run/evidence.h"

namespace kbuild::run {

namespace {

using base::Json;

struct Field {
  const char* name;
  const char* type;
  const char* description;
};

constexpr Field kFields[] = {
    {"v", "integer", "Version of this form: 1"},
    {"unit", "string", "The unit's id"},
    {"variant", "string", "The tab, where the unit has variants"},
    {"key", "string", "SHA-256 of what was executed, where, and by which version of kbuild"},
    {"digest", "string", "SHA-256 of what the page said"},
    {"page", "string", "The page's path"},
    {"line", "integer", "Line of the unit's first block"},
    {"commit", "string", "Commit of the working tree"},
    {"system", "string", "The profile's name"},
    {"executor", "string", "local or slurm"},
    {"partition", "string", "Slurm partition"},
    {"version", "string", "Software version that the unit is about"},
    {"options_written", "string", "Batch options as the page has them"},
    {"options_run", "string", "Batch options as they were used"},
    {"job", "string", "Job id"},
    {"state", "string", "The scheduler's last word"},
    {"exit", "integer", "Exit code of the job; 128 + signal"},
    {"derived_exit", "integer", "Highest exit code of the job's steps"},
    {"verdict", "string", "What came out"},
    {"reason", "string", "Why, where it did not pass"},
    {"failed_line", "integer", "The page's line that failed, or 0"},
    {"level", "string", "How far the unit got"},
    {"node", "string", "Host name"},
    {"gpus_asked", "integer", "GPUs that the job asked for"},
    {"gpus", "array", "Devices that told their names"},
    {"modules", "array", "Modules that the page's text names"},
    {"loaded", "array", "What was loaded, by the word of the tool that loaded it"},
    {"changes", "array", "Commands that did not run as the page has them"},
    {"differences", "array", "Output that is not what the page shows"},
    {"compiler", "string", "First line of its --version"},
    {"started", "string", "UTC, ISO 8601"},
    {"started_seconds", "integer", "The same since 1970"},
    {"seconds", "number", "Of all steps"},
    {"steps", "array", "Commands as written and as run, with exit codes and seconds"},
    {"output", "string", "Redacted head and tail"},
    {"recovered", "boolean", "Passed at the second attempt, after a fault of the machine"},
    {"walls", "array",
     "The kind of walls round the run, then what they kept apart: files, network, processes"},
    {"previous", "string", "SHA-256 of the line before; zeros in the first"},
    {"sha256", "string", "SHA-256 of this line without this field"},
};

template <class Enum>
Json names(Enum last, std::string_view (*name)(Enum)) {
  Json out = Json::array();
  for (int i = 0; i <= static_cast<int>(last); ++i)
    out.push_back(std::string(name(static_cast<Enum>(i))));
  return out;
}

}  // namespace

std::string evidence_schema() {
  Json properties = Json::object(), required = Json::array();
  for (const Field& field : kFields) {
    properties[field.name] = {{"type", field.type}, {"description", field.description}};
    // Older records lack them.
    bool later = base::is_any_of(field.name, {"walls", "loaded", "changes", "differences"});
    if (!later) required.push_back(field.name);
  }
  properties["verdict"]["enum"] = names(Verdict::xfail, verdict_name);
  properties["level"]["enum"] = names(Level::ran_gpu, level_name);
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "A line of kbuild's evidence"},
                 {"type", "object"},
                 {"properties", properties},
                 {"required", required}};
  return schema.dump(2) + "\n";
}

}  // namespace kbuild::run
