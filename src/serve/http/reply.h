// Answers of the server. Their head is written here alone, so that none goes without the headers
// that keep a browser from taking it for something else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/open_file.h"

namespace kbuild::serve {

/// What a browser may do with an answer (Content-Security-Policy).
enum class Policy {
  /// A page says itself what it may load; no other site may frame it.
  page,
  /// A drawing or data: its own styles, but no script, wherever it is opened.
  drawing,
  /// Nothing: it is data, or a message.
  sealed,
};

/// A part of a file.
struct FilePart {
  base::OpenFile file;
  std::uint64_t begin = 0;
  std::uint64_t length = 0;
};

struct Reply {
  unsigned status = 200;
  Policy policy = Policy::sealed;
  std::string_view type = "text/plain; charset=utf-8";
  std::string_view cache = "no-store";
  /// Headers of this answer alone; names and values without line ends.
  std::vector<std::pair<std::string_view, std::string>> headers = {};
  /// What the body begins with.
  std::optional<FilePart> file = {};
  /// The body, or what follows the file.
  std::string text = {};
};

/// The body's length in bytes.
std::uint64_t length_of(const Reply& reply);

/// A short answer that names its status, for refusals.
Reply message_reply(unsigned status);

enum class KeepAlive { no, yes };
/// Whether the length of a body is known, or ends with the connection.
enum class Length { known, until_closed };

/// The first line and the headers, with the empty line that ends them.
std::string head_of(const Reply& reply, KeepAlive keep_alive, Length length = Length::known);

}  // namespace kbuild::serve
