// The index of one site as it is opened for reading: a directory, or a server's (xapian-tcpsrv).
#pragma once

#include <xapian.h>

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/index/form.h"
#include "search/index/rows.h"

namespace kbuild::search {

struct SiteDatabase {
  Xapian::Database database;
  meta::Names names;
  /// By language.
  std::map<std::string, std::vector<StoredPage>, std::less<>> pages;

  /// All rows of a language, in order. Throws what Xapian throws.
  Rows rows(std::string_view language) const;
};

/// Opens a directory, or a server as "xapian://host:port". Errors: not reachable within seconds, no
/// index, another version.
base::Result<SiteDatabase> open_site_database(const std::string& place);

}  // namespace kbuild::search
