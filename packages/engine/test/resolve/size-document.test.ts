import { describe, expect, test } from "@jest/globals";
import { block, group, type LayerInput, places, resolve, resolveIn, sized, words } from "../layout/layout-support.js";

describe("a document that is as high as its content", () => {
  const hug = (layers: readonly LayerInput[], more = {}) => ({
    width: 500,
    height: "hug",
    max_height: 400,
    layers,
    ...more,
  });
  const heightOf = (layers: readonly LayerInput[], more = {}, request = {}) => sized(hug(layers, more), request).height;

  test("the height is the lowest edge of the outermost layers, in whole pixels", () => {
    expect(heightOf([block("a", { y: 20 }), block("b", { y: 100.5 }), block("c")])).toBe(131);
  });

  test("a text and a group that hug count with the height of their content", () => {
    const wrapping = words("t", "x".repeat(25), { y: 5, width: 100 });
    expect(heightOf([wrapping])).toBe(65);
    expect(heightOf([group({ layout: "column", gap: 10, padding: 8 }, block("a"), block("b"))])).toBe(136);
  });

  test("a repeated list has the height of its items", () => {
    const fields = [{ name: "name", type: "string" }];
    const variables = [{ name: "rows", type: "list", max_items: 50, fields, default: [] }];
    const list = { ...group({ layout: "column", repeat: "rows" }, words("row", "{{item.name}}")), x: 0, y: 30 };
    const heights = [0, 1, 3, 50].map((count) =>
      heightOf([list, block("head")], { variables }, { variables: { rows: Array(count).fill({ name: "tea" }) } }),
    );
    expect(heights).toEqual([30, 50, 90, 400]);
  });

  test("a rotated layer counts with its bounds", () => {
    const bar = block("bar", { x: 100, y: 100, width: 100, height: 20 });
    expect(heightOf([{ ...bar, rotation: 90 }])).toBe(160);
    expect(heightOf([{ ...bar, rotation: 45 }])).toBe(Math.ceil(110 + 60 * Math.SQRT1_2));
    expect(heightOf([{ ...bar, rotation: 180 }])).toBe(120);
  });

  test("a hidden, an invisible and an empty layer do not count", () => {
    const low = { y: 300 };
    const layers = [
      block("a"),
      block("b", { ...low, hide: true }),
      block("c", { ...low, opacity: 0 }),
      words("d", "", low),
      block("e", { ...low, visible_if: "1 == 2" }),
    ];
    expect(heightOf(layers)).toBe(30);
    expect(heightOf([block("a", { name: "a" })], {}, { layers: { a: { y: 50, height: 60 } } })).toBe(110);
  });

  test("a layer that fills the height does not count, and reaches to the bottom of the content", () => {
    const layers = [block("ground", { y: 10, height: "fill" }), block("a", { y: 120 })];
    expect(places(resolveIn(hug(layers)))).toMatchObject({ ground: [0, 10, 40, 140], a: [0, 120, 40, 30] });
  });

  test("content lower than max_height does not make the document higher, and min_height is its smallest height", () => {
    expect(heightOf([block("a", { y: 399 })])).toBe(400);
    expect(heightOf([block("a")], { min_height: 200 })).toBe(200);
    expect(heightOf([block("a", { y: 210 })], { min_height: 200 })).toBe(240);
    expect(heightOf([])).toBe(1);
  });

  test("a rotated column has the room of max_height, although the document is lower", () => {
    const column = { layout: "column", wrap: true, rotation: 90, x: 0, y: 0 };
    const layers = [group(column, block("a", { height: 150 }), block("b", { height: 150 }))];
    expect(heightOf(layers)).toBe(170);
    expect(places(resolveIn(hug(layers)))).toEqual(places(resolve(layers)));
  });
});
