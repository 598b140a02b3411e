// Looks the words up in the theme's catalogue; see run_words.h.
#include "build/stages/run_words.h"

#include "base/clock.h"
#include "base/text.h"

namespace kbuild::build {

std::string run_word(const render::Theme& theme, const std::string& language,
                     const std::string& vocabulary, std::string_view value) {
  std::string found = theme.find_word(language, "runs." + vocabulary + "." + std::string(value));
  return found.empty() ? std::string(value) : found;
}

std::string run_place(const run::RunRecord& record) {
  std::string out = record.system;
  if (!record.gpus.empty()) out += ", " + record.gpus.front().model;
  if (std::string version = run::proved_version(record); !version.empty()) out += ", " + version;
  return out + ", " + base::format_date(record.started);
}

std::string signature_words(const render::Theme& theme, const std::string& language,
                            const run::RunRecord& record) {
  return record.signer.empty() ? theme.word(language, "runs.unsigned")
                               : theme.word(language, "runs.signed", {{"signer", record.signer}});
}

std::string run_notes(const render::Theme& theme, const std::string& language,
                      const run::RunRecord& record) {
  std::vector<std::string> notes;
  if (!record.changes.empty()) notes.push_back(theme.word(language, "runs.with_changes"));
  if (!record.differences.empty()) notes.push_back(theme.word(language, "runs.output_differs"));
  if (record.gpus_asked > 0 && record.gpus.empty())
    notes.push_back(theme.word(language, "runs.without_gpu"));
  notes.push_back(signature_words(theme, language, record));
  return base::join(notes, ", ");
}

std::string badge_html(const std::string& standing, const std::string& standing_words,
                       const std::string& text, const std::string& href) {
  std::string inside = "<strong>" + base::escape_html(standing_words);
  inside += text.empty() ? "</strong>" : ":</strong> " + base::escape_html(text);
  std::string classes = " class=\"kb-badge kb-run-" + standing + "\"";
  if (href.empty()) return "<span" + classes + ">" + inside + "</span>";
  return "<a" + classes + " href=\"" + base::escape_html(href) + "\">" + inside + "</a>";
}

}  // namespace kbuild::build
