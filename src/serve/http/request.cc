// Reads requests with Boost.Beast; see request.h.
#include "serve/http/request.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

namespace kbuild::serve {

namespace {

namespace http = boost::beast::http;

std::string value_of(const http::fields& fields, boost::beast::string_view name) {
  auto found = fields.find(name);
  return found == fields.end() ? "" : std::string(found->value());
}

unsigned status_of(boost::beast::error_code error,
                   const http::request_parser<http::empty_body>& parser) {
  // The first line alone is too long where no target has been read yet.
  if (error == http::error::header_limit) return parser.get().target().empty() ? 414 : 431;
  return error == http::error::bad_version ? 505 : 400;
}

/// The request, if its head is one that this server answers.
std::variant<Request, Refusal> checked(const http::request_parser<http::empty_body>& parser,
                                       const Limits& limits) {
  const auto& head = parser.get();
  if (head.version() != 10 && head.version() != 11) return Refusal{505};
  if (static_cast<std::size_t>(std::distance(head.begin(), head.end())) > limits.headers)
    return Refusal{431};
  if (head.method() != http::verb::get && head.method() != http::verb::head) return Refusal{405};
  // Beast has refused several lengths, and a length beside chunks.
  auto length = parser.content_length();
  if (parser.chunked() || head.count(http::field::transfer_encoding) > 0 || (length && *length > 0))
    return Refusal{413};
  if (head.count(http::field::host) != 1) return Refusal{400};
  auto target = parse_target(std::string_view(head.target().data(), head.target().size()));
  if (!target) return Refusal{400};
  return Request{head.method() == http::verb::head ? Method::head : Method::get,
                 std::move(*target),
                 head.keep_alive(),
                 value_of(head, "Host"),
                 value_of(head, "Origin"),
                 value_of(head, "Sec-Fetch-Site"),
                 value_of(head, "If-None-Match"),
                 value_of(head, "If-Range"),
                 value_of(head, "Range")};
}

}  // namespace

struct RequestReader::Parser {
  http::request_parser<http::empty_body> head;
};

RequestReader::RequestReader(const Limits& limits) : limits_(limits) {}
RequestReader::~RequestReader() = default;
RequestReader::RequestReader(RequestReader&&) noexcept = default;

void RequestReader::add(std::string_view bytes) {
  bytes_ += bytes;
}

std::optional<std::variant<Request, Refusal>> RequestReader::next() {
  if (bytes_.empty()) return std::nullopt;
  if (!parser_) {
    parser_ = std::make_unique<Parser>();
    parser_->head.header_limit(static_cast<std::uint32_t>(limits_.head_bytes));
    // A body's length is judged with the head.
    parser_->head.body_limit(boost::none);
  }
  boost::beast::error_code error;
  std::size_t used = parser_->head.put(boost::asio::buffer(bytes_), error);
  if (error == http::error::need_more) {
    bytes_.erase(0, used);
    return std::nullopt;
  }
  if (error) return Refusal{status_of(error, parser_->head)};
  bytes_.erase(0, used);
  auto outcome = checked(parser_->head, limits_);
  parser_.reset();
  // A connection that waits for its next request holds no memory for it.
  if (bytes_.empty()) bytes_.shrink_to_fit();
  return outcome;
}

}  // namespace kbuild::serve
