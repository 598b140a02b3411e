// A site that a test builds, and a directory that it serves to a browser.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <thread>

#include "base/process.h"
#include "serve/http/server.h"

namespace kbuild::test {

/// Builds the kbuild.yml of a directory into its "site"; the test fails where there is a finding.
inline void build_site(const std::string& directory) {
  auto built =
      base::run_process({.arguments = {KBUILD_PROGRAM, "--out", directory + "/site", "-q", "build"},
                         .directory = directory,
                         .timeout = 60});
  REQUIRE(built);
  INFO(built->errors);
  REQUIRE(built->exit_code == 0);
}

/// Serves a directory on a free port of the loopback as long as it lives.
class ServedDirectory {
 public:
  explicit ServedDirectory(const std::string& directory)
      : ServedDirectory(serve::ServerOptions{.directory = directory}) {}
  /// With the port of the options replaced.
  explicit ServedDirectory(serve::ServerOptions options) {
    options.port = 0;
    auto opened = serve::Server::open(std::move(options));
    REQUIRE(opened);
    server_ = std::move(*opened);
    thread_ = std::jthread([this] { server_->run(); });
    address = "http://127.0.0.1:" + std::to_string(server_->port()) + "/";
  }
  ~ServedDirectory() { server_->stop(); }
  ServedDirectory(const ServedDirectory&) = delete;
  ServedDirectory& operator=(const ServedDirectory&) = delete;

  int port() const { return server_->port(); }
  serve::Server& server() { return *server_; }

  std::string address;

 private:
  std::unique_ptr<serve::Server> server_;
  std::jthread thread_;
};

}  // namespace kbuild::test
