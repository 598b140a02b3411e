// Reads system profiles; see profile.h. Each mapping has a table of keys, so that a misspelt key is
// an error and not a silent default.
#include "run/slurm/profile.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/format.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "run/slurm/sbatch_header.h"

namespace kbuild::run {

namespace {

using meta::Value;
using namespace diag::literals;

/// Keys of `execution` that name programs or open walls.
constexpr std::string_view kOfMachine[] = {"environment",   "compilers", "prelude",
                                           "substitutions", "readable",  "writable",
                                           "devices",       "network",   "max_memory"};

class ProfileReader {
 public:
  ProfileReader(const source::SourceStore& sources, source::FileId file, ProfileOrigin origin,
                diag::Diagnostics& ignored, SystemProfile below)
      : sources_(sources),
        file_(file),
        origin_(origin),
        ignored_(ignored),
        profile_(std::move(below)) {}

  base::Result<SystemProfile> run() {
    std::string_view text = sources_.text(file_);
    auto parsed = meta::parse_yaml(sources_, {file_, 0, static_cast<std::uint32_t>(text.size())});
    if (parsed.error) {
      complain(parsed.error_span, *parsed.error);
    } else {
      read_top(parsed.value);
      check_sources();
    }
    profile_.revision = base::sha256_hex(profile_.revision + std::string(text));
    if (!error_.empty()) return base::fail(error_);
    return std::move(profile_);
  }

 private:
  using Fields = std::vector<std::pair<std::string_view, std::function<void(const Value&)>>>;

  void complain(source::Span span, const std::string& what) {
    if (!error_.empty()) return;
    source::Position at = sources_.begin(span);
    error_ = base::format("{}:{}: {}", sources_.path(file_), at.line, what);
  }

  void read(const Value& mapping, const Fields& fields) {
    if (!mapping.is_mapping()) return complain(mapping.span, "a mapping is expected here");
    for (const auto& [key, value] : mapping.members) {
      auto field = std::find_if(fields.begin(), fields.end(),
                                [&name = key.scalar](const auto& f) { return f.first == name; });
      if (field == fields.end())
        complain(key.span, base::format("unknown key '{}'", key.scalar));
      else
        field->second(value);
    }
  }

  auto text(std::string& out) {
    return [&out](const Value& v) { out = v.text(); };
  }
  auto texts(std::vector<std::string>& out) {
    return [&out](const Value& v) { out = v.texts(); };
  }
  auto paths(std::vector<std::string>& out) {
    return [this, &out](const Value& v) {
      out = v.texts();
      for (const std::string& path : out)
        if (!path.starts_with('/'))
          complain(v.span, base::format("'{}' is no absolute path", path));
    };
  }
  auto number(long long& out) {
    return [this, &out](const Value& v) {
      if (auto n = v.integer(); n && *n >= -1 && *n <= kMaxCount)
        out = *n;
      else
        complain(v.span, base::format("'{}' is no number", v.text()));
    };
  }
  auto flag(bool& out) {
    return [this, &out](const Value& v) {
      if (auto b = v.boolean())
        out = *b;
      else
        complain(v.span, base::format("'{}' is neither true nor false", v.text()));
    };
  }
  auto time(long long& out) {
    return [this, &out](const Value& v) {
      if (auto t = parse_slurm_time(v.text()))
        out = *t;
      else
        complain(v.span, base::format("'{}' is no time as Slurm writes it", v.text()));
    };
  }
  auto memory(long long& out) {
    return [this, &out](const Value& v) {
      if (auto m = parse_slurm_memory(v.text()))
        out = *m;
      else
        complain(v.span, base::format("'{}' is no memory size as Slurm writes it", v.text()));
    };
  }
  /// A reference to a source; every table row must have one.
  auto source(std::string& out) {
    return [this, &out](const Value& v) {
      out = v.text();
      references_.emplace_back(out, v.span);
    };
  }

  void each(const Value& list, const std::function<void(const Value&)>& item) {
    if (!list.is_sequence()) return complain(list.span, "a list is expected here");
    for (const Value& value : list.items) item(value);
  }
  /// A list that takes the place of the one below.
  template <class Row>
  auto rows(std::vector<Row>& out, void (ProfileReader::*row)(const Value&)) {
    return [this, &out, row](const Value& v) {
      out.clear();
      each(v, [&](const Value& item) { (this->*row)(item); });
    };
  }
  void map(const Value& mapping, std::map<std::string, std::string>& out) {
    if (!mapping.is_mapping()) return complain(mapping.span, "a mapping is expected here");
    for (const auto& [key, value] : mapping.members) out[key.scalar] = value.text();
  }

  void read_top(const Value& top) {
    SystemProfile& p = profile_;
    std::string since, note;
    read(top,
         {{"name", text(p.name)},
          {"aliases", texts(p.aliases)},
          {"centre", text(p.centre)},
          {"commands", texts(p.commands)},
          {"slurm_version", [this](const Value& v) { read_figure(v, profile_.slurm_version); }},
          {"in_service", [this](const Value& v) { read_figure(v, profile_.in_service); }},
          {"retired", [this](const Value& v) { read_figure(v, profile_.retired); }},
          {"account", [this](const Value& v) { read_figure(v, profile_.account); }},
          {"cores_per_gpu",
           [this](const Value& v) {
             std::string value;
             read_figure(v, value);
             profile_.cores_per_gpu = parse_unsigned(value).value_or(0);
           }},
          {"complete", flag(p.complete)},
          {"sources", [this](const Value& v) { read_sources(v); }},
          {"node_types", rows(p.node_types, &ProfileReader::read_node_type)},
          {"partitions", rows(p.partitions, &ProfileReader::read_partition)},
          {"execution", [this](const Value& v) { read_execution(v); }}});
    if (p.name.empty()) complain(top.span, "the profile has no 'name'");
  }

  /// {value: x, source: key}.
  void read_figure(const Value& v, std::string& out) {
    std::string key;
    read(v, {{"value", text(out)}, {"source", source(key)}});
    if (key.empty()) complain(v.span, "the figure names no source");
  }

  void read_sources(const Value& v) {
    if (!v.is_mapping()) return complain(v.span, "a mapping is expected here");
    profile_.sources.clear();
    for (const auto& [key, value] : v.members) {
      ProfileSource s{key.scalar, "", "", ""};
      read(value, {{"title", text(s.title)}, {"url", text(s.url)}, {"date", text(s.date)}});
      if (s.date.empty()) complain(value.span, base::format("source '{}' has no date", s.key));
      profile_.sources.push_back(std::move(s));
    }
  }

  void read_node_type(const Value& row) {
    NodeType t;
    read(row, {{"name", text(t.name)},
               {"source", source(t.source)},
               {"cores", number(t.cores)},
               {"threads_per_core", number(t.threads_per_core)},
               {"memory", memory(t.memory)},
               {"gpu_type", text(t.gpu_type)},
               {"gpus", number(t.gpus)},
               {"local_disk", number(t.local_disk)}});
    if (t.source.empty())
      complain(row.span, base::format("node type '{}' names no source", t.name));
    profile_.node_types.push_back(std::move(t));
  }

  void read_partition(const Value& row) {
    Partition p;
    read(row, {{"name", text(p.name)},
               {"source", source(p.source)},
               {"time", time(p.time)},
               {"min_nodes", number(p.min_nodes)},
               {"max_nodes", number(p.max_nodes)},
               {"node_types", texts(p.node_types)},
               {"max_cores", number(p.max_cores)},
               {"min_gpus", number(p.min_gpus)},
               {"max_gpus", number(p.max_gpus)},
               {"memory", memory(p.memory)},
               {"local_disk", number(p.local_disk)},
               {"exclusive", flag(p.exclusive)},
               {"needs_gpu", flag(p.needs_gpu)}});
    if (p.source.empty())
      complain(row.span, base::format("partition '{}' names no source", p.name));
    for (const std::string& type : p.node_types)
      if (!profile_.node_type(type))
        complain(row.span,
                 base::format("partition '{}' names node type '{}', which is not above it", p.name,
                              type));
    profile_.partitions.push_back(std::move(p));
  }

  void read_execution(const Value& v) {
    Execution& e = profile_.execution;
    auto minutes = [this](double& out) {
      return [this, &out](const Value& m) {
        long long whole = 0;
        number(whole)(m);
        out = static_cast<double>(whole);
      };
    };
    const Execution below = e;
    read(v, {{"executor", text(e.executor)},
             {"environment", [&](const Value& m) { map(m, e.environment); }},
             {"compilers", [&](const Value& m) { map(m, e.compilers); }},
             {"prelude", text(e.prelude)},
             {"placeholders", [&](const Value& m) { map(m, e.placeholders); }},
             {"writable", paths(e.writable)},
             {"max_memory", memory(e.max_memory)},
             {"test_partition", text(e.test_partition)},
             {"max_time", time(e.max_seconds)},
             {"max_nodes", number(e.max_nodes)},
             {"max_jobs", number(e.max_jobs)},
             {"node_minutes", minutes(e.node_minutes)},
             {"gpu_minutes", minutes(e.gpu_minutes)},
             {"readable", paths(e.readable)},
             {"devices", paths(e.devices)},
             {"network", flag(e.network)},
             {"substitutions", rows(e.substitutions, &ProfileReader::read_substitution)}});
    if (origin_ == ProfileOrigin::machine) return;
    for (const auto& [key, value] : v.members)
      if (std::find(std::begin(kOfMachine), std::end(kOfMachine), key.scalar) !=
          std::end(kOfMachine))
        ignored_.push_back({"KB0911"_code, key.span, {key.scalar, profile_.name}});
    e.environment = below.environment;
    e.compilers = below.compilers;
    e.prelude = below.prelude;
    e.substitutions = below.substitutions;
    e.readable = below.readable;
    e.writable = below.writable;
    e.devices = below.devices;
    e.max_memory = below.max_memory;
    e.network = below.network;
  }

  void read_substitution(const Value& row) {
    Substitution s;
    read(row, {{"find", text(s.find)}, {"put", text(s.put)}, {"why", text(s.why)}});
    profile_.execution.substitutions.push_back(std::move(s));
  }

  void check_sources() {
    for (const auto& reference : references_) {
      bool known = std::any_of(profile_.sources.begin(), profile_.sources.end(),
                               [&](const ProfileSource& s) { return s.key == reference.first; });
      if (!known)
        complain(reference.second, base::format("there is no source '{}'", reference.first));
    }
  }

  const source::SourceStore& sources_;
  source::FileId file_;
  ProfileOrigin origin_;
  diag::Diagnostics& ignored_;
  SystemProfile profile_;
  std::vector<std::pair<std::string, source::Span>> references_;
  std::string error_;
};

}  // namespace

const Partition* SystemProfile::partition(std::string_view wanted) const {
  for (const Partition& p : partitions)
    if (p.name == wanted) return &p;
  return nullptr;
}

const NodeType* SystemProfile::node_type(std::string_view wanted) const {
  for (const NodeType& t : node_types)
    if (t.name == wanted) return &t;
  return nullptr;
}

std::vector<const NodeType*> SystemProfile::types_of(const Partition& p) const {
  std::vector<const NodeType*> types;
  for (const NodeType& t : node_types)
    if (p.node_types.empty() ||
        std::find(p.node_types.begin(), p.node_types.end(), t.name) != p.node_types.end())
      types.push_back(&t);
  return types;
}

base::Result<SystemProfile> parse_profile(source::SourceStore& sources, source::FileId file,
                                          ProfileOrigin origin, diag::Diagnostics& ignored,
                                          SystemProfile below) {
  return ProfileReader(sources, file, origin, ignored, std::move(below)).run();
}

std::vector<std::string> machine_directories(const base::Disk& disk,
                                             const std::map<std::string, std::string>& variables,
                                             const std::vector<std::string>& trees) {
  std::vector<std::string> found = {"/etc"};
  auto value = [&](const char* name) {
    auto at = variables.find(name);
    return at != variables.end() && at->second.starts_with('/') ? at->second : std::string();
  };
  if (std::string user = value("XDG_CONFIG_HOME"); !user.empty())
    found.push_back(std::move(user));
  else if (std::string home = value("HOME"); !home.empty())
    found.push_back(home + "/.config");
  for (std::string& directory : found) directory += "/kbuild/systems";
  for (const std::string& tree : trees) {
    std::string root = disk.real_path(tree).value_or(tree) + "/";
    std::erase_if(found, [&](const std::string& directory) {
      return (disk.real_path(directory).value_or(directory) + "/").starts_with(root);
    });
  }
  return found;
}

base::Result<SystemProfile> parse_profile(source::SourceStore& sources, source::FileId file) {
  diag::Diagnostics none;
  return parse_profile(sources, file, ProfileOrigin::machine, none);
}

namespace {

using ReadOne = std::function<base::Result<void>(source::FileId)>;

base::Result<void> each_profile(const base::Disk& disk, source::SourceStore& sources,
                                const std::string& directory, const ReadOne& read) {
  if (directory.empty() || disk.status(directory).kind != base::FileKind::directory) return {};
  auto names = disk.list(directory);
  if (!names) return tl::unexpected(names.error());
  for (const std::string& name : *names) {
    if (!name.ends_with(".yaml") || name.find('/') != name.npos) continue;
    std::string path = base::join_path(directory, name);
    auto text = disk.read(path);
    if (!text) return tl::unexpected(text.error());
    if (auto done = read(sources.add(path, std::move(*text))); !done) return done;
  }
  return {};
}

}  // namespace

base::Result<Profiles> load_profiles(const base::Disk& disk, source::SourceStore& sources,
                                     const ProfileDirectories& directories) {
  Profiles out;
  auto of_repository = [&](source::FileId file) -> base::Result<void> {
    auto profile = parse_profile(sources, file, ProfileOrigin::repository, out.ignored);
    if (!profile) return tl::unexpected(profile.error());
    out.systems.push_back(std::move(*profile));
    return {};
  };
  auto of_machine = [&](source::FileId file) -> base::Result<void> {
    auto profile = parse_profile(sources, file, ProfileOrigin::machine, out.ignored);
    if (!profile) return tl::unexpected(profile.error());
    auto known = std::find_if(out.systems.begin(), out.systems.end(), [&](const SystemProfile& p) {
      return base::equals_ignoring_case(p.name, profile->name);
    });
    if (known == out.systems.end()) {
      if (profile->execution.executor == "local") out.systems.push_back(std::move(*profile));
      return {};
    }
    auto both = parse_profile(sources, file, ProfileOrigin::machine, out.ignored, *known);
    if (!both) return tl::unexpected(both.error());
    *known = std::move(*both);
    return {};
  };
  auto done = each_profile(disk, sources, directories.repository, of_repository);
  for (const std::string& directory : directories.machine)
    if (done) done = each_profile(disk, sources, directory, of_machine);
  if (!done) return tl::unexpected(done.error());
  return out;
}

const SystemProfile* find_profile(const std::vector<SystemProfile>& profiles,
                                  std::string_view name) {
  for (const SystemProfile& p : profiles) {
    if (base::equals_ignoring_case(p.name, name)) return &p;
    for (const std::string& alias : p.aliases)
      if (base::equals_ignoring_case(alias, name)) return &p;
  }
  return nullptr;
}

meta::Names with_systems(meta::Names names, const std::vector<SystemProfile>& profiles) {
  for (const SystemProfile& p : profiles)
    if (p.execution.executor != "local")
      names.systems.push_back({p.name, p.aliases, "", p.retired, {}, p.commands});
  return names;
}

}  // namespace kbuild::run
