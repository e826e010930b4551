/** Where the handles of gradients and shadows are, in places worked out by hand. */
import { describe, expect, test } from "@jest/globals";
import type { EditedLayer } from "../../src/editor/document/edited-document.js";
import { dragPaint, paintValue, stepPaint } from "../../src/editor/paint/change-paint.js";
import { paintHandles, type Size } from "../../src/editor/paint/paint-places.js";

const stops = [0, 0.5, 1].map((position) => ({ color: "#ffffff", position }));
const linear = (angle: number): EditedLayer => {
  return { id: "a", type: "rectangle", background_gradient: { type: "linear-gradient", angle, stops } };
};
const RADIAL: EditedLayer = {
  id: "a",
  type: "rectangle",
  background_gradient: { type: "radial-gradient", center_x: 0, center_y: 0.5, radius: 0.5, stops },
};
const SHADED: EditedLayer = { id: "a", type: "text", shadow_color: "#000", shadow_x: 4, shadow_y: 8, shadow_blur: 10 };
const WIDE: Size = { width: 400, height: 200 };

/** The handles with their rounded places, and where their lines begin. */
function places(layer: EditedLayer, size = WIDE, scale = 1): readonly string[] {
  const text = ({ x, y }: { readonly x: number; readonly y: number }) => `${Math.round(x)},${Math.round(y)}`;
  return paintHandles(layer, size, scale).map(({ grip, at, from }) => `${grip.kind} ${text(at)} from ${text(from)}`);
}

describe("the handles of a gradient", () => {
  test("are beside its line, and the one of its angle is before its end", () => {
    expect(places(linear(90))).toEqual([
      "stop 0,124 from 0,100",
      "stop 200,124 from 200,100",
      "stop 400,124 from 400,100",
      "angle 372,100 from 372,100",
    ]);
    expect(places(linear(180))).toEqual([
      "stop 176,0 from 200,0",
      "stop 176,100 from 200,100",
      "stop 176,200 from 200,200",
      "angle 200,172 from 200,172",
    ]);
  });

  test("have the same distances on the screen in every view", () => {
    expect(places(linear(90), WIDE, 2)).toEqual([
      "stop 0,112 from 0,100",
      "stop 200,112 from 200,100",
      "stop 400,112 from 400,100",
      "angle 386,100 from 386,100",
    ]);
  });

  test("are 20 pixels away from the handles that resize, if there is such a place", () => {
    // Above and below the line, the first places are near the handles of the corners and of the middle.
    expect(places(linear(90), { width: 400, height: 46.8 })).toEqual([
      "stop 0,67 from 0,23",
      "stop 200,67 from 200,23",
      "stop 400,67 from 400,23",
      "angle 372,23 from 372,23",
    ]);
    expect(places(linear(90), { width: 400, height: 49.2 })[0]).toBe("stop 0,79 from 0,25");
    expect(places(linear(180), { width: 46.8, height: 400 })[0]).toBe("stop -21,0 from 23,0");
  });

  test("are at their first place if there is none", () => {
    expect(places(linear(90), { width: 40, height: 200 })[3]).toBe("angle 28,100 from 28,100");
  });

  test("of a circle are at its center and toward the corner where its last color is", () => {
    // The line leads from the middle of the left side halfway to the lower right corner, 206 pixels far.
    expect(places(RADIAL)).toEqual([
      "stop -6,123 from 0,100",
      "stop 94,148 from 100,125",
      "stop 194,173 from 200,150",
      "center 0,100 from 0,100",
      "radius 173,143 from 173,143",
    ]);
  });

  test("of a small circle are outside of it", () => {
    const small = { ...RADIAL, background_gradient: { type: "radial-gradient", radius: 0.01, stops } };
    const [, , , center, radius] = places(small);
    expect([center, radius]).toEqual(["center 200,100 from 200,100", "radius 225,113 from 225,113"]);
  });

  test("of a circle without a size are beside its center", () => {
    const [, , , , radius] = places(
      { ...RADIAL, background_gradient: { type: "radial-gradient", stops } },
      { width: 0, height: 0 },
    );
    expect(radius).toBe("radius 28,0 from 28,0");
  });
});

describe("the handles of a shadow", () => {
  test("begin a quarter from the left and below the middle, and the one of the blur is outside of it", () => {
    expect(places(SHADED)).toEqual(["offset 104,158 from 100,150", "blur 136,158 from 104,158"]);
    expect(places(SHADED, WIDE, 2)).toEqual(["offset 104,158 from 100,150", "blur 125,158 from 104,158"]);
  });
});

test("a gradient is rotated in whole degrees, and in steps of 15 with Shift", () => {
  const rotate = (shift: boolean) =>
    dragPaint(linear(90), WIDE, { kind: "angle" }, { from: { x: 200, y: 0 }, to: { x: 271, y: 30 }, shift });
  expect(rotate(false)).toMatchObject({ background_gradient: { angle: 135 } });
  const further = { from: { x: 200, y: 0 }, to: { x: 203, y: 0 }, shift: false };
  expect(dragPaint(linear(90), WIDE, { kind: "angle" }, further)).toMatchObject({ background_gradient: { angle: 92 } });
  expect(dragPaint(linear(90), WIDE, { kind: "angle" }, { ...further, shift: true })).toMatchObject({
    background_gradient: { angle: 90 },
  });
  expect(rotate(true)).toMatchObject({ background_gradient: { angle: 135 } });
});

describe("a handle", () => {
  const move = { from: { x: 0, y: 0 }, to: { x: 40, y: 20 }, shift: false };
  const up = { x: 0, y: -1 };

  test("that the layer does not have changes nothing", () => {
    for (const kind of ["center", "radius"] as const) {
      expect(dragPaint(linear(90), WIDE, { kind }, move)).toEqual({});
      expect(stepPaint(linear(90), { kind }, up, false)).toEqual({});
    }
    expect(dragPaint(RADIAL, WIDE, { kind: "angle" }, move)).toEqual({});
    expect(stepPaint(RADIAL, { kind: "angle" }, up, false)).toEqual({});
    expect(stepPaint(RADIAL, { kind: "stop", index: 9 }, up, false)).toEqual({});
    for (const kind of ["angle", "center", "radius"] as const) {
      expect(dragPaint(SHADED, WIDE, { kind }, move)).toEqual({});
      expect(stepPaint(SHADED, { kind }, up, false)).toEqual({});
    }
    for (const kind of ["offset", "blur"] as const) {
      expect(dragPaint(RADIAL, WIDE, { kind }, move)).toEqual({});
      expect(stepPaint(RADIAL, { kind }, up, false)).toEqual({});
    }
  });

  test.each([
    ["center", false, { center_x: 0, center_y: 0.49 }],
    ["center", true, { center_x: 0, center_y: 0.4 }],
    ["radius", false, { radius: 0.51 }],
    ["radius", true, { radius: 0.6 }],
  ] as const)("of the %s of a circle moves by a step of the key up, with Shift %s", (kind, isLarge, expected) => {
    expect(stepPaint(RADIAL, { kind }, up, isLarge)).toMatchObject({ background_gradient: expected });
  });

  test.each([
    [90, false, 91],
    [359, false, 0],
    [90, true, 105],
    [92, true, 105],
  ])("of an angle of %d degrees turns by a step of the key up, with Shift %s", (angle, isLarge, expected) => {
    expect(stepPaint(linear(angle), { kind: "angle" }, up, isLarge)).toMatchObject({
      background_gradient: { angle: expected },
    });
  });

  test("says its value, which is the default if the layer has none", () => {
    const radial = { id: "a", type: "text", text_gradient: { type: "radial-gradient", stops } };
    expect(paintValue(radial, { kind: "center" })).toEqual({ x: 0.5, y: 0.5 });
    expect(paintValue(radial, { kind: "radius" })).toBe(1);
    expect(paintValue(radial, { kind: "stop", index: 1 })).toBe(0.5);
    expect(paintValue(radial, { kind: "stop", index: 9 })).toBe(0);
    const down = { id: "a", type: "text", text_gradient: { type: "linear-gradient", stops } };
    expect([paintValue(down, { kind: "angle" }), paintValue(linear(-90), { kind: "angle" })]).toEqual([180, 270]);
    expect(paintValue(SHADED, { kind: "offset" })).toEqual({ x: 4, y: 8 });
    expect(paintValue(SHADED, { kind: "blur" })).toBe(10);
    expect(paintValue(radial, { kind: "offset" })).toEqual({ x: 0, y: 0 });
    expect(paintValue(radial, { kind: "blur" })).toBe(0);
  });

  test("of a blur or an offset stays within the limits of the service", () => {
    const far = { from: { x: 0, y: 0 }, to: { x: 9_000, y: -9_000 }, shift: false };
    expect(dragPaint(SHADED, WIDE, { kind: "offset" }, far)).toEqual({ shadow_x: 1000, shadow_y: -1000 });
    expect(dragPaint(SHADED, WIDE, { kind: "blur" }, far)).toEqual({ shadow_blur: 200 });
    expect(stepPaint(SHADED, { kind: "blur" }, { x: -1, y: 0 }, true)).toEqual({ shadow_blur: 0 });
  });
});
