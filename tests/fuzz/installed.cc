// A list of what is installed on a system: by the form that its content shows, and by each form
// that a collected list may name. Entries have places in the list.
#include "inventory/formats.h"
#include "target.h"

namespace kbuild::fuzz {

void try_input(std::string_view bytes) {
  using namespace inventory;
  auto check = [&](const base::Result<Inventory>& list) {
    if (!list) return require(!list.error().message.empty());
    require(!list->entries.empty());
    for (const Entry& entry : list->entries)
      require(!entry.product.empty() && entry.begin <= entry.end && entry.end <= bytes.size());
  };
  check(read_inventory("list", bytes));
  for (const Form& form : forms()) check(read_form(form.name, "list", bytes));
}

}  // namespace kbuild::fuzz
