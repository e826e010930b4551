import { describe, expect, test } from "@jest/globals";
import type { EditedLayer } from "../../src/editor/document/edited-document.js";
import { backingOf, thumbnailDocument } from "../../src/editor/document/thumbnail.js";
import { ownFontsOf } from "../../src/screens/editor/panel/own-fonts.js";
import { CARD } from "./documents.js";

const SIZE = { width: 299.4, height: 40 };
const alone = (layer: EditedLayer, ancestors: readonly EditedLayer[] = [], size = SIZE) =>
  thumbnailDocument(CARD, { layer, ancestors }, size);
const CODE: EditedLayer = { id: "a", type: "qr", data: "Ada", x: 7, y: 8, width: "fill", hide: true, rotation: 5 };

describe("the document of a thumbnail", () => {
  test("shows the layer alone on transparency, at the size that the layout gave it", () => {
    const document = { ...CARD, fonts: [{ family: "Own", src: "/own.ttf" }], max_height: 900 };
    expect(thumbnailDocument(document, { layer: CODE, ancestors: [] }, SIZE)).toEqual({
      edition: 2,
      width: 300,
      height: 40,
      background: "transparent",
      fonts: document.fonts,
      layers: [{ id: "a", type: "qr", data: "Ada", x: 0, y: 0, width: 300, height: 40 }],
    });
  });

  test("is the same when only the place, the name or a condition of the layer changes", () => {
    const moved = { ...CODE, x: 99, y: -4, rotation: 0, hide: false, name: "author", visible_if: "sold > 3" };
    expect(JSON.stringify(alone(moved))).toBe(JSON.stringify(alone(CODE)));
    expect(JSON.stringify(alone({ ...CODE, data: "Grace" }))).not.toBe(JSON.stringify(alone(CODE)));
  });

  test("does not exist for a layer without a size, for a text, and for what a repeat draws", () => {
    const repeat: EditedLayer = { id: "list", type: "group", repeat: "items", children: [CODE] };
    expect(alone(CODE, [], { width: 0, height: 40 })).toBeUndefined();
    expect(alone(CODE, [], { width: 9_000, height: 40 })).toBeUndefined();
    expect(alone({ ...CODE, type: "text" })).toBeUndefined();
    expect(alone(repeat)).toBeUndefined();
    expect(alone(CODE, [repeat])).toBeUndefined();
    expect(alone({ id: "outer", type: "group", children: [repeat] })).toBeUndefined();
    expect(alone({ id: "outer", type: "group", children: [{ id: "g", type: "group", children: [repeat] }] })).toBe(
      undefined,
    );
  });

  test("of a group without a repeat shows the group with its layers", () => {
    const group: EditedLayer = { id: "g", type: "group", children: [{ id: "h", type: "group", children: [CODE] }] };
    expect(alone(group)).toMatchObject({ layers: [{ id: "g", children: [{ id: "h", children: [CODE] }] }] });
  });
});

describe("the background of a thumbnail", () => {
  test.each<[string, number[], string]>([
    ["a white layer has a dark ground", [255, 255, 255, 255, 250, 250, 250, 200], "dark"],
    ["a black layer has a light ground", [0, 0, 0, 255], "light"],
    ["transparent pixels do not count", [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 30], "dark"],
    ["a blue layer has a light ground", [52, 80, 201, 255], "light"],
    ["an empty picture has a light ground", [0, 0, 0, 0], "light"],
  ])("%s", (_, pixels, expected) => {
    expect(backingOf(Uint8ClampedArray.from(pixels))).toBe(expected);
  });
});

test("each family of a document is offered once, with its first file, and what is not a family is left out", () => {
  const fonts = [{ family: "Own", src: "/400.ttf" }, { family: "Own", src: "/700.ttf" }, { family: "Other" }, 7, null];
  expect(ownFontsOf({ ...CARD, fonts })).toEqual([
    { family: "Own", src: "/400.ttf" },
    { family: "Other", src: undefined },
  ]);
  expect(ownFontsOf(CARD)).toEqual([]);
});
