import { describe, expect, test } from "@jest/globals";
import { ELLIPSE, RECTANGLE, roundedRectangle } from "../../src/paint/outline.js";
import { joinSections, pointAt, sectionsOf } from "../../src/paint/path-line.js";
import { polygonOutline } from "../../src/paint/polygon-outline.js";
import { strip } from "../../src/paint/strip.js";

const BOX = { x: 10, y: 20, width: 100, height: 50 };

describe("sectionsOf", () => {
  test("a rectangle has four sections, which start at its corners", () => {
    const sections = sectionsOf(RECTANGLE.path(BOX));
    expect(sections.map(({ length }) => length)).toEqual([100, 50, 100, 50]);
    expect(sections.map((section) => pointAt(section, 0))).toEqual([
      { x: 10, y: 20 },
      { x: 110, y: 20 },
      { x: 110, y: 70 },
      { x: 10, y: 70 },
    ]);
  });

  test("a circle is one section that is as long as its circumference", () => {
    const sections = sectionsOf(ELLIPSE.path({ x: 0, y: 0, width: 200, height: 200 }));
    expect(sections).toHaveLength(1);
    expect(Math.abs((sections[0]?.length ?? 0) - 200 * Math.PI)).toBeLessThan(0.1);
  });

  test("a rectangle with one sharp corner is one section, which starts at that corner", () => {
    const sections = sectionsOf(roundedRectangle([10, 10, 0, 10]).path(BOX));
    expect(sections).toHaveLength(1);
    const [section = { points: [], lengths: [], length: 0 }] = sections;
    expect(pointAt(section, 0)).toEqual({ x: 110, y: 70 });
    // Three quarters of a circle with radius 10, and sides of 90 + 80 + 30 + 40.
    expect(Math.abs(section.length - (240 + 15 * Math.PI))).toBeLessThan(0.05);
  });

  test("a section can go across the start of the outline", () => {
    // The outline starts in the middle of the top, where two quarters of a circle meet.
    const sections = sectionsOf(roundedRectangle([50, 50, 0, 0]).path({ ...BOX, height: 70 }));
    expect(sections).toHaveLength(2);
    const lengths = sections.map(({ length }) => length);
    expect(lengths[0]).toBeCloseTo(100, 5);
    expect(Math.abs((lengths[1] ?? 0) - (20 + 50 * Math.PI + 20))).toBeLessThan(0.1);
  });

  test.each([
    [20, 20],
    [30, 1],
  ])("a polygon of %d sides has sections between its corners, unless they are hardly visible: %d", (sides, count) => {
    expect(sectionsOf(polygonOutline({ sides, corner_radius: 0 }).path(BOX))).toHaveLength(count);
  });

  test("a path without lines has no sections", () => {
    expect(sectionsOf("")).toEqual([]);
    expect(sectionsOf("M5 5H5V5H5Z")).toEqual([]);
  });
});

describe("pointAt", () => {
  test("returns the place at a distance along the lines of a section", () => {
    const line = joinSections(sectionsOf(RECTANGLE.path(BOX)));
    expect(line.length).toBe(300);
    expect([0, 25, 100, 110, 150, 250, 275, 300].map((distance) => pointAt(line, distance))).toEqual([
      { x: 10, y: 20 },
      { x: 35, y: 20 },
      { x: 110, y: 20 },
      { x: 110, y: 30 },
      { x: 110, y: 70 },
      { x: 10, y: 70 },
      { x: 10, y: 45 },
      { x: 10, y: 20 },
    ]);
  });

  test("goes evenly around a circle", () => {
    const [circle = { points: [], lengths: [], length: 0 }] = sectionsOf(
      ELLIPSE.path({ x: -100, y: -100, width: 200, height: 200 }),
    );
    for (let step = 0; step < 8; step++) {
      const { x, y } = pointAt(circle, (circle.length * step) / 8);
      // The outline starts at the top and goes to the right.
      expect(x).toBeCloseTo(100 * Math.sin((step * Math.PI) / 4), 1);
      expect(y).toBeCloseTo(-100 * Math.cos((step * Math.PI) / 4), 1);
    }
  });
});

describe("strip", () => {
  const line = joinSections(sectionsOf(RECTANGLE.path({ x: 0, y: 0, width: 100, height: 50 })));

  test("a strip on a straight side is a rectangle around the line", () => {
    expect(strip(line, 10, 30, 4)).toBe("M10 2L30 2L30 -2L10 -2Z");
  });

  test("a strip around a corner has a miter", () => {
    expect(strip(line, 90, 110, 4)).toBe("M90 2L98 2L98 10L102 10L102 -2L90 -2Z");
  });

  test("a strip that starts before the start of the line begins at its end", () => {
    expect(strip(line, -10, 10, 4)).toBe("M2 10L2 2L10 2L10 -2L-2 -2L-2 10Z");
  });

  test("a strip that ends at a corner is not bent there", () => {
    expect(strip(line, 80, 100, 4)).toBe("M80 2L100 2L100 -2L80 -2Z");
    expect(strip(line, 100, 120, 4)).toBe("M98 0L98 20L102 20L102 0Z");
    // A point within a hundredth of the strip's length is at its end, too.
    expect(strip(line, 80, 100.1, 4)).toBe("M79.99 2L99.99 2.1L100.01 -1.9L80.01 -2Z");
  });

  test("a strip that ends or starts just beside a corner is not bent by that", () => {
    expect(strip(line, 99.9, 120, 4)).toBe("M97.9 0.01L98 20.01L102 19.99L101.9 -0.01Z");
  });

  test("a corner is kept if it is farther from the end of a strip than a hundredth of its length", () => {
    expect(strip(line, 98.5, 130, 0.4)).toBe("M98.5 0.2L99.8 0.2L99.8 30L100.2 30L100.2 -0.2L98.5 -0.2Z");
    expect(strip(line, 70, 101.5, 0.4)).toBe("M70 0.2L99.8 0.2L99.8 1.5L100.2 1.5L100.2 -0.2L70 -0.2Z");
  });

  test("a strip across the start of a line that is far from the origin is mitered in the same way", () => {
    const far = joinSections(sectionsOf(RECTANGLE.path({ x: 700, y: 300, width: 100, height: 50 })));
    expect(strip(far, -10, 10, 4)).toBe("M702 310L702 302L710 302L710 298L698 298L698 310Z");
    expect(strip(far, 290, 400, 4)).toBe("M702 310L702 300L698 300L698 310Z");
  });

  test("a strip does not go beyond the end of the line", () => {
    expect(strip(line, 290, 400, 4)).toBe("M2 10L2 0L-2 0L-2 10Z");
  });
});
