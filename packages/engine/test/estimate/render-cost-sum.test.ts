import { describe, expect, test } from "@jest/globals";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import { LAYERS } from "../../src/document/layers/registry.js";
import type { Cost } from "../../src/estimate/cost.js";
import type { ImageWork } from "../../src/estimate/image-work.js";
import type { PlacedLayer } from "../../src/estimate/place-layers.js";
import { RenderCostSum } from "../../src/estimate/render-cost-sum.js";
import { boxAt, pictureWith } from "./picture-support.js";

const cost = (cpuMs: number, memoryBytes: number, reason: string, images: readonly ImageWork[] = []): Cost => ({
  ...{ cpuMs, memoryBytes, reason, images },
});
const image = (pixels: number): ImageWork => ({ pixels, cpuMs: 100, memoryBytes: 1000 });
const sumOf = (layers: readonly object[] = []) => new RenderCostSum({ layers } as never);

describe("the sum of the costs of a render", () => {
  test("costs under one path add up their time, and keep the largest memory and the costliest reason", () => {
    const sum = sumOf();
    sum.add("layers[0]", cost(5, 70, "its shadow"), "title");
    sum.add("layers[1]", cost(9, 30, "its border"));
    sum.add("layers[0]", cost(7, 50, "its letters"), "title");
    expect(sum.cpuMs).toBe(21);
    const { contributors, memoryBytes } = sum.estimate(1000);
    expect(contributors).toEqual([
      { path: "layers[0]", name: "title", cpuMs: 12, memoryBytes: 70, reason: "its letters" },
      { path: "layers[1]", name: undefined, cpuMs: 9, memoryBytes: 30, reason: "its border" },
    ]);
    expect(memoryBytes).toBe(1070);
  });

  test("a render without parts needs only its frames", () => {
    expect(sumOf().estimate(1000)).toEqual({ cpuMs: 0, memoryBytes: 1000, hasImages: false, contributors: [] });
  });

  test("images are decoded until the picture has 250 megapixels of them, the last one in part", () => {
    const msOf = (...pixels: readonly number[]) => {
      const sum = sumOf();
      for (const [index, each] of pixels.entries()) sum.add(`layers[${index}]`, cost(0, 0, "", [image(each)]));
      return sum.estimate(0).contributors.map(({ cpuMs }) => cpuMs);
    };
    const [whole = 0] = msOf(100e6);
    expect(whole).toBeGreaterThanOrEqual(100);
    expect(msOf(100e6, 100e6)).toEqual([whole, whole]);
    const [first, second, third, fourth] = msOf(100e6, 100e6, 100e6, 100e6);
    expect([first, second, fourth]).toEqual([whole, whole, 0]);
    expect(third).toBeCloseTo(whole / 2, 6);
  });

  test("a picture has images as soon as one of them has a pixel", () => {
    const sum = sumOf();
    sum.add("layers[0]", cost(0, 0, "", [image(0)]));
    expect([sum.hasImages, sum.cpuMs]).toEqual([false, 0]);
    sum.add("layers[0]", cost(0, 0, "", [image(1)]));
    expect(sum.hasImages).toBe(true);
  });
});

describe("the costs of layers", () => {
  const layerWith = (id: string, look: object = {}): Layer =>
    ({ id, type: "rectangle", opacity: 1, rotation: 0, background_color: "#fff", ...look }) as unknown as Layer;
  const picture = pictureWith({ layerTypes: LAYERS });
  const placed = (layer: Layer, children: readonly PlacedLayer[] = []): PlacedLayer => ({
    ...{ layer, children, box: boxAt([0, 0, 20, 10], { picture }) },
  });
  const pathsOf = (sum: RenderCostSum) => sum.estimate(0).contributors.map(({ path, name }) => [path, name]);

  test("a copy of a repeat counts for its source, at any depth", () => {
    const sources = [{ id: "a" }, { id: "g", children: [{ id: "b" }, { id: "c", name: "card" }] }];
    for (const id of ["c", "c[0]", "c[3][12]"]) {
      const sum = sumOf(sources);
      sum.addLayers([placed(layerWith(id))]);
      expect(pathsOf(sum)).toEqual([["layers[1].children[1]", "card"]]);
    }
  });

  test("a layer that no source has counts for all layers", () => {
    for (const id of ["x", "a[0]b", "a[x]", "constructor", "__proto__"]) {
      const sum = sumOf([{ id: "a", name: "one" }]);
      sum.addLayers([placed(layerWith(id))]);
      expect(pathsOf(sum)).toEqual([["layers", undefined]]);
    }
  });

  test("the layers inside of a layer count too, and a transparent layer costs nothing", () => {
    const msOf = (...layers: readonly PlacedLayer[]) => {
      const sum = sumOf();
      sum.addLayers(layers);
      return sum.cpuMs;
    };
    const one = msOf(placed(layerWith("a")));
    expect(one).toBeGreaterThan(0);
    expect(msOf(placed(layerWith("a"), [placed(layerWith("b"))]))).toBeCloseTo(2 * one, 9);
    expect(msOf(placed(layerWith("a", { opacity: 0 })))).toBe(0);
    expect(msOf(placed(layerWith("a", { opacity: 0 }), [placed(layerWith("b"))]))).toBeCloseTo(one, 9);
  });

  test("layers beneath automatic colors are drawn twice more, once for all colors", () => {
    const [plain, auto] = [layerWith("a"), layerWith("b", { color: "auto" })];
    const msOf = (...layers: readonly PlacedLayer[]) => {
      const sum = sumOf();
      sum.addAutoColors(layers);
      return sum.cpuMs;
    };
    const drawn = (() => {
      const sum = sumOf();
      sum.addLayers([placed(plain)]);
      return sum.cpuMs;
    })();
    const sampled = msOf(placed(auto));
    expect(sampled).toBeGreaterThan(0);
    expect(msOf(placed(plain), placed(layerWith("b", { color: "red" })))).toBe(0);
    expect(msOf(placed(auto), placed(plain))).toBeCloseTo(sampled, 9);
    expect(msOf(placed(plain), placed(auto))).toBeCloseTo(2 * drawn + sampled, 9);
    expect(msOf(placed(plain), placed(plain), placed(auto))).toBeCloseTo(4 * drawn + sampled, 9);
    // The second color draws only the layer of the first one again.
    expect(msOf(placed(plain), placed(auto), placed(auto))).toBeCloseTo(4 * drawn + 2 * sampled, 9);
  });

  test("a group that is drawn as one is drawn again for each color inside of it", () => {
    const [plain, auto] = [layerWith("a"), layerWith("b", { color: "auto" })];
    const msOf = (look: object) => {
      const sum = sumOf();
      const children = [placed(plain), placed(auto), placed(auto)];
      sum.addAutoColors([placed(layerWith("g", look), children)]);
      return sum.cpuMs;
    };
    const together = msOf({});
    for (const look of [{ clip: true }, { opacity: 0.99 }, { mask: { type: "ellipse" } }, { shadow_color: "#000" }]) {
      expect(msOf(look)).toBeGreaterThan(together * 1.2);
    }
    expect(msOf({ clip: false, shadows: [], mask_image_url: "", shadow_color: "transparent" })).toBeCloseTo(
      together,
      9,
    );
  });
});
