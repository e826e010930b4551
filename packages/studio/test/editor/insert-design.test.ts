import { describe, expect, test } from "@jest/globals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { insertDesign } from "../../src/editor/document/insert-design.js";

const PAGE: EditedDocument = { width: 400, height: 200, background: "#ffffff", layers: [] };
const BOX = { id: "box", name: "Box", type: "rectangle", x: 10, y: 20, width: 30, height: 40 };
const CENTER = { x: 200, y: 100 };

const design = (size: { width: number; height: number }, rest: Partial<EditedDocument> = {}): EditedDocument => ({
  ...size,
  background: "transparent",
  layers: [BOX],
  ...rest,
});

describe("a design in a document", () => {
  test("a design of the same size keeps its places, and its background becomes that of an empty document", () => {
    const { document, ids } = insertDesign(
      PAGE,
      design({ width: 400, height: 200 }, { background: "#123456" }),
      CENTER,
    );
    expect(document).toEqual({ width: 400, height: 200, background: "#123456", layers: [BOX] });
    expect(ids).toEqual(["box"]);
  });

  test("a background becomes the lowest layer if the document has layers, and names stay unique", () => {
    const full = { ...PAGE, layers: [BOX] };
    const { document, ids } = insertDesign(
      full,
      design({ width: 400, height: 200 }, { background: "#123456" }),
      CENTER,
    );
    expect(document["background"]).toBe("#ffffff");
    expect(document.layers.map(({ name }) => name)).toEqual(["Box", "Background", "Box 2"]);
    expect(document.layers[1]).toMatchObject({ x: 0, y: 0, width: 400, height: 200, background_color: "#123456" });
    expect(ids).toEqual(["background", "box-2"]);
  });

  test("a gradient as a background is the gradient of a layer, with the name that it had", () => {
    const background = { type: "linear-gradient", stops: [] };
    const { document } = insertDesign(PAGE, design({ width: 100, height: 100 }, { background }), CENTER, "Sky");
    expect(document.layers[0]).toMatchObject({ name: "Sky", background_gradient: background });
  });

  test.each([
    ["around the point", { x: 300, y: 100 }, { x: 260, y: 70 }],
    ["inside of the page, at its edge", { x: 395, y: 5 }, { x: 310, y: 20 }],
  ])("a smaller design is %s", (_, center, expected) => {
    const { document } = insertDesign(PAGE, design({ width: 100, height: 100 }), center);
    expect(document.layers[0]).toMatchObject(expected);
  });

  test("a larger design begins at the corner of the page", () => {
    const { document } = insertDesign(PAGE, design({ width: 900, height: 900 }), CENTER);
    expect(document.layers[0]).toMatchObject({ x: 10, y: 20 });
  });

  test("variables are added, and those that the document has keep their values", () => {
    const own = { name: "title", type: "string", default: "Mine" };
    const added = [
      { name: "title", type: "string", default: "title" },
      { name: "price", type: "string", default: "price" },
    ];
    const { document } = insertDesign(
      { ...PAGE, variables: [own] },
      design({ width: 400, height: 200 }, { variables: added }),
      CENTER,
    );
    expect(document["variables"]).toEqual([own, added[1]]);
  });

  test("an icon, which is one small drawing, is enlarged in its ratio", () => {
    const icon = {
      id: "icon",
      name: "icon",
      type: "svg",
      x: 2,
      y: 3,
      width: 20,
      height: 10,
      svg: "<svg/>",
      fit: "fill",
    };
    const { document } = insertDesign(PAGE, design({ width: 24, height: 24 }, { layers: [icon] }), CENTER);
    expect(document.layers).toEqual([{ ...icon, x: 80, y: 40, width: 240, height: 120 }]);
  });
});
