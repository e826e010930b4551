/** The pixels of groups that fade, clip and rotate their layers. The fast path and the reference path must agree. */
import { describe, expect, test } from "@jest/globals";
import { readDocument } from "../src/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "./oracle/compare-paths.js";
import { renderLayers, type Rgba } from "./support.js";

const WHITE: Rgba = [255, 255, 255, 255];
const RED: Rgba = [255, 0, 0, 255];
const square = (id: string, x: number, y: number, background_color: string, more = {}) => ({
  id,
  type: "rectangle" as const,
  x,
  y,
  width: 40,
  height: 40,
  background_color,
  ...more,
});

describe("a group", () => {
  test("a group fades as one: where its layers overlap, the lower layer does not show through", async () => {
    const group = {
      id: "g",
      type: "group" as const,
      x: 10,
      y: 10,
      opacity: 0.5,
      children: [square("a", 0, 0, "blue"), square("b", 20, 20, "red")],
    };
    const pixels = await renderLayers([group]);
    expect(pixels.at(40, 40)).toEqual(pixels.at(60, 60));
    expect(pixels.at(60, 60)[1]).toBeGreaterThan(125);
    expect(pixels.at(60, 60)[1]).toBeLessThan(130);
  });

  test("a group with clip cuts off what extends beyond it, even at its rounded corners", async () => {
    const clip = { clip: true, width: 40, height: 40, border_radius: 20 };
    const group = {
      id: "g",
      type: "group" as const,
      x: 30,
      y: 30,
      ...clip,
      children: [{ ...square("a", -20, -20, "red"), width: 100, height: 100 }],
    };
    const pixels = await renderLayers([group]);
    expect([pixels.at(50, 50), pixels.at(32, 32), pixels.at(72, 50), pixels.at(25, 50)]).toEqual([
      RED,
      WHITE,
      WHITE,
      WHITE,
    ]);
  });

  test("a group rotates its layers and its clip around its center", async () => {
    const inside = { ...square("a", 0, 0, "red"), width: 80, height: 10 };
    const group = (more: object) => ({
      id: "g",
      type: "group" as const,
      x: 10,
      y: 45,
      width: 80,
      height: 10,
      rotation: 90,
      ...more,
      children: [inside],
    });
    for (const more of [{}, { clip: true }, { opacity: 0.999 }]) {
      const pixels = await renderLayers([group(more)]);
      expect([pixels.at(50, 15)[1], pixels.at(50, 85)[1], pixels.at(20, 50)[1]]).toEqual(
        [0, 0, 255].map((value) => expect.closeTo(value, -1)),
      );
    }
  });

  test("a group far outside the picture is not visible and does no harm", async () => {
    const far = (id: string, more: object) => ({
      id,
      type: "group" as const,
      x: 9000,
      y: -9000,
      width: 50,
      height: 50,
      clip: true,
      opacity: 0.5,
      rotation: 45,
      border_radius: 10,
      children: [
        square(`${id}-a`, 0, 0, "red", {
          shadow_color: "black",
          shadow_blur: 20,
          opacity: 0.5,
          border_radius: 5,
          ...more,
        }),
      ],
    });
    const pixels = await renderLayers([far("p", {}), far("q", { x: -9000, y: 9000 })]);
    expect(pixels.paintedPixels()).toBe(0);
  });
});

describe("an svg layer", () => {
  const star = "<svg viewBox='0 0 10 10'><path fill='currentColor' d='M0 0h10v10h-10z'/></svg>";

  test("an SVG is drawn in its box, in the color of the layer", async () => {
    const pixels = await renderLayers([
      { id: "s", type: "svg", x: 20, y: 20, width: 60, height: 30, svg: star, color: "red" },
    ]);
    expect([pixels.at(50, 35), pixels.at(22, 35), pixels.at(50, 55)]).toEqual([RED, WHITE, WHITE]);
    const filled = await renderLayers([
      { id: "s", type: "svg", x: 20, y: 20, width: 60, height: 30, svg: star, color: "red", fit: "fill" },
    ]);
    expect(filled.at(22, 35)).toEqual(RED);
  });

  test("an SVG with parts far outside its own area is drawn", async () => {
    const svg = `<svg viewBox="0 0 10 10"><clipPath id="c"><path d="M0 0h9v9z"/></clipPath><g transform="translate(99999 0)"><g clip-path="url(#c)" opacity=".5"><path d="M0 0h9v9z"/></g></g><path fill="red" d="M0 0h10v10h-10z"/></svg>`;
    const pixels = await renderLayers([{ id: "s", type: "svg", width: 100, height: 100, svg }]);
    expect(pixels.at(50, 50)).toEqual(RED);
  });
});

test("the fast path and the reference path agree on groups, repeats, codes, SVGs, gradients and automatic colors", async () => {
  const text = (id: string, value: string, more = {}) => ({
    id,
    type: "text",
    text: value,
    font_size: 14,
    color: "auto",
    ...more,
  });
  const document = readDocument({
    width: 240,
    height: 180,
    background: {
      type: "radial-gradient",
      stops: [
        { color: "#334155", position: 0 },
        { color: "#fde68a", position: 1 },
      ],
    },
    variables: [
      {
        name: "items",
        type: "list",
        fields: [{ name: "name", type: "string" }],
        default: [{ name: "One" }, { name: "Two" }],
      },
    ],
    layers: [
      {
        id: "g",
        type: "group",
        layout: "row",
        wrap: true,
        x: 8.5,
        y: 8,
        width: 120,
        padding: 8,
        gap: 6,
        rotation: 7,
        opacity: 0.8,
        clip: true,
        border_radius: 12,
        background_color: "#14532d",
        border_width: 2,
        border_color: "#fff",
        repeat: "items",
        children: [
          {
            id: "chip",
            type: "group",
            layout: "row",
            padding: 5,
            border_radius: 9,
            background_color: "#bbf7d0",
            children: [text("t", "{{item.name}}")],
          },
        ],
      },
      { id: "q", type: "qr", x: 150, y: 10, width: 70, height: 70, data: "{{items | join: name}}", rotation: 12 },
      {
        id: "b",
        type: "barcode",
        x: 20.25,
        y: 110,
        width: 120,
        height: 50,
        symbology: "ean8",
        data: "9638507",
        show_text: true,
      },
      {
        id: "s",
        type: "svg",
        x: 160,
        y: 100,
        width: 60,
        height: 60,
        color: "auto(#f00, #00f)",
        border_radius: 8,
        svg: "<svg viewBox='0 0 10 10'><circle cx='5' cy='5' r='4' fill='currentColor'/></svg>",
      },
    ],
  });
  const requests = [
    {},
    { variables: { items: [{ name: "Alpha" }, { name: "B" }, { name: "Gamma" }] } },
    { variables: { items: [] } },
  ];
  for (const scale of [1, 1.5]) {
    const differences = await comparePaths(document, requests, { scale, transparent: false }, oracleResources());
    expect(faultsOf(differences)).toEqual([]);
  }
});
