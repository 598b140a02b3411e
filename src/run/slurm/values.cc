// Parses times, sizes, counts and lists of resources; see values.h.
#include "run/slurm/values.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace kbuild::run {

std::optional<long long> parse_unsigned(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), base::is_digit)) return std::nullopt;
  auto number = base::parse_integer(text);
  return number && *number <= kMaxCount ? number : std::nullopt;
}

bool is_array(std::string_view text) {
  if (std::size_t limit = text.find('%'); limit != text.npos) {
    std::string_view most = text.substr(limit + 1);
    if (!most.empty() && !parse_unsigned(most)) return false;
    text = text.substr(0, limit);
  }
  if (text.empty()) return true;
  for (std::string_view part : base::split(text, ',')) {
    std::string_view step = "1";
    if (std::size_t colon = part.find(':'); colon != part.npos) {
      step = part.substr(colon + 1);
      part = part.substr(0, colon);
    }
    std::size_t dash = part.find('-');
    if (!parse_unsigned(step) || !parse_unsigned(part.substr(0, dash))) return false;
    if (dash == part.npos) continue;
    auto high = parse_unsigned(part.substr(dash + 1));
    if (!high || *high < *parse_unsigned(part.substr(0, dash))) return false;
  }
  return true;
}

bool is_gres(std::string_view text) {
  if (base::is_any_of(text, {"none", "NONE"})) return true;
  for (std::string_view part : base::split(text, ',')) {
    std::vector<std::string_view> fields = base::split(part, ':');
    if (fields[0].empty() || fields.size() > 3) return false;
    for (std::string_view field : fields)
      if (field.empty()) return false;
    if (!fields[0].starts_with("gres/") && fields[0].find('=') != fields[0].npos) return false;
    if (fields.size() == 3 && !base::is_digit(fields[2][0])) return false;
  }
  return true;
}

bool is_signal(std::string_view text) {
  if (std::size_t at = text.find('@'); at != text.npos) {
    if (!parse_unsigned(text.substr(at + 1))) return false;
    text = text.substr(0, at);
  }
  if (std::size_t colon = text.find(':'); colon != text.npos) {
    for (char c : text.substr(0, colon))
      if (!base::is_any_of(std::string_view(&c, 1), {"B", "b", "R", "r"})) return false;
    text = text.substr(colon + 1);
  }
  if (auto number = parse_unsigned(text)) return *number > 0 && *number < 0x0fff;
  std::string name = base::to_lower(text);
  return base::is_any_of(name.starts_with("sig") ? std::string_view(name).substr(3) : name,
                         {"hup", "int", "quit", "abrt", "kill", "alrm", "term", "usr1", "usr2",
                          "urg", "cont", "stop", "tstp", "ttin", "ttou"});
}

bool is_distribution(std::string_view text) {
  std::string lower = base::to_lower(text);
  std::vector<std::string_view> parts = base::split(lower, ',');
  if (parts.size() > 2 || (parts.size() == 2 && !base::is_any_of(parts[1], {"pack", "nopack"})))
    return false;
  std::vector<std::string_view> levels = base::split(parts[0], ':');
  if (levels[0].starts_with("plane")) {
    std::size_t equals = levels[0].find('=');
    return levels.size() == 1 &&
           (equals == std::string_view::npos || parse_unsigned(levels[0].substr(equals + 1)));
  }
  if (levels.size() > 3 || !base::is_any_of(levels[0], {"*", "block", "cyclic", "arbitrary"}))
    return false;
  for (std::size_t i = 1; i < levels.size(); ++i)
    if (!base::is_any_of(levels[i], {"*", "block", "cyclic", "fcyclic"})) return false;
  return true;
}

bool is_mail_type(std::string_view text) {
  for (std::string_view part : base::split(text, ',')) {
    std::string lower = base::to_lower(part);
    if (!base::is_any_of(lower, {"none", "begin", "end", "fail", "requeue", "all", "invalid_depend",
                                 "stage_out", "time_limit", "time_limit_90", "time_limit_80",
                                 "time_limit_50", "array_tasks"}))
      return false;
  }
  return true;
}

std::optional<long long> parse_slurm_time(std::string_view text) {
  if (text == "-1" || base::equals_ignoring_case(text, "infinite") ||
      base::equals_ignoring_case(text, "unlimited"))
    return -1;
  std::optional<long long> days;
  if (std::size_t dash = text.find('-'); dash != text.npos) {
    days = parse_unsigned(text.substr(0, dash));
    if (!days) return std::nullopt;
    text = text.substr(dash + 1);
    if (text.empty()) return *days * 86400;
  }
  std::vector<long long> fields;
  for (std::string_view part : base::split(text, ':')) {
    auto number = parse_unsigned(part);
    if (!number || *number > 100'000'000) return std::nullopt;
    fields.push_back(*number);
  }
  if (fields.size() > 3) return std::nullopt;
  fields.resize(3, -1);
  auto at = [&](std::size_t i) { return std::max(fields[i], 0ll); };
  if (days) return *days * 86400 + at(0) * 3600 + at(1) * 60 + at(2);
  if (fields[1] < 0) return at(0) * 60;
  if (fields[2] < 0) return at(0) * 60 + at(1);
  return at(0) * 3600 + at(1) * 60 + at(2);
}

std::optional<long long> parse_slurm_memory(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && base::is_digit(text[digits])) ++digits;
  auto number = base::parse_integer(text.substr(0, digits));
  if (!number || *number > 1'000'000'000'000) return std::nullopt;
  auto bounded = [](long long size) {
    return size <= kMaxCount ? std::optional(size) : std::nullopt;
  };
  std::string unit = base::to_lower(text.substr(digits));
  if (unit.size() == 2 && unit[1] == 'b') unit.pop_back();
  if (unit.empty() || unit == "m") return bounded(*number);
  if (unit == "k") return bounded((*number + 1023) / 1024);
  if (unit == "g") return bounded(*number * 1024);
  if (unit == "t") return bounded(*number * 1024 * 1024);
  return std::nullopt;
}

std::optional<GpuRequest> parse_gpu_request(std::string_view text) {
  GpuRequest total;
  for (std::string_view part : base::split(text, ',')) {
    std::size_t colon = part.find(':');
    std::string_view count = colon == part.npos ? part : part.substr(colon + 1);
    GpuRequest one;
    if (auto number = parse_unsigned(count)) {
      one = {std::string(colon == part.npos ? "" : part.substr(0, colon)), *number};
    } else if (colon == part.npos && !part.empty() && base::is_alpha(part[0])) {
      one = {std::string(part), 1};
    } else {
      return std::nullopt;
    }
    if (total.type.empty()) total.type = one.type;
    total.count = std::min(total.count + one.count, kMaxCount);
  }
  return total;
}

std::optional<std::pair<long long, long long>> parse_node_count(std::string_view text) {
  auto one = [](std::string_view part) -> std::optional<long long> {
    long long factor = 1;
    if (!part.empty() && base::to_lower(part.back()) == 'k') factor = 1024;
    if (!part.empty() && base::to_lower(part.back()) == 'm') factor = 1024 * 1024;
    if (factor > 1) part.remove_suffix(1);
    auto number = parse_unsigned(part);
    return number ? std::optional(count_product(*number, factor)) : std::nullopt;
  };
  std::size_t dash = text.find('-');
  auto low = one(text.substr(0, dash));
  auto high = dash == text.npos ? low : one(text.substr(dash + 1));
  if (!low || !high || *high < *low) return std::nullopt;
  return std::pair{*low, *high};
}

long long count_product(long long a, long long b) {
  return b > 0 && a > kMaxCount / b ? kMaxCount : a * b;
}

}  // namespace kbuild::run
