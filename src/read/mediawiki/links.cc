// [[Page links]], categories and files, as Parser::handleInternalLinks2 finds them. The text of a
// link is replaced by a mark, so that later passes make no links inside it.
#include <algorithm>

#include "base/format.h"
#include "base/percent.h"
#include "base/text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr int kMaxLinkDepth = 20;

constexpr bool is_title_byte(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= 0x20 && byte != 0x7f && c != '[' && c != ']' && c != '{' &&
                          c != '}' && c != '|' && c != '<' && c != '>');
}

/// Percent-decoded, with what would look like a tag then as references.
std::string decode_title(std::string_view text) {
  return base::replace_all(base::replace_all(base::decode_percent(text), "<", "&lt;"), ">", "&gt;");
}

/// Prefixes of the other languages' editions of a wiki.
constexpr std::string_view kLanguages[] = {
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
    "fr", "gl", "he", "hr", "hu", "is", "it", "ja", "ko", "lt", "lv", "nb", "nl",
    "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "zh"};

/// A "[[" with what was found behind it.
struct Found {
  /// Percent-decoded.
  std::string title;
  std::size_t title_begin = 0;
  std::size_t title_end = 0;
  bool has_text = false;
  std::size_t text_begin = 0;
  std::size_t text_end = 0;
  /// One past "]]".
  std::size_t end = 0;
};

class PageLinks {
 public:
  PageLinks(const WikiText& text, Context& context, int depth)
      : text_(text), view_(text.view()), context_(context), depth_(depth) {}

  WikiText run() {
    out_.reserve(view_.size() + view_.size() / 8);
    std::size_t at = 0;
    while (true) {
      std::size_t open = std::min(view_.find("[[", at), view_.size());
      out_.append(text_, at, open);
      if (open == view_.size()) return std::move(out_);
      at = read_link(open);
    }
  }

 private:
  static constexpr std::size_t npos = std::string_view::npos;

  /// Reads the link at `open` and returns where to go on.
  std::size_t read_link(std::size_t open) {
    // As in the reference implementation, a link does not reach past the next "[[".
    std::size_t limit = std::min(view_.find("[[", open + 2), view_.size());
    Found found;
    std::size_t at = open + 2;
    while (at < limit && is_title_byte(view_[at])) ++at;
    found.title_begin = open + 2;
    found.title_end = at;
    std::string_view title = view_.substr(open + 2, at - open - 2);
    bool unclosed = false;
    if (title.empty()) return skip(open);
    if (view_.substr(at, 2) == "]]") {
      found.end = at + 2;
    } else if (at < limit && view_[at] == '|') {
      found.has_text = true;
      found.text_begin = at + 1;
      // "|]]" is a link only where another "]]" follows.
      std::size_t close = at + 2 <= limit ? view_.substr(0, limit).find("]]", at + 2) : npos;
      unclosed = close == npos;
      if (!unclosed) found = with_text_end(found, close);
    } else {
      return skip(open);
    }
    found.title = title.find('%') == npos ? std::string(title) : decode_title(title);
    return use(open, limit, found, unclosed);
  }

  /// "[[x|[y]]]": the third bracket belongs to the text that has an open one.
  Found with_text_end(Found found, std::size_t close) const {
    std::string_view text = view_.substr(found.text_begin, close - found.text_begin);
    bool third = close + 2 < view_.size() && view_[close + 2] == ']' && text.find('[') != npos;
    found.text_end = close + (third ? 1 : 0);
    found.end = found.text_end + 2;
    return found;
  }

  std::size_t skip(std::size_t open) {
    out_.append(text_, open, open + 2);
    return open + 2;
  }

  std::size_t use(std::size_t open, std::size_t limit, Found found, bool unclosed) {
    std::string_view title_text = base::trim(found.title);
    if (protocol_length(title_text) > 0) return skip(open);
    std::string whole = without_my_language(from_subpage(title_text));
    auto title = read_title(whole, kMain, context_.interwikis);
    if (!title) return skip(open);
    bool escaped = title_text.starts_with(':');
    // "[[fr:Logiciels]]" is no link in the text: a wiki shows it in its sidebar.
    if (!escaped && !found.has_text && is_language_link(title_text)) return found.end;
    bool is_file = title->name_space == kFile && !escaped && title->interwiki.empty();
    if (unclosed) {
      if (!is_file || depth_ >= kMaxLinkDepth || !find_file_end(limit, found)) return skip(open);
    }
    Range range = text_.range(open, found.end);
    if (is_file) {
      WikiText options =
          text_.slice(found.text_begin, found.has_text ? found.text_end : found.text_begin);
      if (depth_ < kMaxLinkDepth)
        options = PageLinks(mark_bracketed_urls(options, context_), context_, depth_ + 1).run();
      append_file(out_, *title, options, context_, range);
      return found.end;
    }
    if (title->name_space == kCategory && !escaped && title->interwiki.empty())
      return add_category(*title, found.end);
    if (title->name_space == kMedia) {
      append_media(*title, found, range);
      return found.end;
    }
    return append_link(*title, found, range);
  }

  /// "fr:Logiciels", unless the configuration knows the prefix as another wiki.
  bool is_language_link(std::string_view title) const {
    std::string prefix = base::to_lower(base::trim(title.substr(0, title.find(':'))));
    return title.find(':') != npos && !context_.interwikis.contains(prefix) &&
           std::find(std::begin(kLanguages), std::end(kLanguages), prefix) != std::end(kLanguages);
  }

  /// "/x" is a subpage of the page, "../x" one of the page above it.
  std::string from_subpage(std::string_view title) const {
    std::string here = context_.title.full();
    if (here.empty() || !(title.starts_with('/') || title.starts_with("../")))
      return std::string(title);
    if (title.starts_with('/')) {
      std::string_view below = title.ends_with('/') ? title.substr(0, title.size() - 1) : title;
      return below.size() > 1 ? here + std::string(below) : std::string(title);
    }
    for (; title.starts_with("../"); title.remove_prefix(3)) {
      std::size_t slash = here.rfind('/');
      if (slash == here.npos) return std::string(title);
      here.resize(slash);
    }
    return title.empty() ? here : here + '/' + std::string(title);
  }

  /// Translate's way to the page in the reader's language, which the site chooses itself.
  static std::string without_my_language(std::string title) {
    constexpr std::string_view prefix = "Special:MyLanguage/";
    std::size_t begin = title.starts_with(':') ? 1 : 0;
    bool found = base::starts_with_ignoring_case(std::string_view(title).substr(begin), prefix);
    return found ? title.substr(begin + prefix.size()) : title;
  }

  /// The end of a file whose caption holds links: each "[[" inside has its own "]]".
  bool find_file_end(std::size_t limit, Found& found) const {
    std::size_t next = limit;
    while (next < view_.size()) {
      std::size_t after = std::min(view_.find("[[", next + 2), view_.size());
      std::string_view piece = view_.substr(0, after);
      std::size_t inner = piece.find("]]", next + 2);
      if (inner == npos) return false;
      std::size_t outer = piece.find("]]", inner + 2);
      if (outer != npos) {
        found.text_end = outer;
        found.end = outer + 2;
        return true;
      }
      next = after;
    }
    return false;
  }

  std::size_t add_category(const Title& title, std::size_t end) {
    if (context_.seen_categories.insert(title.name).second)
      context_.categories.push_back(title.name);
    // A category shows nothing in the text: the line end before it is removed, too.
    std::size_t line_end = end;
    while (line_end < view_.size() && view_[line_end] != '\n' && base::is_space(view_[line_end]))
      ++line_end;
    bool rest_blank = line_end == view_.size() || view_[line_end] == '\n';
    if (!rest_blank) return end;
    std::size_t size = base::trim_right(out_.view()).size();
    bool own_line = out_.view().substr(size).find('\n') != npos || size == 0;
    if (!own_line) return end;
    out_.truncate(size);
    return size == 0 && line_end < view_.size() ? line_end + 1 : line_end;
  }

  WikiText link_text(const Found& found) {
    WikiText text = text_.slice(found.text_begin, found.text_end);
    // One line for the balance of apostrophes, whatever line ends it holds.
    return mark_quotes(text, context_);
  }

  void append_media(const Title& title, const Found& found, Range range) {
    doc::Link link{doc::LinkKind::download, base::replace_all(title.name, " ", "_"), {}, {}};
    put_link(std::move(link), shown_text(found), range);
  }

  void put_link(doc::Link link, WikiText text, Range range) {
    bool page = link.kind == doc::LinkKind::page;
    std::string_view name = link.kind == doc::LinkKind::download ? std::string_view(":download")
                            : page                               ? kPageAttribute
                                                                 : kUrlAttribute;
    context_.open(out_, "a", {{std::string(name), std::move(link.target)}}, range);
    context_.put(out_, std::move(text));
    out_.append("</a>");
  }

  /// What a link shows: its text, else its title as written, without the colon that escapes it.
  WikiText shown_text(const Found& found) {
    if (found.has_text) return link_text(found);
    bool as_written = view_.substr(found.title_begin, found.title.size()) == found.title;
    WikiText text = as_written ? text_.slice(found.title_begin, found.title_end).trimmed()
                               : WikiText(std::string(base::trim(found.title)));
    return text.view().starts_with(':') ? text.slice(1, text.size()) : text;
  }

  std::size_t append_link(const Title& title, const Found& found, Range range) {
    WikiText text = shown_text(found);
    // Letters that follow belong to the link's text.
    std::size_t end = found.end;
    while (end < view_.size() && base::is_lower(view_[end])) ++end;
    text.append(text_, found.end, end);
    doc::Link link{doc::LinkKind::page, title.target(), {}, {}};
    if (auto wiki = context_.interwikis.find(title.interwiki); wiki != context_.interwikis.end()) {
      std::string page = base::replace_all(title.name, " ", "_");
      link.kind = doc::LinkKind::target;
      link.target = wiki->second;
      std::size_t hole = link.target.find("$1");
      if (hole == npos) hole = link.target.find("%s");
      if (hole == npos)
        link.target += page;
      else
        link.target.replace(hole, 2, page);
      if (title.fragment) link.target += '#' + anchor_of(*title.fragment);
    } else if (title.name.empty()) {
      link.kind = doc::LinkKind::target;
      link.target = '#' + anchor_of(title.fragment.value_or(""));
    }
    put_link(std::move(link), std::move(text), range);
    return end;
  }

  const WikiText& text_;
  std::string_view view_;
  Context& context_;
  int depth_;
  WikiText out_;
};

}  // namespace

WikiText mark_page_links(const WikiText& text, Context& context) {
  if (text.view().find("[[") == std::string_view::npos) return text;
  return PageLinks(text, context, 0).run();
}

}  // namespace kbuild::read::mediawiki
