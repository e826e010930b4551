import { describe, expect, test } from "@jest/globals";
import { END, measureNumbers, NUMBER, NumberScanner } from "../../src/document/svg/number-scanner.js";

/** All numbers and letters of a value. */
function scan(text: string): (number | string)[] {
  const scanner = new NumberScanner(text);
  const found: (number | string)[] = [];
  for (let next = scanner.next(); next !== END; next = scanner.next()) {
    found.push(next === NUMBER ? scanner.value : String.fromCharCode(next));
  }
  return found;
}

describe("the numbers of an SVG's value", () => {
  test.each([
    ["M1 2-3.5.25", ["M", 1, 2, -3.5, 0.25]],
    ["m+1,-.5 1.", ["m", 1, -0.5, 1]],
    ["1e3 1E-2 2e+1 3e", [1000, 0.01, 20, 3]],
    ["1e999", [Infinity]],
    ["1234567890123456.5", [1234567890123456.5]],
    ["0.1 0.30000000000000004", [0.1, 0.30000000000000004]],
    ["- + . -. 7", [7]],
    ["..5-.-6", [0.5, -6]],
    ["e \u00e9 %", []],
    ["", []],
  ])("the numbers and the letters of commands in %j are found as SVG defines them", (text, expected) => {
    expect(scan(text)).toEqual(expected);
  });

  test("a flag of an arc needs no space after it, and only 0 and 1 are flags", () => {
    const scanner = new NumberScanner(" ,012");
    expect([scanner.readFlag(), scanner.value]).toEqual([true, 0]);
    expect([scanner.readFlag(), scanner.value]).toEqual([true, 1]);
    expect(scanner.readFlag()).toBe(false);
    expect([scanner.next(), scanner.value]).toEqual([NUMBER, 2]);
  });

  test("the numbers are counted, and the size of the largest one is known", () => {
    expect(measureNumbers("rotate(30) translate(-70 5)")).toEqual({ count: 3, largest: 70 });
    expect(measureNumbers("none")).toEqual({ count: 0, largest: 0 });
  });
});
