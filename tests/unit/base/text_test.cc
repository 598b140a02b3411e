// Byte strings, paths and the archive.
#include "base/text.h"

#include <doctest/doctest.h>

#include "base/archive.h"
#include "base/path.h"
#include "base/prefix_filter.h"

using namespace kbuild::base;

TEST_CASE("lines end at any of the three line ends") {
  auto lines = split_lines("a\r\nb\rc\n\nd");
  CHECK(lines == std::vector<std::string_view>{"a", "b", "c", "", "d"});
  CHECK(split_lines("").empty());
  CHECK(split_lines("a\n").size() == 1);
}

TEST_CASE("UTF-8 is decoded strictly") {
  CHECK(decode_utf8("ä", 0).value == 0xe4);
  CHECK(decode_utf8("\xc0\x80", 0).value == 0xfffd);
  CHECK(decode_utf8("\xed\xa0\x80", 0).value == 0xfffd);
  CHECK(decode_utf8("\xf4\x90\x80\x80", 0).length == 1);
  CHECK(is_valid_utf8("Ääni 🎉"));
  CHECK_FALSE(is_valid_utf8("\xff"));
  std::string out;
  append_utf8(out, 0x1f389);
  CHECK(out == "🎉");
}

TEST_CASE("edit distance counts a transposition once and stops at its limit") {
  CHECK(edit_distance("lumi", "lmui", 3) == 1);
  CHECK(edit_distance("kitten", "sitting", 3) == 3);
  CHECK(edit_distance("kitten", "sitting", 2) == 3);
  CHECK(nearest("partiton", {"time", "partition", "account"}) == "partition");
  CHECK(nearest("xyz", {"partition"}).empty());
}

TEST_CASE("paths are normalised as text") {
  CHECK(normalise_path("a/./b/../c/") == "a/c");
  CHECK(normalise_path("../x") == "../x");
  CHECK(normalise_path("/../x") == "/x");
  CHECK(normalise_path("") == ".");
  CHECK(join_path("a/b", "../c.md") == "a/c.md");
  CHECK(join_path("", "c.md") == "c.md");
  CHECK(join_path("a", "/c.md") == "/c.md");
  CHECK(relative_path("apps/pytorch", "support/faq") == "../../support/faq");
  CHECK(relative_path("apps", "apps/x") == "x");
  CHECK(relative_path("a", "a") == ".");
  CHECK(normalise_path("a/..") == ".");
  CHECK(normalise_path("/a/..") == "/");
  CHECK(normalise_path("../../x") == "../../x");
  CHECK(normalise_path("a//b/") == "a/b");
  CHECK(relative_path("apps2", "apps") == "../apps");
  CHECK(relative_path("apps/x", "apps") == "..");
  CHECK(relative_path("", "apps/") == "apps");
  CHECK(relative_path("/srv/site", "/srv/theme/a") == "../theme/a");
  for (std::string_view from : {"a", "a/b", "ab", "a/bc/d", "."})
    for (std::string_view to : {"a", "a/b", "a/b/c", "ab/c", "."})
      CHECK(normalise_path(join_path(from, relative_path(from, to))) == normalise_path(to));
  CHECK(extension("a.b/c") == "");
  CHECK(extension("a/.hidden") == "");
  CHECK(stays_inside("a/b"));
  CHECK_FALSE(stays_inside("../a"));
  CHECK_FALSE(stays_inside("/a"));
}

namespace {

struct Sample {
  std::string name;
  std::int64_t number = 0;
  std::vector<std::string> list;
  std::optional<bool> flag;
};
template <class Archive>
void describe(Archive& a, Sample& x) {
  a(x.name, x.number, x.list, x.flag);
}

}  // namespace

TEST_CASE("an archive gives back what was written, and says when it is damaged") {
  for (std::int64_t number :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{300}, INT64_MIN, INT64_MAX}) {
    Sample sample{"x", number, {"a", ""}, false}, back;
    std::string bytes = to_archive(sample);
    REQUIRE(from_archive(bytes, back));
    CHECK(back.name == "x");
    CHECK(back.number == number);
    CHECK(back.list == sample.list);
    CHECK(back.flag == false);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut)
      CHECK_FALSE(from_archive(std::string_view(bytes).substr(0, cut), back));
    CHECK_FALSE(from_archive(bytes + "x", back));
  }
}

TEST_CASE("a filter of beginnings lets pass every word that it knows, in either case, to the end") {
  const std::vector<std::string_view> words = {"lumi", "r", "to be", "ääni"};
  PrefixFilter<3> filter(words);
  for (std::string_view text : {"lumi", "LUMI-G", "R", "r base", "to\nbe", "ääni"})
    CHECK(filter.may_begin(text, 0));
  for (std::string_view text : {"", "lu", "puhti", "lub", "tool", "mumi"})
    CHECK_FALSE(filter.may_begin(text, 0));
  CHECK(filter.may_begin("on lumi", 3));
  CHECK_FALSE(filter.may_begin("on lumi", 0));
  CHECK(filter.find("on lumi", 0) == 3);
  CHECK(filter.find("on lumi", 4) == std::string_view::npos);
  CHECK(filter.find("it is said to\nbe", 0) == 11);
  CHECK(filter.find("", 0) == std::string_view::npos);
}

TEST_CASE("a filter that goes on by several bytes misses no place") {
  const std::vector<std::string_view> phrases = {"our clusters", "all clusters", "sera", "to be"};
  const std::string_view text =
      "Your clusters, OUR CLUSTERS and all  clusters: it is to\tbe, it sera; ourour clallall "
      "cluster";
  auto places = [&](const auto& filter, std::size_t bytes) {
    std::vector<std::size_t> found, expected;
    for (std::size_t at = 0; (at = filter.find(text, at)) != text.npos; ++at) found.push_back(at);
    for (std::size_t at = 0; at < text.size(); ++at)
      if (filter.may_begin(text, at)) expected.push_back(at);
    CAPTURE(bytes);
    CHECK(found == expected);
    CHECK(found.size() > 5);
  };
  places(PrefixFilter<3>(phrases), 3);
  places(PrefixFilter<4>(phrases), 4);
  const std::vector<std::string_view> short_words = {"a", "to", "our"};
  places(PrefixFilter<4>(short_words), 4);
}

TEST_CASE("white space that is collapsed already stays as it is") {
  CHECK(collapse_spaces(" one two three four five ") == "one two three four five");
  CHECK(collapse_spaces("one  two") == "one two");
  CHECK(collapse_spaces("one two\tthree four") == "one two three four");
  CHECK(collapse_spaces("eight888 nine9999  ten") == "eight888 nine9999 ten");
  CHECK(collapse_spaces("   ").empty());
}

namespace {

struct Inner {
  std::string text;
  std::optional<int> number;
};
struct Outer {
  std::vector<Inner> inner;
  std::map<std::string, bool> flags;
  std::array<std::uint32_t, 2> pair = {};
  bool here = false;
};
template <class Archive>
void describe(Archive& a, Inner& x) {
  a(x.text, x.number);
}
template <class Archive>
void describe(Archive& a, Outer& x) {
  a.without(x.here)(x.inner, x.flags, x.pair);
}

}  // namespace

TEST_CASE("a description is held against the number of a struct's members") {
  static_assert(member_count<Inner>() == 2);
  static_assert(member_count<Outer>() == 4);
  Outer out{{{"a", 7}, {"b", std::nullopt}}, {{"x", true}}, {1, 300}, true}, in;
  REQUIRE(from_archive(to_archive(out), in));
  CHECK(in.inner.at(0).number == 7);
  CHECK_FALSE(in.inner.at(1).number);
  CHECK(in.flags.at("x"));
  CHECK(in.pair[1] == 300);
  CHECK_FALSE(in.here);
}
