// Compression by zlib, whose headers only this file includes; see zlib.h.
#include "base/zlib.h"

#include <zlib.h>

#include <algorithm>

#include "base/format.h"

namespace kbuild::base {

std::string deflate(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size,
            reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()),
            Z_BEST_COMPRESSION);
  out.resize(size);
  return out;
}

Result<std::string> inflate(std::string_view compressed, std::size_t limit) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return fail("zlib gives no memory");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(compressed.size(), 0xffffffffu));
  std::string out;
  char block[1 << 16];
  int state = Z_OK;
  while (state == Z_OK && out.size() <= limit) {
    stream.next_out = reinterpret_cast<Bytef*>(block);
    stream.avail_out = sizeof block;
    state = ::inflate(&stream, Z_NO_FLUSH);
    out.append(block, sizeof block - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > limit) return fail(format("it holds more than {} bytes", limit));
  if (state != Z_STREAM_END) return fail("its compressed part is damaged");
  return out;
}

}  // namespace kbuild::base
