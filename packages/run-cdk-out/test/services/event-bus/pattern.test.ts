import { expect, test } from "@jest/globals";
import { compilePattern } from "../../../src/services/event-bus/pattern.js";
import { INVALID_PATTERNS } from "./invalid-patterns.js";
import { PATTERN_CASES } from "./pattern-cases.js";

test.each(PATTERN_CASES)("in an event pattern, $name", ({ pattern, matching, other }) => {
  const matches = compilePattern(pattern);
  expect(matching.filter((event) => !matches(event))).toEqual([]);
  expect(other.filter((event) => matches(event))).toEqual([]);
});

test.each(INVALID_PATTERNS)("an event pattern is rejected when %s", (_, pattern) => {
  expect(() => compilePattern(pattern)).toThrow(/^Event pattern is not valid: .+, found .+\.$/);
});

test("the error of an event pattern names the field and what was found there", () => {
  expect(() => compilePattern({ detail: { status: "done" } })).toThrow(
    'Event pattern is not valid: detail.status must be a list or an object, found "done".',
  );
});
