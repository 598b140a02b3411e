// The result of an operation that the environment may refuse: a value or an Error.
// Faults of content are not errors; they are diag::Diagnostic values.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace kbuild::base {

/// Why the environment refused: one sentence for the user, without a full stop, and what to do
/// about it.
struct Error {
  std::string message;
  std::string hint = {};
};

template <class T>
using Result = tl::expected<T, Error>;

/// Makes the failing side of a Result.
inline tl::unexpected<Error> fail(std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(hint)});
}

}  // namespace kbuild::base
