import { describe, expect, test } from "@jest/globals";
import {
  graphemeEnds,
  isBreakingSpace,
  isEmoji,
  isInvisible,
  isSpaceCharacter,
  mayBeEmoji,
} from "../../src/text/graphemes.js";

test.each([
  ["abc", [1, 2, 3]],
  ["", []],
  ["é–“€", [1, 2, 3, 4]],
  ["e\u0301x", [2, 3]],
  ["👩‍👩‍👧!", [8, 9]],
  ["🇩🇪🇫🇷", [4, 8]],
])("the graphemes of %s end at %j", (text, ends) => {
  expect(graphemeEnds(text)).toEqual(ends);
});

describe("emoji", () => {
  test.each([
    ["😀", true],
    ["😀\ufe0e", false],
    ["❤", false],
    ["❤\ufe0f", true],
    ["1", false],
    ["1\ufe0f\u20e3", true],
    ["1\u20e3", true],
    ["☝🏽", true],
    ["👩‍👩‍👧", true],
    ["❤\u200d🔥", true],
    ["🇩🇪", true],
    ["a", false],
    ["€", false],
  ])("%s is drawn as an emoji: %s", (grapheme, expected) => {
    expect(isEmoji(grapheme)).toBe(expected);
  });

  test.each([
    ["❤", true],
    ["©", true],
    ["1", false],
    ["#", false],
    ["a", false],
  ])("%s can be drawn as an emoji if no font has it: %s", (grapheme, expected) => {
    expect(mayBeEmoji(grapheme)).toBe(expected);
  });
});

describe("characters that draw nothing", () => {
  test.each(["\u0000", "\u001f", "\u007f", "\u00ad", "\u200b", "\u200e", "\u2028", "\ufe0f", "\u{e0041}"])(
    "%j is invisible",
    (character) => {
      expect(isInvisible(character)).toBe(true);
    },
  );

  test.each([" ", "a", "~", "\u00a0", "é", "😀"])("%j is not invisible", (character) => {
    expect(isInvisible(character)).toBe(false);
  });

  test.each([
    [" ", true, true],
    ["\t", true, false],
    ["\u2003", true, true],
    ["\u3000", true, true],
    ["\u00a0", false, true],
    ["\u2007", false, true],
    ["\u202f", false, true],
    ["a", false, false],
  ])("lines can be broken at %j: %s, and it is a space character: %s", (character, breaks, isSpace) => {
    expect([isBreakingSpace(character), isSpaceCharacter(character)]).toEqual([breaks, isSpace]);
  });
});
