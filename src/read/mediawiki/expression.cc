// The arithmetic of #expr and #ifexpr: operators by precedence on two stacks, as the extension
// ParserFunctions evaluates them.
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "read/mediawiki/expand.h"

namespace kbuild::read::mediawiki {

namespace {

constexpr std::size_t kMaxStack = 100;

struct Operator {
  std::string_view name;
  int precedence;
  int operands;
};
// A sign is the operator '+' or '-' where an operand is expected.
constexpr Operator kOperators[] = {
    {"negate", 10, 1}, {"plus", 10, 1}, {"exp", 9, 1},   {"sin", 9, 1},  {"cos", 9, 1},
    {"tan", 9, 1},     {"asin", 9, 1},  {"acos", 9, 1},  {"atan", 9, 1}, {"ln", 9, 1},
    {"abs", 9, 1},     {"floor", 9, 1}, {"trunc", 9, 1}, {"ceil", 9, 1}, {"not", 9, 1},
    {"sqrt", 9, 1},    {"^", 8, 2},     {"*", 7, 2},     {"/", 7, 2},    {"div", 7, 2},
    {"mod", 7, 2},     {"fmod", 7, 2},  {"+", 6, 2},     {"-", 6, 2},    {"round", 5, 2},
    {"=", 4, 2},       {"<>", 4, 2},    {"!=", 4, 2},    {"<=", 4, 2},   {">=", 4, 2},
    {"<", 4, 2},       {">", 4, 2},     {"and", 3, 2},   {"or", 2, 2},   {"(", -1, 0},
};

const Operator* find_operator(std::string_view name) {
  for (const Operator& row : kOperators)
    if (row.name == name) return &row;
  return nullptr;
}

class Evaluator {
 public:
  explicit Evaluator(std::string_view text) : text_(text) {}

  Evaluation run() {
    while (error_.empty() && skip_blanks()) take();
    while (error_.empty() && !operators_.empty()) {
      if (operators_.back()->name == "(")
        error_ = "Unclosed bracket.";
      else
        apply();
    }
    if (!error_.empty()) return {"Expression error: " + error_, true};
    std::string out;
    for (double value : values_) out += (out.empty() ? "" : "<br />") + print(value);
    return {std::move(out), false};
  }

 private:
  bool skip_blanks() {
    while (at_ < text_.size() && base::is_space(text_[at_])) ++at_;
    return at_ < text_.size();
  }

  void take() {
    char c = text_[at_];
    if (base::is_digit(c) || c == '.') return take_number();
    if (base::is_alpha(c)) return take_word();
    for (std::size_t length : {2, 1})
      if (const Operator* found = find_operator(text_.substr(at_, length));
          found && at_ + length <= text_.size()) {
        at_ += length;
        return take_operator(*found);
      }
    if (c != ')') {
      error_ = base::format("Unrecognized punctuation character \"{}\".", c);
      return;
    }
    ++at_;
    while (error_.empty() && !operators_.empty() && operators_.back()->name != "(") apply();
    if (error_.empty() && operators_.empty()) error_ = "Unexpected closing bracket.";
    if (error_.empty()) operators_.pop_back();
    wants_operand_ = false;
  }

  void take_number() {
    if (!wants_operand_) return fail_unexpected("number");
    std::size_t begin = at_;
    while (at_ < text_.size() && (base::is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    push(std::strtod(std::string(text_.substr(begin, at_ - begin)).c_str(), nullptr));
  }

  void take_word() {
    std::size_t begin = at_;
    while (at_ < text_.size() && base::is_alpha(text_[at_])) ++at_;
    std::string word = base::to_lower(text_.substr(begin, at_ - begin));
    if (word == "pi" || (word == "e" && wants_operand_)) {
      if (!wants_operand_) return fail_unexpected("number");
      return push(word == "pi" ? M_PI : M_E);
    }
    if (word == "e") return take_operator(kExponent);
    const Operator* found = find_operator(word);
    if (!found || word == "negate" || word == "plus") {
      error_ = base::format("Unrecognized word \"{}\".", word);
      return;
    }
    take_operator(*found);
  }

  void take_operator(const Operator& given) {
    const Operator* row = &given;
    if (wants_operand_ && row->name == "-") row = find_operator("negate");
    if (wants_operand_ && row->name == "+") row = find_operator("plus");
    bool prefix = row->operands != 2;
    if (prefix != wants_operand_) return fail_unexpected(base::format("{} operator", row->name));
    if (!prefix) {
      while (error_.empty() && !operators_.empty() &&
             operators_.back()->precedence >= row->precedence)
        apply();
      wants_operand_ = true;
    }
    if (operators_.size() >= kMaxStack)
      error_ = "Stack exhausted.";
    else
      operators_.push_back(row);
  }

  void push(double value) {
    values_.push_back(value);
    wants_operand_ = false;
  }

  void fail_unexpected(std::string_view what) { error_ = base::format("Unexpected {}.", what); }

  void apply() {
    const Operator& row = *operators_.back();
    operators_.pop_back();
    if (values_.size() < static_cast<std::size_t>(row.operands)) {
      error_ = base::format("Missing operand for {}.", row.name);
      return;
    }
    double b = values_.back();
    values_.pop_back();
    double a = 0;
    if (row.operands == 2) {
      a = values_.back();
      values_.pop_back();
    }
    values_.push_back(row.operands == 2 ? binary(row.name, a, b) : unary(row.name, b));
  }

  double unary(std::string_view name, double x) {
    if (name == "negate") return -x;
    if (name == "exp") return std::exp(x);
    if (name == "sin") return std::sin(x);
    if (name == "cos") return std::cos(x);
    if (name == "tan") return std::tan(x);
    if (name == "asin") return std::asin(x);
    if (name == "acos") return std::acos(x);
    if (name == "atan") return std::atan(x);
    if (name == "ln" && x <= 0) error_ = "Invalid argument for ln: <= 0.";
    if (name == "ln") return std::log(x);
    if (name == "abs") return std::fabs(x);
    if (name == "floor") return std::floor(x);
    if (name == "ceil") return std::ceil(x);
    if (name == "trunc") return std::trunc(x);
    if (name == "sqrt" && x < 0) error_ = "In sqrt: Result is not a number.";
    if (name == "sqrt") return std::sqrt(x);
    if (name == "not") return x == 0 ? 1 : 0;
    return x;
  }

  double binary(std::string_view name, double a, double b) {
    if (name == "+") return a + b;
    if (name == "-") return a - b;
    if (name == "*") return a * b;
    if ((name == "/" || name == "div" || name == "mod" || name == "fmod") && b == 0)
      error_ = "Division by zero.";
    if (name == "/" || name == "div") return a / b;
    if (name == "mod") return std::fmod(std::trunc(a), std::trunc(b) == 0 ? 1 : std::trunc(b));
    if (name == "fmod") return std::fmod(a, b);
    if (name == "^") return std::pow(a, b);
    if (name == "scale") return a * std::pow(10, b);
    if (name == "round") {
      double factor = std::pow(10, std::trunc(b));
      return std::round(a * factor) / factor;
    }
    if (name == "=") return a == b;
    if (name == "<>" || name == "!=") return a != b;
    if (name == "<") return a < b;
    if (name == ">") return a > b;
    if (name == "<=") return a <= b;
    if (name == ">=") return a >= b;
    if (name == "and") return a != 0 && b != 0;
    return a != 0 || b != 0;
  }

  static std::string print(double value) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
    if (value == 0) return "0";
    return base::replace_all(base::format("{:.14G}", value), "E+0", "E+");
  }

  /// "1.5e3": a times ten to the b.
  static constexpr Operator kExponent = {"scale", 10, 2};

  std::string_view text_;
  std::size_t at_ = 0;
  bool wants_operand_ = true;
  std::vector<double> values_;
  std::vector<const Operator*> operators_;
  std::string error_;
};

}  // namespace

Evaluation evaluate_expression(std::string_view text) {
  return Evaluator(text).run();
}

}  // namespace kbuild::read::mediawiki
