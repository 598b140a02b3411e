// Reads the variables and event files of GitHub Actions and GitLab CI; see consent.h. Every rule
// names what is permitted, so that events which nobody thought of are refused.
// https://docs.github.com/en/actions/reference/events-that-trigger-workflows,
// https://docs.gitlab.com/ci/variables/predefined_variables/
#include "run/consent.h"

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

/// GitHub describes an event in at most 25 MB.
constexpr std::uint64_t kMaxEventBytes = 32u << 20;

constexpr std::string_view kWhatToDo =
    "kbuild test --plan shows what would be run; run it on a push, when the text was reviewed";

using Environment = std::map<std::string, std::string>;

enum class GithubEvent : std::uint8_t { pull_request, workflow_run };

std::string_view value_of(const Environment& environment, const std::string& name) {
  auto at = environment.find(name);
  return at == environment.end() ? std::string_view{} : at->second;
}

bool any_begins_with(const Environment& environment, const std::string& prefix) {
  auto at = environment.lower_bound(prefix);
  return at != environment.end() && at->first.starts_with(prefix);
}

/// The text at a path of members; "" where there is none.
std::string text_at(const base::Json& event, std::initializer_list<const char*> members) {
  const base::Json* at = &event;
  for (const char* member : members) {
    if (!at->is_object() || !at->contains(member)) return {};
    at = &(*at)[member];
  }
  return at->is_string() ? at->get<std::string>() : std::string{};
}

base::Result<void> refuse(const std::string& why) {
  return base::fail(why, std::string(kWhatToDo));
}

/// Text of `from` is run for `to`.
base::Result<void> compare(std::string_view from, std::string_view to) {
  if (from.empty() || to.empty())
    return refuse("the event does not say whose text would be run, so that it may be a fork's");
  if (from == to) return {};
  return refuse(base::format(
      "this is a pull request of a fork ('{}' asks '{}'), whose text is never run", from, to));
}

base::Result<void> compare_in_event(const base::Disk& disk, const Environment& environment,
                                    GithubEvent kind) {
  auto text = disk.read(std::string(value_of(environment, "GITHUB_EVENT_PATH")), kMaxEventBytes);
  if (!text) return refuse("GITHUB_EVENT_PATH cannot be read, so that this may be a fork's event");
  base::Json event = base::Json::parse(*text, nullptr, false);
  std::string from, to;
  if (kind == GithubEvent::workflow_run) {
    from = text_at(event, {"workflow_run", "head_repository", "full_name"});
    to = text_at(event, {"repository", "full_name"});
  } else {
    from = text_at(event, {"pull_request", "head", "repo", "full_name"});
    to = text_at(event, {"pull_request", "base", "repo", "full_name"});
  }
  if (auto same = compare(from, to); !same) return same;
  std::string_view here = value_of(environment, "GITHUB_REPOSITORY");
  return here.empty() ? base::Result<void>{} : compare(from, here);
}

/// Events of GitHub that the repository's own branches bring.
bool is_of_branch(std::string_view event) {
  return base::is_any_of(event, {"push", "schedule", "workflow_dispatch", "repository_dispatch",
                                 "merge_group", "release", "create"});
}

bool is_on_github(const Environment& environment) {
  return any_begins_with(environment, "GITHUB_EVENT_") ||
         value_of(environment, "GITHUB_ACTIONS") == "true";
}

/// What starts a pipeline of GitLab on the repository's own branches.
bool is_own_pipeline(std::string_view source) {
  return base::is_any_of(source, {"push", "schedule", "web", "webide", "api", "trigger", "chat"});
}

bool is_on_gitlab(const Environment& environment) {
  return !value_of(environment, "GITLAB_CI").empty() ||
         any_begins_with(environment, "CI_PIPELINE_") ||
         any_begins_with(environment, "CI_MERGE_REQUEST_");
}

base::Result<void> ask_github(const base::Disk& disk, const Environment& environment) {
  std::string_view event = value_of(environment, "GITHUB_EVENT_NAME");
  if (base::is_any_of(event, {"pull_request", "pull_request_target", "pull_request_review",
                              "pull_request_review_comment"}))
    return compare_in_event(disk, environment, GithubEvent::pull_request);
  if (event == "workflow_run")
    return compare_in_event(disk, environment, GithubEvent::workflow_run);
  // Only events of pull requests set these.
  bool of_request = !value_of(environment, "GITHUB_HEAD_REF").empty() ||
                    value_of(environment, "GITHUB_REF").starts_with("refs/pull/");
  if (is_of_branch(event) && !of_request) return {};
  return refuse(base::format("the event '{}' of GitHub may bring a fork's text", event));
}

base::Result<void> ask_gitlab(const Environment& environment) {
  std::string_view source = value_of(environment, "CI_PIPELINE_SOURCE");
  if (source == "external_pull_request_event" ||
      any_begins_with(environment, "CI_EXTERNAL_PULL_REQUEST_"))
    return compare(value_of(environment, "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY"),
                   value_of(environment, "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY"));
  if (source == "merge_request_event" || any_begins_with(environment, "CI_MERGE_REQUEST_")) {
    std::string_view from = value_of(environment, "CI_MERGE_REQUEST_SOURCE_PROJECT_ID");
    if (auto same = compare(from, value_of(environment, "CI_MERGE_REQUEST_PROJECT_ID")); !same)
      return same;
    return compare(from, value_of(environment, "CI_PROJECT_ID"));
  }
  if (is_own_pipeline(source)) return {};
  return refuse(
      base::format("a pipeline that GitLab started by '{}' may bring a fork's text", source));
}

}  // namespace

base::Result<void> ask_consent(const base::Disk& disk, const ConsentRequest& request) {
  const Environment& environment = request.environment;
  if (request.repository == Agreement::withheld)
    return base::fail("the repository does not allow what its pages say to be run",
                      "write 'snippets: {execute: true}' in kbuild.yml, or ask for --plan");
  if (request.runner == Agreement::withheld && value_of(environment, "KBUILD_ALLOW_EXECUTE") != "1")
    return base::fail("nobody has allowed this machine to run what pages say",
                      "add --allow-execute or set KBUILD_ALLOW_EXECUTE=1, or ask for --plan");
  if (is_on_github(environment))
    if (auto allowed = ask_github(disk, environment); !allowed) return allowed;
  return is_on_gitlab(environment) ? ask_gitlab(environment) : base::Result<void>{};
}

bool is_for_a_pull_request(const Environment& environment) {
  bool github =
      is_on_github(environment) && (!is_of_branch(value_of(environment, "GITHUB_EVENT_NAME")) ||
                                    !value_of(environment, "GITHUB_HEAD_REF").empty());
  bool gitlab =
      is_on_gitlab(environment) && (!is_own_pipeline(value_of(environment, "CI_PIPELINE_SOURCE")) ||
                                    any_begins_with(environment, "CI_MERGE_REQUEST_"));
  return github || gitlab || any_begins_with(environment, "CI_EXTERNAL_PULL_REQUEST_");
}

}  // namespace kbuild::run
