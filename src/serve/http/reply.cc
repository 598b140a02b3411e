// Writes the heads of answers; see reply.h.
#include "serve/http/reply.h"

#include <boost/beast/http/status.hpp>

#include "base/format.h"

namespace kbuild::serve {

namespace {

std::string_view reason_of(unsigned status) {
  auto reason =
      boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
  return {reason.data(), reason.size()};
}

std::string_view policy_text(Policy policy) {
  switch (policy) {
    case Policy::page: return "frame-ancestors 'self'";
    case Policy::drawing:
      return "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' "
             "data:; frame-ancestors 'self'";
    case Policy::sealed: break;
  }
  return "default-src 'none'; frame-ancestors 'none'";
}

}  // namespace

std::uint64_t length_of(const Reply& reply) {
  return (reply.file ? reply.file->length : 0) + reply.text.size();
}

Reply message_reply(unsigned status) {
  Reply reply;
  reply.status = status;
  reply.text = base::format("{} {}\n", status, reason_of(status));
  if (status == 405) reply.headers.emplace_back("Allow", "GET, HEAD");
  if (status == 503) reply.headers.emplace_back("Retry-After", "1");
  return reply;
}

std::string head_of(const Reply& reply, KeepAlive keep_alive, Length length) {
  std::string out = base::format(
      "HTTP/1.1 {} {}\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: same-origin\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Content-Security-Policy: {}\r\n"
      "Cache-Control: {}\r\n",
      reply.status, reason_of(reply.status), policy_text(reply.policy), reply.cache);
  for (const auto& [name, value] : reply.headers) out += base::format("{}: {}\r\n", name, value);
  // A 304 has no body and tells nothing of the one that it spares (RFC 9110, 15.4.5).
  if (reply.status != 304) {
    out += base::format("Content-Type: {}\r\n", reply.type);
    if (length == Length::known) out += base::format("Content-Length: {}\r\n", length_of(reply));
  }
  out +=
      keep_alive == KeepAlive::yes ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return out;
}

}  // namespace kbuild::serve
