// Standalone hyperlinks; see uri.h. The character sets are those of docutils' Inliner (RFC
// 2396, RFC 2732); its regular expression backtracks from the longest candidate, and so do the
// loops here.
#include "read/rst/text/uri.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "read/rst/text/characters.h"

namespace kbuild::read::rst {

namespace {

// docutils/utils/urischemes.py, the registered and the traditional ones that text in the field
// holds; sorted.
constexpr std::string_view kSchemes[] = {
    "aaa",         "aaas",         "about",     "acap",       "addbook",    "afp",
    "afs",         "aim",          "callto",    "castanet",   "chttp",      "cid",
    "crid",        "data",         "dav",       "dict",       "dns",        "eid",
    "fax",         "feed",         "file",      "finger",     "freenet",    "ftp",
    "go",          "gopher",       "gsm-sms",   "h323",       "hdl",        "hnews",
    "http",        "https",        "hydra",     "iax",        "icap",       "im",
    "imap",        "info",         "ioc",       "ior",        "ipp",        "irc",
    "iris",        "iris.beep",    "itms",      "jar",        "javascript", "jdbc",
    "ldap",        "lid",          "lifn",      "livescript", "lrq",        "mailbox",
    "mailserver",  "mailto",       "md5",       "mid",        "mocha",      "modem",
    "mtqp",        "mupdate",      "news",      "nfs",        "nntp",       "opaquelocktoken",
    "phone",       "pop",          "pop3",      "pres",       "printer",    "prospero",
    "rdar",        "res",          "rtsp",      "rvp",        "rwhois",     "rx",
    "sdp",         "service",      "shttp",     "sip",        "sips",       "smb",
    "snews",       "snmp",         "soap.beep", "soap.beeps", "ssh",        "t120",
    "tag",         "tcp",          "tel",       "telephone",  "telnet",     "tftp",
    "tip",         "tn3270",       "tv",        "urn",        "uuid",       "vemmi",
    "videotex",    "view-source",  "wais",      "whodp",      "whois++",    "x-man-page",
    "xmlrpc.beep", "xmlrpc.beeps", "xmpp",      "z39.50r",    "z39.50s",
};

static_assert(std::is_sorted(std::begin(kSchemes), std::end(kSchemes)));

/// Sets of ASCII characters as tables; '\\' stands for the escape that may occur inside. Letters,
/// digits and `extra`.
constexpr base::CharacterSet alnum_and(std::string_view extra) {
  base::CharacterSet set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
  for (char c : extra) set.add(c);
  return set;
}

constexpr base::CharacterSet kUri = alnum_and("-_.!~*'()[];/:@&=+$,%\\");
constexpr base::CharacterSet kUriLast = alnum_and("_~*/=+");
constexpr base::CharacterSet kEmail = alnum_and("-_!~*'{|}/#?^`&=+$%\\");
constexpr base::CharacterSet kScheme = alnum_and(".+-");

/// Text that is scanned up to a limit.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t limit) : text_(text.substr(0, limit)) {}

  std::size_t run(std::size_t at, const base::CharacterSet& set) const {
    while (at < text_.size() && set(text_[at])) ++at;
    return at;
  }
  /// Whether a URI part may end before `at`: after a character that is no punctuation, or before
  /// '>'.
  bool may_end(std::size_t at) const {
    if (kUriLast(text_[at - 1])) return true;
    return kUri(text_[at - 1]) && at < text_.size() && text_[at] == '>';
  }
  /// The largest offset in (begin, end] at which both a part and the whole may end; else 0.
  std::size_t longest_end(std::size_t begin, std::size_t end) const {
    for (; end > begin; --end)
      if (may_end(end) && may_end_before(text_, end)) return end;
    return 0;
  }

  /// End of the absolute URI whose scheme's ':' is at `colon`; 0 if there is none.
  std::size_t absolute(std::size_t colon) const {
    std::size_t begin = colon + 1, path = run(begin, kUri);
    bool whole = path > begin && may_end(path);
    if (whole && path < text_.size() && text_[path] == '?') {
      std::size_t query = run(path + 1, kUri);
      if (query > path + 1 && may_end(query))
        if (std::size_t end = fragment(query)) return end;
      if (std::size_t end = longest_end(path + 1, query)) return end;
    }
    if (whole)
      if (std::size_t end = fragment(path)) return end;
    return longest_end(begin, path);
  }

  /// End of the address at `at`; 0 if there is none.
  std::size_t email(std::size_t at) const {
    std::size_t name = dotted(at);
    if (name == at || name >= text_.size() || text_[name] != '@' || text_[name - 1] == '\\')
      return 0;
    std::size_t host = run(name + 1, kEmail);
    if (host == name + 1) return 0;
    std::size_t end = host;
    while (end < text_.size() && (text_[end] == '.' || kEmail(text_[end]))) ++end;
    // The last character belongs to the URI set; the text before it must contain a host.
    for (; end > name + 2; --end)
      if (may_end(end) && may_end_before(text_, end)) return end;
    return 0;
  }

 private:
  std::size_t fragment(std::size_t hash) const {
    if (hash >= text_.size() || text_[hash] != '#') return 0;
    return longest_end(hash + 1, run(hash + 1, kUri));
  }
  /// Runs of address characters joined by single dots.
  std::size_t dotted(std::size_t at) const {
    std::size_t end = run(at, kEmail);
    while (end > at && end + 1 < text_.size() && text_[end] == '.' && kEmail(text_[end + 1]))
      end = run(end + 1, kEmail);
    return end;
  }

  std::string_view text_;
};

bool is_known_scheme(std::string_view scheme) {
  return std::binary_search(std::begin(kSchemes), std::end(kSchemes), base::to_lower(scheme));
}

}  // namespace

FoundUri find_uri(std::string_view text, std::size_t from, std::size_t to) {
  std::string_view range = text.substr(0, to);
  std::size_t colon = range.find(':', from), at_sign = range.find('@', from);
  if (colon == range.npos && at_sign == range.npos) return {};
  Scanner scanner(text, to);
  std::size_t failed_until = from;
  for (std::size_t at = from; at < to; ++at) {
    if (at > colon && colon != range.npos) colon = range.find(':', at);
    if (at > at_sign && at_sign != range.npos) at_sign = range.find('@', at);
    if (colon == range.npos && at_sign == range.npos) return {};
    if (at > from && base::is_alnum(text[at]) && base::is_alnum(text[at - 1])) continue;
    if (!may_start_after(text, from, at)) continue;
    if (base::is_alpha(text[at]) && colon != range.npos) {
      std::size_t scheme_end = scanner.run(at, kScheme);
      if (scheme_end == colon)
        if (std::size_t end = scanner.absolute(colon))
          return {at, end, false, is_known_scheme(text.substr(at, colon - at))};
    }
    // An address that begins later in a run with no '@' at its end fails the same way.
    if (at_sign != range.npos && at >= failed_until && kEmail(text[at])) {
      if (std::size_t end = scanner.email(at)) return {at, end, true, true};
      failed_until = std::max(failed_until, scanner.run(at, kEmail));
      if (failed_until < to && text[failed_until] == '@') failed_until = at + 1;
    }
  }
  return {};
}

bool is_email(std::string_view text) {
  Scanner scanner(text, text.size());
  return !text.empty() && kEmail(text[0]) && scanner.email(0) == text.size();
}

bool starts_with_uri(std::string_view text) {
  FoundUri found = find_uri(text, 0, text.size());
  return !found.empty() && found.begin == 0;
}

}  // namespace kbuild::read::rst
