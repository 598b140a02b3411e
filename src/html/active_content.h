// What of a piece of HTML a content security policy has to name before a browser runs, applies or
// loads it: scripts, styles and event handlers written into it, and the hosts that it loads from.
// What may stay is decided elsewhere (sanitise.h); this only lists.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace kbuild::html {

struct ActiveContent {
  /// Texts of <script> elements, and values of attributes that are event handlers.
  std::set<std::string> scripts;
  std::set<std::string> handlers;
  /// Texts of <style> elements, and values of style attributes.
  std::set<std::string> sheets;
  std::set<std::string> styles;
  /// Hosts ("https://example.org") by what is loaded from them.
  std::set<std::string> script_hosts;
  std::set<std::string> style_hosts;
  std::set<std::string> media_hosts;
  std::set<std::string> frame_hosts;
  std::set<std::string> object_hosts;
  std::set<std::string> form_hosts;
  /// Whether there are elements of the kind at all, the site's own included.
  bool frames = false;
  bool objects = false;
};

/// Adds the content of `html` to `out`. O(size). Each set takes at most kMaxActiveItems; what is
/// beyond them stays without leave.
void add_active_content(std::string_view html, ActiveContent& out);

constexpr std::size_t kMaxActiveItems = 1000;

}  // namespace kbuild::html
