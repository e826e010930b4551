import { expect, test } from "@jest/globals";
import { snapUnit } from "../../src/paint/snap-unit.js";

test.each([
  [4.2, 4],
  [5.5, 5],
  [1.05, 1],
  [7, 7],
])("a module of %d pixels becomes %d pixels long for sharp edges", (unit, whole) => {
  expect(snapUnit(unit)).toBe(whole);
});

test.each([2.3, 1.5, 0.95])(
  "a module of %d pixels keeps its length, because the code would become too small",
  (unit) => {
    expect(snapUnit(unit)).toBe(unit);
  },
);
