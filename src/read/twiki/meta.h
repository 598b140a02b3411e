// Metadata of a topic: META lines and preference settings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "read/twiki/text.h"

namespace kbuild::read::twiki {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The text from `begin` without its %META:...{...}% lines.
std::vector<Range> topic_body(std::string_view text, std::size_t begin);

/// The META lines as front matter: "date" of the last change, and "wiki" with author, parent, form,
/// fields and attachments. Null if there are none.
meta::Value read_meta(const source::SourceStore& sources, source::FileId file);

/// Preferences set by META lines and by list items `   * Set NAME = value`, whose values go on in
/// deeper lines. The last setting of a name counts.
std::map<std::string, std::string> read_settings(std::string_view text);

}  // namespace kbuild::read::twiki
