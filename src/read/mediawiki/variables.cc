// Variables of MediaWiki: {{PAGENAME}}, {{!}} and their like. Those that name parts of a title also
// take a title,
// {{PAGENAME:Talk:X}}. What depends on the time or the state of a wiki has no value here unless the
// configuration defines it as "variable:NAME".
#include "base/text.h"
#include "read/mediawiki/expand.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

std::string base_page(const Title& title) {
  std::size_t slash = title.name.rfind('/');
  return slash == title.name.npos ? title.name : title.name.substr(0, slash);
}
std::string talk_space(const Title& title) {
  return std::string(namespace_name(title.name_space | 1));
}
std::string subject_space(const Title& title) {
  return std::string(
      namespace_name(title.name_space >= 0 ? title.name_space & ~1 : title.name_space));
}
std::string joined(const std::string& space, const std::string& name) {
  return space.empty() ? name : space + ':' + name;
}

struct TitleRow {
  std::string_view name;
  std::string (*value)(const Title& title);
};
// Each also exists with a final E, which stands for "encoded for a URL".
constexpr TitleRow kTitleParts[] = {
    {"PAGENAME", [](const Title& title) { return title.name; }},
    {"FULLPAGENAME", [](const Title& title) { return title.full(); }},
    {"BASEPAGENAME", base_page},
    {"ROOTPAGENAME", [](const Title& title) { return title.name.substr(0, title.name.find('/')); }},
    {"SUBPAGENAME",
     [](const Title& title) {
       std::size_t slash = title.name.rfind('/');
       return slash == title.name.npos ? title.name : title.name.substr(slash + 1);
     }},
    {"NAMESPACE", [](const Title& title) { return std::string(namespace_name(title.name_space)); }},
    {"NAMESPACENUMBER", [](const Title& title) { return std::to_string(title.name_space); }},
    {"TALKSPACE", talk_space},
    {"SUBJECTSPACE", subject_space},
    {"ARTICLESPACE", subject_space},
    {"TALKPAGENAME", [](const Title& title) { return joined(talk_space(title), title.name); }},
    {"SUBJECTPAGENAME",
     [](const Title& title) { return joined(subject_space(title), title.name); }},
    {"ARTICLEPAGENAME",
     [](const Title& title) { return joined(subject_space(title), title.name); }},
};

struct FixedRow {
  std::string_view name;
  std::string_view value;
};
constexpr FixedRow kFixed[] = {
    {"!", "|"},
    {"=", "="},
    {"DIRECTIONMARK", ""},
    {"DIRMARK", ""},
    {"REVISIONID", ""},
    {"REVISIONUSER", ""},
    {"SCRIPTPATH", ""},
    {"SITENAME", "MediaWiki"},
    {"STYLEPATH", "/skins"},
    {"ARTICLEPATH", "/wiki/$1"},
    {"CURRENTVERSION", "1.42"},
    {"NOEXTERNALLANGLINKS", ""},
};

/// Variables whose value is another one each time, or counts a wiki.
constexpr std::string_view kVolatile[] = {
    "CURRENTYEAR",
    "CURRENTMONTH",
    "CURRENTMONTH1",
    "CURRENTMONTHNAME",
    "CURRENTMONTHABBREV",
    "CURRENTDAY",
    "CURRENTDAY2",
    "CURRENTDOW",
    "CURRENTDAYNAME",
    "CURRENTTIME",
    "CURRENTHOUR",
    "CURRENTWEEK",
    "CURRENTTIMESTAMP",
    "LOCALYEAR",
    "LOCALMONTH",
    "LOCALDAY",
    "LOCALTIME",
    "LOCALTIMESTAMP",
    "REVISIONDAY",
    "REVISIONDAY2",
    "REVISIONMONTH",
    "REVISIONYEAR",
    "REVISIONTIMESTAMP",
    "NUMBEROFPAGES",
    "NUMBEROFARTICLES",
    "NUMBEROFFILES",
    "NUMBEROFUSERS",
    "NUMBEROFEDITS",
    "SERVER",
    "SERVERNAME",
    "NUMBEROFACTIVEUSERS",
    "LOCALDAYNAME",
    "LOCALMONTHNAME",
    "LOCALDAY2",
};

std::string encoded(std::string_view text) {
  return base::replace_all(text, " ", "_");
}

}  // namespace

bool append_variable(WikiText& out, std::string_view name, const Call& call) {
  Context& context = call.context();
  if (auto defined = context.options.definitions.find("variable:" + std::string(name));
      defined != context.options.definitions.end()) {
    out.append(defined->second);
    return true;
  }
  bool for_url = name.size() > 1 && name.ends_with('E');
  for (const TitleRow& row : kTitleParts) {
    bool encodes = for_url && name.substr(0, name.size() - 1) == row.name;
    if (row.name != name && !encodes) continue;
    std::string given = call.text(0);
    auto title =
        given.empty() ? std::optional(context.title) : read_title(given, kMain, context.interwikis);
    std::string value = title ? row.value(*title) : std::string();
    out.append(encodes ? encoded(value) : value);
    return true;
  }
  for (const FixedRow& row : kFixed)
    if (row.name == name) {
      out.append(row.value);
      return true;
    }
  if (name == "CONTENTLANGUAGE" || name == "CONTENTLANG" || name == "PAGELANGUAGE") {
    out.append(context.options.language);
    return true;
  }
  for (std::string_view known : kVolatile)
    if (known == name) {
      context.report_once("KB0405"_code, call.range(), {std::string(name)});
      out.append("{{" + std::string(name) + "}}");
      return true;
    }
  return false;
}

}  // namespace kbuild::read::mediawiki
