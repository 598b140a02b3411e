// What `kbuild i18n` tells of a translation besides counts: blocks of the original that changed
// since, by a history that the test makes, and terms in Finnish text.
#include <doctest/doctest.h>

#include "base/process.h"
#include "i18n/translation.h"
#include "work_directory.h"

using namespace kbuild;

namespace {

void git(const std::string& directory, std::vector<std::string> words) {
  std::vector<std::string> all = {"git", "-C", directory};
  all.insert(all.end(), words.begin(), words.end());
  auto environment = base::current_environment();
  environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
  auto done = base::run_process(
      {.arguments = all, .inherit_environment = false, .environment = environment});
  REQUIRE(done);
  INFO(done->errors);
  REQUIRE(done->exit_code == 0);
}

}  // namespace

TEST_CASE("blocks that changed are told by their lines, corrected words are not") {
  std::string before = "# Jobs\n\nRun a job with sbatch.\n\n```bash\nsbatch a.sh\n\nsqueue\n```\n";
  std::string now =
      "# Jobs\n\nRun a  job\nwith sbach.\n\n```bash\nsbatch b.sh\n\nsqueue\n```\n\nNew words.\n";
  auto changed = i18n::changed_blocks(now, before);
  REQUIRE(changed.size() == 2);
  CHECK(changed[0].line == 6);
  CHECK(changed[1].line == 12);
  CHECK(changed[1].begin == "New words.");
  CHECK(i18n::changed_blocks(before, before).empty());
  // A figure is no spelling.
  CHECK(i18n::changed_blocks("At most 3000 jobs.\n", "At most 2000 jobs.\n").size() == 1);
}

TEST_CASE("the original is compared with what it was when its translation was committed") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  auto commit = [&] {
    git(work.path, {"add", "-A"});
    git(work.path, {"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x"});
  };
  git(work.path, {"init", "-q", "-b", "main"});
  std::string original = work.path + "/en/jobs.md", translation = work.path + "/fi/jobs.md";
  REQUIRE(disk->write(original, "One.\n"));
  REQUIRE(disk->write(translation, "Yksi.\n"));
  commit();
  REQUIRE(disk->write(original, "One.\n\nTwo.\n"));
  commit();
  CHECK(i18n::text_when_committed(original, translation) == "One.\n");
  REQUIRE(disk->write(translation, "Yksi.\n\nKaksi.\n"));
  commit();
  CHECK(i18n::text_when_committed(original, translation) == "One.\n\nTwo.\n");
  CHECK_FALSE(i18n::text_when_committed(original, work.path + "/fi/new.md"));
}

TEST_CASE("code is no prose") {
  doc::Document document;
  document.blocks.push_back({doc::Paragraph{{{doc::Text{"Use "}, {}, {}},
                                             {doc::Code{"--partition"}, {}, {}},
                                             {doc::Text{" or a queue."}, {}, {}}}}});
  document.blocks.push_back({doc::CodeBlock{"#SBATCH --partition=small"}});
  std::string prose = i18n::prose_of(document);
  CHECK(prose.find("or a queue.") != prose.npos);
  CHECK(prose.find("partition") == prose.npos);
}

TEST_CASE("a term is found in its inflected forms") {
  std::vector<meta::Term> terms = {{{"en", "partition"}, {"fi", "osio"}},
                                   {{"en", "batch job"}, {"fi", "eräajo"}}};
  i18n::TermFinder english(terms, "en"), finnish(terms, "fi");
  using Found = std::vector<std::size_t>;
  CHECK(english.find("Batch jobs run in partitions.") == Found{0, 1});
  CHECK(english.find("Jobs run in a batch.").empty());
  CHECK(finnish.find("Eräajot ajetaan osioissa.") == Found{0, 1});
  CHECK(finnish.find("Ajot ajetaan jonossa.").empty());
}

TEST_CASE("pages are held against the configuration's terms") {
  test::WorkDirectory work;
  auto disk = base::make_real_disk();
  REQUIRE(disk->write(work.path + "/kbuild.yml",
                      "languages: [en, fi]\nsources:\n  - {path: en, lang: en}\n"
                      "  - {path: fi, lang: fi}\nterms:\n  - {en: partition, fi: osio}\n"));
  REQUIRE(disk->write(work.path + "/en/index.md", "# Jobs\n\nChoose a partition.\n"));
  REQUIRE(disk->write(work.path + "/fi/index.md", "# Työt\n\nValitse jono.\n"));
  auto told = base::run_process(
      {.arguments = {KBUILD_PROGRAM, "i18n"}, .directory = work.path, .timeout = 60});
  REQUIRE(told);
  INFO(told->errors);
  CHECK(told->output.find("terms: 'partition' is not 'osio' here") != std::string::npos);
}
