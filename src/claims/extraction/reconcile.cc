// Reconciles the claims of one page: general remarks with listings, several defaults, code for
// several systems. Each step is a function of Extraction (see extraction.h); take() runs them in
// order. Claims of different pages are reconciled by matrix.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "claims/extraction/code.h"
#include "claims/extraction/extraction.h"
#include "shell/modules.h"

namespace kbuild::claims {

namespace {

/// Whether the claim is that the page shows how to load it.
bool is_load(ClaimKind kind) {
  return kind == ClaimKind::module_load || kind == ClaimKind::sbatch;
}

}  // namespace

std::map<std::string, std::string> Extraction::listed_without_default(
    std::uint32_t of, std::string_view version) const {
  const std::string& name = vocabulary.name(of);
  std::map<std::string, std::set<std::string>> found;
  std::set<std::string> marked;
  for (const Claim& claim : claims_) {
    if (!is_listing(claim.kind) || claim.product != name || claim.version.empty()) continue;
    if (claim.status == ClaimStatus::default_version) marked.insert(claim.system);
    if (is_usable(claim.status) && vocabulary::version_names(version, claim.version))
      found[claim.system].insert(claim.version);
  }
  std::map<std::string, std::string> listed;
  for (const auto& [system, versions] : found) {
    if (marked.contains(system)) continue;
    if (versions.size() == 1)
      listed[system] = *versions.begin();
    else if (versions.contains(std::string(version)))
      listed[system] = version;
  }
  return listed;
}

bool Extraction::has_version_claims(std::uint32_t of, std::uint32_t system) const {
  return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
    return !claim.version.empty() && claim.product == vocabulary.name(of) &&
           claim.system == vocabulary.name(system);
  });
}

void Extraction::fold_general_claims() {
  // By product, the claims with a system. A general claim from a field or a table is covered by any
  // of them, others only by listings.
  std::map<std::string, std::vector<Claim*>> listed;
  for (Claim& claim : claims_)
    if (!claim.system.empty() && !claim.version.empty() && claim.kind != ClaimKind::constraint)
      listed[claim.product].push_back(&claim);
  std::vector<Claim> kept;
  std::vector<bool> drop(claims_.size());
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    const Claim& claim = claims_[i];
    auto list = listed.find(claim.product);
    std::vector<Claim*> located;
    if (list != listed.end() && claim.system.empty() && !claim.version.empty())
      for (Claim* each : list->second)
        if (vocabulary::version_names(claim.version, each->version) &&
            (is_listing(each->kind) || claim.kind >= ClaimKind::list ||
             (claim.kind == ClaimKind::prose && is_load(each->kind)) ||
             ((is_load(claim.kind) || claim.kind == ClaimKind::heading) && !claim.module.empty() &&
              claim.module == each->module)))
          located.push_back(each);
    bool general = claim.system.empty() && !claim.version.empty() &&
                   claim.kind <= ClaimKind::table && !located.empty();
    // "1.10 is no longer maintained" applies wherever it is.
    if (general &&
        (claim.status == ClaimStatus::deprecated || claim.status == ClaimStatus::limited)) {
      drop[i] = true;
      for (Claim* each : located)
        if (each->status == ClaimStatus::available) each->status = claim.status;
    }
    if (!general || claim.status != ClaimStatus::available) continue;
    drop[i] = true;
    for (Claim* each : located)
      if (each->module.empty() && is_usable(each->status)) each->module = claim.module;
  }
  for (std::size_t i = 0; i < claims_.size(); ++i)
    if (!drop[i]) kept.push_back(std::move(claims_[i]));
  claims_ = std::move(kept);
}

void Extraction::resolve_series() {
  // By product, system and module.
  std::map<std::tuple<std::string, std::string, std::string>, std::set<std::string>> held;
  auto key = [](const Claim& claim) {
    return std::tuple(claim.product, claim.system, claim.module);
  };
  for (const Claim& claim : claims_)
    if (claim.kind >= ClaimKind::list && !claim.module.empty() && !claim.version.empty())
      held[key(claim)].insert(claim.version);
  if (held.empty()) return;
  for (Claim& claim : claims_) {
    if (claim.kind != ClaimKind::console || claim.module.empty()) continue;
    auto versions = held.find(key(claim));
    if (versions != held.end() && versions->second.size() == 1 &&
        vocabulary::version_names(claim.version, *versions->second.begin()))
      claim.version = *versions->second.begin();
  }
}

void Extraction::normalise_spelling() {
  // By product and number: the spelling in lists, "g16.C.02" for "16.C.02" in loads.
  std::map<std::pair<std::string, std::string>, std::string> lettered;
  for (const Claim& claim : claims_)
    if (is_listing(claim.kind) && claim.version.size() > 1 && base::is_alpha(claim.version[0]))
      lettered[{claim.product, claim.version.substr(1)}] = claim.version;
  for (Claim& claim : claims_)
    if (auto listed = lettered.find({claim.product, claim.version}); listed != lettered.end())
      claim.version = listed->second;
}

void Extraction::clear_assumed_systems() {
  if (page_systems.size() != 1) return;
  const std::string& own = vocabulary.name(page_systems.front());
  // By product, the systems in lists; if the page's own is among them, nothing is done.
  std::map<std::string, std::set<std::string>> listed, versions;
  for (const Claim& claim : claims_) {
    if (!is_listing(claim.kind) || claim.version.empty()) continue;
    listed[claim.product].insert(claim.system);
    versions[claim.product].insert(claim.version);
  }
  for (Claim& claim : claims_) {
    auto there = listed.find(claim.product);
    bool several = there != listed.end() && there->second.size() > 1 &&
                   !there->second.contains(own) && !there->second.contains({});
    bool general = claim.system == own && !claim.version.empty() && !is_listing(claim.kind) &&
                   claim.excerpt.find(own) == std::string::npos;
    if (!several || !general) continue;
    const std::set<std::string>& known = versions[claim.product];
    if (std::any_of(known.begin(), known.end(), [&](const std::string& version) {
          return vocabulary::version_names(claim.version, version);
        }))
      claim.system.clear();
  }
}

void Extraction::keep_one_default() {
  // By product and system: the default of a list, else the newest default of sentences.
  std::map<std::pair<std::string, std::string>, std::string> best;
  std::set<std::pair<std::string, std::string>> listed;
  auto key = [](const Claim& claim) { return std::pair(claim.product, claim.system); };
  auto is_default = [](const Claim& claim) {
    return claim.status == ClaimStatus::default_version && !claim.version.empty();
  };
  for (const Claim& claim : claims_) {
    if (!is_default(claim)) continue;
    if (is_listing(claim.kind)) listed.insert(key(claim));
    std::string& version = best[key(claim)];
    if (claim.kind == ClaimKind::prose &&
        (version.empty() || vocabulary::compare_versions(version, claim.version) < 0))
      version = claim.version;
  }
  // A default in sentences also marks the version in a list that marks none.
  for (Claim& claim : claims_)
    if (is_listing(claim.kind) && claim.status == ClaimStatus::available &&
        !claim.version.empty() && !listed.contains(key(claim)))
      if (auto named = best.find(key(claim)); named != best.end() && named->second == claim.version)
        claim.status = ClaimStatus::default_version;
  for (Claim& claim : claims_)
    if (is_default(claim) && claim.kind == ClaimKind::prose && !listed.contains(key(claim)) &&
        claim.version != best[key(claim)])
      claim.status = ClaimStatus::available;
}

void Extraction::drop_unlisted_loads() {
  std::set<std::pair<std::string, std::string>> listed_products;
  std::set<std::tuple<std::string, std::string, std::string>> listed;
  for (const Claim& claim : claims_) {
    if (claim.version.empty()) continue;
    // A sentence that locates the product is as good as a list for excluding the code's version.
    if (claim.kind == ClaimKind::prose && is_usable(claim.status) && !claim.system.empty())
      listed_products.emplace(claim.product, claim.system);
    if (!is_listing(claim.kind)) continue;
    listed_products.emplace(claim.product, claim.system);
    listed.emplace(claim.product, claim.system, claim.version);
  }
  // Code for several systems applies to those whose lists have the version.
  auto is_listed = [&](const Claim& claim) {
    return listed.contains({claim.product, claim.system, claim.version});
  };
  std::set<std::tuple<std::uint32_t, std::string, std::string>> meant;
  auto key = [](const Claim& claim) {
    return std::tuple(claim.line, claim.product, claim.version);
  };
  auto is_use = [](const Claim& claim) { return is_load(claim.kind); };
  for (const Claim& claim : claims_)
    if (is_use(claim) && is_listed(claim)) meant.insert(key(claim));
  std::erase_if(claims_, [&](const Claim& claim) {
    return is_use(claim) && meant.contains(key(claim)) && !is_listed(claim) &&
           listed_products.contains({claim.product, claim.system});
  });
}

void Extraction::add_page_use() {
  if (!product || page_systems.empty()) return;
  const std::string& name = vocabulary.name(*product);
  for (const Claim& claim : claims_)
    if (claim.product == name) return;
  // The claim's place is the heading of the code, else that of the page.
  for (const Passage& passage : passages) {
    if (passage.kind != PassageKind::code || passage.heading == kNoPassage) continue;
    bool uses = false;
    for (const CodeLine& line : passage.lines) {
      std::vector<shell::ModuleCommand> commands = shell::find_module_commands(line.code);
      bool loads = std::any_of(
          commands.begin(), commands.end(),
          [](const shell::ModuleCommand& command) { return !command.usable().empty(); });
      uses = uses || loads || is_install_command(line.words);
    }
    const Passage& heading = passages[passage.heading];
    auto named =
        std::find_if(heading.mentions.begin(), heading.mentions.end(),
                     [&](const vocabulary::Mention& mention) { return mention.id == *product; });
    if (!uses || named == heading.mentions.end()) continue;
    Where there = where(passage);
    if (there.sure)
      add({*product, {}, ClaimStatus::available, ClaimKind::module_load, "page-use"}, there.systems,
          heading, heading.located.place(named->begin));
    return;
  }
}

void Extraction::infer_systems() {
  // By product, the systems that sentences name.
  std::map<std::string, std::vector<std::string>> present;
  std::set<std::string> located;
  for (const Claim& claim : claims_) {
    if (claim.system.empty()) continue;
    // Loads and remarks on one system don't tell where the listed versions are.
    if (!claim.version.empty()) {
      if (is_listing(claim.kind)) located.insert(claim.product);
    } else if (claim.kind == ClaimKind::prose && claim.status == ClaimStatus::available) {
      present[claim.product].push_back(claim.system);
    }
  }
  std::vector<Claim> copies;
  std::erase_if(claims_, [&](const Claim& claim) {
    auto there = present.find(claim.product);
    bool general = claim.system.empty() && !claim.version.empty() && is_usable(claim.status) &&
                   claim.kind != ClaimKind::constraint && claim.kind <= ClaimKind::table;
    if (!general || there == present.end() || located.contains(claim.product)) return false;
    for (const std::string& system : there->second) {
      copies.push_back(claim);
      copies.back().system = system;
    }
    return true;
  });
  std::move(copies.begin(), copies.end(), std::back_inserter(claims_));
  // A module that a sentence only mentions, without a system, is too little evidence.
  std::erase_if(claims_, [](const Claim& claim) {
    return claim.system.empty() && claim.rule == "module-named";
  });
}

void Extraction::infer_install_systems() {
  // By product: the systems in lists; and the products with installation instructions for a system.
  std::map<std::string, std::set<std::string>> listed;
  std::set<std::string> separate;
  for (const Claim& claim : claims_) {
    if (claim.system.empty()) continue;
    if (is_listing(claim.kind) && is_usable(claim.status))
      listed[claim.product].insert(claim.system);
    if (claim.kind == ClaimKind::user_install) separate.insert(claim.product);
  }
  std::vector<Claim> located;
  for (Claim& claim : claims_) {
    auto there = listed.find(claim.product);
    if (claim.kind != ClaimKind::user_install || !claim.system.empty() || there == listed.end() ||
        separate.contains(claim.product)) {
      located.push_back(std::move(claim));
      continue;
    }
    for (const std::string& system : there->second) {
      located.push_back(claim);
      located.back().system = system;
    }
  }
  claims_ = std::move(located);
}

std::vector<Claim> Extraction::take() {
  add_page_use();
  infer_systems();
  std::stable_sort(claims_.begin(), claims_.end(), [](const Claim& a, const Claim& b) {
    return std::pair(a.place.file, a.line) < std::pair(b.place.file, b.line);
  });
  normalise_spelling();
  resolve_series();
  clear_assumed_systems();
  fold_general_claims();
  infer_install_systems();
  drop_unlisted_loads();
  keep_one_default();
  std::set<std::string> seen;
  std::vector<Claim> kept;
  for (Claim& claim : claims_) {
    std::string key = claim.product + '\n' + claim.version + '\n' + claim.system + '\n' +
                      std::string(status_text(claim.status)) + '\n' +
                      std::string(kind_text(claim.kind)) + '\n' + claim.module + '\n' +
                      std::to_string(claim.line);
    if (seen.insert(std::move(key)).second) kept.push_back(std::move(claim));
  }
  return kept;
}

}  // namespace kbuild::claims
