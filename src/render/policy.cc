// Writes the directives; see policy.h.
#include "render/policy.h"

#include "base/hash.h"

namespace kbuild::render {

namespace {

using Texts = std::set<std::string>;

std::string digests(const Texts& texts) {
  std::string out;
  for (const std::string& text : texts) out += " 'sha256-" + base::sha256_base64(text) + "'";
  return out;
}

std::string hosts(const Texts& origins) {
  std::string out;
  for (const std::string& origin : origins) out += " " + origin;
  return out;
}

/// Pictures and films may come from any host by TLS: only others need names.
std::string plain_hosts(const Texts& origins) {
  std::string out;
  for (const std::string& origin : origins)
    if (!origin.starts_with("https:")) out += " " + origin;
  return out;
}

}  // namespace

std::string content_policy(const html::ActiveContent& content) {
  // Scripts and styles of authors may load more from the web: data, fonts.
  bool author_scripts =
      !content.scripts.empty() || !content.handlers.empty() || !content.script_hosts.empty();
  bool author_styles = !content.sheets.empty() || !content.style_hosts.empty();
  std::string media = plain_hosts(content.media_hosts);
  std::string out = "default-src 'self'; script-src 'self'" + digests(content.scripts) +
                    hosts(content.script_hosts);
  // Digests hold for attributes by this word alone, which lets nothing through by itself.
  if (!content.handlers.empty())
    out += "; script-src-attr 'unsafe-hashes'" + digests(content.handlers);
  out += "; style-src 'self'" + digests(content.sheets) + hosts(content.style_hosts);
  if (!content.styles.empty()) out += "; style-src-attr 'unsafe-hashes'" + digests(content.styles);
  out += "; img-src 'self' data: https:" + media + "; media-src 'self' data: https:" + media;
  out += author_styles ? "; font-src 'self' data: https:" : "; font-src 'self' data:";
  if (author_scripts) out += "; connect-src 'self' https:";
  out += content.frames ? "; frame-src 'self'" + hosts(content.frame_hosts) : "; frame-src 'none'";
  out +=
      content.objects ? "; object-src 'self'" + hosts(content.object_hosts) : "; object-src 'none'";
  out += "; form-action 'self'" + hosts(content.form_hosts) + "; base-uri 'none'";
  return out;
}

}  // namespace kbuild::render
