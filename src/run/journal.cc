// Reads and writes the journal; see journal.h.
#include "run/journal.h"

#include "base/json.h"

namespace kbuild::run {

std::optional<Journal> read_journal(const base::Disk& disk, const std::string& path) {
  auto text = disk.read(path);
  if (!text) return std::nullopt;
  base::Json object = base::Json::parse(*text, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  Journal journal;
  journal.evidence = object.value("evidence", std::string{});
  for (const base::Json& entry : object.value("jobs", base::Json::array())) {
    if (!entry.is_object()) continue;
    JournalJob job{entry.value("id", std::string{}),
                   entry.value("name", std::string{}),
                   entry.value("task", std::size_t{0}),
                   entry.value("directory", std::string{}),
                   entry.value("submitted", std::int64_t{0}),
                   entry.value("attempt", 1),
                   {}};
    for (const base::Json& key : entry.value("keys", base::Json::array()))
      if (key.is_string()) job.keys.push_back(key.get<std::string>());
    journal.jobs.push_back(std::move(job));
  }
  return journal;
}

base::Result<void> write_journal(base::Disk& disk, const std::string& path,
                                 const Journal& journal) {
  base::Json jobs = base::Json::array();
  for (const JournalJob& job : journal.jobs)
    jobs.push_back({{"id", job.id},
                    {"name", job.name},
                    {"task", job.task},
                    {"directory", job.directory},
                    {"submitted", job.submitted},
                    {"attempt", job.attempt},
                    {"keys", job.keys}});
  base::Json object = {{"evidence", journal.evidence}, {"jobs", jobs}};
  return disk.write(path, base::dump_line(object) + "\n");
}

}  // namespace kbuild::run
