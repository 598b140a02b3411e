// Tables of language labels and file names; see label.h.
#include "snippets/label.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/path.h"
#include "base/text.h"

namespace kbuild::snippets {

namespace {

struct Alias {
  std::string_view label;
  std::string_view language;
};
constexpr std::array kAliases = {
    Alias{"sh", "bash"},
    Alias{"shell", "bash"},
    Alias{"zsh", "bash"},
    Alias{"ksh", "bash"},
    Alias{"slurm", "bash"},
    Alias{"sbatch", "bash"},
    Alias{"shell-script", "bash"},
    Alias{"shellscript", "bash"},
    Alias{"csh", "tcsh"},
    Alias{"shell-session", "console"},
    Alias{"bash-session", "console"},
    Alias{"shellsession", "console"},
    Alias{"sh-session", "console"},
    Alias{"terminal", "console"},
    Alias{"py", "python"},
    Alias{"python3", "python"},
    Alias{"py3", "python"},
    Alias{"ipython", "pycon"},
    Alias{"python-console", "pycon"},
    Alias{"pycon3", "pycon"},
    Alias{"doctest", "pycon"},
    Alias{"c++", "cpp"},
    Alias{"cxx", "cpp"},
    Alias{"cc", "cpp"},
    Alias{"h", "c"},
    Alias{"cu", "cuda"},
    Alias{"f90", "fortran"},
    Alias{"fortran90", "fortran"},
    Alias{"fortranfixed", "fortran"},
    Alias{"makefile", "make"},
    Alias{"docker", "dockerfile"},
    Alias{"yml", "yaml"},
    Alias{"txt", "text"},
    Alias{"plain", "text"},
    Alias{"plaintext", "text"},
    Alias{"none", "text"},
    Alias{"nohighlight", "text"},
    Alias{"default", "text"},
    Alias{"raw", "text"},
    Alias{"output", "text"},
    Alias{"jl", "julia"},
    Alias{"julia-repl", "julia"},
    Alias{"jlcon", "julia"},
    Alias{"rscript", "r"},
    Alias{"s", "r"},
    Alias{"js", "javascript"},
    Alias{"ts", "typescript"},
    Alias{"ps1", "powershell"},
    Alias{"posh", "powershell"},
    Alias{"cfg", "ini"},
    Alias{"conf", "ini"},
    Alias{"ssh-config", "ssh_config"},
    Alias{"sshconfig", "ssh_config"},
    Alias{"apptainer", "singularity"},
    Alias{"md", "markdown"},
    Alias{"rest", "rst"},
    Alias{"htm", "html"},
};

struct Suffix {
  std::string_view extension;
  std::string_view language;
};
constexpr std::array kSuffixes = {
    Suffix{".sh", "bash"},     Suffix{".bash", "bash"},
    Suffix{".slurm", "bash"},  Suffix{".sbatch", "bash"},
    Suffix{".job", "bash"},    Suffix{".csh", "tcsh"},
    Suffix{".py", "python"},   Suffix{".ipynb", "json"},
    Suffix{".cpp", "cpp"},     Suffix{".cc", "cpp"},
    Suffix{".cxx", "cpp"},     Suffix{".hpp", "cpp"},
    Suffix{".c", "c"},         Suffix{".h", "c"},
    Suffix{".cu", "cuda"},     Suffix{".f", "fortran"},
    Suffix{".f90", "fortran"}, Suffix{".F90", "fortran"},
    Suffix{".f95", "fortran"}, Suffix{".jl", "julia"},
    Suffix{".r", "r"},         Suffix{".R", "r"},
    Suffix{".m", "matlab"},    Suffix{".pl", "perl"},
    Suffix{".java", "java"},   Suffix{".js", "javascript"},
    Suffix{".lua", "lua"},     Suffix{".tcl", "tcl"},
    Suffix{".cmake", "cmake"}, Suffix{".mk", "make"},
    Suffix{".yml", "yaml"},    Suffix{".yaml", "yaml"},
    Suffix{".json", "json"},   Suffix{".toml", "toml"},
    Suffix{".ini", "ini"},     Suffix{".cfg", "ini"},
    Suffix{".conf", "ini"},    Suffix{".xml", "xml"},
    Suffix{".html", "html"},   Suffix{".def", "singularity"},
    Suffix{".nf", "nextflow"}, Suffix{".smk", "snakemake"},
    Suffix{".sql", "sql"},     Suffix{".csv", "csv"},
    Suffix{".tsv", "csv"},     Suffix{".txt", "text"},
    Suffix{".dat", "text"},    Suffix{".in", "text"},
    Suffix{".inp", "text"},    Suffix{".out", "text"},
    Suffix{".log", "text"},    Suffix{".rs", "rust"},
    Suffix{".go", "go"},       Suffix{".rb", "ruby"},
    Suffix{".md", "markdown"}, Suffix{".rst", "rst"},
};

struct KnownFile {
  std::string_view name;
  std::string_view language;
};
constexpr std::array kKnownFiles = {
    KnownFile{"CMakeLists.txt", "cmake"},
    KnownFile{"Makefile", "make"},
    KnownFile{"makefile", "make"},
    KnownFile{"Dockerfile", "dockerfile"},
    KnownFile{"Snakefile", "snakemake"},
    KnownFile{".bashrc", "bash"},
    KnownFile{"nextflow.config", "nextflow"},
    KnownFile{".bash_profile", "bash"},
    KnownFile{"requirements.txt", "text"},
};

}  // namespace

std::string canonical_language(std::string_view label) {
  std::string lower = base::to_lower(base::trim(label));
  for (const Alias& alias : kAliases)
    if (alias.label == lower) return std::string(alias.language);
  return lower;
}

std::string_view language_of_file(std::string_view name) {
  std::string_view last = base::file_name(name);
  for (const KnownFile& file : kKnownFiles)
    if (file.name == last) return file.language;
  std::string_view extension = base::extension(last);
  for (const Suffix& suffix : kSuffixes)
    if (suffix.extension == extension) return suffix.language;
  return {};
}

bool is_file_name(std::string_view text) {
  if (text.empty() || text.size() > 120 || text.front() == '-') return false;
  std::string_view last = base::file_name(text);
  for (char c : text)
    if (!base::is_alnum(c) && std::string_view("._-/+~$").find(c) == std::string_view::npos)
      return false;
  return !language_of_file(last).empty() && last.front() != '.' &&
         base::extension(last).size() < last.size();
}

bool is_wrong_label(std::string_view declared, std::string_view language) {
  return !declared.empty() && !compatible_languages(canonical_language(declared), language);
}

bool compatible_languages(std::string_view a, std::string_view b) {
  static constexpr std::array<std::array<std::string_view, 3>, 10> kGroups = {{
      {"c", "cpp", "cuda"},
      {"ini", "toml", ""},
      {"html", "xml", ""},
      {"bash", "tcsh", ""},
      {"javascript", "typescript", "json"},
      {"singularity", "bash", ""},
      {"csv", "text", ""},
      // Their first lines look alike, but each has additional words.
      {"powershell", "bash", ""},
      {"snakemake", "python", ""},
      {"nextflow", "groovy", "bash"},
  }};
  if (a == b) return true;
  for (const auto& group : kGroups)
    if (std::find(group.begin(), group.end(), a) != group.end() &&
        std::find(group.begin(), group.end(), b) != group.end())
      return true;
  return false;
}

bool names_a_purpose(std::string_view label) {
  return base::is_any_of(
      base::to_lower(base::trim(label)),
      {"file", "screen", "rootscreen", "code", "example", "listing", "input", "verbatim", "stderr",
       "command", "commands", "terminal", "stdout", "out", "err", "result", "results", "response"});
}

bool is_known_label(std::string_view label) {
  // Languages that have neither aliases nor suffixes above.
  static constexpr std::string_view kOthers[] = {
      "abap",     "ada",    "apache",    "asm",         "awk",        "basic",   "bat",
      "batch",    "bnf",    "clojure",   "cobol",       "console",    "css",     "d",
      "dart",     "diff",   "django",    "dot",         "elixir",     "elisp",   "erlang",
      "excel",    "fish",   "fsharp",    "gdb",         "git",        "gnuplot", "graphql",
      "graphviz", "groovy", "haskell",   "hcl",         "http",       "idl",     "jinja",
      "jinja2",   "json5",  "jsonc",     "jsonl",       "kotlin",     "latex",   "less",
      "lisp",     "llvm",   "log",       "mathematica", "maple",      "maxima",  "mermaid",
      "nasm",     "nginx",  "nim",       "nix",         "objc",       "ocaml",   "octave",
      "opencl",   "pascal", "patch",     "php",         "postscript", "prolog",  "properties",
      "protobuf", "puppet", "pycon",     "ruby",        "sas",        "sass",    "scala",
      "scheme",   "scilab", "scss",      "sed",         "stata",      "stan",    "swift",
      "systemd",  "tcsh",   "terraform", "tex",         "udiff",      "vb",      "vbnet",
      "verilog",  "vhdl",   "vim",       "wolfram",     "xslt",       "zig",     "cpp",
      "c",        "cuda",   "sql",       "csv"};
  std::string language = canonical_language(label);
  if (language != base::to_lower(base::trim(label))) return true;
  auto names = [&](const auto& row) { return row.language == language; };
  return std::any_of(kAliases.begin(), kAliases.end(), names) ||
         std::any_of(kSuffixes.begin(), kSuffixes.end(), names) ||
         std::any_of(kKnownFiles.begin(), kKnownFiles.end(), names) ||
         std::find(std::begin(kOthers), std::end(kOthers), language) != std::end(kOthers);
}

bool is_shell_language(std::string_view language) {
  return base::is_any_of(language, {"bash", "tcsh", "console"});
}

}  // namespace kbuild::snippets
