// Inline patterns for text in angle brackets, addresses and HTML, and for character references; see
// inline.h.
#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "read/mkdocs/inline/inline.h"

namespace kbuild::read::mkdocs {

namespace {

/// Markup that is no tag: how it begins and ends.
struct Special {
  std::string_view open;
  std::string_view close;
  Seeker ends;
};

bool is_web_address(std::string_view text) {
  for (std::string_view scheme : {"http://", "https://", "ftp://", "ftps://"})
    if (base::starts_with_ignoring_case(text, scheme)) return true;
  return false;
}

/// [^<> !]+@[^@<> ]+
bool is_mail_address(std::string_view text) {
  std::size_t sign = text.rfind('@');
  return sign != text.npos && sign > 0 && sign + 1 < text.size() &&
         text.substr(0, sign).find_first_of(" !") == text.npos && text.find(' ', sign) == text.npos;
}

/// \/?[a-zA-Z][^<>@ ]*( [^<>]*)?
bool is_tag(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.empty() || !base::is_alpha(text[0])) return false;
  std::size_t name = std::min(text.find(' '), text.size());
  return text.substr(0, name).find('@') == text.npos;
}

}  // namespace

void InlineParser::angles(Work& work, std::size_t) {
  Work out;
  std::string_view text = work.text;
  std::size_t copied = 0;
  Special specials[] = {{"<!--", "-->", {text, "-->"}},
                        {"<?", "?>", {text, "?>"}},
                        {"<![CDATA[", "]]>", {text, "]]>"}}};
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at)) {
    Stashed item;
    std::size_t end = std::min(find_either(text, '<', '>', at + 1), text.size());
    std::string_view inner = text.substr(at + 1, end - at - 1);
    bool closed = end < text.size() && text[end] == '>';
    Special* special = nullptr;
    for (Special& candidate : specials)
      if (text.substr(at).starts_with(candidate.open)) special = &candidate;
    if (special) {
      end = special->ends.next(at + special->open.size());
      // A comment that begins in a comment is one on its own.
      if (end == text.npos || text.substr(at + 1, end - at).find(special->open) != text.npos) {
        at += special->open.size();
        continue;
      }
      end += special->close.size() - 1;
    }
    if (closed && is_web_address(inner)) {
      std::string url = unescape(work, at + 1, end);
      doc::Link link;
      link.target = url;
      add_text(url, span(work, at + 1, end), link.children);
      item.node.value = std::move(link);
    } else if (closed && is_mail_address(inner)) {
      std::string mail = unescape(work, at + 1, end);
      if (mail.starts_with("mailto:")) mail.erase(0, 7);
      doc::Link link;
      link.kind = doc::LinkKind::email;
      link.target = mail;
      // Without its scheme it is another text than the source's, and has no place.
      add_text(mail, span(work, at + 1, end), link.children);
      item.node.value = std::move(link);
    } else if (special || (closed && is_tag(inner))) {
      std::string html = unescape(work, at, end + 1, Restore::source);
      if (page_.options.trust == Trust::untrusted) html = html::sanitise_tag(html);
      item.node.value = doc::RawInline{std::move(html)};
      item.literal = true;
    } else {
      ++at;
      continue;
    }
    out.append(work, copied, at);
    copied = end + 1;
    stash(out, work, at, copied, std::move(item));
    at = copied;
  }
  work.become(std::move(out), copied);
}

void InlineParser::entities(Work& work, std::size_t) {
  std::string_view text = work.text;
  std::size_t at = text.find('&');
  if (at == text.npos) return;
  Work out;
  std::size_t copied = 0;
  for (; at != text.npos; at = text.find('&', at + 1)) {
    std::optional<html::CharacterReference> reference =
        html::read_reference(text, at, html::ReferenceRule::strict);
    if (!reference) continue;
    out.append(work, copied, at);
    copied = at + reference->length;
    stash_text(out, work, at, copied, std::move(reference->text));
  }
  work.become(std::move(out), copied);
}

}  // namespace kbuild::read::mkdocs
