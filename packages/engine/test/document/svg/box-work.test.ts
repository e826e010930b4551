import { describe, expect, test } from "@jest/globals";
import { boxWork, clipWork } from "../../../src/document/svg/box-work.js";
import { Spans } from "../../../src/document/svg/spans.js";

type Line = readonly [x: number, from: number, to: number];

/** Vertical lines that are not connected. */
function upright(lines: readonly Line[]): Spans {
  const xs = lines.flatMap(([x]) => [x, x]);
  const ys = lines.flatMap(([, from, to]) => [from, to]);
  return Spans.between(
    xs,
    ys,
    lines.map((_, index) => 2 * index),
  );
}

const many = (count: number, line: (index: number) => Line) =>
  upright(Array.from({ length: count }, (_, at) => line(at)));
/** The time for all pairs of edges that are active at a height: 0.008 microseconds for each. */
const PAIR = 0.008;

describe("the work for boxes", () => {
  test("nothing takes no time", () => {
    expect(boxWork(upright([]), 0, "down")).toBe(0);
  });

  test("a few lines count at most both heights of each, with two edges for each place", () => {
    // Ten lines begin and end at 20 heights. They are at three places, so at most six edges are apart.
    expect(
      boxWork(
        many(10, (index) => [index % 3, 0, 9]),
        0,
        "down",
      ),
    ).toBeCloseTo(20 * 6 ** 2 * PAIR, 9);
    // No more edges than lines are active.
    expect(
      boxWork(
        many(4, (index) => [index, 0, 9]),
        0,
        "down",
      ),
    ).toBeCloseTo(8 * 4 ** 2 * PAIR, 9);
  });

  test("many lines beside each other count all edges at the heights where they begin and end", () => {
    expect(
      boxWork(
        many(200, (index) => [index, 0, 9]),
        0,
        "down",
      ),
    ).toBeCloseTo(2 * 200 ** 2 * PAIR, 9);
  });

  test("lines on top of each other count as two edges for each place", () => {
    expect(
      boxWork(
        many(200, (index) => [index % 20, 0, 9]),
        0,
        "down",
      ),
    ).toBeCloseTo(2 * 40 ** 2 * PAIR, 9);
  });

  test("of lines that follow each other like steps, two are active at each height except the first and the last", () => {
    const steps = many(300, (index) => [index, index, index + 1]);
    expect(boxWork(steps, 0, "down")).toBeCloseTo((1 + 299 * 2 ** 2 + 1) * PAIR, 9);
  });

  test("a stroke makes lines longer, so that three of such steps are active", () => {
    const steps = many(300, (index) => [index, index, index + 1]);
    // One and two lines at the first heights, two and one at the last.
    expect(boxWork(steps, 0.5, "down")).toBeCloseTo((1 + 4 + 298 * 3 ** 2 + 4 + 1) * PAIR, 9);
  });

  test("lines that go up count as those that go down", () => {
    expect(
      boxWork(
        many(300, (index) => [index, index + 1, index]),
        0,
        "down",
      ),
    ).toBeCloseTo((2 + 299 * 4) * PAIR, 9);
  });

  test("horizontal lines count only for a stroke, or in a path that is rotated", () => {
    const level = Spans.between([0, 9, 0, 9], [0, 0, 5, 5], [0, 2]);
    expect(boxWork(level, 0, "down")).toBe(0);
    expect(boxWork(level, 0, "across")).toBeCloseTo(4 * 2 ** 2 * PAIR, 9);
    expect(boxWork(level, 1, "down")).toBeCloseTo(4 * 2 ** 2 * PAIR, 9);
  });

  test("half of the edges of a clip path are active at each of its heights", () => {
    expect(clipWork(100)).toBeCloseTo(100 * 50 ** 2 * PAIR, 9);
  });
});

describe("the segments of a path", () => {
  // Down at 0, to the right at 4, up at 3, and another part: down at 7.
  const path = Spans.between([0, 0, 3, 3, 7, 7], [0, 4, 4, 1, 2, 9], [0, 4]);

  test("each point after a start ends a segment", () => {
    expect(path.count).toBe(4);
    expect(path.along("down").count).toBe(3);
    expect(path.along("across").count).toBe(1);
  });

  test("the places of segments are counted up to a number", () => {
    expect(path.along("down").places("down", Infinity)).toBe(3);
    expect(path.along("down").places("down", 2)).toBe(2);
    expect(path.along("across").places("across", Infinity)).toBe(1);
    expect(
      upright([
        [1, 0, 2],
        [1, 5, 9],
        [2, 0, 1],
      ]).places("down", 9),
    ).toBe(2);
  });

  test("the coordinates where segments begin and end are sorted", () => {
    const down = path.along("down");
    expect([...down.sorted("down", "begin")]).toEqual([0, 1, 2]);
    expect([...down.sorted("down", "end")]).toEqual([4, 4, 9]);
    expect([...path.along("across").sorted("across", "begin")]).toEqual([0]);
    expect([...path.along("across").sorted("across", "end")]).toEqual([3]);
  });
});
