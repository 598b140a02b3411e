// META lines and settings; see meta.h. The form of META lines is that of Foswiki's
// System.MetaData: one a line, values in quotes with %, quotes and line ends as %25, %22, %0a.
#include "read/twiki/meta.h"

#include <algorithm>

#include "base/clock.h"
#include "base/percent.h"
#include "base/text.h"

namespace kbuild::read::twiki {

namespace {

struct MetaLine {
  std::string_view type;
  std::string_view parameters;
  Range range;
};

std::optional<MetaLine> as_meta_line(std::string_view text, Range line) {
  constexpr std::string_view begin = "%META:";
  std::string_view content = base::trim_right(text.substr(line.begin, line.end - line.begin));
  if (!content.starts_with(begin) || !content.ends_with("}%")) return std::nullopt;
  std::size_t brace = content.find('{');
  if (brace == content.npos || brace + 3 > content.size()) return std::nullopt;
  return MetaLine{content.substr(begin.size(), brace - begin.size()),
                  content.substr(brace + 1, content.size() - brace - 3), line};
}

/// Calls `visit` with the range of every line without its end, and the offset of the next.
template <class Visit>
void for_each_line(std::string_view text, std::size_t begin, Visit visit) {
  while (begin < text.size()) {
    std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    std::size_t next = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    visit(Range{begin, end}, std::min(next, text.size()));
    begin = next;
  }
}

Parameters parameters_of(const MetaLine& line) {
  Parameters parameters = parse_parameters(line.parameters);
  for (auto& [name, value] : parameters.named) value = base::decode_percent(value);
  return parameters;
}

meta::Value scalar(std::string_view text, source::Span span) {
  meta::Value value;
  value.kind = meta::ValueKind::scalar;
  value.scalar = text;
  value.quoted = true;
  value.span = span;
  return value;
}

/// Of a repeated key, a mapping's last value counts.
void set(meta::Value& mapping, std::string_view key, meta::Value value) {
  mapping.kind = meta::ValueKind::mapping;
  source::Span span = value.span;
  if (!mapping.span) mapping.span = span;
  mapping.members.push_back({scalar(key, span), std::move(value)});
}

/// Data of the META lines, in the order of front matter.
struct Topic {
  meta::Value page;
  meta::Value wiki;
  meta::Value fields;
  meta::Value attachments;
};

void add_meta(Topic& topic, const MetaLine& line, source::Span span) {
  Parameters parameters = parameters_of(line);
  auto value = [&](std::string_view name) { return scalar(parameters.get(name), span); };
  if (line.type == "TOPICINFO") {
    if (parameters.has("author")) set(topic.wiki, "author", value("author"));
    if (auto seconds = base::parse_integer(parameters.get("date")))
      set(topic.page, "date", scalar(base::format_date(*seconds), span));
  } else if (line.type == "TOPICPARENT") {
    set(topic.wiki, "parent", value("name"));
  } else if (line.type == "FORM") {
    set(topic.wiki, "form", value("name"));
  } else if (line.type == "FIELD") {
    set(topic.fields, parameters.get("name"), value("value"));
  } else if (line.type == "FILEATTACHMENT") {
    topic.attachments.kind = meta::ValueKind::sequence;
    topic.attachments.span = span;
    topic.attachments.items.push_back(value("name"));
  }
}

/// `   * Set NAME = value`; `name` is empty where the line is no setting.
struct Setting {
  std::string name;
  std::string value;
};
Setting as_setting(std::string_view line) {
  std::string_view rest = base::trim_left(line);
  bool indented = line.starts_with("   ") || line.starts_with('\t');
  if (!indented || !rest.starts_with("* ")) return {};
  rest = base::trim_left(rest.substr(2));
  for (std::string_view word : {"Set ", "Local "})
    if (rest.starts_with(word)) {
      rest = base::trim_left(rest.substr(word.size()));
      std::size_t end = 0;
      while (end < rest.size() && (base::is_alnum(rest[end]) || rest[end] == '_')) ++end;
      std::string_view after = base::trim_left(rest.substr(end));
      if (end == 0 || !after.starts_with('=')) return {};
      return {std::string(rest.substr(0, end)), std::string(base::trim(after.substr(1)))};
    }
  return {};
}

}  // namespace

std::vector<Range> topic_body(std::string_view text, std::size_t begin) {
  std::vector<Range> ranges;
  Range open{begin, begin};
  for_each_line(text, begin, [&](Range line, std::size_t next) {
    if (as_meta_line(text, line)) {
      if (open.end > open.begin) ranges.push_back(open);
      open = {next, next};
    } else {
      open.end = next;
    }
  });
  if (open.end > open.begin) ranges.push_back(open);
  return ranges;
}

meta::Value read_meta(const source::SourceStore& sources, source::FileId file) {
  std::string_view text = sources.text(file);
  Topic topic;
  for_each_line(text, 0, [&](Range line, std::size_t) {
    if (auto found = as_meta_line(text, line))
      add_meta(
          topic, *found,
          {file, static_cast<std::uint32_t>(line.begin), static_cast<std::uint32_t>(line.end)});
  });
  if (topic.fields) set(topic.wiki, "fields", std::move(topic.fields));
  if (topic.attachments) set(topic.wiki, "attachments", std::move(topic.attachments));
  if (topic.wiki) set(topic.page, "wiki", std::move(topic.wiki));
  return std::move(topic.page);
}

std::map<std::string, std::string> read_settings(std::string_view text) {
  std::map<std::string, std::string> settings;
  std::string* open = nullptr;
  for_each_line(text, 0, [&](Range range, std::size_t) {
    std::string_view line = text.substr(range.begin, range.end - range.begin);
    if (auto found = as_meta_line(text, range)) {
      Parameters parameters = parameters_of(*found);
      if (found->type == "PREFERENCE")
        settings[std::string(parameters.get("name"))] = parameters.get("value");
      return;
    }
    if (Setting setting = as_setting(line); !setting.name.empty()) {
      open = &(settings[setting.name] = setting.value);
      return;
    }
    std::string_view rest = base::trim(line);
    bool continues = open && line.starts_with("   ") && !rest.empty() && !rest.starts_with("* ");
    if (continues) {
      *open += '\n';
      *open += rest;
    } else {
      open = nullptr;
    }
  });
  return settings;
}

}  // namespace kbuild::read::twiki
