// Scalars without quotes are tried as JSON's numbers; see typed.h.
#include "meta/typed.h"

namespace kbuild::meta {

base::Json to_json(const Value& value) {
  if (value.is_sequence()) {
    base::Json out = base::Json::array();
    for (const Value& item : value.items) out.push_back(to_json(item));
    return out;
  }
  if (value.is_mapping()) {
    base::Json out = base::Json::object();
    for (const auto& [key, member] : value.members) out[key.scalar] = to_json(member);
    return out;
  }
  if (!value.is_scalar()) return nullptr;
  if (value.quoted) return value.scalar;
  if (auto flag = value.boolean()) return *flag;
  if (!value.scalar.empty() &&
      (value.scalar[0] == '-' || (value.scalar[0] >= '0' && value.scalar[0] <= '9'))) {
    base::Json number = base::Json::parse(value.scalar, nullptr, false);
    if (number.is_number() && number.dump() == value.scalar) return number;
  }
  return value.scalar;
}

}  // namespace kbuild::meta
