import { describe, expect, test } from "@jest/globals";
import { EMPTY_FRAGMENT } from "../../src/paint/fragment.js";
import { PLAIN_IMAGE } from "../../src/images/plain-image.js";
import type { ImageSpec } from "../../src/paint/image-spec.js";
import {
  innerBox,
  isClippedToShape,
  paintAroundImage,
  paintImage,
  paintImageMask,
} from "../../src/paint/paint-image.js";

const VIEW = { x: 0, y: 0, width: 100, height: 100 };
const PLACE = { x: 20, y: 30, width: 40, height: 20 };
const LAYER: ImageSpec = { ...PLAIN_IMAGE, ...PLACE, id: "photo", image_url: "" };
const IMAGE = { href: 'data:image/png;base64,"&', place: PLACE, isPixelExact: true };
const ELEMENT =
  '<image x="20" y="30" width="40" height="20" preserveAspectRatio="none" image-rendering="optimizeSpeed" ' +
  'href="data:image/png;base64,&quot;&amp;"/>';

describe("paintImage", () => {
  test("an image with one pixel for each pixel of the picture is drawn without smoothing", () => {
    expect(paintImage(LAYER, IMAGE, VIEW)).toEqual({ svg: ELEMENT, bounds: PLACE, opacity: 1 });
  });

  test("a resampled image is drawn in an isolated group, with its place to a billionth of a pixel", () => {
    const place = { x: 20 + 1 / 3, y: 30.1234567891, width: 40, height: 1e-7 };
    const { svg } = paintImage(LAYER, { ...IMAGE, place, isPixelExact: false }, VIEW);
    expect(svg).toBe(
      '<g style="isolation:isolate"><image x="20.333333333" y="30.123456789" width="40" height="1e-7" ' +
        'preserveAspectRatio="none" href="data:image/png;base64,&quot;&amp;"/></g>',
    );
  });

  test("an image is between the fill and the border of its layer", () => {
    const style = { background_color: "#f00", border_width: 5, border_color: "#00f" };
    const { svg } = paintImage({ ...LAYER, ...style }, IMAGE, VIEW);
    const [beneath, above] = svg.split(ELEMENT);
    expect(beneath).toMatch(/^<path [^>]* fill="#ff0000"\/>$/);
    expect(above).toMatch(/^<path [^>]* fill="#0000ff"\/>$/);
  });

  test("the bounds contain an image that is larger than its box", () => {
    const place = { x: 10, y: 40, width: 60, height: 20 };
    expect(paintImage(LAYER, { ...IMAGE, place }, VIEW).bounds).toEqual({ x: 10, y: 30, width: 60, height: 30 });
  });

  test("an image outside of the view is not drawn, although its layer is", () => {
    const layer = { ...LAYER, background_color: "#f00" };
    const { svg, bounds } = paintImage(layer, { ...IMAGE, place: { ...PLACE, x: 100 } }, VIEW);
    expect(svg).toBe('<path d="M20 30H60V50H20Z" fill="#ff0000"/>');
    expect(bounds).toEqual(PLACE);
    expect(paintImage(LAYER, { ...IMAGE, place: { ...PLACE, x: 100 } }, VIEW)).toEqual(EMPTY_FRAGMENT);
  });

  test("a layer without an image has its fallback color in place of its background color", () => {
    const layer = { ...LAYER, background_color: "#f00", fallback_color: "#0f0" };
    expect(paintImage(layer, undefined, VIEW).svg).toBe('<path d="M20 30H60V50H20Z" fill="#00ff00"/>');
    expect(paintImage({ ...layer, fallback_color: "transparent" }, undefined, VIEW)).toEqual(EMPTY_FRAGMENT);
  });

  test("a layer without an image and without a fallback color is light gray", () => {
    const { svg } = paintImage(LAYER, undefined, VIEW);
    const [, ...channels] = /fill="#(..)(..)(..)"\/>$/.exec(svg) ?? [];
    const levels = channels.map((channel) => Number.parseInt(channel, 16));
    expect(Math.min(...levels)).toBeGreaterThan(200);
    expect(Math.max(...levels)).toBeLessThan(250);
  });

  test("an image is clipped to the round corners inside the border", () => {
    const layer = { ...LAYER, border_radius: 8, border_width: 3, border_color: "#00f" };
    const { svg } = paintImage(layer, IMAGE, VIEW);
    const [, id, path] = /^<defs><clipPath id="(\w+)"><path d="([^"]*)"\/><\/clipPath><\/defs>/.exec(svg) ?? [];
    // The box inside the border is 34 × 14, and the radius there is 5.
    expect(path).toMatch(/^M28 33H52C/);
    expect(svg).toContain(`<g clip-path="url(#${id})">${ELEMENT}</g>`);
    const smooth = paintImage(layer, { ...IMAGE, isPixelExact: false }, VIEW).svg;
    expect(smooth).toContain(`<g style="isolation:isolate" clip-path="url(#${id})"><image`);
  });
});

describe("the box of an image", () => {
  test("a border moves the sides of the image inwards", () => {
    expect(innerBox({ ...LAYER, border_width: 3 })).toEqual({ x: 23, y: 33, width: 34, height: 14 });
  });

  test.each([
    ["sharp corners", {}, false],
    ["round corners", { border_radius: 8 }, true],
    ["one round corner", { border_bottom_left_radius: 0.5 }, true],
    ["a border that is as thick as its round corners", { border_radius: 8, border_width: 8 }, false],
    ["a border that is thinner than its round corners", { border_radius: 8, border_width: 7.5 }, true],
  ])("an image with %s must be clipped: %o, %s", (_, style, isClipped) => {
    expect(isClippedToShape({ ...LAYER, ...style })).toBe(isClipped);
  });

  test("the mask of an image is white inside the border", () => {
    const { svg, bounds } = paintImageMask({ ...LAYER, border_width: 3 });
    expect(svg).toBe('<path d="M23 33H57V47H23Z" fill="#fff"/>');
    expect(bounds).toEqual({ x: 23, y: 33, width: 34, height: 14 });
  });
});

describe("paintAroundImage", () => {
  test("an image without a fill and a border has nothing around it, but still needs its box", () => {
    expect(paintAroundImage(LAYER, VIEW)).toEqual({ beneath: EMPTY_FRAGMENT, above: EMPTY_FRAGMENT, bounds: PLACE });
  });

  test("a shadow and a fill are beneath the image, and a border is above it", () => {
    const style = {
      background_color: "#f00",
      border_width: 5,
      border_color: "#00f",
      shadow_color: "#000",
      shadow_x: 9,
    };
    const { beneath, above, bounds } = paintAroundImage({ ...LAYER, ...style }, VIEW);
    expect(beneath.svg).toMatch(/ fill="#000000"\/><path [^>]* fill="#ff0000"\/>$/);
    expect(above.svg).toMatch(/^<path [^>]* fill="#0000ff"\/>$/);
    // The shadow is 9 further to the right, with one pixel for its smooth edge.
    expect(beneath.bounds).toEqual({ x: 20, y: 29, width: 50, height: 22 });
    expect(above.bounds).toEqual(PLACE);
    expect(bounds).toEqual(beneath.bounds);
  });

  test("an image outside of the view needs no box", () => {
    expect(paintAroundImage({ ...LAYER, x: 100 }, VIEW).bounds).toMatchObject({ width: 0, height: 0 });
  });
});
