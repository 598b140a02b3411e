// How the release program's allocator takes memory: in pages of 2 MiB where the kernel has them to
// give on demand, from the first block on. A short build spends more on faults of small pages than
// on much of its work (11,000 of them for an edit of one page; 900 this way).
#include <mimalloc.h>

namespace {

void choose(int, char**, char**) {
  mi_option_set(mi_option_large_os_pages, 1);
  mi_option_set(mi_option_eager_commit_delay, 0);
}

// Runs before the first constructor of any library, and so before the first block is taken.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kChoose)(int, char**, char**) = choose;

}  // namespace
