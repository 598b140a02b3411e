// Packs the tokens of a text and unpacks them; see placed_tokens.h.
#include "search/index/placed_tokens.h"

#include "base/hash.h"
#include "search/language/versions.h"

namespace kbuild::search {

std::uint64_t digest_of(TokenKind kind, std::string_view text) {
  std::uint64_t digest = base::digest(text).low + static_cast<std::uint64_t>(kind);
  return digest & 0xffff'ffff'ffff;
}

std::vector<PlacedToken> place_tokens(std::string_view text, std::string_view language) {
  std::vector<PlacedToken> out;
  auto add = [&](const Token& token, std::string_view as) {
    std::uint64_t digest = digest_of(token.kind, as);
    out.push_back({token.begin, static_cast<std::uint16_t>(token.end - token.begin),
                   static_cast<std::uint16_t>(digest >> 32), static_cast<std::uint32_t>(digest)});
  };
  for (const Token& token : tokenise(text, language)) {
    // Longer than any form that is looked for.
    if (token.end - token.begin > 0xffff) continue;
    if (token.kind == TokenKind::version)
      for (const std::string& version : version_chain(token.text)) add(token, version);
    else
      add(token, token.text);
  }
  out.shrink_to_fit();
  return out;
}

}  // namespace kbuild::search
