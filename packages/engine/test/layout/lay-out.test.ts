import { describe, expect, test } from "@jest/globals";
import type { MeasureText } from "../../src/layout/laid-out.js";
import { block, group, type LayerInput, measure, places, resolve, resolveIn, words } from "./layout-support.js";

const lay = (more: object, ...children: LayerInput[]) => places(resolve([group(more, ...children)]));

describe("an absolute group", () => {
  test("an absolute group places its children relative to its corner, at any depth", () => {
    const inner = { id: "i", type: "group", x: 10, y: 20, children: [block("a", { x: 1, y: 2 })] } as LayerInput;
    expect(lay({}, inner)).toEqual({ a: [111, 72, 40, 30] });
  });

  test("an absolute group hugs its children, and a child can fill it up to the far edge", () => {
    expect(lay({ background_color: "blue" }, block("a", { x: 10, y: 20 }))["g-ground"]).toEqual([100, 50, 50, 50]);
    expect(lay({ width: 200, height: 100 }, block("a", { x: 10, width: "fill", height: "fill" })).a).toEqual([
      110, 50, 190, 100,
    ]);
  });

  test("a layer outside all groups fills the document up to the far edge", () => {
    expect(places(resolve([block("a", { x: 20, y: 10, width: "fill", height: "fill" })])).a).toEqual([
      20, 10, 480, 390,
    ]);
  });
});

describe("a row", () => {
  test("a row puts layers side by side, with padding, border and gap", () => {
    const row = { layout: "row", padding: 5, border_width: 2, gap: 8, background_color: "blue" };
    expect(lay(row, block("a"), block("b", { height: 10 }))).toEqual({
      "g-ground": [100, 50, 102, 44],
      a: [107, 57, 40, 30],
      b: [155, 57, 40, 10],
    });
  });

  test("padding_x and padding_y replace the padding of a row on their axis", () => {
    expect(lay({ layout: "row", padding: 5, padding_x: 20 }, block("a")).a).toEqual([120, 55, 40, 30]);
  });

  test.each([
    ["start", 100, 150],
    ["center", 155, 205],
    ["end", 210, 260],
    ["space_between", 100, 260],
    ["space_around", 128, 233],
    ["space_evenly", 137, 223],
  ])("a row with justify_content %s distributes its free space", (justify_content, first, second) => {
    const row = lay({ layout: "row", width: 200, gap: 10, justify_content }, block("a"), block("b"));
    expect([row.a?.[0], row.b?.[0]]).toEqual([first, second]);
  });

  test.each([
    ["start", 50, 10],
    ["center", 60, 10],
    ["end", 70, 10],
  ])("a row with align_items %s aligns its layers across", (align_items, y, height) => {
    expect(lay({ layout: "row", align_items }, block("a"), block("b", { height: 10 })).b).toEqual([140, y, 40, height]);
  });

  test("layers that fill a row share the rest evenly in whole pixels, and fill its height", () => {
    const row = lay(
      { layout: "row", width: 240, height: 60 },
      block("a"),
      block("b", { width: "fill", height: "fill" }),
      block("c", { width: "fill" }),
      block("d", { width: "fill" }),
    );
    expect([row.b, row.c, row.d]).toEqual([
      [140, 50, 67, 60],
      [207, 50, 66, 30],
      [273, 50, 67, 30],
    ]);
  });

  test("a row with align_items stretch stretches layers that hug", () => {
    expect(lay({ layout: "row", align_items: "stretch" }, block("a"), words("t", "abc")).t).toEqual([140, 50, 30, 30]);
  });

  test("layers of fractional widths that fill a line exactly stay on it", () => {
    const row = (width: number) =>
      group({ layout: "row", width, wrap: true }, ...["a", "b", "c"].map((id) => block(id, { width: 33.1 })));
    // The sum is 99.30000000000001 in floating point numbers.
    expect(places(resolve([row(99.3)]))["c"]?.[1]).toBe(50);
    expect(places(resolve([row(99.29)]))["c"]?.[1]).toBe(80);
  });

  test("a row with wrap starts a new line at its width", () => {
    const row = lay(
      { layout: "row", width: 100, gap: 10, wrap: true, background_color: "blue" },
      block("a"),
      block("b"),
      block("c", { height: 50 }),
      block("d"),
    );
    expect(row).toMatchObject({
      a: [100, 50, 40, 30],
      b: [150, 50, 40, 30],
      c: [100, 90, 40, 50],
      d: [150, 90, 40, 30],
      "g-ground": [100, 50, 100, 90],
    });
  });

  test("a layer that is hidden, by hide or by its condition, takes up no space in a row", () => {
    expect(
      lay(
        { layout: "row", gap: 10 },
        block("a"),
        block("b", { hide: true }),
        block("c", { visible_if: "1 > 2" }),
        block("d"),
      ).d?.[0],
    ).toBe(150);
  });

  test("a layer with opacity 0 takes up space in a row but is not painted", () => {
    const row = lay({ layout: "row" }, block("a", { opacity: 0 }), block("b"));
    expect(row).toEqual({ b: [140, 50, 40, 30] });
  });
});

describe("a column", () => {
  test("a column puts layers beneath each other and hugs the widest, whose width others can fill", () => {
    const column = lay(
      { layout: "column", gap: 5, padding: 10, background_color: "blue" },
      block("a"),
      words("t", "1234567"),
      block("b", { width: "fill", height: 2 }),
    );
    expect(column).toEqual({
      "g-ground": [100, 50, 90, 82],
      a: [110, 60, 40, 30],
      t: [110, 95, 70, 20],
      b: [110, 120, 70, 2],
    });
  });

  test("layers that fill a column share its height", () => {
    expect(lay({ layout: "column", height: 100 }, block("a"), block("b", { height: "fill" })).b).toEqual([
      100, 80, 40, 70,
    ]);
  });
});

describe("a text that hugs", () => {
  test("a text that hugs is as large as its letters with padding and border", () => {
    expect(places(resolve([words("t", "abcde", { padding: 4, border_width: 1 })])).t).toEqual([0, 0, 60, 30]);
  });

  test("a text that hugs wraps at the available width, and makes its group higher", () => {
    const column = lay(
      { layout: "column", width: 100, background_color: "blue" },
      words("t", "x".repeat(25)),
      block("b"),
    );
    expect(column).toMatchObject({ t: [100, 50, 100, 60], b: [100, 110, 40, 30], "g-ground": [100, 50, 100, 90] });
  });

  test("a text whose height hugs wraps at its own width", () => {
    expect(places(resolve([words("t", "x".repeat(10), { width: 50 })])).t).toEqual([0, 0, 50, 40]);
  });

  test("a text that hugs becomes narrower in a row that is too narrow", () => {
    const row = lay({ layout: "row", width: 100, gap: 10 }, words("t", "x".repeat(20)), block("a"));
    expect(row).toEqual({ t: [100, 50, 50, 80], a: [160, 50, 40, 30] });
  });

  test("a text that fills a row wraps at the remaining width", () => {
    expect(lay({ layout: "row", width: 100 }, words("t", "x".repeat(12), { width: "fill" }), block("a")).t).toEqual([
      100, 50, 60, 40,
    ]);
  });
});

describe("groups that are painted as one", () => {
  test("a group that neither fades nor clips is replaced by its children", () => {
    expect(resolve([group({}, block("a"))]).map(({ id }) => id)).toEqual(["a"]);
  });

  test("a group that fades contains its children", () => {
    expect(resolve([group({ opacity: 0.5 }, block("a"))])).toMatchObject([
      { type: "group", opacity: 0.5, children: [{ id: "a", opacity: 1 }] },
    ]);
  });

  test("a group clips its children inside its border, over its own background", () => {
    const clip = { clip: true, width: 100, height: 80, border_width: 5, border_radius: 20, background_color: "blue" };
    expect(resolve([group(clip, block("a"))])).toMatchObject([
      { id: "g-ground", type: "group", border_radius: 20 },
      { type: "group", clip: [15, 15, 15, 15], x: 105, y: 55, width: 90, height: 70, children: [{ id: "a" }] },
    ]);
  });

  test("a rotated group rotates each layer around the center of the group", () => {
    const [layer] = resolve([group({ width: 100, height: 100, rotation: 90 }, block("a", { rotation: 10 }))]);
    // Before the rotation, the center of the layer is 30 px to the left of and 35 px above the center of the group.
    // Then it is 35 px to the right and 30 px above.
    expect(layer?.rotation).toBe(100);
    expect(layer && layer.x + layer.width / 2).toBeCloseTo(185);
    expect(layer && layer.y + layer.height / 2).toBeCloseTo(70);
  });
});

describe("a repeat", () => {
  test("a repeat lays out its copies, each with its own id", () => {
    const items = { name: "items", type: "list", fields: [{ name: "name", type: "string" }] };
    const list = group({ layout: "column", repeat: "items", gap: 4 }, words("t", "{{item.name}}"));
    const resolved = resolve([list], { variables: { items: [{ name: "ab" }, { name: "abcd" }] } }, [items]);
    expect(places(resolved)).toEqual({ "t[0]": [100, 50, 20, 20], "t[1]": [100, 74, 40, 20] });
    expect(resolve([list], {}, [items])).toEqual([]);
  });
});

test("texts in the deepest allowed nesting of groups are measured a limited number of times", () => {
  let calls = 0;
  let layer: LayerInput = words("t", "abc");
  for (let level = 0; level < 8; level++) {
    layer = {
      id: `g${level}`,
      type: "group",
      layout: level % 2 === 0 ? "row" : "column",
      align_items: "stretch",
      children: [layer, words(`t${level}`, "x".repeat(level))],
    };
  }
  const measureText: MeasureText = (text, maxWidth) => {
    calls += 1;
    return measure(text, maxWidth);
  };
  resolveIn({ width: 500, height: 400, layers: [layer] }, {}, measureText);
  expect(calls).toBeLessThan(200);
});
