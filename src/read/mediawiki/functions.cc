// Parser functions of MediaWiki's core (lc, padleft, #tag, ...): one table; a function appends its
// result and returns whether it had one. Those of extensions are in parser_functions.cc.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "read/mediawiki/functions.h"
#include "source/unicode.h"

namespace kbuild::read::mediawiki {

namespace {

using namespace diag::literals;

constexpr std::size_t kMaxPadding = 500;

// ---- Helpers

std::string upper_case(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = std::max<std::size_t>(base::decode_utf8(text, at).length, 1);
    out += upper_first(text.substr(at, length));
    at += length;
  }
  return out;
}

std::string url_escape(std::string_view text, std::string_view kept, std::string_view blank) {
  std::string out;
  for (char c : text) {
    if (base::is_alnum(c) || kept.find(c) != kept.npos)
      out += c;
    else if (c == ' ')
      out += blank;
    else
      out += base::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

constexpr std::string_view kPathCharacters = "-_.!~*'();:@$,/";

std::string wiki_url(std::string_view title) {
  return url_escape(base::replace_all(title, " ", "_"), kPathCharacters, "_");
}

/// "1234567.891" as "1,234,567.891".
std::string group_digits(std::string_view text) {
  std::size_t begin = text.find_first_of("0123456789");
  if (begin == text.npos) return std::string(text);
  std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  std::string out(text.substr(0, begin));
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && (end - i) % 3 == 0) out += ',';
    out += text[i];
  }
  return out + std::string(text.substr(end));
}

// ---- Letters

bool lower(WikiText& out, const Call& call) {
  out.append(source::lower_case(letters(call.value(0), call.context())));
  return true;
}
bool upper(WikiText& out, const Call& call) {
  out.append(upper_case(letters(call.value(0), call.context())));
  return true;
}
bool lower_initial(WikiText& out, const Call& call) {
  out.append(lower_first(call.text(0)));
  return true;
}
bool upper_initial(WikiText& out, const Call& call) {
  out.append(upper_first(call.text(0)));
  return true;
}

std::string padding(const Call& call) {
  std::string pad = call.size() > 2 ? letters(call.value(2), call.context()) : "0";
  auto wanted = base::parse_integer(call.text(1)).value_or(0);
  std::size_t length = base::count_code_points(call.text(0));
  std::size_t target =
      std::min<std::size_t>(static_cast<std::size_t>(std::max(wanted, 0ll)), kMaxPadding);
  std::string out;
  for (std::size_t at = 0; !pad.empty() && length < target; ++length) {
    std::size_t size = std::max<std::size_t>(base::decode_utf8(pad, at).length, 1);
    out += pad.substr(at, size);
    at = at + size < pad.size() ? at + size : 0;
  }
  return out;
}
bool pad_left(WikiText& out, const Call& call) {
  out.append(padding(call));
  out.append(call.value(0));
  return true;
}
bool pad_right(WikiText& out, const Call& call) {
  out.append(call.value(0));
  out.append(padding(call));
  return true;
}

// ---- Numbers and words

bool format_number(WikiText& out, const Call& call) {
  std::string text = call.text(0);
  std::string mode = base::to_lower(call.text(1));
  out.append(mode == "r"       ? base::replace_all(text, ",", "")
             : mode == "nosep" ? text
                               : group_digits(text));
  return true;
}

bool plural(WikiText& out, const Call& call) {
  std::string count = base::replace_all(call.text(0), ",", "");
  std::vector<WikiText> forms;
  for (std::size_t i = 1; i < call.size(); ++i) {
    auto exact = call.name(i);
    if (exact && *exact == count) {
      out.append(call.after_name(i));
      return true;
    }
    if (!exact) forms.push_back(call.value(i));
  }
  if (forms.empty()) return true;
  bool one = number(count) == 1.0;
  out.append(one || forms.size() == 1 ? forms[0] : forms[1]);
  return true;
}

/// Messages of the interface live in the namespace MediaWiki.
bool message(WikiText& out, const Call& call) {
  auto title = read_title(call.text(0), kMessage, {});
  auto text = title ? call.expander().find_article(*title) : std::nullopt;
  out.append(text ? *text : "⧼" + call.text(0) + "⧽");
  return true;
}

bool second(WikiText& out, const Call& call) {
  out.append(call.value(call.size() > 1 ? 1 : 0));
  return true;
}

// ---- URLs and titles

bool url_encode(WikiText& out, const Call& call) {
  std::string mode = base::to_lower(call.text(1)), text = letters(call.value(0), call.context());
  if (mode == "wiki")
    out.append(wiki_url(text));
  else
    out.append(url_escape(text, "-_.", mode == "path" ? "%20" : "+"));
  return true;
}

bool anchor_encode(WikiText& out, const Call& call) {
  std::string text = letters(call.value(0), call.context());
  out.append(anchor_of(base::replace_all(base::replace_all(text, "'''", ""), "''", "")));
  return true;
}

bool page_url(WikiText& out, const Call& call) {
  auto title = read_title(call.text(0), kMain, call.context().interwikis);
  if (!title) return false;
  if (call.size() > 1) {
    std::string query;
    for (std::size_t i = 1; i < call.size(); ++i) query += '&' + call.text(i);
    out.append("/index.php?title=" + wiki_url(title->full()) + query);
  } else {
    out.append("/wiki/" + wiki_url(title->full()));
  }
  return true;
}

bool name_of_namespace(WikiText& out, const Call& call) {
  std::string wanted = call.text(0);
  auto digits = base::parse_integer(wanted);
  auto found = digits ? std::optional<int>(static_cast<int>(*digits)) : find_namespace(wanted);
  if (!found || (*found != kMain && namespace_name(*found).empty())) return false;
  out.append(namespace_name(*found));
  return true;
}

// ---- Tags and properties of the page

bool tag(WikiText& out, const Call& call) {
  ExtensionTag made;
  made.name = base::to_lower(call.text(0));
  made.self_closing = call.size() < 2;
  made.range = call.range();
  std::string attributes;
  for (std::size_t i = 2; i < call.size(); ++i) {
    auto name = call.name(i);
    if (!name) continue;
    std::string value(call.after_name(i).view());
    if (value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0])
      value = value.substr(1, value.size() - 2);
    attributes += ' ' + *name + "=\"" + base::escape_html(value) + '"';
    made.attributes.push_back({base::to_lower(*name), std::move(value)});
  }
  // The <ref> tags in the content of <references> are read while it is expanded.
  std::string& defining = call.context().footnotes.defining_group;
  std::string outer = defining;
  if (made.name == "references") defining = made.attribute("group");
  made.content = call.value(1);
  defining = outer;
  if (is_extension_tag(made.name)) {
    append_extension_tag(out, made, call.expander(), call.frame());
  } else {
    out.append('<' + made.name + attributes + '>');
    out.append(made.content);
    out.append("</" + made.name + '>');
  }
  return true;
}

bool display_title(WikiText&, const Call& call) {
  call.context().display_title = plain(call.value(0), call.context());
  return true;
}
bool default_sort(WikiText&, const Call& call) {
  call.context().default_sort = call.text(0);
  return true;
}

struct LanguageName {
  std::string_view code;
  std::string_view name;
};
constexpr LanguageName kLanguageNames[] = {
    {"ar", "العربية"},      {"da", "dansk"},           {"de", "Deutsch"}, {"en", "English"},
    {"es", "español"},      {"et", "eesti"},           {"fi", "suomi"},   {"fr", "français"},
    {"he", "עברית"},        {"it", "italiano"},        {"ja", "日本語"},  {"ko", "한국어"},
    {"nb", "norsk bokmål"}, {"nl", "Nederlands"},      {"pl", "polski"},  {"pt", "português"},
    {"ru", "русский"},      {"se", "davvisámegiella"}, {"sv", "svenska"}, {"zh", "中文"},
};
bool language_name(WikiText& out, const Call& call) {
  std::string code = base::to_lower(call.text(0));
  for (const LanguageName& row : kLanguageNames)
    if (row.code == code) {
      out.append(row.name);
      return true;
    }
  out.append(code);
  return true;
}

constexpr std::string_view kRightToLeft[] = {"ar", "arc", "ckb", "dv", "fa", "he",
                                             "ps", "sd",  "ug",  "ur", "yi"};
bool direction(WikiText& out, const Call& call) {
  std::string code = base::to_lower(call.text(0));
  code = code.substr(0, code.find('-'));
  bool right =
      std::find(std::begin(kRightToLeft), std::end(kRightToLeft), code) != std::end(kRightToLeft);
  out.append(right ? "rtl" : "ltr");
  return true;
}

bool nothing(WikiText&, const Call&) {
  return true;
}

constexpr FunctionRow kTextFunctions[] = {
    {"#dir", direction},
    {"#language", language_name},
    {"#tag", tag},
    {"anchorencode", anchor_encode},
    {"canonicalurl", page_url},
    {"defaultcategorysort", default_sort},
    {"defaultsort", default_sort},
    {"defaultsortkey", default_sort},
    {"displaytitle", display_title},
    {"formatnum", format_number},
    {"fullurl", page_url},
    {"gender", second},
    {"grammar", second},
    {"int", message},
    {"lc", lower},
    {"lcfirst", lower_initial},
    {"localurl", page_url},
    {"ns", name_of_namespace},
    {"nse", name_of_namespace},
    {"padleft", pad_left},
    {"padright", pad_right},
    {"plural", plural},
    {"protectionlevel", nothing},
    {"uc", upper},
    {"ucfirst", upper_initial},
    {"urlencode", url_encode},
};

}  // namespace

/// Without strips, for functions that look at letters.
std::string letters(const WikiText& text, const Context& context) {
  return std::string(unstrip(text, context, Unstrip::remove).view());
}

std::optional<double> number(std::string_view text) {
  std::string digits(base::trim(text));
  if (digits.empty() || digits.find_first_not_of("0123456789.+-eE") != digits.npos)
    return std::nullopt;
  char* end = nullptr;
  double value = std::strtod(digits.c_str(), &end);
  return end == digits.c_str() + digits.size() ? std::optional(value) : std::nullopt;
}

bool append_function(WikiText& out, std::string_view name, const Call& call) {
  std::string wanted = base::to_lower(name);
  for (std::span<const FunctionRow> table :
       {std::span<const FunctionRow>(kTextFunctions), extension_functions(), date_functions()})
    for (const FunctionRow& row : table)
      if (row.name == wanted) return row.append(out, call);
  if (append_variable(out, name, call)) return true;
  // What is no function here may be one of a site's extensions; a page's name never begins with
  // '#'.
  if (wanted.starts_with('#'))
    call.context().report_once("KB0404"_code, call.range(), {std::string(name)});
  return false;
}

}  // namespace kbuild::read::mediawiki
