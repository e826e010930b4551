import { expect, test } from "@jest/globals";
import { topOfScale } from "../../src/components/top-of-scale.js";

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [9, 10],
  [11, 12],
  [13, 16],
  [17, 20],
  [20, 20],
  [21, 40],
  [184, 200],
  [1_234, 1_600],
  [98_000, 100_000],
])("the scale of a chart with a largest value of %d ends at %d", (largest, top) => {
  expect(topOfScale(largest)).toBe(top);
});
