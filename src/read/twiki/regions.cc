// Regions and tags of TWiki topics; see regions.h.
#include "read/twiki/regions.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "html/entities.h"
#include "html/sanitise.h"
#include "html/token.h"

namespace kbuild::read::twiki {

namespace {

using namespace diag::literals;
using source::FileId;
using source::Span;

Span span_of(FileId file, std::size_t begin, std::size_t end) {
  return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

constexpr std::size_t kMaxParameters = 500;
constexpr std::size_t kMaxShownTag = 200;

/// Takes verbatim and code regions out of a stretch of one file.
class RegionExtractor {
 public:
  RegionExtractor(Page& page, FileId file)
      : page_(page), file_(file), text_(page.sources.text(file)) {}

  void extract(Range range, MappedText& out) {
    end_ = range.end;
    std::size_t copied = range.begin;
    for (std::size_t at = range.begin; at < end_;) {
      std::size_t found = text_.find_first_of("<%", at);
      if (found >= end_) break;
      auto region = text_[found] == '<' ? find_verbatim(found) : find_code(found);
      if (!region) {
        at = found + 1;
        continue;
      }
      copy(copied, found, out);
      out.append(add_object(page_, make_object(*region, found)),
                 span_of(file_, found, region->end));
      at = copied = region->end;
    }
    copy(copied, end_, out);
  }

 private:
  struct Region {
    Range content;
    std::size_t end;
    std::string language;
  };

  /// Copies without carriage returns and control characters, which the text uses for marks.
  void copy(std::size_t begin, std::size_t end, MappedText& out) {
    std::size_t from = begin;
    for (std::size_t i = begin; i < end; ++i) {
      auto byte = static_cast<unsigned char>(text_[i]);
      if (byte >= 0x20 || byte == '\n' || byte == '\t') continue;
      out.append(text_.substr(from, i - from), span_of(file_, from, i));
      bool lone_return = byte == '\r' && !(i + 1 < text_.size() && text_[i + 1] == '\n');
      if (lone_return) out.append("\n", span_of(file_, i, i + 1));
      from = i + 1;
    }
    out.append(text_.substr(from, end - from), span_of(file_, from, end));
  }

  static bool is_tag_at(std::string_view text, std::string_view tag) {
    if (!base::starts_with_ignoring_case(text, tag) || text.size() <= tag.size()) return false;
    return text[tag.size()] == '>' || base::is_space(text[tag.size()]);
  }

  std::optional<Region> find_verbatim(std::size_t at) {
    if (!is_tag_at(text_.substr(at, end_ - at), "<verbatim")) return std::nullopt;
    std::size_t open_end = text_.find('>', at);
    if (open_end >= end_) return std::nullopt;
    html::HtmlToken tag;
    std::string language;
    if (html::read_tag(text_.substr(at, open_end + 1 - at), tag))
      for (const html::HtmlAttribute& attribute : tag.attributes)
        if (attribute.name == "class") language = attribute.value;
    int depth = 1;
    for (std::size_t i = open_end + 1; (i = text_.find('<', i)) < end_; ++i) {
      std::string_view rest = text_.substr(i, end_ - i);
      if (is_tag_at(rest, "<verbatim")) ++depth;
      if (!is_tag_at(rest, "</verbatim") || --depth > 0) continue;
      return Region{
          {open_end + 1, i}, std::min(text_.find('>', i), end_ - 1) + 1, std::move(language)};
    }
    page_.result.diagnostics.push_back(
        {"KB0506"_code, span_of(file_, at, open_end + 1), {"verbatim"}});
    return Region{{open_end + 1, end_}, end_, std::move(language)};
  }

  /// %CODE{"bash"}% ... %ENDCODE% and %SYNTAX{}% ... %ENDSYNTAX% of the plug-ins that colour code.
  std::optional<Region> find_code(std::size_t at) {
    for (std::string_view name : {"CODE", "SYNTAX"}) {
      std::string_view rest = text_.substr(at + 1, end_ - at - 1);
      if (!rest.starts_with(name)) continue;
      rest.remove_prefix(name.size());
      std::string_view parameters;
      if (rest.starts_with('{')) {
        std::size_t close = rest.substr(0, kMaxParameters).find("}%");
        if (close == rest.npos) continue;
        parameters = rest.substr(1, close - 1);
        rest.remove_prefix(close + 2);
      } else if (rest.starts_with('%')) {
        rest.remove_prefix(1);
      } else {
        continue;
      }
      std::size_t begin = end_ - rest.size();
      std::string closer = base::format("%END{}%", name);
      std::size_t close = no_code_end_ ? text_.npos : text_.find(closer, begin);
      if (close >= end_) {
        no_code_end_ = true;
        continue;
      }
      Parameters values = parse_parameters(parameters);
      std::string_view language = values.unnamed;
      for (std::string_view key : {"lang", "language", "syntax"})
        if (values.has(key)) language = values.get(key);
      return Region{{begin, close}, close + closer.size(), std::string(language)};
    }
    return std::nullopt;
  }

  std::size_t line_end_length(std::size_t at, std::size_t end) const {
    if (at >= end || (text_[at] != '\r' && text_[at] != '\n')) return 0;
    return at + 1 < end && text_[at] == '\r' && text_[at + 1] == '\n' ? 2 : 1;
  }

  /// Without the line ends after the opening and before the closing tag.
  Object make_object(const Region& region, std::size_t begin) {
    Range content = region.content;
    std::size_t first = std::min(text_.find_first_not_of(" \t", content.begin), content.end);
    if (std::size_t length = line_end_length(first, content.end); length > 0)
      content.begin = first + length;
    std::size_t last = content.end;
    while (last > content.begin && (text_[last - 1] == ' ' || text_[last - 1] == '\t')) --last;
    bool ends_line = last > content.begin && (text_[last - 1] == '\n' || text_[last - 1] == '\r');
    if (ends_line) {
      bool pair = text_[last - 1] == '\n' && last - 1 > content.begin && text_[last - 2] == '\r';
      content.end = last - (pair ? 2 : 1);
    }
    std::string text =
        base::replace_all(text_.substr(content.begin, content.end - content.begin), "\r\n", "\n");
    std::replace(text.begin(), text.end(), '\r', '\n');
    Object object{ObjectKind::code, std::move(text)};
    object.argument = region.language;
    object.span = span_of(file_, begin, region.end);
    object.content = span_of(file_, content.begin, content.end);
    return object;
  }

  Page& page_;
  FileId file_;
  std::string_view text_;
  std::size_t end_ = 0;
  /// Remembers failed searches, so that many openers without an end cost linear time.
  bool no_code_end_ = false;
};

/// Takes tags, comments, literal and preformatted regions out of expanded text and joins lines that
/// end with a backslash.
class TagExtractor {
 public:
  TagExtractor(Page& page, const MappedText& in) : page_(page), in_(in), text_(in.text()) {}

  MappedText extract() {
    while (at_ < text_.size()) {
      std::size_t found = std::min(text_.find_first_of("<\\", at_), text_.size());
      out_.append(in_, at_, found);
      at_ = found;
      if (at_ == text_.size()) break;
      if (text_[at_] == '\\' && text_.substr(at_ + 1, 1) == "\n") {
        at_ += 2;
        continue;
      }
      if (text_[at_] == '<' && (extract_comment() || extract_region() || extract_tag())) continue;
      out_.append(in_, at_, at_ + 1);
      ++at_;
    }
    return std::move(out_);
  }

 private:
  /// The next offset of `wanted` from `from` on. Failures are remembered, so that many openers
  /// without an end cost linear time.
  std::size_t find_end(std::string_view wanted, std::size_t from, bool& missing) {
    if (missing) return text_.npos;
    std::size_t found = from;
    for (; found + wanted.size() <= text_.size(); ++found) {
      found = text_.find(wanted[0], found);
      if (found == text_.npos || base::starts_with_ignoring_case(text_.substr(found), wanted))
        break;
    }
    if (found != text_.npos && found + wanted.size() <= text_.size()) return found;
    missing = true;
    return text_.npos;
  }

  bool extract_comment() {
    if (!text_.substr(at_).starts_with("<!--")) return false;
    std::size_t end = find_end("-->", at_ + 4, no_comment_end_);
    if (end == text_.npos) return false;
    at_ = end + 3;
    return true;
  }

  bool extract_region() {
    std::string_view rest = text_.substr(at_);
    Region* region = std::find_if(std::begin(regions_), std::end(regions_), [&](const Region& row) {
      if (!base::starts_with_ignoring_case(rest, row.opener) || rest.size() <= row.opener.size())
        return false;
      char after = rest[row.opener.size()];
      return after == '>' || base::is_space(after);
    });
    if (region == std::end(regions_)) return false;
    std::size_t begin = text_.find('>', at_) + 1;
    if (begin == 0) return false;
    std::size_t end = find_end(region->closer, begin, region->endless);
    if (end == text_.npos) return false;
    std::size_t after = end + region->closer.size();
    Object object{region->kind};
    bool with_tags = region->kind == ObjectKind::literal && region->opener != "<literal";
    bool is_code = region->kind == ObjectKind::code;
    object.text =
        flat(with_tags ? text_.substr(at_, after - at_) : text_.substr(begin, end - begin),
             is_code ? CodeInside::escaped : CodeInside::plain);
    object.span = in_.span(at_, after);
    if (is_code) {
      if (object.text.starts_with('\n')) ++begin, object.text.erase(0, 1);
      object.content = in_.span(begin, end);
      object.text = plain_code(object.text, object.span);
    }
    out_.append(add_object(page_, std::move(object)), in_.span(at_, after));
    at_ = after;
    return true;
  }

  /// Whether the text of code that stands in another region is read as HTML there.
  enum class CodeInside : bool { plain, escaped };
  /// Marks of code inside become its text; other marks vanish.
  std::string flat(std::string_view text, CodeInside inside = CodeInside::plain) const {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = 0;
      if (const Object* object = find_object(page_, text, i, end)) {
        if (object->kind == ObjectKind::code && inside == CodeInside::escaped)
          base::append_escaped_html(out, object->text);
        else if (object->kind == ObjectKind::code)
          out += object->text;
        i = end;
      } else {
        out += text[i++];
      }
    }
    return out;
  }

  /// Tags in <pre> show nothing, as in browsers; those of no element were meant to be seen.
  std::string plain_code(std::string_view html, Span place) {
    std::string out;
    html::HtmlTokeniser tokeniser(html);
    for (html::HtmlToken token; tokeniser.next(token);) {
      if (token.kind == html::HtmlKind::text || token.kind == html::HtmlKind::other)
        out += token.raw;
      if (token.kind == html::HtmlKind::start_tag && token.name == "br") out += '\n';
      bool unknown = token.kind == html::HtmlKind::start_tag && token.name != "nop" &&
                     html::sanitise_tag(token.raw).empty();
      std::string tag(token.raw.substr(0, kMaxShownTag));
      if (unknown && page_.dropped.insert(tag).second)
        page_.result.diagnostics.push_back({"KB0050"_code, place, {std::move(tag)}});
    }
    while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
    return html::decode_references(out, html::ReferenceRule::strict);
  }

  bool extract_tag() {
    constexpr std::size_t kMaxTagLength = 4000;
    std::string_view rest = text_.substr(at_, kMaxTagLength);
    std::size_t i = 1;
    if (i < rest.size() && rest[i] == '/') ++i;
    std::size_t name = i;
    while (i < rest.size() && (base::is_alnum(rest[i]) || rest[i] == '_' || rest[i] == ':')) ++i;
    if (i == name || !base::is_alpha(rest[name]) || i >= rest.size()) return false;
    if (rest[i] != '>' && rest[i] != '/' && !base::is_space(rest[i])) return false;
    char quote = '\0';
    for (; i < rest.size(); ++i) {
      if (quote != '\0') {
        if (rest[i] == quote) quote = '\0';
      } else if ((rest[i] == '"' || rest[i] == '\'') && rest[i - 1] == '=') {
        quote = rest[i];
      } else if (rest[i] == '>') {
        break;
      } else if (rest[i] == '<') {
        return false;
      }
    }
    if (i >= rest.size()) return false;
    std::size_t end = at_ + i + 1;
    std::string tag = flat(text_.substr(at_, end - at_));
    std::string_view bare = std::string_view(tag).substr(tag[1] == '/' ? 2 : 1);
    bool sticky = base::starts_with_ignoring_case(bare, "sticky");
    if (!sticky) {
      std::string mark =
          add_object(page_, {ObjectKind::tag, std::move(tag), {}, in_.span(at_, end)});
      out_.append(mark, in_.span(at_, end));
    }
    at_ = end;
    return true;
  }

  Page& page_;
  const MappedText& in_;
  std::string_view text_;
  MappedText out_;
  std::size_t at_ = 0;
  bool no_comment_end_ = false;

  /// Regions whose content is no TML.
  struct Region {
    std::string_view opener;
    std::string_view closer;
    ObjectKind kind;
    /// The search for the closer failed.
    bool endless = false;
  };
  Region regions_[5] = {
      {"<literal", "</literal>", ObjectKind::literal},
      {"<pre", "</pre>", ObjectKind::code},
      {"<script", "</script>", ObjectKind::literal},
      {"<style", "</style>", ObjectKind::literal},
      {"<textarea", "</textarea>", ObjectKind::literal},
  };
};

}  // namespace

void extract_regions(Page& page, FileId file, Range range, MappedText& out) {
  RegionExtractor(page, file).extract(range, out);
}

MappedText extract_tags(Page& page, const MappedText& text) {
  return TagExtractor(page, text).extract();
}

}  // namespace kbuild::read::twiki
