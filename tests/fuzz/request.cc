// What a reader sends to the server, in two pieces, and what a small site answers. Names that reach
// the site are clean, heads of answers have the lines that were meant, redirects stay on this
// server, and no file from outside is sent.
#include "serve/http/request.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "serve/http/conditions.h"
#include "serve/http/routes.h"
#include "target.h"

namespace kbuild::fuzz {

namespace {

/// A site beside a file that is not part of it, in a directory of its own, which goes with it.
class SmallSite {
 public:
  SmallSite() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kbuild-fuzz-XXXXXX").native();
    directory_ = ::mkdtemp(pattern.data());
    write("secret", std::string(kSecretSize, 's'));
    write("site/index.html", "<p>a</p>");
    write("site/404.html", "<p>none</p>");
    write("site/b/index.html", "<p>b</p>");
    write("site/search/index.html", "<main></main>");
    write("site/data.json", "{}");
    std::filesystem::create_symlink("../secret", directory_ + "/site/link");
    options_.directory = directory_ + "/site";
    options_.search = [](const serve::SearchRequest& asked) { return asked.text; };
    options_.search_page = [](const serve::SearchRequest&, const std::string&, std::string html) {
      return html;
    };
  }
  ~SmallSite() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  const serve::ServerOptions& options() const { return options_; }

  /// No file of the site is as long.
  static constexpr std::size_t kSecretSize = 1000;

 private:
  void write(const std::string& path, const std::string& text) {
    std::filesystem::path file = directory_ + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  std::string directory_;
  serve::ServerOptions options_;
};

bool is_clean(std::string_view text) {
  return base::is_valid_utf8(text) && std::none_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

void check_reply(const serve::Reply& reply) {
  const std::string head = serve::head_of(reply, serve::KeepAlive::yes);
  require(head.ends_with("\r\n\r\n") && head.find("\r\n\r\n") == head.size() - 4);
  for (const auto& [name, value] : reply.headers) {
    require(is_clean(value));
    if (name == "Location") require(value.starts_with('/') && !value.starts_with("//"));
  }
  if (reply.file) require(reply.file->begin + reply.file->length < SmallSite::kSecretSize);
}

void check_request(const serve::Request& request, const serve::Routes& routes) {
  require(request.target.path.starts_with('/') && is_clean(request.target.path));
  require((request.target.path + "/").find("/../") == std::string::npos);
  for (const auto& [name, value] : request.target.parameters)
    require(is_clean(name) && is_clean(value));
  (void)serve::names_tag(request.if_none_match, "\"a\"");
  if (auto range = serve::parse_range(request.range, 100))
    require(range->begin <= 100 && range->length <= 100 - range->begin);
  serve::Outcome outcome = routes.answer(request);
  if (auto* work = std::get_if<serve::Work>(&outcome)) check_reply((*work)());
  if (auto* reply = std::get_if<serve::Reply>(&outcome)) check_reply(*reply);
}

}  // namespace

void try_input(std::string_view bytes) {
  static const SmallSite site;
  static const serve::Routes routes(site.options());
  serve::RequestReader reader(site.options().limits);
  for (std::string_view piece :
       {bytes.substr(0, bytes.size() / 2), bytes.substr(bytes.size() / 2)}) {
    reader.add(piece);
    while (auto next = reader.next()) {
      if (std::holds_alternative<serve::Refusal>(*next)) return;
      check_request(std::get<serve::Request>(*next), routes);
    }
  }
}

}  // namespace kbuild::fuzz
