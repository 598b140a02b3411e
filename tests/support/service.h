// A program that runs beside a test on a loopback port, and what it answers over HTTP.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace kbuild::test {

/// A port that was free a moment ago.
int free_port();

class Service {
 public:
  /// Starts the program in `directory` (looked up in PATH). It is ended, with all that it started,
  /// when the service goes.
  Service(const std::vector<std::string>& arguments, const std::string& directory);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Waits until something listens on the port; false after `seconds` or where the program ended.
  bool wait_for_port(int port, int seconds);

 private:
  int process_ = -1;
};

struct Answer {
  int status = 0;
  std::string body;
};
/// Status 0 where nobody answers. `path` is sent as it is.
Answer http_get(int port, const std::string& path);

}  // namespace kbuild::test
