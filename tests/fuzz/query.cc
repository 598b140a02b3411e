// A reader's query over a small index of two languages. Highlights lie in their excerpts, in order.
#include "search/query/query.h"

#include <cstdlib>
#include <filesystem>

#include "target.h"

namespace kbuild::fuzz {

namespace {

search::SearchDocument page(std::string language, std::string path, std::string title,
                            std::string body) {
  search::SearchDocument document;
  document.language = std::move(language);
  document.path = std::move(path);
  document.translation_key = document.path;
  document.title = std::move(title);
  document.body = std::move(body);
  document.systems = {"Puhti"};
  return document;
}

/// An index in a directory of its own, which goes with it.
class SmallIndex {
 public:
  SmallIndex() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-fuzz-XXXXXX").native();
    path_ = ::mkdtemp(pattern.data());
    auto disk = base::make_real_disk();
    meta::Names names;
    names.systems = {{"Puhti"}, {"Mahti"}};
    auto writer = search::IndexWriter::open(*disk, path_ + "/index", names, 1).value();
    for (const search::SearchDocument& document :
         {page("en", "disk.md", "Disk quotas", "A project has a quota of 100 GiB on Puhti."),
          page("en", "python.md", "Python", "pytorch 2.7 and 2.71: pip install --user torch==2.7"),
          page("en", "faq/jobs.md", "Batch jobs", "Set OMP_NUM_THREADS; see #SBATCH --mem=4G."),
          page("fi", "disk.md", "Levyjen kiintiöt", "Jokaisella projektilla on omaa tilaa.")})
      (void)writer.replace_page(search::prepare({document}));
    require(writer.commit().has_value());
    index_.emplace(search::Index::open(path_ + "/index").value());
  }
  ~SmallIndex() {
    index_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const search::Index& index() const { return *index_; }

 private:
  std::string path_;
  std::optional<search::Index> index_;
};

}  // namespace

void try_input(std::string_view bytes) {
  static const SmallIndex small;
  search::Query query;
  query.text = bytes;
  query.facets = search::CountFacets::yes;
  query.other_languages = search::OtherLanguages::add;
  for (std::string_view language : {"en", "fi"}) {
    query.language = language;
    search::Results results = search::search(small.index(), query);
    require(results.plan.groups.size() <= search::kMaxGroupsInPlan);
    for (const search::PageResult& found : results.pages)
      for (const search::SectionResult& section : found.sections) {
        std::uint32_t last = 0;
        for (const auto& [begin, end] : section.excerpt.highlights) {
          require(last <= begin && begin < end && end <= section.excerpt.text.size());
          last = end;
        }
      }
  }
  require(small.index().failure().empty());
  small.index().trim();
}

}  // namespace kbuild::fuzz
