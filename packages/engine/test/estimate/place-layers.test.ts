import { describe, expect, test } from "@jest/globals";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import { type PlacedLayer, placeLayers } from "../../src/estimate/place-layers.js";
import { hasPrintedParts, printedPart } from "../../src/estimate/printed-part.js";
import { boxAt, pictureWith } from "./picture-support.js";

const SHADOW = { color: "#000", x: 3, y: 4, blur: 0, spread: 0, inset: false };

function layer(more: object): Layer {
  const plain = { id: "a", type: "rectangle", x: 10, y: 5, width: 20, height: 8, rotation: 0, opacity: 1 };
  return { ...plain, background_color: "transparent", ...more } as unknown as Layer;
}

const group = (more: object, ...children: Layer[]) => layer({ type: "group", layout: "absolute", ...more, children });

/** Returns the place of each layer, groups before the layers inside them. */
function placesOf(layers: readonly Layer[], picture = pictureWith()) {
  const flat = (placed: readonly PlacedLayer[]): PlacedLayer[] =>
    placed.flatMap((each) => [each, ...flat(each.children)]);
  return flat(placeLayers(layers, picture)).map(({ box: { width, height, at, isRotated, layouts, baselines } }) => {
    return { width, height, at, isRotated, layouts, baselines };
  });
}

const atRoot = { isRotated: false, layouts: 1, baselines: undefined };

describe("the places of layers", () => {
  test("a layer is in its place in the document", () => {
    expect(placesOf([layer({})])).toEqual([{ ...atRoot, at: { x: 10, y: 5 }, width: 20, height: 8 }]);
  });

  test("a side that fills or hugs is as long as the surrounding box", () => {
    const [inDocument, , inGroup] = placesOf([
      layer({ width: "hug", height: "fill" }),
      group({}, layer({ width: "fill", height: "hug" })),
    ]);
    expect(inDocument).toMatchObject({ width: 100, height: 50 });
    expect(inGroup).toMatchObject({ width: 20, height: 8 });
  });

  test("the places of groups add up", () => {
    const places = placesOf([group({}, layer({ x: 1, y: 2 }), group({ x: -3, y: 7 }, layer({ x: 4, y: 4 })))]);
    expect(places.map(({ at }) => at)).toEqual([
      { x: 10, y: 5 },
      { x: 11, y: 7 },
      { x: 7, y: 12 },
      { x: 11, y: 16 },
    ]);
    expect(places.map(({ layouts, baselines }) => [layouts, baselines])).toEqual([
      [1, undefined],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
  });

  test("the place in a row or column is unknown, and each one measures its layers again", () => {
    const column = group({ layout: "column" }, group({ layout: "row" }, layer({})), group({}, layer({})));
    expect(placesOf([column]).map(({ at, layouts }) => [at, layouts])).toEqual([
      [{ x: 10, y: 5 }, 1],
      [undefined, 2],
      [undefined, 3],
      [undefined, 2],
      [undefined, 2],
    ]);
  });

  test("a row on a baseline finds the baseline twice", () => {
    const row = (align_items: string, ...children: Layer[]) => group({ layout: "row", align_items }, ...children);
    const baselines = (layers: Layer[]) => placesOf(layers).map((box) => box.baselines);
    expect(baselines([row("baseline", row("baseline", layer({})), row("center", layer({})))])).toEqual([
      undefined,
      2,
      4,
      2,
      2,
    ]);
    expect(baselines([group({ align_items: "baseline" }, layer({}))])).toEqual([undefined, 0]);
  });

  test("layers inside of a rotated group are rotated, and have no known place", () => {
    const rotated = placesOf([group({ rotation: 90 }, layer({}))]);
    expect(rotated.map(({ at, isRotated }) => [at, isRotated])).toEqual([
      [{ x: 10, y: 5 }, true],
      [undefined, true],
    ]);
    const whole = placesOf([group({ rotation: 720 }, layer({ rotation: -360 }), layer({ rotation: 1 }))]);
    expect(whole.map(({ isRotated }) => isRotated)).toEqual([false, false, true]);
  });
});

describe("the images on a page", () => {
  const page = pictureWith({ scale: 1, printDensity: 5 });
  const onPage = (more: object, place: Parameters<typeof boxAt>[0] = [10, 10, 20, 20], rest: object = {}) =>
    printedPart(layer(more), boxAt(place, { picture: page, ...rest }));
  const sizeOf = (part: ReturnType<typeof onPage>) =>
    part && [part.box.picture.width, part.box.picture.height, part.box.at];

  test("a layer becomes an image only on a page, and only with a shadow or an image as its mask", () => {
    expect(printedPart(layer({ shadows: [SHADOW] }), boxAt([10, 10, 20, 20]))).toBeUndefined();
    expect(onPage({})).toBeUndefined();
    expect(onPage({ mask: {} })).toBeUndefined();
    expect(onPage({ shadows: [SHADOW] })).toMatchObject({ isTraced: true });
    expect(onPage({ shadows: [{ ...SHADOW, inset: true }] })).toMatchObject({ isTraced: false });
    expect(onPage({ mask_image_url: "https://example.com/a.png" })).toMatchObject({ isTraced: false });
  });

  test("the image has the layer and what its shadows reach, with one pixel around", () => {
    // A shadow of 3 to the right and 4 down has a distance of 5.
    expect(sizeOf(onPage({ shadows: [SHADOW] }))).toEqual([32, 32, { x: 6, y: 6 }]);
    expect(sizeOf(onPage({ mask_image_url: "https://example.com/a.png" }))).toEqual([22, 22, { x: 1, y: 1 }]);
    expect(onPage({ shadows: [SHADOW] })?.box.picture).toMatchObject({
      scale: 5,
      pixels: 32 * 32 * 25,
      printDensity: undefined,
    });
  });

  test("the image ends at the edges of the page", () => {
    expect(sizeOf(onPage({ shadows: [SHADOW] }, [2, -3, 20, 20]))).toEqual([28, 23, { x: 2, y: -3 }]);
    expect(sizeOf(onPage({ shadows: [SHADOW] }, [90, 40, 20, 20]))).toEqual([16, 16, { x: 6, y: 6 }]);
    expect(sizeOf(onPage({ shadows: [SHADOW] }, [200, 10, 20, 20]))).toEqual([0, 32, { x: 6, y: 6 }]);
  });

  test("the image of a layer whose place is unknown, or that is rotated, begins at the corner", () => {
    expect(sizeOf(onPage({ shadows: [SHADOW] }, [0, 0, 20, 45], { at: undefined }))).toEqual([32, 50, undefined]);
    // The diagonal of 30 × 40 is 50, which is as high as the page.
    expect(sizeOf(onPage({ shadows: [SHADOW] }, [7, 7, 30, 40], { isRotated: true }))).toEqual([
      62,
      50,
      { x: 7, y: 7 },
    ]);
  });

  test("the shadow of a group is as large as the page, unless a mask cuts the group", () => {
    const shadows = [SHADOW];
    expect(sizeOf(onPage({ shadows, children: [] }))).toEqual([100, 50, { x: 10, y: 10 }]);
    expect(sizeOf(onPage({ shadows, children: [], mask: {} }))).toEqual([32, 32, { x: 6, y: 6 }]);
    expect(sizeOf(onPage({ shadows, children: [], mask_image_url: "a" }))).toEqual([32, 32, { x: 6, y: 6 }]);
  });

  test("a layer inside of a group can become an image", () => {
    const inner = group({}, group({}, layer({ shadows: [SHADOW] })));
    expect(hasPrintedParts(inner, page)).toBe(true);
    expect(hasPrintedParts(group({}, layer({})), page)).toBe(false);
    expect(hasPrintedParts(layer({ mask_image_url: "a" }), page)).toBe(true);
  });

  test("such layers of a group with a shadow are drawn for the group, and again for themselves", () => {
    const [inside, plain] = [layer({ id: "inside", shadows: [SHADOW] }), layer({ id: "plain" })];
    const idsOf = (shadow: object) =>
      placeLayers([group({ shadows: [{ ...SHADOW, ...shadow }] }, inside, plain)], page)[0]?.children.map(
        ({ layer: { id } }) => id,
      );
    expect(idsOf({})).toEqual(["inside", "plain", "inside"]);
    expect(idsOf({ inset: true })).toEqual(["inside", "plain"]);
  });
});
