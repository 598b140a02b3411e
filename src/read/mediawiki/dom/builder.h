// The state of building a tree of elements: the stack of open elements, the list of active
// formatting elements and the insertion mode, with the steps of the HTML standard by their names.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "read/mediawiki/dom/dom.h"
#include "read/mediawiki/text/elements.h"

namespace kbuild::read::mediawiki {

enum class Mode { body, table, caption, table_body, row, cell };

class DomBuilder {
 public:
  explicit DomBuilder(const Context& context) : context_(context) {
    dom_.nodes.emplace_back();
    open_.push_back({0, &find_info("")});
  }

  void read(const WikiText& text, int depth);
  Dom take();

 private:
  struct Open {
    int node;
    const Info* info;
  };
  void read_aside(const TagMark& mark, int depth);

  // ---- Nodes

  DomNode& node(int index);
  int make(const Info& info, int element);
  void unlink(int child);
  void insert_before(int child, int parent, int before);
  /// The appropriate place for inserting a node below `target`.
  struct Place {
    int parent;
    int before;
  };
  Place place_for(const Open& target);
  void push(const Info& info, int element);
  bool is_full(const Info& info);

  // ---- The stack of open elements

  static bool is_any(const Info& info, std::initializer_list<std::string_view> names);
  /// Index in the stack of an element in scope, 0 if there is none. Lists bound that of <li>.
  std::size_t in_scope(std::string_view name) const;
  std::size_t in_table_scope(std::initializer_list<std::string_view> names) const;
  void imply_ends(std::string_view except = {});
  void close_from(std::size_t index);
  void close_paragraph();
  void clear_to(std::initializer_list<std::string_view> names);

  // ---- The list of active formatting elements; node -1 is a marker

  void push_formatting(int made, const Info& info, int element);
  std::string attributes_of(int element) const;
  bool is_open(int wanted) const;
  void reconstruct();
  void clear_to_marker();
  void forget(int wanted);
  /// The adoption agency: ends a formatting element that may cross blocks.
  void adopt(const Info& info);
  void adopt_block(int formatting, std::size_t at, std::size_t furthest);

  // ---- Text

  void add_text(const WikiText& text, std::size_t begin, std::size_t end);
  void insert_text(const WikiText& text, std::size_t begin, std::size_t end);

  // ---- Start tags

  void start_tag(const Info& info, int element);
  void start_in_table(const Info& info, int element);
  void start_in_body(const Info& info, int element);
  /// Ends an open item of the same list.
  void end_items(std::initializer_list<std::string_view> names);

  // ---- End tags

  void end_tag(const Info& info);
  void end_in_body(const Info& info);
  void end_other(const Info& info);

  // ---- Tables

  void reset_mode();
  void end_table();
  bool close_caption();
  bool close_table_body();
  bool close_row();
  void close_cell();

  const Context& context_;
  Dom dom_;
  std::vector<Open> open_;
  std::vector<Open> active_;
  Mode mode_ = Mode::body;
  bool fostering_ = false;
};

}  // namespace kbuild::read::mediawiki
