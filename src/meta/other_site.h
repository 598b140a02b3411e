// Another site whose search index is searched together with one's own.
#pragma once

#include <string>

namespace kbuild::meta {

struct OtherSite {
  /// As shown with its results.
  std::string name;
  /// Address of the site, ending in '/'.
  std::string url;
  /// The index's directory, or "xapian://host:port" of a server (xapian-tcpsrv).
  std::string place;
};

}  // namespace kbuild::meta
