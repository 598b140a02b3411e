// Paragraphs, lists and lines with a leading blank: MediaWiki's BlockLevelPass over the lines of
// marked-up text.
#include <algorithm>

#include "base/text.h"
#include "read/mediawiki/text/passes.h"

namespace kbuild::read::mediawiki {

namespace {

// Between blanks. The pass stops making paragraphs inside of the first, continues after the second.
constexpr std::string_view kSuppressesInside = " table h1 h2 h3 h4 h5 h6 pre p ul ol dl ";
constexpr std::string_view kSuppressesOutside = " td th ";
constexpr std::string_view kAlwaysSuppresses = " tr caption dt dd li ";
constexpr std::string_view kNeverSuppresses =
    " center blockquote div hr figure figcaption x-block ";

bool holds(std::string_view list, std::string_view name) {
  std::size_t at = list.find(name);
  for (; at != list.npos; at = list.find(name, at + 1))
    if (at > 0 && list[at - 1] == ' ' && list[at + name.size()] == ' ') return true;
  return false;
}

/// What the block tags of a line mean for paragraphs.
struct LineTags {
  bool opens = false;
  bool closes = false;
  bool opens_pre = false;
  bool closes_pre = false;
  /// The last <blockquote> tag: +1 opens, -1 closes, 0 none.
  int quote = 0;
};

LineTags find_tags(std::string_view view, std::size_t begin, std::size_t end) {
  LineTags tags;
  view = view.substr(0, end);
  for (std::size_t at = view.find('<', begin); at < end; at = view.find('<', at)) {
    TagMark mark = read_mark(view, at);
    at = mark.end;
    bool inside = holds(kSuppressesInside, mark.name),
         outside = holds(kSuppressesOutside, mark.name);
    tags.opens =
        tags.opens || (mark.closing ? outside : inside) || holds(kAlwaysSuppresses, mark.name);
    tags.closes =
        tags.closes || (mark.closing ? inside : outside) || holds(kNeverSuppresses, mark.name);
    if (mark.name == "pre") (mark.closing ? tags.closes_pre : tags.opens_pre) = true;
    if (mark.name == "blockquote") tags.quote = mark.closing ? -1 : 1;
  }
  return tags;
}

/// The ':' that ends a term, outside of tags; npos if there is none.
std::size_t find_colon(std::string_view view, std::size_t begin, std::size_t end) {
  int level = 0;
  for (std::size_t at = begin; at < end;) {
    if (view[at] == '<') {
      TagMark mark = read_mark(view, at);
      if (!mark.empty) level = mark.closing ? std::max(level - 1, 0) : level + 1;
      at = mark.end;
    } else if (view[at] == ':' && level == 0) {
      return at;
    } else {
      ++at;
    }
  }
  return std::string_view::npos;
}

enum class Section { none, paragraph, pre };
/// What a blank line leaves to be decided by the next line.
enum class Pending { none, open, reopen };

class BlockPass {
 public:
  explicit BlockPass(const WikiText& text) : text_(text), view_(text.view()) {}

  WikiText run() {
    out_.reserve(view_.size() + view_.size() / 4);
    for (std::size_t at = 0; at <= view_.size();) {
      std::size_t end = std::min(view_.find('\n', at), view_.size());
      last_line_ = end == view_.size();
      read_line(at, end);
      at = end + 1;
    }
    for (std::size_t i = prefix_.size(); i > 0; --i) close_list(prefix_[i - 1]);
    close_section();
    return std::move(out_);
  }

 private:
  void read_line(std::size_t begin, std::size_t end) {
    LineTags tags = find_tags(view_, begin, end);
    std::string_view prefix;
    std::size_t rest = begin;
    if (!in_pre_) {
      while (rest < end && std::string_view("*#:;").find(view_[rest]) != std::string_view::npos)
        ++rest;
      prefix = view_.substr(begin, rest - begin);
      in_pre_ = tags.opens_pre;
    }
    if (!prefix.empty() || !prefix_.empty()) rest = change_lists(prefix, rest, end);
    if (prefix.empty()) rest = read_flow(tags, rest, end);
    if (tags.closes_pre && in_pre_) in_pre_ = false;
    if (pending_ != Pending::none) return;
    if (prefix.empty()) {
      out_.append(text_, rest, end);
      if (!last_line_ || section_ != Section::none) out_.append("\n");
    } else {
      std::size_t stop = end;
      while (rest < stop && base::is_space(view_[rest])) ++rest;
      while (stop > rest && base::is_space(view_[stop - 1])) --stop;
      out_.append(text_, rest, stop);
    }
  }

  // ---- Lists

  /// Opens and closes lists down to `prefix`; returns where the line's text begins.
  std::size_t change_lists(std::string_view prefix, std::size_t rest, std::size_t end) {
    std::string same_kind(prefix);
    std::replace(same_kind.begin(), same_kind.end(), ';', ':');
    pending_ = Pending::none;
    if (!prefix.empty() && same_kind == prefix_) {
      next_item(prefix.back());
      return prefix.back() == ';' ? split_term(rest, end) : rest;
    }
    std::size_t common = 0;
    while (common < prefix_.size() && common < same_kind.size() &&
           prefix_[common] == same_kind[common])
      ++common;
    bool had_lists = !prefix_.empty();
    for (std::size_t i = prefix_.size(); i > common; --i) close_list(prefix_[i - 1]);
    if (prefix.size() <= common && common > 0) next_item(prefix[common - 1]);
    if (term_open_ && common > 0 && prefix[common - 1] == ':') next_item(':');
    if (had_lists && prefix.size() > common) out_.append("\n");
    for (std::size_t i = common; i < prefix.size(); ++i) {
      open_list(prefix[i]);
      if (prefix[i] == ';') rest = split_term(rest, end);
    }
    if (prefix.empty() && had_lists) out_.append("\n");
    prefix_ = std::move(same_kind);
    return rest;
  }

  /// "term : definition": appends the term and continues after the colon.
  std::size_t split_term(std::size_t rest, std::size_t end) {
    std::size_t colon = find_colon(view_, rest, end);
    if (colon == std::string_view::npos) return rest;
    std::size_t stop = colon;
    while (rest < stop && base::is_space(view_[rest])) ++rest;
    while (stop > rest && base::is_space(view_[stop - 1])) --stop;
    out_.append(text_, rest, stop);
    next_item(':');
    return colon + 1;
  }

  void open_list(char kind) {
    close_section();
    if (kind == '*') out_.append("<ul><li>");
    if (kind == '#') out_.append("<ol><li>");
    if (kind == ':') out_.append("<dl><dd>");
    if (kind == ';') out_.append("<dl><dt>");
    if (kind == ';') term_open_ = true;
  }
  void next_item(char kind) {
    if (kind == '*' || kind == '#') return out_.append("</li>\n<li>");
    out_.append(term_open_ ? "</dt>\n" : "</dd>\n");
    term_open_ = kind == ';';
    out_.append(term_open_ ? "<dt>" : "<dd>");
  }
  void close_list(char kind) {
    if (kind == '*') return out_.append("</li></ul>");
    if (kind == '#') return out_.append("</li></ol>");
    out_.append(term_open_ ? "</dt></dl>" : "</dd></dl>");
    term_open_ = false;
  }

  // ---- Paragraphs

  void close_section() {
    if (section_ == Section::paragraph) out_.append("</p>");
    if (section_ == Section::pre) out_.append("</pre>");
    if (section_ != Section::none) in_pre_ = false;
    section_ = Section::none;
  }
  void open_section(Section section) {
    close_section();
    out_.append(section == Section::pre ? "<pre>" : "<p>");
    section_ = section;
  }

  /// A line outside of lists; returns where its text begins.
  std::size_t read_flow(const LineTags& tags, std::size_t begin, std::size_t end) {
    if (tags.opens || tags.closes) {
      pending_ = Pending::none;
      if (!in_pre_ || tags.opens_pre) close_section();
      if (tags.opens_pre && !tags.closes_pre) in_pre_ = true;
      if (tags.quote) in_quote_ = tags.quote > 0;
      in_block_ = !tags.closes;
      return begin;
    }
    if (in_block_ || in_pre_) return begin;
    bool blank = base::trim(view_.substr(begin, end - begin)).empty();
    if (begin < end && view_[begin] == ' ' && (section_ == Section::pre || !blank) && !in_quote_) {
      if (section_ != Section::pre) {
        pending_ = Pending::none;
        open_section(Section::pre);
      }
      return begin + 1;
    }
    if (blank) {
      if (pending_ != Pending::none) {
        // MediaWiki shows the second blank line as a break; a page looks better without.
        release_pending();
        section_ = Section::paragraph;
      } else if (section_ != Section::paragraph) {
        close_section();
        pending_ = Pending::open;
      } else {
        pending_ = Pending::reopen;
      }
    } else if (pending_ != Pending::none) {
      release_pending();
      section_ = Section::paragraph;
    } else if (section_ != Section::paragraph) {
      open_section(Section::paragraph);
    }
    return begin;
  }

  void release_pending() {
    out_.append(pending_ == Pending::reopen ? "</p><p>" : "<p>");
    pending_ = Pending::none;
  }

  const WikiText& text_;
  std::string_view view_;
  WikiText out_;
  /// The list marks of the line before, ';' as ':'.
  std::string prefix_;
  bool term_open_ = false;
  Section section_ = Section::none;
  Pending pending_ = Pending::none;
  bool in_pre_ = false;
  bool in_block_ = false;
  bool in_quote_ = false;
  bool last_line_ = false;
};

}  // namespace

WikiText mark_blocks(const WikiText& text, Context& context) {
  return BlockPass(unstrip(text, context, Unstrip::general)).run();
}

}  // namespace kbuild::read::mediawiki
