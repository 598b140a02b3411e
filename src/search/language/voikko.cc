// Finnish readings; see voikko.h. WORDBASES of Voikko's format 5 looks like
// "+levy(levy)+kiintiö(kiintiö)"; a derivational ending has a '+' inside its parentheses and makes
// one part with what stands before it: "+palvel(palvella)+u(+u)" is "palvelu".
#include "search/language/voikko.h"

#include <dlfcn.h>

#include <algorithm>

#include "source/unicode.h"

namespace kbuild::search {

/// What the library's handles point at.
struct Handle;
struct Reading;

namespace {

/// The functions of the library's C interface that are used; its types are opaque.
struct Library {
  Handle* (*open)(const char** error, const char* language, const char* path) = nullptr;
  void (*close)(Handle*) = nullptr;
  Reading** (*analyze)(Handle*, const char* word) = nullptr;
  void (*free_readings)(Reading**) = nullptr;
  char* (*value)(const Reading*, const char* key) = nullptr;
  void (*free_value)(char*) = nullptr;
  bool complete = false;
};

/// Loaded at the first use, and kept: it brings ten libraries along, which take longer to load than
/// a build without Finnish takes where nothing changed.
const Library& library() {
  static const Library loaded = [] {
    Library out;
    void* file = dlopen("libvoikko.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!file) return out;
    out.complete = true;
    auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
      if (!function) out.complete = false;
    };
    find(out.open, "voikkoInit");
    find(out.close, "voikkoTerminate");
    find(out.analyze, "voikkoAnalyzeWordCstr");
    find(out.free_readings, "voikko_free_mor_analysis");
    find(out.value, "voikko_mor_analysis_value_cstr");
    find(out.free_value, "voikko_free_mor_analysis_value_cstr");
    return out;
  }();
  return loaded;
}

/// "levy(levy)" as its text and what stands in parentheses, "" where nothing does.
std::pair<std::string, std::string> read_piece(std::string_view piece) {
  std::size_t open = piece.find('(');
  bool closed = open != piece.npos && piece.ends_with(')');
  std::string_view base = closed ? piece.substr(open + 1, piece.size() - open - 2) : "";
  std::pair<std::string, std::string> out(source::fold_case(piece.substr(0, open)),
                                          source::fold_case(base));
  std::erase(out.first, '=');
  std::erase(out.second, '=');
  return out;
}

std::vector<FinnishPart> word_parts(std::string_view bases) {
  // Pluses inside parentheses are those of endings.
  std::vector<std::pair<std::string, std::string>> pieces;
  for (std::size_t at = 0; at < bases.size();) {
    std::size_t end = at + 1;
    for (bool inside = false; end < bases.size() && (inside || bases[end] != '+'); ++end)
      inside = bases[end] == '(' || (inside && bases[end] != ')');
    pieces.push_back(read_piece(bases.substr(at + 1, end - at - 1)));
    at = end;
  }
  std::vector<FinnishPart> parts;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto& [surface, base] = pieces[i];
    bool ending = base.starts_with('+');
    bool joint = base.empty() && i + 1 < pieces.size() && pieces[i + 1].second.starts_with('+');
    if (!parts.empty() && (ending || joint)) {
      FinnishPart& part = parts.back();
      part.surface += surface;
      if (part.root.empty()) part.root = part.base;
      bool inflected = i + 1 < pieces.size() && part.surface.ends_with('n') && !base.ends_with('n');
      part.base = inflected ? part.root : part.surface;
    } else if (surface.size() > 1 || base.size() > 1) {
      parts.push_back({surface, base.empty() ? surface : base});
    }
  }
  return parts;
}

/// "+käyttä(käyttää)+jä(+jä)": the ending of who does what the verb says.
bool names_an_agent(std::string_view bases) {
  return bases.ends_with("(+ja)") || bases.ends_with("(+jä)");
}

}  // namespace

struct Voikko::State {
  Handle* handle = nullptr;
  ~State() {
    if (handle) library().close(handle);
  }
};

Voikko::Voikko() : state_(std::make_unique<State>()) {
  const char* error = nullptr;
  if (library().complete) state_->handle = library().open(&error, "fi", nullptr);
}

bool Voikko::available() const {
  return state_->handle != nullptr;
}

std::vector<FinnishReading> Voikko::read(std::string_view word) const {
  std::vector<FinnishReading> out;
  if (!state_->handle) return out;
  std::string text(word);
  std::unique_ptr<Reading*, void (*)(Reading**)> readings(
      library().analyze(state_->handle, text.c_str()), library().free_readings);
  for (Reading** each = readings.get(); each && *each; ++each) {
    auto value = [&](const char* key) {
      std::unique_ptr<char, void (*)(char*)> owned(library().value(*each, key),
                                                   library().free_value);
      return owned ? std::string(owned.get()) : std::string();
    };
    std::string bases = value("WORDBASES");
    FinnishReading reading{source::fold_case(value("BASEFORM")), word_parts(bases)};
    std::erase(reading.lemma, '=');
    if (reading.parts.size() == 1 && !names_an_agent(bases)) {
      const FinnishPart& part = reading.parts[0];
      const std::string& root = part.root.empty() ? part.base : part.root;
      if (root != reading.lemma) reading.root = root;
    }
    bool known = std::any_of(out.begin(), out.end(), [&](const FinnishReading& other) {
      return other.lemma == reading.lemma && other.parts == reading.parts;
    });
    if (!reading.lemma.empty() && !known) out.push_back(std::move(reading));
  }
  return out;
}

Voikko::~Voikko() = default;

}  // namespace kbuild::search
