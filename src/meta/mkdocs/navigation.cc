// Reads the file of each directory that the navigation reaches and replaces its items by entries
// for pages; see navigation.h.
#include "meta/mkdocs/navigation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "base/bounds.h"
#include "base/path.h"
#include "base/text.h"
#include "source/unicode.h"

namespace kbuild::meta {

namespace {

constexpr std::size_t kMaxBytes = 1u << 20;
constexpr std::size_t kMaxFolders = 10'000;

struct Plugin {
  std::string_view name;
  /// The option that names its file, and the file without it.
  std::string_view option;
  std::string_view file;
  /// A Markdown list and not YAML.
  bool literate = false;
};
constexpr std::array kPlugins = {Plugin{"literate-nav", "nav_file", "SUMMARY.md", true},
                                 Plugin{"awesome-pages", "filename", ".pages"},
                                 Plugin{"awesome-nav", "filename", ".nav.yml"}};

using Entries = std::vector<NavigationEntry>;

/// Settings of a file for its directory.
struct Folder {
  std::string title;
  bool hidden = false;
  bool descending = false;
  /// Without it the directory's pages are in their usual order.
  bool listed = false;
  Entries entries;
};

bool is_rest(std::string_view target) {
  return target == "..." || target.starts_with("... |");
}

/// MkDocs's title of a directory: "data-moving" is "Data moving".
std::string title_of_directory(std::string_view path) {
  std::string title(base::file_name(path));
  for (char& c : title)
    if (c == '-' || c == '_') c = ' ';
  if (base::to_lower(title) == title && !title.empty()) title[0] = base::to_upper(title[0]);
  return title;
}

/// "[Title](target)", "text" or "pattern" of a list's item.
NavigationEntry read_item(std::string_view text, source::Span span) {
  if (text.starts_with('[') && text.ends_with(')'))
    if (std::size_t middle = text.rfind("]("); middle != text.npos)
      return {std::string(text.substr(1, middle - 1)),
              std::string(base::trim(text.substr(middle + 2, text.size() - middle - 3))),
              {},
              span};
  bool target = text.find('*') != text.npos || text.ends_with('/') || text.ends_with(".md");
  return target ? NavigationEntry{"", std::string(text), {}, span}
                : NavigationEntry{std::string(text), "", {}, span};
}

/// The nested list of a SUMMARY.md; what is no item of a list does not count.
Entries read_list(std::string_view text, source::FileId file) {
  struct Level {
    std::size_t indent;
    Entries* entries;
  };
  Entries roots;
  std::vector<Level> levels = {{0, &roots}};
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = base::trim_right(text.substr(at, end - at));
    std::string_view bare = base::trim_left(line);
    source::Span span{file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    at = end + 1;
    bool item = bare.size() > 2 &&
                std::string_view("*-+").find(bare[0]) != std::string_view::npos &&
                base::is_space(bare[1]);
    if (!item) continue;
    std::size_t indent = line.size() - bare.size();
    while (levels.size() > 1 && levels.back().indent >= indent) levels.pop_back();
    // The first item may be indented, too.
    Entries& siblings = *levels.back().entries;
    siblings.push_back(read_item(base::trim(bare.substr(2)), span));
    if (levels.size() < base::kMaxNavigationDepth)
      levels.push_back({indent, &siblings.back().children});
  }
  return roots;
}

class Layout {
 public:
  Layout(const base::Disk& disk, source::SourceStore& sources, const SourceTree& tree,
         const Plugin& plugin, std::string file, Inputs& inputs)
      : disk_(disk),
        sources_(sources),
        tree_(tree),
        plugin_(plugin),
        file_(std::move(file)),
        inputs_(inputs) {}

  base::Result<Entries> run() {
    if (auto found = find_pages(); !found) return tl::unexpected(found.error());
    Entries entries =
        tree_.navigation.empty() ? directory("", 0) : resolve(tree_.navigation, "", 0, "");
    if (error_) return tl::unexpected(*error_);
    return entries;
  }

 private:
  base::Result<void> find_pages() {
    auto files = disk_.list(tree_.path);
    if (!files) return tl::unexpected(files.error());
    for (std::string& path : *files) {
      for (std::string_view up = base::parent_path(path); !up.empty(); up = base::parent_path(up))
        directories_.insert(std::string(up));
      if (path.ends_with(".md") && !is_excluded(tree_, path) && base::file_name(path) != file_)
        pages_.insert(std::move(path));
    }
    base::Hasher hasher;
    hasher.add(inputs_.record.digest);
    for (const std::string& page : pages_) hasher.add(page);
    inputs_.record.digest = hasher.finish();
    inputs_.record.files.emplace_back(tree_.path, disk_.status(tree_.path));
    for (const std::string& path : directories_) {
      std::string full = base::join_path(tree_.path, path);
      inputs_.record.files.emplace_back(full, disk_.status(full));
    }
    return {};
  }

  Folder folder_of(const std::string& path) {
    Folder folder;
    std::string name = base::join_path(tree_.path, base::join_path(path, file_));
    if (error_ || disk_.status(name).kind != base::FileKind::file) return folder;
    if (plugin_.literate) {
      auto text = read_input(disk_, name, kMaxBytes, inputs_);
      if (!text) return error_ = text.error(), folder;
      source::FileId file = sources_.add(name, source::decode_bytes(std::move(*text)).text);
      folder.entries = read_list(sources_.text(file), file);
      folder.listed = true;
      return folder;
    }
    auto read = read_config_file(disk_, sources_, name, inputs_);
    if (!read) return error_ = read.error(), folder;
    const Value& root = read->value;
    folder.title = root["title"].text();
    folder.hidden = root["hide"].boolean().value_or(false);
    folder.descending =
        root["order"].text() == "desc" || root["sort"]["direction"].text() == "desc";
    const Value& list = root["nav"] ? root["nav"] : root["arrange"];
    folder.listed = list.is_sequence();
    folder.entries = read_navigation(list);
    bool append = root["append_unmatched"].boolean().value_or(false) || (!root["nav"] && list);
    bool rest = std::any_of(folder.entries.begin(), folder.entries.end(),
                            [](const NavigationEntry& entry) { return is_rest(entry.target); });
    if (append && folder.listed && !rest) folder.entries.push_back({"", "...", {}, list.span});
    return folder;
  }

  bool is_directory(const std::string& path) const { return directories_.contains(path); }

  /// A directory's pages and directories as MkDocs orders them: index first, files by name, then
  /// directories.
  Entries usual(const std::string& directory) const {
    Entries files, folders;
    for (const std::string& page : pages_)
      if (base::parent_path(page) == directory) files.push_back({"", page, {}, {}});
    std::stable_partition(files.begin(), files.end(), [](const NavigationEntry& entry) {
      std::string_view name = base::file_name(entry.target);
      return name == "index.md" || name == "README.md";
    });
    for (const std::string& path : directories_)
      if (base::parent_path(path) == directory) folders.push_back({"", path + "/", {}, {}});
    files.insert(files.end(), folders.begin(), folders.end());
    return files;
  }

  Entries directory(const std::string& path, int depth) {
    Folder folder = folder_of(path);
    return listed(folder, path, depth);
  }
  Entries listed(const Folder& folder, const std::string& path, int depth) {
    if (folder.listed) return resolve(folder.entries, path, depth, path);
    Entries entries = usual(path), out;
    if (folder.descending) std::reverse(entries.begin(), entries.end());
    add_matching(entries, "", {}, depth, out);
    return out;
  }

  /// The entry for a directory, or none where it has no pages or hides itself.
  void add_directory(const std::string& path, std::string title, source::Span span, int depth,
                     bool named, Entries& out) {
    // A directory cannot be below itself.
    if (depth > base::kMaxNavigationDepth || visits_++ > kMaxFolders || !open_.insert(path).second)
      return;
    add_closed_directory(path, std::move(title), span, depth, named, out);
    open_.erase(path);
  }
  void add_closed_directory(const std::string& path, std::string title, source::Span span,
                            int depth, bool named, Entries& out) {
    Folder folder = folder_of(path);
    if (folder.hidden && !named) return;
    if (title.empty()) title = folder.title.empty() ? title_of_directory(path) : folder.title;
    Entries children = listed(folder, path, depth + 1);
    if (!children.empty()) out.push_back({std::move(title), "", std::move(children), span});
  }

  /// `base`: what targets are relative to; `place`: the directory whose rest "..." stands for.
  Entries resolve(const Entries& entries, const std::string& base, int depth,
                  const std::string& place) {
    std::set<std::string> named;
    note_named(entries, base, named, 0);
    if (depth > base::kMaxNavigationDepth) return {};
    // What is left over is known once all that is named has its place.
    std::vector<Entries> parts(entries.size());
    for (bool rest : {false, true})
      for (std::size_t i = 0; i < entries.size(); ++i) {
        if (is_rest(entries[i].target) != rest) continue;
        if (rest)
          add_matching(usual(place), rest_pattern(entries[i].target), named, depth, parts[i]);
        else
          add_named(entries[i], base, place, named, depth, parts[i]);
      }
    Entries out;
    for (Entries& part : parts) std::move(part.begin(), part.end(), std::back_inserter(out));
    return out;
  }

  void add_named(const NavigationEntry& entry, const std::string& base, const std::string& place,
                 const std::set<std::string>& named, int depth, Entries& out) {
    std::string path = base::normalise_path(base::join_path(base, base::trim(entry.target)));
    if (!entry.children.empty()) {
      Entries children = resolve(entry.children, base, depth + 1, place);
      if (!children.empty()) out.push_back({entry.title, "", std::move(children), entry.span});
    } else if (entry.target.empty()) {
      return;
    } else if (entry.target.find("://") != std::string::npos) {
      out.push_back(entry);
    } else if (entry.target.find('*') != std::string::npos) {
      add_matching(usual(std::string(base::parent_path(path))), path, named, depth, out);
    } else if (is_directory(path)) {
      add_directory(path, entry.title, entry.span, depth, true, out);
    } else {
      placed_.insert(path);
      out.push_back({entry.title, std::move(path), {}, entry.span});
    }
  }

  /// "... | guide-*.md" selects matching names; other filters are unknown.
  static std::string rest_pattern(std::string_view target) {
    std::size_t bar = target.find('|');
    std::string_view pattern = bar == target.npos ? "" : base::trim(target.substr(bar + 1));
    for (std::string_view word : base::split_words(pattern))
      if (word != "flat" && !word.starts_with("regex=")) return std::string(word);
    return {};
  }

  void note_named(const Entries& entries, const std::string& base, std::set<std::string>& named,
                  int depth) const {
    for (const NavigationEntry& entry : entries) {
      if (!entry.target.empty() && !is_rest(entry.target))
        named.insert(base::normalise_path(base::join_path(base, base::trim(entry.target))));
      if (depth < base::kMaxNavigationDepth) note_named(entry.children, base, named, depth + 1);
    }
  }

  /// Those of `found` that are not listed elsewhere and match the pattern: by the whole path, or by
  /// the name.
  void add_matching(const Entries& found, const std::string& pattern,
                    const std::set<std::string>& named, int depth, Entries& out) {
    for (const NavigationEntry& entry : found) {
      std::string path = base::normalise_path(entry.target);
      bool fits = pattern.empty() || matches_glob(pattern, path) ||
                  matches_glob(pattern, std::string(base::file_name(path)));
      if (named.contains(path) || !fits) continue;
      if (is_directory(path))
        add_directory(path, "", {}, depth, false, out);
      else if (placed_.insert(path).second)
        out.push_back(entry);
    }
  }

  const base::Disk& disk_;
  source::SourceStore& sources_;
  const SourceTree& tree_;
  const Plugin& plugin_;
  std::string file_;
  Inputs& inputs_;
  std::set<std::string> pages_, directories_;
  /// Pages that are listed already, and so not part of the rest.
  std::set<std::string> placed_;
  /// Directories that are being laid out, and how many were.
  std::set<std::string> open_;
  std::size_t visits_ = 0;
  std::optional<base::Error> error_;
};

}  // namespace

std::vector<Member> named_options(const Value& value) {
  if (value.is_mapping()) return value.members;
  std::vector<Member> out;
  for (const Value& item : value.items) {
    if (item.is_scalar()) out.push_back({item, {}});
    for (const auto& member : item.members) out.push_back(member);
  }
  return out;
}

base::Result<void> lay_out_navigation(const base::Disk& disk, source::SourceStore& sources,
                                      const Value& plugins, SourceTree& tree, Inputs& inputs) {
  for (const auto& [name, options] : named_options(plugins))
    for (const Plugin& plugin : kPlugins) {
      if (name.scalar != plugin.name) continue;
      std::string file = options[plugin.option].text(plugin.file);
      auto entries = Layout(disk, sources, tree, plugin, file, inputs).run();
      if (!entries) return tl::unexpected(entries.error());
      tree.navigation = std::move(*entries);
      if (plugin.literate) tree.exclude.push_back("**/" + file);
      return {};
    }
  return {};
}

}  // namespace kbuild::meta
