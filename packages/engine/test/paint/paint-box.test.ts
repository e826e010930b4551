import { describe, expect, test } from "@jest/globals";
import { ELLIPSE, RECTANGLE } from "../../src/paint/outline.js";
import { type BoxStyle, paintBox, paintShape } from "../../src/paint/paint-box.js";
import { polygonOutline } from "../../src/paint/polygon-outline.js";

const VIEW = { x: 0, y: 0, width: 100, height: 100 };
const BOX: BoxStyle = { x: 20, y: 30, width: 40, height: 20, rotation: 0, background_color: "transparent" };
const PLACE = { x: 20, y: 30, width: 40, height: 20 };
const NOTHING = { x: 0, y: 0, width: 0, height: 0 };
/** The box, and the box 5 pixels further inside. */
const [OUTER, INNER] = ["M20 30H60V50H20Z", "M25 35H55V45H25Z"];

describe("the fill of a box", () => {
  test("a box without a color, a border and a shadow draws nothing", () => {
    expect(paintBox(BOX, RECTANGLE, VIEW)).toEqual({ beneath: "", above: "", bounds: NOTHING });
  });

  test("a color fills the whole box", () => {
    const { beneath, above, bounds } = paintBox({ ...BOX, background_color: "#f00" }, RECTANGLE, VIEW);
    expect([beneath, above]).toEqual([`<path d="${OUTER}" fill="#ff0000"/>`, ""]);
    expect(bounds).toEqual(PLACE);
  });

  test("a gradient lies over the color", () => {
    const stops = [
      { color: "#000", position: 0 },
      { color: "#fff", position: 1 },
    ];
    const background_gradient = { type: "linear-gradient", angle: 90, stops } as const;
    const { beneath } = paintBox({ ...BOX, background_color: "#f00", background_gradient }, RECTANGLE, VIEW);
    const [color, gradient] = beneath.split("<defs>");
    expect(color).toBe(`<path d="${OUTER}" fill="#ff0000"/>`);
    expect(gradient).toContain('x1="20" y1="40" x2="60" y2="40"');
    expect(paintBox({ ...BOX, background_gradient }, RECTANGLE, VIEW).beneath).toBe(`<defs>${gradient}`);
  });

  test.each([
    ["touches the view from outside", { x: 100 }, false],
    ["has one pixel in the view", { x: 99 }, true],
  ])("a box that %s is drawn: %s", (_, place, isDrawn) => {
    const style = { ...BOX, ...place, background_color: "#f00", border_width: 5, border_color: "#00f" };
    const { beneath, above, bounds } = paintBox(style, RECTANGLE, VIEW);
    expect([beneath !== "", above !== "", bounds.width > 0]).toEqual([isDrawn, isDrawn, isDrawn]);
  });

  test("a polygon in a wide box is drawn only if the polygon itself is in the view", () => {
    const polygon = polygonOutline({ sides: 4, corner_radius: 0 });
    // The polygon is 20 wide, in the middle of the box.
    const style = { ...BOX, x: 10, width: 200, background_color: "#f00" };
    expect(paintBox(style, polygon, VIEW).beneath).toBe("");
    expect(paintBox({ ...style, x: -1 }, polygon, VIEW).bounds).toMatchObject({ width: 20, height: 20 });
  });
});

describe("the border of a box", () => {
  const bordered: BoxStyle = { ...BOX, background_color: "#f00", border_width: 5, border_color: "#00f" };
  const ring = `<path d="${OUTER}${INNER}" fill-rule="evenodd" fill="#0000ff"/>`;

  test("the fill ends in the middle of an opaque border, so that it does not show at the outer edge", () => {
    const { beneath, above } = paintBox(bordered, RECTANGLE, VIEW);
    expect([beneath, above]).toEqual(['<path d="M22.5 32.5H57.5V47.5H22.5Z" fill="#ff0000"/>', ring]);
  });

  test("the fill shows through a translucent border", () => {
    const { beneath, above } = paintBox({ ...bordered, border_color: "rgba(0, 0, 255, 0.5)" }, RECTANGLE, VIEW);
    expect(beneath).toBe(`<path d="${OUTER}" fill="#ff0000"/>`);
    expect(above).toBe(`<path d="${OUTER}${INNER}" fill-rule="evenodd" fill="#0000ff" fill-opacity="0.5"/>`);
  });

  test("the fill shows through the gaps of a dashed border", () => {
    const { beneath, above } = paintBox({ ...bordered, border_style: "dashed" }, RECTANGLE, VIEW);
    expect(beneath).toBe(`<path d="${OUTER}" fill="#ff0000"/>`);
    expect(above).toContain('Z" fill="#0000ff"/>');
    expect(above).not.toContain("evenodd");
  });

  test("a dashed border without room for dashes is solid", () => {
    const { above } = paintBox({ ...bordered, border_width: 6, border_style: "dashed" }, RECTANGLE, VIEW);
    expect(above).toContain("evenodd");
  });

  test.each([
    ["without a width", { border_width: 0 }],
    ["without a color", { border_color: "transparent" }],
    ["whose width is not set", { border_width: undefined }],
  ])("a border %s is not drawn", (_, border) => {
    const { border_width, ...others } = { ...bordered, ...border };
    const style = border_width === undefined ? others : { ...others, border_width };
    const { beneath, above } = paintBox(style, RECTANGLE, VIEW);
    expect([beneath, above]).toEqual([`<path d="${OUTER}" fill="#ff0000"/>`, ""]);
  });

  test("a border can be thinner than a pixel", () => {
    const { above } = paintBox({ ...bordered, border_width: 0.5 }, RECTANGLE, VIEW);
    expect(above).toBe(`<path d="${OUTER}M20.5 30.5H59.5V49.5H20.5Z" fill-rule="evenodd" fill="#0000ff"/>`);
  });

  test("a border alone has the bounds of its box", () => {
    const { beneath, above, bounds } = paintBox({ ...bordered, background_color: "transparent" }, RECTANGLE, VIEW);
    expect([beneath, above]).toEqual(["", ring]);
    expect(bounds).toEqual(PLACE);
  });

  test.each([
    ["low", {}, "M30 40H50V40H30Z"],
    ["narrow", { width: 10, height: 60 }, "M25 35H25V85H25Z"],
  ])("a border that is thicker than a %s box fills it", (_, size, inner) => {
    const { above } = paintBox({ ...bordered, ...size, border_width: 50 }, RECTANGLE, VIEW);
    expect(above).toContain(`${inner}"`);
  });
});

describe("the shadow of a box", () => {
  const shaded: BoxStyle = { ...BOX, background_color: "#f00", shadow_color: "#000", shadow_x: 3, shadow_y: -2 };
  const shadow = '<path d="M23 28H63V48H23Z" fill="#000000"/>';

  test("a sharp shadow is the shape of the box at its offset, beneath the fill", () => {
    const { beneath, bounds } = paintBox(shaded, RECTANGLE, VIEW);
    expect(beneath).toBe(`${shadow}<path d="${OUTER}" fill="#ff0000"/>`);
    // One pixel around the shadow is for its smooth edge.
    expect(bounds).toEqual({ x: 20, y: 27, width: 44, height: 23 });
  });

  test("a shadow does not show through a translucent box", () => {
    const { beneath } = paintBox({ ...shaded, background_color: "rgba(255, 0, 0, 0.5)" }, RECTANGLE, VIEW);
    const [, id, clip] = /^<defs><clipPath id="(\w+)"><path clip-rule="evenodd" d="([^"]*)"/.exec(beneath) ?? [];
    // Everything around the box: the box and its shadow with its smooth edge, without the box.
    expect(clip).toBe(`M20 27H64V50H20Z${OUTER}`);
    expect(beneath).toContain(`<g clip-path="url(#${id})">${shadow}</g>`);
  });

  test.each([
    ["an opaque gradient", ["#000", "#fff"], false],
    ["a gradient with a translucent color", ["#000", "rgba(0, 0, 0, 0.5)"], true],
  ])("a shadow beneath %s is cut out: %s", (_, [first = "", last = ""], isCut) => {
    const stops = [
      { color: first, position: 0 },
      { color: last, position: 1 },
    ];
    const background_gradient = { type: "linear-gradient", angle: 90, stops } as const;
    const { beneath } = paintBox({ ...shaded, background_color: "transparent", background_gradient }, RECTANGLE, VIEW);
    expect(beneath.includes("clip-path")).toBe(isCut);
  });

  test("the blur of a shadow is half of its radius as a deviation, and reaches three deviations", () => {
    const { beneath, bounds } = paintBox({ ...shaded, shadow_blur: 4 }, RECTANGLE, VIEW);
    expect(beneath).toContain('<feGaussianBlur stdDeviation="2"/>');
    // 3 · 2, and one pixel for the smooth edge.
    expect(bounds).toEqual({ x: 16, y: 21, width: 54, height: 34 });
    expect(beneath).toContain('filterUnits="userSpaceOnUse" x="16" y="21" width="54" height="34"');
    const [, id] = /<filter id="(\w+)"/.exec(beneath) ?? [];
    expect(beneath).toContain(`</filter></defs><g filter="url(#${id})">${shadow}</g>`);
  });

  test("a blur of less than a pixel softens a shadow, too", () => {
    const { beneath, bounds } = paintBox({ ...shaded, shadow_blur: 0.8 }, RECTANGLE, VIEW);
    expect(beneath).toContain('<feGaussianBlur stdDeviation="0.4"/>');
    // From the box at 20 to the end of the shadow: 63, three deviations, and one pixel for the smooth edge.
    expect(bounds.width).toBeCloseTo(63 + 1.2 + 1 - 20);
  });

  test("the filter of a large shadow is limited to the view", () => {
    const large = { ...shaded, x: -5000, y: -5000, width: 10_000, height: 10_000, shadow_blur: 4 };
    const { width, height } = paintBox({ ...large, background_color: "transparent" }, RECTANGLE, VIEW).bounds;
    expect(Math.max(width, height)).toBeLessThan(150);
    expect(Math.min(width, height)).toBeGreaterThan(100);
  });

  test.each([
    ["touches the view with its smooth edge", 103.5, true],
    ["is outside of the view", 105, false],
  ])("a shadow that %s is drawn: %s", (_, x, isDrawn) => {
    const { beneath, bounds } = paintBox({ ...shaded, x, shadow_x: -3 }, RECTANGLE, VIEW);
    expect([beneath !== "", bounds.width > 0]).toEqual([isDrawn, isDrawn]);
  });

  test("a shadow without an offset is right beneath its box", () => {
    const { background_color } = shaded;
    const { beneath } = paintBox({ ...BOX, background_color, shadow_color: "#000" }, RECTANGLE, VIEW);
    expect(beneath).toBe(`<path d="${OUTER}" fill="#000000"/><path d="${OUTER}" fill="#ff0000"/>`);
  });

  test("the shadow of a polygon is bounded by the polygon, not by its box", () => {
    const polygon = polygonOutline({ sides: 4, corner_radius: 0 });
    const { bounds } = paintBox({ ...shaded, shadow_x: 0, shadow_y: 0 }, polygon, VIEW);
    expect(bounds).toEqual({ x: 29, y: 29, width: 22, height: 22 });
  });
});

test("a rotated shape turns with its border, and keeps its opacity", () => {
  const style = { ...BOX, background_color: "#f00", border_width: 5, border_color: "#00f" };
  const { svg, bounds, opacity } = paintShape({ ...style, rotation: 90, opacity: 0.5 }, ELLIPSE, VIEW);
  expect(svg).toMatch(
    /^<g transform="rotate\(90 40 40\)"><path [^>]* fill="#ff0000"\/><path [^>]* fill="#0000ff"\/><\/g>$/,
  );
  expect([bounds.x, bounds.y, bounds.width, bounds.height].map(Math.round)).toEqual([30, 20, 20, 40]);
  expect(opacity).toBe(0.5);
});
