// Counts what a page takes; see budget.h.
#include "read/budget.h"

#include <algorithm>
#include <string>

namespace kbuild::read {

using namespace diag::literals;

namespace {

constexpr std::string_view kLeftOut = "the rest was left out";
constexpr std::string_view kAsWritten = "the rest is shown as written";

}  // namespace

bool Budget::take_file(std::size_t bytes, source::Span at) {
  bool too_many = files_ >= kMaxIncludedFiles;
  files_refused_ = files_refused_ || too_many || bytes > kMaxIncludedBytes - file_bytes_;
  if (files_refused_)
    return refuse(too_many ? "1,000 included files" : "16 MB of included files", kLeftOut, at);
  ++files_;
  file_bytes_ += bytes;
  return true;
}

bool Budget::take_step(source::Span at) {
  if (steps_ >= kMaxSteps) return refuse("1,000,000 steps of expansion", kAsWritten, at);
  ++steps_;
  return true;
}

bool Budget::take_text(std::size_t bytes, source::Span at) {
  std::size_t left = kMaxExpandedBytes - text_bytes_;
  text_bytes_ += std::min(bytes, left);
  return bytes <= left || refuse("2 MB of expanded text", kLeftOut, at);
}

bool Budget::refuse(std::string_view what, std::string_view consequence, source::Span at) {
  if (!reported_)
    diagnostics_.push_back({"KB0007"_code, at, {std::string(what), std::string(consequence)}});
  reported_ = true;
  return false;
}

}  // namespace kbuild::read
