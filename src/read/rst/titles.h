// What a cross reference without a text of its own shows: the title or number of the section,
// figure or table with its label.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "doc/tree.h"
#include "read/rst/text/page.h"

namespace kbuild::read::rst {

class CaptionTitles {
 public:
  /// Looks at every block. If the configuration numbers figures or the page has a :numref:, all
  /// captions get numbers, also in the attribute data-number.
  CaptionTitles(doc::Blocks& blocks, const Page& page);

  /// The title at an id; nullptr if there is none.
  const doc::Inlines* find(std::string_view id) const;
  /// "Fig. 3" for the id of a figure, by the pattern ("Figure %s", "{name} ({number})") where one
  /// is given; "" where nothing is numbered there.
  std::string numbered(std::string_view id, std::string_view pattern) const;

 private:
  struct Entry {
    doc::Inlines title;
    /// With "%s" for the number.
    std::string number_pattern;
    int number = 0;
  };
  void visit(doc::Blocks& blocks);
  Entry describe(doc::Block& block);

  std::string pattern(std::string_view kind, std::string_view english,
                      std::string_view finnish) const;

  const Page& page_;
  bool number_captions_;
  std::map<std::string, Entry, std::less<>> entries_;
  int figures_ = 0, tables_ = 0, listings_ = 0;
};

}  // namespace kbuild::read::rst
