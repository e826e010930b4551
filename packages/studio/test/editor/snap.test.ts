/** What attracts a box that is moved or resized, and which lines and gaps show it. */
import { describe, expect, test } from "@jest/globals";
import { snapMove, snapResize } from "../../src/editor/geometry/snap.js";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const gap = (axis: "x" | "y", from: number, to: number, across: number) => ({ axis, from, to, across });

describe("an edge of a moved box", () => {
  const target = box(100, 200, 50, 60);

  test("snaps on both axes, and each line reaches as far as the boxes on it", () => {
    const { dx, dy, lines } = snapMove(box(98, 203, 30, 20), [target], 6);
    expect([dx, dy]).toEqual([2, -3]);
    expect(lines).toEqual([
      { axis: "x", at: 100, from: 200, to: 260 },
      { axis: "y", at: 200, from: 100, to: 150 },
    ]);
  });

  test("snaps from as far away as the reach, and not from farther away", () => {
    expect(snapMove(box(94, 0, 300, 20), [target], 6).dx).toBe(6);
    expect(snapMove(box(93.9, 0, 300, 20), [target], 6).dx).toBe(0);
  });

  test("snaps to the nearest line: the start, the center or the end of a box", () => {
    expect(snapMove(box(123, 0, 400, 20), [target], 6).dx).toBe(2);
    expect(snapMove(box(151, 0, 400, 20), [target], 6).dx).toBe(-1);
    expect(snapMove(box(153, 0, 400, 20), [target, box(155, 900, 10, 10)], 6)).toMatchObject({ dx: 2 });
  });

  test("can be the start, the center or the end of the moved box", () => {
    expect(snapMove(box(51, 0, 100, 20), [box(100, 900, 200, 10)], 3)).toMatchObject({ dx: -1 });
    expect(snapMove(box(1, 0, 100, 20), [box(100, 900, 200, 10)], 3)).toMatchObject({ dx: -1 });
    expect(snapMove(box(101, 0, 500, 20), [box(100, 900, 200, 10)], 3)).toMatchObject({ dx: -1 });
  });

  test("has a line that also reaches to other boxes on it, and shows how far they are", () => {
    const others = [target, box(100, 400, 20, 20), box(300, 300, 20, 20), box(100, 500, 9, 9), box(100, 0, 9, 9)];
    const { lines, distances } = snapMove(box(102, 300, 30, 20), others.slice(0, 2).concat(others.slice(3)), 6);
    expect(lines).toEqual([{ axis: "x", at: 100, from: 0, to: 509 }]);
    expect(distances).toEqual([gap("y", 260, 300, 100), gap("y", 320, 400, 100)]);
  });

  test("has no distance to a box that it touches or overlaps", () => {
    const others = [box(100, 200, 50, 100), box(100, 320, 50, 100)];
    expect(snapMove(box(102, 300, 30, 20), others, 6).distances).toEqual([]);
  });
});

describe("equal gaps", () => {
  test("on both sides of a box attract it", () => {
    const others = [box(0, 0, 100, 100), box(400, 0, 100, 100)];
    const { dx, dy, gaps, lines } = snapMove(box(203, 20, 90, 70), others, 6);
    expect([dx, dy, lines]).toEqual([2, -5, [{ axis: "y", at: 50, from: 0, to: 500 }]]);
    expect(gaps).toEqual([gap("x", 100, 205, 55), gap("x", 295, 400, 55)]);
  });

  test("as large as the gap between the two boxes before it attract it", () => {
    const others = [box(0, 0, 100, 100), box(150, 0, 100, 100)];
    const { dx, gaps } = snapMove(box(303, 10, 37, 37), others, 6);
    expect(dx).toBe(-3);
    expect(gaps).toEqual([gap("x", 100, 150, 28.5), gap("x", 250, 300, 28.5)]);
  });

  test("as large as the gap between the two boxes after it attract it", () => {
    const others = [box(500, 0, 100, 100), box(650, 0, 100, 100)];
    const { dx, gaps } = snapMove(box(416, 10, 37, 37), others, 6);
    expect(dx).toBe(-3);
    expect(gaps).toEqual([gap("x", 450, 500, 28.5), gap("x", 600, 650, 28.5)]);
  });

  test("attract it on the other axis, too", () => {
    const others = [box(0, 0, 100, 100), box(0, 150, 100, 100)];
    const { dy, gaps } = snapMove(box(10, 303, 37, 37), others, 6);
    expect(dy).toBe(-3);
    expect(gaps).toEqual([gap("y", 100, 150, 28.5), gap("y", 250, 300, 28.5)]);
  });

  test("attract from as far away as the reach, and the nearest place wins", () => {
    const others = [box(0, 0, 100, 100), box(150, 0, 100, 100), box(396, 0, 100, 100)];
    // Between the last two, the box is in the middle at 304.5. Beside the first two, it is at 300.
    expect(snapMove(box(303, 10, 37, 37), others, 6).dx).toBe(1.5);
    expect(snapMove(box(301, 10, 37, 37), others, 6).dx).toBe(-1);
    expect(snapMove(box(294, 10, 37, 37), others.slice(0, 2), 6).dx).toBe(6);
    expect(snapMove(box(293, 10, 37, 37), others.slice(0, 2), 6).dx).toBe(0);
  });

  test("are not those of boxes in another row, or that touch each other", () => {
    const below = [box(0, 47, 100, 100), box(150, 47, 100, 100)];
    expect(snapMove(box(303, 10, 37, 37), below, 6).dx).toBe(0);
    const above = [box(0, -90, 100, 100), box(150, -90, 100, 100)];
    expect(snapMove(box(303, 10, 37, 37), above, 6).dx).toBe(0);
    const touching = [box(0, 0, 100, 100), box(100, 0, 100, 100)];
    expect(snapMove(box(206, 10, 37, 37), touching, 5)).toMatchObject({ dx: 0, gaps: [] });
    const touchingAfter = [box(500, 0, 100, 100), box(600, 0, 100, 100)];
    expect(snapMove(box(457, 10, 37, 37), touchingAfter, 5)).toMatchObject({ dx: 0, gaps: [] });
  });

  test("lose against an edge that is as near", () => {
    const others = [box(0, 0, 100, 100), box(150, 0, 100, 100), box(298, 500, 9, 9)];
    // The gaps are equal at 300, and the edge of the lowest box is at 298.
    expect(snapMove(box(299, 10, 37, 37), others, 1.5)).toMatchObject({ dx: -1, gaps: [] });
    expect(snapMove(box(299.1, 10, 37, 37), others, 1.5).gaps.length).toBe(2);
  });
});

describe("a handle", () => {
  const target = box(0, 0, 100, 80);

  test.each([
    [{ x: 1, y: 1 }, box(3, 3, 95, 74), { dx: 2, dy: 3 }],
    [{ x: -1, y: -1 }, box(3, 4, 50, 30), { dx: -3, dy: -4 }],
    [{ x: 0, y: 0 }, box(3, 3, 95, 74), { dx: 0, dy: 0 }],
    [{ x: 0, y: 1 }, box(3, 3, 95, 74), { dx: 0, dy: 3 }],
  ] as const)("snaps only the edges that it moves: %j", (handle, moved, expected) => {
    const snapped = snapResize(moved, handle, [target], 6);
    expect(snapped).toMatchObject({ ...expected, gaps: [], distances: [] });
    expect(snapped.lines.length).toBe(Object.values(expected).filter((by) => by !== 0).length);
  });

  test("shows the line that it snaps to", () => {
    expect(snapResize(box(3, 200, 95, 30), { x: 1, y: 0 }, [target], 6).lines).toEqual([
      { axis: "x", at: 100, from: 0, to: 230 },
    ]);
  });

  test("does not snap to equal gaps", () => {
    const others = [box(0, 0, 100, 100), box(150, 0, 100, 100)];
    expect(snapResize(box(303, 10, 37, 37), { x: -1, y: 0 }, others, 6).dx).toBe(0);
  });
});
