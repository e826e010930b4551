import { describe, expect, test } from "@jest/globals";
import { formatColor, parseColor } from "../../src/document/attributes/color.js";

describe("parseColor", () => {
  test.each([
    ["#fff", { red: 255, green: 255, blue: 255, alpha: 1 }],
    ["#1a2B3c", { red: 26, green: 43, blue: 60, alpha: 1 }],
    ["#0008", { red: 0, green: 0, blue: 0, alpha: 0.5333 }],
    ["#ff000080", { red: 255, green: 0, blue: 0, alpha: 0.502 }],
    ["rgb(10, 20, 30)", { red: 10, green: 20, blue: 30, alpha: 1 }],
    ["rgba(10, 20, 30, .5)", { red: 10, green: 20, blue: 30, alpha: 0.5 }],
    ["rgb(100% 0% 50% / 25%)", { red: 255, green: 0, blue: 128, alpha: 0.25 }],
    ["rgb(300, -5, 0)", { red: 255, green: 0, blue: 0, alpha: 1 }],
    ["hsl(0, 100%, 50%)", { red: 255, green: 0, blue: 0, alpha: 1 }],
    ["hsl(-120deg 100% 25%)", { red: 0, green: 0, blue: 128, alpha: 1 }],
    ["RebeccaPurple", { red: 102, green: 51, blue: 153, alpha: 1 }],
    [" transparent ", { red: 0, green: 0, blue: 0, alpha: 0 }],
  ])("the color %s has the channels that CSS defines", (text, color) => {
    expect(parseColor(text)).toEqual(color);
  });

  test.each([
    "",
    "#12",
    "#12345",
    "reddish",
    "rgb(1,2)",
    "rgb(1,2,3,4,5)",
    "rgb(a,b,c)",
    "hsl(1,2,3)",
    "url(#a)",
    "var(--x)",
  ])("the text %j is not a color", (text) => {
    expect(parseColor(text)).toBeUndefined();
  });

  test("a formatted color can be parsed again", () => {
    const color = { red: 1, green: 2, blue: 3, alpha: 0.25 };
    expect(parseColor(formatColor(color))).toEqual(color);
  });
});
