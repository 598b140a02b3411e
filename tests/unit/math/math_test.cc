// TeX to MathML: each form of the subset, and that anything else is left alone as a whole.
#include "math/math.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using kbuild::math::MathStyle;
using kbuild::math::to_mathml;

namespace {

// What stands in the row, without the frame and the annotation.
std::string row(const char* tex, MathStyle style = MathStyle::within_text) {
  auto math = to_mathml(tex, style);
  if (!math) return "none";
  std::size_t begin = math->find("<mrow>") + 6;
  return math->substr(begin, math->rfind("</mrow><annotation") - begin);
}

}  // namespace

TEST_CASE("numbers, letters, operators and scripts") {
  CHECK(row("10^8") == "<msup><mrow><mn>10</mn></mrow><mrow><mn>8</mn></mrow></msup>");
  CHECK(row("x_{i}^2") ==
        "<msubsup><mrow><mi>x</mi></mrow><mrow><mrow><mi>i</mi></mrow></mrow><mrow><mn>2</mn></"
        "mrow></msubsup>");
  CHECK(row("a - 1.5 < \\pi") ==
        "<mi>a</mi><mo>\xe2\x88\x92</mo><mn>1.5</mn><mo>&lt;</mo><mi>\xcf\x80</mi>");
  CHECK(row("T_{\\textrm{total}} \\approx n!").find("<mtext>total</mtext>") != std::string::npos);
  CHECK(row("f'") == "<msup><mrow><mi>f</mi></mrow><mrow><mo>\xe2\x80\xb2</mo></mrow></msup>");
}

TEST_CASE("fractions, roots, fences, accents and functions") {
  CHECK(row("\\frac{a}{2}") ==
        "<mfrac><mrow><mrow><mi>a</mi></mrow></mrow><mrow><mrow><mn>2</mn></mrow></mrow></mfrac>");
  CHECK(row("\\sqrt[3]x") == "<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>");
  CHECK(row("\\left( a \\right.") == "<mrow><mo stretchy=\"true\">(</mo><mi>a</mi></mrow>");
  CHECK(row("f(x)") ==
        "<mi>f</mi><mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo>");
  CHECK(row("\\hat x").starts_with("<mover accent=\"true\">"));
  CHECK(row("\\log n") == "<mi>log</mi><mi>n</mi>");
}

TEST_CASE("text, weights, spaces and binomials") {
  CHECK(
      row("\\binom{n}{k}") ==
      "<mrow><mo>(</mo><mfrac linethickness=\"0\"><mrow><mrow><mi>n</mi></mrow></mrow><mrow><mrow>"
      "<mi>k</mi></mrow></mrow></mfrac><mo>)</mo></mrow>");
  CHECK(row("\\operatorname{rank} A") == "<mi mathvariant=\"normal\">rank</mi><mi>A</mi>");
  CHECK(row("\\mathbf{x}") == "<mrow style=\"font-weight:bold\"><mrow><mi>x</mi></mrow></mrow>");
  CHECK(row("\\displaystyle x") == "<mi>x</mi>");
  CHECK(row("a\\quad b") == "<mi>a</mi><mspace width=\"1em\"/><mi>b</mi>");
  CHECK(row("\\big(x\\big)") == row("(x)"));
  CHECK(row("\\left\\{ a \\right\\}") ==
        "<mrow><mo stretchy=\"true\">{</mo><mi>a</mi><mo stretchy=\"true\">}</mo></mrow>");
}

TEST_CASE("limits stand above and below only in display style") {
  CHECK(row("\\sum_i^n").starts_with("<msubsup>"));
  CHECK(row("\\sum_i^n", MathStyle::display).starts_with("<munderover>"));
}

TEST_CASE("rows and matrices") {
  CHECK(row("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}") ==
        "<mrow><mo "
        "stretchy=\"true\">(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
        "<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo "
        "stretchy=\"true\">)</mo></mrow>");
}

TEST_CASE("what is not known is refused as a whole") {
  for (const char* tex : {"\\unknown x", "{a", "a}", "\\frac{a}", "\\left( a",
                          "\\begin{tikz}\\end{tikz}", "x^", "#", "\\begin{matrix} a"})
    CHECK_MESSAGE(!to_mathml(tex, MathStyle::within_text), tex);
  CHECK_FALSE(to_mathml(std::string(5000, '{'), MathStyle::within_text));
}

TEST_CASE("the TeX is kept, escaped, as an annotation") {
  auto math = to_mathml(" a < b ", MathStyle::display);
  REQUIRE(math);
  CHECK(math->starts_with("<math display=\"block\">"));
  CHECK(math->find("<annotation encoding=\"application/x-tex\">a &lt; b</annotation>") !=
        std::string::npos);
}

TEST_CASE("any bytes end in an answer") {
  std::mt19937 random(3);
  const std::string pieces[] = {"\\frac",       "{", "}",    "^",      "_", "\\left(",
                                "\\right)",     "&", "\\\\", "a",      "1", "\\begin{cases}",
                                "\\end{cases}", "[", "]",    "\\sqrt", "'", "\xc3",
                                "\\",           " ", "<"};
  for (int round = 0; round < 3000; ++round) {
    std::string tex;
    for (unsigned i = random() % 20; i > 0; --i) tex += pieces[random() % std::size(pieces)];
    auto math = to_mathml(tex, MathStyle::display);
    if (math) CHECK(math->find("<script") == std::string::npos);
  }
}
