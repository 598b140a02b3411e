// Finds an address's scheme as the most lenient browser would; see address.h.
#include "html/address.h"

#include <algorithm>

#include "base/text.h"

namespace kbuild::html {

namespace {

/// Schemes that run code, or open a document of the page's own making.
constexpr std::string_view kActiveSchemes[] = {"javascript", "vbscript", "data", "blob",
                                               "filesystem"};

/// Schemes of web, mail and file transfer that a stranger may link to.
constexpr std::string_view kSchemes[] = {
    "bitcoin", "ftp",    "ftps",   "geo",    "git",  "gopher", "http",      "https", "irc",  "ircs",
    "magnet",  "mailto", "matrix", "mms",    "news", "nntp",   "sftp",      "sip",   "sips", "sms",
    "ssh",     "svn",    "tel",    "telnet", "urn",  "webcal", "worldwind", "xmpp"};

template <std::size_t n>
bool is_listed(const std::string_view (&list)[n], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

struct Scheme {
  bool present = false;
  /// Lower case, without bytes that browsers drop or dropped once.
  std::string name = {};
  /// What follows the colon.
  std::string_view rest = {};
};

Scheme scheme_of(std::string_view url) {
  Scheme out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    char c = url[i];
    if (c == '/' || c == '?' || c == '#') return {};
    if (c == ':') {
      out.present = true;
      out.rest = url.substr(i + 1);
      return out;
    }
    auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < 0x7f && c != '\\') out.name += base::to_lower(c);
  }
  return {};
}

}  // namespace

bool is_safe_url(std::string_view url, AddressUse use) {
  const Scheme scheme = scheme_of(url);
  if (!scheme.present) return true;
  switch (use) {
    case AddressUse::web: return scheme.name == "https" || scheme.name == "http";
    case AddressUse::stranger: return is_listed(kSchemes, scheme.name);
    case AddressUse::media:
      if (scheme.name == "data") return base::starts_with_ignoring_case(scheme.rest, "image/");
      break;
    case AddressUse::link: break;
  }
  return !is_listed(kActiveSchemes, scheme.name);
}

std::string origin_of(std::string_view url) {
  url = base::trim(url);
  std::string scheme = "https:";
  if (!url.starts_with("//")) {
    Scheme found = scheme_of(url);
    if (found.name != "http" && found.name != "https" && found.name != "ws" && found.name != "wss")
      return "";
    scheme = found.name + ":";
    url = found.rest;
    if (!url.starts_with("//")) return "";
  }
  url.remove_prefix(2);
  url = url.substr(0, url.find_first_of("/?#\\"));
  if (std::size_t user = url.rfind('@'); user != url.npos) url.remove_prefix(user + 1);
  bool plain = !url.empty() && std::all_of(url.begin(), url.end(), [](char c) {
    return base::is_alnum(c) || c == '-' || c == '.' || c == ':' || c == '[' || c == ']';
  });
  return plain ? scheme + "//" + base::to_lower(url) : "";
}

}  // namespace kbuild::html
