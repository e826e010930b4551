import { describe, expect, test } from "@jest/globals";
import { expandLayers } from "../../src/document/expand-layers.js";
import { checkOverrides } from "../../src/document/overrides.js";
import { box, issuesOf, read, VARIABLES } from "./bound-support.js";

describe("an attribute with an expression", () => {
  test("it has the value of the expression with the type of the value", () => {
    const layer = box({
      x: "{{ -sold }}",
      width: "{{ sold / total * 400 }}",
      background_color: "{{accent}}",
      rotation: " {{ sold % 7 }} ",
      opacity: "{{ rounded ? 0.5 : 1 }}",
      border_radius: "{{ rounded ? 24 : 0 }}",
      border_style: "{{ rounded ? 'dashed' : 'solid' }}",
      hide: "{{ sold > 100 }}",
    });
    expect(expandLayers(read([layer]), {}).layers).toMatchObject([
      {
        x: -30,
        width: 100,
        background_color: "#e11d48",
        rotation: 2,
        opacity: 0.5,
        border_radius: 24,
        border_style: "dashed",
        hide: false,
      },
    ]);
    const other = { variables: { sold: 60, accent: "red", rounded: "false" } };
    expect(expandLayers(read([layer]), other).layers).toMatchObject([
      { x: -60, width: 200, background_color: "red", rotation: 4, opacity: 1, border_radius: 0, border_style: "solid" },
    ]);
  });

  test("expressions work inside gradients, shadows and masks", () => {
    const stops = [
      { color: "{{accent}}", position: 0 },
      { color: "#000", position: "{{ sold / total }}" },
    ];
    const document = read([
      box({
        background_gradient: { type: "linear-gradient", angle: "{{ sold * 3 }}", stops },
        shadows: [{ color: "{{accent}}", blur: "{{ rounded ? 8 : 0 }}" }],
      }),
      { id: "i", type: "image", width: 9, height: 9, mask: { type: "polygon", sides: "{{ count(bars) + 3 }}" } },
    ]);
    expect(expandLayers(document, { variables: { sold: 60 } }).layers).toMatchObject([
      {
        background_gradient: {
          angle: 180,
          stops: [
            { color: "#e11d48", position: 0 },
            { color: "#000", position: 0.5 },
          ],
        },
        shadows: [{ color: "#e11d48", blur: 8, x: 0 }],
      },
      { mask: { type: "polygon", sides: 5 } },
    ]);
  });

  test("expressions work inside radial gradients and named text styles", () => {
    const stops = [
      { color: "#fff", position: 0 },
      { color: "{{accent}}", position: 1 },
    ];
    const style = { name: "big", font_size: "{{ sold }}", font_family: "{{ rounded ? 'Inter' : 'Nope' }}" };
    const text = { id: "t", name: "t", type: "text", text: "[a]{big}", text_styles: [style] };
    const document = read([
      box({ background_gradient: { type: "radial-gradient", radius: "{{ 0.5 }}", stops } }),
      text,
    ]);
    expect(expandLayers(document, {}).layers).toMatchObject([
      { background_gradient: { radius: 0.5, stops: [{ color: "#fff" }, { color: "#e11d48" }] } },
      { text_styles: [{ name: "big", font_size: 30, font_family: "Inter" }] },
    ]);
    const [issue] = checkOverrides(document, { variables: { rounded: false } });
    expect(issue).toMatchObject({ path: "variables.rounded" });
    expect(issue?.message).toContain('"Nope"');
    const named = { ...text, text_styles: [{ ...style, name: "{{ accent }}" }] };
    expect(issuesOf([named])).toMatchObject([{ path: "layers[0].text_styles[0].name" }]);
  });

  test("a wrong value beside an expression is an issue at its own place", () => {
    const shadows = [{ color: "{{accent}}", blur: -5 }];
    expect(issuesOf([box({ shadows, hide: true })])).toMatchObject([{ path: "layers[0].shadows[0].blur" }]);
  });

  test("text attributes and group attributes can be expressions", () => {
    const text = { id: "t", type: "text", text: "{{sold}} of {{total}}", font_size: "{{ 10 + sold / 10 }}" };
    const group = { id: "g", type: "group", layout: "row", gap: "{{ count(bars) * 4 }}", opacity: "{{ 0.5 }}" };
    const layers = [
      { ...group, children: [{ ...text, font_weight: "{{ rounded ? 700 : 400 }}", align: "{{ 'center' }}" }] },
    ];
    expect(expandLayers(read(layers), {}).layers).toMatchObject([
      { gap: 8, opacity: 0.5, children: [{ text: "30 of 120", font_size: 13, font_weight: 700, align: "center" }] },
    ]);
  });

  test("each copy of a repeat has its own index, count and item", () => {
    const bar = box({
      x: "{{ index * 40 + count }}",
      height: "{{ bar.amount / max(bars.amount) * 80 }}",
      background_color: "{{ bar.tint }}",
    });
    const group = { id: "g", type: "group", repeat: "bars", repeat_as: "bar", children: [bar] };
    const { layers } = expandLayers(read([group]), {
      variables: { bars: [{ amount: 1 }, { amount: 4, tint: "#0f0" }] },
    });
    expect(layers[0]?.children).toMatchObject([
      { id: "box[0]", x: 2, height: 20, background_color: "#000" },
      { id: "box[1]", x: 42, height: 80, background_color: "#0f0" },
    ]);
  });

  test("a variable takes precedence over a built-in name", () => {
    const variables = [...VARIABLES, { name: "index", type: "number", default: 7 }];
    const group = {
      id: "g",
      type: "group",
      layout: "row",
      repeat: "bars",
      children: [box({ x: "{{ index + count }}" })],
    };
    const { layers } = expandLayers(read([group], { variables }), {});
    expect(layers[0]?.children).toMatchObject([{ x: 9 }, { x: 9 }]);
  });

  test("an override replaces the expression, and the expression is not evaluated", () => {
    const document = read([box({ width: "{{ sold / total * 400 }}", background_color: "{{accent}}" })]);
    const request = {
      layers: { box: { width: 55, background_color: "#123456" } },
      variables: { total: 0, accent: "no" },
    };
    expect(checkOverrides(document, request)).toEqual([]);
    expect(expandLayers(document, request).layers).toMatchObject([{ width: 55, background_color: "#123456" }]);
  });

  test("an override is always a value", () => {
    const document = read([box({ width: "{{ sold }}" })]);
    const given = { layers: { box: { width: "{{ sold }}", background_color: "{{accent}}" } } };
    expect(checkOverrides(document, given).map(({ path }) => path)).toEqual([
      "layers.box.width",
      "layers.box.background_color",
    ]);
  });

  test.each<[string, object | string, object]>([
    ["a color", "{{accent}}", { ground: "#e11d48" }],
    [
      "a gradient",
      {
        type: "linear-gradient",
        angle: "{{ sold }}",
        stops: [
          { color: "{{accent}}", position: 0 },
          { color: "#fff", position: 1 },
        ],
      },
      { ground: { angle: 30, stops: [{ color: "#e11d48" }, { color: "#fff" }] } },
    ],
    [
      "an image",
      { type: "image", image_url: "", color: "{{accent}}", fit: "{{ rounded ? 'contain' : 'cover' }}" },
      { ground: "#e11d48", background: { fit: "contain", color: "#e11d48" } },
    ],
  ])("the background can have expressions: %s", (_, background, expected) => {
    expect(expandLayers(read([], { background }), {})).toMatchObject({ ...expected, issues: [] });
  });

  test("a side of 0 is possible by an expression only", () => {
    expect(expandLayers(read([box({ width: "{{ sold - 30 }}" })]), {}).layers).toMatchObject([{ width: 0 }]);
    expect(issuesOf([box({ width: 0 })])).toMatchObject([{ path: "layers[0].width" }]);
    expect(issuesOf([box({ width: "{{ sold - 31 }}" })])).toMatchObject([{ path: "variables.sold" }]);
  });
});
