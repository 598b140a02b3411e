// The HTTP server over cpp-httplib; see server.h.
#include "serve/http/server.h"

#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "base/disk.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"

namespace kbuild::serve {

namespace {

constexpr std::size_t kMaxBody = 1 << 16;
constexpr std::size_t kMaxQuery = 400;
constexpr int kSeconds = 10;
constexpr std::size_t kThreads = 32;

struct Type {
  std::string_view suffix;
  const char* type;
};
constexpr Type kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
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
constexpr std::string_view kReloadScript =
    "<script>new "
    "EventSource('/api/reload').addEventListener('reload',()=>location.reload())</script>\n";

const char* type_of(std::string_view path) {
  for (const Type& row : kTypes)
    if (path.ends_with(row.suffix)) return row.type;
  return "application/octet-stream";
}

/// The query of /api/search: "lang" is the language of its words.
SearchRequest search_request(const httplib::Request& request) {
  return {request.get_param_value("q"),      request.get_param_value("lang"),
          request.get_param_value("system"), request.get_param_value("product"),
          request.get_param_value("kind"),   request.get_param_value("target"),
          request.get_param_value("site"),   request.has_param("literal"),
          request.has_param("others")};
}

class HttpServer final : public Server {
 public:
  explicit HttpServer(ServerOptions chosen);
  ~HttpServer() override { stop(); }

  /// Returns whether the port was free.
  bool bind();
  int port() const override { return port_; }
  void run() override { http_.listen_after_bind(); }
  void stop() override;
  void reload() override;

 private:
  void serve_file(const httplib::Request& request, httplib::Response& response) {
    std::string path = base::normalise_path("/" + request.path);
    std::string full = options_.directory + (path == "/" ? "" : path);
    base::FileStatus status = disk_->status(full);
    if (status.kind == base::FileKind::directory) {
      if (!request.path.ends_with('/')) return response.set_redirect(request.path + "/", 301);
      full += "/index.html";
    }
    // Serve only files of the site: a symbolic link may not point outside.
    auto real = disk_->real_path(full), root = disk_->real_path(options_.directory);
    auto bytes =
        real && root && real->starts_with(*root + "/") ? disk_->read(*real) : base::fail("");
    if (!bytes) {
      auto missing = disk_->read(options_.directory + "/404.html");
      response.status = 404;
      return response.set_content(missing ? *missing : "not found", "text/html; charset=utf-8");
    }
    if (options_.search_page && path.ends_with("/search") && request.has_param("q")) {
      SearchRequest query = search_request(request);
      if (query.text.size() > kMaxQuery) {
        response.status = 414;
        return;
      }
      *bytes = options_.search_page(query, path.substr(1) + "/", std::move(*bytes));
    }
    std::string tag = "\"" + base::digest(*bytes).hex() + "\"";
    response.set_header("ETag", tag);
    response.set_header("X-Content-Type-Options", "nosniff");
    bool fingerprinted = path.starts_with("/assets/");
    response.set_header("Cache-Control",
                        fingerprinted ? "public, max-age=31536000, immutable" : "no-cache");
    if (request.get_header_value("If-None-Match") == tag) {
      response.status = 304;
      return;
    }
    if (full.ends_with(".html")) *bytes += kReloadScript;
    response.set_content(std::move(*bytes), type_of(full));
  }

  void serve_search(const httplib::Request& request, httplib::Response& response) {
    SearchRequest query = search_request(request);
    if (query.text.size() > kMaxQuery) {
      response.status = 414;
      return;
    }
    response.set_content(options_.search(query), "application/json");
  }

  /// Server-sent events (HTML Living Standard, 9.2): one "reload" for each new version.
  void serve_events(httplib::Response& response) {
    response.set_header("Cache-Control", "no-store");
    response.set_chunked_content_provider(
        "text/event-stream", [this](std::size_t, httplib::DataSink& sink) {
          std::unique_lock lock(guard_);
          std::uint64_t seen = version_;
          changed_.wait_for(lock, std::chrono::seconds(kSeconds),
                            [&] { return version_ != seen || stopping_; });
          if (stopping_) {
            sink.done();
            return false;
          }
          std::string event = version_ != seen ? "event: reload\ndata: 1\n\n" : ": alive\n\n";
          lock.unlock();
          return sink.write(event.data(), event.size());
        });
  }

  ServerOptions options_;
  std::unique_ptr<base::Disk> disk_ = base::make_real_disk();
  httplib::Server http_;
  int port_ = 0;
  std::mutex guard_;
  std::condition_variable changed_;
  std::uint64_t version_ = 0;
  std::atomic<bool> stopping_ = false;
};

HttpServer::HttpServer(ServerOptions chosen) : options_(std::move(chosen)) {
  http_.set_payload_max_length(kMaxBody);
  http_.set_read_timeout(kSeconds, 0);
  http_.set_write_timeout(kSeconds, 0);
  http_.set_keep_alive_max_count(100);
  // Each open page keeps a connection for reloads, and each connection a thread.
  http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  // Header and body are sent separately; without this the body would wait for an acknowledgement.
  http_.set_tcp_nodelay(true);
  if (options_.search)
    http_.Get("/api/search", [this](const httplib::Request& request, httplib::Response& response) {
      serve_search(request, response);
    });
  http_.Get("/api/reload", [this](const httplib::Request&, httplib::Response& response) {
    serve_events(response);
  });
  http_.Get(".*", [this](const httplib::Request& request, httplib::Response& response) {
    serve_file(request, response);
  });
}

bool HttpServer::bind() {
  if (options_.port != 0) {
    port_ = options_.port;
    return http_.bind_to_port(options_.host, port_);
  }
  port_ = http_.bind_to_any_port(options_.host);
  return port_ > 0;
}

void HttpServer::stop() {
  stopping_ = true;
  changed_.notify_all();
  http_.stop();
}

void HttpServer::reload() {
  std::lock_guard lock(guard_);
  ++version_;
  changed_.notify_all();
}

}  // namespace

base::Result<std::unique_ptr<Server>> Server::open(ServerOptions options) {
  std::string place = base::format("{}:{}", options.host, options.port);
  auto server = std::make_unique<HttpServer>(std::move(options));
  if (!server->bind())
    return base::fail("cannot listen on " + place,
                      "another program may use the port; give one with --port");
  return server;
}

extern "C" void kbuild_open_server(ServerOptions& options,
                                   base::Result<std::unique_ptr<Server>>& opened) {
  opened = Server::open(std::move(options));
}

}  // namespace kbuild::serve
