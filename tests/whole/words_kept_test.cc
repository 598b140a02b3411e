// Nothing is lost: every word of a source stands in what its page becomes (text, addresses, titles,
// front matter) or in a finding. One row a dialect and corpus; what a row cuts out of the sources
// before their words are counted are the words that are markup there, by class and with the reason.
#include <doctest/doctest.h>

#include <set>

#include "base/disk.h"
#include "base/percent.h"
#include "base/text.h"
#include "diag/diagnostic.h"
#include "html/entities.h"
#include "normalise/normalise.h"
#include "read/readers/readers.h"
#include "render/html/html.h"
#include "source/unicode.h"
#include "support/skip.h"

using namespace kbuild;

namespace {

enum class Keep { nothing, from_first_bar, from_last_bar };

/// Words of markup: what stands between `open` and `close`, on one line unless `lines`; text after
/// a bar in between may be none.
struct Markup {
  std::string_view reason;
  std::string_view open;
  std::string_view close;
  Keep keep = Keep::nothing;
  bool lines = false;
};

struct Row {
  std::string_view corpus;
  std::string_view suffix;
  read::Dialect dialect;
  std::vector<Markup> markup;
  /// Names of arguments ("|name =") go; nullptr where there are none.
  void (*cut_names)(std::string& text);
  /// Words that the classes of markup do not tell apart from text yet; only falls.
  std::size_t most_lost;
};

void cut_argument_names(std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (text[at] != '|') continue;
    std::size_t end = at + 1;
    while (end < text.size() && (base::is_alnum(text[end]) || base::is_space(text[end]) ||
                                 text[end] == '_' || text[end] == '-'))
      ++end;
    if (end < text.size() && text[end] == '=') at = end - 1;
  }
  text = std::move(out);
}

const Row kRows[] = {
    {"alliance-wiki",
     ".txt",
     read::Dialect::mediawiki,
     {
         {"marks of Translate", "<!--T:", "-->"},
         {"comments", "<!--", "-->", Keep::nothing, true},
         {"what only pages that include this one show", "<includeonly>", "</includeonly>",
          Keep::nothing, true},
         {"the tags of wiki text and HTML, with attributes", "<", ">", Keep::nothing, true},
         {"the name of a template", "{{", "}}", Keep::from_first_bar, true},
         {"a page's categories, kept as metadata", "[[Category:", "]]"},
         {"a page's categories, kept as metadata", "[[Catégorie", "]]"},
         {"options of a file; the last is its text", "[[File:", "]]", Keep::from_last_bar},
         {"attributes of a caption", "\n|+", "\n", Keep::from_first_bar},
         {"attributes of a table", "{|", "\n"},
         {"attributes of a row", "\n|-", "\n"},
         {"switches", "__", "__"},
         {"the word of a redirect", "#REDIRECT", " "},
         {"the word of a redirect", "#redirect", " "},
         {"the kind of a box", "|reminder", "}}"},
         {"parameters of listings", "lines=yes", "\n"},
         {"parameters of listings", "|escape|mode=text", "\n"},
         {"a list in brackets that a bar ends, as in the wiki", "[skylake|cascade", "]"},
     },
     cut_argument_names,
     20},
    {"osg-twiki",
     ".txt",
     read::Dialect::twiki,
     {
         {"comments", "<!--", "-->", Keep::nothing, true},
         {"tags with their attributes", "<", ">"},
         {"metadata, kept as front matter", "\n%META:", "\n"},
         {"variables with their parameters", "%", "%"},
     },
     nullptr,
     100},
};

void cut(std::string& text, const Markup& markup) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t open = std::min(text.find(markup.open, at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    std::size_t begin = open + markup.open.size(), close = text.find(markup.close, begin);
    std::size_t line = std::min(text.find('\n', begin), text.size());
    bool inside = close != text.npos && (markup.lines || close <= line);
    if (!inside) {
      out += markup.open;
      at = begin;
      continue;
    }
    std::string_view between = std::string_view(text).substr(begin, close - begin);
    if (markup.keep == Keep::from_last_bar) between = between.substr(0, between.find("[["));
    std::size_t bar = markup.keep == Keep::nothing         ? between.npos
                      : markup.keep == Keep::from_last_bar ? between.rfind('|')
                                                           : between.find('|');
    std::size_t keep = bar == between.npos ? close : begin + bar;
    bool kept = keep < close;
    out += kept ? "" : " ";
    at = kept ? keep : close + (markup.close == "\n" ? 0 : markup.close.size());
  }
  text = std::move(out);
}

/// Letters and digits in a row, case folded; shorter ones than three letters are found anywhere.
std::set<std::string> words_of(std::string_view text) {
  constexpr std::size_t kShortest = 3;
  std::set<std::string> words;
  std::string folded = source::fold_case(text), word;
  auto end_word = [&] {
    if (word.size() >= kShortest) words.insert(word);
    word.clear();
  };
  for (std::size_t at = 0; at < folded.size();) {
    auto c = base::decode_utf8(folded, at);
    if (source::is_alphanumeric(c.value))
      word.append(folded, at, c.length);
    else
      end_word();
    at += c.length;
  }
  end_word();
  return words;
}

void add_values(const meta::Value& value, std::string& out) {
  out += value.scalar + '\n';
  for (const meta::Value& item : value.items) add_values(item, out);
  for (const auto& member : value.members) add_values(member.value, out);
}

std::string all_that_came_of(const std::string& path, const std::string& text,
                             read::Dialect dialect) {
  source::SourceStore sources;
  source::FileId file = sources.add(path, text);
  read::ReadResult result = read::read(sources, file, dialect, {.trust = read::Trust::untrusted});
  normalise::normalise(result, sources, dialect);
  std::string out = render::to_html(result.document, {});
  out += '\n' + base::decode_percent(out);
  out = html::decode_references(out, html::ReferenceRule::lenient);
  for (const diag::Diagnostic& found : result.diagnostics) {
    out += '\n' + diag::message_of(found) + '\n' + std::string(sources.text(found.span));
  }
  add_values(result.front_matter, out);
  return out;
}

}  // namespace

TEST_CASE("every word of a source stands in its page or in a finding") {
  auto disk = base::make_real_disk();
  for (const Row& row : kRows) {
    std::string root = test::shared_path("corpora/" + std::string(row.corpus));
    if (!test::have_shared("corpora/" + std::string(row.corpus))) continue;
    auto files = disk->list(root);
    REQUIRE(files);
    std::size_t pages = 0, words = 0, lost = 0;
    for (const std::string& path : *files) {
      if (!path.ends_with(row.suffix)) continue;
      std::string text = source::decode_bytes(disk->read(root + "/" + path).value()).text;
      std::set<std::string> kept = words_of(all_that_came_of(path, text, row.dialect));
      for (const Markup& markup : row.markup) cut(text, markup);
      if (row.cut_names) row.cut_names(text);
      ++pages;
      std::set<std::string> wanted = words_of(
          html::decode_references(base::decode_percent(text), html::ReferenceRule::lenient));
      words += wanted.size();
      for (const std::string& word : wanted) {
        if (kept.contains(word)) continue;
        ++lost;
        MESSAGE(row.corpus, " ", path, ": ", word);
      }
    }
    CAPTURE(row.corpus);
    CHECK(pages > 200);
    CHECK(words > 30'000);
    CHECK(lost <= row.most_lost);
  }
}
