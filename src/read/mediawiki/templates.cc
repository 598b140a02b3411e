// Templates of documentation, for pages that are read without their wiki's own: one small table
// says what those stand for that many wikis have under one English name; a configuration adds a
// wiki's own ("template:Name"). A template that a source brings along wins over its row.
#include <algorithm>

#include "base/text.h"
#include "html/entities.h"
#include "read/mediawiki/expand.h"

namespace kbuild::read::mediawiki {

using namespace diag::literals;

namespace {

enum class Kind {
  /// Shell commands as arguments; "result" is what they print.
  commands,
  /// A file: "name", "lang", "contents".
  file,
  /// A box with the first argument as its text.
  admonition,
  /// Keys to press.
  keys,
  /// The first argument as inline code.
  code,
  /// The first argument, or "text" where there is none: marks of tables.
  word,
  /// Nothing for readers.
  nothing,
};

struct TemplateRow {
  std::string_view name;
  Kind kind;
  /// Type of admonition or language of code.
  std::string_view word = {};
  /// What a box or a word without arguments says.
  std::string_view text = {};
};
constexpr TemplateRow kTemplates[] = {
    {"Command", Kind::commands, "bash"},
    {"Commands", Kind::commands, "bash"},
    {"Prompt", Kind::commands, "bash"},
    {"File", Kind::file},
    {"Note", Kind::admonition, "note"},
    {"Info", Kind::admonition, "info"},
    {"Tip", Kind::admonition, "tip"},
    {"Hint", Kind::admonition, "tip"},
    {"Important", Kind::admonition, "important"},
    {"Caution", Kind::admonition, "caution"},
    {"Warning", Kind::admonition, "warning"},
    {"Callout", Kind::admonition, "note"},
    {"Attention", Kind::admonition, "caution"},
    {"Draft", Kind::admonition, "warning", "This page is a draft."},
    {"Outdated", Kind::admonition, "warning", "This page is out of date."},
    {"Deprecated", Kind::admonition, "warning",
     "This page describes something that is no longer supported."},
    {"Key", Kind::keys},
    {"Keys", Kind::keys},
    {"Code", Kind::code},
    {"Tt", Kind::code},
    {"Yes", Kind::word, {}, "yes"},
    {"No", Kind::word, {}, "no"},
    {"Tick", Kind::word, {}, "✓"},
    {"Check", Kind::word, {}, "✓"},
    {"Checkmark", Kind::word, {}, "✓"},
    {"Done", Kind::word, {}, "✓"},
    {"Cross", Kind::word, {}, "✗"},
    {"Partial", Kind::word, {}, "partial"},
    {"N/A", Kind::word, {}, "n/a"},
    // Signs of the syntax, where they are meant as text or within arguments.
    {"(", Kind::word, {}, "{"},
    {")", Kind::word, {}, "}"},
    {"((", Kind::word, {}, "{{"},
    {"))", Kind::word, {}, "}}"},
    {"(!", Kind::word, {}, "{|"},
    {"!)", Kind::word, {}, "|}"},
    {"!!", Kind::word, {}, "||"},
    {"!-", Kind::word, {}, "|-"},
    {"!(", Kind::word, {}, "["},
    {")!", Kind::word, {}, "]"},
    {"Anchor", Kind::nothing},
    {"Languages", Kind::nothing},
    {"TOC", Kind::nothing},
    {"Clear", Kind::nothing},
    {"Clr", Kind::nothing},
};

/// Short names of keys.
constexpr std::pair<std::string_view, std::string_view> kKeys[] = {
    {"cmd", "command"}, {"ctrl", "control"},   {"del", "delete"},   {"esc", "escape"},
    {"ins", "insert"},  {"pgdn", "page-down"}, {"pgup", "page-up"}, {"return", "enter"}};

std::string key_name(std::string_view written) {
  std::string name = base::to_lower(base::trim(written));
  for (const auto& [alias, canonical] : kKeys)
    if (name == alias) return std::string(canonical);
  return name;
}

/// The arguments of a call by name; positional ones as "1", "2", ...
class Values {
 public:
  explicit Values(const Call& call) {
    int position = 0;
    for (std::size_t i = 0; i < call.size(); ++i) {
      auto name = call.name(i);
      WikiText value = name ? call.after_name(i) : call.value(i);
      items_.emplace_back(name ? base::to_lower(*name) : std::to_string(++position),
                          std::move(value));
    }
  }
  /// The last of a name, as in a template; nullptr where it is absent or empty.
  const WikiText* find(std::string_view name) const {
    const WikiText* found = nullptr;
    for (const auto& [key, value] : items_)
      if (key == name) found = value.empty() ? nullptr : &value;
    return found;
  }
  std::vector<const WikiText*> positional() const {
    std::vector<const WikiText*> out;
    for (const auto& [key, value] : items_)
      if (!key.empty() && base::is_digit(key[0]) && !value.empty()) out.push_back(&value);
    return out;
  }
  /// The first name that none of these is, where no argument has a text without a name, or that has
  /// a blank, as commands have; else "".
  std::string_view lost(std::initializer_list<std::string_view> known) const {
    bool given = !positional().empty();
    for (const auto& [key, value] : items_)
      if (!base::is_digit(key.empty() ? '0' : key[0]) &&
          (!given || key.find(' ') != std::string::npos) &&
          std::find(known.begin(), known.end(), key) == known.end())
        return key;
    return "";
  }
  std::string text(std::string_view name, const Context& context) const {
    const WikiText* found = find(name);
    return found ? html::decode_references(plain(*found, context), html::ReferenceRule::wiki)
                 : std::string();
  }

 private:
  std::vector<std::pair<std::string, WikiText>> items_;
};

/// Text of an argument that is code, and where the page has it unchanged.
std::string code_text(const WikiText& value, Context& context, source::Span& content) {
  std::string text = html::decode_references(plain(value, context), html::ReferenceRule::wiki);
  if (text == value.view()) content = context.span(value.exact_range(0, value.size()));
  return text;
}

void put_block(WikiText& out, doc::Block block, const Call& call) {
  Context& context = call.context();
  block.span = context.span(call.range());
  WikiText made;
  context.put(made, std::move(block), call.range());
  context.put_marks(out, std::move(made));
}

void put_inline(WikiText& out, doc::Inline part, const Call& call) {
  Context& context = call.context();
  part.span = context.span(call.range());
  WikiText made;
  context.put(made, std::move(part), call.range());
  context.strip(out, StripKind::nowiki, std::move(made));
}

void commands(WikiText& out, const TemplateRow& row, const Values& values, const Call& call) {
  Context& context = call.context();
  doc::CodeBlock code;
  code.language = row.word;
  std::string result = values.text("result", context);
  auto lines = values.positional();
  for (const WikiText* line : lines) {
    source::Span content;
    std::string text = code_text(*line, context, content);
    if (lines.size() == 1 && result.empty()) code.content = content;
    if (!code.text.empty()) code.text += '\n';
    if (!result.empty()) code.text += "$ ";
    code.text += text;
  }
  if (!result.empty()) {
    code.language = "console";
    code.text += '\n' + result;
  }
  doc::Block block{std::move(code), {}, {}};
  if (std::string prompt = values.text("prompt", context); !prompt.empty())
    block.attributes.set("data-prompt", prompt);
  put_block(out, std::move(block), call);
}

void file(WikiText& out, const TemplateRow& row, const Values& values, const Call& call) {
  Context& context = call.context();
  doc::CodeBlock code;
  code.title = values.text("name", context);
  code.language = base::to_lower(values.text("lang", context));
  std::erase(code.language, '"');
  if (code.language.empty()) code.language = row.word;
  const WikiText* contents = values.find("contents");
  if (!contents) contents = values.find("content");
  if (contents) code.text = code_text(*contents, context, code.content);
  put_block(out, doc::Block{std::move(code), {}, {}}, call);
}

void admonition(WikiText& out, const TemplateRow& row, const Values& values, const Call& call) {
  Context& context = call.context();
  const WikiText* body = values.find("1");
  for (std::string_view name : {"text", "content", "message"})
    if (!body) body = values.find(name);
  std::vector<html::HtmlAttribute> attributes = {{std::string(kRoleAttribute), "admonition"},
                                                 {":type", std::string(row.word)}};
  for (std::string_view name : {"title", "heading"})
    if (const WikiText* title = values.find(name))
      attributes.push_back({":label", label_text(*title, context)});
  WikiText open;
  context.open(open, "div", std::move(attributes), call.range());
  context.put_marks(out, std::move(open));
  out.append("\n");
  if (body)
    out.append(*body);
  else
    out.append(row.text);
  out.append("\n");
  context.put_marks(out, WikiText("</div>"));
}

/// "commands python" or "word yes" of a configuration: a kind, with a language or a word; anything
/// else is a type of box.
TemplateRow read_row(std::string_view name, std::string_view written) {
  constexpr std::pair<std::string_view, Kind> kinds[] = {{"commands", Kind::commands},
                                                         {"file", Kind::file},
                                                         {"keys", Kind::keys},
                                                         {"code", Kind::code},
                                                         {"nothing", Kind::nothing}};
  auto words = base::split_words(written);
  if (words.empty()) return {name, Kind::nothing};
  if (words[0] == "word" && words.size() > 1) return {name, Kind::word, {}, words[1]};
  for (const auto& [word, kind] : kinds)
    if (words[0] == word)
      return {name, kind,
              words.size() > 1         ? words[1]
              : kind == Kind::commands ? "bash"
                                       : std::string_view()};
  return {name, Kind::admonition, words[0]};
}

std::optional<TemplateRow> find_template_row(std::string_view name, const Options& options) {
  if (auto found = options.definitions.find("template:" + std::string(name));
      found != options.definitions.end())
    return read_row(name, found->second);
  auto row = std::find_if(std::begin(kTemplates), std::end(kTemplates),
                          [&](const TemplateRow& candidate) { return candidate.name == name; });
  return row == std::end(kTemplates) ? std::nullopt : std::optional(*row);
}

/// A sign "=" makes what stands before it a name: "{{Command|sbatch --time=5}}" has no command.
void report_lost_argument(const TemplateRow& row, const Values& values, const Call& call) {
  std::string_view lost;
  switch (row.kind) {
    case Kind::commands: lost = values.lost({"result", "prompt", "lang"}); break;
    case Kind::admonition:
      lost = values.lost({"text", "content", "message", "title", "heading"});
      break;
    case Kind::code:
    case Kind::keys: lost = values.lost({"lang"}); break;
    case Kind::file:
    case Kind::word:
    case Kind::nothing: break;
  }
  if (!lost.empty())
    call.context().report("KB0411"_code, call.range(), {std::string(row.name), std::string(lost)});
}

}  // namespace

std::string label_text(const WikiText& value, Context& context) {
  std::string text = html::decode_references(plain(value, context), html::ReferenceRule::wiki);
  return base::replace_all(base::replace_all(text, "'''", ""), "''", "");
}

bool append_known_template(WikiText& out, std::string_view name, const Call& call) {
  auto row = find_template_row(name, call.context().options);
  if (!row) return false;
  Values values(call);
  Context& context = call.context();
  report_lost_argument(*row, values, call);
  switch (row->kind) {
    case Kind::commands: commands(out, *row, values, call); break;
    case Kind::file: file(out, *row, values, call); break;
    case Kind::admonition: admonition(out, *row, values, call); break;
    case Kind::keys: {
      doc::Keys keys;
      for (const WikiText* key : values.positional())
        keys.keys.push_back(key_name(plain(*key, context)));
      put_inline(out, doc::Inline{std::move(keys), {}, {}}, call);
      break;
    }
    case Kind::code:
      put_inline(out, doc::Inline{doc::Code{values.text("1", context)}, {}, {}}, call);
      break;
    case Kind::word:
      if (const WikiText* given = values.find("1"))
        out.append(*given);
      else
        out.append(row->text);
      break;
    case Kind::nothing: break;
  }
  return true;
}

}  // namespace kbuild::read::mediawiki
