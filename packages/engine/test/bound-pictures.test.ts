import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../src/document/document.js";
import { Renderer } from "../src/renderer/renderer.js";
import { readDocument } from "../src/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "./oracle/compare-paths.js";
import { decode, testContext } from "./support.js";

/** Bars from a list, a progress bar, and a text beneath a named layer. The lowest layers have no names. */
const chart = {
  width: 120,
  height: 100,
  background: "{{ dark ? '#0f172a' : 'rgba(255, 255, 255, 0.5)' }}",
  variables: [
    { name: "sold", type: "number", default: 30 },
    { name: "accent", type: "string", default: "#e11d48" },
    { name: "dark", type: "boolean", default: false },
    {
      name: "bars",
      type: "list",
      fields: [{ name: "amount", type: "number" }],
      default: [{ amount: 3 }, { amount: 5 }, { amount: 1 }],
    },
  ],
  layers: [
    { id: "progress", type: "rectangle", x: 10, y: 5, width: "{{ sold }}", height: 12, background_color: "{{accent}}" },
    {
      id: "plain",
      type: "ellipse",
      x: 90,
      y: 5,
      width: 20,
      height: 20,
      background_gradient: {
        type: "linear-gradient",
        angle: "{{ sold * 3 }}",
        stops: [
          { color: "{{ accent }}", position: 0 },
          { color: "#0f0", position: "{{ clamp(sold / 100, 0, 1) }}" },
        ],
      },
    },
    {
      id: "chart",
      type: "group",
      width: 100,
      height: 70,
      x: 10,
      y: 25,
      rotation: "{{ dark ? 4 : 0 }}",
      repeat: "bars",
      children: [
        {
          id: "bar",
          type: "rectangle",
          x: "{{ index * 100 / count }}",
          y: "{{ 70 - item.amount / max(bars.amount) * 70 }}",
          width: 20,
          height: "{{ item.amount / max(bars.amount) * 70 }}",
          background_color: "{{ index == 0 ? accent : '#64748b' }}",
          border_radius: "{{ dark ? 5 : 0 }}",
          shadows: [{ color: "rgba(0, 0, 0, 0.4)", y: 2, blur: "{{ dark ? 6 : 0 }}" }],
        },
      ],
    },
    { id: "over", name: "over", type: "rectangle", x: 0, y: 60, width: 60, height: 20, background_color: "#0008" },
  ],
} as unknown as TemplateSource;

const requests = [
  {},
  { variables: { sold: 90, accent: "#0ea5e9" } },
  { variables: { dark: true } },
  { variables: { sold: 0, bars: [{ amount: 2 }] }, layers: { over: { x: 30 } } },
  { variables: { bars: [] } },
  {},
];

describe("pictures of documents with expressions", () => {
  test.each([1, 1.5])("both paths draw each request in the same way at scale %d", async (scale) => {
    const options = { scale, transparent: false };
    const differences = await comparePaths(readDocument(chart), requests, options, oracleResources());
    expect(faultsOf(differences)).toEqual([]);
  });

  test("a renderer that keeps the compiled template gives the same bytes as a new one", async () => {
    const kept = new Renderer(testContext());
    const pictures = new Set<string>();
    for (const request of requests) {
      const again = await kept.render(chart, request, { version: "1" });
      const fresh = await new Renderer(testContext()).render(chart, request);
      expect(Buffer.from(again.bytes).equals(Buffer.from(fresh.bytes))).toBe(true);
      pictures.add(Buffer.from(again.bytes).toString("base64"));
    }
    expect(pictures.size).toBe(requests.length - 1);
  });

  test("the compiled base is not stale when an expression changes the lowest layer", async () => {
    const renderer = new Renderer(testContext());
    const at = async (request: object) => {
      const picture = await decode(await renderer.render(chart, request, { version: "1" }));
      return picture.at(60, 10);
    };
    expect(await at({ variables: { dark: true } })).toEqual([15, 23, 42, 255]);
    expect(await at({ variables: { dark: true, sold: 80, accent: "#00ff00" } })).toEqual([0, 255, 0, 255]);
    expect(await at({ variables: { dark: true } })).toEqual([15, 23, 42, 255]);
  });

  test("a picture is as translucent as the background of its request, whatever the default is", async () => {
    const ground = { width: 10, height: 10, variables: [{ name: "tint", type: "string", default: "#ff0000" }] };
    const source = { ...ground, background: "{{tint}}", layers: [] } as TemplateSource;
    const renderer = new Renderer(testContext());
    const alphaOf = async (tint: string) => {
      const picture = await renderer.render(source, { variables: { tint } }, { version: "1" });
      return (await decode(picture)).at(5, 5)[3];
    };
    expect(await alphaOf("#00f")).toBe(255);
    expect(await alphaOf("rgba(0, 0, 255, 0)")).toBe(0);
    expect(await alphaOf("#00f")).toBe(255);
  });

  test("a layer with a side of 0 draws nothing, not even its border, shadow or text", async () => {
    const more = { border_width: 4, shadow_color: "#000", shadow_x: 5, background_color: "#f00" };
    const zero = "{{ sold * 0 }}";
    const layers = [
      { id: "a", type: "rectangle", x: 20, y: 20, width: zero, height: 40, ...more },
      { id: "b", type: "ellipse", x: 20, y: 20, width: 40, height: zero, ...more },
      { id: "c", type: "text", x: 50, y: 50, width: zero, height: 20, text: "Text" },
      { id: "d", type: "line", x: 10, y: 50, width: zero, height: 3 },
      {
        id: "e",
        type: "group",
        x: 9,
        y: 9,
        width: zero,
        height: 9,
        children: [{ ...more, id: "f", type: "rectangle", width: 9, height: 9 }],
      },
    ];
    const source = { ...chart, background: "#fff", layers } as unknown as TemplateSource;
    const picture = await decode(await new Renderer(testContext()).render(source, {}));
    expect(picture.paintedPixels()).toBe(0);
  });
});
