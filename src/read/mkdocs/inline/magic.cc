// Addresses without brackets and short forms of a forge's names as links (pymdownx.magiclink).
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

namespace {

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != set.npos;
}
/// [^_\W], with every byte of a letter outside ASCII.
bool is_letter(char c) {
  return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::string_view kSchemes[] = {"http://", "https://", "ftp://", "ftps://", "www."};

/// End of an address without brackets that begins at `at`, or 0; `scheme` is what it begins with.
std::size_t bare_address(std::string_view text, std::size_t at, std::string_view& scheme) {
  scheme = {};
  for (std::string_view candidate : kSchemes)
    if (base::starts_with_ignoring_case(text.substr(at), candidate)) scheme = candidate;
  if (scheme.empty() || (is_word_before(text, at) && text[at - 1] != '_')) return 0;
  std::size_t host = at + scheme.size(), end = host;
  if (host >= text.size() || !is_letter(text[host])) return 0;
  while (end < text.size() &&
         (is_letter(text[end]) || is_one_of(text[end], "_-.?,!'(){}[]/+&@%$#=:\"|~;")))
    ++end;
  while (end > host + 1 && !is_letter(text[end - 1]) && !is_one_of(text[end - 1], "-/#@$+=")) --end;
  return end > host + 1 ? end : 0;
}

bool is_mail_char(char c) {
  return base::is_alnum(c) || c == '-' || c == '_';
}

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The mail address around the '@' at `sign`; empty if there is none.
Range mail_around(std::string_view text, std::size_t sign, std::size_t floor) {
  std::size_t begin = sign, end = sign + 1, dots = 0;
  while (begin > floor && (is_mail_char(text[begin - 1]) || text[begin - 1] == '+' ||
                           (text[begin - 1] == '.' && begin < sign && text[begin] != '.')))
    --begin;
  while (begin < sign && text[begin] == '.') ++begin;
  if (begin == sign || (begin > 0 && is_one_of(text[begin - 1], "/@"))) return {};
  while (end < text.size() &&
         (is_mail_char(text[end]) ||
          (text[end] == '.' && text[end - 1] != '.' && text[end - 1] != '@'))) {
    dots += text[end] == '.';
    ++end;
  }
  bool ends_in_sign = end < text.size() && text[end] == '@';
  while (end > sign + 1 && !base::is_alpha(text[end - 1])) {
    if (text[end - 1] == '-') return {};
    dots -= text[end - 1] == '.';
    --end;
  }
  return dots > 0 && !ends_in_sign && end > sign + 1 ? Range{begin, end} : Range{};
}

struct Provider {
  std::string_view name;
  std::string_view title;
  std::string_view url;
  std::string_view issue;
  std::string_view pull;
  std::string_view discussion;
  std::string_view commit;
  std::size_t hash_size;
};
constexpr Provider kProviders[] = {
    {"github", "GitHub", "https://github.com", "issues", "pull", "discussions", "commit", 7},
    {"gitlab", "GitLab", "https://gitlab.com", "issues", "merge_requests", "", "commit", 8},
    {"bitbucket", "Bitbucket", "https://bitbucket.org", "issues", "pull-requests", "",
     "commits/commit", 7},
    {"twitter", "Twitter", "https://twitter.com", "", "", "", "", 0},
    {"x", "X", "https://x.com", "", "", "", "", 0},
};

const Provider& find_provider(std::string_view name) {
  for (const Provider& row : kProviders)
    if (row.name == name) return row;
  return kProviders[0];
}

bool is_repository_char(char c) {
  return is_mail_char(c) || c == '.';
}

/// Length of a run of hexadecimal digits.
std::size_t hash_length(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (base::is_digit(text[end]) || (text[end] >= 'a' && text[end] <= 'f')))
    ++end;
  return is_word_at(text, end) ? 0 : end - at;
}
constexpr std::size_t kHash = 40;

/// "user/", "user/repository" or "repository" that ends at `end`.
struct Owner {
  std::size_t begin = 0;
  std::string_view user;
  std::string_view repository;
};
Owner owner_before(std::string_view text, std::size_t end, std::size_t floor) {
  Owner owner;
  std::size_t begin = end;
  while (begin > floor && is_repository_char(text[begin - 1])) --begin;
  owner.repository = text.substr(begin, end - begin);
  owner.begin = begin;
  if (begin == end || begin == floor || text[begin - 1] != '/') return owner;
  std::size_t user = begin - 1;
  while (user > floor && is_mail_char(text[user - 1])) --user;
  if (user == begin - 1) return owner;
  owner.user = text.substr(user, begin - 1 - user);
  owner.begin = user;
  return owner;
}

}  // namespace

void InlineParser::stash_magic(Work& out, const Work& from, std::size_t begin, std::size_t end,
                               std::string text, doc::Link link) {
  Stashed item;
  add_text(std::move(text), span(from, begin, end), link.children);
  item.node.value = std::move(link);
  stash(out, from, begin, end, std::move(item));
}

void InlineParser::magic_links(Work& work, std::size_t) {
  if (links_around_ > 0) return;
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view scheme;
    std::size_t end = is_one_of(text[at], "hHfFwW") ? bare_address(text, at, scheme) : 0;
    if (end == 0) {
      ++at;
      continue;
    }
    std::string shown(text.substr(at, end - at));
    doc::Link link;
    link.target = (scheme == "www." ? "http://" : "") + shown;
    if (page_.on.hide_protocol && scheme != "www.") shown.erase(0, scheme.size());
    out.append(work, copied, at);
    copied = end;
    stash_magic(out, work, at, end, std::move(shown), std::move(link));
    at = end;
  }
  work.become(std::move(out), copied);
}

void InlineParser::magic_mails(Work& work, std::size_t) {
  if (links_around_ > 0) return;
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  for (std::size_t at = text.find('@'); at != kNone; at = text.find('@', at + 1)) {
    Range mail = mail_around(text, at, copied);
    if (mail.end == 0) continue;
    doc::Link link;
    link.kind = doc::LinkKind::email;
    link.target = text.substr(mail.begin, mail.end - mail.begin);
    std::string shown = link.target;
    out.append(work, copied, mail.begin);
    copied = mail.end;
    stash_magic(out, work, mail.begin, mail.end, std::move(shown), std::move(link));
    at = copied - 1;
  }
  work.become(std::move(out), copied);
}

// @user, @user/repository, [[user/]repository]#1 (an issue), !1 (a pull request), ?1 (a
// discussion), and commits by their whole hash.
void InlineParser::magic_shorthands(Work& work, std::size_t) {
  const Extensions& on = page_.on;
  if (links_around_ > 0 || !(on.repo_url_shorthand || on.social_url_shorthand)) return;
  const Provider& provider = find_provider(on.magiclink_provider);
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  auto take = [&](std::size_t begin, std::size_t end, std::string shown, std::string_view path,
                  std::string_view kind, std::string_view name) {
    doc::Link link;
    link.target = base::format("{}/{}", provider.url, path);
    link.title = base::format("{} {}: {}", provider.title, kind, name);
    out.append(work, copied, begin);
    copied = end;
    stash_magic(out, work, begin, end, std::move(shown), std::move(link));
  };
  /// The owner with what the configuration adds; false where a part is missing.
  auto complete = [&](Owner& owner) {
    if (owner.begin > 0 && is_one_of(text[owner.begin - 1], "@/")) return false;
    if (owner.repository.empty()) owner.repository = on.magiclink_repo;
    if (owner.user.empty()) owner.user = on.magiclink_user;
    return !owner.user.empty() && !owner.repository.empty();
  };
  /// What the configuration names is left out.
  auto shown_owner = [&](const Owner& owner) -> std::string {
    if (owner.user != on.magiclink_user) return base::format("{}/{}", owner.user, owner.repository);
    return owner.repository == on.magiclink_repo ? "" : std::string(owner.repository);
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '@' && (at == 0 || !base::is_alpha(text[at - 1]))) {
      std::size_t end = at + 1;
      while (end < text.size() && is_mail_char(text[end])) ++end;
      while (end > at + 1 && !base::is_alnum(text[end - 1])) --end;
      if (end == at + 1 || is_word_at(text, end)) continue;
      std::string user(text.substr(at + 1, end - at - 1));
      std::size_t repository = end;
      if (on.repo_url_shorthand && end < text.size() && text[end] == '/') {
        repository = end + 1;
        while (repository < text.size() && is_repository_char(text[repository])) ++repository;
        while (repository > end && !base::is_alnum(text[repository - 1])) --repository;
      }
      if (repository > end + 1) {
        std::string path(text.substr(at + 1, repository - at - 1));
        take(at, repository, path, path, "Repository", path);
      } else {
        take(at, end, "@" + user, user, "User", user);
      }
      at = copied - 1;
    } else if (on.repo_url_shorthand && is_one_of(c, "#!?") && at + 1 < text.size() &&
               text[at + 1] >= '1' && text[at + 1] <= '9') {
      std::size_t end = at + 1;
      while (end < text.size() && base::is_digit(text[end])) ++end;
      Owner owner = owner_before(text, at, copied);
      std::string_view part = c == '#'   ? provider.issue
                              : c == '!' ? provider.pull
                                         : provider.discussion;
      if (is_word_at(text, end) || part.empty() || !complete(owner)) continue;
      std::string number(text.substr(at + 1, end - at - 1));
      take(owner.begin, end, shown_owner(owner) + (on.normalize_issue_symbols ? '#' : c) + number,
           base::format("{}/{}/{}/{}", owner.user, owner.repository, part, number),
           c == '#'   ? "Issue"
           : c == '!' ? "Pull Request"
                      : "Discussion",
           base::format("{}/{} #{}", owner.user, owner.repository, number));
      at = copied - 1;
    } else if (on.repo_url_shorthand && !is_word_before(text, at) &&
               (at == 0 || text[at - 1] != '/') && !provider.commit.empty() &&
               hash_length(text, at) == kHash) {
      std::size_t end = at + kHash;
      bool named = at > copied && text[at - 1] == '@';
      Owner owner = owner_before(text, named ? at - 1 : at, copied);
      if ((named && owner.repository.empty()) || !complete(owner)) continue;
      std::string hash(text.substr(at, kHash)), before = shown_owner(owner);
      std::string brief = hash.substr(0, provider.hash_size);
      take(owner.begin, end, before + (before.empty() ? "" : "@") + brief,
           base::format("{}/{}/{}/{}", owner.user, owner.repository, provider.commit, hash),
           "Commit", base::format("{}/{}@{}", owner.user, owner.repository, brief));
      at = copied - 1;
    }
  }
  work.become(std::move(out), copied);
}

}  // namespace kbuild::read::mkdocs
