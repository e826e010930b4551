import { describe, expect, test } from "@jest/globals";
import { readMath } from "../../../src/document/html/css-math.js";
import { CssTokens } from "../../../src/document/html/css-tokens.js";

/** Lengths are at most 100 px, 10 em or 200 %. */
const LARGEST: ReadonlyMap<string, number> = new Map([
  ["px", 100],
  ["em", 10],
  ["%", 200],
]);

function read(css: string) {
  const tokens = new CssTokens(css);
  return readMath(tokens.in(tokens.all), (unit) => LARGEST.get(unit));
}

describe("a calculation", () => {
  test.each([
    ["calc(2 + 3 * 4)", 14, 14],
    ["calc((2 + 3) * 4)", 20, 20],
    ["calc(2 - 3 - 4)", -5, 9],
    ["calc(2 - (3 - 4))", 3, 9],
    ["calc(24 / 4 / 3)", 2, 2],
    ["calc(24 / (4 / 2))", 12, 12],
    ["calc(-6 / -4)", 1.5, 1.5],
    ["calc(-6 * 2 + 5)", -7, 17],
    ["CALC( 7 )", 7, 7],
    ["calc(calc(1 + 1) * 2)", 4, 4],
    ["min(4, -2, 3)", -2, 4],
    ["max(4, -7, 3)", 4, 7],
    ["min(5)", 5, 5],
    ["max(5)", 5, 5],
    ["clamp(1, 9, 5)", 5, 9],
    ["clamp(1, -9, 5)", 1, 9],
    ["clamp(1, 2, 5)", 2, 5],
    // The minimum has priority over the maximum (CSS Values 4, section 10.4).
    ["clamp(7, 6, 5)", 7, 7],
    ["calc(max(1, 2) * min(3, 4))", 6, 8],
  ])("the number %s is %p, and at most %p on its way", (css, value, most) => {
    expect(read(css)).toEqual({ isLength: false, most, value });
  });

  test.each([
    ["calc(50px)", 0.5],
    ["calc(50px + 2em)", 0.7],
    ["calc(50px - 2em)", 0.7],
    ["calc(100% - 20px)", 0.7],
    ["calc(2 * 30px)", 0.6],
    ["calc(30PX * -2)", 0.6],
    ["calc(30px / 2)", 0.15],
    ["calc(30px / -0.5)", 0.6],
    ["calc(10px * 2 * 3 / 4)", 0.15],
    ["min(10px, 90px)", 0.9],
    ["max(10px, 5em, 1%)", 0.5],
    ["clamp(1px, 2em, 30px)", 0.3],
    ["calc((1px + 1px) * (2 + 3))", 0.1],
  ])("the length %s is at most %p of the largest length", (css, most) => {
    expect(read(css)).toEqual({ isLength: true, most: expect.closeTo(most, 12), value: expect.any(Number) });
  });

  test.each([
    ["calc(1px + 1)", "A calculation adds a length and a number"],
    ["calc(1 - 1px)", "A calculation adds a length and a number"],
    ["calc(1px * 1px)", "A calculation can multiply and divide only by numbers"],
    ["calc(1px / 1px)", "A calculation can multiply and divide only by numbers"],
    ["calc(1 / 1px)", "A calculation can multiply and divide only by numbers"],
    ["calc(1 / 0)", "A calculation divides by zero"],
    ["calc(1px / (2 - 2))", "A calculation divides by zero"],
    ["calc(1 / min(0, 1))", "A calculation divides by zero"],
    ["calc(1 / clamp(0, -1, 1))", "A calculation divides by zero"],
    ["calc(1, 2)", "calc() has one value"],
    ["calc((1, 2))", "calc() has one value"],
    ["clamp(1, 2)", "clamp() has three values"],
    ["clamp(1, 2, 3, 4)", "clamp() has three values"],
    ["min(1px, 1)", "min() has lengths and numbers"],
    ["clamp(1, 1px, 1)", "clamp() has lengths and numbers"],
    ["max(1, 1px)", "max() has lengths and numbers"],
    ["calc(1vw)", 'The unit "vw" is not supported'],
    [`calc(1${"a".repeat(30)})`, `The unit "${"a".repeat(20)}" is not supported`],
    ["calc(1 +)", '")" is not possible here'],
    ["calc()", '")" is not possible here'],
    ["calc(1 2)", '"2" is not possible here'],
    ["calc(1) 2", '"2" is not possible here'],
    ["calc(1", "A calculation is incomplete"],
    ["calc(1 *", "A calculation is incomplete"],
    ["calc(1 % 2)", '"%" is not possible here'],
    ["calc(sin(1))", '"sin(" is not possible here'],
    ["calc(constructor(1))", '"constructor(" is not possible here'],
    [`calc(${"b".repeat(30)})`, `"${"b".repeat(20)}" is not possible here`],
  ])("%s is refused", (css, message) => {
    expect(read(css)).toBe(message);
  });

  test("twelve levels are possible, and one more is refused, also if others were closed before", () => {
    const nested = (levels: number) => `calc(${"(".repeat(levels - 1)}1${")".repeat(levels - 1)})`;
    expect(read(nested(12))).toMatchObject({ value: 1 });
    expect(read(nested(13))).toBe("Calculations are nested too deep");
    expect(read(`calc(${"(1) + ".repeat(30)}1)`)).toMatchObject({ value: 31 });
  });
});
