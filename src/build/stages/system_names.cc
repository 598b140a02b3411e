// Counts names of systems; see system_names.h.
#include "build/stages/system_names.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "doc/plain_text.h"
#include "doc/walk.h"
#include "vocabulary/vocabulary.h"
#include "vocabulary/words.h"

namespace kbuild::build {

namespace {

/// What is known of one name, by its small letters.
struct NameEvidence {
  std::string name;
  bool known = false;
  std::set<std::size_t> pages;
  std::set<std::size_t> outstanding;
  /// Pages that say "the NAME cluster".
  std::set<std::size_t> nouns;
  /// Pages with a prompt or address of a host of this name.
  std::set<std::size_t> hosts;
  std::string first;
};

bool is_name_byte(char c) {
  return base::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// The words of a line with what parts them left out.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> out;
  for (std::string_view word : base::split_words(line)) {
    while (!word.empty() && !is_name_byte(word.front())) word.remove_prefix(1);
    while (!word.empty() && !is_name_byte(word.back())) word.remove_suffix(1);
    out.push_back(word);
  }
  return out;
}

/// The names in "user@hummel.example.org" and "[user@hummel02 ~]$": the host without its number and
/// domain, which is often the centre's name.
std::vector<std::string> host_names(std::string_view line) {
  std::vector<std::string> out;
  for (std::size_t at = line.find('@'); at != line.npos; at = line.find('@', at + 1)) {
    std::size_t end = at + 1;
    while (end < line.size() && base::is_alnum(line[end])) ++end;
    std::string_view host = line.substr(at + 1, end - at - 1);
    while (!host.empty() && base::is_digit(host.back())) host.remove_suffix(1);
    if (!host.empty()) out.push_back(base::to_lower(host));
  }
  return out;
}

class NameCounter {
 public:
  explicit NameCounter(const meta::Names& names) : vocabulary_(names) {}

  void begin_page(std::size_t page, std::string_view path, std::string_view language) {
    page_ = page;
    path_ = path;
    vocabulary_.set_finnish(language == "fi");
  }

  /// A line of text at a line of the page's file. `outstanding`: a heading, a header, a tab.
  void count(std::string_view line, std::uint32_t number, bool outstanding) {
    auto expectation = outstanding ? vocabulary::Expectation::name : vocabulary::Expectation::prose;
    for (const vocabulary::Mention& mention : vocabulary_.find(line, expectation)) {
      if (mention.kind != vocabulary::NameKind::system) continue;
      const std::string& whole = vocabulary_.part_of(mention.id);
      const std::string& name = whole.empty() ? vocabulary_.name(mention.id) : whole;
      NameEvidence& evidence = enter(name, number);
      evidence.known = true;
      if (mention.sure || outstanding) evidence.pages.insert(page_);
      if (outstanding && mention.sure) evidence.outstanding.insert(page_);
    }
    std::vector<std::string_view> words = words_of(line);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (!vocabulary_.words().whole(words[i + 1], vocabulary::WordClass::system_noun) ||
          !is_capital(words[i]))
        continue;
      if (vocabulary_.whole(words[i], vocabulary::NameKind::product)) continue;
      NameEvidence& evidence = enter(words[i], number);
      evidence.pages.insert(page_);
      evidence.nouns.insert(page_);
    }
    for (const std::string& host : host_names(line)) hosts_[host].insert(page_);
  }

  std::vector<ProposedSystem> take() {
    for (auto& [key, evidence] : names_)
      if (auto host = hosts_.find(key); host != hosts_.end())
        evidence.outstanding.insert(host->second.begin(), host->second.end()),
            evidence.hosts = host->second;
    std::size_t most = 0;
    for (const auto& [key, evidence] : names_)
      if (is_sure(evidence)) most = std::max(most, evidence.pages.size());
    std::vector<ProposedSystem> out;
    // Sites speak of other centres' systems as well, on few pages.
    constexpr std::size_t kShare = 10;
    for (auto& [key, evidence] : names_)
      if (is_sure(evidence) && evidence.pages.size() * kShare >= most)
        out.push_back(
            {evidence.name, evidence.pages.size(), evidence.outstanding.size(), evidence.first});
    std::stable_sort(out.begin(), out.end(), [](const ProposedSystem& a, const ProposedSystem& b) {
      return a.pages > b.pages;
    });
    return out;
  }

 private:
  /// Shorter ones are abbreviations more often than names: "HPC", "GPU".
  static bool is_capital(std::string_view word) {
    return word.size() > 3 && base::is_upper(word[0]) &&
           std::all_of(word.begin(), word.end(), is_name_byte);
  }

  /// Three pages name it, and it stands out on two; of an unknown word two speak as of a system,
  /// and it names hosts.
  static bool is_sure(const NameEvidence& evidence) {
    if (evidence.known) return evidence.pages.size() >= 3 && evidence.outstanding.size() >= 2;
    return evidence.nouns.size() >= 2 && !evidence.hosts.empty();
  }

  NameEvidence& enter(std::string_view name, std::uint32_t line) {
    NameEvidence& evidence = names_[base::to_lower(name)];
    if (evidence.name.empty()) {
      evidence.name = name;
      evidence.first = base::format("{}:{}", path_, line);
    }
    return evidence;
  }

  vocabulary::Vocabulary vocabulary_;
  std::size_t page_ = 0;
  std::string path_;
  std::map<std::string, NameEvidence> names_;
  std::map<std::string, std::set<std::size_t>> hosts_;
};

void count_page(const source::SourceStore& sources, const LoadedPage& page, NameCounter& counter) {
  auto count = [&](std::string_view text, source::Span span, bool outstanding) {
    std::uint32_t line = span ? sources.begin(span).line : 1;
    for (std::string_view each : base::split_lines(text)) counter.count(each, line, outstanding);
  };
  doc::Visitor visitor;
  visitor.block = [&](const doc::Block& block) {
    return std::visit(
        [&](const auto& node) {
          using Node = std::decay_t<decltype(node)>;
          if constexpr (std::is_same_v<Node, doc::Heading>) {
            count(doc::plain_text(node.children), block.span, true);
            return doc::Descend::past;
          } else if constexpr (std::is_same_v<Node, doc::Paragraph>) {
            count(doc::plain_text(node.children), block.span, false);
            return doc::Descend::past;
          } else if constexpr (std::is_same_v<Node, doc::CodeBlock>) {
            for (std::string_view each : base::split_lines(node.text))
              if (each.find('@') != each.npos) count(each, block.span, false);
            return doc::Descend::past;
          } else if constexpr (std::is_same_v<Node, doc::TabSet>) {
            for (const doc::Tab& tab : node.tabs) count(doc::plain_text(tab.label), tab.span, true);
          } else if constexpr (std::is_same_v<Node, doc::Table>) {
            for (std::size_t row = 0; row < node.rows.size(); ++row)
              for (const doc::TableCell& cell : node.rows[row].cells)
                if (row < node.header_rows || cell.header)
                  count(doc::plain_text(cell.children), cell.span, true);
          }
          return doc::Descend::into;
        },
        block.value);
  };
  doc::walk(page.content.document.blocks, visitor);
}

}  // namespace

std::vector<ProposedSystem> propose_systems(const base::Disk& disk, source::SourceStore& sources,
                                            const meta::Config& config, const Corpus& corpus) {
  NameCounter counter(config.names);
  for (std::size_t i = 0; i < corpus.pages.size(); ++i) {
    const CorpusPage& page = corpus.pages[i];
    std::unique_ptr<LoadedPage> again;
    auto loaded = loaded_page(disk, sources, config, page, again);
    if (!loaded) continue;
    counter.begin_page(i, page.source.path, page.source.language);
    count_page(sources, **loaded, counter);
  }
  return counter.take();
}

}  // namespace kbuild::build
