import { describe, expect, test } from "@jest/globals";
import { deviceShadow, rotatedOffset } from "../../src/frame/device-shadow.js";

const SHADOW = { color: "#f00", x: 10, y: 4, blur: 6, spread: 5, inset: true };
const GRID = { width: 100, height: 100, scaleX: 2, scaleY: 8 };

describe("deviceShadow", () => {
  test("all lengths are in pixels of the picture, and the deviation is half of the blur radius", () => {
    expect(deviceShadow(SHADOW, 0, GRID)).toEqual({
      color: "#f00",
      x: 20,
      y: 32,
      deviationX: 6,
      deviationY: 24,
      // The scale of a spread has no direction: √(2 · 8) = 4.
      spread: 20,
      isInner: true,
    });
  });

  test("a full turn changes nothing", () => {
    expect(deviceShadow(SHADOW, -720, GRID)).toEqual(deviceShadow(SHADOW, 0, GRID));
  });

  test("the offset turns clockwise with its layer", () => {
    const quarter = rotatedOffset(SHADOW, 90);
    expect(quarter.x).toBeCloseTo(-4);
    expect(quarter.y).toBeCloseTo(10);
    const part = rotatedOffset(SHADOW, 30);
    // 10 cos 30° - 4 sin 30° and 10 sin 30° + 4 cos 30°.
    expect(part.x).toBeCloseTo(6.66025, 5);
    expect(part.y).toBeCloseTo(8.4641, 5);
    const { x, y } = deviceShadow(SHADOW, 30, GRID);
    expect([x / 2, y / 8]).toEqual([part.x, part.y]);
  });
});
