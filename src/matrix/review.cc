// Groups candidates and turns answers into decisions; see review.h.
#include "matrix/review.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/format.h"
#include "base/hash.h"
#include "base/text.h"

namespace kbuild::matrix {

namespace {

using base::fail;
using base::format;
using base::Result;
using claims::Basis;
using claims::Claim;
using claims::ClaimKind;

struct ReplyRow {
  Reply::Kind kind;
  std::string_view name;
};
constexpr ReplyRow kReplies[] = {
    {Reply::Kind::accept, "accept"},       {Reply::Kind::reject, "reject"},
    {Reply::Kind::product, "product"},     {Reply::Kind::no_product, "no-product"},
    {Reply::Kind::no_system, "no-system"},
};

bool is_reviewable(const Claim& claim, const meta::Names& names, Reviewed reviewed) {
  Basis wanted = reviewed == Reviewed::published ? Basis::read : Basis::candidate;
  // Of a sentence or a command without a version nothing but a name would be published.
  bool says = !claim.version.empty() || claim.kind >= ClaimKind::list;
  bool states =
      says && claim.kind != ClaimKind::constraint && claim.kind != ClaimKind::user_install;
  const meta::SystemName* system = meta::find_system(names, claim.system);
  return claim.basis == wanted && states && (!system || system->installed.empty());
}

std::string reason_of(const Claim& claim, const meta::Names& names) {
  if (claim.basis == Basis::read) return "published";
  if (claim.withheld) return "only declarations are published here";
  if (claim.system.empty()) return "no system is named";
  bool systems = claim.system.find(", ") != claim.system.npos;
  if (systems && claim.version.find(", ") != claim.version.npos)
    return "several versions on several systems";
  if (!systems && !meta::find_system(names, claim.system))
    return format("'{}' is none of the configuration's systems", claim.system);
  if (claim.kind < ClaimKind::console && claim.kind >= ClaimKind::tab)
    return "sentences and headings are not published unread";
  if (!claim.placed) return "the system is named elsewhere on the page";
  return format("'{}' is no known product", claim.product);
}

std::vector<std::string> distinct(const std::vector<Claim>& claims, std::string Claim::*member) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const Claim& claim : claims)
    if (!(claim.*member).empty() && seen.insert(claim.*member).second) out.push_back(claim.*member);
  return out;
}

void name_group(ReviewGroup& group) {
  base::Hasher hasher;
  const Claim& first = group.claims.front();
  hasher.add(first.rule).add(first.language).add(first.path);
  for (const Claim& claim : group.claims)
    hasher.add(claim.section)
        .add(claim.excerpt)
        .add(claim.product)
        .add(claim.version)
        .add(claim.system);
  constexpr std::size_t kDigits = 12;
  group.id = hasher.finish().hex().substr(0, kDigits);
}

Result<std::string> word_of(const std::vector<std::string>& words, const Reply& reply,
                            std::string_view kind) {
  if (!reply.word.empty()) return reply.word;
  if (words.size() == 1) return words.front();
  return fail(format("there are {} {}s in it", words.size(), kind),
              words.empty() ? "" : "say which: " + base::join(words, ", "));
}

Result<void> check_accepted(const Claim& claim, const Meaning& meaning, const meta::Names& names) {
  for (const Claim& each : accepted(claim, meaning)) {
    if (each.system.empty())
      return fail(format("'{}' names no system", each.excerpt), "say which one it is about");
    if (!names.systems.empty() && !meta::find_system(names, each.system))
      return fail(format("'{}' is none of the configuration's systems", each.system),
                  "add it to 'systems', or say which one is meant");
  }
  return {};
}

}  // namespace

std::vector<std::string> ReviewGroup::products() const {
  return distinct(claims, &Claim::product);
}

std::vector<std::string> ReviewGroup::systems() const {
  return distinct(claims, &Claim::system);
}

std::vector<ReviewGroup> review_groups(const std::vector<Claim>& claims, const meta::Names& names,
                                       Reviewed reviewed) {
  using Key = std::tuple<std::string, std::string, std::string, std::uint32_t>;
  std::map<Key, ReviewGroup> groups;
  for (const Claim& claim : claims)
    if (is_reviewable(claim, names, reviewed))
      groups[{claim.path, claim.language, claim.rule, claim.block}].claims.push_back(claim);
  std::vector<ReviewGroup> out;
  for (auto& [key, group] : groups) {
    std::stable_sort(group.claims.begin(), group.claims.end(),
                     [](const Claim& a, const Claim& b) { return a.line < b.line; });
    group.reason = reason_of(group.claims.front(), names);
    name_group(group);
    out.push_back(std::move(group));
  }
  std::stable_sort(out.begin(), out.end(), [](const ReviewGroup& a, const ReviewGroup& b) {
    return a.claims.size() > b.claims.size();
  });
  return out;
}

std::vector<ReviewGroup> split_by_text(const ReviewGroup& group) {
  std::map<std::pair<std::uint32_t, std::string>, ReviewGroup> parts;
  for (const Claim& claim : group.claims)
    parts[{claim.line, claim.excerpt}].claims.push_back(claim);
  std::vector<ReviewGroup> out;
  for (auto& [key, part] : parts) {
    part.reason = group.reason;
    name_group(part);
    out.push_back(std::move(part));
  }
  return out;
}

std::string told(const Claim& claim) {
  return format("{}{}{} on {}: {}", claim.product, claim.version.empty() ? "" : " ", claim.version,
                claim.system.empty() ? "?" : claim.system, claims::status_text(claim.status));
}

Result<std::size_t> add_reply(Decisions& decisions, const ReviewGroup& group, const Reply& reply,
                              const meta::Names& names) {
  if (reply.kind == Reply::Kind::accept || reply.kind == Reply::Kind::reject) {
    bool accepts = reply.kind == Reply::Kind::accept;
    std::size_t decided = 0;
    Result<void> last;
    for (const Claim& claim : group.claims) {
      if (accepts)
        if (auto good = check_accepted(claim, reply.meaning, names); !good) {
          last = std::move(good);
          continue;
        }
      decisions.decide(claim, accepts ? Verdict::accept : Verdict::reject,
                       accepts ? reply.meaning : Meaning{});
      ++decided;
    }
    if (decided == 0) return tl::unexpected(last.error());
    return decided;
  }
  bool system = reply.kind == Reply::Kind::no_system;
  auto word = system ? word_of(group.systems(), reply, "system")
                     : word_of(group.products(), reply, "product");
  if (!word) return tl::unexpected(word.error());
  auto& words = system                               ? decisions.not_systems
                : reply.kind == Reply::Kind::product ? decisions.products
                                                     : decisions.not_products;
  words.push_back({*word});
  return group.claims.size();
}

base::Json to_json(const ReviewGroup& group) {
  const Claim& first = group.claims.front();
  base::Json claims = base::Json::array();
  for (const Claim& claim : group.claims) {
    base::Json one = {{"line", claim.line}, {"text", claim.excerpt}, {"says", told(claim)}};
    if (!claim.file.empty()) one["file"] = claim.file;
    claims.push_back(std::move(one));
  }
  return {{"id", group.id},
          {"reason", group.reason},
          {"rule", first.rule},
          {"page", first.path},
          {"lang", first.language},
          {"section", first.section},
          {"claims", std::move(claims)}};
}

Result<Reply> parse_reply(const base::Json& json) {
  auto text = [&](const char* key) {
    auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  std::string name = text("decide");
  for (const ReplyRow& row : kReplies) {
    if (row.name != name) continue;
    Reply reply{row.kind};
    bool word = row.kind == Reply::Kind::product || row.kind == Reply::Kind::no_product;
    if (row.kind == Reply::Kind::accept)
      reply.meaning = {text("system"), text("product")};
    else
      reply.word = word ? text("product") : text("system");
    return reply;
  }
  return fail(format("'{}' decides nothing", name),
              "write accept, reject, product, no-product or no-system");
}

}  // namespace kbuild::matrix
