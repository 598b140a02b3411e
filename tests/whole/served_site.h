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
  explicit ServedDirectory(const std::string& directory) {
    auto opened = serve::Server::open({.directory = directory, .port = 0});
    REQUIRE(opened);
    server_ = std::move(*opened);
    thread_ = std::jthread([this] { server_->run(); });
    address = "http://127.0.0.1:" + std::to_string(server_->port()) + "/";
  }
  ~ServedDirectory() { server_->stop(); }
  ServedDirectory(const ServedDirectory&) = delete;
  ServedDirectory& operator=(const ServedDirectory&) = delete;

  std::string address;

 private:
  std::unique_ptr<serve::Server> server_;
  std::jthread thread_;
};

}  // namespace kbuild::test
