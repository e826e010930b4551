import { describe, expect, test } from "@jest/globals";
import { distanceRows } from "../../src/frame/distance-rows.js";

const [WIDTH, HEIGHT] = [23, 17];

/** The squared distance to the nearest pixel of a level, by comparing all pixels. */
function nearest(values: Uint8Array, level: number, width: number): number[] {
  return [...values.keys()].map((at) => {
    let least = Infinity;
    values.forEach((value, other) => {
      if (value < level) return;
      const [across, down] = [(at % width) - (other % width), Math.floor(at / width) - Math.floor(other / width)];
      least = Math.min(least, across ** 2 + down ** 2);
    });
    return least;
  });
}

function distancesOf(values: Uint8Array, level: number, farthest: number, width = WIDTH): number[] {
  const found: number[] = [];
  const rows: number[] = [];
  distanceRows({ left: 5, top: 6, width, height: values.length / width, values }, level, farthest, (row, distances) => {
    rows.push(row);
    found.push(...distances);
  });
  expect(rows).toEqual(Array.from({ length: values.length / width }, (_, row) => row));
  return found;
}

const pattern = (share: number) =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    (at * 7919 + 13) % 1009 < share * 1009 ? (at * 31) % 256 : 0,
  );

describe("distanceRows", () => {
  test.each([0.01, 0.05, 0.3])(
    "finds the distance to the nearest pixel of a level if a share of %d is filled",
    (share) => {
      for (const level of [1, 100, 200]) {
        const values = pattern(share);
        const expected = nearest(values, level, WIDTH);
        distancesOf(values, level, 40).forEach((squared, at) => {
          if (expected[at] === Infinity) expect(squared).toBeGreaterThanOrEqual(1600);
          else expect(squared).toBe(expected[at]);
        });
      }
    },
  );

  test.each([1, 2, 5])("distances of %d pixels and more are at least that", (farthest) => {
    const values = pattern(0.03);
    const expected = nearest(values, 1, WIDTH);
    distancesOf(values, 1, farthest).forEach((squared, at) => {
      const exact = expected[at] ?? 0;
      if (exact < farthest ** 2) expect(squared).toBe(exact);
      else expect(squared).toBeGreaterThanOrEqual(farthest ** 2);
    });
  });

  test("a value that is equal to the level counts, and a smaller one does not", () => {
    expect(distancesOf(Uint8Array.of(99, 0, 100, 0), 100, 9, 4)).toEqual([4, 1, 0, 1]);
  });

  test("an area without a pixel of the level is as far as possible everywhere", () => {
    expect(distancesOf(new Uint8Array(6), 1, 7, 3)).toEqual(Array(6).fill(49));
  });
});
