// Finds the answers to requests; see routes.h.
#include "serve/http/routes.h"

#include <algorithm>
#include <memory>

#include "base/format.h"
#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "serve/http/conditions.h"

namespace kbuild::serve {

namespace {

constexpr std::size_t kMaxQuery = 400;
/// A search page is taken into memory to write results into it.
constexpr std::uint64_t kMaxSearchPage = 8 << 20;

constexpr std::string_view kPage = "text/html; charset=utf-8";
constexpr std::string_view kScript = "text/javascript; charset=utf-8";

struct Type {
  std::string_view suffix;
  std::string_view type;
};
constexpr Type kTypes[] = {
    {".html", kPage},
    {".css", "text/css; charset=utf-8"},
    {".js", kScript},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},
    {".webp", "image/webp"},
    {".xml", "application/xml"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".pdf", "application/pdf"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".csv", "text/csv; charset=utf-8"},
    {".atom", "application/atom+xml"},
};

/// Appended to every page that is served, never written to the site.
constexpr std::string_view kReloadTag = "<script src=\"/api/reload.js\" defer></script>\n";

/// Browsers open six connections to a server at most: of all tabs one holds the stream of events,
/// and tells the others.
constexpr std::string_view kReloadScript = R"js('use strict';
(() => {
  const others = new BroadcastChannel('kbuild-reload');
  others.onmessage = () => location.reload();
  const listen = () => new EventSource('/api/reload').addEventListener('reload', () => {
    others.postMessage(0);
    location.reload();
  });
  const forever = new Promise(() => {});
  if (!navigator.locks) listen();
  else navigator.locks.request('kbuild-reload', () => { listen(); return forever; });
})();
)js";

std::string_view type_of(std::string_view path) {
  for (const Type& row : kTypes)
    if (path.ends_with(row.suffix)) return row.type;
  return "application/octet-stream";
}

Policy policy_of(std::string_view type) {
  // A script may run as a worker, whose policy is its own file's.
  if (type == kPage || type == kScript || type == "application/pdf") return Policy::page;
  bool drawn =
      type == "image/svg+xml" || type == "application/xml" || type == "application/atom+xml";
  return drawn ? Policy::drawing : Policy::sealed;
}

SearchRequest search_request(const Target& target) {
  auto value = [&](std::string_view name) {
    const std::string* found = target.find(name);
    return found ? *found : std::string{};
  };
  return {value("q"),
          value("lang"),
          value("system"),
          value("product"),
          value("kind"),
          value("target"),
          value("site"),
          target.find("literal") != nullptr,
          target.find("others") != nullptr};
}

/// Whether only this server's own pages, or the reader, can have sent the request. Browsers say who
/// sent it in these headers (Fetch Standard, 3.2; Fetch Metadata, 2.2); other programs send none.
bool is_own_request(const Request& request) {
  const std::string& site = request.fetch_site;
  if (!site.empty() && site != "same-origin" && site != "none") return false;
  return request.origin.empty() || request.origin == "http://" + request.host ||
         request.origin == "https://" + request.host;
}

Reply redirect_to_directory(const Target& target) {
  Reply reply = message_reply(301);
  std::string query = target.query.empty() ? "" : "?" + target.query;
  reply.headers.emplace_back("Location", base::encode_path(target.path) + "/" + query);
  return reply;
}

/// Cuts the answer with a whole file to the range that the request asks for.
Reply cut_to_range(Reply reply, std::string_view range) {
  std::uint64_t size = reply.file->length;
  auto wanted = parse_range(range, size);
  if (!wanted) return reply;
  if (wanted->length == 0) {
    Reply none = message_reply(416);
    none.headers.emplace_back("Content-Range", base::format("bytes */{}", size));
    return none;
  }
  reply.status = 206;
  reply.file->begin = wanted->begin;
  reply.file->length = wanted->length;
  reply.headers.emplace_back(
      "Content-Range",
      base::format("bytes {}-{}/{}", wanted->begin, wanted->begin + wanted->length - 1, size));
  return reply;
}

Reply file_reply(const Request& request, base::OpenFile file) {
  Reply reply;
  reply.type = type_of(file.real_path());
  reply.policy = policy_of(reply.type);
  // The names of these files hold a digest of their content.
  reply.cache = request.target.path.starts_with("/assets/") ? "public, max-age=31536000, immutable"
                                                            : "no-cache";
  std::string tag = "\"" + file.version() + "\"";
  reply.headers.emplace_back("ETag", tag);
  if (names_tag(request.if_none_match, tag)) {
    reply.status = 304;
    return reply;
  }
  std::uint64_t size = file.size();
  reply.file = FilePart{std::move(file), 0, size};
  if (reply.type == kPage) {
    reply.text = kReloadTag;
    return reply;
  }
  reply.headers.emplace_back("Accept-Ranges", "bytes");
  bool same = request.if_range.empty() || request.if_range == tag;
  return same ? cut_to_range(std::move(reply), request.range) : std::move(reply);
}

}  // namespace

bool Routes::is_own_host(std::string_view host) const {
  std::size_t name_end = host.starts_with('[') ? host.find(']') : 0;
  if (name_end == host.npos) return false;
  std::size_t colon = host.find(':', name_end);
  std::string_view name = host.substr(0, colon);
  if (colon != host.npos && !base::is_all(host.substr(colon + 1), base::is_digit)) return false;
  for (std::string_view own : {std::string_view("localhost"), std::string_view("127.0.0.1"),
                               std::string_view("[::1]"), std::string_view(options_.host)})
    if (base::equals_ignoring_case(name, own)) return true;
  return false;
}

Outcome Routes::answer(const Request& request) const {
  // A name that leads here but is not this machine's own is a page of somebody else that wants to
  // read the site through its reader's browser. Any port: the way here may be a tunnel.
  if (!is_own_host(request.host)) return message_reply(421);
  const std::string& path = request.target.path;
  bool search = path == "/api/search" && options_.search;
  bool script = path == "/api/reload.js", stream = path == "/api/reload";
  if ((search || script || stream) && !is_own_request(request)) return message_reply(403);
  if (script) {
    Reply reply;
    reply.type = kScript;
    reply.cache = "no-cache";
    reply.text = kReloadScript;
    return reply;
  }
  if (stream) return Stream{};
  if (!search) return file_of(request);
  SearchRequest query = search_request(request.target);
  if (query.text.size() > kMaxQuery) return message_reply(414);
  return [this, query = std::move(query)] {
    Reply reply;
    reply.type = "application/json";
    reply.text = options_.search(query);
    return reply;
  };
}

Reply Routes::missing() const {
  auto page = base::OpenFile::open_below(options_.directory, "404.html");
  if (!page || page->kind() != base::FileKind::file) return message_reply(404);
  Reply reply;
  reply.status = 404;
  reply.policy = Policy::page;
  reply.type = kPage;
  std::uint64_t size = page->size();
  reply.file = FilePart{std::move(*page), 0, size};
  return reply;
}

Outcome Routes::file_of(const Request& request) const {
  const Target& target = request.target;
  std::string path = target.path.substr(1);
  auto file = base::OpenFile::open_below(options_.directory, path);
  if (file && file->kind() == base::FileKind::directory) {
    if (!target.slash_at_end) return redirect_to_directory(target);
    file = base::OpenFile::open_below(options_.directory, base::format("{}/index.html", path));
  } else if (target.slash_at_end) {
    return missing();
  }
  if (!file || file->kind() != base::FileKind::file) return missing();
  bool page = type_of(file->real_path()) == kPage;
  if (page && options_.search_page && target.path.ends_with("/search") && target.find("q"))
    return filled_search(target, std::move(*file));
  return file_reply(request, std::move(*file));
}

Outcome Routes::filled_search(const Target& target, base::OpenFile file) const {
  SearchRequest query = search_request(target);
  if (query.text.size() > kMaxQuery) return message_reply(414);
  // It is read when its turn comes: many may wait.
  return [this, query = std::move(query), url = target.path.substr(1) + "/",
          page = std::make_shared<base::OpenFile>(std::move(file))] {
    std::string html;
    if (!page->read(0, std::min(page->size(), kMaxSearchPage), html)) return missing();
    Reply filled;
    filled.type = kPage;
    filled.policy = Policy::page;
    filled.text = options_.search_page(query, url, std::move(html)) + std::string(kReloadTag);
    return filled;
  };
}

}  // namespace kbuild::serve
