// Programs beside a test; see service.h.
#include "support/service.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <httplib.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

namespace kbuild::test {

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

int free_port() {
  int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  (void)::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size);
  (void)::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(descriptor);
  return ntohs(address.sin_port);
}

Service::Service(const std::vector<std::string>& arguments, const std::string& directory) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  process_ = ::fork();
  if (process_ != 0) return;
  ::setpgid(0, 0);
  int nothing = ::open("/dev/null", O_RDWR);
  for (int stream : {0, 1, 2}) ::dup2(nothing, stream);
  if (::chdir(directory.c_str()) == 0) ::execvp(argv[0], argv.data());
  ::_exit(127);
}

Service::~Service() {
  if (process_ <= 0) return;
  ::kill(-process_, SIGTERM);
  int status = 0;
  for (int i = 0; i < 100; ++i) {
    if (::waitpid(process_, &status, WNOHANG) != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, &status, 0);
}

bool Service::wait_for_port(int port, int seconds) {
  for (int i = 0; i < seconds * 20; ++i) {
    int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(port);
    bool there = ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    ::close(descriptor);
    if (there) return true;
    int status = 0;
    if (::waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

long Service::resident_kib() const {
  std::ifstream status("/proc/" + std::to_string(process_) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
}

Answer http_get(int port, const std::string& path) {
  httplib::Client client("127.0.0.1", port);
  client.set_read_timeout(30, 0);
  auto response = client.Get(path);
  return response ? Answer{response->status, response->body} : Answer{};
}

RawConnection::RawConnection(int port) : descriptor_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address = loopback(port);
  closed_ = ::connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0;
}

RawConnection::RawConnection(RawConnection&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      closed_(other.closed_),
      received_(std::move(other.received_)) {}

RawConnection::~RawConnection() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool RawConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawConnection::end_sending() {
  ::shutdown(descriptor_, SHUT_WR);
}

bool RawConnection::is_closed_within(int milliseconds) {
  (void)receive(milliseconds);
  return closed_;
}

std::string RawConnection::receive_until(std::string_view end, int milliseconds) {
  auto stop = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (!closed_ && (end.empty() || received_.find(end) == received_.npos)) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        stop - std::chrono::steady_clock::now());
    pollfd wanted{descriptor_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&wanted, 1, static_cast<int>(left.count())) <= 0) break;
    char buffer[16384];
    ssize_t count = ::recv(descriptor_, buffer, sizeof buffer, 0);
    closed_ = count <= 0;
    if (count > 0) received_.append(buffer, static_cast<std::size_t>(count));
  }
  return std::exchange(received_, {});
}

std::string RawConnection::receive(int milliseconds) {
  return receive_until({}, milliseconds);
}

std::string answer_to(int port, std::string_view bytes) {
  RawConnection connection(port);
  (void)connection.send(bytes);
  std::string all;
  for (std::string part; !(part = connection.receive(500)).empty();) all += part;
  return all;
}

}  // namespace kbuild::test
