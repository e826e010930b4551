import { describe, expect, test } from "@jest/globals";
import { blurCoverage, reachOfBlur } from "../../src/frame/blur-coverage.js";
import type { Coverage } from "../../src/frame/coverage.js";

/** The value of a pixel that is covered completely. */
const FULL = 65_535;
const LEVEL = FULL / 255;
const SHARP = { offset: 0, deviation: 0 };

/** Some pixels at 3, -2. */
const SPOTS: Coverage = {
  left: 3,
  top: -2,
  width: 4,
  height: 3,
  values: Uint8Array.of(255, 0, 100, 0, 0, 40, 0, 0, 7, 0, 0, 255),
};

/** Blurs by the definition of a Gaussian filter that ends at three deviations. */
function blurred(source: Coverage, x: { offset: number; deviation: number }, y: typeof x, at: [number, number]) {
  const weightOf = (distance: number, deviation: number) =>
    Math.abs(distance) <= 3 * deviation ? Math.exp(-(distance ** 2) / (2 * deviation ** 2)) : 0;
  const total = ({ offset, deviation }: typeof x) => {
    let sum = 0;
    for (let step = -200; step <= 200; step++) sum += weightOf(step - offset, deviation);
    return sum;
  };
  let sum = 0;
  source.values.forEach((value, index) => {
    const [column, row] = [source.left + (index % source.width), source.top + Math.floor(index / source.width)];
    sum += value * weightOf(at[0] - column - x.offset, x.deviation) * weightOf(at[1] - row - y.offset, y.deviation);
  });
  return (sum * LEVEL) / total(x) / total(y);
}

describe("an area that only moves", () => {
  test("whole pixels stay whole", () => {
    const area = { left: 0, top: 0, width: 8, height: 4 };
    const result = blurCoverage(SPOTS, { ...SHARP, offset: -2 }, { ...SHARP, offset: 3 }, area);
    const expected = Array.from({ length: 32 }, () => 0);
    // The pixel at 3, -2 moves to 1, 1.
    Object.assign(expected, { 9: 255, 11: 100, 18: 40, 25: 7, 28: 255 });
    expect([...result]).toEqual(expected.map((value) => value * LEVEL));
  });

  test("a part of a pixel is mixed from two pixels", () => {
    const one = { left: 0, top: 0, width: 1, height: 1, values: Uint8Array.of(200) };
    const result = blurCoverage(
      one,
      { ...SHARP, offset: 0.25 },
      { ...SHARP, offset: -0.5 },
      { left: 0, top: -1, width: 2, height: 2 },
    );
    expect([...result]).toEqual([75, 25, 75, 25].map((value) => value * LEVEL));
  });
});

describe("a Gaussian blur", () => {
  test("a small blur weights pixels by their distance, with another deviation on each axis", () => {
    const [across, down] = [
      { offset: 1.3, deviation: 1.7 },
      { offset: -2.6, deviation: 0.8 },
    ];
    const area = { left: -3, top: -9, width: 20, height: 12 };
    blurCoverage(SPOTS, across, down, area).forEach((value, index) => {
      const at: [number, number] = [area.left + (index % area.width), area.top + Math.floor(index / area.width)];
      expect(Math.abs(value - blurred(SPOTS, across, down, at))).toBeLessThanOrEqual(0.51);
    });
  });

  test.each([4.5, 9, 17])("a blur with a deviation of %d pixels is exact to a level and a half", (deviation) => {
    const values = Uint8Array.from({ length: 30 * 20 }, (_, at) => ((at % 30) + Math.floor(at / 30) < 20 ? 255 : 90));
    const source = { left: -7, top: 5, width: 30, height: 20, values };
    const [across, down] = [
      { offset: 3.3, deviation },
      { offset: -6, deviation },
    ];
    const area = { left: -20, top: -11, width: 50, height: 30 };
    const result = blurCoverage(source, across, down, area);
    for (let index = 0; index < result.length; index += 7) {
      const at: [number, number] = [area.left + (index % area.width), area.top + Math.floor(index / area.width)];
      const difference = Math.abs((result[index] ?? NaN) - blurred(source, across, down, at));
      expect(difference).toBeLessThan(1.5 * LEVEL);
    }
  });

  test("axes with cells of different sizes are blurred together", () => {
    const [across, down] = [
      { offset: 0, deviation: 9 },
      { offset: 1, deviation: 0 },
    ];
    const source = { left: 0, top: 0, width: 3, height: 2, values: new Uint8Array(6).fill(255) };
    const area = { left: -9, top: 0, width: 21, height: 4 };
    const result = blurCoverage(source, across, down, area);
    const rowOf = (row: number) => [...result.subarray(row * 21, (row + 1) * 21)];
    expect(rowOf(0).every((value) => value === 0)).toBe(true);
    expect(rowOf(3).every((value) => value === 0)).toBe(true);
    expect(rowOf(1)).toEqual(rowOf(2));
    // Three pixels of a filter whose largest weight is 1 / (9 √(2 π)) = 0.0443.
    expect((rowOf(1)[10] ?? 0) / FULL).toBeCloseTo(0.133, 2);
  });

  test("an area of uniform pixels keeps its value in its middle", () => {
    const source = { left: 0, top: 0, width: 120, height: 120, values: new Uint8Array(14_400).fill(200) };
    for (const deviation of [1, 4, 16]) {
      const blur = { offset: 0, deviation };
      const [middle = 0] = blurCoverage(source, blur, blur, { left: 60, top: 60, width: 1, height: 1 });
      expect(Math.abs(middle - 200 * LEVEL)).toBeLessThan(LEVEL / 50);
    }
  });
});

describe("reachOfBlur", () => {
  test.each([
    [0, 0],
    [2.5, 0],
    [-3.2, 1.4],
    [0.5, 6],
    [10, 21],
  ])("a pixel has no effect beyond the reach of a blur with offset %d and deviation %d", (offset, deviation) => {
    const { first, last } = reachOfBlur({ offset, deviation });
    const one = { left: 0, top: 0, width: 1, height: 1, values: Uint8Array.of(255) };
    const result = blurCoverage(one, { offset, deviation }, SHARP, { left: -200, top: 0, width: 401, height: 1 });
    const touched = [...result.keys()].filter((at) => result[at] !== 0).map((at) => at - 200);
    expect(Math.min(...touched)).toBeGreaterThanOrEqual(first);
    expect(Math.max(...touched)).toBeLessThanOrEqual(last);
    // The reach is not much larger than three deviations: the work grows with it.
    expect(last - first).toBeLessThan(6 * deviation + 6 * Math.max(1, deviation / 2) + 3);
  });
});
