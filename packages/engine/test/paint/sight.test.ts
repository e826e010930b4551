import { describe, expect, test } from "@jest/globals";
import { contains } from "../../src/paint/fragment.js";
import { sightOf, UNLIMITED_SIGHT } from "../../src/paint/sight.js";

const VIEW = { x: 0, y: 0, width: 100, height: 100 };

describe("what is seen of a layer", () => {
  test("a layer that touches the view from outside is not seen", () => {
    const layer = { x: 100, y: 20, width: 10, height: 10, rotation: 0 };
    expect(sightOf(layer, VIEW).isSeen(layer)).toBe(false);
    expect(sightOf(layer, VIEW).isSeen({ ...layer, x: 99 })).toBe(true);
  });

  test.each([
    [103, true],
    [104, false],
  ])("a strip that is rotated across the corner of the view, with its center at %d, is seen: %s", (center, isSeen) => {
    // The strip is 10 high and runs parallel to the other diagonal, so it is seen if its center is less than 5 from the
    // corner at (100, 100). The box around it overlaps the view in both cases.
    const strip = { x: center - 50, y: center - 5, width: 100, height: 10, rotation: -45 };
    expect(sightOf(strip, VIEW).isSeen(strip)).toBe(isSeen);
  });

  test.each([
    [203, true],
    [210, false],
  ])(
    "a long strip that is rotated beside the view, with its center %d below the top, is seen: %s",
    (center, isSeen) => {
      // Its middle line is x - y = 100 - center, which is (center - 200) / √2 from the corner at (0, 100).
      const strip = { x: -400, y: center - 5, width: 1000, height: 10, rotation: 45 };
      expect(sightOf(strip, VIEW).isSeen(strip)).toBe(isSeen);
    },
  );

  test("everything is seen without a view", () => {
    const far = { x: 1e6, y: 1e6, width: 1, height: 1 };
    expect(UNLIMITED_SIGHT.isSeen(far)).toBe(true);
    expect(UNLIMITED_SIGHT.clip(far)).toBe(far);
  });
});

describe("what is cut off a layer", () => {
  const layer = { x: 40, y: 40, width: 20, height: 20, rotation: 0 };
  const huge = { x: -500, y: -500, width: 1000, height: 1000 };

  test("the rest is larger than the view, so that its edges are not seen, and much smaller than the layer", () => {
    const rest = sightOf(layer, VIEW).clip(huge);
    expect(contains(rest, { x: -1, y: -1, width: 102, height: 102 })).toBe(true);
    expect(contains({ x: -20, y: -20, width: 140, height: 140 }, rest)).toBe(true);
  });

  test("a margin keeps that much more on every side", () => {
    const rest = sightOf(layer, VIEW).clip(huge);
    expect(sightOf(layer, VIEW).clip(huge, 30)).toEqual({
      x: rest.x - 30,
      y: rest.y - 30,
      width: rest.width + 60,
      height: rest.height + 60,
    });
  });

  test("a part inside of the view stays as it is", () => {
    expect(sightOf(layer, VIEW).clip(layer)).toEqual({ x: 40, y: 40, width: 20, height: 20 });
  });

  test("the view is rotated against the rotation of the layer", () => {
    // From the layer at the right edge, rotated by 90 degrees, the view lies downwards.
    const rest = sightOf({ x: 90, y: 40, width: 20, height: 20, rotation: 90 }, VIEW).clip(huge);
    expect(contains(rest, { x: 50, y: 50, width: 100, height: 100 })).toBe(true);
    expect(contains({ x: 30, y: 30, width: 140, height: 140 }, rest)).toBe(true);
  });
});
