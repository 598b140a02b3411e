// State shared by all parts of the reStructuredText reader while they read one page.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bounds.h"
#include "diag/diagnostic.h"
#include "doc/tree.h"
#include "read/budget.h"
#include "read/reader.h"
#include "read/rst/text/lines.h"
#include "read/rst/text/names.h"

namespace kbuild::read::rst {

inline constexpr int kMaxIncludes = 20;
inline constexpr std::size_t kMaxExpansions = 10'000;

/// Marks a node that only the whole page can complete; the value is an index into Page::pending
/// (inlines) or Page::notes (footnote definitions). transform() removes all marks.
inline constexpr std::string_view kPendingKey = "rst:pending";
/// On a Comment: classes for the element that follows it.
inline constexpr std::string_view kClassKey = "rst:class";

enum class PendingKind : std::uint8_t {
  /// name_ and `phrase <name_>`_
  name,
  /// name__
  anonymous,
  /// |name|
  substitution,
  /// [1]_ and [#name]_
  note,
  /// [#]_
  auto_number,
  /// [*]_
  auto_symbol,
  citation,
  /// :ref:`label`
  label,
  /// :eq:`label`
  equation,
};

/// An inline that waits for the whole page.
struct Pending {
  PendingKind kind;
  /// Normalised, but as written for a substitution.
  std::string name;
  /// As written, with its markup: shown where nothing answers.
  std::string raw;
  Span span = {};
};

/// A footnote definition that waits for its number.
struct Note {
  enum class Label : std::uint8_t { written, number, symbol } kind = Label::written;
  std::string name;
  /// Unique on the page, and as shown.
  std::string label;
  std::string shown = {};
};

/// A role made by the role directive.
struct CustomRole {
  /// The role it is based on; "" is a span with classes.
  std::string base;
  std::string classes;
  std::string language;
  /// Of a raw role: the formats it is meant for.
  std::string format;
};

struct Substitution {
  doc::Inlines content;
  Span span = {};
  /// The sides on which the unicode directive trims white space.
  bool trim_left = false;
  bool trim_right = false;
};

/// A numbered thing that :eq: refers to.
struct Equation {
  int number = 0;
  std::string id;
};

/// The options of a sectnum directive.
struct SectionNumbers {
  int depth = 100;
  long long start = 1;
  std::string prefix = {};
  std::string suffix = {};
};

/// Whether section titles and transitions may be in a block.
enum class Titles : std::uint8_t { allowed, unexpected };

/// How the text inside of directives is read on a page in another markup, which has the directives
/// and roles of reStructuredText.
struct Markup {
  /// Appends the blocks of lines; the depth counts the blocks around them.
  std::function<void(Lines, Titles, int depth, doc::Blocks& out)> blocks;
  std::function<doc::Inlines(const Chunk&)> inlines;
  /// The lines of an included file.
  std::function<Lines(FileId)> lines;
};

struct Page {
  const SourceStore& sources;
  const Options& options;
  ReadResult& result;

  /// Null where the page is reStructuredText.
  const Markup* markup = nullptr;
  Budget budget = Budget(result.diagnostics);
  Arena arena = {};
  Names names = {};
  std::vector<Pending> pending = {};
  std::vector<Note> notes = {};
  std::map<std::string, Substitution, std::less<>> substitutions = {};
  /// Names in lower case to the names as written.
  std::map<std::string, std::string, std::less<>> folded_substitutions = {};
  std::map<std::string, CustomRole, std::less<>> roles = {};
  std::map<std::string, Equation, std::less<>> equations = {};
  std::string default_role = {};
  /// The language of code whose own is not given, set by `highlight`.
  std::string highlight = {};
  /// Adornments by level: "=" under, "==" over and under.
  std::vector<std::string> title_styles = {};
  /// Level of the section that the parser is in; 0 before the first title.
  int section_level = 0;
  /// Level above the first of `title_styles`, and the adornments outside of an `only`, which has
  /// its own.
  int base_level = 0;
  std::vector<std::string> outer_styles = {};
  std::optional<SectionNumbers> section_numbers = {};
  int equation_count = 0;
  /// Glossary terms, normalised, and their ids.
  std::map<std::string, std::string, std::less<>> terms = {};
  /// Depth of the parser that reads a sidebar's content; -1 outside.
  int sidebar_depth = -1;
  /// The files around the one being read, itself included.
  std::vector<FileId> including = {};
  /// A target-notes directive requests addresses as footnotes.
  bool target_notes = false;
  /// The scope of descriptions of objects: the module, then the enclosing objects ("numpy",
  /// "ndarray").
  std::string module = {};
  std::vector<std::string> objects = {};
  /// Whether autodoc was reported.
  bool autodoc = false;
  /// Names of ISO characters count as substitutions (.. include:: <isonum.txt>).
  bool character_names = false;

  void report(diag::Code code, Span span, std::vector<std::string> arguments = {}) {
    result.diagnostics.push_back({code, span, std::move(arguments)});
  }
  /// Appends a pending inline whose node is `value`.
  doc::Inline wait(Pending entry, decltype(doc::Inline::value) value) {
    doc::Inline node{std::move(value), entry.span, {}};
    node.attributes.set(kPendingKey, std::to_string(pending.size()));
    pending.push_back(std::move(entry));
    return node;
  }
};

/// A setting of the configuration ("numfig"), or "".
inline std::string_view setting(const Page& page, std::string_view name) {
  auto found = page.options.definitions.find("setting:" + std::string(name));
  return found == page.options.definitions.end() ? std::string_view()
                                                 : std::string_view(found->second);
}

}  // namespace kbuild::read::rst
