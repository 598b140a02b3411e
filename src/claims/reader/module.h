// The product and the release that the name of a module, package or image states.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vocabulary/vocabulary.h"

namespace kbuild::claims::reader {

struct NamedVersion {
  /// As the vocabulary spells it, else as written.
  std::string product;
  /// The release in the product's own scheme; empty where the name has no version.
  std::string version;
  /// As users load it: "vasp/6/6.3.2"; empty for what is no module.
  std::string module = {};
  /// Whether the vocabulary has the product.
  bool known = false;
};

/// The word of a "module load" or of a listing without its marks. The version is the last part that
/// has the form of one ("vasp/6/6.3.2", "openfoam/com/v2212", "cp2k/cp2k-2024.3"), and the product
/// the part that it belongs to: compilers, flavours and categories beside it name none
/// ("lang/Python/3.11", "pytorch/gpu-cuda-12.1/2.2.0"). Nullopt where the word is no module: paths,
/// addresses, options, placeholders.
std::optional<NamedVersion> version_of_module(std::string_view word,
                                              const vocabulary::Vocabulary& vocabulary);

/// The last part of a path or address whose name joins product and version: "pytorch_2.1.0.sif",
/// "pytorch:2.1.0-cuda11.8", "PyTorch-2.1.2-foss-2023a.eb". Only of products that the vocabulary
/// has; a tag that cannot be their version ("pytorch:24.03-py3") gives nullopt.
std::optional<NamedVersion> version_of_image(std::string_view word,
                                             const vocabulary::Vocabulary& vocabulary);

/// A package of a package manager: the name and the version beside it, such as "torch" and
/// "2.1.0+cu121".
std::optional<NamedVersion> version_of_package(std::string_view name, std::string_view version,
                                               const vocabulary::Vocabulary& vocabulary);

/// Whether a word stands for what the reader puts there: "<version>", "$VERSION", "X.Y.Z".
bool is_placeholder(std::string_view word);

}  // namespace kbuild::claims::reader
