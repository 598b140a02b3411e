// The WebDriver client; see browser.h.
#include "support/browser.h"

#include <doctest/doctest.h>
#include <httplib.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/process.h"
#include "support/service.h"
#include "support/skip.h"

namespace kbuild::test {

using nlohmann::json;

namespace {

/// The key under which WebDriver returns an element (W3C WebDriver, "web element identifier").
constexpr const char* kElement = "element-6066-11e4-a52e-4f735466cecf";

std::string decode_base64(const std::string& text) {
  std::string out;
  unsigned value = 0;
  int bits = 0;
  for (char c : text) {
    static const std::string alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::size_t digit = alphabet.find(c);
    if (digit == alphabet.npos) continue;
    value = value << 6 | static_cast<unsigned>(digit);
    bits += 6;
    if (bits >= 8) out += static_cast<char>(value >> (bits -= 8) & 0xff);
  }
  return out;
}

/// Starts a program that says nothing, in a process group of its own.
pid_t start_quietly(std::vector<std::string> arguments) {
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  pid_t child = ::fork();
  if (child != 0) return child;
  (void)!std::freopen("/dev/null", "w", stdout);
  (void)!std::freopen("/dev/null", "w", stderr);
  ::setpgid(0, 0);
  ::execv(words[0], words.data());
  ::_exit(127);
}

void stop(pid_t group) {
  ::kill(-group, SIGTERM);
  ::waitpid(group, nullptr, 0);
}

/// Waits at most ten seconds until a GET is answered.
bool answers(httplib::Client& http, const char* path) {
  for (int i = 0; i < 200; ++i) {
    if (auto status = http.Get(path); status && status->status == 200) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

}  // namespace

struct Browser::State {
  pid_t driver = -1, chromium = -1;
  std::string profile;
  std::unique_ptr<httplib::Client> http;
  std::string session;
};

Browser::Browser(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::unique_ptr<Browser> Browser::start(const BrowserOptions& options) {
  std::string driver = base::find_program("chromedriver");
  std::string chromium = base::find_program("chromium");
  if (!can_run(!driver.empty() && !chromium.empty(),
               "chromium and chromium-driver are not installed"))
    return nullptr;
  auto state = std::make_unique<State>();
  int port = free_port();
  std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-browser-XXXXXX").native();
  state->profile = ::mkdtemp(pattern.data());
  state->driver = start_quietly({driver, "--port=" + std::to_string(port)});
  state->http = std::make_unique<httplib::Client>("127.0.0.1", port);
  state->http->set_read_timeout(60, 0);
  state->http->set_connection_timeout(1, 0);
  answers(*state->http, "/status");
  // chromedriver would start Chromium itself, and reach it as "localhost": a name that a bare
  // system without /etc/hosts does not know.
  int tools_port = free_port();
  std::vector<std::string> arguments = {
      chromium,
      "--headless=new",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      "--allow-file-access-from-files",
      "--remote-debugging-port=" + std::to_string(tools_port),
      "--user-data-dir=" + state->profile,
      "--window-size=" + std::to_string(options.width) + "," + std::to_string(options.height)};
  // Chromium's sandbox needs user namespaces, which root in a chroot lacks.
  if (::geteuid() == 0) arguments.push_back("--no-sandbox");
  if (options.dark) arguments.push_back("--force-dark-mode");
  state->chromium = start_quietly(arguments);
  httplib::Client tools("127.0.0.1", tools_port);
  bool started = answers(tools, "/json/version");
  std::string address = "127.0.0.1:" + std::to_string(tools_port);
  json wanted = {{"capabilities",
                  {{"alwaysMatch",
                    {{"browserName", "chrome"},
                     {"goog:chromeOptions", {{"debuggerAddress", address}}},
                     {"goog:loggingPrefs", {{"browser", "ALL"}}}}}}}};
  std::unique_ptr<Browser> browser(new Browser(std::move(state)));
  REQUIRE_MESSAGE(started, "Chromium does not answer on " << address);
  browser->state_->session = browser->call("POST", "/session", wanted)["sessionId"];
  // No window of Chromium is this narrow, but the screen of a phone is.
  constexpr int kNarrowestWindow = 500;
  if (options.width < kNarrowestWindow)
    browser->call("POST", "/session/" + browser->state_->session + "/goog/cdp/execute",
                  {{"cmd", "Emulation.setDeviceMetricsOverride"},
                   {"params",
                    {{"width", options.width},
                     {"height", options.height},
                     {"deviceScaleFactor", 2},
                     {"mobile", true}}}});
  return browser;
}

Browser::~Browser() {
  if (!state_->session.empty()) (void)state_->http->Delete("/session/" + state_->session);
  for (pid_t group : {state_->driver, state_->chromium}) stop(group);
  std::error_code ignored;
  std::filesystem::remove_all(state_->profile, ignored);
}

json Browser::call(const std::string& method, const std::string& path, const json& body) {
  auto response = method == "GET" ? state_->http->Get(path)
                                  : state_->http->Post(path, body.dump(), "application/json");
  REQUIRE_MESSAGE(response, "chromedriver does not answer " << path);
  json answer = json::parse(response->body, nullptr, false);
  REQUIRE_MESSAGE(response->status == 200,
                  path << ": " << answer["value"].value("message", response->body));
  return answer["value"];
}

void Browser::open(const std::string& url) {
  call("POST", "/session/" + state_->session + "/url", {{"url", url}});
  // A driver that did not start its browser may answer before the page's scripts have run.
  REQUIRE(wait_for("document.readyState === 'complete'"));
}

void Browser::open_tab(const std::string& url) {
  std::string session = "/session/" + state_->session;
  json made = call("POST", session + "/window/new", {{"type", "tab"}});
  call("POST", session + "/window", {{"handle", made["handle"]}});
  open(url);
}

json Browser::script(const std::string& body) {
  return call("POST", "/session/" + state_->session + "/execute/sync",
              {{"script", body}, {"args", json::array()}});
}

json Browser::await(const std::string& body) {
  script("window.kbTest = undefined; (async () => {" + body +
         "})().then(v => { window.kbTest = {value: v}; }, e => { window.kbTest = {error: "
         "String(e)}; })");
  for (int i = 0; i < 60; ++i)
    if (wait_for("window.kbTest !== undefined")) break;
  json result = script("return window.kbTest");
  REQUIRE_MESSAGE(result.contains("value"), result.dump());
  return result["value"];
}

bool Browser::wait_for(const std::string& expression) {
  for (int i = 0; i < 100; ++i) {
    json value = script("return Boolean(" + expression + ")");
    if (value.is_boolean() && value.get<bool>()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

std::string Browser::find(const std::string& selector) {
  json found = call("POST", "/session/" + state_->session + "/element",
                    {{"using", "css selector"}, {"value", selector}});
  return "/session/" + state_->session + "/element/" + found[kElement].get<std::string>();
}

void Browser::click(const std::string& selector) {
  call("POST", find(selector) + "/click", json::object());
}

void Browser::type(const std::string& selector, const std::string& text) {
  call("POST", find(selector) + "/value", {{"text", text}});
}

std::vector<std::string> Browser::console_errors() {
  std::vector<std::string> out;
  json log = call("POST", "/session/" + state_->session + "/se/log", {{"type", "browser"}});
  for (const json& entry : log)
    if (entry.value("level", "") == "SEVERE") out.push_back(entry.value("message", ""));
  return out;
}

void Browser::screenshot(const std::string& name) {
  const char* directory = std::getenv("KBUILD_SCREENSHOTS");
  if (!directory) return;
  std::string png = decode_base64(
      call("GET", "/session/" + state_->session + "/screenshot", {}).get<std::string>());
  std::ofstream(std::string(directory) + "/" + name + ".png", std::ios::binary) << png;
}

}  // namespace kbuild::test
