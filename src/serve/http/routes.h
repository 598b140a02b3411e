// Which answer a request gets: a file of the site, a redirect to a directory's own address, a
// search, or a place among those that wait for a reload. Knows no connection.
#pragma once

#include <functional>
#include <variant>

#include "serve/http/reply.h"
#include "serve/http/request.h"
#include "serve/http/server.h"

namespace kbuild::serve {

/// An answer that takes its time; called on another thread.
using Work = std::function<Reply()>;
/// The reader wants to be told of reloads.
struct Stream {};
using Outcome = std::variant<Reply, Work, Stream>;

class Routes {
 public:
  /// The options must outlive it.
  explicit Routes(const ServerOptions& options) : options_(options) {}

  Outcome answer(const Request& request) const;

 private:
  bool is_own_host(std::string_view host) const;
  Outcome file_of(const Request& request) const;
  /// The search page with the results of the query in it.
  Outcome filled_search(const Target& target, base::OpenFile file) const;
  Reply missing() const;

  const ServerOptions& options_;
};

}  // namespace kbuild::serve
