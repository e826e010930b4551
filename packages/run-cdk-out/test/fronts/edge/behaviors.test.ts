import { describe, expect, test } from "@jest/globals";
import { matchesInvalidation, matchesPath } from "../../../src/fronts/edge/behaviors.js";

describe("the pattern of a behavior", () => {
  test.each([
    ["/api/*", "/api/v1/render", true],
    ["api/*", "/api/v1", true],
    ["/api/*", "/API/v1", false],
    ["/a?c", "/abc", true],
    ["/a?c", "/ac", false],
    ["*.png", "/x/y.png", true],
    ["*.png", "/x/y-png", false],
    ["/a+b", "/aab", false],
  ])("%s and the path %s: %s", (pattern, path, isMatch) => {
    expect(matchesPath(pattern, path)).toBe(isMatch);
  });
});

describe("the path of an invalidation", () => {
  test.each([
    ["/api/*", "/api/v1/render", true],
    ["/api", "/api/v1", false],
    ["img/a.png", "/img/a.png", true],
    // Only `*` is a wildcard. A question mark begins the query of a cached path.
    ["/img?a=*", "/img?a=1", true],
    ["/img?a=*", "/img/a=1", false],
    ["/img?a=1", "/img?a=1", true],
  ])("%s and the cached path %s: %s", (pattern, path, isMatch) => {
    expect(matchesInvalidation(pattern, path)).toBe(isMatch);
  });
});
