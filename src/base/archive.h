// Compact binary form of plain structs, for the ledger. A struct is described once,
//   template <class Archive> void describe(Archive& a, Claim& c) { a(c.product, c.version, c.line);
//   }
// and is then written, read back and hashed by that one description. It names every member, which
// the compiler checks: one that is forgotten would come back empty, and change no digest. Members
// that are not to be stored are named, too: a.without(c.place)(c.product, ...). Integers are
// varints, strings and vectors are preceded by their length. A string_view is read as a part of the
// bytes that it is read from. The form has no version of its own: the ledger's key does.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace kbuild::base {

/// Converts to every type but T, so that a T itself is not counted as its first member.
template <class T>
struct AnyMember {
  template <class Member>
  requires(!std::is_same_v<std::remove_cvref_t<Member>, T>) operator Member() const;
};
template <class T, std::size_t... I>
constexpr bool has_members(std::index_sequence<I...>) {
  return requires {
    T{(static_cast<void>(I), AnyMember<T>{})...};
  };
}
/// The number of members of an aggregate: as many as it can be made of.
template <class T, std::size_t N = 0>
constexpr std::size_t member_count() {
  if constexpr (has_members<T>(std::make_index_sequence<N + 1>{}))
    return member_count<T, N + 1>();
  else
    return N;
}

/// An archive that only checks that a description names all members of T.
template <class T, std::size_t Left = 0>
struct CompleteDescription {
  static constexpr bool reading = false;
  template <class... Fields>
  void operator()(Fields&...) {
    static_assert(sizeof...(Fields) + Left == member_count<T>(), "a member is not described");
  }
  template <class... Fields>
  CompleteDescription<T, sizeof...(Fields)> without(Fields&...) {
    return {};
  }
};
/// Never called with true; what matters is that it compiles.
template <class T>
void check_description(T& value, bool run = false) {
  // A view of parts of others describes those.
  if constexpr (!requires { typename T::DescribesOthers; }) {
    CompleteDescription<T> check;
    if (run) describe(check, value);
  }
}

class ArchiveWriter {
 public:
  static constexpr bool reading = false;
  std::string bytes;

  template <class... Left>
  ArchiveWriter& without(Left&...) {
    return *this;
  }

  template <class... Fields>
  void operator()(Fields&... fields) {
    (field(fields), ...);
  }

 private:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
  }
  void field(std::string_view& text) {
    number(text.size());
    bytes += text;
  }
  void field(std::string& text) {
    std::string_view view = text;
    field(view);
  }
  void field(Digest& value) {
    number(value.high);
    number(value.low);
  }
  template <class T>
  void field(std::vector<T>& items) {
    number(items.size());
    for (T& item : items) field(item);
  }
  void field(std::vector<bool>& items) = delete;
  template <class A, class B>
  void field(std::pair<A, B>& pair) {
    field(const_cast<std::remove_const_t<A>&>(pair.first));
    field(pair.second);
  }
  template <class K, class V>
  void field(std::map<K, V>& map) {
    number(map.size());
    for (auto& item : map) {
      field(const_cast<K&>(item.first));
      field(item.second);
    }
  }
  template <class T>
  void field(std::optional<T>& value) {
    number(value ? 1 : 0);
    if (value) field(*value);
  }
  template <class T, std::size_t N>
  void field(std::array<T, N>& items) {
    for (T& item : items) field(item);
  }
  template <class T>
  void field(T& value) {
    if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T> || std::is_same_v<T, bool>) {
      number(static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_integral_v<T>) {
      auto wide = static_cast<std::int64_t>(value);
      number((static_cast<std::uint64_t>(wide) << 1) ^ (wide < 0 ? ~std::uint64_t{0} : 0));
    } else {
      check_description(value);
      describe(*this, value);
    }
  }
};

/// Reads what ArchiveWriter wrote. Damaged input sets `damaged` and yields empty values; it never
/// reads past its end and never allocates more than the input has bytes.
class ArchiveReader {
 public:
  static constexpr bool reading = true;
  explicit ArchiveReader(std::string_view bytes) : rest_(bytes) {}
  bool damaged = false;
  bool at_end() const { return rest_.empty(); }

  template <class... Left>
  ArchiveReader& without(Left&...) {
    return *this;
  }

  template <class... Fields>
  void operator()(Fields&... fields) {
    (field(fields), ...);
  }

 private:
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    damaged = true;
    return 0;
  }
  std::size_t count() {
    std::uint64_t value = number();
    if (value > rest_.size()) damaged = true;
    return damaged ? 0 : static_cast<std::size_t>(value);
  }
  void field(std::string_view& text) {
    text = rest_.substr(0, count());
    rest_.remove_prefix(text.size());
  }
  void field(std::string& text) {
    std::string_view view;
    field(view);
    text = view;
  }
  void field(Digest& value) {
    value.high = number();
    value.low = number();
  }
  template <class T>
  void field(std::vector<T>& items) {
    std::size_t size = count();
    items.clear();
    for (std::size_t i = 0; i < size && !damaged; ++i) field(items.emplace_back());
  }
  template <class A, class B>
  void field(std::pair<A, B>& pair) {
    field(pair.first);
    field(pair.second);
  }
  template <class K, class V>
  void field(std::map<K, V>& map) {
    std::size_t size = count();
    map.clear();
    for (std::size_t i = 0; i < size && !damaged; ++i) {
      K key{};
      field(key);
      field(map[key]);
    }
  }
  template <class T>
  void field(std::optional<T>& value) {
    value.reset();
    if (number()) field(value.emplace());
  }
  template <class T, std::size_t N>
  void field(std::array<T, N>& items) {
    for (T& item : items) field(item);
  }
  template <class T>
  void field(T& value) {
    if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T> || std::is_same_v<T, bool>) {
      value = static_cast<T>(number());
    } else if constexpr (std::is_integral_v<T>) {
      std::uint64_t bits = number();
      value = static_cast<T>((bits >> 1) ^ (~(bits & 1) + 1));
    } else {
      describe(*this, value);
    }
  }

  std::string_view rest_;
};

template <class T>
std::string to_archive(const T& value) {
  ArchiveWriter writer;
  writer(const_cast<T&>(value));
  return std::move(writer.bytes);
}

/// The digest of the archived form.
template <class T>
Digest digest_of(const T& value) {
  return digest(to_archive(value));
}

/// False (and a default value) where the bytes are damaged or too long.
template <class T>
bool from_archive(std::string_view bytes, T& value) {
  ArchiveReader reader(bytes);
  reader(value);
  if (!reader.damaged && reader.at_end()) return true;
  value = T{};
  return false;
}

/// The archive preceded by its digest, as a file that outlives the process: what was damaged since
/// is not taken for data.
template <class T>
std::string to_sealed_archive(const T& value) {
  std::string body = to_archive(value);
  return digest(body).hex() + body;
}
/// False (and a default value) where the bytes are not what was written.
template <class T>
bool from_sealed_archive(std::string_view bytes, T& value) {
  constexpr std::size_t kDigits = 32;
  std::string_view body = bytes.substr(std::min(bytes.size(), kDigits));
  bool whole = bytes.size() >= kDigits && bytes.substr(0, kDigits) == digest(body).hex();
  return whole && from_archive(body, value);
}

}  // namespace kbuild::base
