import { describe, expect, test } from "@jest/globals";
import { linesIssue, tracksIssue } from "../../../src/document/html/css-grid.js";
import { CssTokens } from "../../../src/document/html/css-tokens.js";
import { lengthIssue } from "../../../src/document/html/css-values.js";

const TOO_MANY = "A grid has at most 60 tracks";

function tokensOf(css: string) {
  const tokens = new CssTokens(css);
  return tokens.in(tokens.all);
}

const tracks = (css: string) => tracksIssue(tokensOf(css), lengthIssue);
const lines = (css: string) => linesIssue(tokensOf(css));

describe("the tracks of a grid", () => {
  test.each([
    ["a length", "1px"],
    ["a length without a unit", "0"],
    ["a percentage", "50%"],
    ["a share", "1fr"],
    ["a share in uppercase", "2.5FR"],
    ["a word", "auto"],
    ["another word in uppercase", "MIN-CONTENT"],
    ["a range", "minmax(1px, 1fr)"],
    ["a limited content", "fit-content(50%)"],
    ["a calculation", "calc(1px + 1%)"],
    ["a calculation in a range", "minmax(min(1px, 2px), max-content)"],
  ])("a list can have sixty tracks that are each %s", (_, track) => {
    expect(tracks(Array.from({ length: 60 }, () => track).join(" "))).toBeUndefined();
    expect(tracks(Array.from({ length: 61 }, () => track).join(" "))).toBe(TOO_MANY);
    expect(tracks(`repeat(60, ${track})`)).toBeUndefined();
    expect(tracks(`repeat(61, ${track})`)).toBe(TOO_MANY);
    expect(tracks(`repeat(30, ${track} [a] ${track})`)).toBeUndefined();
    expect(tracks(`repeat(30, ${track} [a] ${track}) ${track}`)).toBe(TOO_MANY);
  });

  test("repetitions inside of repetitions are multiplied", () => {
    expect(tracks("repeat(6, repeat(5, 1fr) repeat(5, 1fr))")).toBeUndefined();
    expect(tracks("repeat(6, repeat(5, 1fr) repeat(5, 1fr) 1px)")).toBe(TOO_MANY);
    expect(tracks("1px repeat(59, 1fr)")).toBeUndefined();
    expect(tracks("1px repeat(60, 1fr)")).toBe(TOO_MANY);
  });

  test("a track can be a zero, also at the beginning of a repetition", () => {
    expect(tracks("repeat(2, 0 1fr)")).toBeUndefined();
    expect(tracks("repeat(auto-fill, 0)")).toBeUndefined();
    expect(tracks("repeat(20, 0 0 0) 0")).toBe(TOO_MANY);
  });

  test("names of lines, separators, and repetitions that fill the space add no tracks", () => {
    expect(tracks(`[a b] ${"1px [c d] ".repeat(60)} / [e]`)).toBeUndefined();
    expect(tracks(`repeat(auto-fill, ${"1px ".repeat(60)})`)).toBeUndefined();
    expect(tracks(`repeat(AUTO-FIT, ${"1px ".repeat(61)})`)).toBe(TOO_MANY);
  });

  test("a row of areas has at most one track for each second letter", () => {
    // The text with its quotation marks has 120 letters.
    const areas = Array.from({ length: 59 }, () => "a").join(" ");
    expect(tracks(`"${areas} "`)).toBeUndefined();
    expect(tracks(`"${areas}  "`)).toBe(TOO_MANY);
    expect(tracks(`"${areas} " 1px`)).toBe(TOO_MANY);
  });

  test.each([
    ["a name outside of brackets", "a", '"a" is not possible here'],
    ["a name after brackets", "[a] b", '"b" is not possible here'],
    ["a function that is not of grids", "rgb(1, 2, 3)", '"rgb(" is not possible here'],
    ["a function named like a member of objects", "constructor(1px)", '"constructor(" is not possible here'],
    ["a word named like a member of objects", "constructor", '"constructor" is not possible here'],
    ["a number of tracks below one", "repeat(0, 1px)", '"0" is not possible here'],
    ["a negative number of tracks", "repeat(-1, 1px)", '"-1" is not possible here'],
    ["a color", "#fff", '"#fff" is not possible here'],
    ["a negative share", "-1fr", 'The unit "fr" is not supported'],
    ["a share over 1000", "1000.1fr", 'The unit "fr" is not supported'],
    ["a number without a unit", "5", "The length 5 has no unit, such as px"],
    ["a calculation that is a number", "calc(1 + 1)", undefined],
    ["a calculation with an issue", "calc(1px + 1)", "A calculation adds a length and a number"],
    ["a length with an unknown unit", "minmax(1lh, 1fr)", 'The unit "lh" is not supported'],
  ])("%s is refused with a sentence", (_, css, message) => {
    if (message === undefined) expect(tracks(css)).toEqual(expect.any(String));
    else expect(tracks(css)).toBe(message);
  });

  test("a share can be from 0 to 1000", () => {
    expect([tracks("0fr"), tracks("1000fr")]).toEqual([undefined, undefined]);
  });
});

describe("the lines of a grid", () => {
  test.each(["1", "60", "-60", "1 / -1", "span 2 / a", "a", "1/2", "auto"])("the lines %s are possible", (css) => {
    expect(lines(css)).toBeUndefined();
  });

  test.each([
    ["0", '"0" is not possible here'],
    ["1.5", '"1.5" is not possible here'],
    ["1px", '"1px" is not possible here'],
    ["1, 2", '"," is not possible here'],
    ["1 + 2", '"+" is not possible here'],
    ["calc(1)", '"calc(" is not possible here'],
    ["61", TOO_MANY],
    ["-61", TOO_MANY],
    ["1 / span 61", TOO_MANY],
  ])("the lines %s are refused", (css, message) => {
    expect(lines(css)).toBe(message);
  });
});
