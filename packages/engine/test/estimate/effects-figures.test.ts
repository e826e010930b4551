import { describe, expect, test } from "@jest/globals";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import type { PlacedBox } from "../../src/estimate/cost.js";
import { effectsCost, maskImages } from "../../src/estimate/effects-cost.js";
import { alphaShadows, type EffectsLook, isFilled, reachOfShadows } from "../../src/estimate/effects-look.js";
import { boxAt, pictureWith } from "./picture-support.js";

const NONE = { color: "#000", x: 0, y: 0, blur: 0, spread: 0, inset: false };
const layer = (more: object = {}) => ({ id: "a", type: "rectangle", ...more }) as unknown as Layer & EffectsLook;
const FILLED = { background_color: "#fff" };
// The box has 20 × 20 document pixels, each with 2 × 2 pixels.
const BOX = boxAt([10, 10, 20, 20]);
const [OWN, PICTURE] = [1600, 20_000];

const nsOf = (look: object, shadows: readonly (typeof NONE)[] = [], box: PlacedBox = BOX) =>
  effectsCost(layer(look), shadows, box).cpuMs * 1e6;

describe("the cost of effects", () => {
  test("a layer without shadows and masks has no effects", () => {
    expect(nsOf({})).toBe(0);
    expect(nsOf({ mask_image_url: "" })).toBe(0);
  });

  test("a mask costs 60 ns for each visible pixel, and eight bytes", () => {
    expect(nsOf({ mask: {} })).toBeCloseTo(OWN * 60, 6);
    expect(effectsCost(layer({ mask: {} }), [], BOX).memoryBytes).toBe(OWN * 8);
  });

  test("a shadow costs 110 ns for each pixel that it reaches, and 32 bytes", () => {
    // Each side is one document pixel longer, so 22 × 22 document pixels.
    expect(nsOf({}, [NONE])).toBeCloseTo(OWN * 30 + 44 * 44 * 110, 6);
    expect(effectsCost(layer(), [NONE], BOX).memoryBytes).toBe(44 * 44 * 32);
    // A blur of 2 reaches 3 document pixels.
    expect(nsOf({}, [{ ...NONE, blur: 2 }])).toBeCloseTo(OWN * 30 + 56 * 56 * 110, 6);
  });

  test("a spread costs 40 ns for each pixel, and 10 ns for each pixel of its length", () => {
    // A spread of 3 is six pixels long.
    for (const spread of [3, -3]) {
      expect(nsOf({}, [{ ...NONE, spread }])).toBeCloseTo(OWN * 30 + 56 * 56 * (110 + 40 + 6 * 10), 6);
    }
  });

  test.each<[string, object, readonly [number, number], number]>([
    // The spread of 40 is 80 pixels long: 840 ns by rows, or 180 ns by distance.
    ["an opaque rectangle is computed by distance", FILLED, [20, 20], 180],
    ["an opaque ellipse is computed by distance", { ...FILLED, type: "ellipse" }, [20, 20], 180],
    ["an opaque shape of 16 pixels is computed by distance", FILLED, [8, 20], 180],
    ["a thinner shape is computed by rows", FILLED, [20, 7.9], 840],
    ["a shape without a fill is computed by rows", {}, [20, 20], 840],
    ["a text on a color is computed by rows", { ...FILLED, type: "text" }, [20, 20], 840],
  ])("the wide spread of %s", (_, look, [width, height], each) => {
    const picture = pictureWith({ width: 1000, height: 1000 });
    const box = boxAt([400, 400, width, height], { picture });
    const pixels = (width + 82) * 2 * (height + 82) * 2;
    expect(nsOf(look, [{ ...NONE, spread: 40 }], box)).toBeCloseTo(width * height * 4 * 30 + pixels * (110 + each), 3);
  });

  test("a short spread of an opaque shape is computed by rows, which is faster", () => {
    expect(nsOf(FILLED, [{ ...NONE, spread: 1 }])).toBeCloseTo(OWN * 30 + 48 * 48 * (110 + 40 + 2 * 10), 6);
  });

  test("each shadow costs its own pixels", () => {
    expect(nsOf({}, [NONE, { ...NONE, blur: 2 }])).toBeCloseTo(OWN * 30 + (44 * 44 + 56 * 56) * 110, 6);
  });

  test("the layers of a group can be anywhere in the picture, unless a mask cuts the group", () => {
    const children = [layer(), layer()];
    // Anywhere in the picture, the group is as large as the picture, and not a pixel of it is outside.
    const area = effectsCost(layer({ children }), [NONE], BOX);
    expect(area.cpuMs * 1e6).toBeCloseTo(PICTURE * 30 + 204 * 104 * 110, 6);
    expect(nsOf({ children, mask: {} }, [NONE])).toBeCloseTo(OWN * 60 + 44 * 44 * 110, 6);
  });

  test("shadows of content outside of the picture need the area around it", () => {
    // The distance of the shadow is 5, so the area is 110 × 60 document pixels instead of 100 × 50.
    const shadow = { ...NONE, x: 3, y: 4 };
    const beyond = (110 * 60 - 100 * 50) * 4;
    const over = boxAt([-10, 10, 20, 20]);
    const own = 20 * 40 * 30;
    // The box and its margin of one: 11 of 22 document pixels are visible, and the blur reaches one more.
    const cast = 24 * 44 * 110;
    expect(nsOf({}, [shadow], over)).toBeCloseTo(own + cast + beyond * 12, 6);
    const { memoryBytes } = effectsCost(layer(), [shadow], over);
    expect(memoryBytes).toBe(Math.max(beyond * 8, 24 * 44 * 32));
    expect(nsOf({ children: [layer(), layer()], mask: {} }, [shadow], over)).toBeCloseTo(
      own * 2 + cast + 2 * beyond * 12,
      6,
    );
  });

  test("the area around the picture has at most 32 megapixels", () => {
    const picture = pictureWith({ width: 5000, height: 5000, scale: 1 });
    const box = boxAt([-10, 10, 20, 20], { picture });
    const near = nsOf({}, [{ ...NONE, x: 100 }], box) - nsOf({}, [NONE], box);
    expect(near).toBeCloseTo((5200 ** 2 - 5000 ** 2) * 12, 0);
    const far = nsOf({}, [{ ...NONE, x: 900 }], box) - nsOf({}, [NONE], box);
    expect(far).toBeCloseTo((32_000_000 - 25_000_000) * 12, 0);
  });

  test("the image of a mask costs its pixels, and the mask", () => {
    const look = { mask_image_url: "https://example.com/a.png" };
    // The image is resized for 45 ns and drawn in its box for 13 ns for each pixel. The layer and its mask take 60 ns.
    expect(nsOf(look)).toBeCloseTo(OWN * (60 + 13 + 45), 6);
    expect(effectsCost(layer(look), [], BOX).images).toEqual([]);
  });

  test("the image of a mask is decoded after that of the layer", () => {
    const url = "https://example.com/a.png";
    expect(maskImages({ mask_image_url: url }, BOX)).toEqual([BOX.picture.images.workOf(url)]);
    expect(maskImages({ mask_image_url: "" }, BOX)).toEqual([]);
    expect(maskImages({}, BOX)).toEqual([]);
  });
});

describe("the shadows that follow the alpha of a layer", () => {
  const own = { shadow_color: "#000", shadow_x: 1, shadow_y: 2, shadow_blur: 3 };
  const ownShadow = { color: "#000", x: 1, y: 2, blur: 3, spread: 0, inset: false };
  const follows = (look: object, shadowsFollowAlpha = true) =>
    alphaShadows(layer(look), pictureWith({ shadowsFollowAlpha }));

  test.each<[string, object, boolean, readonly object[]]>([
    ["a layer without a shadow has none", {}, true, []],
    ["an invisible shadow does not count", { ...own, shadow_color: "transparent" }, true, []],
    ["the shadow of a shape without a fill follows", own, true, [ownShadow]],
    ["the shadow of a shape with a fill does not follow", { ...own, ...FILLED }, true, []],
    ["the shadow of a text with a fill follows", { ...own, ...FILLED, type: "text" }, true, [ownShadow]],
    ["in the first edition, no shadow of a shape follows", own, false, []],
    ["in the first edition, no shadow of a text follows", { ...own, type: "text" }, false, []],
    ["the shadow of a layer with a mask follows", { ...own, ...FILLED, mask: {} }, false, [ownShadow]],
    ["the shadow of a layer with an image as its mask follows", { ...own, mask_image_url: "a" }, false, [ownShadow]],
    [
      "the shadow of a layer with a list of shadows follows, before the list",
      { ...own, ...FILLED, shadows: [NONE] },
      false,
      [ownShadow, NONE],
    ],
    ["a shadow without lengths lies under the layer", { shadow_color: "#000" }, true, [NONE]],
  ])("%s", (_, look, followsAlpha, expected) => {
    expect(follows(look, followsAlpha)).toEqual(expected);
  });

  test.each([
    [{ background_color: "#fff" }, true],
    [{ background_color: "#fff8" }, false],
    [{}, false],
    [{ background_gradient: { stops: [{ color: "#fff" }, { color: "#000" }] } }, true],
    [{ background_gradient: { stops: [{ color: "#fff" }, { color: "#0000" }] } }, false],
    [{ background_color: "#fff8", background_gradient: { stops: [{ color: "#fff" }] } }, true],
  ])("a layer with %j is filled: %p", (look, expected) => {
    expect(isFilled(look)).toBe(expected);
  });

  test("shadows reach as far as the farthest of them", () => {
    expect(reachOfShadows([])).toBe(0);
    expect(reachOfShadows([{ ...NONE, x: -3, y: 4 }])).toBe(5);
    expect(
      reachOfShadows([
        { ...NONE, blur: 4 },
        { ...NONE, spread: -5 },
      ]),
    ).toBe(6);
    expect(reachOfShadows([{ ...NONE, x: 1, blur: 4, spread: -5 }])).toBe(12);
  });
});
