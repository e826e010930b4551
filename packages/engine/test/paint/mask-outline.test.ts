import { describe, expect, test } from "@jest/globals";
import { maskOutline } from "../../src/paint/mask-outline.js";
import { boxAround, pointsAlong } from "./path-points.js";

const BOX = { x: 10, y: 20, width: 100, height: 50 };

describe("maskOutline", () => {
  test("an ellipse reaches the sides of the box and leaves its corners free", () => {
    const points = pointsAlong(maskOutline({ type: "ellipse" }).path(BOX));
    const around = boxAround(points);
    expect([around.x, around.y, around.width, around.height].map(Math.round)).toEqual([10, 20, 100, 50]);
    for (const { x, y } of points) expect(Math.hypot((x - 60) / 50, (y - 45) / 25)).toBeCloseTo(1, 2);
  });

  test("a rectangle has the radii of the mask", () => {
    const path = maskOutline({ type: "rectangle", border_radius: 0, border_top_right_radius: 10 }).path(BOX);
    expect(path).toBe("M10 20H100C105.523 20 110 24.477 110 30V70H10V20Z");
  });

  test("a polygon by points stretches with its box", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 0.5 },
      { x: 0.25, y: 1 },
    ];
    expect(maskOutline({ type: "polygon", points }).path(BOX)).toBe("M10 20L110 45L35 70Z");
  });

  test("a polygon by its number of sides keeps its shape", () => {
    expect(maskOutline({ type: "polygon", sides: 4 }).path(BOX)).toBe("M60 20L85 45L60 70L35 45Z");
    const star = maskOutline({ type: "polygon", sides: 4, inner_radius: 0.4 }).path(BOX);
    // 10 / √2 = 7.071.
    expect(star).toMatch(/^M60 20L67.071 37.929L85 45L/);
  });

  test("a polygon can have round corners", () => {
    const path = maskOutline({ type: "polygon", sides: 4, corner_radius: 5 }).path(BOX);
    expect(path.match(/C/g)).toHaveLength(4);
  });

  test("a polygon without points and sides is a hexagon", () => {
    expect(maskOutline({ type: "polygon" }).path(BOX).match(/L/g)).toHaveLength(5);
  });
});
