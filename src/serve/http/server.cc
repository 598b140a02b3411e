// Accepts connections, keeps their number in bounds and runs searches; see server.h.
#include "serve/http/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <deque>
#include <set>
#include <thread>

#include "base/format.h"
#include "serve/http/connection.h"
#include "serve/http/routes.h"

namespace kbuild::serve {

namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

constexpr int kBacklog = 1024;
/// How often deadlines are looked at, and how many such looks apart readers that wait for a reload
/// hear of the server.
constexpr std::chrono::milliseconds kLook{200};
constexpr int kLooksBetweenSigns = 50;
/// How long to wait where the system has no more descriptors to give.
constexpr std::chrono::milliseconds kAcceptAgain{50};

/// Lets the process open a file for each connection beside it, and those of a build, where the
/// system's default of 1,024 would not.
void allow_open_files(std::size_t connections) {
  constexpr rlim_t kOthers = 512;
  rlimit limit{};
  rlim_t wanted = 2 * connections + kOthers;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

std::size_t worker_count() {
  return std::clamp(std::thread::hardware_concurrency(), 2u, 8u);
}

Reply result_of(const Work& task) {
  try {
    return task();
  } catch (const std::exception&) {
    return message_reply(500);
  }
}

class HttpServer final : public Server {
 public:
  explicit HttpServer(ServerOptions chosen)
      : options_(std::move(chosen)), routes_(options_), workers_(worker_count()) {}
  ~HttpServer() override {
    workers_.stop();
    workers_.join();
    // Connections refer to what is destroyed before the handlers that hold them.
    close_all();
  }

  /// Returns whether the port was free.
  bool bind();
  const Limits& limits() const { return options_.limits; }
  int port() const override { return port_; }
  void run() override {
    accept();
    look();
    events_.run();
  }
  void stop() override {
    boost::asio::post(events_, [this] { close_all(); });
  }
  void reload() override {
    boost::asio::post(events_, [this] { tell(Event::reload); });
  }

 private:
  using Connections = std::set<std::shared_ptr<Connection>>;

  void accept();
  void accepted(tcp::socket socket);
  bool make_room(const boost::asio::ip::address& address);
  bool close_longest_idle(const boost::asio::ip::address* address);
  void look();
  void tell(Event event);
  void close_all();
  bool work(Work task, std::function<void(Reply)> done);
  void begin_stream(Connection& connection);

  ServerOptions options_;
  Routes routes_;
  Exchange exchange_{options_.limits, routes_,
                     [this](Work task, std::function<void(Reply)> done) {
                       return work(std::move(task), std::move(done));
                     },
                     [this](Connection& connection) { begin_stream(connection); },
                     [this](Connection& connection) {
                       std::erase(streams_, &connection);
                       connections_.erase(connection.shared_from_this());
                     }};
  int port_ = 0;
  boost::asio::io_context events_{1};
  tcp::acceptor acceptor_{events_};
  boost::asio::steady_timer look_timer_{events_}, accept_timer_{events_};
  int looks_ = 0;
  Connections connections_;
  /// Those that wait for reloads, in the order in which they came.
  std::deque<Connection*> streams_;
  std::atomic<std::size_t> waiting_searches_ = 0;
  boost::asio::thread_pool workers_;
};

bool HttpServer::bind() {
  error_code error;
  auto address = boost::asio::ip::make_address(options_.host, error);
  if (error) return false;
  tcp::endpoint place(address, static_cast<unsigned short>(options_.port));
  acceptor_.open(place.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(place, error);
  if (!error) acceptor_.listen(kBacklog, error);
  if (!error) port_ = acceptor_.local_endpoint(error).port();
  return !error;
}

void HttpServer::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      accepted(std::move(socket));
      return accept();
    }
    // Most likely there is no descriptor left.
    (void)close_longest_idle(nullptr);
    accept_timer_.expires_after(kAcceptAgain);
    accept_timer_.async_wait([this](error_code stopped) {
      if (!stopped) accept();
    });
  });
}

void HttpServer::accepted(tcp::socket socket) {
  error_code error;
  auto address = socket.remote_endpoint(error).address();
  // The reader may be gone already.
  if (error || !make_room(address)) return;
  socket.set_option(tcp::no_delay(true), error);
  auto connection = std::make_shared<Connection>(std::move(socket), exchange_);
  connections_.insert(connection);
  connection->start();
}

/// Whether there is room for one more connection, if need be in the place of an idle one.
bool HttpServer::make_room(const boost::asio::ip::address& address) {
  auto same = std::count_if(connections_.begin(), connections_.end(), [&](const auto& connection) {
    return connection->address() == address;
  });
  if (static_cast<std::size_t>(same) >= options_.limits.connections_of_address)
    return close_longest_idle(&address);
  return connections_.size() < options_.limits.connections || close_longest_idle(nullptr);
}

/// Of all connections, or those of an address: the one that has asked nothing for longest, else the
/// one whose reader has taken nothing for longest; false where all wait for this server.
bool HttpServer::close_longest_idle(const boost::asio::ip::address* address) {
  std::shared_ptr<Connection> asking, taking;
  for (const auto& connection : connections_) {
    if (address && connection->address() != *address) continue;
    using Phase = Connection::Phase;
    Phase phase = connection->phase();
    auto& oldest = phase == Phase::sending ? taking : asking;
    bool idle = phase == Phase::waiting || phase == Phase::ending || phase == Phase::sending;
    if (idle && (!oldest || connection->since() < oldest->since())) oldest = connection;
  }
  std::shared_ptr<Connection> chosen = asking ? asking : taking;
  if (chosen) chosen->close();
  return chosen != nullptr;
}

/// Closes connections whose time is over, and tells waiting pages that the server is there, by
/// which those that went away are noticed.
void HttpServer::look() {
  // A timer that had run out when it was cancelled calls once more.
  if (!acceptor_.is_open()) return;
  auto now = std::chrono::steady_clock::now();
  for (auto next = connections_.begin(); next != connections_.end();) {
    std::shared_ptr<Connection> connection = *next++;
    connection->close_if_late(now);
  }
  if (++looks_ % kLooksBetweenSigns == 0) tell(Event::alive);
  look_timer_.expires_after(kLook);
  look_timer_.async_wait([this](error_code stopped) {
    if (!stopped) look();
  });
}

void HttpServer::tell(Event event) {
  for (Connection* connection : streams_) connection->send_event(event);
}

void HttpServer::begin_stream(Connection& connection) {
  streams_.push_back(&connection);
  if (streams_.size() > options_.limits.streams) streams_.front()->close();
}

bool HttpServer::work(Work task, std::function<void(Reply)> done) {
  if (waiting_searches_ >= options_.limits.waiting_searches) return false;
  ++waiting_searches_;
  boost::asio::post(workers_, [this, task = std::move(task), done = std::move(done)]() mutable {
    --waiting_searches_;
    auto reply = std::make_shared<Reply>(result_of(task));
    boost::asio::post(events_, [done = std::move(done), reply] { done(std::move(*reply)); });
  });
  return true;
}

void HttpServer::close_all() {
  error_code ignored;
  acceptor_.close(ignored);
  look_timer_.cancel();
  accept_timer_.cancel();
  while (!connections_.empty()) {
    std::shared_ptr<Connection> connection = *connections_.begin();
    connection->close();
  }
}

}  // namespace

base::Result<std::unique_ptr<Server>> Server::open(ServerOptions options) {
  std::string place = base::format("{}:{}", options.host, options.port);
  auto server = std::make_unique<HttpServer>(std::move(options));
  allow_open_files(server->limits().connections);
  if (!server->bind())
    return base::fail("cannot listen on " + place,
                      "another program may use the port; give one with --port");
  return server;
}

}  // namespace kbuild::serve
