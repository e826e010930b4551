import { describe, expect, test } from "@jest/globals";
import { isHeavy } from "../../src/estimate/cost-limits.js";
import { costIssues } from "../../src/estimate/cost-issues.js";
import type { Contributor, Estimate } from "../../src/estimate/estimate.js";
import { firstThatHelps, type HelpfulChange, isWithinLimits } from "../../src/estimate/helpful-changes.js";
import { listOf, megabytes, seconds, wayOut } from "../../src/estimate/way-out.js";

// A render may take 10 s and 1,150 MB.
const [LIMIT_MS, LIMIT_BYTES] = [10_000, 1_150_000_000];

function part(path: string, cpuMs: number, memoryBytes = 0, more: Partial<Contributor> = {}): Contributor {
  return { path, name: undefined, cpuMs, memoryBytes, reason: "", ...more };
}

function estimateOf(contributors: readonly Contributor[], more: Partial<Estimate> = {}): Estimate {
  const cpuMs = contributors.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const memoryBytes = Math.max(0, ...contributors.map(({ memoryBytes }) => memoryBytes));
  return { cpuMs, memoryBytes, effort: undefined, hasImages: false, hasUnknownImages: false, contributors, ...more };
}

const MANY = "Make several of these parts smaller, or leave some of them out.";

describe("the issues of a picture that takes too much", () => {
  test("a picture at the limits of time and memory has no issue", () => {
    const atLimit = estimateOf([part("output", LIMIT_MS, LIMIT_BYTES)]);
    expect(costIssues(atLimit)).toEqual([]);
    expect(isWithinLimits(atLimit)).toBe(true);
    for (const over of [{ cpuMs: LIMIT_MS + 1 }, { memoryBytes: LIMIT_BYTES + 1 }]) {
      expect(costIssues({ ...atLimit, ...over })).toHaveLength(1);
      expect(isWithinLimits({ ...atLimit, ...over })).toBe(false);
    }
  });

  test("the first issue has the shares of the three largest parts and of the rest", () => {
    const estimate = estimateOf([
      part("layers[1]", 10_000, 0, { name: "photo", reason: "a blurred shadow" }),
      part("layers[0].children[2]", 6000),
      part("background", 3000, 0, { reason: "its gradient" }),
      part("output", 1000),
    ]);
    expect(costIssues(estimate)).toEqual([
      {
        path: "layers.photo",
        message:
          "The picture would take about 20 s of processor time; at most 10 s are possible. " +
          '50 % of it is for the layer "photo" (a blurred shadow), 30 % for the layer at layers[0].children[2], ' +
          `15 % for the background (its gradient) and 5 % for the rest. ${MANY}`,
      },
      {
        path: "template.layers[0].children[2]",
        message: "30 % of the processor time of the picture is for the layer at layers[0].children[2].",
      },
      {
        path: "template.background",
        message: "15 % of the processor time of the picture is for the background (its gradient).",
      },
    ]);
  });

  test("of memory, only the largest part is named", () => {
    const estimate = estimateOf([part("layers[0]", 5, 300_400_000), part("output", 1, 600_000_000)], {
      memoryBytes: 1_200_000_000,
    });
    expect(costIssues(estimate)).toEqual([
      {
        path: "scale",
        message:
          "The picture would take about 1200 MB of memory; at most 1150 MB are possible. " +
          `50 % of it is for the output and 50 % for the rest. ${MANY}`,
      },
    ]);
  });

  test.each<[string, readonly number[], string]>([
    ["thirds", [5000, 5000, 5000], "34 %, 33 %, 33 %"],
    ["the largest remainders", [5050, 5040, 9910], "25 %, 25 %, 50 %"],
    ["sixths, with a rest", [2000, 2000, 2000, 2000, 2000, 2000], "17 %, 17 %, 16 %, 50 %"],
    ["parts without a share, which are left out", [20_000, 20, 10], "100 %"],
    ["only one part", [12_000], "100 %"],
  ])("the shares of %s add up to 100", (_, times, expected) => {
    const estimate = estimateOf(times.map((cpuMs, index) => part(`layers[${index}]`, cpuMs)));
    const shares = costIssues(estimate)[0]?.message.match(/\d+ %/g);
    expect(shares?.join(", ")).toBe(expected);
  });

  test("the path of the output and of layers depends on where the issue is shown", () => {
    const paths = (...parts: Contributor[]) =>
      (["request", "document"] as const).map((subject) =>
        costIssues(estimateOf(parts), subject).map(({ path }) => path),
      );
    const named = part("layers[3]", 4000, 0, { name: "badge" });
    expect(paths(part("output", 5000), named, part("fonts", 3000))).toEqual([
      ["scale", "layers.badge", "fonts"],
      ["width", "layers[3]", "fonts"],
    ]);
  });

  test("the changes that help are listed with their time or their memory", () => {
    const changes = [
      { change: "with scale 2", cost: { cpuMs: 9000, memoryBytes: 900_000_000 } },
      { change: "as jpg", cost: { cpuMs: 8040, memoryBytes: 800_000_000 } },
    ];
    const last = (estimate: Estimate) => costIssues(estimate, "request", changes)[0]?.message.split(". ").at(-1);
    expect(last(estimateOf([part("output", 12_000)]))).toBe("It would take about 9.0 s with scale 2 or 8.0 s as jpg.");
    expect(last(estimateOf([part("output", 1, 2_000_000_000)]))).toBe(
      "It would take about 900 MB with scale 2 or 800 MB as jpg.",
    );
  });
});

describe("sentences about costs", () => {
  test.each([
    [0, "0.0 s"],
    [50, "0.1 s"],
    [9949, "9.9 s"],
    [9999, "10.0 s"],
    [10_000, "10 s"],
    [12_499, "12 s"],
  ])("%i ms are written as %s", (ms, expected) => {
    expect(seconds(ms)).toBe(expected);
  });

  test("memory is rounded to megabytes", () => {
    expect(megabytes(1_499_999)).toBe("1 MB");
    expect(megabytes(1_500_000)).toBe("2 MB");
  });

  test.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a or b"],
    [["a", "b", "c"], "a, b or c"],
  ])("the list of %j is written as %j", (parts, expected) => {
    expect(listOf(parts, "or")).toBe(expected);
  });

  test("without a change that helps, several parts must become smaller", () => {
    expect(wayOut([])).toBe(MANY);
    expect(wayOut([{ change: "as png", cost: { cpuMs: 1200, memoryBytes: 1 } }])).toBe(
      "It would take about 1.2 s as png.",
    );
  });

  test("a render of 3 s waits with heavy ones", () => {
    expect(isHeavy({ cpuMs: 2999 })).toBe(false);
    expect(isHeavy({ cpuMs: 3000 })).toBe(true);
  });
});

describe("the first change that helps", () => {
  /** Tries the numbers from 0 up. Each number helps that is at least `first`. */
  function search(count: number, first: number) {
    const tried: number[] = [];
    const costWith = (value: number) => {
      tried.push(value);
      return estimateOf([part("output", value < first ? LIMIT_MS + 1 : LIMIT_MS - value)]);
    };
    const values = Array.from({ length: count }, (_, index) => index);
    const found: HelpfulChange[] = firstThatHelps(values, costWith, (value) => `with ${value}`);
    return { found, tried };
  }

  test.each(Array.from({ length: 9 }, (_, first) => first))(
    "the change at place %i is found, and each change is tried once at most",
    (first) => {
      const { found, tried } = search(9, first);
      expect(found).toEqual([{ change: `with ${first}`, cost: expect.objectContaining({ cpuMs: LIMIT_MS - first }) }]);
      expect(new Set(tried).size).toBe(tried.length);
      // Four questions tell apart up to 15 places.
      expect(tried.length).toBeLessThanOrEqual(4);
    },
  );

  test("no change is found if none helps, or if there is none", () => {
    expect(search(9, 9).found).toEqual([]);
    expect(search(0, 0)).toEqual({ found: [], tried: [] });
  });
});
