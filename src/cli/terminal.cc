// Keys and lines of standard input; see terminal.h.
#include "cli/terminal.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "base/text.h"

namespace kbuild::cli {

namespace {

/// As found, and as keys need them; read by signal handlers.
termios found_settings;
termios key_settings;

constexpr int kFatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void apply_settings(const termios& settings) {
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

void restore_and_end(int signal) {
  apply_settings(found_settings);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// Ctrl-Z: the shell gets its terminal back, and keys go on after it.
void restore_and_pause(int) {
  apply_settings(found_settings);
  ::raise(SIGSTOP);
  apply_settings(key_settings);
}

std::optional<char> read_byte() {
  char byte = 0;
  for (;;) {
    ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got == 1) return byte;
    if (got == 0 || errno != EINTR) return std::nullopt;
  }
}

/// Passes over what an arrow or another such key sends behind Escape.
void pass_over_sequence() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, 0) != 1 || (input.revents & POLLIN) == 0) return;
  auto byte = read_byte();
  if (byte == 'O') read_byte();
  if (byte != '[') return;
  do {
    byte = read_byte();
  } while (byte && (*byte < '@' || *byte > '~'));
}

}  // namespace

std::string visible_lines(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    out += visible(text.substr(begin, end - begin));
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string visible(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    auto follows = [&](std::size_t n) {
      return i + n < text.size() ? static_cast<unsigned char>(text[i + n]) : 0u;
    };
    bool c1 = byte == 0xc2 && follows(1) >= 0x80 && follows(1) < 0xa0;
    bool direction =
        byte == 0xe2 && ((follows(1) == 0x80 && follows(2) >= 0x8e &&
                          (follows(2) <= 0x8f || (follows(2) >= 0xaa && follows(2) <= 0xae))) ||
                         (follows(1) == 0x81 && follows(2) >= 0xa6 && follows(2) <= 0xa9));
    std::size_t hidden = byte < 0x20 || byte == 0x7f ? 1 : c1 ? 2 : direction ? 3 : 0;
    if (hidden == 0) {
      out += text[i];
      continue;
    }
    for (std::size_t n = 0; n < hidden; ++n) {
      unsigned value = n == 0 ? byte : follows(n);
      out += "\\x";
      out += kDigits[value >> 4];
      out += kDigits[value & 15];
    }
    i += hidden - 1;
  }
  return out;
}

Terminal::Terminal()
    : is_terminal_(::isatty(STDIN_FILENO) != 0 && ::tcgetattr(STDIN_FILENO, &found_settings) == 0) {
  if (!is_terminal_) return;
  key_settings = found_settings;
  key_settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  key_settings.c_cc[VMIN] = 1;
  key_settings.c_cc[VTIME] = 0;
  for (int signal : kFatal) std::signal(signal, restore_and_end);
  std::signal(SIGTSTP, restore_and_pause);
  apply_settings(key_settings);
}

Terminal::~Terminal() {
  if (!is_terminal_) return;
  apply_settings(found_settings);
  for (int signal : kFatal) std::signal(signal, SIG_DFL);
  std::signal(SIGTSTP, SIG_DFL);
}

std::optional<char> Terminal::key() {
  constexpr char kEndOfInput = 4;  // Ctrl-D.
  constexpr char kEscape = 27;
  if (!is_terminal_) {
    for (;;) {
      auto words = line("");
      if (!words) return std::nullopt;
      if (std::string_view word = base::trim(*words); !word.empty()) return base::to_lower(word[0]);
    }
  }
  for (;;) {
    auto byte = read_byte();
    if (!byte || *byte == kEndOfInput) return std::nullopt;
    if (*byte != kEscape) return base::to_lower(*byte);
    pass_over_sequence();
  }
}

std::optional<std::string> Terminal::line(std::string_view prompt) {
  std::fwrite(prompt.data(), 1, prompt.size(), stdout);
  std::fflush(stdout);
  if (is_terminal_) apply_settings(found_settings);
  std::string out;
  std::optional<char> byte;
  constexpr std::size_t kMaxLine = 4096;
  while ((byte = read_byte()) && *byte != '\n')
    if (out.size() < kMaxLine) out += *byte;
  if (is_terminal_) apply_settings(key_settings);
  if (!byte && out.empty()) return std::nullopt;
  return out;
}

}  // namespace kbuild::cli
