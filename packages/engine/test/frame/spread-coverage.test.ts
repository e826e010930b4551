import { describe, expect, test } from "@jest/globals";
import type { Coverage } from "../../src/frame/coverage.js";
import { spreadCoverage } from "../../src/frame/spread-coverage.js";
import { UNLIMITED } from "../../src/shared/work.js";

const SIDE = 30;
const AREA = { left: 0, top: 0, width: SIDE, height: SIDE };

/** Fills a square of 14 pixels with a margin of 8 from a function of the distance to its center. */
function shape(valueOf: (distance: number, x: number, y: number) => number): Coverage {
  const values = Uint8Array.from({ length: SIDE ** 2 }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const isInside = Math.max(Math.abs(x - 14.5), Math.abs(y - 14.5)) < 7;
    return isInside ? Math.max(0, Math.min(255, valueOf(Math.hypot(x - 14.5, y - 14.5), x, y))) : 0;
  });
  return { ...AREA, values };
}

const SHAPES = {
  "a filled square": shape(() => 255),
  "a disc with a smooth edge": shape((distance) => 255 * (6.3 - distance)),
  "a translucent disc on a fainter square": shape((distance) => (distance < 4 ? 180 : 48)),
  "thin lines": shape((_, x, y) => (x % 5 === 0 ? 255 : y % 7 === 0 ? 90 : 0)),
  "a soft spot": shape((distance) => 255 - 36 * distance),
  noise: shape((_, x, y) => (x * 7919 + y * 104_729) % 256),
  nothing: shape(() => 0),
};

/** Grows by the definition: the largest product of a value and the weight of its distance. */
function grown({ values }: Coverage, length: number): number[] {
  return [...values.keys()].map((at) => {
    let largest = 0;
    for (const [other, value] of values.entries()) {
      if (value <= largest) continue;
      const [across, down] = [(at % SIDE) - (other % SIDE), Math.floor(at / SIDE) - Math.floor(other / SIDE)];
      const weight = Math.min(1, Math.max(0, length + 1 - Math.hypot(across, down)));
      largest = Math.max(largest, value * weight);
    }
    return largest;
  });
}

describe("spreadCoverage", () => {
  test.each(Object.entries(SHAPES))("grows %s by the definition of a spread", (_, source) => {
    for (const length of [0.4, 7.3]) {
      const expected = grown(source, length);
      const result = placed(spreadCoverage(source, length, AREA, UNLIMITED));
      expect(largestDifference(result, expected)).toBeLessThanOrEqual(1);
    }
  });

  test.each(Object.entries(SHAPES))("shrinks %s as far as everything around it grows", (_, source) => {
    const around = { ...source, values: source.values.map((value) => 255 - value) };
    const expected = grown(around, 2.5).map((value) => 255 - value);
    const result = placed(spreadCoverage(source, -2.5, AREA, UNLIMITED));
    expect(largestDifference(result, expected)).toBeLessThanOrEqual(1);
  });

  test.each(Object.entries(SHAPES))("draws the needed part of %s as it is in the whole", (_, source) => {
    const needed = { left: 15, top: 9, width: 9, height: 13 };
    for (const length of [5.2, -2.5]) {
      const whole = placed(spreadCoverage(source, length, AREA, UNLIMITED), needed);
      expect(placed(spreadCoverage(source, length, needed, UNLIMITED), needed)).toEqual(whole);
    }
  });

  test("counts the work of a filled shape in proportion to its pixels, whatever the length is", () => {
    const workOf = (source: Coverage, length: number) => {
      let sum = 0;
      spreadCoverage(source, length, AREA, (microseconds) => (sum += microseconds));
      return sum;
    };
    const [square, noise] = [SHAPES["a filled square"], SHAPES.noise];
    expect(workOf(square, 18)).toBeLessThan(2 * workOf(square, 9));
    expect(workOf(noise, 18)).toBeGreaterThan(workOf(square, 18));
  });
});

/** Returns the values of a coverage on an area. Outside of the coverage, they are 0. */
function placed({ left, top, width, height, values }: Coverage, area = AREA): number[] {
  return Array.from({ length: area.width * area.height }, (_, at) => {
    const [x, y] = [area.left + (at % area.width) - left, area.top + Math.floor(at / area.width) - top];
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : (values[y * width + x] ?? 0);
  });
}

function largestDifference(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}
