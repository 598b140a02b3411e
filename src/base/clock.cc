// The system's clock and formatting of times; see clock.h.
#include "base/clock.h"

#include <cstdlib>
#include <ctime>

#include "base/text.h"

namespace kbuild::base {

namespace {

class SystemClock final : public Clock {
 public:
  std::int64_t now() const override { return std::time(nullptr); }
};

class FixedClock final : public Clock {
 public:
  explicit FixedClock(std::int64_t seconds) : seconds_(seconds) {}
  std::int64_t now() const override { return seconds_; }

 private:
  std::int64_t seconds_;
};

std::string format_utc(std::int64_t seconds, const char* pattern) {
  std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char buffer[32];
  return {buffer, std::strftime(buffer, sizeof buffer, pattern, &parts)};
}

}  // namespace

std::unique_ptr<Clock> make_system_clock() {
  return std::make_unique<SystemClock>();
}
std::unique_ptr<Clock> make_fixed_clock(std::int64_t seconds) {
  return std::make_unique<FixedClock>(seconds);
}
std::int64_t site_time(const Clock& clock) {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  auto told = epoch ? parse_integer(epoch) : std::nullopt;
  return told && *told > 0 ? *told : clock.now();
}
std::string format_date(std::int64_t seconds) {
  return format_utc(seconds, "%Y-%m-%d");
}
std::string format_time(std::int64_t seconds) {
  return format_utc(seconds, "%Y-%m-%dT%H:%M:%SZ");
}

}  // namespace kbuild::base
