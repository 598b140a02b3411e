// The table of sbatch's options; see sbatch_options.h.
#include "run/slurm/sbatch_options.h"

namespace kbuild::run {

const std::vector<SbatchOption>& sbatch_options() {
  using enum OptionArgument;
  using enum ValueForm;
  static const std::vector<SbatchOption> kOptions = {
      {"account", 'A'},
      {"acctg-freq"},
      {"array", 'a', required, array},
      {"batch"},
      {"bb"},
      {"bbf"},
      {"begin", 'b'},
      {"chdir", 'D'},
      {"cluster", '\0', required, text, "clusters"},
      {"cluster-constraint"},
      {"clusters", 'M'},
      {"comment"},
      {"constraint", 'C'},
      {"container"},
      {"context"},
      {"contiguous", '\0', none},
      {"core-spec", 'S', required, number},
      {"cores-per-socket", '\0', required, count},
      {"cpu-freq"},
      {"cpus-per-gpu", '\0', required, count},
      {"cpus-per-task", 'c', required, count},
      {"deadline"},
      {"delay-boot"},
      {"dependency", 'd'},
      {"distribution", 'm', required, distribution},
      {"error", 'e'},
      {"exclude", 'x'},
      {"exclusive", '\0', optional, exclusive},
      {"export"},
      {"export-file"},
      {"extra-node-info", 'B'},
      {"get-user-env", '\0', optional},
      {"gid"},
      {"gpu-bind"},
      {"gpu-freq"},
      {"gpus", 'G', required, gpus},
      {"gpus-per-node", '\0', required, gpus},
      {"gpus-per-socket", '\0', required, gpus},
      {"gpus-per-task", '\0', required, gpus},
      {"gres", '\0', required, gres},
      {"gres-flags"},
      {"help", 'h', none},
      {"hint", '\0', required, hint},
      {"hold", 'H', none},
      {"ignore-pbs", '\0', none},
      {"input", 'i'},
      {"job-name", 'J'},
      {"kill-on-invalid-dep", '\0', required, yes_no},
      {"licenses", 'L'},
      {"mail-type", '\0', required, mail_type},
      {"mail-user"},
      {"mcs-label"},
      {"mem", '\0', required, memory},
      {"mem-bind"},
      {"mem-per-cpu", '\0', required, memory},
      {"mem-per-gpu", '\0', required, memory},
      {"mincpus", '\0', required, count},
      {"network"},
      {"nice", '\0', optional},
      {"no-kill", 'k', optional},
      {"no-requeue", '\0', none},
      {"nodefile", 'F'},
      {"nodelist", 'w'},
      {"nodes", 'N', required, nodes},
      {"ntasks", 'n', required, count},
      {"ntasks-per-core", '\0', required, count},
      {"ntasks-per-gpu", '\0', required, count},
      {"ntasks-per-node", '\0', required, count},
      {"ntasks-per-socket", '\0', required, count},
      {"ntasks-per-tres", '\0', required, count},
      {"open-mode"},
      {"output", 'o'},
      {"overcommit", 'O', none},
      {"oversubscribe", 's', none},
      {"parsable", '\0', none},
      {"partition", 'p'},
      {"power"},
      {"prefer"},
      {"priority"},
      {"profile"},
      {"propagate", '\0', optional},
      {"qos", 'q'},
      {"quiet", 'Q', none},
      {"reboot", '\0', none},
      {"requeue", '\0', none},
      {"reservation"},
      {"signal", '\0', required, signal},
      {"sockets-per-node", '\0', required, count},
      {"spread-job", '\0', none},
      {"switches"},
      {"tasks-per-node", '\0', required, count, "ntasks-per-node"},
      {"test-only", '\0', none},
      {"thread-spec", '\0', required, count},
      {"threads-per-core", '\0', required, count},
      {"time", 't', required, time},
      {"time-min", '\0', required, time},
      {"tmp", '\0', required, memory},
      {"uid"},
      {"usage", '\0', none},
      {"use-min-nodes", '\0', none},
      {"verbose", 'v', none},
      {"version", 'V', none},
      {"wait", 'W', none},
      {"wait-all-nodes", '\0', required, zero_one},
      {"wckey"},
      {"wrap"},
  };
  return kOptions;
}

const SbatchOption* find_short_option(char letter) {
  for (const SbatchOption& option : sbatch_options())
    if (letter != '\0' && option.letter == letter) return &option;
  return nullptr;
}

std::vector<const SbatchOption*> find_long_option(std::string_view name) {
  std::vector<const SbatchOption*> found;
  for (const SbatchOption& option : sbatch_options()) {
    if (option.name == name) return {&option};
    if (!name.empty() && option.name.starts_with(name)) found.push_back(&option);
  }
  return found;
}

}  // namespace kbuild::run
