// Reads both forms line by line; see container_syntax.h. Names are those of the Dockerfile
// reference and of the definition files of Apptainer 1.
#include "run/units/container_syntax.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace kbuild::run {

namespace {

constexpr std::string_view kInstructions[] = {
    "ADD",    "ARG",   "CMD",         "COPY",  "ENTRYPOINT", "ENV",
    "EXPOSE", "FROM",  "HEALTHCHECK", "LABEL", "MAINTAINER", "ONBUILD",
    "RUN",    "SHELL", "STOPSIGNAL",  "USER",  "VOLUME",     "WORKDIR"};

constexpr std::string_view kSections[] = {"help",        "setup",       "files",     "labels",
                                          "environment", "startscript", "runscript", "test",
                                          "post",        "arguments",   "pre"};

constexpr std::string_view kAgents[] = {"library",    "docker",  "docker-daemon", "docker-archive",
                                        "localimage", "oras",    "shub",          "yum",
                                        "dnf",        "zypper",  "debootstrap",   "arch",
                                        "busybox",    "scratch", "oci",           "oci-archive"};

bool has(auto& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

/// ", did you mean X?", or "".
std::string suggestion(std::string_view word, auto& list) {
  std::string_view near = base::nearest(word, {std::begin(list), std::end(list)});
  return near.empty() ? "" : base::format(", did you mean '{}'?", near);
}

std::size_t offset_in(std::string_view text, std::string_view part) {
  return static_cast<std::size_t>(part.data() - text.data());
}

/// The end words of the here-documents that an instruction begins.
std::vector<std::string_view> here_documents(std::string_view line) {
  std::vector<std::string_view> out;
  for (std::size_t at = line.find("<<"); at != line.npos; at = line.find("<<", at + 2)) {
    std::size_t begin = at + 2;
    while (begin < line.size() && std::string_view("-\"'").find(line[begin]) != line.npos) ++begin;
    std::size_t end = begin;
    while (end < line.size() && base::is_name_byte(line[end])) ++end;
    if (end > begin) out.push_back(line.substr(begin, end - begin));
  }
  return out;
}

}  // namespace

std::optional<ContainerFault> check_dockerfile(std::string_view text) {
  std::optional<ContainerFault> fault;
  std::vector<std::string_view> bodies;
  bool from = false, continued = false;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view bare = base::trim(line);
    if (!bodies.empty()) {
      if (bare == bodies.front()) bodies.erase(bodies.begin());
      continue;
    }
    // Comments and empty lines may stand within an instruction.
    if (bare.empty() || bare.starts_with('#')) continue;
    bool inside = continued;
    continued = bare.ends_with('\\') || bare.ends_with('`');
    if (inside) continue;
    std::string_view word = bare.substr(0, bare.find_first_of(" \t"));
    std::string name = base::to_upper(word);
    from |= name == "FROM";
    if (name == "RUN" || name == "COPY" || name == "ADD") bodies = here_documents(bare);
    bool known = has(kInstructions, name) || word.starts_with("...") || word.starts_with('{');
    if (!known && !fault)
      fault = {base::format("unknown instruction '{}'{}", word, suggestion(name, kInstructions)),
               offset_in(text, word), word.size()};
  }
  return from ? fault : std::nullopt;
}

std::optional<ContainerFault> check_definition(std::string_view text) {
  std::optional<ContainerFault> fault;
  bool bootstrap = false, section = false;
  for (std::string_view line : base::split_lines(text)) {
    std::string_view bare = base::trim(line);
    if (!section && base::starts_with_ignoring_case(bare, "bootstrap:")) {
      bootstrap = true;
      std::string_view agent = base::trim(bare.substr(10));
      agent = agent.substr(0, agent.find_first_of(" \t"));
      bool open = agent.empty() || agent.find_first_of("<{[$.") != agent.npos;
      if (!open && !has(kAgents, agent) && !fault)
        fault = {base::format("unknown bootstrap agent '{}'{}", agent, suggestion(agent, kAgents)),
                 offset_in(text, agent), agent.size()};
    }
    if (!line.starts_with('%') || line.size() < 2 || !base::is_alpha(line[1])) continue;
    section = true;
    std::string_view name = bare.substr(1, bare.find_first_of(" \t{") - 1);
    bool of_app = name.starts_with("app");
    if (!of_app && !has(kSections, name) && !fault)
      fault = {base::format("unknown section '%{}'{}", name, suggestion(name, kSections)),
               offset_in(text, name), name.size()};
  }
  return bootstrap ? fault : std::nullopt;
}

}  // namespace kbuild::run
