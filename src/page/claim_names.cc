// See claim_names.h.
#include "page/claim_names.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/text.h"
#include "base/text_hash.h"
#include "page/snippet_prompt.h"
#include "page/vocabulary_nouns.h"
#include "page/word_list.h"

namespace kbuild::page {

namespace {

/// Capitalised words that stand before "cluster" or after "on" without naming a system.
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

/// What is spoken of as a place without being a system: platforms, services, data, days.
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

/// Words after which a system's name stands.
constexpr std::string_view kPlaceWords[] = {"on", "sur"};
constexpr std::string_view kWeakPlaceWords[] = {"for", "of", "than", "at", "in", "to", "from"};
constexpr std::size_t kLongestPlaceWord = [] {
  std::size_t longest = 0;
  for (std::string_view word : kPlaceWords) longest = std::max(longest, word.size());
  for (std::string_view word : kWeakPlaceWords) longest = std::max(longest, word.size());
  return longest;
}();
/// Words before an enumeration of systems.
constexpr std::string_view kBeforeList[] = {"on", "sur", "using", "either", "both"};
constexpr std::string_view kJoints[] = {"and", "or",  "and/or",      "et", "ou",
                                        "ja",  "tai", "sek\xc3\xa4", "&"};
/// Verbs by which a system has software.
constexpr std::string_view kHaving[] = {"ships", "provides", "offers", "runs", "has", "hosts"};
/// Words that say before "on" that software is somewhere.
constexpr std::string_view kOffering[] = {"available",
                                          "installed",
                                          "disponible",
                                          "disponibles",
                                          "install\xc3\xa9",
                                          "install\xc3\xa9"
                                          "e",
                                          "install\xc3\xa9s",
                                          "install\xc3\xa9"
                                          "es"};
constexpr int kHeadingWeight = 2;
constexpr int kSureWeight = 3;
constexpr std::size_t kLongestHost = 60;

/// The same in any case.
template <std::size_t N>
bool is_one_of_any_case(const std::string_view (&list)[N], std::string_view word) {
  return std::any_of(std::begin(list), std::end(list), [&](std::string_view each) {
    return each.size() == word.size() && base::to_lower(word[0]) == each[0] &&
           base::equals_ignoring_case(each, word);
  });
}

using Words = std::unordered_set<std::string_view, base::TextHash>;

/// "A100", "MI250X": a processor, no machine.
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

/// The name at `at` of a row of words: one capitalised word, or two or three that follow each other
/// ("Big Red 200"). Empty where none stands there.
std::string name_at(const std::vector<std::string_view>& words, std::size_t at) {
  constexpr std::size_t kMostWords = 3;
  std::string name;
  for (std::size_t i = at; i < words.size() && i < at + kMostWords; ++i) {
    std::string_view word = bare_word(words[i]);
    bool number = i > at && !word.empty() && std::all_of(word.begin(), word.end(), base::is_digit);
    if (!number && !can_be_place(word)) {
      // "Red Hat" is not the system "Red".
      if (is_no_place(word)) name.clear();
      break;
    }
    name += (name.empty() ? "" : " ") + std::string(word);
    // Punctuation ends a name.
    if (word.data() + word.size() != words[i].data() + words[i].size()) break;
  }
  return name;
}

class CompanyReader {
 public:
  CompanyReader(const Extraction& extraction, std::set<std::string>& names)
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
    // "on Sampo-2" beside "the Sampo cluster".
    for (const auto& [name, weight] : places_) {
      std::size_t hyphen = name.rfind('-');
      bool numbered = hyphen != name.npos && hyphen + 1 < name.size() &&
                      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(hyphen) + 1,
                                  name.end(), base::is_digit);
      if (numbered && is_system(std::string_view(name).substr(0, hyphen))) accept(name);
    }
    for (const std::string& host : hosts_) accept_host(host);
    read_all_enumerations();
    if (names_.empty() && !names_any_system()) accept_titled();
    if (names_.empty() && !names_any_system()) {
      accept_most_used();
      if (!names_.empty()) read_all_enumerations();
    }
  }

 private:
  bool is_free(const std::string& name) const {
    return extraction_.vocabulary.find(name, Expectation::name).empty();
  }

  bool may_be_system(const std::string& name) const {
    return is_free(name) || extraction_.vocabulary.whole(name, NameKind::system).has_value();
  }

  void accept(const std::string& name) {
    if (may_be_system(name)) names_.insert(name);
  }

  bool is_system(std::string_view word) const {
    return names_.contains(std::string(word)) ||
           extraction_.vocabulary.whole(word, NameKind::system).has_value();
  }

  bool names_any_system() const {
    if (!extraction_.page.default_system.empty() ||
        extraction_.page.content.front_matter["catalog"]["available_on"])
      return true;
    return std::any_of(
        extraction_.passages.begin(), extraction_.passages.end(), [](const Passage& passage) {
          return std::any_of(
              passage.mentions.begin(), passage.mentions.end(),
              [](const Mention& mention) { return mention.kind == NameKind::system; });
        });
  }

  void read_places(const Passage& passage) {
    bool heading = passage.kind == PassageKind::heading;
    const std::vector<std::string_view>& words = passage.words;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      // "Alpine ships PyTorch": a name that tables know, before a verb of having.
      if (std::string_view subject = bare_word(words[i]); is_one_of(kHaving, words[i + 1]))
        if (auto known = extraction_.vocabulary.whole(subject, NameKind::system);
            known && base::is_upper(subject[0]) && has_product(passage))
          begin_sentences_.insert(extraction_.vocabulary.name(*known));
      if (words[i].size() > kLongestPlaceWord) continue;
      if (std::string_view host = bare_word(words[i + 1]); leads_to_login(words, i))
        if (auto known = extraction_.vocabulary.whole(host, NameKind::system);
            known && base::is_upper(host[0]))
          begin_sentences_.insert(extraction_.vocabulary.name(*known));
      bool strong = is_one_of_any_case(kPlaceWords, words[i]);
      if (!strong && !is_one_of_any_case(kWeakPlaceWords, words[i])) continue;
      std::size_t at = i + 1;
      if ((words[at] == "the" || words[at] == "le") && at + 1 < words.size()) ++at;
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
      // "On Sampo PyTorch 1.13 is there": a sentence about software begins with its place.
      bool begins = i == 0 || words[i - 1].ends_with('.') ||
                    extraction_.vocabulary.whole(name, NameKind::system).has_value();
      bool software = has_product(passage);
      // A title such as "PyTorch on Sampo".
      bool title = heading && software && &passage == &extraction_.passages.front();
      if (title && at == i + 1) begin_sentences_.insert(name);
      if (!heading && begins && software && at == i + 1 &&
          (base::is_upper(words[i][0]) || extraction_.vocabulary.whole(name, NameKind::system)))
        begin_sentences_.insert(name);
    }
  }

  /// "connecting to", "log in to", "logged into": a host stands behind.
  static bool leads_to_login(const std::vector<std::string_view>& words, std::size_t i) {
    if (i == 0 || (words[i] != "to" && words[i] != "into")) return false;
    constexpr std::string_view kVerbs[] = {"connecting", "connect", "connected", "log",
                                           "login",      "logging", "logged"};
    std::size_t verb = i > 1 && (words[i - 1] == "in" || words[i - 1] == "on") ? i - 2 : i - 1;
    return is_one_of_any_case(kVerbs, words[verb]);
  }

  static bool has_product(const Passage& passage) {
    return std::any_of(passage.mentions.begin(), passage.mentions.end(),
                       [](const Mention& mention) { return mention.kind == NameKind::product; });
  }

  void read_hosts(const Passage& passage) {
    for (std::string_view line : base::split_lines(passage.text()))
      for (std::string& part : host_parts(line)) hosts_.insert(std::move(part));
  }

  /// A host is a system's where the page also writes it with a capital.
  void accept_host(const std::string& host) {
    if (host.size() < 4 || base::is_digit(host[0])) return;
    std::string name = host;
    name[0] = base::to_upper(name[0]);
    if (!can_be_place(name)) return;
    for (const Passage& passage : extraction_.passages) {
      if (passage.kind != PassageKind::heading && passage.kind != PassageKind::prose) continue;
      for (std::string_view word : passage.words) {
        word = bare_word(word);
        if (!word.empty() && base::is_upper(word[0]) && base::equals_ignoring_case(word, host))
          return accept(std::string(word));
      }
    }
  }

  void read_all_enumerations() {
    for (const Passage& passage : extraction_.passages)
      if (passage.kind == PassageKind::heading || passage.kind == PassageKind::prose)
        read_enumerations(passage);
  }

  /// "on Puhti, Mahti and Sampo", "the clusters Sampo and/or Ilmari".
  void read_enumerations(const Passage& passage) {
    const std::vector<std::string_view>& words = passage.words;
    // A heading may be the enumeration itself: "Perseus, Della or Sampo".
    bool label = passage.kind == PassageKind::heading;
    for (std::size_t i = label ? 0 : 1; i < words.size(); ++i) {
      // "Both clusters, Sampo and Louhi,": the noun alone says what they are.
      std::string_view noun = i > 0 ? bare_word(words[i - 1]) : std::string_view();
      bool named = i > 0 && noun.ends_with('s') && names_system_behind(noun);
      if (i > 0 && !named && !is_one_of_any_case(kBeforeList, words[i - 1]) &&
          !is_system_noun(words[i - 1]))
        continue;
      std::vector<std::string> listed;
      // "available on Sampo, Louhi and Ahti" tells of places though none of them is known.
      bool known = named || (i > 1 && is_one_of_any_case(kOffering, bare_word(words[i - 2])));
      bool open = true;
      for (std::size_t at = i; at < words.size() && open; ++at) {
        if (is_one_of_any_case(kJoints, words[at])) continue;
        if (listed.empty() && words[at] == "the") continue;
        std::string_view word = bare_word(words[at]);
        if (!is_system(word) && !can_be_place(word)) break;
        // "on Puhti, and PyTorch 1.9": a version makes it software.
        if (at + 1 < words.size() && match_version(words[at + 1], 0).dotted) break;
        known = known || is_system(word);
        listed.emplace_back(word);
        bool joined = at + 1 < words.size() && is_one_of_any_case(kJoints, words[at + 1]);
        open = words[at].ends_with(',') || joined;
      }
      if (!known || listed.size() < 2) continue;
      for (const std::string& name : listed) accept(name);
    }
  }

  /// "Sampo: deep learning" above "nodes of Sampo", "removed from Sampo": the title's first word.
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
    // "script for Kestrel" in a heading, "nodes of Kestrel" below it.
    for (const auto& [name, weight] : weak_places_)
      if (!best && weight > kSureWeight && weak_headings_.contains(name) && may_be_system(name))
        best = &name;
    if (best) names_.insert(*best);
  }

 public:
  /// The parts of the host that a prompt shows, without numbers: "login1.capella" is "login",
  /// "capella".
  static std::vector<std::string> host_parts(std::string_view line) {
    std::vector<std::string> parts;
    std::size_t at = line.substr(0, kLongestHost).find('@');
    if (at == line.npos || find_prompt(line).length <= at) return parts;
    std::string part;
    // "(sampo)-[user@login1 ~]$"
    if (std::size_t close = line.find(")-["); line.starts_with('(') && close < at)
      parts.push_back(base::to_lower(line.substr(1, close - 1)));
    for (std::size_t i = at + 1; i <= line.size() && i < kLongestHost; ++i) {
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
  /// How often a name stands after "on"; more in headings.
  std::map<std::string, int> places_;
  /// After "of" and "for", too.
  std::map<std::string, int> weak_places_;
  std::set<std::string> weak_headings_;
  std::set<std::string> in_headings_;
  /// After "On" at the begin of sentences about software.
  std::set<std::string> begin_sentences_;
  std::set<std::string> hosts_;
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
  // "Multi-GPU cluster": the first part is no name, but "AI-LAB" is one.
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

void add_names_by_company(const Extraction& extraction, std::set<std::string>& names) {
  CompanyReader(extraction, names).run();
}

std::vector<std::uint32_t> systems_of_prompts(const Passage& passage,
                                              const Vocabulary& vocabulary) {
  std::vector<std::uint32_t> systems;
  for (std::string_view line : base::split_lines(passage.text()))
    for (const std::string& part : CompanyReader::host_parts(line))
      if (auto id = vocabulary.whole(part, NameKind::system);
          id && std::find(systems.begin(), systems.end(), *id) == systems.end())
        systems.push_back(*id);
  return systems.size() == 1 ? systems : std::vector<std::uint32_t>();
}

}  // namespace kbuild::page
