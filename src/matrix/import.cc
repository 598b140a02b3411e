// Parses machine-made lists of software into claims; see import.h.
#include "matrix/import.h"

#include <algorithm>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "meta/value.h"
#include "vocabulary/version.h"
#include "vocabulary/vocabulary.h"

namespace kbuild::matrix {

namespace {

using base::Json;
using claims::Claim;
using claims::ClaimStatus;

constexpr std::size_t kMaxClaims = 100'000;

/// "name/version", perhaps followed by "(default)" or "(D)".
bool is_module_line(std::string_view line) {
  std::size_t slash = line.find('/');
  return slash != line.npos && slash > 0 && base::is_alnum(line[0]) && line.find(' ') == line.npos;
}

class Importer {
 public:
  Importer(const source::SourceStore& sources, source::FileId file, std::string_view system,
           const meta::Names& names)
      : sources_(sources), file_(file), system_(system), vocabulary_(names) {}

  std::vector<Claim> run(ListFormat format) {
    switch (format) {
      case ListFormat::terse: read_terse(); break;
      case ListFormat::spider_json: read_spider(); break;
      case ListFormat::easyconfigs: read_easyconfigs(); break;
      case ListFormat::yaml: read_yaml(); break;
    }
    return std::move(claims_);
  }

 private:
  void add(std::string_view name, std::string_view version, std::string module, ClaimStatus status,
           std::size_t line, std::string_view system = {}) {
    std::string release = vocabulary::release_of(version);
    if (name.empty() || release.empty() || claims_.size() >= kMaxClaims) return;
    Claim claim;
    auto known = vocabulary_.product_of_module(name);
    claim.product = known ? vocabulary_.name(*known) : std::string(name);
    claim.version = std::move(release);
    claim.system = system.empty() ? system_ : std::string(system);
    claim.status = status;
    claim.kind = claims::ClaimKind::imported;
    claim.module = std::move(module);
    claim.path = sources_.path(file_);
    claim.rule = "import";
    claim.line = static_cast<std::uint32_t>(line);
    std::uint32_t begin = sources_.line_begin(file_, claim.line);
    claim.place = {0, begin, begin};
    claim.excerpt = base::trim(sources_.line(file_, claim.line));
    claims_.push_back(std::move(claim));
  }

  void add_module(std::string_view module, ClaimStatus status, std::size_t line) {
    std::size_t slash = module.rfind('/');
    if (slash == module.npos) return;
    std::string_view name = module.substr(0, slash);
    if (std::size_t category = name.rfind('/'); category != name.npos)
      name = name.substr(category + 1);
    add(name, module.substr(slash + 1), std::string(module), status, line);
  }

  void read_terse() {
    std::size_t number = 0;
    for (std::string_view line : base::split_lines(sources_.text(file_))) {
      ++number;
      line = base::trim(line);
      if (!is_module_line(line) || line.ends_with(':') || line.ends_with('/')) continue;
      std::size_t mark = line.find('(');
      std::string_view tag = mark == line.npos ? std::string_view() : line.substr(mark);
      bool is_default = tag.find("default") != tag.npos || tag.find('D') != tag.npos;
      add_module(line.substr(0, mark),
                 is_default ? ClaimStatus::default_version : ClaimStatus::available, number);
    }
  }

  void read_spider() {
    Json list = Json::parse(sources_.text(file_), nullptr, false);
    if (!list.is_array()) return;
    for (const Json& package : list) {
      if (!package.is_object() || !package.contains("versions") || !package["versions"].is_array())
        continue;
      std::string preferred = text_of(package, "defaultVersionName");
      for (const Json& version : package["versions"]) {
        std::string full = text_of(version, "full"), name = text_of(version, "versionName");
        bool marked = version.is_object() && version.contains("markedDefault") &&
                      version["markedDefault"] == true;
        bool is_default =
            marked || (!preferred.empty() && preferred == name && package["versions"].size() > 1);
        add(text_of(package, "package"), name, full,
            is_default ? ClaimStatus::default_version : ClaimStatus::available, line_of(full));
      }
    }
  }

  static std::string text_of(const Json& object, const char* key) {
    return object.is_object() && object.contains(key) && object[key].is_string()
               ? object[key].get<std::string>()
               : std::string();
  }

  /// The line that contains a text; the JSON parser gives no positions.
  std::size_t line_of(std::string_view text) const {
    std::size_t at = text.empty() ? 0 : sources_.text(file_).find(text);
    return at == std::string_view::npos
               ? 1
               : sources_.position(file_, static_cast<std::uint32_t>(at)).line;
  }

  void read_easyconfigs() {
    std::size_t number = 0;
    for (std::string_view line : base::split_lines(sources_.text(file_))) {
      ++number;
      std::string_view name = base::file_name(base::trim(line));
      if (!name.ends_with(".eb")) continue;
      name.remove_suffix(3);
      // The version begins after the first hyphen before a digit: "PyTorch-2.1.2-foss-2023a".
      for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        if (name[i] != '-' ||
            !(base::is_digit(name[i + 1]) ||
              (name[i + 1] == 'v' && i + 2 < name.size() && base::is_digit(name[i + 2]))))
          continue;
        std::string module = std::string(name.substr(0, i)) + "/" + std::string(name.substr(i + 1));
        add(name.substr(0, i), name.substr(i + 1), std::move(module), ClaimStatus::available,
            number);
        break;
      }
    }
  }

  void read_yaml() {
    auto size = static_cast<std::uint32_t>(sources_.text(file_).size());
    meta::Value value = meta::parse_yaml(sources_, {file_, 0, size}).value;
    std::string system = value["system"].text();
    for (const auto& [name, versions] : value["software"].members)
      for (const std::string& version : versions.texts())
        add(name.text(), version, {}, ClaimStatus::available, line_at(versions.span, name.span),
            system);
    const meta::Value& list = value.is_sequence() ? value : value["software"];
    for (const meta::Value& item : list.items) {
      ClaimStatus status = item["default"].boolean().value_or(false) ? ClaimStatus::default_version
                                                                     : ClaimStatus::available;
      claims::parse_status(item["status"].text(), status);
      std::string own = item["system"].text(system);
      add(item["name"].text(), item["version"].text(), item["module"].text(), status,
          line_at(item.span, item.span), own);
    }
  }

  std::size_t line_at(source::Span span, source::Span otherwise) const {
    return sources_.begin(span ? span : otherwise).line;
  }

  const source::SourceStore& sources_;
  source::FileId file_;
  std::string system_;
  vocabulary::Vocabulary vocabulary_;
  std::vector<Claim> claims_;
};

}  // namespace

std::optional<ListFormat> detect_list(std::string_view path, std::string_view text) {
  std::string_view suffix = base::extension(path);
  if (suffix == ".json") return ListFormat::spider_json;
  if (suffix == ".yaml" || suffix == ".yml") return ListFormat::yaml;
  if (suffix != ".txt" && !suffix.empty() && suffix != ".list") return std::nullopt;
  std::size_t lines = 0, modules = 0, recipes = 0;
  for (std::string_view line : base::split_lines(text)) {
    line = base::trim(line);
    if (line.empty()) continue;
    ++lines;
    bool path_line = line.front() == '/' && line.back() == ':';
    modules += path_line || is_module_line(line);
    recipes += line.ends_with(".eb");
  }
  if (lines == 0) return std::nullopt;
  if (recipes == lines) return ListFormat::easyconfigs;
  return modules == lines ? std::optional(ListFormat::terse) : std::nullopt;
}

std::vector<Claim> import_list(const source::SourceStore& sources, source::FileId file,
                               ListFormat format, std::string_view system,
                               const meta::Names& names) {
  return Importer(sources, file, system, names).run(format);
}

}  // namespace kbuild::matrix
