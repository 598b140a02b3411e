// The matrix as text: JSON Lines of `kbuild matrix`, matrix.json with its schema, CSV, and a table
// for terminals.
#pragma once

#include <string>
#include <vector>

#include "matrix/matrix.h"

namespace kbuild::matrix {

/// Selects the cells, and the claims of each, that are written.
struct Selection {
  /// Names as displayed, a product also as it is known, in any case; empty selects all.
  std::string product = {};
  std::string system = {};
  enum class Claims : std::uint8_t {
    standing,
    /// And the claims behind none that wait for a maintainer's word.
    candidates,
    /// And those that are behind a cell without deciding it, or were ended.
    all,
  } claims = Claims::standing;
};

/// {file, product, version, system, status, module, line, kind, excerpt, lang, date?, basis, state,
/// list_date?}: one line for each cell, and one for each other claim that is selected, whose state
/// is "candidate", "agreeing", "superseded" or "conflicting". `file` has the text, also where a
/// page includes it. A missing version or system is null.
std::string to_json_lines(const Matrix& matrix, const Selection& selection);

/// matrix.json: {schema, generated?, products: [{name, versions: [...]}], cells: [...]}; see
/// matrix_schema().
std::string to_json(const Matrix& matrix);
/// JSON Schema (2020-12) of matrix.json.
std::string matrix_schema();

/// One line for each cell, RFC 4180:
/// product,version,system,status,module,state,kind,date,language,file,line.
std::string to_csv(const Matrix& matrix, const Selection& selection);

/// For each product a table of versions by systems with a mark in each cell, its module, and a
/// legend.
std::string to_table(const Matrix& matrix, const Selection& selection);

}  // namespace kbuild::matrix
