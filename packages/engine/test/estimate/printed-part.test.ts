import { describe, expect, test } from "@jest/globals";
import { LAYERS } from "../../src/document/layers/registry.js";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import type { Picture } from "../../src/estimate/cost.js";
import { hasPrintedParts, printedPart } from "../../src/estimate/printed-part.js";
import { boxAt, pictureWith } from "./picture-support.js";

/** A page of 100 × 50 document pixels at scale 2, in which images can have 6 pixels for each of them. */
const pageWith = (more: Partial<Picture> = {}) => pictureWith({ layerTypes: LAYERS, printDensity: 6, ...more });
const layerWith = (look: object): Layer => ({ id: "a", type: "ellipse", ...look }) as unknown as Layer;
/** The blur reaches 1.5 times as far as its radius, so content up to 5 + 3 pixels away counts, and one pixel more. */
const SHADOW = { color: "#000", x: 3, y: 4, blur: 2, spread: 0, inset: false };
const REACH = 9;

function partOf(
  look: object,
  [x, y, width, height]: readonly [number, number, number, number] = [30, 20, 20, 10],
  more: Parameters<typeof boxAt>[1] = {},
) {
  return printedPart(layerWith(look), boxAt([x, y, width, height], { picture: pageWith(), ...more }));
}

describe("the image that a layer becomes on a page", () => {
  test("it is the box of the layer with the reach of its shadow on each side", () => {
    const { box } = partOf({ shadows: [SHADOW] }) ?? {};
    expect(box?.at).toEqual({ x: REACH, y: REACH });
    expect([box?.width, box?.height]).toEqual([20, 10]);
    // A blur of two pixels, which is one standard deviation, needs 12 pixels, but the page has 6.
    expect(box?.picture).toMatchObject({
      width: 20 + 2 * REACH,
      height: 10 + 2 * REACH,
      scale: 6,
      pixels: 38 * 28 * 36,
    });
    expect(box?.picture.printDensity).toBeUndefined();
  });

  test("the farthest shadow counts, with its spread in both directions", () => {
    const far = { ...SHADOW, x: 0, y: 0, blur: 0 };
    for (const spread of [12, -12]) {
      const { box } = partOf({ shadows: [{ ...far, spread }, SHADOW] }) ?? {};
      expect(box?.at).toEqual({ x: 12 + 1, y: 12 + 1 });
    }
  });

  test("it ends at the edges of the page", () => {
    const corner = partOf({ shadows: [SHADOW] }, [2, 45, 20, 10])?.box;
    expect(corner?.at).toEqual({ x: 2, y: REACH });
    expect(corner?.picture).toMatchObject({ width: 22 + REACH, height: 5 + REACH });
    const end = partOf({ shadows: [SHADOW] }, [95, -5, 20, 10])?.box;
    expect(end?.at).toEqual({ x: REACH, y: -5 });
    expect(end?.picture).toMatchObject({ width: 5 + REACH, height: 5 + REACH });
    expect(partOf({ shadows: [SHADOW] }, [200, 20, 20, 10])?.box.picture).toMatchObject({ width: 0, pixels: 0 });
  });

  test("without a place it has its full length, but is not longer than the page", () => {
    const nowhere = partOf({ shadows: [SHADOW] }, [0, 0, 20, 10], { at: undefined })?.box;
    expect([nowhere?.at, nowhere?.picture.width, nowhere?.picture.height]).toEqual([undefined, 38, 28]);
    expect(partOf({ shadows: [SHADOW] }, [0, 0, 90, 40], { at: undefined })?.box.picture).toMatchObject({
      ...{ width: 100, height: 50 },
    });
  });

  test("a rotated layer is as long as its diagonal in both directions", () => {
    const { box } = partOf({ shadows: [SHADOW] }, [30, 20, 12, 16], { isRotated: true }) ?? {};
    expect(box?.picture).toMatchObject({ width: 20 + 2 * REACH, height: 20 + 2 * REACH });
    expect(box?.at).toEqual({ x: 30, y: 20 });
  });

  test("a group can extend beyond its box, unless a mask cuts it", () => {
    const group = { type: "group", children: [], shadows: [SHADOW] };
    expect(partOf(group)?.box.picture).toMatchObject({ width: 100, height: 50 });
    expect(partOf(group)?.box.at).toEqual({ x: 30, y: 20 });
    expect(partOf({ ...group, mask: { type: "ellipse" } })?.box.picture).toMatchObject({ width: 38, height: 28 });
    expect(partOf({ ...group, mask_image_url: "https://example.com/a.png" })?.box.picture).toMatchObject({ width: 38 });
  });

  test("the content is also written in vectors, unless an image masks it or a shadow is inside of it", () => {
    expect(partOf({ shadows: [SHADOW] })?.isTraced).toBe(true);
    expect(partOf({ shadows: [SHADOW, { ...SHADOW, inset: true }] })?.isTraced).toBe(false);
    expect(partOf({ mask_image_url: "https://example.com/a.png" })?.isTraced).toBe(false);
  });

  test("a mask by an image has the pixels of the page without shadows", () => {
    const { box } = partOf({ mask_image_url: "https://example.com/a.png" }) ?? {};
    // One pixel around the layer belongs to the image.
    expect(box?.picture).toMatchObject({ width: 22, height: 12, scale: 6 });
  });

  test("a layer without such effects, and a picture that is no page, have no such image", () => {
    expect(partOf({})).toBeUndefined();
    expect(partOf({ mask: { type: "ellipse" } })).toBeUndefined();
    expect(partOf({ shadows: [] })).toBeUndefined();
    const picture = pageWith({ printDensity: undefined });
    expect(partOf({ shadows: [SHADOW] }, [30, 20, 20, 10], { picture })).toBeUndefined();
  });
});

test("a layer has such images if one of its layers at any depth has one", () => {
  const group = (...children: readonly Layer[]) => layerWith({ type: "group", children });
  const shadow = layerWith({ shadows: [SHADOW] });
  const has = (layer: Layer) => hasPrintedParts(layer, pageWith());
  expect([has(shadow), has(group(shadow)), has(group(layerWith({}), group(shadow)))]).toEqual([true, true, true]);
  expect([has(layerWith({})), has(group()), has(group(layerWith({}), group()))]).toEqual([false, false, false]);
  expect(has(layerWith({ mask_image_url: "https://example.com/a.png" }))).toBe(true);
});
