// The time of day as a value that tests can fix.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace kbuild::base {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since 1970-01-01T00:00:00Z.
  virtual std::int64_t now() const = 0;
};

std::unique_ptr<Clock> make_system_clock();
/// A clock that always shows `seconds`.
std::unique_ptr<Clock> make_fixed_clock(std::int64_t seconds);

/// The time that a site is made at, by which it calls things new or expired: SOURCE_DATE_EPOCH of
/// the environment where it is set, for builds that give the same bytes at any time, else the
/// clock's (reproducible-builds.org/specs/source-date-epoch).
std::int64_t site_time(const Clock& clock);

/// "2026-11-20" and "2026-11-20T12:34:56Z", in UTC.
std::string format_date(std::int64_t seconds);
std::string format_time(std::int64_t seconds);

}  // namespace kbuild::base
