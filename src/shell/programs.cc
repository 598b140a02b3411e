// The table, by combinations of classes; see programs.h.
#include "shell/programs.h"

#include <unordered_map>

#include "base/text.h"

namespace kbuild::shell {

namespace {

using enum ProgramClass;

/// Of no class: known, and nothing more to say.
constexpr ProgramClass kTool{};

struct Row {
  ProgramClass classes;
  std::string_view names;
};

/// No name stands twice.
constexpr Row kPrograms[] = {
    {keyword, "if then else elif fi for do done while until case esac { } !"},
    {keyword | ambiguous, "in select"},
    {bash_keyword, "function [[ coproc"},
    {bash_keyword | prefix, "time"},
    {builtin,
     ": [ alias bg cd compgen declare dirs disown eval exit false fc fg getopts kill let "
     "local logout mapfile popd pushd pwd read readarray readonly return set shift shopt test trap "
     "true type typeset ulimit umask unalias unset wait"},
    {builtin | ambiguous,
     "bind break caller complete continue enable hash help history jobs suspend times setenv"},
    {builtin | only_names, "echo printf"},
    {builtin | prefix, "exec"},
    {builtin | prefix | ambiguous, "command builtin"},
    {builtin | never_variable, "export"},
    {builtin | sources | interpreter | never_variable, "source"},
    {builtin | sources | interpreter | ambiguous, "."},

    {modules | never_variable, "module ml"},
    {batch | never_variable, "sacct sacctmgr sinfo squeue sreport sprio sstat seff qstat"},
    {batch, "flux"},
    {batch | administers | never_variable, "scancel scontrol qdel"},
    {batch | submits | interpreter | never_variable, "sbatch qsub bsub"},
    {batch | interactive | never_variable, "salloc sinteractive"},
    {batch | launcher | never_variable, "srun"},
    {batch | launcher, "aprun jsrun"},
    {launcher, "mpirun mpiexec"},
    {prefix | administers, "sudo"},
    {prefix, "nohup setsid"},
    {wrapper | ambiguous, "nice"},
    {wrapper, "env ionice stdbuf numactl xargs"},
    {operand_wrapper, "timeout taskset nsys"},
    {container, "apptainer singularity"},

    {compiler,
     "gcc g++ gfortran cc c++ CC ftn clang clang++ icc icpc ifort icx icpx ifx nvc nvc++ nvfortran "
     "nvcc hipcc mpicc mpicxx mpic++ mpif90 mpifort javac"},
    {build_tool, "make gmake cmake ninja"},
    {interpreter | python | never_variable, "python python2 python3 ipython"},
    {interpreter,
     "R Rscript julia perl ruby node matlab octave java torchrun accelerate deepspeed"},
    {interpreter | shell, "bash sh zsh tcsh csh ksh dash"},
    {pip | python_packages | never_variable, "pip pip3"},
    {conda | python_packages | never_variable, "conda mamba micromamba"},
    {python_packages, "uv"},

    {editor | interactive, "vim vi nano emacs"},
    {interactive | never_variable, "ssh"},
    {interactive, "screen tmux passwd"},
    {transfer, "wget curl scp rsync sftp rclone s3cmd swift"},
    {unpacks, "tar unzip gunzip 7z 7za"},
    {copies, "cp ln"},
    {copies | ambiguous, "install"},
    {copies | changes | removes, "mv"},
    {changes | creates, "tee touch"},
    {changes | only_names, "chmod chown chgrp mkdir"},
    {changes | removes | only_names, "rm rmdir unlink"},
    {changes | removes, "truncate"},
    {only_names, "ls"},
    {administers, "su mkfs dd pkill killall crontab at systemctl mount umount shred"},
    {administers | ambiguous, "batch reboot shutdown"},

    {kTool,
     "cat less more head tail find grep egrep awk gawk sed sort uniq cut tr wc diff patch gzip "
     "bzip2 zip xz zstd ssh-keygen ssh-add ssh-copy-id ssh-agent git svn hg pipx virtualenv podman "
     "docker npm nextflow snakemake sleep date which whereis man info hostname whoami id uname "
     "printenv nvidia-smi rocm-smi rocminfo nvidia-cuda-mps-control ncu rocprof omniperf gdb "
     "valgrind strace lscpu lstopo free top htop ps df du quota lfs ws_list ws_allocate ws_release "
     "ws_extend tensorboard jupyter jupyter-lab jupyter-notebook aws openstack oc kubectl helm "
     "terraform apt apt-get yum dnf brew spack eb dos2unix gmx gmx_mpi lmp vasp_std namd2 namd3 "
     "cp2k cp2k.psmp blastn blastp bwa samtools bcftools bowtie2 cmsh getent ldd nm objdump file "
     "strings md5sum sha256sum base64 openssl gpg seq stty newgrp groups parallel csplit split "
     "paste join column jq yq"},
};

/// The name without the version behind it; "" where none is.
std::string_view without_version(std::string_view name) {
  // A dot ends a sentence, not a version.
  if (name.ends_with('.')) return {};
  std::size_t end = name.size();
  while (end > 0 && (base::is_digit(name[end - 1]) || name[end - 1] == '.')) --end;
  if (end == name.size() || end < 3) return {};
  return name.substr(0, name[end - 1] == '-' ? end - 1 : end);
}

const ProgramClass* find(std::string_view program) {
  static const auto table = [] {
    std::unordered_map<std::string_view, ProgramClass> made;
    for (const Row& row : kPrograms)
      for (std::string_view name : base::split_words(row.names)) made.emplace(name, row.classes);
    return made;
  }();
  auto at = table.find(program);
  return at == table.end() ? nullptr : &at->second;
}

bool has_any(ProgramClass classes, ProgramClass wanted) {
  return (static_cast<std::uint32_t>(classes) & static_cast<std::uint32_t>(wanted)) != 0;
}

const ProgramClass* classes_of(std::string_view program) {
  if (const ProgramClass* classes = find(program)) return classes;
  const ProgramClass* stem = find(without_version(program));
  return stem && has_any(*stem, python | compiler | pip) ? stem : nullptr;
}

}  // namespace

bool is_well_known(std::string_view program) {
  return classes_of(program) != nullptr;
}

bool is_program(std::string_view program, ProgramClass classes) {
  const ProgramClass* found = classes_of(program);
  return found && has_any(*found, classes);
}

}  // namespace kbuild::shell
