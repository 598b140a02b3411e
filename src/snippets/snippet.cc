// Finds code blocks with their context in one walk over the tree, and gives them file name, system
// and version; see snippet.h. The rest of the classification is in language.h, role.h and prompt.h.
#include "snippets/snippet.h"
#include "snippets/placeholder.h"

#include <algorithm>
#include <array>

#include "base/bounds.h"
#include "base/hash.h"
#include "base/overloaded.h"
#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "shell/modules.h"
#include "snippets/annotation.h"
#include "snippets/label.h"
#include "snippets/language.h"
#include "snippets/note.h"
#include "snippets/prompt.h"
#include "snippets/role.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::snippets {

namespace {

std::uint32_t source_line(const source::SourceStore& sources, const Snippet& s, std::uint32_t line);

/// The context of a block.
struct Context {
  std::vector<std::string> tabs;
  std::uint32_t tab_set = 0;
  /// The paragraph before the outermost container that begins with this block.
  const doc::Block* before = nullptr;
};

void collect_code_names(const doc::Inlines& inlines, std::vector<std::string>& names,
                        int depth = 0) {
  if (depth > base::kMaxTreeDepth) return;
  for (const doc::Inline& node : inlines) {
    if (const auto* code = std::get_if<doc::Code>(&node.value)) names.push_back(code->text);
    if (const auto* emphasis = std::get_if<doc::Emphasis>(&node.value))
      collect_code_names(emphasis->children, names, depth + 1);
    if (const auto* link = std::get_if<doc::Link>(&node.value))
      collect_code_names(link->children, names, depth + 1);
    if (const auto* group = std::get_if<doc::Group>(&node.value))
      collect_code_names(group->children, names, depth + 1);
  }
}

/// The only known system in a text; "" for none and for several.
std::string system_in(std::string_view text, const vocabulary::Vocabulary& names,
                      vocabulary::Expectation expectation) {
  std::string found;
  for (const vocabulary::Mention& mention : names.find(text, expectation)) {
    if (mention.kind != vocabulary::NameKind::system) continue;
    const std::string& name = names.name(mention.id);
    // A part is more specific than the whole, in whichever order they are named.
    bool same = found.empty() || name == found || names.part_of(mention.id) == found;
    bool whole_of_found = false;
    if (auto id = names.whole(found, vocabulary::NameKind::system))
      whole_of_found = names.part_of(*id) == name;
    if (whole_of_found) continue;
    if (!same) return {};
    found = name;
  }
  return found;
}

bool is_version(std::string_view text) {
  return !text.empty() && base::is_digit(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return base::is_alnum(c) || c == '.' || c == '-' || c == '+'; });
}

/// The arguments of `module load a/1 b`, over all lines of commands.
std::vector<std::string> modules_in(std::string_view text) {
  std::vector<std::string> modules;
  std::string command;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view part = base::trim_left(line);
    part.remove_prefix(find_prompt(part).length);
    command += part;
    // Lines are read one by one, for answers of programs may stand between them.
    if (command.ends_with('\\')) {
      command += '\n';
      continue;
    }
    for (std::string& name : shell::loaded_modules(command)) modules.push_back(std::move(name));
    command.clear();
  }
  for (std::string& name : shell::loaded_modules(command)) modules.push_back(std::move(name));
  return modules;
}

class Extractor {
 public:
  explicit Extractor(const page::Page& page) : page_(page), names_(page.names) {
    for (const meta::SystemName& system : page.names.systems)
      commands_.insert(commands_.end(), system.commands.begin(), system.commands.end());
  }

  std::vector<Snippet> run() {
    visit(page_.content.document.blocks, {}, 0);
    return std::move(snippets_);
  }

 private:
  void visit(const doc::Blocks& blocks, const Context& context, int depth);
  void enter(const doc::Block& block, const doc::Block* before, const doc::Block* after,
             const Context& context, int depth);
  void open_heading(const doc::Block& block, const doc::Heading& heading);
  void add_notes(Snippet& s) const;
  void add(const doc::Block& block, const doc::CodeBlock& code, const doc::Block* before,
           const doc::Block* after, const Context& context);
  void name_file(Snippet& snippet, const doc::CodeBlock& code, const doc::Block* before) const;
  bool name_from_paragraph(Snippet& snippet, const doc::Paragraph& paragraph) const;
  std::string find_system(const Snippet& snippet, const Context& context) const;
  std::string find_version(const Snippet& snippet, const Context& context) const;
  void note_annotation(std::string_view comment) {
    if (auto pairs = parse_annotation(comment)) pending_ = std::move(*pairs);
  }

  const page::Page& page_;
  vocabulary::Vocabulary names_;
  std::vector<std::string> commands_;
  std::vector<Snippet> snippets_;
  /// Level and title of the headings above.
  std::vector<std::pair<int, std::string>> headings_;
  std::uint32_t sections_ = 0;
  std::uint32_t tab_sets_ = 0;
  std::map<std::string, std::string> pending_;
  /// A comment of HTML that code blocks stand in.
  source::Span comment_ = {};
};

/// A comment that the reader kept as a paragraph, as in a list or a tab; else "".
std::string_view single_comment(const doc::Paragraph& paragraph) {
  std::string_view comment;
  for (const doc::Inline& node : paragraph.children) {
    const auto* text = std::get_if<doc::Text>(&node.value);
    const auto* raw = std::get_if<doc::RawInline>(&node.value);
    bool blank = std::holds_alternative<doc::SoftBreak>(node.value) ||
                 (text && base::trim(text->text).empty());
    if (blank) continue;
    if (!raw || !comment.empty() || !base::trim(raw->html).starts_with("<!--")) return {};
    comment = base::trim(raw->html);
  }
  return comment;
}

bool is_invisible(const doc::Block& block) {
  if (std::holds_alternative<doc::Comment>(block.value) ||
      std::holds_alternative<doc::Anchor>(block.value))
    return true;
  if (const auto* paragraph = std::get_if<doc::Paragraph>(&block.value))
    return !single_comment(*paragraph).empty();
  const auto* raw = std::get_if<doc::RawBlock>(&block.value);
  return raw && base::trim(raw->html).starts_with("<!--");
}

/// Number of items of a numbered list, 0 for any other block.
std::size_t numbered_items(const doc::Block* block) {
  const auto* list = block ? std::get_if<doc::List>(&block->value) : nullptr;
  return list && list->style != doc::ListStyle::bullet && list->start == 1 ? list->items.size() : 0;
}

void Extractor::visit(const doc::Blocks& blocks, const Context& context, int depth) {
  if (depth > base::kMaxTreeDepth) return;
  const doc::Block* before = context.before;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    enter(blocks[i], before, i + 1 < blocks.size() ? &blocks[i + 1] : nullptr, context, depth);
    if (!is_invisible(blocks[i])) before = &blocks[i];
  }
}

void Extractor::open_heading(const doc::Block&, const doc::Heading& heading) {
  while (!headings_.empty() && headings_.back().first >= heading.level) headings_.pop_back();
  headings_.emplace_back(heading.level, base::collapse_spaces(doc::plain_text(heading.children)));
  ++sections_;
}

void Extractor::enter(const doc::Block& block, const doc::Block* before, const doc::Block* after,
                      const Context& context, int depth) {
  Context inner = context;
  inner.before = before;
  auto nested = [&](const doc::Blocks& children) { visit(children, inner, depth + 1); };
  std::visit(
      base::Overloaded{
          [&](const doc::CodeBlock& code) { add(block, code, before, after, context); },
          [&](const doc::Heading& heading) { open_heading(block, heading); },
          [&](const doc::Comment& comment) { note_annotation(comment.text); },
          [&](const doc::RawBlock& raw) {
            note_annotation(raw.html);
            std::string_view html = base::trim_left(raw.html);
            bool opens = html.starts_with("<!--") && html.find("-->") == html.npos;
            if (opens) comment_ = block.span;
          },
          [&](const doc::List& list) {
            for (const doc::ListItem& item : list.items) nested(item.children);
          },
          [&](const doc::DefinitionList& list) {
            for (const doc::DefinitionItem& item : list.items)
              for (const doc::Blocks& definition : item.definitions) nested(definition);
          },
          [&](const doc::Table& table) {
            for (const doc::TableRow& row : table.rows)
              for (const doc::TableCell& cell : row.cells) nested(cell.children);
          },
          [&](const doc::Quote& quote) { nested(quote.children); },
          [&](const doc::Admonition& admonition) { nested(admonition.children); },
          [&](const doc::TabSet& set) {
            inner.tab_set = ++tab_sets_;
            inner.tabs.emplace_back();
            for (const doc::Tab& tab : set.tabs) {
              inner.tabs.back() = base::collapse_spaces(doc::plain_text(tab.label));
              nested(tab.children);
            }
          },
          [&](const doc::Figure& figure) { nested(figure.children); },
          [&](const doc::FootnoteDefinition& note) { nested(note.children); },
          [&](const doc::Container& container) { nested(container.children); },
          [&](const doc::Paragraph& paragraph) { note_annotation(single_comment(paragraph)); },
          [](const doc::ThematicBreak&) {},
          [](const doc::MathBlock&) {},
          [](const doc::LineBlock&) {},
          [](const doc::TableOfContents&) {},
          [](const doc::PageList&) {},
          [](const doc::Anchor&) {},
      },
      block.value);
}

/// Annotations on the page take precedence.
void Extractor::add_notes(Snippet& s) const {
  if (!page_.block_notes || page_.block_notes->empty()) return;
  std::string digest = text_digest(s.text), path = heading_path(s.headings);
  for (const meta::BlockNote& note : *page_.block_notes)
    if (meta::fits(note, page_.path, path, digest))
      if (auto pairs = parse_annotation("kb: " + note.keys)) s.annotations.merge(*pairs);
}

void Extractor::add(const doc::Block& block, const doc::CodeBlock& code, const doc::Block* before,
                    const doc::Block* after, const Context& context) {
  bool hidden = comment_ && block.span.file == comment_.file &&
                block.span.begin >= comment_.begin && block.span.end <= comment_.end;
  if (hidden) return;
  Snippet s;
  s.block = block.span;
  s.content = code.content ? code.content : block.span;
  s.line = page_.sources.begin(block.span).line;
  // The MkDocs reader stores the list as the block's annotations; with other readers it follows the
  // block.
  std::size_t notes = std::max(code.annotations.size(), numbered_items(after));
  s.text = drop_note_marks(code.text, notes);
  s.may_be_copied = !block.attributes.has_class("no-copy");
  if (s.content.file == s.block.file) s.content_line = source_line(page_.sources, s, 0);
  s.declared = base::to_lower(code.language);
  s.annotations = std::exchange(pending_, {});
  for (const auto& [level, title] : headings_) s.headings.push_back(title);
  add_notes(s);
  s.section = sections_;
  s.tab_set = context.tab_set;
  if (!context.tabs.empty()) s.tab = context.tabs.back();
  if (before)
    if (const auto* paragraph = std::get_if<doc::Paragraph>(&before->value))
      s.introduction = base::collapse_spaces(doc::plain_text(paragraph->children));
  auto lang = s.annotations.find("lang");
  s.language = lang != s.annotations.end()
                   ? canonical_language(lang->second)
                   : decide_language(s.text, s.declared, s.introduction, commands_);
  if (base::is_any_of(s.language, {"console", "pycon", "gdb", "sftp"}) ||
      find_prompt(base::trim_left(s.text)).length)
    s.session = split_session(s.text);
  if (s.session.size() == 1 && s.session[0].prompt.empty()) s.session.clear();
  name_file(s, code, before);
  if (s.declared.empty() && s.language == "text" && s.name_source != NameSource::prose)
    if (std::string_view language = language_of_file(s.file_name); !language.empty())
      s.language = language;
  // A file's name distinguishes related languages: a Snakefile from Python.
  if (std::string_view language = language_of_file(s.file_name);
      !language.empty() && s.language != canonical_language(s.declared) &&
      compatible_languages(language, s.language))
    s.language = language;
  s.role = find_role(s, commands_);
  if (auto role = s.annotations.find("role"); role != s.annotations.end())
    for (int i = 0; i <= static_cast<int>(Role::pseudo_code); ++i)
      if (role_name(static_cast<Role>(i)) == role->second) s.role = static_cast<Role>(i);
  s.modules = modules_in(s.text);
  s.placeholders = find_placeholders(s.text, s.language);
  s.system = find_system(s, context);
  s.version = find_version(s, context);
  snippets_.push_back(std::move(s));
}

/// The name in "File: x", "Listing: x", "Tiedosto: x" as a whole paragraph; else "".
std::string name_in_label(std::string_view text) {
  std::string_view rest = base::trim(text);
  for (std::string_view word :
       {"file", "filename", "script", "source", "listing", "tiedosto", "code"}) {
    if (!base::starts_with_ignoring_case(rest, word)) continue;
    std::string_view after = base::trim_left(rest.substr(word.size()));
    if (!after.starts_with(':')) continue;
    after = base::trim(after.substr(1));
    if (after.ends_with(':')) after.remove_suffix(1);
    if (is_file_name(after)) return std::string(after);
  }
  if (rest.ends_with(':')) rest.remove_suffix(1);
  return is_file_name(rest) ? std::string(rest) : "";
}

/// Whether the block is to be put into the named file: "in your `x`", "add to `x`".
bool names_a_place(std::string_view paragraph, std::string_view name) {
  std::size_t at = paragraph.find(name);
  if (at == paragraph.npos) return false;
  std::string lower = base::to_lower(paragraph.substr(0, at));
  for (char& c : lower)
    if (base::is_punctuation(c)) c = ' ';
  std::vector<std::string_view> words = base::split_words(lower);
  std::size_t seen = 0;
  for (auto word = words.rbegin(); word != words.rend() && seen < 3; ++word, ++seen)
    if (base::is_any_of(*word, {"in", "into", "to", "inside", "within", "edit", "modify"}))
      return true;
  return false;
}

bool runs_file(std::string_view text, std::string_view name) {
  return base::has_line(text, [&](std::string_view line) {
    return !line.starts_with('#') && line.find(name) != line.npos;
  });
}

bool Extractor::name_from_paragraph(Snippet& s, const doc::Paragraph& paragraph) const {
  if (std::string name = name_in_label(s.introduction); !name.empty()) {
    s.file_name = name;
    s.name_source = NameSource::label;
    return true;
  }
  std::vector<std::string> codes, names;
  collect_code_names(paragraph.children, codes);
  for (const std::string& code : codes)
    if (is_file_name(code) && std::find(names.begin(), names.end(), code) == names.end())
      names.push_back(code);
  if (names.size() != 1 || !s.session.empty() || runs_file(s.text, base::file_name(names[0])))
    return false;
  std::string_view language = language_of_file(names[0]);
  if (!compatible_languages(language, s.language)) return false;
  bool shell_commands = s.language == "bash" && !base::trim_left(s.text).starts_with("#!") &&
                        s.text.find("#SBATCH") == s.text.npos;
  s.part_of_file = names_a_place(s.introduction, names[0]);
  if (shell_commands && !s.part_of_file) return false;
  if (language == "text" && mentions_output(s.introduction)) return false;
  s.file_name = names[0];
  s.name_source = NameSource::prose;
  return true;
}

void Extractor::name_file(Snippet& s, const doc::CodeBlock& code, const doc::Block* before) const {
  if (auto file = s.annotations.find("file"); file != s.annotations.end()) {
    s.file_name = file->second;
    s.name_source = NameSource::annotation;
    return;
  }
  if (is_file_name(base::trim(code.title))) {
    s.file_name = base::trim(code.title);
    s.name_source = NameSource::title;
    return;
  }
  if (!before) return;
  if (const auto* paragraph = std::get_if<doc::Paragraph>(&before->value)) {
    if (name_from_paragraph(s, *paragraph)) return;
  } else if (std::holds_alternative<doc::Heading>(before->value) && !headings_.empty() &&
             is_file_name(headings_.back().second)) {
    s.file_name = headings_.back().second;
    s.name_source = NameSource::heading;
  }
}

std::string Extractor::find_system(const Snippet& s, const Context& context) const {
  if (auto system = s.annotations.find("system"); system != s.annotations.end())
    return system->second;
  for (auto tab = context.tabs.rbegin(); tab != context.tabs.rend(); ++tab)
    if (std::string found = system_in(*tab, names_, vocabulary::Expectation::name); !found.empty())
      return found;
  for (auto heading = s.headings.rbegin(); heading != s.headings.rend(); ++heading)
    if (std::string found = system_in(*heading, names_, vocabulary::Expectation::prose);
        !found.empty())
      return found;
  if (std::string found = system_in(s.introduction, names_, vocabulary::Expectation::prose);
      !found.empty())
    return found;
  std::string stem = base::replace_all(base::file_name(page_.path), "-", " ");
  stem.resize(stem.size() - base::extension(stem).size());
  if (std::string found = system_in(stem, names_, vocabulary::Expectation::prose); !found.empty())
    return found;
  return page_.default_system;
}

/// The first version after the product's name: "PyTorch 2.7.1", "torch==1.9.1".
std::string version_after(std::string_view text, std::uint32_t product,
                          const vocabulary::Vocabulary& names) {
  for (const vocabulary::Mention& mention : names.find(text, vocabulary::Expectation::name)) {
    if (mention.kind != vocabulary::NameKind::product || mention.id != product) continue;
    std::string_view rest = text.substr(mention.end);
    while (!rest.empty() && std::string_view(" /=").find(rest.front()) != std::string_view::npos)
      rest.remove_prefix(1);
    std::size_t end = 0;
    while (end < rest.size() && (base::is_alnum(rest[end]) || rest[end] == '.')) ++end;
    std::string_view version = rest.substr(0, end);
    while (version.ends_with('.')) version.remove_suffix(1);
    if (is_version(version)) return std::string(version);
  }
  return {};
}

/// The product in the page's first heading.
std::optional<std::uint32_t> product_of(const Snippet& s, const vocabulary::Vocabulary& names) {
  if (s.headings.empty()) return std::nullopt;
  for (const vocabulary::Mention& mention :
       names.find(s.headings.front(), vocabulary::Expectation::name))
    if (mention.kind == vocabulary::NameKind::product) return mention.id;
  return std::nullopt;
}

std::string Extractor::find_version(const Snippet& s, const Context& context) const {
  if (auto version = s.annotations.find("version"); version != s.annotations.end())
    return version->second;
  auto product = product_of(s, names_);
  if (!product) return {};
  for (const std::string& module : s.modules) {
    std::size_t slash = module.rfind('/');
    if (slash != module.npos && names_.product_of_module(module.substr(0, slash)) == product &&
        is_version(std::string_view(module).substr(slash + 1)))
      return module.substr(slash + 1);
  }
  for (auto tab = context.tabs.rbegin(); tab != context.tabs.rend(); ++tab)
    if (std::string version = version_after(*tab, *product, names_); !version.empty())
      return version;
  for (std::size_t at = s.text.find("=="); at != std::string::npos;
       at = s.text.find("==", at + 2)) {
    std::size_t begin = s.text.find_last_of(" \n\"'", at);
    begin = begin == std::string::npos ? 0 : begin + 1;
    std::size_t end = std::min(s.text.find_first_of(" \n\"'", at), s.text.size());
    std::string version =
        version_after(std::string_view(s.text).substr(begin, end - begin), *product, names_);
    if (!version.empty()) return version;
  }
  return {};
}

}  // namespace

std::string text_digest(std::string_view text) {
  return base::sha256_hex(text);
}

std::string heading_path(const std::vector<std::string>& headings) {
  return base::join(headings, " > ");
}

std::vector<Snippet> extract_snippets(const page::Page& page) {
  return Extractor(page).run();
}

std::string_view line_around(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  std::size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::size_t line_offset(std::string_view text, std::size_t line) {
  std::size_t at = 0;
  for (; line > 0; --line) {
    std::size_t end = text.find('\n', at);
    if (end == text.npos) return text.size();
    at = end + 1;
  }
  return at;
}

namespace {

/// The line of the source that holds the 0-based line of the text. Readers drop lines (marks of
/// Translate, parameters of a template before the code), so the lines are followed one by one: each
/// is the next that holds its text, or just the next if none nearby does.
std::uint32_t source_line(const source::SourceStore& sources, const Snippet& s,
                          std::uint32_t line) {
  constexpr std::uint32_t kAhead = 12;
  std::uint32_t number = sources.begin(s.content).line, last = sources.end(s.content).line;
  std::string_view rest = s.text;
  for (std::uint32_t i = 0;; ++i, ++number) {
    std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view wanted = base::trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // A blank line is like any other: it is not looked for far away.
    std::uint32_t ahead = wanted.empty() ? 1 : kAhead;
    for (std::uint32_t next = number; next <= std::min(number + ahead, last); ++next) {
      std::string_view found = base::trim(sources.line(s.content.file, next));
      if (wanted.empty() ? !found.empty() : found.find(wanted) == found.npos) continue;
      number = next;
      break;
    }
    if (i == line) return number;
  }
}

}  // namespace

source::Span locate(const source::SourceStore& sources, const Snippet& s, std::size_t offset,
                    std::size_t length) {
  if (!s.content) return s.block;
  std::string_view text = s.text;
  offset = std::min(offset, text.size());
  auto line = static_cast<std::uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n'));
  std::string_view around = line_around(text, offset);
  auto begin = static_cast<std::size_t>(around.data() - text.data());
  std::string_view wanted = base::trim_right(around);
  std::uint32_t number = source_line(sources, s, line);
  std::string_view found = sources.line(s.content.file, number);
  std::uint32_t start = sources.line_begin(s.content.file, number);
  std::size_t indent = found.find(wanted);
  if (wanted.empty() || indent == found.npos) {
    std::size_t blank = found.size() - base::trim_left(found).size();
    return {s.content.file, start + static_cast<std::uint32_t>(blank),
            start + static_cast<std::uint32_t>(base::trim_right(found).size())};
  }
  auto at = start + static_cast<std::uint32_t>(indent + offset - begin);
  return {s.content.file, at, at + static_cast<std::uint32_t>(length)};
}

std::string_view role_name(Role role) {
  static constexpr std::array<std::string_view, 9> kNames = {"script", "fragment",   "session",
                                                             "source", "build-file", "config",
                                                             "data",   "output",     "pseudo-code"};
  return kNames[static_cast<std::size_t>(role)];
}

}  // namespace kbuild::snippets
