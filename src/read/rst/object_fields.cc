// Fields of described objects; see object_fields.h. The kinds are those of Sphinx' domains, the
// way of grouping is that of its DocFieldTransformer.
#include "read/rst/object_fields.h"

#include <map>

#include "base/text.h"
#include "doc/plain_text.h"
#include "read/rst/builders.h"

namespace kbuild::read::rst {

namespace {

/// How the fields of a kind are shown: each by itself, or as one with an item for each.
enum class Form : std::uint8_t { single, grouped, typed };

struct FieldKind {
  /// Separated by '|'.
  std::string_view domains;
  std::string_view names;
  /// Names of fields that hold the type of one of these.
  std::string_view types;
  Form form;
  std::string_view english;
  std::string_view finnish;
  /// Whether a single item stands without a list.
  bool collapses = true;
};

constexpr FieldKind kFieldKinds[] = {
    {"py", "param|parameter|arg|argument|keyword|kwarg|kwparam", "paramtype|type", Form::typed,
     "Parameters", "Parametrit"},
    {"py", "var|ivar|cvar", "vartype", Form::typed, "Variables", "Muuttujat"},
    {"py", "raises|raise|exception|except", "", Form::grouped, "Raises", "Poikkeukset"},
    {"c", "param|parameter|arg|argument", "type", Form::typed, "Parameters", "Parametrit"},
    {"cpp", "param|parameter|arg|argument", "", Form::grouped, "Parameters", "Parametrit"},
    {"cpp", "tparam", "", Form::grouped, "Template Parameters", "Malliparametrit"},
    {"cpp", "throws|throw|exception", "", Form::grouped, "Throws", "Poikkeukset"},
    {"c|cpp", "retval|retvals", "", Form::grouped, "Return values", "Paluuarvot"},
    {"js", "argument|arg|parameter|param", "paramtype|type", Form::typed, "Arguments", "Argumentit",
     false},
    {"js", "throws", "", Form::grouped, "Throws", "Poikkeukset"},
    {"py|c|cpp|js", "returns|return", "", Form::single, "Returns", "Palauttaa"},
    {"py|c|js", "rtype", "", Form::single, "Return type", "Paluuarvon tyyppi"},
};

bool is_listed(std::string_view names, std::string_view name) {
  for (std::string_view one : base::split(names, '|'))
    if (one == name) return true;
  return false;
}

const FieldKind* find_kind(std::string_view domain, std::string_view name, bool type) {
  if (name.empty()) return nullptr;
  for (const FieldKind& kind : kFieldKinds)
    if (is_listed(kind.domains, domain) && is_listed(type ? kind.types : kind.names, name))
      return &kind;
  return nullptr;
}

doc::Inline text(std::string_view words) {
  return {doc::Text{std::string(words)}, {}, {}};
}

doc::Inline marked(doc::EmphasisKind kind, doc::Inlines children) {
  return {doc::Emphasis{kind, std::move(children)}, {}, {}};
}

/// The only paragraph of a field; nullptr where it holds anything else.
doc::Paragraph* only_paragraph(doc::Blocks& body) {
  return body.size() == 1 ? std::get_if<doc::Paragraph>(&body[0].value) : nullptr;
}

/// One field of a group: what it is about and what it says.
struct Entry {
  std::string name;
  doc::Blocks body;
};

struct Group {
  const FieldKind* kind;
  std::vector<Entry> entries;
  /// Types by the name that they belong to.
  std::map<std::string, doc::Inlines, std::less<>> types;
  source::Span span;
};

/// "name (type) – text": a paragraph, and what follows its text.
doc::Blocks show_entry(const Group& group, Entry entry, source::Span span) {
  doc::Inlines line;
  if (!entry.name.empty()) line.push_back(marked(doc::EmphasisKind::strong, {text(entry.name)}));
  if (auto type = group.types.find(entry.name); type != group.types.end()) {
    line.push_back(text(" ("));
    line.push_back(marked(doc::EmphasisKind::emphasis, type->second));
    line.push_back(text(")"));
  }
  line.push_back(text(" – "));
  doc::Blocks out = std::move(entry.body);
  auto* first = out.empty() ? nullptr : std::get_if<doc::Paragraph>(&out[0].value);
  if (first) {
    first->children.insert(first->children.begin(), std::make_move_iterator(line.begin()),
                           std::make_move_iterator(line.end()));
  } else {
    out.insert(out.begin(), doc::Block{doc::Paragraph{std::move(line)}, span, {}});
  }
  return out;
}

doc::DefinitionItem show_group(const Page& page, Group group) {
  doc::DefinitionItem item;
  item.span = group.span;
  item.terms.push_back({text(word(page, group.kind->english, group.kind->finnish))});
  if (group.kind->form == Form::single) {
    item.definitions.push_back(std::move(group.entries[0].body));
  } else if (group.entries.size() == 1 && group.kind->collapses) {
    item.definitions.push_back(show_entry(group, std::move(group.entries[0]), group.span));
  } else {
    doc::List list;
    for (Entry& entry : group.entries) {
      doc::ListItem& shown = list.items.emplace_back();
      shown.children = show_entry(group, std::move(entry), group.span);
    }
    item.definitions.push_back({doc::Block{std::move(list), group.span, {}}});
  }
  return item;
}

void group_list(const Page& page, std::string_view domain, doc::DefinitionList& fields) {
  // Either a group or a field that stays as it is, in the order of the first of each.
  struct Place {
    std::size_t group;
    doc::DefinitionItem item;
  };
  constexpr std::size_t kNone = std::string::npos;
  std::vector<Group> groups;
  std::vector<Place> places;
  auto group_of = [&](const FieldKind* kind, source::Span span) {
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (groups[i].kind == kind) return i;
    groups.push_back({kind, {}, {}, span});
    return groups.size() - 1;
  };
  for (doc::DefinitionItem& item : fields.items) {
    std::string label = base::collapse_spaces(doc::plain_text(item.terms.front()));
    std::size_t blank = std::min(label.find(' '), label.size());
    std::string name = label.substr(0, blank);
    std::string about(base::trim(std::string_view(label).substr(blank)));
    if (domain == "py" && name == "meta") continue;
    const FieldKind* typed = find_kind(domain, name, true);
    if (typed && !about.empty()) {
      if (doc::Paragraph* type = only_paragraph(item.definitions.front()))
        groups[group_of(typed, item.span)].types[about] = std::move(type->children);
      continue;
    }
    const FieldKind* kind = find_kind(domain, name, false);
    if (!kind || (kind->form == Form::single) != about.empty()) {
      if (!label.empty()) label[0] = base::to_upper(label[0]);
      item.terms.front() = {text(label)};
      places.push_back({kNone, std::move(item)});
      continue;
    }
    std::size_t at = group_of(kind, item.span);
    // Those that stand by themselves are groups of their own.
    if (kind->form == Form::single && !groups[at].entries.empty()) {
      groups.push_back({kind, {}, {}, item.span});
      at = groups.size() - 1;
    }
    if (groups[at].entries.empty()) places.push_back({at, {}});
    std::size_t last = about.rfind(' ');
    if (kind->form == Form::typed && last != about.npos) {
      groups[at].types[about.substr(last + 1)] = {text(about.substr(0, last))};
      about.erase(0, last + 1);
    }
    groups[at].entries.push_back({std::move(about), std::move(item.definitions.front())});
  }
  fields.items.clear();
  for (Place& place : places)
    fields.items.push_back(place.group == kNone ? std::move(place.item)
                                                : show_group(page, std::move(groups[place.group])));
}

}  // namespace

void group_fields(const Page& page, std::string_view domain, doc::Blocks& content) {
  for (doc::Block& block : content) {
    auto* fields = std::get_if<doc::DefinitionList>(&block.value);
    if (fields && fields->kind == doc::DefinitionKind::field) group_list(page, domain, *fields);
  }
  std::erase_if(content, [](const doc::Block& block) {
    const auto* fields = std::get_if<doc::DefinitionList>(&block.value);
    return fields && fields->items.empty();
  });
}

}  // namespace kbuild::read::rst
