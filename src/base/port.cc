// Asks the kernel for a port by binding to number 0; see port.h.
#include "base/port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace kbuild::base {

Result<int> find_free_port() {
  int number = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (number < 0) return fail("no socket can be made");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bool bound = ::bind(number, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
               ::getsockname(number, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(number);
  if (!bound) return fail("no port of the loopback interface is free");
  return static_cast<int>(ntohs(address.sin_port));
}

}  // namespace kbuild::base
