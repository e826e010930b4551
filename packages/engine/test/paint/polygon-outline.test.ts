import { describe, expect, test } from "@jest/globals";
import { type PolygonShape, polygonOutline } from "../../src/paint/polygon-outline.js";
import { boxAround, distanceTo, type Point, pointsAlong } from "./path-points.js";

const WIDE = { x: 0, y: 0, width: 100, height: 60 };

describe("polygons without rounded corners", () => {
  test("a triangle stands on a side, is as large as its box allows, and is in the middle of the box", () => {
    const triangle = polygonOutline({ sides: 3, corner_radius: 0 });
    const box = { x: 200, y: 0, width: 100, height: 100 };
    // The height of a triangle with three sides of 100 is 86.603.
    expect(triangle.path(box)).toBe("M250 6.699L300 93.301L200 93.301Z");
    const bounds = triangle.bounds?.(box) ?? box;
    expect(bounds.x).toBeCloseTo(200);
    expect(bounds.y).toBeCloseTo(6.699, 3);
    expect(bounds.width).toBeCloseTo(100);
    expect(bounds.height).toBeCloseTo(86.603, 3);
  });

  test("a polygon of four sides stands on a corner", () => {
    expect(polygonOutline({ sides: 4, corner_radius: 0 }).path(WIDE)).toBe("M50 0L80 30L50 60L20 30Z");
  });

  test("the inner corners of a star are between its outer ones", () => {
    const star = polygonOutline({ sides: 4, inner_radius: 0.5, corner_radius: 0 });
    // 20 / √2 = 14.142.
    expect(star.path({ x: 0, y: 0, width: 80, height: 80 })).toBe(
      "M40 0L54.142 25.858L80 40L54.142 54.142L40 80L25.858 54.142L0 40L25.858 25.858Z",
    );
  });

  test("an inset makes a smaller copy of a polygon, until nothing is left", () => {
    const diamond = polygonOutline({ sides: 4, corner_radius: 0 });
    // The sides are 30 / √2 from the center.
    expect(diamond.path(WIDE, 15 / Math.SQRT2)).toBe("M50 15L65 30L50 45L35 30Z");
    expect(diamond.path(WIDE, 30 / Math.SQRT2 + 0.01)).toBe("");
  });

  test("an inset makes a smaller copy of a star with sharp corners", () => {
    const star = polygonOutline({ sides: 4, inner_radius: 0.5, corner_radius: 0 });
    // A side goes from (0, 40) to (14.142, 14.142) around the center, so its line is 19.194 from the center.
    expect(star.path({ x: 0, y: 0, width: 80, height: 80 }, 19.1938 / 2)).toBe(
      "M40 20L47.071 32.929L60 40L47.071 47.071L40 60L32.929 47.071L20 40L32.929 32.929Z",
    );
  });
});

describe("rounded corners", () => {
  test("the corners of a polygon of four sides become quarters of a circle", () => {
    const rounded = polygonOutline({ sides: 4, corner_radius: 10 * Math.SQRT2 });
    // Each arc begins a third of a side (10 √2) before the corner. Its handles are 0.5523 of that.
    expect(rounded.path(WIDE)).toBe(
      "M40 10C45.523 4.477 54.477 4.477 60 10L70 20C75.523 25.523 75.523 34.477 70 40" +
        "L60 50C54.477 55.523 45.523 55.523 40 50L30 40C24.477 34.477 24.477 25.523 30 20Z",
    );
  });

  test.each([3, 4, 5, 12])("a radius that is too large makes a polygon of %d sides the circle inside it", (sides) => {
    const box = { x: 10, y: 20, width: 120, height: 120 };
    const sharp = pointsAlong(polygonOutline({ sides, corner_radius: 0 }).path(box));
    const round = pointsAlong(polygonOutline({ sides, corner_radius: 1000 }).path(box));
    const around = boxAround(round);
    const center = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
    const radius = distanceTo(sharp, center);
    expect(around.width).toBeCloseTo(2 * radius, 1);
    for (const point of round) expect(Math.abs(distanceFrom(center, point) - radius)).toBeLessThan(0.04);
  });

  test("a corner of a triangle is an arc of the radius that touches both sides", () => {
    const box = { x: 0, y: 0, width: 100, height: 100 };
    const points = pointsAlong(polygonOutline({ sides: 3, corner_radius: 10 }).path(box));
    // The center of the arc is two radii below the corner, because half the angle of the corner is 30 degrees.
    const center = { x: 50, y: 6.699 + 20 };
    const arc = points.filter(({ x, y }) => y < center.y - 5.01 && Math.abs(x - 50) < 8.65);
    expect(arc.length).toBeGreaterThan(20);
    for (const point of arc) expect(Math.abs(distanceFrom(center, point) - 10)).toBeLessThan(0.01);
    expect(Math.min(...points.map(({ y }) => y))).toBeCloseTo(16.699, 2);
  });

  test.each<[string, PolygonShape, number, number]>([
    ["a triangle with sharp corners", { sides: 3, corner_radius: 0 }, 7, 3],
    ["a hexagon whose border is thinner than its radius", { sides: 6, corner_radius: 15 }, 7, 36],
    ["a hexagon whose border is thicker than its radius", { sides: 6, corner_radius: 5 }, 12, 6],
    ["a star with round corners", { sides: 5, inner_radius: 0.6, corner_radius: 6 }, 3, 60],
    ["a star whose outer corners become sharp", { sides: 5, inner_radius: 0.6, corner_radius: 4 }, 8, 30],
    ["a star whose sides end between two arcs", { sides: 5, inner_radius: 0.5, corner_radius: 20 }, 10, 150],
    ["a star that shrinks to its arcs", { sides: 5, inner_radius: 0.5, corner_radius: 20 }, 25, 80],
    ["a star that shrinks to a spot", { sides: 8, inner_radius: 0.7, corner_radius: 1000 }, 46, 100],
  ])("the border of %s has the same width everywhere", (_, shape, width, leastPoints) => {
    const outline = polygonOutline(shape);
    const box = { x: 30, y: 10, width: 160, height: 150 };
    const outer = pointsAlong(outline.path(box));
    const inner = pointsAlong(outline.path(box, width));
    expect(inner.length).toBeGreaterThanOrEqual(leastPoints);
    for (const point of inner) expect(Math.abs(distanceTo(outer, point) - width)).toBeLessThan(0.02);
  });

  test("nothing remains of a star inside a border that is wider than its arcs allow", () => {
    const star = polygonOutline({ sides: 5, inner_radius: 0.5, corner_radius: 20 });
    expect(star.path({ x: 30, y: 10, width: 160, height: 150 }, 60)).toBe("");
  });
});

function distanceFrom(center: Point, { x, y }: Point): number {
  return Math.hypot(x - center.x, y - center.y);
}
