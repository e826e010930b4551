import { describe, expect, test } from "@jest/globals";
import { estimate } from "./support.js";

const layer = { id: "shape", type: "ellipse", width: 500, height: 500, border_width: 20 } as const;
const shadow = { color: "rgba(0, 0, 0, 0.5)" } as const;

function cpuMsOf(attributes: object, edition = 2): number {
  return estimate({ edition, width: 1000, height: 1000, layers: [{ ...layer, x: 200, y: 200, ...attributes }] }).cpuMs;
}

describe("the estimate of shadows and masks", () => {
  test("a shadow that follows alpha costs at least 0.1 microseconds for each pixel that it reaches", () => {
    const added = cpuMsOf({ shadows: [{ ...shadow, blur: 40 }] }) - cpuMsOf({});
    // The blur reaches 60 pixels on each side.
    expect(added).toBeGreaterThan(620 * 620 * 0.0001);
    expect(added).toBeLessThan(620 * 620 * 0.0002);
  });

  test("the cost of a spread grows with its length, and each further shadow costs as much as the first", () => {
    const spread = (length: number) => cpuMsOf({ shadows: [{ ...shadow, spread: length }] });
    expect(spread(40) - spread(0)).toBeGreaterThan(3 * (spread(10) - spread(0)));
    const many = (count: number) => cpuMsOf({ shadows: Array.from({ length: count }, () => shadow) });
    expect(many(3) - many(2)).toBeCloseTo(many(2) - many(1), 3);
  });

  test("a wide spread of an opaque rectangle or ellipse costs less than a quarter of others, because it is computed by distance", () => {
    const spread = (attributes: object) =>
      cpuMsOf({ ...attributes, shadows: [{ ...shadow, spread: 100 }] }) - cpuMsOf({ ...attributes, shadows: [shadow] });
    const filled = { background_color: "#fff" };
    expect(spread(filled)).toBeLessThan(0.25 * spread({}));
    expect(spread({ ...filled, type: "rectangle" })).toBe(spread(filled));
    for (const other of [
      { background_color: "#ffffff80" },
      { ...filled, type: "polygon", sides: 30, inner_radius: 0.1 },
    ]) {
      expect(spread(other)).toBeGreaterThan(0.9 * spread({}));
    }
    // The ends of a thin ellipse consist of edges.
    expect(spread({ ...filled, height: 15 })).toBeCloseTo(spread({ height: 15 }), 3);
  });

  test("the shadow of a box without a fill costs less from the second edition on, because its filter has one channel", () => {
    const attributes = { shadow_color: "#000", shadow_blur: 40 };
    expect(cpuMsOf(attributes, 2)).toBeLessThan(cpuMsOf(attributes, 1));
  });

  test("the shadow of an opaque shape costs the same in both editions, because it is drawn in the same way", () => {
    const attributes = { background_color: "#fff", shadow_color: "#000", shadow_blur: 40 };
    expect(cpuMsOf(attributes, 2)).toBe(cpuMsOf(attributes, 1));
  });

  test("content outside of the picture that shadows show costs the memory of the larger area", () => {
    const rotated = { x: -400, rotation: 30, shadows: [{ ...shadow, x: 1000 }] };
    const source = { width: 1000, height: 1000, layers: [{ ...layer, ...rotated }] };
    expect(estimate(source).memoryBytes).toBeGreaterThan(8 * 2000 * 2000);
  });
});
