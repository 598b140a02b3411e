// kbuild render: converts a fragment from standard input or a file to HTML, text, JSON or the tree
// that is read, each node with the bytes of the source that it stands for; with --batch, reads and
// writes JSON Lines. Links stay as written, since there is no site.
#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/commands.h"
#include "doc/dump.h"
#include "doc/plain_text.h"
#include "meta/value.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "source/unicode.h"

namespace kbuild::cli {

namespace {

using base::Json;
using read::Dialect;

/// A fragment to render, with the texts that it may include.
struct Request {
  std::string from = "auto";
  std::string input;
  std::string entry;
  std::optional<std::vector<std::string>> extensions;
  /// YAML, as in a mkdocs.yml.
  std::string markdown_extensions;
  std::map<std::string, std::string> files;
  std::function<std::optional<std::string>(std::string_view)> article;
};

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> out;
  for (std::string_view part : base::split(text, ','))
    if (!base::trim(part).empty()) out.emplace_back(base::trim(part));
  return out;
}

base::Result<read::ReadResult> read_request(const Request& request, source::SourceStore& sources) {
  std::string path = request.entry.empty() ? "input" : request.entry;
  source::FileId file = sources.add(path, source::decode_bytes(request.input).text);
  std::optional<Dialect> dialect = request.from == "auto"
                                       ? read::detect_dialect(request.entry, sources.text(file))
                                       : read::find_dialect(request.from);
  if (!dialect)
    return base::fail(base::format("there is no dialect '{}'", request.from),
                      "--from takes commonmark, gfm, mkdocs, myst, rst, mediawiki, twiki or auto");
  read::Options options;
  // Front matter of MyST has values that the text names, and that of MDX is never text.
  if (dialect != Dialect::myst && dialect != Dialect::mdx)
    options.front_matter = read::FrontMatterPolicy::ignore;
  options.extensions = request.extensions;
  meta::ParsedYaml listed;
  if (!request.markdown_extensions.empty()) {
    source::FileId list = sources.add("markdown_extensions", request.markdown_extensions);
    auto size = static_cast<std::uint32_t>(request.markdown_extensions.size());
    listed = meta::parse_yaml(sources, {list, 0, size});
    options.markdown_extensions = &listed.value;
  }
  options.article = request.article;
  options.trust = read::default_trust(*dialect);
  options.include = [&](source::FileId from,
                        std::string_view target) -> std::optional<source::FileId> {
    std::string relative = base::join_path(base::parent_path(sources.path(from)), target);
    // A leading slash means the root of the sources.
    std::string_view rooted = target.substr(std::min(target.find_first_not_of('/'), target.size()));
    for (const std::string& candidate : {relative, base::normalise_path(rooted)})
      if (auto found = request.files.find(candidate); found != request.files.end())
        return sources.add(candidate, found->second);
    return std::nullopt;
  };
  return read::read(sources, file, *dialect, options);
}

/// "12-34", the first byte and the one after the last; with the file where that is another one.
std::string place_of(const source::SourceStore& sources, std::string_view page,
                     const source::Span& span) {
  if (!span) return "";
  std::string bytes = base::format("{}-{}", span.begin, span.end);
  std::string_view path = sources.path(span.file);
  return path == page ? bytes : base::format("{}:{}", path, bytes);
}

void render_one(Session& session, const Request& request, const std::string& to) {
  source::SourceStore sources;
  auto result = read_request(request, sources);
  if (!result) return session.fail(result.error());
  if (to == "html") {
    session.print(render::to_html(result->document, {}));
  } else if (to == "text") {
    session.print(doc::plain_text(result->document.blocks));
  } else if (to == "tree") {
    session.print(doc::dump(result->document, [&](const source::Span& span) {
      return place_of(sources, request.entry.empty() ? "input" : request.entry, span);
    }));
  } else {
    Json out;
    out["html"] = render::to_html(result->document, {});
    out["text"] = doc::plain_text(result->document.blocks);
    out["diagnostics"] = Json::array();
    diag::sort(result->diagnostics, sources);
    for (const diag::Diagnostic& diagnostic : result->diagnostics)
      out["diagnostics"].push_back(Json::parse(diag::print_json(diagnostic, sources)));
    session.print(base::dump_line(out) + "\n");
    return;
  }
  session.report(std::move(result->diagnostics), sources);
  session.exit_code = kClean;
}

/// The pages that cases of a batch may transclude; each named file is read once.
class Articles {
 public:
  explicit Articles(const base::Disk& disk) : disk_(disk) {}

  std::function<std::optional<std::string>(std::string_view)> from(const Json& field) {
    if (field.is_object()) return lookup(std::make_shared<Json>(field));
    if (!field.is_string()) return {};
    auto& cached = files_[field.get<std::string>()];
    if (!cached) {
      auto text = disk_.read(field.get<std::string>());
      cached = std::make_shared<Json>(text ? Json::parse(*text, nullptr, false) : Json::object());
    }
    return lookup(cached);
  }

 private:
  static std::function<std::optional<std::string>(std::string_view)> lookup(
      std::shared_ptr<const Json> pages) {
    return [pages](std::string_view title) -> std::optional<std::string> {
      auto found = pages->find(std::string(title));
      if (found == pages->end() || !found->is_string()) return std::nullopt;
      return found->get<std::string>();
    };
  }

  const base::Disk& disk_;
  std::map<std::string, std::shared_ptr<const Json>> files_;
};

Json render_line(std::string_view line, Articles& articles) {
  Json in = Json::parse(line, nullptr, false);
  Json out = {{"id", nullptr}, {"html", ""}, {"err", ""}};
  if (!in.is_object() || !in.contains("input") || !in["input"].is_string()) {
    out["err"] = "not a JSON object with a string 'input'";
    return out;
  }
  out["id"] = in.value("id", Json());
  Request request;
  request.input = in["input"];
  request.from = in.value("from", "auto");
  if (in.contains("entry") && in["entry"].is_string()) request.entry = in["entry"];
  if (in.contains("ext") && in["ext"].is_string())
    request.extensions = split_list(in["ext"].get<std::string>());
  if (in.contains("markdown_extensions") && in["markdown_extensions"].is_string())
    request.markdown_extensions = in["markdown_extensions"];
  if (in.contains("files") && in["files"].is_object())
    for (const auto& [name, text] : in["files"].items())
      if (text.is_string()) request.files[base::normalise_path(name)] = text;
  if (in.contains("articles")) request.article = articles.from(in["articles"]);
  source::SourceStore sources;
  auto result = read_request(request, sources);
  if (result) {
    out["html"] = render::to_html(result->document, {});
  } else {
    out["err"] = result.error().message;
  }
  return out;
}

void render_batch(Session& session) {
  Articles articles(session.disk);
  for (std::string line; std::getline(std::cin, line);) {
    if (base::trim(line).empty()) continue;
    session.print(base::dump_line(render_line(line, articles)) + "\n");
    std::fflush(stdout);
  }
}

struct RenderArguments {
  std::string from = "auto";
  std::string to = "html";
  std::optional<std::string> extensions;
  std::string file = "-";
  bool batch = false;
};

void run_render(Session& session, const RenderArguments& arguments) {
  if (arguments.batch) return render_batch(session);
  Request request;
  request.from = arguments.from;
  if (arguments.extensions) request.extensions = split_list(*arguments.extensions);
  if (arguments.file == "-") {
    request.input.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    auto text = session.disk.read(arguments.file);
    if (!text) return session.fail(text.error());
    request.input = std::move(*text);
    request.entry = arguments.file;
  }
  render_one(session, request, arguments.to);
}

}  // namespace

void add_render(CLI::App& parent, Session& session) {
  CLI::App* command = parent.add_subcommand("render", "one fragment to HTML, text, JSON or a tree");
  auto arguments = std::make_shared<RenderArguments>();
  command->add_option("--from", arguments->from,
                      "commonmark, gfm, mkdocs, myst, rst, mediawiki, twiki, auto");
  command->add_option("--to", arguments->to, "html, text, json, tree")
      ->check(CLI::IsMember({"html", "text", "json", "tree"}));
  command->add_option("--ext", arguments->extensions,
                      "GFM extensions, such as table,strikethrough");
  command->add_flag("--batch", arguments->batch,
                    "JSON Lines from standard input to standard output");
  command->add_option("file", arguments->file, "file, or - for standard input");
  command->callback([&session, arguments] { run_render(session, *arguments); });
}

}  // namespace kbuild::cli
