// Tables of names: keys of a keyboard (pymdownx.keymap_db) and emoji (the common short names of GitHub and
// Twemoji).
#include <algorithm>

#include "base/text.h"
#include "read/mkdocs_inline.h"

namespace kbuild::read::mkdocs {

namespace {

struct Key {
  std::string_view name;
  /// Another name of the same key; "" where `name` is the canonical one.
  std::string_view canonical = "";
};
// Letters, digits and f1 to f24 stand for themselves.
constexpr Key kKeys[] = {
    {"add", "num-plus"}, {"alt"}, {"alt-graph"}, {"altgr", "alt-graph"}, {"apostrophe", "single-quote"},
    {"apps", "context-menu"}, {"arrow-down"}, {"arrow-left"}, {"arrow-right"}, {"arrow-up"}, {"asterisk"},
    {"back", "backspace"}, {"back-slash", "backslash"}, {"back-space", "backspace"}, {"back-tab"},
    {"backslash"}, {"backspace"}, {"backtab", "back-tab"}, {"bar", "pipe"}, {"brace-left"}, {"brace-right"},
    {"bracket-left"}, {"bracket-right"}, {"break"}, {"browser-back"}, {"browser-forward"}, {"browser-home"},
    {"browser-refresh"}, {"browser-search"}, {"bksp", "backspace"}, {"bktab", "back-tab"}, {"cancel", "break"},
    {"caps", "caps-lock"}, {"caps-lock"}, {"capslk", "caps-lock"}, {"capslock", "caps-lock"},
    {"cmd", "command"}, {"colon"}, {"comma"}, {"command"}, {"context-menu"}, {"control"}, {"ctrl", "control"},
    {"cplk", "caps-lock"}, {"decimal", "num-separator"}, {"del", "delete"}, {"delete"}, {"divide", "num-slash"},
    {"dollar"}, {"double-quote"}, {"down", "arrow-down"}, {"eject"}, {"end"}, {"enter"}, {"equal"}, {"esc", "escape"},
    {"escape"}, {"exclam"}, {"favorites", "browser-favorites"}, {"fn"}, {"forward", "browser-forward"}, {"function", "fn"},
    {"grave"}, {"greater"}, {"gui", "windows"}, {"help"}, {"home"}, {"hyphen", "minus"}, {"hash"}, {"ins", "insert"}, {"insert"},
    {"lbrace", "brace-left"}, {"lbracket", "bracket-left"}, {"lcommand", "left-command"}, {"lctrl", "left-control"},
    {"left", "arrow-left"}, {"left-alt"}, {"left-command"}, {"left-control"}, {"left-meta"}, {"left-option"},
    {"left-shift"}, {"left-super"}, {"left-windows"}, {"less"}, {"lt", "less"}, {"lwin", "left-windows"}, {"menu", "alt"},
    {"meta"}, {"minus"}, {"multiply", "num-asterisk"}, {"next", "page-down"}, {"num0"}, {"num1"}, {"num2"}, {"num3"}, {"num4"},
    {"num5"}, {"num6"}, {"num7"}, {"num8"}, {"num9"}, {"num-asterisk"}, {"num-clear"}, {"num-delete"},
    {"num-enter"}, {"num-equal"}, {"num-lock"}, {"num-minus"}, {"num-plus"}, {"num-separator"}, {"num-slash"},
    {"numlk", "num-lock"}, {"numlock", "num-lock"}, {"opt", "option"}, {"option"}, {"page-dn", "page-down"},
    {"page-down"}, {"page-up"}, {"pagedown", "page-down"}, {"pageup", "page-up"}, {"parenthesis-left"}, {"parenthesis-right"},
    {"pause"}, {"percent"}, {"period"}, {"pgdn", "page-down"}, {"pgup", "page-up"}, {"pipe"}, {"play", "media-play-pause"},
    {"plus"}, {"pound", "hash"}, {"power"}, {"prior", "page-up"}, {"print-screen"}, {"printscreen", "print-screen"},
    {"prtsc", "print-screen"}, {"question"}, {"rbrace", "brace-right"}, {"rbracket", "bracket-right"},
    {"return", "enter"}, {"right", "arrow-right"}, {"right-alt"}, {"right-command"}, {"right-control"},
    {"right-meta"}, {"right-option"}, {"right-shift"}, {"right-super"}, {"right-windows"}, {"rwin", "right-windows"},
    {"scroll-lock"}, {"semicolon"}, {"separator", "num-separator"}, {"shift"}, {"single-quote"}, {"slash"}, {"space"},
    {"spc", "space"}, {"star", "asterisk"}, {"subtract", "num-minus"}, {"super"}, {"tab"}, {"tabulator", "tab"}, {"tilde"},
    {"underscore"}, {"up", "arrow-up"}, {"volume-down"}, {"volume-mute"}, {"volume-up"}, {"win", "windows"},
    {"windows"}, {"at"}, {"ampersand"}, {"caret"},
};

struct Emoji {
  std::string_view name;
  std::string_view character;
};
constexpr Emoji kEmoji[] = {
    {"+1", "👍"}, {"-1", "👎"}, {"thumbsup", "👍"}, {"thumbsdown", "👎"}, {"smile", "😄"}, {"smiley", "😃"},
    {"grin", "😁"}, {"grinning", "😀"}, {"laughing", "😆"}, {"joy", "😂"}, {"wink", "😉"}, {"blush", "😊"},
    {"slight_smile", "🙂"}, {"slightly_smiling_face", "🙂"}, {"thinking", "🤔"}, {"confused", "😕"},
    {"cry", "😢"}, {"sob", "😭"}, {"sunglasses", "😎"}, {"heart_eyes", "😍"}, {"scream", "😱"}, {"tada", "🎉"},
    {"heart", "❤️"}, {"star", "⭐"}, {"star2", "🌟"}, {"sparkles", "✨"}, {"fire", "🔥"}, {"rocket", "🚀"},
    {"zap", "⚡"}, {"boom", "💥"}, {"bulb", "💡"}, {"warning", "⚠️"}, {"rotating_light", "🚨"}, {"no_entry", "⛔"},
    {"no_entry_sign", "🚫"}, {"construction", "🚧"}, {"exclamation", "❗"}, {"question", "❓"},
    {"grey_exclamation", "❕"}, {"grey_question", "❔"}, {"bangbang", "‼️"}, {"x", "❌"}, {"o", "⭕"},
    {"white_check_mark", "✅"}, {"heavy_check_mark", "✔️"}, {"ballot_box_with_check", "☑️"},
    {"heavy_multiplication_x", "✖️"}, {"heavy_plus_sign", "➕"}, {"heavy_minus_sign", "➖"}, {"negative_squared_cross_mark", "❎"},
    {"information_source", "ℹ️"}, {"speech_balloon", "💬"}, {"point_right", "👉"}, {"point_left", "👈"},
    {"point_up", "☝️"}, {"point_up_2", "👆"}, {"point_down", "👇"}, {"ok_hand", "👌"}, {"clap", "👏"},
    {"wave", "👋"}, {"raised_hands", "🙌"}, {"pray", "🙏"}, {"muscle", "💪"}, {"eyes", "👀"}, {"ok", "🆗"},
    {"new", "🆕"}, {"free", "🆓"}, {"up", "🆙"}, {"cool", "🆒"}, {"soon", "🔜"}, {"top", "🔝"},
    {"arrow_right", "➡️"}, {"arrow_left", "⬅️"}, {"arrow_up", "⬆️"}, {"arrow_down", "⬇️"},
    {"arrow_forward", "▶️"}, {"arrow_backward", "◀️"}, {"arrow_upper_right", "↗️"}, {"leftwards_arrow_with_hook", "↩️"},
    {"arrows_counterclockwise", "🔄"}, {"recycle", "♻️"}, {"link", "🔗"}, {"lock", "🔒"}, {"unlock", "🔓"},
    {"key", "🔑"}, {"mag", "🔍"}, {"wrench", "🔧"}, {"hammer", "🔨"}, {"hammer_and_wrench", "🛠️"}, {"tools", "🛠️"}, {"gear", "⚙️"},
    {"nut_and_bolt", "🔩"}, {"computer", "💻"}, {"desktop", "🖥️"}, {"keyboard", "⌨️"}, {"floppy_disk", "💾"},
    {"cd", "💿"}, {"package", "📦"}, {"file_folder", "📁"}, {"open_file_folder", "📂"}, {"page_facing_up", "📄"},
    {"memo", "📝"}, {"pencil", "📝"}, {"pencil2", "✏️"}, {"book", "📖"}, {"books", "📚"}, {"bookmark", "🔖"},
    {"clipboard", "📋"}, {"calendar", "📅"}, {"date", "📅"}, {"chart_with_upwards_trend", "📈"}, {"bar_chart", "📊"},
    {"email", "📧"}, {"envelope", "✉️"}, {"phone", "☎️"}, {"telephone", "☎️"}, {"bell", "🔔"}, {"mega", "📣"},
    {"loudspeaker", "📢"}, {"hourglass", "⌛"}, {"watch", "⌚"}, {"alarm_clock", "⏰"}, {"clock", "🕐"},
    {"globe_with_meridians", "🌐"}, {"earth_africa", "🌍"}, {"earth_americas", "🌎"}, {"sunny", "☀️"}, {"cloud", "☁️"},
    {"snowflake", "❄️"}, {"umbrella", "☔"}, {"rainbow", "🌈"}, {"penguin", "🐧"}, {"snake", "🐍"}, {"whale", "🐳"},
    {"bug", "🐛"}, {"turtle", "🐢"}, {"rabbit", "🐰"}, {"cat", "🐱"}, {"dog", "🐶"}, {"coffee", "☕"}, {"pizza", "🍕"},
    {"trophy", "🏆"}, {"dart", "🎯"}, {"checkered_flag", "🏁"}, {"triangular_flag_on_post", "🚩"}, {"white_flag", "🏳️"},
    {"red_circle", "🔴"}, {"green_circle", "🟢"}, {"yellow_circle", "🟡"}, {"orange_circle", "🟠"},
    {"large_blue_circle", "🔵"}, {"blue_circle", "🔵"}, {"white_circle", "⚪"}, {"black_circle", "⚫"},
    {"large_blue_diamond", "🔷"}, {"small_blue_diamond", "🔹"}, {"seedling", "🌱"}, {"tree", "🌳"}, {"evergreen_tree", "🌲"},
    {"one", "1️⃣"}, {"two", "2️⃣"}, {"three", "3️⃣"}, {"four", "4️⃣"}, {"five", "5️⃣"}, {"six", "6️⃣"},
    {"seven", "7️⃣"}, {"eight", "8️⃣"}, {"nine", "9️⃣"}, {"zero", "0️⃣"}, {"keycap_ten", "🔟"}, {"100", "💯"},
    {"tm", "™️"}, {"copyright", "©️"}, {"registered", "®️"}, {"robot", "🤖"}, {"technologist", "🧑‍💻"},
    {"woman_technologist", "👩‍💻"}, {"man_technologist", "👨‍💻"}, {"microscope", "🔬"}, {"telescope", "🔭"},
    {"satellite", "📡"}, {"dna", "🧬"}, {"test_tube", "🧪"}, {"atom_symbol", "⚛️"}, {"battery", "🔋"},
    {"electric_plug", "🔌"}, {"ghost", "👻"}, {"skull", "💀"}, {"broken_heart", "💔"}, {"blue_heart", "💙"},
    {"green_heart", "💚"}, {"purple_heart", "💜"}, {"yellow_heart", "💛"}, {"gift", "🎁"}, {"balloon", "🎈"},
    {"movie_camera", "🎥"}, {"camera", "📷"}, {"art", "🎨"}, {"mortar_board", "🎓"}, {"school", "🏫"}, {"house", "🏠"},
    {"office", "🏢"}, {"ambulance", "🚑"}, {"car", "🚗"}, {"airplane", "✈️"}, {"ship", "🚢"}, {"anchor", "⚓"},
    {"flag_fi", "🇫🇮"}, {"finland", "🇫🇮"}, {"flag_eu", "🇪🇺"}, {"eu", "🇪🇺"}, {"flag_gb", "🇬🇧"}, {"gb", "🇬🇧"}, {"uk", "🇬🇧"},
    {"flag_se", "🇸🇪"}, {"flag_no", "🇳🇴"}, {"flag_dk", "🇩🇰"}, {"flag_de", "🇩🇪"}, {"de", "🇩🇪"}, {"us", "🇺🇸"},
};

}  // namespace

std::string_view find_emoji(std::string_view name) {
  const Emoji* found = std::find_if(std::begin(kEmoji), std::end(kEmoji),
                                    [&](const Emoji& emoji) { return emoji.name == name; });
  return found == std::end(kEmoji) ? std::string_view{} : found->character;
}

std::string_view find_key(std::string_view name) {
  bool letter = name.size() == 1 && (base::is_lower(name[0]) || base::is_digit(name[0]));
  bool function = name.size() > 1 && name.size() <= 3 && name[0] == 'f' && base::is_digit(name[1]) && name[1] != '0' &&
                  (name.size() == 2 || base::is_digit(name[2]));
  if (letter || function) return name;
  const Key* found = std::find_if(std::begin(kKeys), std::end(kKeys), [&](const Key& key) { return key.name == name; });
  if (found == std::end(kKeys)) return {};
  return found->canonical.empty() ? found->name : found->canonical;
}

}  // namespace kbuild::read::mkdocs
