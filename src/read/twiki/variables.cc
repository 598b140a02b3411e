// The table of variables; see variables.h. Names and values as in Foswiki's System.Macros and
// System.DefaultPreferences and TWiki's TWikiVariables.
#include "read/twiki/variables.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "read/twiki/marks.h"

namespace kbuild::read::twiki {

namespace {

using enum VariableKind;

/// Shows nothing, but is no blank line, which would end the list around it.
constexpr std::string_view kNothing(&kNop, 1);

constexpr Variable kVariables[] = {
    // Characters and small markup.
    {"BR", text, "<br />"},
    {"BB", text, "<br />&bull;&nbsp;"},
    {"BB2", text, "<br />&nbsp;&nbsp;&bull;&nbsp;"},
    {"BULLET", text, "&bull;"},
    {"VBAR", text, "&#124;"},
    {"CARET", text, "&#94;"},
    {"AMP", text, "&amp;"},
    {"LT", text, "&lt;"},
    {"GT", text, "&gt;"},
    {"QUOT", text, "&quot;"},
    {"NBSP", text, "&nbsp;"},
    {"DOLLAR", text, "$"},
    {"PERCNT", text, "&#37;"},
    {"NOP", unwrapped, "<nop>"},
    {"LITERAL", unwrapped},
    // Icons by letter.
    {"H", icon, "help", "❓"},
    {"I", icon, "tip", "💡"},
    {"M", icon, "arrowright", "➡"},
    {"N", icon, "new", "🆕"},
    {"P", icon, "pencil", "✏"},
    {"Q", icon, "question", "❓"},
    {"S", icon, "star", "⭐"},
    {"T", icon, "tip", "💡"},
    {"U", icon, "updated", "🔄"},
    {"X", icon, "warning", "⚠"},
    {"Y", icon, "done", "✔"},
    {"ICON", icon_by_name},
    // Colours.
    {"YELLOW", colour, "yellow"},
    {"ORANGE", colour, "orange"},
    {"RED", colour, "red"},
    {"PINK", colour, "pink"},
    {"PURPLE", colour, "purple"},
    {"TEAL", colour, "teal"},
    {"NAVY", colour, "navy"},
    {"BLUE", colour, "blue"},
    {"AQUA", colour, "aqua"},
    {"LIME", colour, "lime"},
    {"GREEN", colour, "green"},
    {"OLIVE", colour, "olive"},
    {"MAROON", colour, "maroon"},
    {"BROWN", colour, "brown"},
    {"BLACK", colour, "black"},
    {"GRAY", colour, "gray"},
    {"SILVER", colour, "silver"},
    {"WHITE", colour, "white"},
    {"ENDCOLOR", colour_end},
    {"ENDBG", colour_end},
    // Names of webs and topics.
    {"WEB", web},
    {"BASEWEB", web},
    {"INCLUDINGWEB", web},
    {"CURRENTWEB", web},
    {"TOPIC", topic},
    {"BASETOPIC", topic},
    {"INCLUDINGTOPIC", topic},
    {"TOPICNAME", topic},
    {"SYSTEMWEB", text, "System"},
    {"TWIKIWEB", text, "TWiki"},
    {"MAINWEB", text, "Main"},
    {"USERSWEB", text, "Main"},
    {"USERWEB", text, "Main"},
    {"HOMEWEB", text, "Main"},
    {"SANDBOXWEB", text, "Sandbox"},
    {"TRASHWEB", text, "Trash"},
    {"HOMETOPIC", text, "WebHome"},
    {"NOTIFYTOPIC", text, "WebNotify"},
    {"STATISTICSTOPIC", text, "WebStatistics"},
    {"WEBPREFSTOPIC", text, "WebPreferences"},
    {"WIKIPREFSTOPIC", text, "DefaultPreferences"},
    {"WIKIUSERSTOPIC", text, "WikiUsers"},
    {"LOCALSITEPREFS", text, "Main.SitePreferences"},
    {"WIKITOOLNAME", text, "Wiki"},
    {"USERNAME", text, "guest"},
    {"WIKINAME", text, "WikiGuest"},
    {"WIKIUSERNAME", text, "Main.WikiGuest"},
    // Places of files.
    {"ATTACHURL", attachment_url},
    {"ATTACHURLPATH", attachment_url},
    {"PUBURL", publication_url},
    {"PUBURLPATH", publication_url},
    {"SCRIPTURL", script_url},
    {"SCRIPTURLPATH", script_url},
    {"VIEWURL", script_url},
    // Structure.
    {"TOC", contents},
    {"INCLUDE", include},
    {"IF", condition},
    {"SPACEOUT", space_out},
    {"MAKETEXT", make_text},
    {"FORMFIELD", form_field},
    {"TWISTY", twisty},
    {"TWISTYTOGGLE", twisty},
    {"ENDTWISTY", twisty_end},
    {"ENDTWISTYTOGGLE", twisty_end},
    {"TWISTYSHOW", silent},
    {"TWISTYHIDE", silent},
    {"TWISTYBUTTON", silent},
    // Steering.
    {"STARTINCLUDE", silent},
    {"STOPINCLUDE", silent},
    {"STARTSECTION", silent},
    {"ENDSECTION", silent},
    {"SECTION", silent},
    {"NOTOC", silent},
    {"TABLE", silent, kNothing},
    {"EDITTABLE", silent, kNothing},
    {"EDITCELL", silent, kNothing},
    {"EDITACTION", silent},
    {"SET", silent},
    {"RENDERZONE", silent},
    {"ADDTOHEAD", silent},
    {"ADDTOZONE", silent},
    {"JQREQUIRE", silent},
    {"COMMENT", silent},
    {"META", silent},
    {"CODE", silent},
    {"ENDCODE", silent},
    {"SYNTAX", silent},
    {"ENDSYNTAX", silent},
    // What only a running wiki knows.
    {"SEARCH", dynamic},
    {"METASEARCH", dynamic},
    {"FORMATFIELD", dynamic},
    {"QUERY", dynamic},
    {"FOREACH", dynamic},
    {"FORMAT", dynamic},
    {"CALC", dynamic},
    {"CALCULATE", dynamic},
    {"DATE", dynamic},
    {"TIME", dynamic},
    {"GMTIME", dynamic},
    {"SERVERTIME", dynamic},
    {"DISPLAYTIME", dynamic},
    {"REVINFO", dynamic},
    {"URLPARAM", dynamic},
    {"QUERYSTRING", dynamic},
    {"USERINFO", dynamic},
    {"GROUPINFO", dynamic},
    {"GROUPS", dynamic},
    {"HTTP_HOST", dynamic},
    {"REMOTE_ADDR", dynamic},
    {"WEBLIST", dynamic},
    {"TOPICLIST", dynamic},
    {"ATTACHMENTS", dynamic},
    {"WIKIWEBMASTER", dynamic},
    {"WIKIVERSION", dynamic},
    {"VAR", dynamic},
    {"ENCODE", dynamic},
    {"DECODE", dynamic},
    {"PARENTTOPIC", dynamic},
    {"SLIDESHOWSTART", silent},
    {"SLIDESHOWEND", silent},
};

struct IconCharacter {
  std::string_view name;
  std::string_view character;
};
constexpr IconCharacter kIcons[] = {
    {"help", "❓"},       {"tip", "💡"},       {"idea", "💡"},          {"warning", "⚠"},
    {"alert", "⚠"},      {"stop", "⛔"},      {"new", "🆕"},           {"updated", "🔄"},
    {"pencil", "✏"},     {"edit", "✏"},      {"star", "⭐"},          {"done", "✔"},
    {"choice-yes", "✔"}, {"choice-no", "✘"}, {"choice-cancel", "✘"}, {"arrowright", "➡"},
    {"arrowleft", "⬅"},  {"arrowup", "⬆"},   {"arrowdown", "⬇"},     {"question", "❓"},
    {"info", "ℹ"},       {"note", "📝"},      {"mail", "✉"},          {"home", "🏠"},
    {"person", "👤"},     {"group", "👥"},     {"folder", "📁"},        {"lock", "🔒"},
    {"wrench", "🔧"},     {"wip", "🚧"},
};

}  // namespace

const Variable* find_variable(std::string_view name) {
  // Sorted once, since every '%' of a page may ask.
  static const std::vector<const Variable*> sorted = [] {
    std::vector<const Variable*> rows;
    for (const Variable& row : kVariables) rows.push_back(&row);
    std::sort(rows.begin(), rows.end(),
              [](const Variable* a, const Variable* b) { return a->name < b->name; });
    return rows;
  }();
  auto found = std::lower_bound(
      sorted.begin(), sorted.end(), name,
      [](const Variable* row, std::string_view wanted) { return row->name < wanted; });
  return found != sorted.end() && (*found)->name == name ? *found : nullptr;
}

std::string_view nearest_variable(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Variable& row : kVariables)
    if (row.name.size() > 2) names.push_back(row.name);
  return base::nearest(name, names);
}

std::string_view icon_character(std::string_view name) {
  for (const IconCharacter& row : kIcons)
    if (row.name == name) return row.character;
  return {};
}

}  // namespace kbuild::read::twiki
