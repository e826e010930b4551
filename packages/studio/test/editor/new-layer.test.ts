/** New layers and the names of layers that are added. */
import { describe, expect, test } from "@jest/globals";
import { freshLayers, unused } from "../../src/editor/document/fresh-names.js";
import { newLayer } from "../../src/editor/document/new-layer.js";
import { CARD } from "./documents.js";

const LARGE = { ...CARD, width: 3000, height: 3000 };

describe("a new layer", () => {
  test.each([
    ["text", { x: 760, y: 952, width: 480, height: 96, text: "New text", font_size: 48, color: "auto" }],
    ["image", { x: 800, y: 850, width: 400, height: 300 }],
    ["rectangle", { width: 320, height: 200, background_color: "#6366f1", border_radius: 12 }],
    ["ellipse", { width: 240, height: 240, background_color: "#6366f1" }],
    ["polygon", { width: 240, height: 240, sides: 6 }],
    ["line", { x: 800, y: 998, width: 400, height: 4, color: "auto" }],
    ["svg", { width: 240, height: 240 }],
    ["html", { width: 480, height: 200 }],
    ["qr", { width: 240, height: 240, data: "https://example.com" }],
    ["barcode", { width: 360, height: 140, data: "123456789012", symbology: "code128" }],
    ["group", { x: 760, y: 900, width: 480, height: 200, children: [] }],
    ["unknown", { x: 840, y: 900, width: 320, height: 200 }],
  ])("of the type %s can be seen at once, around its place", (type, expected) => {
    expect(newLayer(LARGE, type, { x: 1000, y: 1000 })).toMatchObject({ id: type, name: type, type, ...expected });
  });

  test("takes at most two thirds of the document, and its letters become smaller with it", () => {
    const center = { x: 100, y: 100 };
    const narrow = newLayer({ ...CARD, width: 360, height: 900 }, "text", center);
    expect(narrow).toMatchObject({ x: -20, y: 76, width: 240, height: 48, font_size: 24 });
    expect(newLayer({ ...CARD, width: 900, height: 150 }, "image", center)).toMatchObject({ width: 133, height: 100 });
    expect(newLayer({ ...CARD, width: 9, height: 9 }, "text", center)).toMatchObject({ height: 1, font_size: 8 });
    expect(newLayer({ ...CARD, width: 900, height: 3 }, "line", center)).toMatchObject({ width: 200, height: 2 });
    expect(newLayer({ ...CARD, width: 900, height: 1 }, "line", center)).toMatchObject({ width: 67, height: 1 });
    expect(newLayer({ ...CARD, width: 2, height: 600 }, "line", center)).toMatchObject({ width: 1, height: 1 });
  });

  test("keeps its proportions if the content decides the height of the document", () => {
    const layer = newLayer({ ...CARD, width: 300, height: "hug" }, "image", { x: 0, y: 0 });
    expect(layer).toMatchObject({ width: 200, height: 150 });
  });
});

describe("the names of added layers", () => {
  test("have the next free number if they are taken, and stay otherwise", () => {
    const taken = new Set(["title", "title 2", "card-3"]);
    expect(unused("title", taken, " ")).toBe("title 3");
    expect(unused("title", taken, " ")).toBe("title 4");
    expect(unused("title 2", taken, " ")).toBe("title 5");
    expect(unused("card-3", taken, "-")).toBe("card-2");
    expect(unused("free", taken, " ")).toBe("free");
    expect(unused("free", taken, " ")).toBe("free 2");
  });

  test("are at most 64 characters long", () => {
    const taken = new Set(["a".repeat(64)]);
    expect(unused("a".repeat(64), taken, "-")).toBe(`${"a".repeat(62)}-2`);
  });

  test("and their IDs are new, even inside of groups, and a layer without a name gets none", () => {
    const group = { id: "foot", name: "foot", type: "group", children: [{ id: "author", type: "text" }] };
    expect(freshLayers(CARD, [group, { id: "new", type: "qr" }])).toEqual([
      { id: "foot-2", name: "foot 2", type: "group", children: [{ id: "author-2", type: "text" }] },
      { id: "new", type: "qr" },
    ]);
  });
});
