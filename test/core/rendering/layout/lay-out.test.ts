/** Layouts with known places: a character is 10 px wide, and a line is 20 px high. */
import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import type { TemplateSource } from "../../../../core/contract/template/document.js";
import type { MeasureText } from "../../../../core/rendering/layout/laid-out.js";
import { LAYER_RENDERERS } from "../../../../core/rendering/layers/registry.js";
import type { ResolvedLayer } from "../../../../core/rendering/resolve/resolved-layer.js";
import { resolveLayers } from "../../../../core/rendering/resolve/resolve-layers.js";
import { sizeDocument } from "../../../../core/rendering/resolve/size-document.js";

type LayerInput = TemplateSource["layers"][number];

const measure: MeasureText = ({ text }, maxWidth = Number.POSITIVE_INFINITY) => {
  const perLine = Math.max(1, Math.min(text.length, Math.floor(maxWidth / 10)));
  return { width: perLine * 10, height: Math.ceil(text.length / perLine) * 20 };
};

function resolve(layers: readonly LayerInput[], request = {}, variables: unknown[] = []): ResolvedLayer[] {
  return resolveIn({ width: 500, height: 400, layers, variables }, request);
}

function resolveIn(source: object, request = {}, measureText = measure): ResolvedLayer[] {
  const tools = { registry: LAYER_RENDERERS, measureText };
  return resolveLayers(sized(source, request, tools), request, tools);
}

function sized(source: object, request = {}, tools = { registry: LAYER_RENDERERS, measureText: measure }) {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return sizeDocument(checked.document, request, tools);
}

type Place = readonly [x: number, y: number, width: number, height: number];

/** The box of each layer, including groups that are painted as one. */
function places(layers: readonly ResolvedLayer[]): Record<string, Place> {
  return Object.assign(
    {},
    ...layers.map((layer) => ({
      [layer.id]: [layer.x, layer.y, layer.width, layer.height],
      ...places(layer.children ?? []),
    })),
  ) as Record<string, Place>;
}

const block = (id: string, more: Partial<LayerInput> = {}) =>
  ({ id, type: "rectangle", width: 40, height: 30, background_color: "red", ...more }) as LayerInput;
const words = (id: string, text: string, more = {}) => ({ id, type: "text", text, ...more }) as LayerInput;
const group = (more: object, ...children: LayerInput[]) =>
  ({ id: "g", type: "group", x: 100, y: 50, ...more, children }) as LayerInput;
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
  ])("a row with justify_content %s distributes its free room", (justify_content, first, second) => {
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

  test("a layer that is hidden, by hide or by its condition, takes no room in a row", () => {
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

  test("a layer with opacity 0 takes room in a row but is not painted", () => {
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

  test("a text that hugs wraps at the room it has, and makes its group higher", () => {
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

  test("a text that fills a row wraps at the room that is left", () => {
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

  test("a group clips its children inside its border, over its own ground", () => {
    const clip = { clip: true, width: 100, height: 80, border_width: 5, border_radius: 20, background_color: "blue" };
    expect(resolve([group(clip, block("a"))])).toMatchObject([
      { id: "g-ground", type: "group", border_radius: 20 },
      { type: "group", clip: true, x: 105, y: 55, width: 90, height: 70, border_radius: 15, children: [{ id: "a" }] },
    ]);
  });

  test("a rotated group rotates each layer around the center of the group", () => {
    const [layer] = resolve([group({ width: 100, height: 100, rotation: 90 }, block("a", { rotation: 10 }))]);
    // The center of the layer is 30 px left of and 35 px above that of the group, and then 35 px right and 30 px above.
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

  test("a turned layer counts with its bounds", () => {
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

  test("a column wraps at max_height, also if the document is lower because the column is turned", () => {
    const column = { layout: "column", wrap: true, rotation: 90, x: 0, y: 0 };
    const layers = [group(column, block("a", { height: 150 }), block("b", { height: 150 }))];
    expect(heightOf(layers)).toBe(170);
    expect(places(resolveIn(hug(layers)))).toEqual(places(resolve(layers)));
  });
});
