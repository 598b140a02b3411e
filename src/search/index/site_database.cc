// Opens indexes and checks that they fit this program; see site_database.h.
#include "search/index/site_database.h"

#include <charconv>

#include "base/archive.h"
#include "base/format.h"

namespace kbuild::search {

namespace {

constexpr std::string_view kScheme = "xapian://";
constexpr unsigned kMilliseconds = 3000;

struct Address {
  std::string host;
  unsigned port = 0;
};

base::Result<Address> address_of(std::string_view place) {
  place.remove_prefix(kScheme.size());
  std::size_t colon = place.rfind(':');
  Address address;
  if (colon != place.npos) {
    std::string_view digits = place.substr(colon + 1);
    auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
    if (failure != std::errc() || end != digits.data() + digits.size()) address.port = 0;
  }
  address.host = place.substr(0, colon);
  if (address.host.empty() || address.port == 0 || address.port > 65535)
    return base::fail(base::format("'{}' is no address of an index", place),
                      "write xapian://host:port");
  return address;
}

}  // namespace

Rows SiteDatabase::rows(std::string_view language) const {
  std::vector<Block> blocks;
  std::string prefix = block_key(language, "");
  auto end = database.metadata_keys_end(prefix);
  for (auto at = database.metadata_keys_begin(prefix); at != end; ++at)
    blocks.push_back({(*at).substr(prefix.size()), database.get_metadata(*at)});
  return read_blocks(blocks, 0);
}

base::Result<SiteDatabase> open_site_database(const std::string& place) {
  SiteDatabase site;
  bool remote = place.starts_with(kScheme);
  try {
    if (remote) {
      auto address = address_of(place);
      if (!address) return tl::unexpected(address.error());
      site.database =
          Xapian::Remote::open(address->host, address->port, kMilliseconds, kMilliseconds);
    } else {
      site.database = Xapian::Database(place);
    }
    if (site.database.get_metadata(std::string(kVersionKey)) != kIndexVersion)
      return base::fail("the search index is of another version", "build the site again");
    StoredNames names;
    base::from_archive(site.database.get_metadata(std::string(kNamesKey)), names);
    site.names = std::move(names.names);
    std::string prefix(kPagesKey);
    auto end = site.database.metadata_keys_end(prefix);
    for (auto at = site.database.metadata_keys_begin(prefix); at != end; ++at) {
      StoredPages pages;
      base::from_archive(site.database.get_metadata(*at), pages);
      site.pages[(*at).substr(prefix.size())] = std::move(pages.pages);
    }
  } catch (const Xapian::Error& error) {
    return base::fail("cannot read the search index: " + error.get_msg(),
                      remote ? "see that the server runs" : "build the site again");
  }
  return site;
}

}  // namespace kbuild::search
