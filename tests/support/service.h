// A program that runs beside a test on a loopback port, and what it answers over HTTP.
#pragma once

#include <memory>
#include <string>
#include <string_view>
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

  /// Memory that the program holds now, in KiB; 0 where it has ended.
  long resident_kib() const;

 private:
  int process_ = -1;
};

struct Answer {
  int status = 0;
  std::string body;
};
/// Status 0 where nobody answers. `path` is sent as it is.
Answer http_get(int port, const std::string& path);

/// A connection to a loopback port on which a test says what it likes.
class RawConnection {
 public:
  explicit RawConnection(int port);
  ~RawConnection();
  RawConnection(RawConnection&& other) noexcept;
  RawConnection& operator=(RawConnection&&) = delete;

  /// False where the other side has closed.
  bool send(std::string_view bytes);
  /// Says that nothing more will be sent, and goes on receiving.
  void end_sending();
  /// Whether the other side has closed, or does so within the time.
  bool is_closed_within(int milliseconds);
  /// What has come, once it holds `end`, the other side has closed, or the time is over.
  std::string receive_until(std::string_view end, int milliseconds);
  /// What comes until the other side closes or the time is over.
  std::string receive(int milliseconds);

 private:
  int descriptor_ = -1;
  bool closed_ = false;
  std::string received_;
};

/// What a server answers to these bytes until it closes or is silent for half a second.
std::string answer_to(int port, std::string_view bytes);

}  // namespace kbuild::test
