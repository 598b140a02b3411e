// Finds names of systems by their context: prepositions, verbs, enumerations, prompts and hosts.
// Names are collected with weights first and accepted at the end. See names.h.
#include "claims/extraction/names.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/text.h"
#include "base/text_hash.h"
#include "page/front_matter_keys.h"
#include "snippets/prompt.h"
#include "vocabulary/nouns.h"

namespace kbuild::claims {

namespace {

/// Capitalised words before "cluster" or after "on" that aren't names of systems.
constexpr std::string_view kNotSystems[] = {
    "The",       "This",     "That",    "These",       "Our",      "Your",       "Each",
    "Any",       "A",        "An",      "Linux",       "GPU",      "CPU",        "HPC",
    "Beowulf",   "Slurm",    "SLURM",   "Kubernetes",  "Hadoop",   "AI",         "Tier",
    "On",        "In",       "Using",   "Research",    "Campus",   "University", "Single",
    "Dual",      "NVIDIA",   "Nvidia",  "AMD",         "Intel",    "Ray",        "Dask",
    "Spark",     "Jupyter",  "Hybrid",  "Shared",      "Private",  "Public",     "Cloud",
    "Computing", "Compute",  "Virtual", "Local",       "Multi",    "New",        "Old",
    "Main",      "National", "High",    "Performance", "Login",    "Cluster",    "Supercomputer",
    "Which",     "Both",     "All",     "Condo",       "Alliance", "File",       "Storage",
    "Batch",     "Job",      "Module",  "Operating",   "Queue",    "Queuing",    "Scheduler",
    "Lustre",    "NFS",      "What",    "Other",       "Build",    "IBM",        "Cray",
    "HPE",       "Dell",     "Power",   "ARM",         "Le",       "La",         "Les",
    "Une",       "Un"};

/// Words used like places that aren't systems: platforms, services, data, days.
constexpr std::string_view kNotPlaces[] = {
    "Windows",     "Ubuntu",    "Debian",   "CentOS",     "Rocky",         "RHEL",
    "Hat",         "Mac",       "MacOS",    "Unix",       "WSL",           "GitHub",
    "GitLab",      "Git",       "Google",   "AWS",        "Azure",         "Amazon",
    "PyPI",        "Open",      "OnDemand", "JupyterHub", "Docker",        "Hugging",
    "HuggingFace", "Zenodo",    "Slack",    "YouTube",    "Monday",        "Tuesday",
    "Wednesday",   "Thursday",  "Friday",   "Saturday",   "Sunday",        "January",
    "February",    "March",     "April",    "May",        "June",          "July",
    "August",      "September", "October",  "November",   "December",      "MNIST",
    "CIFAR",       "CIFAR10",   "CIFAR-10", "ImageNet",   "COCO",          "GPUs",
    "CPUs",        "TPU",       "TPUs",     "MPI",        "NCCL",          "Ampere",
    "Volta",       "Turing",    "Hopper",   "Tesla",      "Xeon",          "EPYC",
    "POWER",       "Step",      "Figure",   "Table",      "Section",       "Note",
    "Internet",    "VPN",       "SSH",      "Stack",      "StackOverflow", "Wikipedia",
    "Arm",         "macOS",     "Mellanox", "InfiniBand", "Infiniband",    "Ethernet",
    "Facebook",    "Meta",      "Apple",    "Python",     "Conda",         "Anaconda",
    "Mars",        "Earth",     "Demand"};

constexpr int kHeadingWeight = 2;
constexpr int kSureWeight = 3;
constexpr std::size_t kMaxHostLength = 60;

using Words = std::unordered_set<std::string_view, base::TextHash>;

/// "A100", "MI250X": a processor, not a system.
bool is_processor(std::string_view word) {
  std::size_t letters = 0;
  while (letters < word.size() && base::is_upper(word[letters])) ++letters;
  std::size_t digits = letters;
  while (digits < word.size() && base::is_digit(word[digits])) ++digits;
  return letters > 0 && letters <= 3 && digits > letters && word.size() - digits <= 2;
}

bool can_be_place(std::string_view word) {
  std::string_view first = word.substr(0, word.find('-'));
  return can_be_system(word) && !is_no_place(word) && !is_no_place(first) && !is_processor(word);
}

/// Maximum number of words in a name.
constexpr std::size_t kMaxWords = 3;

/// The name at `at`: one capitalised word, or two or three in a row ("Big Red 200"). Empty if there
/// is none.
std::string name_at(const std::vector<TextWord>& words, std::size_t at) {
  std::string name;
  for (std::size_t i = at; i < words.size() && i < at + kMaxWords; ++i) {
    std::string_view word = words[i].bare;
    bool number = i > at && !word.empty() && std::all_of(word.begin(), word.end(), base::is_digit);
    if (!number && !can_be_place(word)) {
      // "Red Hat" isn't the system "Red".
      if (is_no_place(word)) name.clear();
      break;
    }
    name += (name.empty() ? "" : " ") + std::string(word);
    // Punctuation ends a name.
    if (word.data() + word.size() != words[i].text.data() + words[i].text.size()) break;
  }
  return name;
}

class ContextReader {
 public:
  ContextReader(const Extraction& extraction, std::set<std::string>& names)
      : extraction_(extraction), names_(names) {}

  void run() {
    for (const Passage& passage : extraction_.passages) {
      if (passage.kind == PassageKind::heading || passage.kind == PassageKind::prose)
        read_places(passage);
      if (passage.kind == PassageKind::code) read_hosts(passage);
    }
    for (const auto& [name, weight] : places_)
      if (weight >= kSureWeight && in_headings_.contains(name)) accept(name);
    for (const std::string& name : begin_sentences_) accept(name);
    // "on Sampo-2" on a page with "the Sampo cluster".
    for (const auto& [name, weight] : places_) {
      std::size_t hyphen = name.rfind('-');
      bool numbered = hyphen != name.npos && hyphen + 1 < name.size() &&
                      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(hyphen) + 1,
                                  name.end(), base::is_digit);
      if (numbered && is_system(std::string_view(name).substr(0, hyphen))) accept(name);
    }
    for (const std::string& host : hosts_) accept_host(host);
    for (const std::string& host : login_hosts_) accept_login_host(host);
    read_all_enumerations();
    if (names_.empty() && !names_any_system()) accept_titled();
    if (names_.empty() && !names_any_system()) {
      accept_most_used();
      if (!names_.empty()) read_all_enumerations();
    }
  }

 private:
  bool is_free(const std::string& name) const {
    return extraction_.vocabulary.find(name, vocabulary::Expectation::name).empty();
  }

  bool may_be_system(const std::string& name) const {
    return is_free(name) ||
           extraction_.vocabulary.whole(name, vocabulary::NameKind::system).has_value();
  }

  void accept(const std::string& name) {
    if (may_be_system(name)) names_.insert(name);
  }

  bool is_system(std::string_view word) const {
    return names_.contains(std::string(word)) ||
           extraction_.vocabulary.whole(word, vocabulary::NameKind::system).has_value();
  }

  bool names_any_system() const {
    if (!extraction_.page.default_system.empty() || page::stated_systems(extraction_.page))
      return true;
    return std::any_of(extraction_.passages.begin(), extraction_.passages.end(),
                       [](const Passage& passage) {
                         return std::any_of(passage.mentions.begin(), passage.mentions.end(),
                                            [](const vocabulary::Mention& mention) {
                                              return mention.kind == vocabulary::NameKind::system;
                                            });
                       });
  }

  void read_places(const Passage& passage) {
    bool heading = passage.kind == PassageKind::heading;
    const std::vector<TextWord>& words = passage.words;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      // "Alpine ships PyTorch": before a verb of having and known software.
      if (words[i].is_capital() && words[i + 1].is_small(WordRole::having) && has_product(passage))
        if (auto known = extraction_.vocabulary.whole(words[i].bare, vocabulary::NameKind::system))
          begin_sentences_.insert(extraction_.vocabulary.name(*known));
      if (words[i + 1].is_capital() && is_login_phrase(words, i))
        if (auto known =
                extraction_.vocabulary.whole(words[i + 1].bare, vocabulary::NameKind::system))
          begin_sentences_.insert(extraction_.vocabulary.name(*known));
      bool strong = words[i].is(WordRole::place);
      if (!strong && !words[i].is(WordRole::weak_place)) continue;
      std::size_t at = i + 1;
      if ((words[at].text == "the" || words[at].text == "le") && at + 1 < words.size()) ++at;
      if (!words[at].is_capital()) continue;
      std::string name = name_at(words, at);
      if (name.empty()) continue;
      int weight = heading ? kHeadingWeight : 1;
      weak_places_[name] += weight;
      if (!strong) {
        if (heading) weak_headings_.insert(name);
        continue;
      }
      places_[name] += weight;
      if (heading) in_headings_.insert(name);
      // "On Sampo PyTorch 1.13 is there": a sentence about software that begins with the system.
      bool begins = i == 0 || words[i - 1].text.ends_with('.') ||
                    extraction_.vocabulary.whole(name, vocabulary::NameKind::system).has_value();
      bool software = has_product(passage);
      // A title such as "PyTorch on Sampo".
      bool title = heading && software && &passage == &extraction_.passages.front();
      if (title && at == i + 1) begin_sentences_.insert(name);
      if (!heading && begins && software && at == i + 1 &&
          (words[i].is_capital() ||
           extraction_.vocabulary.whole(name, vocabulary::NameKind::system)))
        begin_sentences_.insert(name);
    }
  }

  /// "connecting to", "log in to", "logged into": a host follows.
  static bool is_login_phrase(const std::vector<TextWord>& words, std::size_t i) {
    if (i == 0 || (words[i].text != "to" && words[i].text != "into")) return false;
    bool joined = i > 1 && (words[i - 1].text == "in" || words[i - 1].text == "on");
    return words[joined ? i - 2 : i - 1].is(WordRole::login);
  }

  static bool has_product(const Passage& passage) {
    return std::any_of(passage.mentions.begin(), passage.mentions.end(),
                       [](const vocabulary::Mention& mention) {
                         return mention.kind == vocabulary::NameKind::product;
                       });
  }

  void read_hosts(const Passage& passage) {
    for (std::string_view line : base::split_lines(passage.text())) {
      for (std::string& part : host_parts(line)) hosts_.insert(std::move(part));
      if (line.find("ssh ") == line.npos) continue;
      std::vector<std::string_view> words = base::split_words(line);
      auto ssh = std::find(words.begin(), words.end(), "ssh");
      if (ssh == words.end() || ssh + 1 == words.end()) continue;
      std::string_view host = words.back().substr(words.back().find('@') + 1);
      host = host.substr(0, host.find('.'));
      while (!host.empty() && base::is_digit(host.back())) host.remove_suffix(1);
      if (can_be_small_system(host)) login_hosts_.emplace(host);
    }
  }

  /// "ssh sampo2" below a heading "CP2K on sampo": a system written in lower case.
  void accept_login_host(const std::string& host) {
    for (const Passage& passage : extraction_.passages) {
      if (passage.kind != PassageKind::heading) continue;
      for (std::size_t i = 1; i < passage.words.size(); ++i)
        if (passage.words[i].bare == host && passage.words[i - 1].is(WordRole::place))
          return accept(host);
    }
  }

  /// A host is a system if the page also writes it capitalised.
  void accept_host(const std::string& host) {
    if (host.size() < 4 || base::is_digit(host[0])) return;
    std::string name = host;
    name[0] = base::to_upper(name[0]);
    if (!can_be_place(name)) return;
    const TextWord* written = nullptr;
    for (const Passage& passage : extraction_.passages) {
      if (passage.kind != PassageKind::heading && passage.kind != PassageKind::prose) continue;
      for (std::size_t i = 0; i < passage.words.size(); ++i) {
        const TextWord& word = passage.words[i];
        if (!word.is_capital() || !base::equals_ignoring_case(word.bare, host)) continue;
        // "the Alpha partition" of a system with another name.
        if (i + 1 < passage.words.size() && names_any_system() &&
            passage.words[i + 1].bare.starts_with("partition"))
          return;
        if (!written) written = &word;
      }
    }
    if (written) accept(std::string(written->bare));
  }

  void read_all_enumerations() {
    for (const Passage& passage : extraction_.passages)
      if (passage.kind == PassageKind::heading || passage.kind == PassageKind::prose)
        read_enumerations(passage);
  }

  /// "kaksi laskentaklusteria, Sampo ja Ilmari", "kaksi supertietokonetta: Sampo ja Ilmari".
  static bool is_counted(const TextWord& word) {
    return (word.text.ends_with(',') || word.text.ends_with(':')) &&
           (word.bare.ends_with("klusteria") || word.bare.ends_with("supertietokonetta"));
  }

  /// "Our two clusters are called Sampo and Ilmari": the naming phrase follows a plural noun.
  static bool is_naming_phrase(const std::vector<TextWord>& words, std::size_t i) {
    constexpr std::string_view kVerbs[] = {"called",  "named",   "nommés",
                                           "nommées", "appelés", "appelées"};
    if (std::find(std::begin(kVerbs), std::end(kVerbs), words[i].text) == std::end(kVerbs))
      return false;
    std::size_t noun = i > 0 ? i - 1 : 0;
    if (noun > 0 && (words[noun].text == "are" || words[noun].text == "sont")) --noun;
    return words[noun].may(WordRole::noun) && words[noun].bare.ends_with('s');
  }

  /// "on Puhti, Mahti and Sampo", "the clusters Sampo and/or Ilmari".
  void read_enumerations(const Passage& passage) {
    const std::vector<TextWord>& words = passage.words;
    // A heading may be nothing but an enumeration: "Perseus, Della or Sampo".
    bool label = passage.kind == PassageKind::heading;
    for (std::size_t i = label ? 0 : 1; i < words.size(); ++i) {
      // "Both clusters, Sampo and Louhi,": the noun is enough evidence.
      bool named =
          i > 0 &&
          ((words[i - 1].may(WordRole::noun_before_name) && words[i - 1].bare.ends_with('s')) ||
           is_counted(words[i - 1]) || is_naming_phrase(words, i - 1));
      // "CPU version (Sampo, Louhi)".
      bool bracketed = label && i > 0 && words[i].text.starts_with('(');
      if (i > 0 && !named && !bracketed && !words[i - 1].is(WordRole::before_list) &&
          !words[i - 1].is(WordRole::noun))
        continue;
      std::vector<std::string> listed;
      // "available on Sampo, Louhi and Ahti": names places, even if none of them is known.
      bool known = named || (i > 1 && words[i - 2].may(WordRole::offering));
      bool open = true, closed = false;
      for (std::size_t at = i; at < words.size() && open; ++at) {
        if (words[at].is(WordRole::conjunction)) continue;
        if (listed.empty() && words[at].text == "the") continue;
        std::string_view word = words[at].bare;
        if (!is_system(word) && !can_be_place(word)) break;
        // "on Puhti, and PyTorch 1.9": what has a version is software.
        if (at + 1 < words.size() && vocabulary::match_version(words[at + 1].text, 0).dotted) break;
        known = known || is_system(word);
        listed.emplace_back(word);
        bool joined = at + 1 < words.size() && words[at + 1].is(WordRole::conjunction);
        open = words[at].text.ends_with(',') || joined;
        closed = words[at].text.ends_with(')');
      }
      if (bracketed && !closed) continue;
      if (!known || listed.size() < 2) continue;
      for (const std::string& name : listed) accept(name);
    }
  }

  /// The first word of a title such as "Sampo: deep learning" if the text has "nodes of Sampo" or
  /// "removed from Sampo".
  void accept_titled() {
    constexpr int kEnough = 2;
    for (const Passage& passage : extraction_.passages) {
      if (passage.kind != PassageKind::heading) continue;
      std::string name = name_at(passage.words, 0);
      auto place = weak_places_.find(name);
      if (!name.empty() && place != weak_places_.end() && place->second >= kEnough) accept(name);
      return;
    }
  }

  void accept_most_used() {
    const std::string* best = nullptr;
    int most = 0;
    for (const auto& [name, weight] : places_) {
      int uses = 0;
      for (const Passage& passage : extraction_.passages)
        if (passage.kind != PassageKind::code && passage.kind != PassageKind::table)
          for (std::size_t at = passage.text().find(name); at != std::string::npos;
               at = passage.text().find(name, at + name.size()))
            ++uses;
      if (uses < 2 || !may_be_system(name) || uses + weight <= most) continue;
      most = uses + weight;
      best = &name;
    }
    // "script for Kestrel" in a heading with "nodes of Kestrel" below it.
    for (const auto& [name, weight] : weak_places_)
      if (!best && weight > kSureWeight && weak_headings_.contains(name) && may_be_system(name))
        best = &name;
    if (best) names_.insert(*best);
  }

 public:
  /// The parts of the host in a prompt, without numbers: "login1.capella" gives "login", "capella".
  static std::vector<std::string> host_parts(std::string_view line) {
    std::vector<std::string> parts;
    std::size_t at = line.substr(0, kMaxHostLength).find('@');
    if (at == line.npos || snippets::find_prompt(line).length <= at) return parts;
    std::string part;
    // "(sampo)-[user@login1 ~]$"
    if (std::size_t close = line.find(")-["); line.starts_with('(') && close < at)
      parts.push_back(base::to_lower(line.substr(1, close - 1)));
    for (std::size_t i = at + 1; i <= line.size() && i < kMaxHostLength; ++i) {
      if (i < line.size() && base::is_alnum(line[i])) {
        part += base::to_lower(line[i]);
        continue;
      }
      while (!part.empty() && base::is_digit(part.back())) part.pop_back();
      if (!part.empty()) parts.push_back(part);
      part.clear();
      if (i == line.size() || (line[i] != '.' && line[i] != '-')) break;
    }
    return parts;
  }

 private:
  const Extraction& extraction_;
  std::set<std::string>& names_;
  /// How often a name follows "on"; headings count more.
  std::map<std::string, int> places_;
  /// Likewise, including "of" and "for".
  std::map<std::string, int> weak_places_;
  std::set<std::string> weak_headings_;
  std::set<std::string> in_headings_;
  /// Names after "On" at the beginning of sentences about software.
  std::set<std::string> begin_sentences_;
  std::set<std::string> hosts_;
  /// Hosts that commands log in to, without numbers.
  std::set<std::string> login_hosts_;
};

}  // namespace

bool is_no_system(std::string_view word) {
  static const Words words(std::begin(kNotSystems), std::end(kNotSystems));
  return words.contains(word);
}

bool is_no_place(std::string_view word) {
  static const Words words(std::begin(kNotPlaces), std::end(kNotPlaces));
  return words.contains(word);
}

bool can_be_system(std::string_view word) {
  // "Multi-GPU cluster": the first part isn't a name, but "AI-LAB" is one.
  std::string_view first = word.substr(0, word.find('-'));
  if (word.size() < 3 || !base::is_upper(word[0])) return false;
  bool plain = std::all_of(word.begin(), word.end(), [](char c) {
    return base::is_alnum(c) || c == '-' || static_cast<unsigned char>(c) >= 0x80;
  });
  bool acronym = first.size() < word.size() &&
                 std::none_of(word.begin(), word.end(), base::is_lower) &&
                 !first.starts_with("GPU");
  return plain && (acronym || !is_no_system(first)) &&
         (first.size() == word.size() || !is_no_system(word));
}

bool can_be_name_of_words(std::string_view text) {
  std::vector<std::string_view> words = base::split_words(text);
  return words.size() > 1 && words.size() <= kMaxWords && can_be_place(words[0]) &&
         std::all_of(words.begin() + 1, words.end(), [](std::string_view word) {
           return can_be_place(word) || std::all_of(word.begin(), word.end(), base::is_digit);
         });
}

bool can_be_small_system(std::string_view word) {
  if (word.size() < 3 || !base::is_alpha(word[0]) || base::is_upper(word[0])) return false;
  bool plain = std::all_of(word.begin(), word.end(),
                           [](char c) { return base::is_alnum(c) || c == '-' || c == '_'; });
  return plain &&
         std::none_of(std::begin(kNotSystems), std::end(kNotSystems), [&](std::string_view stop) {
           return base::equals_ignoring_case(stop, word);
         });
}

std::string_view bare_word(std::string_view word) {
  while (!word.empty() && base::is_punctuation(word.back())) word.remove_suffix(1);
  while (!word.empty() && base::is_punctuation(word.front())) word.remove_prefix(1);
  return word;
}

void add_names_by_context(const Extraction& extraction, std::set<std::string>& names) {
  ContextReader(extraction, names).run();
}

std::vector<std::uint32_t> systems_of_prompts(const Passage& passage,
                                              const vocabulary::Vocabulary& vocabulary) {
  std::vector<std::uint32_t> systems;
  for (std::string_view line : base::split_lines(passage.text()))
    for (const std::string& part : ContextReader::host_parts(line))
      if (auto id = vocabulary.whole(part, vocabulary::NameKind::system);
          id && std::find(systems.begin(), systems.end(), *id) == systems.end())
        systems.push_back(*id);
  return systems.size() == 1 ? systems : std::vector<std::uint32_t>();
}

}  // namespace kbuild::claims
