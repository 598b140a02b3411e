// A real Chromium, driven through chromedriver by the WebDriver protocol (W3C WebDriver, level 2).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace kbuild::test {

struct BrowserOptions {
  int width = 1280;
  int height = 900;
  bool dark = false;
};

class Browser {
 public:
  /// nullptr where Chromium or chromedriver is not installed; prints why.
  static std::unique_ptr<Browser> start(const BrowserOptions& options = {});
  ~Browser();

  void open(const std::string& url);
  /// The same in a new tab, which is the one that is driven from now on.
  void open_tab(const std::string& url);
  /// The value of a function body, as JSON. Fails the test on a script error.
  nlohmann::json script(const std::string& body);
  /// Waits at most five seconds until the expression is true; false where it never is.
  bool wait_for(const std::string& expression);
  /// The value of the body of an async function, which may take five minutes. Fails the test where
  /// it throws.
  nlohmann::json await(const std::string& body);
  /// Clicks as a user does; fails the test where nothing matches or something covers it.
  void click(const std::string& selector);
  /// Types into the element; special keys as WebDriver's code points ("\uE007" is Enter).
  void type(const std::string& selector, const std::string& text);
  /// Errors of the console since the last call.
  std::vector<std::string> console_errors();
  /// Writes a PNG of the window where KBUILD_SCREENSHOTS names a directory; does nothing else.
  void screenshot(const std::string& name);

 private:
  struct State;
  explicit Browser(std::unique_ptr<State> state);
  nlohmann::json call(const std::string& method, const std::string& path,
                      const nlohmann::json& body);
  std::string find(const std::string& selector);

  std::unique_ptr<State> state_;
};

}  // namespace kbuild::test
