// Writes and reads records, judges them, and hides secrets; see evidence.h.
#include "run/evidence.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "run/plan.h"
#include "vocabulary/version.h"

namespace kbuild::run {

namespace {

using base::Json;

constexpr std::array<std::string_view, 13> kVerdicts = {
    "pass",    "fail",    "compile-error", "output-mismatch",
    "timeout", "oom",     "rejected",      "pending-too-long",
    "infra",   "skipped", "stale",         "never-run",
    "xfail"};

Json step_json(const StepRecord& step) {
  Json out = {{"name", step.name},
              {"line", step.line},
              {"exit", step.exit_code},
              {"seconds", step.seconds},
              {"as_written", step.as_written}};
  if (!step.as_run.empty()) out["as_run"] = step.as_run;
  return out;
}

Json loaded_json(const LoadedSoftware& one) {
  return {{"kind", one.kind}, {"name", one.name}, {"version", one.version}, {"at_end", one.at_end}};
}

Json change_json(const ChangedCommand& one) {
  return {{"kind", one.kind},
          {"line", one.line},
          {"as_written", one.as_written},
          {"as_run", one.as_run},
          {"why", one.why}};
}

std::string text_of(const Json& object, const char* key) {
  auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string{};
}

/// A T; 0 where there is no number or it is no T: a fraction, out of range.
template <class T>
T number_of(const Json& object, const char* key) {
  auto at = object.find(key);
  if (at == object.end() || !at->is_number()) return T{};
  if constexpr (std::is_floating_point_v<T>) {
    return at->get<T>();
  } else {
    auto fitting = [](auto value) { return std::in_range<T>(value) ? static_cast<T>(value) : T{}; };
    if (at->is_number_float()) return T{};
    return at->is_number_unsigned() ? fitting(at->get<std::uint64_t>())
                                    : fitting(at->get<std::int64_t>());
  }
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> find_verdict(std::string_view name) {
  for (std::size_t i = 0; i < kVerdicts.size(); ++i)
    if (kVerdicts[i] == name) return static_cast<Verdict>(i);
  return std::nullopt;
}

bool is_failure(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
    case Verdict::skipped:
    case Verdict::stale:
    case Verdict::never_run:
    case Verdict::xfail:
    case Verdict::pending_too_long:
    case Verdict::infra: return false;
    case Verdict::fail:
    case Verdict::compile_error:
    case Verdict::output_mismatch:
    case Verdict::timeout:
    case Verdict::oom:
    case Verdict::rejected: return true;
  }
  return true;
}

bool is_machine_fault(Verdict verdict) {
  return verdict == Verdict::infra || verdict == Verdict::pending_too_long;
}

std::string to_json(const RunRecord& r) {
  Json out = {{"v", 1},
              {"unit", r.unit},
              {"variant", r.variant},
              {"key", r.key},
              {"digest", r.digest},
              {"page", r.page},
              {"line", r.line},
              {"commit", r.commit},
              {"system", r.system},
              {"executor", r.executor},
              {"partition", r.partition},
              {"version", r.version},
              {"options_written", r.options_written},
              {"options_run", r.options_run},
              {"job", r.job},
              {"state", r.state},
              {"exit", r.exit_code},
              {"derived_exit", r.derived_exit_code},
              {"verdict", std::string(verdict_name(r.verdict))},
              {"reason", r.reason},
              {"failed_line", r.failed_line},
              {"level", std::string(level_name(r.level))},
              {"node", r.node},
              {"gpus_asked", r.gpus_asked},
              {"gpus", Json::array()},
              {"modules", r.modules},
              {"loaded", Json::array()},
              {"changes", Json::array()},
              {"differences", Json::array()},
              {"compiler", r.compiler},
              {"started", base::format_time(r.started)},
              {"started_seconds", r.started},
              {"seconds", r.seconds},
              {"steps", Json::array()},
              {"output", r.output},
              {"recovered", r.recovered},
              {"walls", r.walls}};
  for (const GpuRecord& gpu : r.gpus)
    out["gpus"].push_back({{"model", gpu.model},
                           {"driver", gpu.driver},
                           {"memory", gpu.memory},
                           {"runtime", gpu.runtime}});
  for (const StepRecord& step : r.steps) out["steps"].push_back(step_json(step));
  for (const LoadedSoftware& one : r.loaded) out["loaded"].push_back(loaded_json(one));
  for (const ChangedCommand& one : r.changes) out["changes"].push_back(change_json(one));
  for (const OutputDifference& one : r.differences)
    out["differences"].push_back({{"line", one.line}, {"text", one.text}});
  return base::dump_line(out);
}

std::optional<RunRecord> from_json(std::string_view line) {
  Json in = Json::parse(line, nullptr, false);
  if (!in.is_object() || number_of<int>(in, "v") != 1) return std::nullopt;
  RunRecord r;
  for (auto [field, key] : std::initializer_list<std::pair<std::string*, const char*>>{
           {&r.unit, "unit"},
           {&r.variant, "variant"},
           {&r.key, "key"},
           {&r.digest, "digest"},
           {&r.page, "page"},
           {&r.commit, "commit"},
           {&r.system, "system"},
           {&r.executor, "executor"},
           {&r.partition, "partition"},
           {&r.version, "version"},
           {&r.options_written, "options_written"},
           {&r.options_run, "options_run"},
           {&r.job, "job"},
           {&r.state, "state"},
           {&r.reason, "reason"},
           {&r.node, "node"},
           {&r.compiler, "compiler"},
           {&r.output, "output"}})
    *field = text_of(in, key);
  r.line = number_of<std::uint32_t>(in, "line");
  r.gpus_asked = number_of<long long>(in, "gpus_asked");
  r.failed_line = number_of<std::uint32_t>(in, "failed_line");
  r.exit_code = number_of<int>(in, "exit");
  r.derived_exit_code = number_of<int>(in, "derived_exit");
  r.started = number_of<std::int64_t>(in, "started_seconds");
  r.seconds = number_of<double>(in, "seconds");
  r.recovered = in.value("recovered", Json(false)) == Json(true);
  auto verdict = find_verdict(text_of(in, "verdict"));
  auto level = find_level(text_of(in, "level"));
  if (!verdict || !level) return std::nullopt;
  r.verdict = *verdict;
  r.level = *level;
  for (const Json& gpu : in.value("gpus", Json::array()))
    r.gpus.push_back({text_of(gpu, "model"), text_of(gpu, "driver"), text_of(gpu, "memory"),
                      text_of(gpu, "runtime")});
  for (const Json& module : in.value("modules", Json::array()))
    if (module.is_string()) r.modules.push_back(module);
  for (const Json& step : in.value("steps", Json::array()))
    r.steps.push_back({text_of(step, "name"), number_of<std::uint32_t>(step, "line"),
                       number_of<int>(step, "exit"), number_of<double>(step, "seconds"),
                       text_of(step, "as_written"), text_of(step, "as_run")});
  for (const Json& one : in.value("loaded", Json::array()))
    r.loaded.push_back({text_of(one, "kind"), text_of(one, "name"), text_of(one, "version"),
                        one.value("at_end", Json(false)) == Json(true)});
  for (const Json& one : in.value("changes", Json::array()))
    r.changes.push_back({text_of(one, "kind"), number_of<std::uint32_t>(one, "line"),
                         text_of(one, "as_written"), text_of(one, "as_run"), text_of(one, "why")});
  for (const Json& one : in.value("differences", Json::array()))
    r.differences.push_back({number_of<std::uint32_t>(one, "line"), text_of(one, "text")});
  // Older records tell replaced commands by their steps alone.
  if (!in.contains("changes"))
    for (const StepRecord& step : r.steps)
      if (!step.as_run.empty())
        r.changes.push_back({"substituted", step.line, step.as_written, step.as_run, ""});
  for (const Json& word : in.value("walls", Json::array()))
    if (word.is_string()) r.walls.push_back(word);
  return r;
}

void sort_by_time(std::vector<RunRecord>& records) {
  std::stable_sort(records.begin(), records.end(),
                   [](const RunRecord& a, const RunRecord& b) { return a.started < b.started; });
}

Verdict verdict_at(const RunRecord& record, std::int64_t now, int days) {
  bool old = now - record.started > static_cast<std::int64_t>(days) * 86400;
  return record.verdict == Verdict::pass && old ? Verdict::stale : record.verdict;
}

namespace {

/// Whether the page's text asks for what was loaded: "pytorch" for "pytorch/2.7", "pytorch/2.7" for
/// "pytorch/2.7.1". Without that, a default of the system counted as well.
bool asks_for(const std::string& written, std::string_view loaded) {
  std::size_t slash = written.rfind('/'), end = loaded.rfind('/');
  if (slash == written.npos) return loaded.substr(0, end) == written;
  return loaded == written || (end != loaded.npos && loaded.substr(0, end) == written) ||
         (loaded.substr(0, end) == written.substr(0, slash) &&
          vocabulary::version_names(written.substr(slash + 1), loaded.substr(end + 1)));
}

/// Whether the module tool listed every module that the page loads, if only for a while: a shell
/// that nobody watches may have failed to load it.
bool loaded_what_it_names(const RunRecord& record) {
  return std::all_of(record.modules.begin(), record.modules.end(), [&](const std::string& named) {
    return std::any_of(record.loaded.begin(), record.loaded.end(), [&](const LoadedSoftware& one) {
      return one.kind == "module" && asks_for(named, one.name);
    });
  });
}

}  // namespace

Standing standing_of(const RunRecord& record, std::string_view digest, std::int64_t now, int days) {
  switch (record.verdict) {
    case Verdict::pass:
    case Verdict::stale: {
      bool stand_in = record.gpus_asked > 0 && record.gpus.empty();
      if (stand_in || record.level < Level::compiled) return Standing::unproved;
      bool current = record.digest == digest && verdict_at(record, now, days) == Verdict::pass;
      if (!current) return Standing::outdated;
      if (!record.changes.empty()) return Standing::changed;
      return loaded_what_it_names(record) ? Standing::proved : Standing::unproved;
    }
    case Verdict::fail:
    case Verdict::compile_error:
    case Verdict::output_mismatch:
    case Verdict::timeout:
    case Verdict::oom:
    // What its author knows to fail, fails for readers as well.
    case Verdict::xfail: return Standing::failed;
    case Verdict::rejected:
    case Verdict::pending_too_long:
    case Verdict::infra:
    case Verdict::skipped:
    case Verdict::never_run: return Standing::unproved;
  }
  return Standing::unproved;
}

std::string_view standing_name(Standing standing) {
  switch (standing) {
    case Standing::proved: return "proved";
    case Standing::changed: return "changed";
    case Standing::outdated: return "outdated";
    case Standing::failed: return "failed";
    case Standing::unproved: return "unproved";
  }
  return {};
}

std::vector<ProvedSoftware> proved_software(const RunRecord& r) {
  std::vector<ProvedSoftware> out;
  bool stand_in = r.gpus_asked > 0 && r.gpus.empty();
  if (!r.changes.empty() || stand_in) return out;
  for (const LoadedSoftware& one : r.loaded) {
    if (!one.at_end) continue;
    bool asked = std::any_of(r.modules.begin(), r.modules.end(), [&](const std::string& written) {
      return asks_for(written, one.name);
    });
    std::size_t slash = one.name.rfind('/');
    if (one.kind == "module" && asked)
      out.push_back({one.name, !one.version.empty() ? one.version
                               : slash == one.name.npos
                                   ? ""
                                   : vocabulary::release_of(one.name.substr(slash + 1))});
    // Spack lists what commands of the unit loaded alone.
    std::size_t at = one.name.find('@');
    if (one.kind == "spack" && at != one.name.npos)
      out.push_back({one.name.substr(0, at), vocabulary::release_of(one.name.substr(at + 1))});
  }
  return out;
}

std::string proved_version(const RunRecord& r) {
  if (r.version.empty()) return {};
  for (const ProvedSoftware& one : proved_software(r))
    if (!one.version.empty() && claims_version(r.version, one.version)) return one.version;
  return {};
}

std::string badge_text(const RunRecord& r) {
  std::string place = r.system;
  if (!r.gpus.empty()) place += " " + r.gpus.front().model;
  std::string text = std::string(level_name(r.level)) + ", " + place;
  if (std::string version = proved_version(r); !version.empty()) text += ", " + version;
  return text + base::format(", {}, {:.0f} s", base::format_date(r.started), r.seconds);
}

namespace {

/// Prefixes of tokens, after which letters, digits, '_', '-' and '.' are hidden.
constexpr std::string_view kTokenPrefixes[] = {
    "ghp_", "gho_",  "ghs_",  "ghu_", "github_pat_", "hf_",   "glpat-",   "AKIA",    "ASIA",
    "AIza", "xoxb-", "xoxp-", "sk-",  "npm_",        "pypi-", "eyJhbGci", "Bearer ", "bearer "};
/// Ends of names whose values are hidden; more words of the name may follow ("SECRET_ACCESS_KEY").
constexpr std::string_view kSecretNames[] = {"password", "passwd", "secret",     "token",
                                             "api_key",  "apikey", "access_key", "passphrase"};
constexpr std::string_view kKeyBegin = "-----BEGIN ", kKeyEnd = "-----END ";
/// Longest part of an address before its '@'.
constexpr std::size_t kMaxNameLength = 64;

/// Length of a private key in its armour that begins here, to the text's end where its end is
/// missing; else 0.
std::size_t key_length(std::string_view text) {
  if (!text.starts_with(kKeyBegin)) return 0;
  std::string_view first = text.substr(0, text.find('\n'));
  if (first.find("PRIVATE KEY") == first.npos) return 0;
  std::size_t end = text.find(kKeyEnd);
  return end == text.npos ? text.size() : std::min(text.find('\n', end), text.size());
}

/// Length of "user:password" before the '@' of a URL whose "://" ends here, else 0.
std::size_t login_length(std::string_view text) {
  std::size_t end = text.substr(0, 200).find_first_of("@/ \n\t\"'");
  bool login = end != text.npos && text[end] == '@' && text.substr(0, end).find(':') < end;
  return login ? end : 0;
}

bool is_token_byte(char c) {
  return base::is_alnum(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == '+';
}

/// Length of an e-mail address that begins here, else 0.
std::size_t email_length(std::string_view text) {
  std::size_t at = 0;
  auto part = [&](std::size_t from) {
    std::size_t end = from;
    while (end < text.size() && end - from <= kMaxNameLength &&
           (base::is_alnum(text[end]) || text[end] == '.' || text[end] == '-' || text[end] == '_'))
      ++end;
    return end;
  };
  at = part(0);
  if (at == 0 || at >= text.size() || text[at] != '@') return 0;
  std::size_t end = part(at + 1);
  return end > at + 3 && text.substr(at, end - at).find('.') != text.npos ? end : 0;
}

}  // namespace

std::string redact(std::string_view text, const std::vector<std::string>& private_words) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view rest = text.substr(at);
    bool word_begin = at == 0 || !base::is_alnum(text[at - 1]);
    std::size_t hidden = 0, kept = 0;
    for (std::string_view prefix : kTokenPrefixes) {
      if (!word_begin || !rest.starts_with(prefix)) continue;
      std::size_t end = prefix.size();
      while (end < rest.size() && is_token_byte(rest[end])) ++end;
      if (end >= prefix.size() + 12) hidden = end;
    }
    for (std::string_view name : kSecretNames) {
      if (hidden || !base::starts_with_ignoring_case(rest, name)) continue;
      std::size_t value = name.size();
      if (value < rest.size() && (rest[value] == '_' || rest[value] == '-'))
        while (value < rest.size() &&
               (base::is_alnum(rest[value]) || rest[value] == '_' || rest[value] == '-'))
          ++value;
      while (value < rest.size() &&
             (rest[value] == ' ' || rest[value] == '"' || rest[value] == '\''))
        ++value;
      if (value >= rest.size() || (rest[value] != '=' && rest[value] != ':')) continue;
      ++value;
      while (value < rest.size() &&
             (rest[value] == ' ' || rest[value] == '"' || rest[value] == '\''))
        ++value;
      std::size_t end = value;
      while (end < rest.size() && !base::is_space(rest[end]) && rest[end] != '"' &&
             rest[end] != '\'')
        ++end;
      if (end > value) {
        kept = value;
        hidden = end;
      }
    }
    if (!hidden) hidden = key_length(rest);
    if (!hidden && text.substr(0, at).ends_with("://")) hidden = login_length(rest);
    if (!hidden && word_begin) hidden = email_length(rest);
    for (const std::string& word : private_words)
      if (!hidden && word.size() > 2 && rest.starts_with(word)) hidden = word.size();
    if (hidden) {
      out.append(rest.substr(0, kept)).append("[redacted]");
      at += hidden;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::string head_and_tail(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t head = text.rfind('\n', bytes / 2), tail = text.find('\n', text.size() - bytes / 2);
  if (head == text.npos) head = bytes / 2;
  if (tail == text.npos) tail = text.size() - bytes / 2;
  return base::format("{}\n[{} bytes left out]{}", text.substr(0, head), tail - head,
                      text.substr(tail));
}

}  // namespace kbuild::run
