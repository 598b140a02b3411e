// The index of one site as it is opened for reading: a directory, or a server's. A server
// (xapian-tcpsrv) sends neither synonyms nor values one by one: its tables come in one answer, and
// the relations of its words are found here, as its writer found them.
#pragma once

#include <xapian.h>

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/gazetteer.h"
#include "search/index_form.h"

namespace kbuild::search {

/// Synonyms by their key.
using Relations = std::map<std::string, std::vector<std::string>>;

struct SectionRow {
  StoredSection section;
  std::uint32_t document = 0;
};

struct SiteDatabase {
  Xapian::Database database;
  meta::Names names;
  std::vector<SectionRow> rows;
  /// By document.
  std::map<std::uint32_t, StoredPage> pages;
  /// Of a server's words; empty for a directory, which has them itself.
  Relations relations;

  /// Of how many databases `database` is made.
  std::uint32_t shards() const { return static_cast<std::uint32_t>(database.size()); }
};

/// Opens a directory, or a server as "xapian://host:port". Errors: not reachable within seconds, no
/// index, another version.
base::Result<SiteDatabase> open_site_database(const std::string& place);

/// What an index holds of words beside their postings: (key, form) of each relation, sorted.
std::vector<std::pair<std::string, std::string>> relations_of(const std::string& language,
                                                              const std::vector<std::string>& words,
                                                              const Gazetteer& gazetteer,
                                                              unsigned jobs);

}  // namespace kbuild::search
