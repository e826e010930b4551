import { withArticle } from "../../../packages/engine/src/suggestions/article.js";
import { describe, expect, test } from "@jest/globals";
import { didYouMean, Hints, MAX_HINTS, nearestOf, quote } from "../../../packages/engine/src/suggestions/suggest.js";

describe("nearestOf", () => {
  test.each([
    ["colour", ["color", "font_size"], "color"],
    ["fontSize", ["font_size", "font_style"], "font_size"],
    ["border-color", ["border_color", "border_width"], "border_color"],
    ["titel_text", ["title_text", "text"], "title_text"],
    ["x", ["y", "width"], "y"],
  ])("the misspelled name %s of %j suggests %s", (word, candidates, meant) => {
    expect(nearestOf(word, candidates)).toBe(meant);
  });

  test("two swapped neighbors count as one edit, even in a short name and twice in one name", () => {
    expect(nearestOf("tilte", ["title", "subtitle"])).toBe("title");
    expect(nearestOf("fotn_szie", ["font_size", "font_style"])).toBe("font_size");
  });

  test("the first of several equally near candidates is suggested", () => {
    expect(nearestOf("tixt", ["text", "tint"])).toBe("text");
    expect(nearestOf("tixt", ["tint", "text"])).toBe("tint");
  });

  test("a name unlike all candidates gets no suggestion", () => {
    expect(nearestOf("banana", ["title", "subtitle"])).toBeUndefined();
    expect(didYouMean("banana", ["title"])).toBe("");
  });

  test("a very long name costs no more than a short one and is cut in messages", () => {
    expect(nearestOf("x".repeat(1_000_000), ["title"])).toBeUndefined();
    expect(quote("x".repeat(1000)).length).toBeLessThan(70);
  });

  test("only the first 1,000 candidates are compared", () => {
    const others = Array.from({ length: 999 }, (_, index) => `other_name_${index}`);
    expect(nearestOf("tilte", [...others, "title"])).toBe("title");
    expect(nearestOf("tilte", [...others, "another", "title"])).toBeUndefined();
  });

  test("one check searches for at most 20 hints, however many names are unknown", () => {
    let read = 0;
    const candidates = function* () {
      for (let index = 0; index < 100; index += 1) {
        read += 1;
        yield `other_name_${index}`;
      }
    };
    const hints = new Hints();
    for (let index = 0; index < 100_000; index += 1) hints.didYouMean("banana", candidates());
    expect(read).toBe(MAX_HINTS * 100);
  });

  test("a quoted name is not cut inside a surrogate pair", () => {
    expect(quote(`${"x".repeat(59)}🚀🚀`).isWellFormed()).toBe(true);
  });

  test("a long name with more than eight edits gets no suggestion", () => {
    const name = "the_name_of_a_very_long_variable_in_a_template";
    expect(nearestOf(name.replaceAll("a", "x"), [name])).toBe(name);
    expect(nearestOf(name.replaceAll("e", "x").replaceAll("a", "x"), [name])).toBeUndefined();
  });

  test.each([
    ["url", ["image_url", "fit"], "image_url"],
    ["src", ["family", "src"], "src"],
    ["bg", ["color", "background_color"], "background_color"],
    ["fontSize", ["font_size", "font_weight"], "font_size"],
    ["borderRadius", ["border_width", "border_radius"], "border_radius"],
    ["rect", ["text", "rectangle"], "rectangle"],
    ["url", ["hug"], undefined],
  ])("a name from elsewhere suggests the name with its meaning: %s", (word, candidates, expected) => {
    expect(nearestOf(word, candidates)).toBe(expected);
  });

  test.each([
    ["image", "an image"],
    ["color", "a color"],
    ["avif", "an avif"],
    ["url", "a url"],
  ])("the article fits the noun %s", (noun, expected) => {
    expect(withArticle(noun)).toBe(expected);
  });
});
