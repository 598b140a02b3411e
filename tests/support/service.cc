// Programs beside a test; see service.h.
#include "support/service.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <httplib.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

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

Answer http_get(int port, const std::string& path) {
  httplib::Client client("127.0.0.1", port);
  client.set_read_timeout(30, 0);
  auto response = client.Get(path);
  return response ? Answer{response->status, response->body} : Answer{};
}

}  // namespace kbuild::test
