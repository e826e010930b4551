import { describe, expect, test } from "@jest/globals";
import { deviceGrid } from "../../src/frame/device-grid.js";
import { areaOfGroup, areaOfPath, areaOfPaths, drawnArea, groupedArea } from "../../src/frame/drawn-area.js";

const GRID = deviceGrid({ width: 100, height: 80 }, 1);
const WHOLE = { left: 0, top: 0, width: 100, height: 80 };

describe("the area of a path", () => {
  test("paths are drawn with a margin of one pixel around them", () => {
    expect(areaOfPaths(GRID)).toEqual({ left: -1, top: -1, width: 102, height: 82 });
    expect(areaOfPath({ left: 10, top: 20, width: 5, height: 6 })).toEqual({ left: 9, top: 19, width: 7, height: 8 });
    expect(areaOfPath({ left: 0, top: 0, width: 5, height: 6 })).toEqual({ left: -1, top: -1, width: 7, height: 8 });
  });

  // resvg draws the area of the whole picture, which begins at -1, in parts of 8,191 pixels: the next ones begin at 8,190
  // and 16,381.
  test.each([
    ["ends at the edge of a part", 8180, 10, 8179],
    ["crosses the edge of a part", 8180, 11, -1],
    ["begins at the edge of a part", 8190, 10, 8190],
    ["begins just after the edge of a part", 8191, 10, 8190],
    ["begins a little after the edge of a part", 8192, 10, 8191],
    ["crosses the edge of the next part", 9000, 7382, 8190],
    ["ends at the edge of the next part", 9000, 7381, 8999],
  ])("a path that %s is drawn from a place where its parts are the same", (_, start, length, expected) => {
    expect(areaOfPath({ left: start, top: 0, width: length, height: 1 })).toMatchObject({
      left: expected,
      width: start + length + 1 - expected,
    });
    expect(areaOfPath({ left: 0, top: start, width: 1, height: length })).toMatchObject({
      top: expected,
      height: start + length + 1 - expected,
    });
  });
});

test("a group is drawn with two more pixels on each side", () => {
  expect(areaOfGroup({ left: 10, top: 20, width: 5, height: 6 })).toEqual({ left: 8, top: 18, width: 9, height: 10 });
});

describe("the area of a blur", () => {
  const blurred = (deviation: number) =>
    `<filter id="b"><feGaussianBlur stdDeviation="${deviation}"/></filter><g filter="url(#b)"></g>`;
  const huge = { x: -5000, y: -5000, width: 10_000, height: 10_000 };

  test("a drawing without groups needs only the picture", () => {
    expect(drawnArea({ svg: "<path/>", bounds: huge }, GRID)).toEqual(WHOLE);
  });

  test("a clipped drawing needs only the picture", () => {
    expect(drawnArea({ svg: '<g clip-path="url(#c)"></g>', bounds: huge }, GRID)).toEqual(WHOLE);
  });

  test("a small blur needs only the picture", () => {
    expect(drawnArea({ svg: blurred(10), bounds: huge }, GRID)).toEqual(WHOLE);
  });

  // A group can begin up to 300 + 8 pixels before the picture, and the blur reads 300 pixels after it. resvg draws two
  // sides of the area from the corner of the group.
  test("a large blur needs an area whose doubled sides contain everything that it reads", () => {
    expect(drawnArea({ svg: blurred(100), bounds: huge }, GRID)).toEqual({
      left: 0,
      top: 0,
      width: Math.ceil((308 + 100 + 300 + 4) / 2),
      height: Math.ceil((308 + 80 + 300 + 4) / 2),
    });
  });

  test("the lengths of a blur grow with the scale of the picture", () => {
    const { width } = drawnArea({ svg: blurred(50), bounds: huge }, deviceGrid({ width: 100, height: 80 }, 2));
    expect(width).toBe(Math.ceil((308 + 200 + 300 + 4) / 2));
  });

  test("the largest blur of several counts", () => {
    const { width } = drawnArea({ svg: blurred(100) + blurred(10), bounds: huge }, GRID);
    expect(width).toBe(356);
  });

  test("a blur of ink inside the picture needs less", () => {
    const bounds = { x: -20, y: 10, width: 300, height: 20 };
    // From -20 to 280.
    expect(drawnArea({ svg: blurred(100), bounds }, GRID)).toEqual({ ...WHOLE, width: 152 });
    // From -40 to 560.
    const double = deviceGrid({ width: 100, height: 80 }, 2);
    expect(drawnArea({ svg: blurred(100), bounds }, double)).toEqual({ left: 0, top: 0, width: 302, height: 160 });
  });

  test("a rotated filter can begin farther away", () => {
    const svg = `<g transform="rotate(45 0 0)">${blurred(100)}</g>`;
    const { width, height } = drawnArea({ svg, bounds: huge }, GRID);
    // Half of the other side, and 308 √2 = 435.58.
    expect(width).toBe(Math.ceil((40 + 435.58 + 400 + 4) / 2));
    expect(height).toBe(Math.ceil((50 + 435.58 + 380 + 4) / 2));
  });
});

describe("the area of emoji", () => {
  const emoji = (width: number) => `<svg x="0" width="${width}" height="${width}"></svg>`;
  const bounds = { x: 0, y: 0, width: 40, height: 40 };

  test("two sides of the area contain the content of the largest emoji, which is up to 7.17 sides long", () => {
    for (const scale of [1, 2]) {
      const grid = deviceGrid({ width: 100, height: 80 }, scale);
      const { width, height } = drawnArea({ svg: emoji(60) + emoji(20), bounds }, grid);
      expect(Math.min(width, height) * 2).toBeGreaterThanOrEqual(7.17 * 60 * scale);
      expect(Math.max(width, height) * 2).toBeLessThan(8 * 60 * scale);
    }
  });

  test("the content of a rotated emoji can lie on the diagonal", () => {
    const { height } = drawnArea({ svg: `<g transform="rotate(45 0 0)">${emoji(60)}</g>`, bounds }, GRID);
    expect(height * 2).toBeGreaterThanOrEqual(7.17 * 60 * Math.SQRT2);
  });

  test("a small emoji needs only the picture", () => {
    expect(drawnArea({ svg: emoji(10), bounds }, GRID)).toEqual(WHOLE);
  });
});

describe("groupedArea", () => {
  const path = { svg: "<path/>", bounds: { x: 0, y: 0, width: 1000, height: 900 } };
  const clipped = { svg: '<g clip-path="url(#c)"></g>', bounds: { x: -300, y: -200, width: 1000, height: 900 } };

  test("paths need only the picture", () => {
    expect(groupedArea([path, path], GRID)).toEqual(WHOLE);
    expect(groupedArea([], GRID)).toEqual(WHOLE);
  });

  test("two sides of the area contain everything from the corner of a group to the end of the picture", () => {
    expect(groupedArea([path, clipped], GRID)).toEqual({ left: 0, top: 0, width: 202, height: 142 });
  });

  test("an isolated group counts if a group can be inside it", () => {
    const isolated = (inside: string) => ({ ...clipped, svg: `<g style="isolation:isolate">${inside}</g>` });
    expect(groupedArea([isolated("<path/>")], GRID)).toEqual(WHOLE);
    expect(groupedArea([isolated("<image/>")], GRID)).toMatchObject({ width: 202 });
    expect(groupedArea([{ ...clipped, svg: `<g>${isolated("<path/>").svg}</g>` }], GRID)).toMatchObject({ width: 202 });
  });

  test("there is no area for groups that reach too far", () => {
    const far = { ...clipped, bounds: { x: -15_000, y: -15_000, width: 20_000, height: 20_000 } };
    // More than 7,500 × 7,500 pixels.
    expect(groupedArea([far], GRID)).toBeUndefined();
    expect(groupedArea([{ ...far, bounds: { ...far.bounds, y: 0 } }], GRID)).toMatchObject({ width: 7552, height: 80 });
  });
});
