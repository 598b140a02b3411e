// A whole guide that a converter made of a TWiki: nothing of the wiki is left in what readers see,
// its links are links and its coloured notes are boxes. And one page of it, counted by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "base/disk.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "normalise/normalise.h"
#include "normalise/residue_tags.h"
#include "read/readers/readers.h"
#include "support/skip.h"

using namespace kbuild;

namespace {

const std::string kConverted = "corpora/tud-twiki/twiki2md/root/";
const std::string kGuide = test::shared_path(kConverted);
const std::string kSeeds = test::shared_path("seeds/");

/// A page's tree with what its readers see as text, code included.
struct Seen {
  read::ReadResult page;
  std::string text;
  std::map<std::string, int> counts;
  std::vector<std::string> boxes;
  std::vector<std::string> targets;
};

Seen read_residue_page(const std::string& path) {
  auto bytes = base::make_real_disk()->read(path);
  REQUIRE(bytes);
  source::SourceStore sources;
  source::FileId file = sources.add(path, *bytes);
  Seen seen{read::read(sources, file, read::Dialect::mkdocs, {}), {}, {}, {}, {}};
  normalise::normalise(seen.page, sources, read::Dialect::mkdocs);
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    if (const auto* code = std::get_if<doc::CodeBlock>(&block.value)) {
      ++seen.counts["code block"];
      seen.text += code->text + "\n";
    }
    if (const auto* heading = std::get_if<doc::Heading>(&block.value))
      ++seen.counts["heading " + std::to_string(heading->level)];
    if (const auto* list = std::get_if<doc::List>(&block.value))
      ++seen.counts[list->style == doc::ListStyle::bullet ? "bullet list" : "numbered list"];
    if (const auto* box = std::get_if<doc::Admonition>(&block.value))
      seen.boxes.push_back(box->type);
    seen.text += "\n";
    return doc::Descend::into;
  };
  visitor.inline_node = [&](const doc::Inline& node) {
    if (const auto* text = std::get_if<doc::Text>(&node.value)) seen.text += text->text;
    if (const auto* code = std::get_if<doc::Code>(&node.value)) seen.text += code->text;
    if (const auto* raw = std::get_if<doc::RawInline>(&node.value)) seen.text += raw->html;
    if (const auto* link = std::get_if<doc::Link>(&node.value)) {
      ++seen.counts["link"];
      seen.targets.push_back(link->target);
    }
    if (std::holds_alternative<doc::Image>(node.value)) ++seen.counts["image"];
    return doc::Descend::into;
  };
  doc::walk(seen.page.document.blocks, visitor);
  return seen;
}

/// The first escaped tag in a text; a path of Windows such as HOME\<LoginName> holds none.
std::string find_escaped_tag(const std::string& text) {
  for (std::size_t at = 0; (at = text.find("\\<", at)) != text.npos; ++at) {
    std::size_t begin = at + 2, end = begin;
    if (end < text.size() && text[end] == '/') end = ++begin;
    while (end < text.size() && base::is_alnum(text[end])) ++end;
    if (normalise::find_residue_tag(base::to_lower(text.substr(begin, end - begin))))
      return text.substr(at, 60);
  }
  return {};
}

std::string find_variable(const std::string& text) {
  for (std::string_view name : {"%ENDCOLOR%", "%ATTACHURL", "%PUBURL", "%RED%", "%GREEN%", "%BLUE%",
                                "%ORANGE%", "twiki-macro", "WYSIWYG_", "style=\"font-size"})
    if (text.find(name) != text.npos) return std::string(name);
  return {};
}

/// Hrefs of the links that the converter escaped, as the source has them.
std::vector<std::string> escaped_links(std::string_view source) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = source.find("\\<a", at)) != source.npos; at += 3) {
    if (at + 3 >= source.size() || !base::is_space(source[at + 3])) continue;
    std::size_t end = source.find("\\</a>", at), href = source.find("href=\"", at);
    if (end == source.npos || href > end) continue;
    std::size_t tag_end = source.find('"', href + 6);
    std::string target(source.substr(href + 6, tag_end - href - 6));
    std::string shown(source.substr(tag_end, end - tag_end));
    if (target.starts_with('<')) target = target.substr(1, target.find('>') - 1);
    std::erase(target, '\\');
    std::size_t open = shown.find('>');
    bool empty = open == shown.npos || base::trim(shown.substr(open + 1)).empty();
    if (!target.empty() && !empty) out.push_back(base::collapse_spaces(target));
  }
  return out;
}

}  // namespace

TEST_CASE("a converted guide shows nothing of its wiki") {
  if (!test::have_shared(kConverted)) return;
  auto files = base::make_real_disk()->list(kGuide);
  REQUIRE(files);
  int links = 0, pages = 0, boxes = 0;
  for (const std::string& path : *files) {
    if (!path.ends_with(".md")) continue;
    ++pages;
    INFO(path);
    Seen seen = read_residue_page(kGuide + path);
    CHECK(find_escaped_tag(seen.text) == "");
    CHECK(find_variable(seen.text) == "");
    boxes += static_cast<int>(seen.boxes.size());
    auto source = base::make_real_disk()->read(kGuide + path);
    for (const std::string& target : escaped_links(*source)) {
      INFO(target);
      ++links;
      bool found =
          std::any_of(seen.targets.begin(), seen.targets.end(), [&](const std::string& link) {
            return base::collapse_spaces(link).starts_with(target) || target.ends_with("/" + link);
          });
      CHECK(found);
    }
  }
  CHECK(pages > 100);
  CHECK(links > 150);
  CHECK(boxes > 20);
}

TEST_CASE("a converted page reads as a person would wish") {
  if (!test::have_shared("seeds")) return;
  auto files = base::make_real_disk()->list(kSeeds);
  REQUIRE(files);
  auto path = std::find_if(files->begin(), files->end(),
                           [](const std::string& name) { return name.starts_with("004_"); });
  REQUIRE(path != files->end());
  Seen seen = read_residue_page(kSeeds + *path);
  CHECK(find_escaped_tag(seen.text) == "");
  CHECK(find_variable(seen.text) == "");
  // Counted in the source by hand.
  CHECK(seen.counts["heading 1"] == 1);
  CHECK(seen.counts["heading 2"] == 4);
  CHECK(seen.counts["heading 3"] == 4);
  CHECK(seen.counts["heading 4"] == 2);
  CHECK(seen.counts["code block"] == 2);
  CHECK(seen.counts["numbered list"] == 2);
  CHECK(seen.counts["bullet list"] == 1);
  CHECK(seen.counts["link"] == 36);
  CHECK(seen.counts["image"] == 0);
  CHECK(seen.boxes == std::vector<std::string>{"important", "note", "note", "important"});
  // Words that the converter had torn from their neighbours, broken tags and entities.
  CHECK(seen.text.find("Aim of this page") != seen.text.npos);
  CHECK(seen.text.find("Keep in mind that using srun") != seen.text.npos);
  CHECK(seen.text.find("cd <name_of_your_workspace>") != seen.text.npos);
  CHECK(seen.text.find("Main.AndreiPolitov") == seen.text.npos);
  CHECK(seen.page.front_matter["date"].text() == "2019-08-12");
}
