// The visitor of std::visit made of lambdas. Leave out a generic `auto` branch, so that a new
// alternative makes the compiler list every visitor that must know it.
#pragma once

namespace kbuild::base {

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace kbuild::base
