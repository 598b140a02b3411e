// Digests: XXH3-128 where only this program compares them (ledger, slices), SHA-256 where others
// may (evidence). Neither depends on the machine's byte order or word size.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kbuild::base {

/// A 128-bit digest; the zero value means "none".
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Digest&) const = default;
  /// 32 lower-case hexadecimal digits.
  std::string hex() const;
};

Digest digest(std::string_view bytes);

/// A digest of many pieces. Each piece is preceded by its length, so that ("ab","c") and ("a","bc")
/// differ.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& add(std::string_view piece);
  Hasher& add(std::uint64_t number);
  Hasher& add(const Digest& part);
  Digest finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 64 lower-case hexadecimal digits (FIPS 180-4).
std::string sha256_hex(std::string_view bytes);
/// The same in base64 (RFC 4648), as content security policies write it.
std::string sha256_base64(std::string_view bytes);

}  // namespace kbuild::base
