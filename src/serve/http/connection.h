// One connection of a reader: takes requests one after the other, however they arrive, and sends
// each answer before it reads the next. All of it happens on the server's one thread of events, so
// that a slow reader costs memory of a few kilobytes and nobody's time.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "serve/http/reply.h"
#include "serve/http/request.h"
#include "serve/http/routes.h"

namespace kbuild::serve {

class Connection;

/// What a page that waits is told: that the site has changed, or that the server is still there.
enum class Event { reload, alive };

/// What the connections of a server share.
struct Exchange {
  const Limits& limits;
  const Routes& routes;
  /// Runs work on another thread, then calls `done` on the thread of events; false where too much
  /// waits already.
  std::function<bool(Work work, std::function<void(Reply)> done)> work;
  /// Called for a connection that has begun to wait for reloads, and for one that is closed.
  std::function<void(Connection&)> streaming, closed;
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Phase {
    /// No request, or not all of its head, has come.
    waiting,
    /// Its answer is being made,
    answering,
    /// or sent.
    sending,
    streaming,
    /// All is sent; what the reader still sends is thrown away, or it would not read the answer.
    ending,
    closed,
  };

  Connection(boost::asio::ip::tcp::socket socket, Exchange& exchange);

  /// Begins to read.
  void start();
  /// Ends it at once. Idempotent.
  void close();
  /// Sends an event to a reader that waits for reloads. One that has not taken the last event gets
  /// a reload once it has.
  void send_event(Event event);
  /// Closes it if its time is over.
  void close_if_late(Time now);

  Phase phase() const { return phase_; }
  /// When the phase began, or the reader last took a piece of its answer.
  Time since() const { return since_; }
  const boost::asio::ip::address& address() const { return address_; }

 private:
  void enter(Phase phase, std::chrono::milliseconds time);
  void read();
  void taken(std::size_t size);
  void advance();
  void send(Reply reply, KeepAlive keep_alive);
  void write();
  void written();
  void stream(Method method);
  void end();

  boost::asio::ip::tcp::socket socket_;
  boost::asio::ip::address address_;
  Exchange& exchange_;
  RequestReader reader_;
  Phase phase_ = Phase::waiting;
  Time since_, deadline_;
  /// Whether the head of the request has its own deadline already.
  bool head_begun_ = false;

  /// The answer under way: what is on its way, and what of the file and the text is not.
  std::string sending_;
  Reply reply_;
  KeepAlive keep_alive_ = KeepAlive::no;
  /// For events: whether one is on its way, and whether a reload has to follow it.
  bool writing_ = false;
  bool reload_waits_ = false;
  std::size_t thrown_away_ = 0;
};

}  // namespace kbuild::serve
