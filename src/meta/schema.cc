// Validation and JSON Schema of kbuild.yml; see schema.h.
#include "meta/schema.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "meta/config.h"

namespace kbuild::meta {

namespace {

using base::Json;
using namespace diag::literals;

std::string_view type_name(KeyType type) {
  switch (type) {
    case KeyType::text: return "a text";
    case KeyType::localised: return "a text, or a text per language";
    case KeyType::boolean: return "true or false";
    case KeyType::text_list: return "a list of texts";
    case KeyType::text_mapping: return "a mapping of names to texts";
    case KeyType::text_mapping_list: return "a list of mappings of names to texts";
    case KeyType::mapping: return "a mapping";
    case KeyType::mapping_list: return "a list of mappings";
    case KeyType::navigation: return "a list of pages and sections";
    case KeyType::any: return "anything";
  }
  return "";
}

bool maps_texts(const Value& value) {
  return value.is_mapping() &&
         std::all_of(value.members.begin(), value.members.end(),
                     [](const auto& member) { return member.value.is_scalar(); });
}

bool has_type(const Value& value, KeyType type) {
  auto all = [&](auto&& test) { return std::all_of(value.items.begin(), value.items.end(), test); };
  switch (type) {
    case KeyType::text: return value.is_scalar() || !value;
    case KeyType::localised: return value.is_scalar() || value.is_mapping();
    case KeyType::boolean: return value.boolean().has_value();
    case KeyType::text_list:
      return value.is_scalar() ||
             (value.is_sequence() && all([](const Value& item) { return item.is_scalar(); }));
    case KeyType::text_mapping: return maps_texts(value);
    case KeyType::text_mapping_list: return value.is_sequence() && all(maps_texts);
    case KeyType::mapping: return value.is_mapping();
    case KeyType::mapping_list:
      return value.is_sequence() && all([](const Value& item) { return item.is_mapping(); });
    case KeyType::navigation: return value.is_sequence();
    case KeyType::any: return true;
  }
  return false;
}

void validate_mapping(const Value& mapping, const std::string& prefix,
                      const std::vector<KeyRow>& keys, diag::Diagnostics& out) {
  for (const auto& [name, value] : mapping.members) {
    std::string path = prefix + name.scalar;
    auto row =
        std::find_if(keys.begin(), keys.end(), [&](const KeyRow& key) { return key.path == path; });
    if (row == keys.end()) {
      std::vector<std::string_view> siblings;
      for (const KeyRow& key : keys)
        if (key.path.starts_with(prefix) &&
            key.path.find_first_of(".[", prefix.size()) == key.path.npos)
          siblings.push_back(key.path.substr(prefix.size()));
      out.push_back(
          {"KB0901"_code, name.span, {path, std::string(base::nearest(name.scalar, siblings))}});
    } else if (!has_type(value, row->type)) {
      out.push_back({"KB0902"_code, value.span, {path, std::string(type_name(row->type))}});
    } else if (row->type == KeyType::mapping) {
      validate_mapping(value, path + ".", keys, out);
    } else if (row->type == KeyType::mapping_list) {
      for (const Value& item : value.items) validate_mapping(item, path + "[].", keys, out);
    }
  }
}

Json schema_of(const KeyRow& row, const std::vector<KeyRow>& keys);

Json object_schema(const std::string& prefix, const std::vector<KeyRow>& keys) {
  Json properties = Json::object();
  for (const KeyRow& key : keys)
    if (key.path.starts_with(prefix) &&
        key.path.find_first_of(".[", prefix.size()) == key.path.npos)
      properties[std::string(key.path.substr(prefix.size()))] = schema_of(key, keys);
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

Json schema_of(const KeyRow& row, const std::vector<KeyRow>& keys) {
  Json out;
  std::string path(row.path);
  Json text = {{"type", "string"}};
  switch (row.type) {
    case KeyType::text:
      out = {{"type", Json::array({"string", "number", "boolean", "null"})}};
      break;
    case KeyType::localised:
      out = {{"oneOf", Json::array({text, {{"type", "object"}, {"additionalProperties", text}}})}};
      break;
    case KeyType::boolean: out = {{"type", "boolean"}}; break;
    case KeyType::text_list:
      out = {{"oneOf", Json::array({text, {{"type", "array"}, {"items", text}}})}};
      break;
    case KeyType::text_mapping: out = {{"type", "object"}, {"additionalProperties", text}}; break;
    case KeyType::text_mapping_list:
      out = {{"type", "array"}, {"items", {{"type", "object"}, {"additionalProperties", text}}}};
      break;
    case KeyType::mapping: out = object_schema(path + ".", keys); break;
    case KeyType::mapping_list:
      out = {{"type", "array"}, {"items", object_schema(path + "[].", keys)}};
      break;
    case KeyType::navigation: out = {{"type", "array"}}; break;
    case KeyType::any: out = Json::object(); break;
  }
  out["description"] = row.description;
  return out;
}

}  // namespace

const std::vector<KeyRow>& config_keys() {
  static const std::vector<KeyRow> keys = {
      {"site", KeyType::mapping, "What the site is"},
      {"site.name", KeyType::localised, "Its name"},
      {"site.description", KeyType::localised, "One sentence for search engines"},
      {"site.url", KeyType::text, "Where it will stand"},
      {"site.repository", KeyType::text, "URL of the repository of its sources"},
      {"languages", KeyType::text_list, "Its languages; the first is the default and lives at /"},
      {"sources", KeyType::mapping_list, "Trees of pages"},
      {"sources[].path", KeyType::text, "Directory, relative to this file"},
      {"sources[].lang", KeyType::text, "Language of its pages"},
      {"sources[].dialect", KeyType::text,
       "auto, commonmark, gfm, mkdocs, myst, mdx, notebook, rst, mediawiki or twiki"},
      {"sources[].trust", KeyType::text,
       "trusted or untrusted: raw HTML of an untrusted source is sanitised; without, only wikis "
       "are "
       "untrusted"},
      {"sources[].mount", KeyType::text, "Where it hangs in the site's URLs"},
      {"sources[].system", KeyType::text, "System of pages that name none"},
      {"sources[].listings", KeyType::mapping_list,
       "Pages that show lists of others below their text"},
      {"sources[].listings[].page", KeyType::text, "The page, relative to the source's root"},
      {"sources[].listings[].show", KeyType::text,
       "catalog, discipline, availability, licence, web, news, glossary or tags"},
      {"sources[].listings[].from", KeyType::text_list,
       "Glob patterns of the pages that news come from"},
      {"terms", KeyType::text_mapping_list, "Agreed translations of terms, each by language"},
      {"catalog", KeyType::mapping_list,
       "Disciplines, systems and licences of the catalogue in their order"},
      {"catalog[].name", KeyType::text, "As front matter writes it"},
      {"catalog[].title", KeyType::localised, "As it is shown"},
      {"catalog[].description", KeyType::localised, "One sentence below the title"},
      {"front_matter", KeyType::mapping, "What members of 'catalog' in front matter are called"},
      {"front_matter.systems", KeyType::text, "Where it is available; available_on without"},
      {"front_matter.web", KeyType::text, "Where a browser reaches it; available_on_web without"},
      {"front_matter.disciplines", KeyType::text, "Fields that use it; disciplines without"},
      {"front_matter.licence", KeyType::text, "Kind of its licence; license_type without"},
      {"sources[].include", KeyType::text_list, "Glob patterns of pages to take"},
      {"sources[].exclude", KeyType::text_list, "Glob patterns of files to leave out"},
      {"sources[].mkdocs", KeyType::text, "A mkdocs.yml to take navigation and extensions from"},
      {"sources[].sphinx", KeyType::text, "A conf.py whose literals are taken; it is never run"},
      {"sources[].root", KeyType::text,
       "Page whose page lists make the navigation, without its suffix"},
      {"sources[].navigation", KeyType::navigation, "Explicit navigation, as nav in mkdocs.yml"},
      {"sources[].snippets", KeyType::text_list, "Directories in which includes are looked up"},
      {"sources[].edit", KeyType::text, "Prefix of the URL where a page can be edited"},
      {"sources[].templates", KeyType::text_mapping,
       "What a MediaWiki's templates stand for: commands, file, keys, code, word, nothing or a "
       "type of "
       "box"},
      {"sources[].interwiki", KeyType::text_mapping,
       "URLs of other wikis by prefix; $1 stands for the page"},
      {"sources[].variables", KeyType::text_mapping, "Values of a wiki's variables"},
      {"systems", KeyType::mapping_list, "Systems that pages speak of"},
      {"systems[].name", KeyType::text, "As shown"},
      {"systems[].aliases", KeyType::text_list, "Other spellings"},
      {"systems[].part_of", KeyType::text, "The system that this is a part of"},
      {"systems[].retired", KeyType::text, "ISO date since when it is out of service"},
      {"systems[].installed", KeyType::text_list, "Lists of what is installed there"},
      {"systems[].max_age", KeyType::text, "Days after which such a list is too old; 90"},
      {"systems[].commands", KeyType::text_list, "Commands that only this system has"},
      {"products", KeyType::mapping_list, "Software that pages speak of"},
      {"products[].name", KeyType::text, "As shown"},
      {"products[].aliases", KeyType::text_list, "Module and package names"},
      {"knowledge", KeyType::text_list,
       "Files of systems, software and words that kbuild should know"},
      {"claims", KeyType::text,
       "What pages say of versions: read (published where it is sure), declared (only what authors "
       "declare), off (nothing is inferred)"},
      {"inventories", KeyType::mapping_list, "Other projects that pages refer to by name"},
      {"inventories[].name", KeyType::text, "What references put before a colon"},
      {"inventories[].url", KeyType::text, "Where the project's pages begin"},
      {"inventories[].file", KeyType::text, "Its objects.inv, saved beside this file"},
      {"search", KeyType::mapping, "Search beyond the site's own pages"},
      {"search.others", KeyType::mapping_list, "Sites whose indexes are searched as well"},
      {"search.others[].name", KeyType::text, "As shown with its results"},
      {"search.others[].url", KeyType::text, "Where the site stands"},
      {"search.others[].index", KeyType::text,
       "Directory of its index, or xapian://host:port of a server"},
      {"theme", KeyType::text, "Name of a directory under themes/, or a path"},
      {"out", KeyType::text, "Directory of the site, relative to the working directory"},
      {"snippets", KeyType::mapping, "Code blocks as jobs"},
      {"snippets.execute", KeyType::boolean, "Whether kbuild test may run what pages say"},
      {"snippets.syntax", KeyType::boolean,
       "Whether a build has bash and Python judge code blocks, as check does"},
      {"snippets.expiry", KeyType::text, "Days after which a pass is run again; 30 without"},
      {"snippets.systems", KeyType::text, "Directory of system profiles"},
      {"snippets.evidence", KeyType::text, "Directory of evidence files"},
      {"snippets.signers", KeyType::text,
       "List of those whose signatures of evidence count, as ssh-keygen reads it"},
      {"snippets.annotations", KeyType::text,
       "File of annotations for pages that cannot be edited"},
      {"checks", KeyType::mapping_list, "Levels of diagnostics"},
      {"checks[].code", KeyType::text, "KBnnnn or its name"},
      {"checks[].level", KeyType::text, "off, style, warning or error"},
      {"authoring_notes", KeyType::text_list,
       "Phrases of notes to authors, beside those that every site knows"},
  };
  return keys;
}

diag::Diagnostics validate(const Value& root, const std::vector<KeyRow>& keys) {
  diag::Diagnostics out;
  validate_mapping(root, "", keys, out);
  return out;
}

std::string json_schema(const std::vector<KeyRow>& keys, std::string_view title) {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  schema.update(object_schema("", keys));
  return schema.dump(2) + "\n";
}

std::string config_schema() {
  return json_schema(config_keys(), "kbuild.yml");
}

}  // namespace kbuild::meta
