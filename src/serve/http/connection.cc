// Serves one connection; see connection.h.
#include "serve/http/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

namespace kbuild::serve {

namespace {

using boost::system::error_code;

/// Bytes of a file that are in memory at a time.
constexpr std::uint64_t kPiece = 64 << 10;
constexpr std::size_t kReadAtOnce = 4 << 10;
/// How long, and how much, a reader may go on sending after its last answer.
constexpr std::chrono::milliseconds kEndTime{2'000};
constexpr std::size_t kEndBytes = 1 << 20;
constexpr std::chrono::milliseconds kForever = std::chrono::hours(24 * 365);

/// Where all connections read to: each takes the bytes out before another one reads.
std::array<char, kReadAtOnce>& read_buffer() {
  static thread_local std::array<char, kReadAtOnce> buffer;
  return buffer;
}

}  // namespace

Connection::Connection(boost::asio::ip::tcp::socket socket, Exchange& exchange)
    : socket_(std::move(socket)), exchange_(exchange), reader_(exchange.limits) {
  error_code ignored;
  address_ = socket_.remote_endpoint(ignored).address();
  socket_.non_blocking(true, ignored);
  enter(Phase::waiting, exchange_.limits.head_time);
}

void Connection::enter(Phase phase, std::chrono::milliseconds time) {
  phase_ = phase;
  since_ = std::chrono::steady_clock::now();
  deadline_ = since_ + time;
}

void Connection::start() {
  read();
}

void Connection::close() {
  if (phase_ == Phase::closed) return;
  phase_ = Phase::closed;
  error_code ignored;
  socket_.close(ignored);
  exchange_.closed(*this);
}

void Connection::close_if_late(Time now) {
  if (now > deadline_) close();
}

/// Waits for bytes without holding memory for them, then takes what is there.
void Connection::read() {
  socket_.async_wait(socket_.wait_read, [self = shared_from_this()](error_code error) {
    if (self->phase_ == Phase::closed) return;
    std::size_t size = 0;
    if (!error) size = self->socket_.read_some(boost::asio::buffer(read_buffer()), error);
    if (error == boost::asio::error::would_block) return self->read();
    if (error) return self->close();
    self->taken(size);
  });
}

void Connection::taken(std::size_t size) {
  if (phase_ == Phase::ending) {
    thrown_away_ += size;
    return thrown_away_ > kEndBytes ? close() : read();
  }
  // Whoever waits for reloads has nothing more to say.
  if (phase_ == Phase::streaming) return close();
  reader_.add(std::string_view(read_buffer().data(), size));
  if (!head_begun_) {
    head_begun_ = true;
    deadline_ = std::chrono::steady_clock::now() + exchange_.limits.head_time;
  }
  advance();
}

/// Answers the next request, or waits for the rest of it.
void Connection::advance() {
  auto next = reader_.next();
  if (!next) return read();
  head_begun_ = false;
  if (const auto* refusal = std::get_if<Refusal>(&*next))
    return send(message_reply(refusal->status), KeepAlive::no);
  const Request& request = std::get<Request>(*next);
  enter(Phase::answering, kForever);
  KeepAlive keep_alive = request.keep_alive ? KeepAlive::yes : KeepAlive::no;
  Outcome outcome = exchange_.routes.answer(request);
  if (std::holds_alternative<Stream>(outcome)) return stream(request.method);
  auto answer = [self = shared_from_this(), keep_alive, method = request.method](Reply reply) {
    if (self->phase_ == Phase::closed) return;
    self->sending_.clear();
    if (method == Method::head) {
      self->sending_ = head_of(reply, keep_alive);
      reply.file.reset();
      reply.text.clear();
    }
    self->send(std::move(reply), keep_alive);
  };
  if (auto* reply = std::get_if<Reply>(&outcome)) return answer(std::move(*reply));
  if (!exchange_.work(std::move(std::get<Work>(outcome)), answer)) answer(message_reply(503));
}

void Connection::send(Reply reply, KeepAlive keep_alive) {
  reply_ = std::move(reply);
  keep_alive_ = keep_alive;
  if (sending_.empty()) sending_ = head_of(reply_, keep_alive);
  write();
}

/// Sends what is ready, filled up with the next piece of the file.
void Connection::write() {
  if (reply_.file) {
    FilePart& part = *reply_.file;
    std::uint64_t size = std::min(part.length, kPiece);
    std::size_t before = sending_.size();
    // A file that is shorter than it was promised ends the connection: the reader notices.
    if (!part.file.read(part.begin, size, sending_) || sending_.size() - before < size)
      return close();
    part.begin += size;
    part.length -= size;
    if (part.length == 0) reply_.file.reset();
  }
  if (!reply_.file) sending_ += std::exchange(reply_.text, {});
  enter(Phase::sending, exchange_.limits.write_time);
  // The time is for each piece: of a long text, too, a reader takes some within it.
  boost::asio::async_write(socket_, boost::asio::buffer(sending_),
                           [self = shared_from_this()](error_code error, std::size_t) {
                             if (self->phase_ == Phase::closed) return;
                             if (error) return self->close();
                             self->sending_.clear();
                             self->written();
                           });
}

void Connection::written() {
  if (reply_.file) return write();
  sending_.shrink_to_fit();
  if (keep_alive_ == KeepAlive::no) return end();
  enter(Phase::waiting,
        reader_.has_begun() ? exchange_.limits.head_time : exchange_.limits.idle_time);
  head_begun_ = reader_.has_begun();
  advance();
}

/// Server-sent events (HTML Living Standard, 9.2).
void Connection::stream(Method method) {
  Reply reply;
  reply.type = "text/event-stream";
  sending_ = head_of(reply, KeepAlive::no, Length::until_closed);
  if (method == Method::head) return send({}, KeepAlive::no);
  enter(Phase::streaming, kForever);
  exchange_.streaming(*this);
  if (phase_ == Phase::closed) return;
  send_event(Event::alive);
  read();
}

void Connection::send_event(Event event) {
  if (phase_ != Phase::streaming) return;
  if (writing_) {
    reload_waits_ |= event == Event::reload;
    return;
  }
  sending_ += event == Event::reload ? "event: reload\ndata: 1\n\n" : ": alive\n\n";
  writing_ = true;
  deadline_ = std::chrono::steady_clock::now() + exchange_.limits.write_time;
  boost::asio::async_write(socket_, boost::asio::buffer(sending_),
                           [self = shared_from_this()](error_code error, std::size_t) {
                             if (self->phase_ == Phase::closed) return;
                             if (error) return self->close();
                             self->writing_ = false;
                             self->sending_.clear();
                             self->deadline_ = self->since_ + kForever;
                             if (std::exchange(self->reload_waits_, false))
                               self->send_event(Event::reload);
                           });
}

void Connection::end() {
  error_code ignored;
  socket_.shutdown(socket_.shutdown_send, ignored);
  enter(Phase::ending, kEndTime);
  read();
}

}  // namespace kbuild::serve
