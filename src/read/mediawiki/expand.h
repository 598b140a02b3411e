// The second phase of MediaWiki's preprocessor: expands a tree. Templates come from
// Options::article and the table of templates.cc, parser functions and variables from
// functions.cc, extension tags from extensions.cc. Everything is bounded, for
// the page as a whole.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "read/budget.h"
#include "read/mediawiki/text/context.h"
#include "read/mediawiki/text/preprocessor.h"

namespace kbuild::read::mediawiki {

class Expander;

/// The value that a template's parameter has where it is called; expanded at its first use, in the
/// caller's frame.
struct Argument {
  const Part* part = nullptr;
  const WikiText* text = nullptr;
  /// Named values lose the white space at their ends.
  bool named = false;
  std::optional<WikiText> value = {};
};

/// One page or template that is being expanded.
struct Frame {
  Frame* parent = nullptr;
  std::string title;
  int depth = 0;
  std::map<std::string, Argument, std::less<>> arguments = {};
  /// Where the page calls the template, directly or through others.
  Range range = {};
};

/// The span of a node in the page; of a node in a template, that of the page's call.
Range place_of(const WikiText& text, const Node& node, const Frame& frame);

/// The call of a parser function or a template of the table: arguments are expanded when asked for.
class Call {
 public:
  /// `first` is the function's first argument, which follows its colon.
  Call(Expander& expander, Frame& frame, const WikiText& text, const Node& node,
       std::optional<WikiText> first)
      : expander_(expander), frame_(frame), text_(text), node_(node), first_(std::move(first)) {}

  /// Number of arguments, the first among them.
  std::size_t size() const { return node_.parts.size() - 1 + (first_ ? 1 : 0); }
  /// The argument by position, whole ("name=value" too), without white space at its ends; "" past
  /// the end.
  WikiText value(std::size_t index) const;
  std::string text(std::size_t index) const;
  /// The name before the '=' of an argument and what follows it; no name where there is no '='.
  std::optional<std::string> name(std::size_t index) const;
  WikiText after_name(std::size_t index) const;
  /// The span of the call, or of the call of the template that it is in.
  Range range() const { return place_of(text_, node_, frame_); }

  Expander& expander() const { return expander_; }
  Frame& frame() const { return frame_; }
  Context& context() const;

 private:
  const Part* part(std::size_t index) const;

  Expander& expander_;
  Frame& frame_;
  const WikiText& text_;
  const Node& node_;
  std::optional<WikiText> first_;
};

class Expander {
 public:
  explicit Expander(Context& context) : context_(context), budget_(context.diagnostics) {}

  Context& context() { return context_; }
  /// Expands a text in a frame; `inclusion` as for preprocess().
  WikiText expand(const WikiText& text, Frame& frame, Inclusion inclusion);
  /// Expands nodes [begin, end) of a part.
  WikiText expand_nodes(const WikiText& text, const Nodes& nodes, std::size_t begin,
                        std::size_t end, Frame& frame);

  /// The whole way from wiki text to half-parsed HTML, for the contents of extension tags: all
  /// passes but that of blocks.
  WikiText parse(const WikiText& text, Frame& frame);

  /// The arguments of a call as a template sees them.
  std::map<std::string, Argument, std::less<>> arguments(const WikiText& text, const Node& node,
                                                         Frame& frame);
  /// nullptr where it was not given.
  const WikiText* argument(Frame& frame, std::string_view name);

  /// Wiki text of a page that may be transcluded, redirects followed.
  std::optional<std::string> find_article(const Title& title);

 private:
  void append_node(WikiText& out, const WikiText& text, const Node& node, Frame& frame);
  void append_call(WikiText& out, const WikiText& text, const Node& node, Frame& frame);
  void append_parameter(WikiText& out, const WikiText& text, const Node& node, Frame& frame);
  void append_extension(WikiText& out, const WikiText& text, const Node& node, Frame& frame);
  bool append_template(WikiText& out, const WikiText& text, const Node& node, Frame& frame,
                       std::string_view name);
  void append_missing(WikiText& out, const WikiText& text, const Node& node, Frame& frame,
                      const Title& title);
  /// The markup of what turned out to be no call, with its parts expanded: `name`, the first, has
  /// been, and must not be again, since names within names would double at each level.
  void append_as_written(WikiText& out, const WikiText& text, const Node& node, Frame& frame,
                         const WikiText& name);
  std::shared_ptr<const Tree> template_tree(const Title& title, std::string& full_title);

  Context& context_;
  Budget budget_;
  std::map<std::string, std::shared_ptr<const Tree>, std::less<>> templates_;
  /// Keeps the trees of texts that frames point into.
  std::vector<std::shared_ptr<const Tree>> trees_;
  int expansions_ = 0;
  int nesting_ = 0;
};

/// Appends the value of a parser function or variable; false if there is none of that name. `name`
/// is the text before the colon or, for variables, the whole title of a call without arguments.
bool append_function(WikiText& out, std::string_view name, const Call& call);
bool append_variable(WikiText& out, std::string_view name, const Call& call);

/// Appends the replacement of a documentation template by kbuild's own table; false where it has
/// none.
bool append_known_template(WikiText& out, std::string_view name, const Call& call);

/// A box's title without markup.
std::string label_text(const WikiText& value, Context& context);

/// Appends what stands for a template without a text: its name and arguments, or a box of them.
void append_missing_template(WikiText& out, const Title& title, const Call& call);

/// An extension tag with its attributes read and its content raw.
struct ExtensionTag {
  std::string name;
  std::vector<html::HtmlAttribute> attributes;
  WikiText content;
  bool self_closing = false;
  Range range;

  /// "" where absent.
  std::string_view attribute(std::string_view wanted) const;
  bool has(std::string_view wanted) const;
};
bool is_extension_tag(std::string_view name);
/// Appends the mark for the result of a tag; the name is known to is_extension_tag().
void append_extension_tag(WikiText& out, const ExtensionTag& tag, Expander& expander, Frame& frame);

/// The value of an #expr expression as MediaWiki prints it, or an error that begins with
/// "Expression error".
struct Evaluation {
  std::string text;
  bool failed = false;
};
Evaluation evaluate_expression(std::string_view text);

}  // namespace kbuild::read::mediawiki
