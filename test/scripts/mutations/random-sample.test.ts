import { describe, expect, test } from "@jest/globals";
import type { Mutation } from "../../../scripts/mutations/mutation.js";
import { randomSample } from "../../../scripts/mutations/random-sample.js";

const mutationOf = (file: string, line: number): Mutation => ({
  ...{ file, line, source: "a < b", change: "`<` becomes `<=`" },
  ...{ start: 2, end: 3, replacement: "<=" },
});
/** Twenty files with five changes each. */
const ALL = Array.from({ length: 100 }, (_, index) => mutationOf(`core/${index % 20}.ts`, Math.floor(index / 20)));

describe("randomSample", () => {
  test("the same seed gives the same sample, and a different seed gives a different one", () => {
    expect(randomSample(ALL, 7, 30)).toEqual(randomSample(ALL, 7, 30));
    expect(randomSample(ALL, 7, 30)).not.toEqual(randomSample(ALL, 8, 30));
  });

  test("a sample begins with one change of each file and has no change twice", () => {
    const sample = randomSample(ALL, 7, 30);
    expect(sample).toHaveLength(30);
    expect(new Set(sample).size).toBe(30);
    expect(new Set(sample.slice(0, 20).map(({ file }) => file)).size).toBe(20);
  });

  test("a sample that is larger than the number of changes has all of them", () => {
    expect(new Set(randomSample(ALL, 7, 500))).toEqual(new Set(ALL));
  });
});
