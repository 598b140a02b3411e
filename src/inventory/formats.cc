// The table of forms, and the reading of a list by its form; see formats.h and inventory.h.
#include "inventory/formats.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "inventory/module_name.h"

namespace kbuild::inventory {

namespace {

constexpr std::size_t kMaxEntries = 200'000;
constexpr std::size_t kMaxPrerequisites = 200;

/// The first that matches reads the list: forms with marks of their own come before plain lines.
constexpr Form kForms[] = {
    {"lmod-spider-json", "Lmod's `spider -o spider-json`", module_json::matches_spider,
     module_json::read_spider},
    {"lmod-software-page", "Lmod's `spider -o jsonSoftwarePage`",
     module_json::matches_software_page, module_json::read_software_page},
    {"modules-json", "`module avail --json`", module_json::matches_avail, module_json::read_avail},
    {"container-json", "`apptainer inspect --json`", packages::matches_container,
     packages::read_container},
    {"packages-json", "the JSON of `spack find`, `conda list` or `pip list`",
     packages::matches_json, packages::read_json},
    {"easybuild", "names of EasyBuild's files", packages::matches_easybuild,
     packages::read_easybuild},
    {"uenv", "`uenv image ls`", packages::matches_uenv, packages::read_uenv},
    {"modules-long", "`module avail --long`", printed::matches_long, printed::read_long},
    {"spider", "`module spider`", printed::matches_spider, printed::read_spider},
    {"avail", "`module avail`", printed::matches_avail, printed::read_avail},
    {"terse", "`module --terse avail` or `module --terse spider`", terse::matches, terse::read},
    {"yaml", "YAML with `software:`", yaml::matches, yaml::read},
};

const Form* form_of(const Text& text) {
  auto found = std::find_if(std::begin(kForms), std::end(kForms),
                            [&](const Form& form) { return form.matches(text); });
  return found == std::end(kForms) ? nullptr : found;
}

/// Objects keep their members in order, and look for each new one among all before it.
constexpr std::size_t kMaxMembers = 20'000;
constexpr std::size_t kMaxDepth = 100;

/// Reads JSON as far as no object has too many members and none nests too deeply; its functions are
/// those of a reader of the JSON library, called in the document's order.
class MemberCounter {
 public:
  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(base::Json::number_integer_t) { return true; }
  bool number_unsigned(base::Json::number_unsigned_t) { return true; }
  bool number_float(base::Json::number_float_t, const std::string&) { return true; }
  bool string(std::string&) { return true; }
  bool binary(base::Json::binary_t&) { return true; }
  bool start_object(std::size_t) { return begin(); }
  bool start_array(std::size_t) { return begin(); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(std::string&) { return ++members_.back() <= kMaxMembers; }
  bool parse_error(std::size_t, const std::string&, const base::Json::exception&) { return false; }

 private:
  bool begin() {
    members_.push_back(0);
    return members_.size() <= kMaxDepth;
  }
  bool end() {
    members_.pop_back();
    return true;
  }
  std::vector<std::size_t> members_;
};

/// Null where the text is broken or an object has too many members.
base::Json parse_json(std::string_view text) {
  MemberCounter counter;
  return base::Json::sax_parse(text, &counter) ? base::Json::parse(text, nullptr, false)
                                               : base::Json();
}

base::Result<Inventory> named(base::Result<Inventory> result, std::string_view path) {
  if (!result) result.error().message = base::format("'{}' {}", path, result.error().message);
  return result;
}

}  // namespace

std::span<const Form> forms() {
  return kForms;
}

Text cut_up(std::string_view path, std::string_view text) {
  Text result{path, text, {}, std::nullopt};
  std::uint32_t number = 0;
  for (std::string_view line : base::split_lines(text))
    result.lines.push_back({line, static_cast<std::uint32_t>(line.data() - text.data()), ++number});
  std::string_view start = base::trim_left(text);
  if (start.starts_with('{') || start.starts_with('[')) result.json = parse_json(text);
  return result;
}

bool is_inventory(std::string_view path, std::string_view text) {
  return form_of(cut_up(path, text)) != nullptr;
}

base::Result<Inventory> read_inventory(std::string_view path, std::string_view text) {
  Text cut = cut_up(path, text);
  if (const Form* form = form_of(cut)) return named(form->read(cut), path);
  if (cut.json && cut.json->is_null())
    return base::fail(
        base::format("'{}' is JSON that is broken, cut off, nested too deeply or with "
                     "more than {} members in one object",
                     path, kMaxMembers),
        "write the list again");
  return base::fail(base::format("'{}' is no list of what is installed", path),
                    "write it with `kbuild collect` or `module --terse spider`");
}

base::Result<Inventory> read_form(std::string_view form, std::string_view path,
                                  std::string_view text) {
  for (const Form& each : kForms)
    if (each.name == form) return named(each.read(cut_up(path, text)), path);
  return base::fail(base::format("'{}' has a part of the unknown form '{}'", path, form));
}

Entry& Collector::add_module(std::string_view module, const Line& line, std::string_view at) {
  ModuleName name = split_module(module);
  auto begin = line.begin + static_cast<std::uint32_t>(at.data() - line.text.data());
  return add({.product = std::move(name.product),
              .version = std::move(name.version),
              .module = std::string(module),
              .hidden = name.hidden,
              .line = line.number,
              .begin = begin,
              .end = begin + static_cast<std::uint32_t>(at.size())});
}

Entry& Collector::add(Entry entry) {
  std::string key = entry.product + '\n' + entry.version + '\n' + entry.module;
  auto [known, fresh] = known_.try_emplace(std::move(key), inventory_.entries.size());
  std::vector<Entry>& entries = inventory_.entries;
  if (fresh) {
    entries.push_back(std::move(entry));
    at_once_.push_back(false);
    return entries.back();
  }
  Entry& first = entries[known->second];
  first.is_default |= entry.is_default;
  first.hidden &= entry.hidden;
  return first;
}

void Collector::need(Entry& entry, std::string prerequisites) {
  auto index = static_cast<std::size_t>(&entry - inventory_.entries.data());
  if (prerequisites.empty()) {
    at_once_[index] = true;
    entry.prerequisites.clear();
  }
  std::vector<std::string>& sets = entry.prerequisites;
  if (!at_once_[index] && sets.size() < kMaxPrerequisites &&
      std::find(sets.begin(), sets.end(), prerequisites) == sets.end())
    sets.push_back(std::move(prerequisites));
}

base::Result<Inventory> Collector::finish(std::string_view expected) {
  if (empty()) return base::fail(base::format("names nothing, though it looks like {}", expected));
  if (inventory_.entries.size() > kMaxEntries)
    return base::fail(base::format("has more than {} entries", kMaxEntries));
  return std::move(inventory_);
}

void Places::place(std::string_view value, Entry& entry) {
  if (!lost_) {
    std::string quoted = base::dump_line(std::string(value));
    if (escapes_) quoted = base::replace_all(quoted, "/", "\\/");
    std::size_t found = text_.whole.find(quoted, cursor_);
    lost_ = found == std::string_view::npos;
    if (!lost_) cursor_ = found + 1;
  }
  while (line_ + 1 < text_.lines.size() && text_.lines[line_ + 1].begin <= cursor_) ++line_;
  entry.line = text_.lines.empty() ? 1 : text_.lines[line_].number;
  entry.begin = static_cast<std::uint32_t>(cursor_);
  entry.end = static_cast<std::uint32_t>(std::min(cursor_ + value.size(), text_.whole.size()));
}

std::string member_text(const base::Json& object, const char* key) {
  if (!object.is_object()) return {};
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace kbuild::inventory
