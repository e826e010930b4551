import { describe, expect, test } from "@jest/globals";
import { IDENTITY, type Point } from "../src/matrix.js";
import { rectangleOf, regularPolygonOf } from "../src/regular-polygon.js";

/** Returns points from pairs of numbers. */
const points = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => ({ x, y }));

/** Returns the corners of a polygon or star around 0, clockwise from the top. */
function corners(count: number, radii: readonly number[], rotation = 0): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count + (rotation * Math.PI) / 180;
    const radius = radii[index % radii.length] ?? 0;
    return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  });
}

describe("corners that form a rectangle", () => {
  test("upright ones are a box", () => {
    expect(rectangleOf(points([1, 2], [11, 2], [11, 7], [1, 7]))).toEqual({
      box: { x: 1, y: 2, width: 10, height: 5 },
      matrix: IDENTITY,
    });
    // An edge that is off by less than a ten-thousandth is upright.
    expect(rectangleOf(points([0, 0], [100, 0.005], [100, 50.005], [0, 50]))?.matrix).toEqual(IDENTITY);
    expect(rectangleOf(points([0, 0], [100, 0.015], [100, 50.015], [0, 50]))?.matrix).not.toEqual(IDENTITY);
  });

  test.each([
    ["clockwise", [0, 1, 2, 3]],
    ["counterclockwise", [0, 3, 2, 1]],
  ])("rotated ones are a box with a rotation, in %s order", (_, order) => {
    const [width, height] = [points([8.660254, 5]), points([-2.5, 4.330127])].flat() as [Point, Point];
    const first = { x: 3, y: 4 };
    const all = [
      first,
      { x: first.x + width.x, y: first.y + width.y },
      { x: first.x + width.x + height.x, y: first.y + width.y + height.y },
      { x: first.x + height.x, y: first.y + height.y },
    ];
    const { box, matrix } = rectangleOf(order.map((index) => all[index] as Point)) ?? {};
    expect([box?.width.toFixed(4), box?.height.toFixed(4)]).toEqual(["10.0000", "5.0000"]);
    expect(matrix?.map((value) => value.toFixed(4))).toEqual([
      "0.8660",
      "0.5000",
      "-0.5000",
      "0.8660",
      "3.0000",
      "4.0000",
    ]);
  });

  test.each<[string, Point[]]>([
    ["three", points([0, 0], [9, 0], [9, 9])],
    ["five", points([0, 0], [9, 0], [9, 9], [0, 9], [0, 5])],
    ["no width", points([0, 0], [0, 0], [0, 9], [0, 9])],
    ["no right angle", points([0, 0], [100, 0], [100.75, 100], [0.75, 100])],
    ["a corner at a wrong position", points([0, 0], [100, 0], [100.75, 100], [0, 100])],
    ["a trapezoid", points([0, 0], [100, 0], [80, 50], [0, 50])],
  ])("corners with %s are not a rectangle", (_, corner) => {
    expect(rectangleOf(corner)).toBeUndefined();
  });

  test("can be off by half a percent", () => {
    expect(rectangleOf(points([0, 0], [100, 0], [100.4, 100], [0.4, 100]))).toBeDefined();
    expect(rectangleOf(points([0, 0], [100, 0], [100.4, 100], [0, 100]))).toBeDefined();
  });
});

describe("corners that form a regular polygon or a star", () => {
  /** The values of a layer, rounded. */
  const found = (corner: readonly Point[]) => {
    const polygon = regularPolygonOf(corner);
    if (polygon === undefined) return undefined;
    const { sides, innerRadius, ...rest } = polygon;
    const rounded = Object.entries(rest).map(([key, value]) => [key, Math.round(value * 1000) / 1000]);
    return { sides, innerRadius: innerRadius?.toFixed(3), ...(Object.fromEntries(rounded) as object) };
  };

  test("are a layer with its box", () => {
    const triangle = { sides: 3, innerRadius: undefined, rotation: 0, x: -8.66, y: -10, width: 17.321, height: 15 };
    expect(found(corners(3, [10]))).toEqual(triangle);
    expect(found(corners(3, [10]).reverse())).toEqual(triangle);
    expect(found(corners(3, [10], 240))).toEqual(triangle);
    const moved = corners(3, [10]).map(({ x, y }) => ({ x: x + 50, y: y + 60 }));
    expect(found(moved)).toEqual({ ...triangle, x: 41.34, y: 50 });
    expect(found(corners(10, [10, 4]))).toEqual({
      sides: 5,
      innerRadius: "0.400",
      rotation: 0,
      x: -9.511,
      y: -10,
      width: 19.021,
      height: 18.09,
    });
    expect(found(corners(10, [4, 10], 36))).toMatchObject({ sides: 5, innerRadius: "0.400", rotation: 0, y: -10 });
  });

  test("are rotated around the center of their box by the smallest angle", () => {
    expect(found(corners(3, [10], 10))).toMatchObject({ rotation: 10, x: -8.226, y: -9.962 });
    expect(found(corners(4, [10], 80))).toMatchObject({ sides: 4, rotation: -10 });
    expect(found(corners(3, [10], 0.05))).toMatchObject({ rotation: 0 });
    expect(found(corners(3, [10], 0.1))).toMatchObject({ rotation: 0.1 });
  });

  test("have 3 to 60 sides", () => {
    expect(found(corners(60, [10]))).toMatchObject({ sides: 60 });
    expect(found(corners(61, [10]))).toBeUndefined();
    expect(found(corners(120, [10, 5]))).toMatchObject({ sides: 60 });
    expect(found(corners(2, [10]))).toBeUndefined();
    expect(found(corners(4, [10, 4]))).toBeUndefined();
    expect(found(corners(6, [10, 4]))).toMatchObject({ sides: 3, innerRadius: "0.400" });
  });

  test("can be off by half a percent, and no star is that flat", () => {
    const moved = (by: number) => corners(5, [10]).map(({ x, y }, index) => ({ x: x + (index === 0 ? by : 0), y }));
    expect(found(moved(0.04))).toMatchObject({ sides: 5 });
    expect(found(moved(0.09))).toBeUndefined();
    expect(found(corners(10, [10, 9.85]))).toMatchObject({ sides: 5, innerRadius: "0.985" });
    expect(found(corners(10, [10, 9.93]))).toBeUndefined();
    expect(found(corners(10, [10, 9.97]))).toMatchObject({ sides: 10, innerRadius: undefined });
  });

  test("must be at even angles and distances", () => {
    expect(found(points([0, -10], [10, 0], [0, 5], [-10, 0]))).toBeUndefined();
    expect(found(points([0, -10], [8, 5], [-9, 5], [-4, 0], [-1, -9]))).toBeUndefined();
    expect(found([...corners(4, [10]).slice(0, 2), ...corners(4, [10]).slice(2).reverse()])).toBeUndefined();
  });
});
