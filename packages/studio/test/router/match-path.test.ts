import { expect, test } from "@jest/globals";
import { matchPath } from "../../src/router/match-path.js";

test("a path matches a pattern with the same segments, with or without a slash at its end", () => {
  expect(matchPath("/studio/renders", "/studio/renders")).toEqual({});
  expect(matchPath("/studio/renders", "/studio/renders/")).toEqual({});
  expect(matchPath("/studio/renders", "/studio/batches")).toBeUndefined();
  expect(matchPath("/studio/renders", "/studio/renders/a")).toBeUndefined();
});

test("a parameter matches one segment, and its value is decoded", () => {
  expect(matchPath("/studio/templates/:id/versions", "/studio/templates/a%20b/versions")).toEqual({ id: "a b" });
  expect(matchPath("/studio/templates/:id", "/studio/templates")).toBeUndefined();
});

test("a path that is not properly encoded matches nothing", () => {
  expect(matchPath("/studio/templates/:id", "/studio/templates/%E0%A4%A")).toBeUndefined();
});
