// The highlighter: no byte is lost whatever comes in, spans stay within their lines, and each
// family of languages marks what its readers look for.
#include "highlight/highlight.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "base/text.h"

using kbuild::highlight::highlight;

namespace {

constexpr const char* languages[] = {
    "bash", "console", "pycon",      "yaml",      "toml",     "diff",       "xml",
    "make", "cmake",   "dockerfile", "apptainer", "markdown", "tex",        "python",
    "c",    "cuda",    "fortran",    "r",         "julia",    "lua",        "matlab",
    "json", "rust",    "go",         "java",      "js",       "perl",       "php",
    "tcl",  "awk",     "sql",        "hcl",       "css",      "powershell", "haskell"};

// The text of HTML without its tags; "" where a span is open at a line's end.
std::string text_of(const std::string& html) {
  std::string out;
  int open = 0;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      open += html[i + 1] == '/' ? -1 : 1;
      i = html.find('>', i);
    } else {
      if (html[i] == '\n' && open != 0) return "span over a line end";
      out += html[i];
    }
  }
  return open == 0 ? out : "span left open";
}

bool has(const std::string& html, const char* css, const char* text) {
  return html.find("<span class=\"" + std::string(css) + "\">" + text + "</span>") !=
         std::string::npos;
}

}  // namespace

TEST_CASE("text is kept byte for byte in every language") {
  std::mt19937 random(7);
  const std::string alphabet = "aif \n\t\"'`$#%<>{}()[]/*-+=\\:;&|@!.,0_EOF\xc3\xa4";
  for (const char* language : languages) {
    bool coloured = false;
    for (int round = 0; round < 300; ++round) {
      std::string code;
      for (unsigned i = random() % 60; i > 0; --i) code += alphabet[random() % alphabet.size()];
      std::string html = highlight(code, language);
      REQUIRE_MESSAGE(text_of(html) == kbuild::base::escape_html(code), language << ": " << code);
      coloured |= html.find("<span") != html.npos;
    }
    CHECK_MESSAGE(coloured, language);
  }
}

TEST_CASE("unknown languages are escaped and no more") {
  CHECK(highlight("a < b", "nonesuch") == "a &lt; b");
  CHECK(highlight("if x", "text") == "if x");
  CHECK(highlight("if x", "") == "if x");
  CHECK(has(highlight("if x", "C++"), "k", "if"));
}

TEST_CASE("a batch script shows its options, variables and commands") {
  std::string html = highlight(
      "#!/bin/bash\n#SBATCH --time=01:00:00 # limit\n#SBATCH -p small\nexport OMP=\"${N}x\"\nA=1 "
      "srun ./a $X --opt 3\n"
      "cat > f << 'EOF'\nif text\nEOF\nif true; then echo <name>; fi\n",
      "bash");
  CHECK(has(html, "ch", "#!/bin/bash"));
  CHECK(has(html, "cp", "#SBATCH"));
  CHECK(has(html, "na", "--time"));
  CHECK(has(html, "s", "01:00:00"));
  CHECK(has(html, "c1", "# limit"));
  CHECK(has(html, "nb", "export"));
  CHECK(has(html, "nv", "${N}"));
  CHECK(has(html, "nb", "srun"));
  CHECK(has(html, "m", "3"));
  CHECK(has(html, "sh", "if text"));
  CHECK(has(html, "k", "then"));
  CHECK(has(html, "ni", "&lt;name&gt;"));
}

TEST_CASE("control characters in a batch header end, as any text does") {
  for (const char* code : {"#SBATCH -t\f1\v\n", "#SBATCH \r", "#SBATCH a\fb c\n"})
    CHECK(text_of(highlight(code, "bash")) == code);
}

TEST_CASE("all batch systems and wrappers are marked alike") {
  std::string html = highlight("#PJM -L node=1\nqsub job.sh\nnohup srun ./run\n", "bash");
  CHECK(has(html, "cp", "#PJM"));
  CHECK(has(html, "nb", "qsub"));
  CHECK(has(html, "nb", "nohup"));
  CHECK(has(html, "nb", "srun"));
}

TEST_CASE("a console shows prompt, command and output, also where it is called bash") {
  for (const char* language : {"console", "bash"}) {
    std::string html =
        highlight("[me@puhti-login1 ~]$ module load \\\n  gcc\nLoaded if\n$ echo a", language);
    CHECK(has(html, "gp", "[me@puhti-login1 ~]$ "));
    CHECK(has(html, "nb", "module"));
    CHECK(has(html, "go", "Loaded if"));
    CHECK(has(html, "nb", "echo"));
  }
  // An environment before the prompt.
  CHECK(has(highlight("(env) $ echo a", "console"), "gp", "(env) $ "));
  CHECK(has(highlight(">>> import x\n3", "pycon"), "k", "import"));
}

TEST_CASE("languages mark keywords, names, strings, comments and numbers") {
  std::string python =
      highlight("@jit\ndef f(x):\n    return rb'\\n' + str(1.5e-3)  # c", "python");
  CHECK(has(python, "nd", "@jit"));
  CHECK(has(python, "nf", "f"));
  CHECK(has(python, "s1", "rb'\\n'"));
  CHECK(has(python, "mf", "1.5e-3"));
  CHECK(has(python, "c1", "# c"));
  std::string cuda = highlight(
      "#include <a.h>\n__global__ void k(float *x) { /* a\nb */ x[threadIdx.x] = 'c'; }", "cuda");
  CHECK(has(cuda, "cpf", "&lt;a.h&gt;"));
  CHECK(has(cuda, "kr", "__global__"));
  CHECK(has(cuda, "cm", "b */"));
  CHECK(has(highlight("REAL :: x\n!$OMP PARALLEL", "fortran"), "kt", "REAL"));
  CHECK(has(highlight("x = a' * b; s = 'it';", "matlab"), "s", "'it'"));
  CHECK(has(highlight("fn f<'a>(x: &'a str) {}", "rust"), "nl", "'a"));
  CHECK(has(highlight("{\"a\": \"b\", \"c\": true}", "json"), "nt", "&quot;a&quot;"));
  CHECK(has(highlight("{\"a\": \"b\"}", "json"), "s2", "&quot;b&quot;"));
}

TEST_CASE("data and build files") {
  std::string yaml = highlight(
      "# c\nkey: value\nlist:\n  - name: &a \"x\"\n    run: |\n      if: no\nn: 3", "yaml");
  CHECK(has(yaml, "nt", "key"));
  CHECK(has(yaml, "nl", "&amp;a"));
  CHECK(has(yaml, "s", "if: no"));
  CHECK(has(yaml, "m", "3"));
  CHECK(has(highlight("[tool.x]\na = 1 # c", "toml"), "k", "[tool.x]"));
  CHECK(has(highlight("+a\n-b\n@@ 1 @@", "diff"), "gi", "+a"));
  CHECK(has(highlight("add_executable(x ${S} PRIVATE)", "cmake"), "nv", "${S}"));
  CHECK(has(highlight("# only\nset(A \"x ${B} y\") #[[ of\nlines ]]", "cmake"), "nv", "${B}"));
  CHECK(has(highlight("set(A x) #[[ of\nlines ]] y", "cmake"), "cm", "lines ]]"));
  CHECK(has(highlight("include(a.cmake) # then\nset(C ON)", "cmake"), "c1", "# then"));
  CHECK(has(highlight("endif()", "cmake"), "k", "endif"));
  CHECK(has(highlight("set(C ON)", "cmake"), "kc", "ON"));
  CHECK(has(highlight("---\na: [true, -1]", "yaml"), "nn", "---"));
  CHECK(has(highlight("a: [true, -1]", "yaml"), "kc", "true"));
  CHECK(has(highlight("<a b=\"c\">&amp;</a><!-- d -->", "xml"), "na", "b"));
  CHECK(has(highlight("<a b=\"c\">&amp;</a>", "xml"), "ni", "&amp;amp;"));
  CHECK(has(highlight("<a><!-- d -->", "xml"), "cm", "&lt;!-- d --&gt;"));
  CHECK(has(highlight("CC ?= gcc\nall: x\n\techo $(CC)", "make"), "nf", "all"));
  CHECK(has(highlight("FROM a AS b\nRUN cd x && \\\n  export Y=1", "dockerfile"), "nb", "export"));
  CHECK(has(highlight("Bootstrap: docker\n%post\n  cd x\n", "singularity"), "nb", "cd"));
}
