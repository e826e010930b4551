/** The handles of gradients and shadows: where they are, and what dragging one changes. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { gradientSchema } from "../../../engine/src/document/attributes/gradient.js";
import { shadowsSchema } from "../../../engine/src/document/attributes/shadow.js";
import type { EditedLayer } from "../../src/editor/document/edited-document.js";
import type { Box, Point } from "../../src/editor/geometry/box.js";
import { dragPaint, LIMITS, paintValue, stepPaint } from "../../src/editor/paint/change-paint.js";
import { gradientOf, groundLayer, setPaint, shadowOf } from "../../src/editor/paint/layer-paint.js";
import {
  fromBox,
  gradientLine,
  intoBox,
  type PaintGrip,
  type PaintHandle,
  paintHandles,
} from "../../src/editor/paint/paint-places.js";

const WHITE = "#ffffff";
const stopsAt = (...positions: readonly number[]) => positions.map((position) => ({ color: WHITE, position }));

const LINEAR: EditedLayer = {
  id: "card",
  type: "rectangle",
  background_gradient: { type: "linear-gradient", angle: 90, stops: stopsAt(0, 0.5, 1) },
};
const RADIAL: EditedLayer = {
  id: "card",
  type: "rectangle",
  background_gradient: { type: "radial-gradient", stops: stopsAt(0, 1) },
};
const SHADED: EditedLayer = { id: "card", type: "rectangle", shadow_color: "#000000", shadow_x: 4, shadow_y: 8 };
const LISTED: EditedLayer = {
  id: "card",
  type: "rectangle",
  shadows: [{ color: WHITE, x: 1, blur: 6 }, { color: "#123456" }],
};
const SIZE = { width: 400, height: 200 };

const drag = (layer: EditedLayer, grip: PaintGrip, from: Point, to: Point, shift = false) =>
  dragPaint(layer, SIZE, grip, { from, to, shift });
const placeOf = (layer: EditedLayer, kind: string, size = SIZE): Point => {
  const found = paintHandles(layer, size, 1).find(({ grip }) => grip.kind === kind);
  if (found === undefined) throw new Error(`There is no handle for ${kind}.`);
  return found.at;
};

describe("the line of a gradient", () => {
  // The figures are those of CSS Images 3, section 3.1: the corners have the colors of the ends.
  test.each([
    [90, { x: 0, y: 100 }, { x: 400, y: 100 }],
    [180, { x: 200, y: 0 }, { x: 200, y: 200 }],
    [0, { x: 200, y: 200 }, { x: 200, y: 0 }],
    [45, { x: 50, y: 250 }, { x: 350, y: -50 }],
  ])("of %i degrees goes through the middle as far as CSS says", (angle, start, end) => {
    const line = gradientLine({ type: "linear-gradient", angle, stops: [] }, SIZE);
    expect(line.start.x).toBeCloseTo(start.x, 6);
    expect(line.start.y).toBeCloseTo(start.y, 6);
    expect(line.end.x).toBeCloseTo(end.x, 6);
    expect(line.end.y).toBeCloseTo(end.y, 6);
  });

  test("the line of a circle leads to the farthest corner at radius 1, and half as far at radius 0.5", () => {
    const circle = { type: "radial-gradient", center_x: 0.75, center_y: 0.25, stops: [] } as const;
    expect(gradientLine(circle, SIZE)).toEqual({ start: { x: 300, y: 50 }, end: { x: 0, y: 200 } });
    expect(gradientLine({ ...circle, radius: 0.5 }, SIZE).end).toEqual({ x: 150, y: 125 });
  });
});

describe("the handles", () => {
  const kindsOf = (layer: EditedLayer): readonly string[] => paintHandles(layer, SIZE, 1).map(({ grip }) => grip.kind);

  test("a layer has the handles of its gradient and its shadow", () => {
    expect(kindsOf(LINEAR)).toEqual(["stop", "stop", "stop", "angle"]);
    expect(kindsOf(RADIAL)).toEqual(["stop", "stop", "center", "radius"]);
    expect(kindsOf({ ...LINEAR, ...SHADED })).toEqual(["stop", "stop", "stop", "angle", "offset", "blur"]);
    expect(kindsOf({ id: "plain", type: "text" })).toEqual([]);
  });

  test("values that are bound to data or not valid, and a shadow that nobody sees, have no handles", () => {
    expect(kindsOf({ ...SHADED, shadow_x: "{{ left }}" })).toEqual([]);
    expect(kindsOf({ ...SHADED, shadow_color: "transparent" })).toEqual([]);
    expect(kindsOf({ ...SHADED, shadow_color: undefined })).toEqual([]);
    expect(kindsOf({ ...LINEAR, background_gradient: { type: "linear-gradient", stops: stopsAt(0) } })).toEqual([]);
    expect(kindsOf({ ...LINEAR, background_gradient: { type: "linear-gradient", stops: "none" } })).toEqual([]);
    expect(kindsOf({ ...LINEAR, background_gradient: { type: "conic", stops: stopsAt(0, 1) } })).toEqual([]);
  });

  test("a text with two gradients has the handles of the gradient of its letters", () => {
    const letters = { type: "radial-gradient", stops: stopsAt(0, 1) } as const;
    expect(gradientOf({ ...LINEAR, text_gradient: letters })?.attribute).toBe("text_gradient");
  });

  test("handles of a gradient are at least 20 CSS pixels from those that resize, at each angle, shape and zoom", () => {
    const shares = [0, 0.5, 1];
    const resizing = shares
      .flatMap((x) => shares.map((y) => [x, y] as const))
      .filter(([x, y]) => x !== 0.5 || y !== 0.5);
    const sides = fc.integer({ min: 96, max: 1200 });
    const scales = fc.double({ min: 0.3, max: 8, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), sides, sides, scales, (angle, across, down, scale) => {
        const size = { width: across / scale, height: down / scale };
        const gradient = { type: "linear-gradient", angle, stops: stopsAt(0, 1) };
        const handles = paintHandles({ ...LINEAR, background_gradient: gradient }, size, scale);
        expect(handles.length).toBe(3);
        const distances = handles.flatMap(({ at }) =>
          resizing.map(([x, y]) => Math.hypot(at.x - x * size.width, at.y - y * size.height) * scale),
        );
        expect(Math.min(...distances)).toBeGreaterThanOrEqual(20);
      }),
      { seed: 2741, numRuns: 2000 },
    );
  });
});

describe("a drag", () => {
  test("dragging the angle rotates the line with the pointer, in whole degrees, and with Shift in steps of 15", () => {
    const from = placeOf(LINEAR, "angle");
    // From the right of the middle to below it.
    const down = drag(LINEAR, { kind: "angle" }, from, { x: 200, y: 190 });
    expect(down).toMatchObject({ background_gradient: { angle: 180 } });
    const near = { x: 300, y: 100 + 100 * Math.tan((20 * Math.PI) / 180) };
    expect(drag(LINEAR, { kind: "angle" }, from, near)).toMatchObject({ background_gradient: { angle: 110 } });
    expect(drag(LINEAR, { kind: "angle" }, from, near, true)).toMatchObject({ background_gradient: { angle: 105 } });
  });

  test("dragging a color moves it along the line, and not past its neighbors", () => {
    const grip = { kind: "stop", index: 1 } as const;
    const moved = drag(LINEAR, grip, { x: 200, y: 120 }, { x: 280, y: 10 });
    expect(moved).toMatchObject({ background_gradient: { stops: stopsAt(0, 0.7, 1) } });
    const far = drag(LINEAR, { kind: "stop", index: 0 }, { x: 0, y: 0 }, { x: 390, y: 0 });
    expect(far).toMatchObject({ background_gradient: { stops: stopsAt(0.5, 0.5, 1) } });
  });

  test("a center moves in shares of the box, and a radius in shares of the distance to the farthest corner", () => {
    const center = drag(RADIAL, { kind: "center" }, { x: 200, y: 100 }, { x: 300, y: 50 });
    expect(center).toMatchObject({ background_gradient: { center_x: 0.75, center_y: 0.25 } });
    // The line goes from the middle to the corner at the bottom right. A movement across it changes nothing.
    const half = drag(RADIAL, { kind: "radius" }, { x: 400, y: 200 }, { x: 300, y: 150 });
    expect(half).toMatchObject({ background_gradient: { radius: 0.5 } });
    const across = drag(RADIAL, { kind: "radius" }, { x: 300, y: 150 }, { x: 290, y: 170 });
    expect(across).toMatchObject({ background_gradient: { radius: 1 } });
  });

  test("dragging a shadow moves it by whole pixels, and with Shift along one axis", () => {
    expect(drag(SHADED, { kind: "offset" }, { x: 0, y: 0 }, { x: 6.4, y: -3 })).toEqual({ shadow_x: 10, shadow_y: 5 });
    expect(drag(SHADED, { kind: "offset" }, { x: 0, y: 0 }, { x: 6, y: -30 }, true)).toEqual({
      shadow_x: 4,
      shadow_y: -22,
    });
    expect(drag(SHADED, { kind: "blur" }, { x: 0, y: 0 }, { x: 12, y: 99 })).toEqual({ shadow_blur: 12 });
  });

  test("dragging a shadow of a list changes the one on top, and keeps the others", () => {
    expect(shadowOf(LISTED)).toEqual({ isInList: true, x: 1, y: 0, blur: 6 });
    expect(drag(LISTED, { kind: "offset" }, { x: 0, y: 0 }, { x: 3, y: 4 })).toEqual({
      shadows: [{ color: WHITE, x: 4, y: 4, blur: 6 }, { color: "#123456" }],
    });
    expect(drag(LISTED, { kind: "blur" }, { x: 0, y: 0 }, { x: -60, y: 0 })).toMatchObject({
      shadows: [{ blur: 0 }, {}],
    });
  });

  test("dragging a handle that the layer does not have changes nothing", () => {
    for (const kind of ["angle", "center", "radius", "offset", "blur"] as const) {
      expect(drag({ id: "plain", type: "text" }, { kind }, { x: 0, y: 0 }, { x: 9, y: 9 })).toEqual({});
    }
    expect(drag(RADIAL, { kind: "angle" }, { x: 0, y: 0 }, { x: 9, y: 9 })).toEqual({});
    expect(drag(LINEAR, { kind: "center" }, { x: 0, y: 0 }, { x: 9, y: 9 })).toEqual({});
    expect(drag(LINEAR, { kind: "stop", index: 7 }, { x: 0, y: 0 }, { x: 9, y: 9 })).toEqual({});
  });
});

describe("arrow keys", () => {
  const RIGHT = { x: 1, y: 0 };
  const UP = { x: 0, y: -1 };

  test("arrow keys change each value by one step, and with Shift by a larger one", () => {
    expect(stepPaint(LINEAR, { kind: "angle" }, UP, false)).toMatchObject({ background_gradient: { angle: 91 } });
    expect(stepPaint(LINEAR, { kind: "angle" }, RIGHT, true)).toMatchObject({ background_gradient: { angle: 105 } });
    expect(stepPaint(LINEAR, { kind: "stop", index: 1 }, RIGHT, true)).toMatchObject({
      background_gradient: { stops: stopsAt(0, 0.6, 1) },
    });
    expect(stepPaint(RADIAL, { kind: "center" }, UP, false)).toMatchObject({ background_gradient: { center_y: 0.49 } });
    expect(stepPaint(RADIAL, { kind: "radius" }, { x: -1, y: 0 }, false)).toMatchObject({
      background_gradient: { radius: 0.99 },
    });
    expect(stepPaint(SHADED, { kind: "offset" }, UP, true)).toEqual({ shadow_x: 4, shadow_y: -2 });
    expect(stepPaint(SHADED, { kind: "blur" }, RIGHT, false)).toEqual({ shadow_blur: 1 });
  });

  test("arrow keys rotate an angle past the top without a limit", () => {
    const up = { ...LINEAR, background_gradient: { type: "linear-gradient", angle: 0, stops: stopsAt(0, 1) } };
    const stepped = stepPaint(up, { kind: "angle" }, { x: -1, y: 0 }, false);
    expect(stepped).toMatchObject({ background_gradient: { angle: 359 } });
    expect(paintValue({ ...up, ...stepped }, { kind: "angle" })).toBe(359);
  });
});

const place = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
const layers = fc.constantFrom(LINEAR, RADIAL, SHADED, LISTED, { ...LINEAR, ...SHADED }, { ...RADIAL, ...LISTED });
const steps = fc.array(fc.record({ pick: fc.nat(5), from: place, to: place, shift: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

describe("any sequence of drags", () => {
  test("keeps the gradient and the shadows valid for the service, and each value within its limits", () => {
    fc.assert(
      fc.property(layers, steps, (layer, list) => {
        let current: EditedLayer = layer;
        for (const { pick, from, to, shift } of list) {
          const handles: readonly PaintHandle[] = paintHandles(current, SIZE, 1);
          const grip = handles[pick % handles.length]?.grip ?? { kind: "angle" };
          current = { ...current, ...drag(current, grip, from, to, shift) };
          const value = paintValue(current, grip);
          for (const one of typeof value === "number" ? [value] : [value.x, value.y]) {
            expect(one).toBeGreaterThanOrEqual(LIMITS[grip.kind][0]);
            expect(one).toBeLessThanOrEqual(LIMITS[grip.kind][1]);
          }
        }
        const { background_gradient, shadows } = current as Readonly<Record<string, unknown>>;
        if (background_gradient !== undefined)
          expect(gradientSchema.safeParse(background_gradient).error).toBeUndefined();
        if (shadows !== undefined) expect(shadowsSchema.safeParse(shadows).error).toBeUndefined();
      }),
      { seed: 2742, numRuns: 300 },
    );
  });

  test("never changes the layer that it gets", () => {
    fc.assert(
      fc.property(layers, steps, (layer, list) => {
        const before = JSON.stringify(layer);
        for (const { pick, from, to, shift } of list) {
          const handles = paintHandles(layer, SIZE, 1);
          drag(layer, handles[pick % handles.length]?.grip ?? { kind: "angle" }, from, to, shift);
        }
        expect(JSON.stringify(layer)).toBe(before);
      }),
      { seed: 2743, numRuns: 100 },
    );
  });
});

test("a place in a rotated box is converted to a place on the canvas and back", () => {
  const box: Box = { x: 100, y: 50, width: 400, height: 200, rotation: 90 };
  // Rotated clockwise around 300, 150, the top left corner is at the top right.
  expect(fromBox(box, { x: 0, y: 0 })).toEqual({ x: 400, y: -50 });
  fc.assert(
    fc.property(place, fc.integer({ min: -180, max: 180 }), (point, rotation) => {
      const found = intoBox({ ...box, rotation }, fromBox({ ...box, rotation }, point));
      expect(found.x).toBeCloseTo(point.x, 6);
      expect(found.y).toBeCloseTo(point.y, 6);
    }),
    { seed: 2744, numRuns: 100 },
  );
});

describe("the background of a document", () => {
  const gradient = { type: "linear-gradient", angle: 90, stops: stopsAt(0, 1) };
  const other = { id: "card", type: "rectangle", background_gradient: { ...gradient, angle: 45 } };
  const document = { width: 400, height: 200, background: gradient, layers: [other] } as const;

  test("its gradient has the handles of a layer, and changing one changes the background alone", () => {
    const ground = groundLayer(document);
    if (ground === undefined) throw new Error("The background has no handles.");
    expect(paintHandles(ground, SIZE, 1).map(({ grip }) => grip.kind)).toEqual(["stop", "stop", "angle"]);
    const changed = setPaint(document, ground, drag(ground, { kind: "angle" }, { x: 400, y: 100 }, { x: 200, y: 200 }));
    expect(changed).toEqual({ ...document, background: { ...gradient, angle: 180 } });
  });

  test("a change without an effect returns the same document", () => {
    const ground = groundLayer(document);
    expect(ground && setPaint(document, ground, {})).toBe(document);
  });

  test("a color, an image and a gradient from an expression have no handles", () => {
    const image = { id: "ground", type: "image", image_url: "https://example.com/a.png" };
    const bound = { ...gradient, angle: "{{ turn }}" };
    expect([undefined, "#ffffff", image, bound].map((background) => groundLayer({ ...document, background }))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  test("a change of a layer leaves the background as it is", () => {
    const changed = setPaint(document, other, { background_gradient: gradient });
    expect(changed).toEqual({ ...document, layers: [{ ...other, background_gradient: gradient }] });
  });
});
