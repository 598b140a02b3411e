// The bounds of what a server gives to those who ask.
#pragma once

#include <chrono>
#include <cstddef>

namespace kbuild::serve {

struct Limits {
  /// Bytes of a request: its first line and its headers together; number of headers.
  std::size_t head_bytes = 16 << 10;
  std::size_t headers = 100;
  /// From the first byte of a request until its head is whole, however slowly it comes.
  std::chrono::milliseconds head_time{10'000};
  /// An open connection that asks nothing.
  std::chrono::milliseconds idle_time{60'000};
  /// For each piece of an answer (64 KiB) to be taken by the reader.
  std::chrono::milliseconds write_time{20'000};
  /// Connections in all and from one address; past one, the one that has been idle longest is
  /// closed, else the one whose reader takes its answer slowest.
  std::size_t connections = 768;
  std::size_t connections_of_address = 640;
  /// Pages that wait to be reloaded; past it, the oldest is closed.
  std::size_t streams = 128;
  /// Searches that no thread has begun; past it, readers are told to come again.
  std::size_t waiting_searches = 256;
};

}  // namespace kbuild::serve
