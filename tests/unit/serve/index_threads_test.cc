// Threads that own indexes: every caller gets its own answer or exception, and none waits for ever.
#include "serve/index_threads.h"

#include <atomic>
#include <semaphore>
#include <set>
#include <stdexcept>

#include "unit/search/small_index.h"

using namespace kbuild;

namespace {

/// `count` indexes of one place.
std::vector<search::Index> open_indexes(const test::SmallIndex& small, int count) {
  std::vector<search::Index> out;
  for (int i = 0; i < count; ++i) {
    auto index = search::Index::open(small.path + "/index");
    REQUIRE(index);
    out.push_back(std::move(*index));
  }
  return out;
}

test::SmallIndex harbours() {
  return test::SmallIndex({{test::top("en", "ships.md", "Ships", "ships of wood")},
                           {test::top("en", "cranes.md", "Cranes", "cranes of steel")}});
}

std::string first_page(search::Index& index, const std::string& text) {
  search::Query query;
  query.text = text;
  query.language = "en";
  auto found = search::search(index, query);
  return found.pages.empty() ? "" : found.pages[0].path;
}

void no_warming(search::Index&, const std::string&) {}

}  // namespace

TEST_CASE("many callers each get the answer to their own question") {
  auto small = harbours();
  serve::IndexThreads threads(
      open_indexes(small, 2), {"en"},
      [](search::Index& index, const auto&) { CHECK(first_page(index, "steel") == "cranes.md"); });
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 8; ++caller)
      callers.emplace_back([&, caller] {
        for (int i = 0; i < 20; ++i) {
          std::string mark = std::to_string(caller) + "/" + std::to_string(i) + " ";
          bool wood = (caller + i) % 2 == 0;
          std::string answer = threads.run([&](search::Index& index) {
            return mark + first_page(index, wood ? "wood" : "steel");
          });
          if (answer != mark + (wood ? "ships.md" : "cranes.md")) ++wrong;
        }
      });
  }
  CHECK(wrong == 0);
}

TEST_CASE("one thread answers in the order of asking") {
  auto small = harbours();
  serve::IndexThreads threads(open_indexes(small, 1), {}, no_warming);
  std::binary_semaphore busy(0), go_on(0);
  std::string order;
  std::vector<std::jthread> callers;
  callers.emplace_back([&] {
    threads.run([&](search::Index&) {
      busy.release();
      go_on.acquire();
      return order += 'a';
    });
  });
  busy.acquire();
  for (char name : {'b', 'c', 'd'}) {
    callers.emplace_back(
        [&, name] { threads.run([&, name](search::Index&) { return order += name; }); });
    while (threads.waiting() < static_cast<std::size_t>(name - 'a')) std::this_thread::yield();
  }
  go_on.release();
  callers.clear();
  CHECK(order == "abcd");
}

TEST_CASE("an exception reaches its caller alone") {
  auto small = harbours();
  serve::IndexThreads threads(open_indexes(small, 1), {}, no_warming);
  CHECK_THROWS_WITH_AS(
      threads.run([](search::Index&) -> std::string { throw std::runtime_error("torn"); }), "torn",
      std::runtime_error);
  CHECK(threads.run([](search::Index& index) { return first_page(index, "wood"); }) == "ships.md");
}

TEST_CASE("a question is answered by any free index, and each index stays on one thread") {
  auto small = harbours();
  serve::IndexThreads threads(open_indexes(small, 2), {}, no_warming);
  std::binary_semaphore busy(0), go_on(0);
  std::thread::id first, second;
  std::jthread caller([&] {
    threads.run([&](search::Index&) {
      first = std::this_thread::get_id();
      busy.release();
      go_on.acquire();
      return std::string();
    });
  });
  busy.acquire();
  threads.run([&](search::Index&) {
    second = std::this_thread::get_id();
    return std::string();
  });
  go_on.release();
  caller.join();
  CHECK(first != second);
  CHECK(first != caller.get_id());
}

TEST_CASE("what is asked before the end is still answered, by however many indexes") {
  auto small = harbours();
  for (int count : {1, 2}) {
    auto threads = std::make_unique<serve::IndexThreads>(open_indexes(small, count),
                                                         std::vector<std::string>(), no_warming);
    std::counting_semaphore<> busy(0), go_on(0);
    std::atomic<int> answered = 0;
    std::vector<std::jthread> callers;
    auto ask = [&] {
      callers.emplace_back([&, asked = threads.get()] {
        std::string answer = asked->run([&](search::Index&) {
          busy.release();
          go_on.acquire();
          return std::string("yes");
        });
        if (answer == "yes") ++answered;
      });
    };
    for (int i = 0; i < count; ++i) ask();
    for (int i = 0; i < count; ++i) busy.acquire();
    for (int i = 0; i < 3; ++i) ask();
    while (threads->waiting() < 3) std::this_thread::yield();
    std::jthread end([going = std::move(threads)]() mutable { going.reset(); });
    go_on.release(count + 3);
    end.join();
    callers.clear();
    CHECK(answered == count + 3);
  }
}

TEST_CASE("each index is warmed once for each language, and then answers") {
  auto small = harbours();
  std::mutex guard;
  std::multiset<std::string> warmed;
  std::counting_semaphore<> done(0);
  serve::IndexThreads threads(open_indexes(small, 2), {"en", "fi"},
                              [&](search::Index&, const std::string& language) {
                                std::lock_guard lock(guard);
                                warmed.insert(language);
                                done.release();
                              });
  for (int i = 0; i < 4; ++i) done.acquire();
  std::lock_guard lock(guard);
  CHECK(warmed == std::multiset<std::string>{"en", "en", "fi", "fi"});
}
