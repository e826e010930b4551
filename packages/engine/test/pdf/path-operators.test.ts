import { describe, expect, test } from "@jest/globals";
import { fitInto } from "../../src/pdf/fit-into.js";
import { pageSize } from "../../src/pdf/page-size.js";
import { readPath } from "../../src/pdf/path-operators.js";
import { hex4, matrixText, num, nums, ref, textString, utf16Hex } from "../../src/pdf/syntax.js";

describe("readPath", () => {
  test("the commands of a path become operators, and a quadratic curve becomes a cubic one", () => {
    // The control points are two thirds of the way from the ends, 30, 40 and 50, 60, to 50, 40.
    expect(readPath("M 10 20 L 30 40 Q 50 40 50 60 C 1 2 3 4 5 6 Z").operators.split("\n")).toEqual([
      "10 20 m",
      "30 40 l",
      "43.333 40 50 46.667 50 60 c",
      "1 2 3 4 5 6 c",
      " h",
    ]);
  });

  test("all points are transformed", () => {
    expect(readPath("M 1 2 Q 4 2 4 5", [2, 0, 0, 10, 100, 200]).operators.split("\n")).toEqual([
      "102 220 m",
      "106 220 108 230 108 250 c",
    ]);
  });

  test("the bounds are those of the curves, not of their control points", () => {
    expect(readPath("M 0 0 Q 10 20 20 0 Z").bounds).toEqual({ x: 0, y: 0, width: 20, height: 10 });
    expect(readPath("M 5 5 L 15 -5 L 8 30 Z", [1, 0, 0, 2, 0, 0]).bounds).toEqual({
      x: 5,
      y: -10,
      width: 10,
      height: 70,
    });
    // The second curve starts at the end of the first one.
    expect(readPath("M 0 0 C 0 0 9 9 10 10 Q 10 30 30 10").bounds).toEqual({ x: 0, y: 0, width: 30, height: 20 });
  });

  test("an unknown command cannot be written", () => {
    expect(() => readPath("M 0 0 A 1 1 0 0 0 5 5")).toThrow("The path command A is not known.");
  });
});

describe("numbers and texts", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [-0.0001, "0"],
    [100, "100"],
    [120.0001, "120"],
    [1.5, "1.5"],
    [0.12345, "0.123"],
    [-7.25, "-7.25"],
    [1e20, "100000000000000000000"],
    [1e21, "1000000000000000000000"],
    [-(2 ** 100), "-1267650600228229401496703205376"],
    [1e-9, "0"],
    [1.05, "1.05"],
    [9.9996, "10"],
    [999_999_999_999.5, "999999999999.5"],
  ])("%d is written as %s", (value, text) => {
    expect(num(value)).toBe(text);
  });

  test("a number without decimals keeps its zeros", () => {
    expect([10.4, 99.6, 0.4, -0.4, 1000.2, 7.5].map((value) => num(value, 0))).toEqual([
      "10",
      "100",
      "0",
      "0",
      "1000",
      "8",
    ]);
  });

  test.each([NaN, Infinity, -1e39, 3e38, -3e38])("%d cannot be written, because readers do not accept it", (value) => {
    expect(() => num(value)).toThrow("A coordinate is not finite.");
  });

  test("lists have spaces, and transforms have more decimals", () => {
    expect(nums([1, 2.34567, 3])).toBe("1 2.346 3");
    expect(nums([0.123456], 4)).toBe("0.1235");
    expect(matrixText([0.1234567, 0, 0, 1, -2, 3.5])).toBe("0.123457 0 0 1 -2 3.5");
    expect(ref(12)).toBe("12 0 R");
  });

  test("texts are UTF-16 in hexadecimal digits", () => {
    expect(utf16Hex("Aé😀")).toBe("004100E9D83DDE00");
    expect(textString("A")).toBe("<FEFF0041>");
    expect([hex4(0), hex4(171), hex4(65_535)]).toEqual(["0000", "00AB", "FFFF"]);
  });
});

test("a page has 72 points for an inch, and an inch has 96 pixels unless the document says otherwise", () => {
  expect(pageSize(192, 96)).toMatchObject({ width: 144, height: 72, pointsPerPixel: 0.75 });
  expect(pageSize(300, 600, 300)).toMatchObject({ width: 72, height: 144, pointsPerPixel: 0.24 });
  expect(pageSize(300, 600, 300).printPixels * 300).toBe(pageSize(1, 1).printPixels * 96);
});

describe("fitInto", () => {
  const view = { x: 10, y: 20, width: 100, height: 50 };
  const square = { width: 20, height: 20 };

  test.each([
    ["xMidYMid meet", { x: 35, y: 20, width: 50, height: 50 }],
    ["xMidYMid", { x: 35, y: 20, width: 50, height: 50 }],
    ["xMinYMax meet", { x: 10, y: 20, width: 50, height: 50 }],
    ["xMaxYMin meet", { x: 60, y: 20, width: 50, height: 50 }],
    ["xMinYMin slice", { x: 10, y: 20, width: 100, height: 100 }],
    ["xMidYMid slice", { x: 10, y: -5, width: 100, height: 100 }],
    ["xMinYMax slice", { x: 10, y: -30, width: 100, height: 100 }],
    ["none", view],
  ])("preserveAspectRatio %s places a square image at %j", (fitting, place) => {
    expect(fitInto(view, square, fitting)).toEqual(place);
  });

  test("a wide image has free space above and below", () => {
    expect(fitInto(view, { width: 50, height: 10 }, "xMidYMid meet")).toEqual({ x: 10, y: 35, width: 100, height: 20 });
    expect(fitInto(view, { width: 50, height: 10 }, "xMidYMax meet").y).toBe(50);
  });
});
