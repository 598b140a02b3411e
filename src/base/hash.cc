// Wrapper of xxhash and of libmd's SHA-256. SHA-256 is for few and short texts only: loading
// OpenSSL, thirty times larger, would take longer than it saves.
#include "base/hash.h"

#include <sha256.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/format.h"
#include "base/text_hash.h"

namespace kbuild::base {

namespace {

Digest from_xxh(const XXH128_hash_t& hash) {
  return {hash.high64, hash.low64};
}

}  // namespace

std::string Digest::hex() const {
  return format("{:016x}{:016x}", high, low);
}

Digest digest(std::string_view bytes) {
  return from_xxh(XXH3_128bits(bytes.data(), bytes.size()));
}

std::size_t TextHash::operator()(std::string_view text) const {
  return XXH3_64bits(text.data(), text.size());
}

struct Hasher::State {
  XXH3_state_t xxh;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->xxh);
}
Hasher::~Hasher() = default;

Hasher& Hasher::add(std::uint64_t number) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i));
  XXH3_128bits_update(&state_->xxh, bytes, sizeof bytes);
  return *this;
}

Hasher& Hasher::add(std::string_view piece) {
  add(static_cast<std::uint64_t>(piece.size()));
  XXH3_128bits_update(&state_->xxh, piece.data(), piece.size());
  return *this;
}

Hasher& Hasher::add(const Digest& part) {
  return add(part.high).add(part.low);
}

Digest Hasher::finish() const {
  return from_xxh(XXH3_128bits_digest(&state_->xxh));
}

namespace {

std::array<std::uint8_t, SHA256_DIGEST_LENGTH> sha256(std::string_view bytes) {
  SHA256_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> hash{};
  SHA256Final(hash.data(), &context);
  return hash;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::string out;
  for (std::uint8_t byte : sha256(bytes)) out += format("{:02x}", byte);
  return out;
}

std::string sha256_base64(std::string_view bytes) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto hash = sha256(bytes);
  std::string out;
  for (std::size_t i = 0; i < hash.size(); i += 3) {
    std::size_t left = std::min<std::size_t>(3, hash.size() - i);
    std::uint32_t group = static_cast<std::uint32_t>(hash[i]) << 16;
    if (left > 1) group |= static_cast<std::uint32_t>(hash[i + 1]) << 8;
    if (left > 2) group |= hash[i + 2];
    for (std::size_t k = 0; k < 4; ++k)
      out += k <= left ? kLetters[(group >> (18 - 6 * k)) & 63] : '=';
  }
  return out;
}

}  // namespace kbuild::base
