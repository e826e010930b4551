import { describe, expect, test } from "@jest/globals";
import { didYouMean, nearestOf, quote } from "../../../core/contract/suggest.js";

describe("nearestOf", () => {
  test.each([
    ["colour", ["color", "font_size"], "color"],
    ["fontSize", ["font_size", "font_style"], "font_size"],
    ["tilte", ["title", "subtitle"], "title"],
    ["border-color", ["border_color", "border_width"], "border_color"],
  ])("finds what %s was meant to be", (word, candidates, meant) => {
    expect(nearestOf(word, candidates)).toBe(meant);
  });

  test("a word like none of the candidates gets no suggestion", () => {
    expect(nearestOf("banana", ["title", "subtitle"])).toBeUndefined();
    expect(didYouMean("banana", ["title"])).toBe("");
  });

  test("a very long word costs no more than a short one and is cut in messages", () => {
    expect(nearestOf("x".repeat(1_000_000), ["title"])).toBeUndefined();
    expect(quote("x".repeat(1000)).length).toBeLessThan(70);
  });
});
