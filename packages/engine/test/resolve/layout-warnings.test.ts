import { describe, expect, test } from "@jest/globals";
import type { FontLibrary } from "../../src/fonts/font-library.js";
import type { LayerRendererRegistry } from "../../src/items/layer-renderer-registry.js";
import type { ResolvedLayer } from "../../src/layout/resolved-layer.js";
import { edgeWarnings } from "../../src/resolve/edge-warnings.js";
import { overlapWarnings } from "../../src/resolve/overlap-warnings.js";

const FONTS = {} as FontLibrary;
const VIEW = { x: 0, y: 0, width: 100, height: 50 };

interface Shape {
  readonly type?: "text" | "box" | "frame";
  readonly [attribute: string]: unknown;
}

function layer(id: string, more: Shape = {}): ResolvedLayer {
  const plain = { type: "text", x: 10, y: 10, width: 40, height: 20, rotation: 0, opacity: 1, text: id, size: 10 };
  return { id, color: "#000", ...plain, ...more } as unknown as ResolvedLayer;
}

/** Renderers whose letters and ink fill the box of a layer. */
function registryWith(found: string[] = [], tolerance = 1): LayerRendererRegistry {
  const get = (type: string) => ({
    coversBox: type === "box" ? undefined : false,
    ink: (box: ResolvedLayer) => (type === "box" ? undefined : { box, tolerance }),
    letters:
      type !== "text"
        ? undefined
        : (box: ResolvedLayer) => {
            found.push(box.id);
            const { text, size, color, isBlank } = box as unknown as {
              text: string;
              size: number;
              color: string;
              isBlank?: true;
            };
            return Promise.resolve(isBlank === true ? undefined : { text, fontSize: size, color, lines: [box] });
          },
  });
  return { get } as unknown as LayerRendererRegistry;
}

describe("the warnings about edges", () => {
  const warningsOf = async (...layers: ResolvedLayer[]) =>
    (await edgeWarnings(layers, VIEW, registryWith(), FONTS)).map(({ code, layer: of, message }) => [
      code,
      of,
      /the edges? (.*) of|the (\w+) edge/.exec(message)?.slice(1).join(""),
    ]);

  test.each<[string, Shape, readonly unknown[]]>([
    ["inside of the picture", {}, []],
    ["that fills the picture", { x: 0, y: 0, width: 100, height: 50 }, []],
    ["that reaches beyond an edge by the tolerance", { x: -1, y: 31 }, []],
    ["over the left edge", { x: -1.1 }, [["LAYER_CUT", "a", "left"]]],
    ["over the upper edge", { y: -2 }, [["LAYER_CUT", "a", "top"]]],
    ["over the right edge", { x: 61.1 }, [["LAYER_CUT", "a", "right"]]],
    ["over the lower edge", { y: 31.1 }, [["LAYER_CUT", "a", "bottom"]]],
    ["over two edges", { x: 65, y: 35 }, [["LAYER_CUT", "a", "right, bottom"]]],
    ["that is just outside to the left", { x: -40 }, [["LAYER_OFF_CANVAS", "a", undefined]]],
    ["that is nearly outside to the left", { x: -39.9 }, [["LAYER_CUT", "a", "left"]]],
    ["that is just outside to the right", { x: 100 }, [["LAYER_OFF_CANVAS", "a", undefined]]],
    ["that is above the picture", { y: -20 }, [["LAYER_OFF_CANVAS", "a", undefined]]],
    ["that is below the picture", { y: 50 }, [["LAYER_OFF_CANVAS", "a", undefined]]],
    // Rotated by 90 degrees, it is 20 wide and 40 high around its center at 30, 20.
    ["that is rotated inside of the picture", { rotation: 90 }, []],
    ["that is rotated over an edge", { rotation: 90, y: 2 }, [["LAYER_CUT", "a", "top"]]],
  ])("a layer %s has the warnings %j", async (_, more, expected) => {
    expect(await warningsOf(layer("a", more))).toEqual(expected);
  });

  test("layers inside of others count, and layers without ink do not", async () => {
    const inner = layer("inner", { x: 200 });
    expect(await warningsOf(layer("group", { type: "box", x: 300, children: [inner, layer("b")] }))).toEqual([
      ["LAYER_OFF_CANVAS", "inner", undefined],
    ]);
  });
});

describe("the warnings about texts that overlap", () => {
  const warningsOf = async (layers: readonly ResolvedLayer[], found: string[] = []) =>
    (await overlapWarnings(layers, registryWith(found), FONTS)).map(({ message }) =>
      /layers "(.*)" and "(.*)" overlap/.exec(message)?.slice(1).join(" "),
    );
  const lower = layer("a");

  test.each<[string, Shape, boolean]>([
    // The letters have a size of 10. They must share more than 5 pixels of width and more than 2.5 of height.
    ["lies over it", {}, true],
    ["shares enough of its height", { y: 27.4 }, true],
    ["shares too little of its height", { y: 27.5 }, false],
    ["shares enough of its width", { x: 44.9 }, true],
    ["shares too little of its width", { x: 45 }, false],
    ["has smaller letters", { y: 28.9, size: 4 }, true],
    ["has letters four times as large", { size: 40 }, true],
    ["has even larger letters", { size: 40.1 }, false],
    ["has letters of a quarter of the size", { size: 2.5 }, true],
    ["has even smaller letters", { size: 2.4 }, false],
    ["is half opaque", { opacity: 0.5 }, true],
    ["is more translucent", { opacity: 0.49 }, false],
    ["has a half opaque color", { color: "rgba(0, 0, 0, 0.5)" }, true],
    ["has a more translucent color", { color: "rgba(0, 0, 0, 0.49)" }, false],
    ["has an automatic color", { color: "auto" }, true],
    ["is rotated", { rotation: 5 }, false],
    ["is rotated once around", { rotation: -360 }, true],
    ["has the same letters", { text: " **A** " }, false],
    ["has no letters", { isBlank: true }, false],
  ])("a text that %s gives a warning: %p", async (_, more, isWarned) => {
    expect(await warningsOf([lower, layer("b", more)])).toEqual(isWarned ? ["a b"] : []);
    const upper = [layer("b", more), lower];
    expect(await warningsOf(upper)).toEqual(isWarned ? ["b a"] : []);
  });

  test.each<[string, ResolvedLayer[], readonly string[]]>([
    ["a shape between two texts", [lower, layer("s", { type: "box" }), layer("b")], []],
    ["a shape between them, but elsewhere", [lower, layer("s", { type: "box", x: 60 }), layer("b")], ["a b"]],
    ["a shape that does not cover its box", [lower, layer("s", { type: "frame" }), layer("b")], ["a b"]],
    ["a shape under both texts", [layer("s", { type: "box" }), lower, layer("b")], ["a b"]],
    ["a shape over both texts", [lower, layer("b"), layer("s", { type: "box" })], ["a b"]],
  ])("with %s, the warnings are %j", async (_, layers, expected) => {
    expect(await warningsOf(layers)).toEqual(expected);
  });

  test("texts inside of a group are compared with each other only, unless the group is translucent or rotated", async () => {
    const group = (more: object) => layer("g", { type: "box", children: [layer("b"), layer("c")], ...more });
    expect(await warningsOf([group({}), lower])).toEqual(["b c"]);
    expect(await warningsOf([group({ opacity: 0.5 })])).toEqual(["b c"]);
    expect(await warningsOf([group({ opacity: 0.4 })])).toEqual([]);
    expect(await warningsOf([group({ rotation: 90 })])).toEqual([]);
    expect(await warningsOf([group({ rotation: 720 })])).toEqual(["b c"]);
  });

  test("at most five warnings are given, and each text is laid out once", async () => {
    const layers = Array.from({ length: 5 }, (_, index) => layer(`t${index}`));
    const found: string[] = [];
    expect(await warningsOf(layers, found)).toEqual(["t0 t1", "t0 t2", "t0 t3", "t0 t4", "t1 t2"]);
    expect(found.toSorted()).toEqual(["t0", "t1", "t2", "t3", "t4"]);
  });

  test("texts whose boxes do not overlap are not laid out, and of the others at most 40", async () => {
    const found: string[] = [];
    await warningsOf([lower, layer("b", { x: 50 }), layer("c", { y: 30 })], found);
    expect(found).toEqual([]);
    // Translucent texts give no warning, so all pairs are tried.
    const many = Array.from({ length: 60 }, (_, index) => layer(`t${index}`, { color: "#0001", x: 0 }));
    await warningsOf(many, found);
    expect(found).toHaveLength(40);
  });
});
