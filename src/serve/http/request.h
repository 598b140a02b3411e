// Requests out of the bytes of a connection (RFC 9112), read with Boost.Beast's parser, which is
// strict: what two programs might read differently is refused. Bodies are refused as a whole, since
// nothing here takes one, which leaves nothing to smuggle.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "serve/http/limits.h"
#include "serve/http/target.h"

namespace kbuild::serve {

enum class Method { get, head };

struct Request {
  Method method = Method::get;
  Target target;
  /// Whether the connection may be used for another request.
  bool keep_alive = false;
  /// Values of headers; "" where absent.
  std::string host, origin, fetch_site, if_none_match, if_range, range;
};

/// A request that is not answered; its connection is closed, as where the next one begins is not
/// known.
struct Refusal {
  /// The status of the answer (RFC 9110, 15).
  unsigned status = 400;
};

class RequestReader {
 public:
  explicit RequestReader(const Limits& limits);
  ~RequestReader();
  RequestReader(RequestReader&&) noexcept;

  /// Takes the bytes that a connection brought.
  void add(std::string_view bytes);
  /// The next request, or why it is refused; nothing as long as its head is not whole. Not to be
  /// called again after a refusal.
  std::optional<std::variant<Request, Refusal>> next();
  /// Whether bytes of a request wait for the rest of it.
  bool has_begun() const { return !bytes_.empty(); }

 private:
  struct Parser;

  Limits limits_;
  std::string bytes_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace kbuild::serve
