// The table of known commands and the form of others; see command.h.
#include "snippets/command.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/text.h"

namespace kbuild::snippets {

namespace {

/// Commands that pages of clusters name. Words that are also English ("test", "time", "make") count
/// only at the beginning of a line, as all of them do.
constexpr std::string_view kCommands =
    " module ml srun sbatch salloc scancel squeue sinfo scontrol sacct sstat sreport sprio seff "
    "sacctmgr"
    " sinteractive qsub qstat qdel bsub flux cd ls cp mv rm mkdir rmdir ln cat less more head tail "
    "tee touch chmod chown chgrp find"
    " grep egrep awk gawk sed sort uniq cut tr wc xargs diff patch tar gzip gunzip bzip2 zip unzip "
    "xz zstd"
    " wget curl ssh scp rsync sftp ssh-keygen ssh-add ssh-copy-id ssh-agent git svn hg make gmake "
    "cmake ninja"
    " gcc g++ gfortran cc CC ftn icc icpc ifort icx icpx ifx nvcc hipcc clang clang++ mpicc mpicxx "
    "mpif90 mpic++"
    " mpirun mpiexec mpifort aprun jsrun python python2 python3 pip pip3 pipx uv virtualenv conda "
    "mamba micromamba"
    " conda-containerize pip-containerize wrap-container apptainer singularity docker podman "
    "apptainer_wrapper"
    " singularity_wrapper cotainr R Rscript julia matlab octave perl ruby node npm java javac "
    "nextflow snakemake"
    " echo printf export source set unset alias eval exec exit return read test wait sleep time "
    "timeout nohup"
    " which whereis type man info date hostname whoami id uname env printenv ulimit umask pwd "
    "pushd popd"
    " nvidia-smi rocm-smi rocminfo nvidia-cuda-mps-control nsys ncu rocprof omniperf gdb valgrind "
    "strace"
    " lscpu lstopo numactl taskset free top htop ps kill pkill df du quota mount lfs showquota"
    " csc-workspaces csc-projects lumi-workspaces lumi-allocations ws_list ws_allocate ws_release "
    "ws_extend"
    " avail_wheels salloc torchrun accelerate deepspeed tensorboard jupyter jupyter-lab "
    "jupyter-notebook"
    " a-put a-get a-list a-check a-delete a-publish a-info a-find a-stream allas-conf rclone s3cmd "
    "swift aws openstack oc kubectl helm terraform"
    " vim vi nano emacs screen tmux bash sh zsh tcsh csh sudo apt apt-get yum dnf brew spack eb "
    "dos2unix"
    " gmx gmx_mpi lmp vasp_std namd2 namd3 cp2k cp2k.psmp blastn blastp bwa samtools bcftools "
    "bowtie2 sacct"
    " if for while until case function do done fi then else elif esac [[ [ { } ( ) : true false "
    "shift local declare"
    " readonly trap let wait cmsh getent ldd nm objdump file strings md5sum sha256sum base64 "
    "openssl gpg seq"
    " stty logout su newgrp groups crontab at parallel csplit split paste join column jq yq start-r"
    " r-env list-packages saldo 7z 7za ";

}  // namespace

bool is_assignment(std::string_view word) {
  std::size_t at = 0;
  while (at < word.size() && base::is_name_byte(word[at])) ++at;
  if (at == 0 || base::is_digit(word[0])) return false;
  if (at < word.size() && word[at] == '[') {
    std::size_t close = word.find(']', at);
    if (close == word.npos) return false;
    at = close + 1;
  }
  if (at < word.size() && word[at] == '+') ++at;
  return at < word.size() && word[at] == '=' && word.substr(at) != "=" &&
         !word.substr(at).starts_with("==");
}

bool is_known_command(std::string_view word) {
  static const std::unordered_set<std::string_view> known = [] {
    std::vector<std::string_view> words = base::split_words(kCommands);
    return std::unordered_set<std::string_view>(words.begin(), words.end());
  }();
  return known.contains(word);
}

std::string_view command_word(std::string_view line) {
  for (std::string_view word : base::split_words(line)) {
    if (word == "sudo" || word == "time" || word == "exec" || word == "nohup" || word == "!" ||
        is_assignment(word))
      continue;
    return word;
  }
  return {};
}

bool begins_with_known_command(std::string_view line) {
  std::string_view word = command_word(line);
  return is_known_command(word) || (word.empty() && !base::trim(line).empty());
}

bool is_command_shaped(std::string_view line) {
  std::string_view trimmed = base::trim(line);
  if (trimmed.empty()) return false;
  std::string_view word = command_word(trimmed);
  if (word.empty() || is_known_command(word)) return true;
  char first = word.front();
  if (std::string_view("./~$`(<\"{[").find(first) != std::string_view::npos) {
    // "..." and "[1] text" are omissions and output; "./x", "/x" and "$X" can be run.
    if (word == "..." || word == "..") return false;
    return first != '[' || word == "[" || word == "[[";
  }
  char last = word.back();
  if (last == ':' || last == ',' || last == '.' || last == ';' || last == '!') return last == ';';
  bool words_only = base::is_all(word, [](char c) {
    return base::is_name_byte(c) || c == '-' || c == '.' || c == '+' || c == '/' || c == '<' ||
           c == '>';
  });
  if (!words_only || base::is_digit(first)) return false;
  if (base::is_lower(first) || first == '_') return true;
  std::vector<std::string_view> words = base::split_words(trimmed);
  bool has_option = std::any_of(words.begin(), words.end(), [](std::string_view w) {
    return w.size() > 1 && w[0] == '-' && (base::is_alpha(w[1]) || w[1] == '-');
  });
  return words.size() == 1 || has_option || word.find('.') != word.npos ||
         word.find('/') != word.npos;
}

}  // namespace kbuild::snippets
