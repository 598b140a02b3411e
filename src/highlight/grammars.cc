// The table of languages that the generic lexer reads. A language is one row.
#include <iterator>

#include "highlight/lexers.h"

namespace kbuild::highlight {

namespace {

struct GrammarRow {
  /// All names, separated by blanks.
  std::string_view names;
  Grammar grammar;
};

constexpr StringForm kDoubleQuotes{"\"", "\"", "s2"};
constexpr StringForm kSingleQuotes{"'", "'", "s1"};

constexpr std::string_view kCWords =
    "auto break case const continue default do else enum extern for goto if inline register "
    "restrict return sizeof static struct switch typedef union volatile while _Alignas _Alignof "
    "_Atomic _Generic _Noreturn _Static_assert _Thread_local";
constexpr std::string_view kCTypes =
    "bool char double float int long short signed unsigned void size_t ssize_t ptrdiff_t int8_t "
    "int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t FILE _Bool _Complex MPI_Comm "
    "MPI_Status MPI_Request wchar_t char8_t char16_t char32_t";
constexpr std::string_view kCppWords =
    "alignas alignof and and_eq asm bitand bitor catch class compl concept consteval constexpr "
    "constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit "
    "export final friend mutable namespace new noexcept not not_eq operator or or_eq override "
    "private protected public reinterpret_cast requires static_assert static_cast template this "
    "thread_local throw try typeid typename using virtual xor xor_eq";
constexpr std::string_view kCudaWords =
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ "
    "__launch_bounds__ __forceinline__ __noinline__ __syncthreads threadIdx blockIdx blockDim "
    "gridDim warpSize dim3 half cudaError_t cudaStream_t hipError_t hipStream_t float2 float4 "
    "double2 __half";
constexpr std::string_view kCConstants =
    "true false NULL nullptr MPI_COMM_WORLD MPI_SUCCESS EXIT_SUCCESS EXIT_FAILURE";

constexpr GrammarRow kGrammarRows[] = {
    {"python py python3 snakemake snakefile starlark",
     {.line_comments = {"#"},
      .strings = {{"\"\"\"", "\"\"\"", "sd", '\\', Lines::many},
                  {"'''", "'''", "sd", '\\', Lines::many},
                  kDoubleQuotes,
                  kSingleQuotes},
      .words =
          {{"k",
            "and as assert async await break class continue def del elif else except finally for "
            "from global "
            "if import in is lambda nonlocal not or pass raise return try while with yield match "
            "case"},
           {"kc", "True False None NotImplemented Ellipsis"},
           {"nb",
            "abs all any bool bytes callable chr dict dir enumerate eval exec filter float format "
            "frozenset "
            "getattr hasattr hash help hex id input int isinstance issubclass iter len list map "
            "max min next "
            "object open ord pow print property range repr reversed round set setattr slice sorted "
            "staticmethod classmethod str sum super tuple type vars zip __import__"},
           {"bp", "self cls"},
           {"ne",
            "Exception ValueError TypeError KeyError IndexError RuntimeError ImportError OSError "
            "IOError "
            "AttributeError FileNotFoundError StopIteration NotImplementedError "
            "ModuleNotFoundError"}},
      .function_introducers = "def",
      .type_introducers = "class import from",
      .string_prefixes = "rbfuRBFU",
      .decorators = true}},
    {"c h objective-c",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes, kSingleQuotes},
      .words = {{"k", kCWords}, {"kt", kCTypes}, {"kc", kCConstants}},
      .type_introducers = "struct union enum",
      .preprocessor = true}},
    {"cpp c++ cxx cc hpp hxx cuda cu hip sycl opencl cl",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes, kSingleQuotes},
      .words = {{"k", kCWords},
                {"k", kCppWords},
                {"kt", kCTypes},
                {"kc", kCConstants},
                {"kr", kCudaWords}},
      .type_introducers = "struct union enum class namespace",
      .string_prefixes = "uUL",
      .preprocessor = true}},
    {"fortran f90 f95 f03 f08 f77 fortranfree fortranfixed",
     {.line_comments = {"!"},
      .strings = {{"\"", "\"", "s2", '\0'}, {"'", "'", "s1", '\0'}},
      .words =
          {{"k",
            "program module subroutine function end contains use only implicit none interface "
            "procedure call "
            "return if then else elseif endif do while enddo select case default where elsewhere "
            "forall "
            "concurrent exit cycle goto continue stop allocate deallocate nullify print write read "
            "open close "
            "inquire rewind format data common block equivalence namelist parameter result "
            "recursive pure "
            "elemental abstract extends public private import associate critical sync all images"},
           {"kt",
            "integer real double precision complex logical character type class dimension "
            "allocatable pointer "
            "target intent in out inout optional save external intrinsic kind len codimension "
            "contiguous"},
           {"nb",
            "abs sqrt exp log sin cos tan sum product matmul dot_product transpose size shape "
            "reshape present "
            "associated allocated mod min max int dble nint trim adjustl len_trim this_image "
            "num_images"}},
      .function_introducers = "subroutine function program module",
      .directive = "!$",
      .preprocessor = true,
      .ignore_case = true}},
    {"r rscript splus",
     {.line_comments = {"#"},
      .strings = {kDoubleQuotes, kSingleQuotes, {"`", "`", "sb", '\0'}},
      .words = {{"k", "if else repeat while function for in next break return"},
                {"kc", "TRUE FALSE NULL Inf NaN NA NA_integer_ NA_real_ NA_character_ T F"},
                {"nb",
                 "library require source install.packages c list data.frame matrix vector print "
                 "cat paste"}},
      .word_characters = "."}},
    {"julia jl",
     {.line_comments = {"#"},
      .block_comment = {"#=", "=#"},
      .strings = {{"\"\"\"", "\"\"\"", "s", '\\', Lines::many},
                  {"\"", "\"", "s", '\\', Lines::many},
                  {"'", "'", "sc"},
                  {"`", "`", "sb"}},
      .words = {{"k",
                 "baremodule begin break catch const continue do else elseif end export finally "
                 "for function "
                 "global if import in isa let local macro module mutable outer primitive quote "
                 "return struct try "
                 "type using where while abstract"},
                {"kc", "true false nothing missing Inf NaN pi undef"},
                {"kt",
                 "Int Int8 Int16 Int32 Int64 UInt8 UInt32 UInt64 Float16 Float32 Float64 Bool Char "
                 "String Any "
                 "Array Vector Matrix Dict Tuple Union Nothing Number Real Integer AbstractArray"}},
      .function_introducers = "function macro",
      .type_introducers = "struct module using import",
      .word_characters = "!",
      .decorators = true,
      .transposes = true}},
    {"lua",
     {.line_comments = {"--"},
      .block_comment = {"--[[", "]]"},
      .strings = {kDoubleQuotes, kSingleQuotes, {"[[", "]]", "s", '\0', Lines::many}},
      .words = {{"k",
                 "and break do else elseif end for function goto if in local not or repeat return "
                 "then until "
                 "while"},
                {"kc", "true false nil"},
                // The last row is Lmod's module language.
                {"nb",
                 "assert error ipairs pairs pcall print require setmetatable tonumber tostring "
                 "type unpack help "
                 "whatis load depends_on prereq conflict family setenv pushenv unsetenv "
                 "prepend_path append_path "
                 "remove_path set_alias always_load try_load isloaded myModuleName myModuleVersion "
                 "pathJoin"}},
      .function_introducers = "function"}},
    {"matlab octave m",
     {.line_comments = {"%", "#"},
      .block_comment = {"%{", "%}"},
      .strings = {{"\"", "\"", "s", '\0'}, {"'", "'", "s", '\0'}},
      .words = {{"k",
                 "break case catch classdef continue else elseif end endfunction endif endfor "
                 "endwhile enumeration "
                 "events for function global if methods otherwise parfor persistent properties "
                 "return spmd switch "
                 "try while until do"},
                {"kc", "true false pi inf nan eps NaN Inf"},
                {"nb",
                 "abs addpath cell char clear close disp double exist exit figure find fprintf "
                 "gather gpuArray "
                 "length load max mean min numel num2str ones parcluster parpool plot printf rand "
                 "size sprintf "
                 "struct sum zeros batch wait diary"}},
      .function_introducers = "function",
      .transposes = true}},
    {"json json5 jsonc geojson jsonl ndjson",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes},
      .words = {{"kc", "true false null"}},
      .string_keys = true}},
    {"rust rs",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {{"\"", "\"", "s", '\\', Lines::many}, {"'", "'", "sc"}},
      .words = {{"k",
                 "as async await break const continue crate dyn else enum extern fn for if impl in "
                 "let loop match "
                 "mod move mut pub ref return self Self static struct super trait type unsafe use "
                 "where while"},
                {"kt",
                 "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize String "
                 "Vec Option "
                 "Result Box Some None Ok Err"},
                {"kc", "true false"}},
      .function_introducers = "fn",
      .type_introducers = "struct enum trait mod impl",
      .word_characters = "!",
      .string_prefixes = "br",
      .lifetimes = true}},
    {"go golang",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes, kSingleQuotes, {"`", "`", "s", '\0', Lines::many}},
      .words = {{"k",
                 "break case chan const continue default defer else fallthrough for func go goto "
                 "if import "
                 "interface map package range return select struct switch type var"},
                {"kt",
                 "bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 "
                 "rune string "
                 "uint uint8 uint16 uint32 uint64 uintptr any"},
                {"kc", "true false nil iota"},
                {"nb", "append cap close copy delete len make new panic print println recover"}},
      .function_introducers = "func",
      .type_introducers = "type package"}},
    {"java kotlin scala groovy nextflow csharp c# cs swift gradle nf",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {{"\"\"\"", "\"\"\"", "s", '\\', Lines::many},
                  {"'''", "'''", "s", '\\', Lines::many},
                  kDoubleQuotes,
                  kSingleQuotes},
      .words = {{"k",
                 "abstract as assert break case catch class const continue def default do else "
                 "enum extends final "
                 "finally for fun func goto if implements import in input instanceof interface "
                 "internal is let "
                 "native new object operator output override package private process protected "
                 "public return "
                 "script sealed shell static super switch synchronized this throw throws trait "
                 "transient try typealias "
                 "using val var virtual volatile when where while with workflow yield"},
                {"kt",
                 "boolean byte char double float int long short void string String var bool "
                 "Boolean Integer"},
                {"kc", "true false null"}},
      .function_introducers = "def fun func process workflow",
      .type_introducers = "class interface enum object trait",
      .decorators = true}},
    {"javascript js typescript ts jsx tsx node",
     {.line_comments = {"//"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes, kSingleQuotes, {"`", "`", "sb", '\\', Lines::many}},
      .words =
          {{"k",
            "as async await break case catch class const continue debugger default delete do else "
            "export "
            "extends finally for from function if implements import in instanceof interface let "
            "new of return "
            "static super switch this throw try type typeof var void while with yield"},
           {"kc", "true false null undefined NaN Infinity"},
           {"nb",
            "console document window require module Object Array String Number Promise JSON Math"}},
      .function_introducers = "function",
      .type_introducers = "class interface",
      .word_characters = "$",
      .decorators = true}},
    {"perl pl ruby rb",
     {.line_comments = {"#"},
      .strings = {kDoubleQuotes, kSingleQuotes},
      .words = {{"k",
                 "and begin break case class def defined do each else elsif end ensure for foreach "
                 "if in last local "
                 "module my next no not or our package print redo require rescue return say self "
                 "sub super then "
                 "unless until use when while yield"},
                {"kc", "true false nil undef"}},
      .function_introducers = "def sub",
      .type_introducers = "class module package use",
      .decorators = true,
      .dollar_variables = true}},
    {"php",
     {.line_comments = {"//", "#"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes, kSingleQuotes},
      .words = {{"k",
                 "abstract as break case catch class clone const continue default do echo else "
                 "elseif extends final "
                 "finally fn for foreach function global if implements include interface match "
                 "namespace new print "
                 "private protected public require return static switch throw trait try use var "
                 "while yield"},
                {"kc", "true false null"}},
      .function_introducers = "function",
      .type_introducers = "class namespace",
      .dollar_variables = true}},
    {"tcl modulefile tmod",
     {.line_comments = {"#"},
      .strings = {{"\"", "\"", "s", '\\', Lines::many}},
      .words =
          {{"k",
            "after append break catch continue else elseif eval expr for foreach global if incr "
            "lappend list "
            "namespace package proc puts return set source switch then unset upvar variable while"},
           {"nb",
            "module module-whatis conflict prereq setenv unsetenv prepend-path append-path "
            "remove-path "
            "pushenv set-alias system is-loaded"}},
      .function_introducers = "proc",
      .word_characters = "-",
      .dollar_variables = true}},
    {"awk gawk",
     {.line_comments = {"#"},
      .strings = {kDoubleQuotes},
      .words = {{"k",
                 "BEGIN END if else while for do in function return next exit print printf getline "
                 "delete"},
                {"nb",
                 "NR NF FS OFS RS ORS FNR FILENAME length substr split gsub sub match index "
                 "sprintf tolower"}},
      .function_introducers = "function",
      .dollar_variables = true}},
    {"sql mysql postgresql psql sqlite plsql cypher",
     {.line_comments = {"--"},
      .block_comment = {"/*", "*/"},
      .strings = {{"'", "'", "s1", '\0', Lines::many},
                  {"\"", "\"", "s2", '\0'},
                  {"`", "`", "sb", '\0'}},
      .words = {{"k",
                 "add all alter analyze and as asc begin between by cascade case check column "
                 "commit constraint "
                 "create cross database default delete desc distinct drop else end exists explain "
                 "extension flush "
                 "foreign from full grant group having identified if ilike in index inner insert "
                 "into is join key "
                 "left like limit match not null offset on or order outer owner password primary "
                 "privileges "
                 "references rename return revoke right role rollback schema select sequence set "
                 "show table then "
                 "to truncate union unique update use user using values view when where with"},
                {"kt",
                 "bigint binary bit blob boolean char date datetime decimal double enum float int "
                 "integer json "
                 "numeric real serial smallint text time timestamp tinyint varchar uuid"}},
      .ignore_case = true}},
    {"terraform hcl tf",
     {.line_comments = {"#", "//"},
      .block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes},
      .words =
          {{"k",
            "resource data variable output provider module locals terraform for in if dynamic"},
           {"kc", "true false null"},
           {"kt", "string number bool list map set object any"}}}},
    {"css scss less",
     {.block_comment = {"/*", "*/"},
      .strings = {kDoubleQuotes, kSingleQuotes},
      .words = {{"k", "@media @import @font-face @supports @keyframes @layer @container"}},
      .word_characters = "-@"}},
    {"powershell ps1 pwsh posh",
     {.line_comments = {"#"},
      .block_comment = {"<#", "#>"},
      .strings = {{"\"", "\"", "s2", '`', Lines::many}, {"'", "'", "s1", '\0', Lines::many}},
      .words = {{"k",
                 "begin break catch class continue data do dynamicparam else elseif end exit "
                 "filter finally for "
                 "foreach from function if in param process return switch throw trap try until "
                 "using while"}},
      .function_introducers = "function",
      .word_characters = "-",
      .dollar_variables = true,
      .ignore_case = true}},
    {"haskell hs",
     {.line_comments = {"--"},
      .block_comment = {"{-", "-}"},
      .strings = {kDoubleQuotes},
      .words = {{"k",
                 "as case class data default deriving do else forall foreign hiding if import in "
                 "infix infixl "
                 "infixr instance let module newtype of qualified then type where"}},
      .word_characters = "'"}},
};

}  // namespace

std::size_t grammar_count() {
  return std::size(kGrammarRows);
}

const Grammar& grammar(std::size_t index) {
  return kGrammarRows[index].grammar;
}

std::size_t find_grammar(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kGrammarRows); ++i)
    if (has_word(kGrammarRows[i].names, name)) return i;
  return std::size(kGrammarRows);
}

}  // namespace kbuild::highlight
