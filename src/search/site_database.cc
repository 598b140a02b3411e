// Opening indexes; see site_database.h.
#include "search/site_database.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/archive.h"
#include "base/format.h"
#include "base/jobs.h"
#include "base/text.h"
#include "search/analyser.h"

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

/// The values of a slot by document, in one answer of a server: as what the documents are sorted
/// by.
std::vector<std::pair<std::uint32_t, std::string>> values_of(const Xapian::Database& database,
                                                             std::uint32_t slot) {
  Xapian::Enquire enquire(database);
  enquire.set_query(Xapian::Query::MatchAll);
  enquire.set_weighting_scheme(Xapian::BoolWeight());
  enquire.set_sort_by_value(slot, false);
  Xapian::MSet all = enquire.get_mset(0, database.get_doccount());
  std::vector<std::pair<std::uint32_t, std::string>> out;
  for (Xapian::MSetIterator at = all.begin(); at != all.end(); ++at)
    if (std::string value = at.get_sort_key(); !value.empty())
      out.emplace_back(*at, std::move(value));
  return out;
}

std::vector<std::pair<std::uint32_t, std::string>> values_on_disk(const Xapian::Database& database,
                                                                  std::uint32_t slot) {
  std::vector<std::pair<std::uint32_t, std::string>> out;
  auto end = database.valuestream_end(slot);
  for (auto at = database.valuestream_begin(slot); at != end; ++at)
    out.emplace_back(at.get_docid(), *at);
  return out;
}

Relations derive_relations(const SiteDatabase& site) {
  Relations out;
  Gazetteer gazetteer(site.names);
  std::set<std::string> languages;
  for (const SectionRow& row : site.rows) languages.insert(row.section.language);
  for (const std::string& language : languages) {
    std::vector<std::string> words;
    std::string prefix = term_of(language, Field::word, "");
    auto end = site.database.allterms_end(prefix);
    for (auto at = site.database.allterms_begin(prefix); at != end; ++at)
      words.push_back((*at).substr(prefix.size()));
    for (auto& [key, form] : relations_of(language, words, gazetteer, 0))
      out[key].push_back(std::move(form));
  }
  return out;
}

}  // namespace

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
    if (site.database.get_metadata("version") != kIndexVersion)
      return base::fail("the search index is of another version", "build the site again");
    StoredNames names;
    base::from_archive(site.database.get_metadata("names"), names);
    site.names = std::move(names.names);
    auto values = remote ? values_of : values_on_disk;
    for (auto& [document, value] : values(site.database, kSectionSlot)) {
      SectionRow row;
      row.document = document;
      if (base::from_archive(value, row.section)) site.rows.push_back(std::move(row));
    }
    for (auto& [document, value] : values(site.database, kPageSlot))
      base::from_archive(value, site.pages[document]);
    if (remote) site.relations = derive_relations(site);
  } catch (const Xapian::Error& error) {
    return base::fail("cannot read the search index: " + error.get_msg(),
                      remote ? "see that the server runs" : "build the site again");
  }
  return site;
}

std::vector<std::pair<std::string, std::string>> relations_of(const std::string& language,
                                                              const std::vector<std::string>& words,
                                                              const Gazetteer& gazetteer,
                                                              unsigned jobs) {
  // A few large pieces: each makes its own analyser.
  constexpr std::size_t kPiece = 4096;
  std::size_t pieces = (words.size() + kPiece - 1) / kPiece;
  std::vector<std::vector<std::pair<std::string, std::string>>> found(pieces);
  base::for_each_index(pieces, jobs, [&](std::size_t piece) {
    Analyser analyser(language);
    for (std::size_t i = piece * kPiece; i < std::min(words.size(), (piece + 1) * kPiece); ++i) {
      const std::string& word = words[i];
      Analysis analysis = analyser.analyse(word);
      for (Key& key : analysis.keys) {
        found[piece].emplace_back(key_of(language, static_cast<char>(key.relation), key.text),
                                  word);
        if (key.relation == Relation::lemma)
          found[piece].emplace_back(key_of(language, kLemmasOfForm, word), std::move(key.text));
      }
      for (std::string& root : analysis.roots)
        found[piece].emplace_back(key_of(language, kRootsOfForm, word), std::move(root));
      if (!analysis.parts.empty())
        found[piece].emplace_back(key_of(language, kPartsOfForm, word),
                                  base::join(analysis.parts, "+"));
      if (std::string_view system = gazetteer.system_of(word); !system.empty())
        found[piece].emplace_back(key_of(language, kSystemRelation, system), word);
    }
  });
  std::vector<std::pair<std::string, std::string>> all;
  for (auto& piece : found) std::move(piece.begin(), piece.end(), std::back_inserter(all));
  std::erase_if(all, [](const auto& pair) { return pair.first.size() > kLongestStoredTerm; });
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace kbuild::search
