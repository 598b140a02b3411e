// matrix.json against the schema that kbuild publishes for it, by a validator of the few words the
// schema uses.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/json.h"
#include "matrix/export.h"
#include "weighed.h"

using namespace kbuild;
using base::Json;

namespace {

bool is_of_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "null") return value.is_null();
  FAIL("the validator does not know the type " << type);
  return false;
}

/// The first place that the schema refuses, as a path; "" where there is none.
std::string refused(const Json& value, const Json& schema, const std::string& path) {
  if (schema.contains("type")) {
    const Json& type = schema["type"];
    bool fits = type.is_array()
                    ? std::any_of(type.begin(), type.end(),
                                  [&](const Json& each) { return is_of_type(value, each); })
                    : is_of_type(value, type);
    if (!fits) return path + ": type";
  }
  if (schema.contains("enum") &&
      std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
    return path + ": enum";
  if (schema.contains("minItems") && value.size() < schema["minItems"].get<std::size_t>())
    return path + ": minItems";
  if (schema.contains("minimum") && value < schema["minimum"]) return path + ": minimum";
  if (value.is_object()) {
    for (const Json& key : schema.value("required", Json::array()))
      if (!value.contains(key.get<std::string>()))
        return path + ": lacks " + key.get<std::string>();
    for (const auto& [key, member] : value.items()) {
      if (!schema["properties"].contains(key)) return path + ": unknown " + key;
      if (std::string fault = refused(member, schema["properties"][key], path + "/" + key);
          !fault.empty())
        return fault;
    }
  }
  if (value.is_array())
    for (const Json& item : value)
      if (std::string fault = refused(item, schema["items"], path + "/[]"); !fault.empty())
        return fault;
  return "";
}

claims::Claim schema_claim(std::string version, claims::ClaimStatus status) {
  claims::Claim made;
  made.product = "PyTorch";
  made.version = std::move(version);
  made.system = "LUMI";
  made.status = status;
  made.kind = claims::ClaimKind::table;
  made.module = "pytorch/2.7";
  made.date = "2025-06-26";
  made.language = "en";
  made.path = "apps/pytorch.md";
  made.excerpt = "| 2.7.1 |";
  made.line = 4;
  return made;
}

}  // namespace

TEST_CASE("matrix.json is what its schema says") {
  matrix::MergeOptions options;
  options.outcomes = {
      {"PyTorch", "2.7", "LUMI", "pytorch/2.7", matrix::Proof::proved, "job 12", "2026-11-20"}};
  auto folded = test::merged({schema_claim("2.7.1", claims::ClaimStatus::default_version),
                              schema_claim("2.9.0", claims::ClaimStatus::available)},
                             options);
  Json json = Json::parse(matrix::to_json(folded)), schema = Json::parse(matrix::matrix_schema());
  CHECK(refused(json, schema, "") == "");
  REQUIRE(json["cells"].size() == 2);
  const Json& proved = json["cells"][1];
  CHECK(proved["id"] == "pytorch/2.7.1/lumi");
  CHECK(proved["state"] == "proved");
  CHECK(proved["run"] == "job 12");
  CHECK(proved["run_date"] == "2026-11-20");
  // The validator can refuse.
  json["cells"][0]["status"] = "fine";
  CHECK(refused(json, schema, "") == "/cells/[]/status: enum");
}
