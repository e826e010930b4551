/** Pictures that are as high as their content. */
import { describe, expect, test } from "@jest/globals";
import { inspectPicture } from "../src/renderer/find-warnings.js";
import { Renderer } from "../src/renderer/renderer.js";
import { renderPicture } from "../src/renderer/render-picture.js";
import { readDocument } from "../src/resolve/read-request.js";
import { comparePaths, faultsOf, oracleResources } from "./oracle/compare-paths.js";
import { decode, fonts, testContext } from "./support.js";

/** Rows of 20 pixels from 10 pixels on, on a gradient from black to white, with a line along the whole height. */
const receipt = {
  width: 100,
  height: "hug",
  max_height: 200,
  background: {
    type: "linear-gradient",
    angle: 180,
    stops: [
      { color: "#000", position: 0 },
      { color: "#fff", position: 1 },
    ],
  },
  variables: [
    {
      name: "rows",
      type: "list",
      max_items: 20,
      fields: [{ name: "title", type: "string" }],
      default: [{ title: "a" }],
    },
  ],
  layers: [
    { id: "edge", type: "rectangle", width: 4, height: "fill", background_color: "#f00" },
    {
      id: "list",
      type: "group",
      x: 10,
      y: 10,
      layout: "column",
      repeat: "rows",
      children: [
        {
          id: "row",
          type: "group",
          width: 80,
          height: 20,
          children: [
            { id: "t", type: "text", text: "{{item.title}}", font_size: 12, color: "#00f" },
            { id: "dot", type: "ellipse", x: 60, y: 4, width: 9.5, height: 9.5, background_color: "#0a0" },
          ],
        },
      ],
    },
  ],
};

const rows = (count: number) => ({
  variables: { rows: Array.from({ length: count }, (_, index) => ({ title: `Row ${index}` })) },
});

describe("a picture that is as high as its content", () => {
  test("a picture has the height of its list, at each scale", async () => {
    const sizes = [];
    for (const [count, scale] of [
      [1, 1],
      [5, 1],
      [5, 0.5],
      [0, 2],
    ] as const) {
      const { picture, width, height } = await decode(
        await renderPicture(receipt, { ...rows(count), scale }, testContext()),
      );
      expect([picture.width, picture.height]).toEqual([width, height]);
      sizes.push([width, height]);
    }
    expect(sizes).toEqual([
      [100, 30],
      [100, 110],
      [50, 55],
      [200, 2],
    ]);
  });

  test("the background and a layer that fills reach to the bottom of the content", async () => {
    const pixels = await decode(await renderPicture(receipt, rows(4), testContext()));
    const at = (x: number, y: number) => pixels.at(x, y);
    expect(pixels.height).toBe(90);
    expect(at(2, 89)).toEqual([255, 0, 0, 255]);
    expect(at(99, 0)[0]).toBeLessThan(5);
    expect(at(99, 45)[0]).toBeGreaterThan(120);
    expect(at(99, 45)[0]).toBeLessThan(136);
    expect(at(99, 89)[0]).toBeGreaterThan(250);
  });

  test("content beyond max_height is cut, with a warning for each layer", async () => {
    const { picture, height } = await decode(await renderPicture(receipt, rows(12), testContext()));
    expect(height).toBe(200);
    expect(picture.warnings.map(({ code, layer }) => [code, layer])).toEqual([
      ["LAYER_CUT", "t[9]"],
      ["LAYER_OFF_CANVAS", "t[10]"],
      ["LAYER_OFF_CANVAS", "t[11]"],
    ]);
  });

  test("both paths draw the same picture for lists of different lengths", async () => {
    const requests = [2, 7, 2, 12, 0].map(rows);
    for (const scale of [1, 1.5]) {
      const options = { scale, transparent: false };
      const differences = await comparePaths(readDocument(receipt), requests, options, oracleResources());
      expect(differences).toHaveLength(requests.length);
      expect(faultsOf(differences)).toEqual([]);
    }
  });

  test("a renderer gives the same bytes whatever heights it rendered before", async () => {
    const cached = new Renderer(testContext());
    for (const count of [3, 8, 3, 3, 1, 8]) {
      const again = await cached.render(receipt, rows(count), { version: "1" });
      const fresh = await new Renderer(testContext()).render(receipt, rows(count));
      expect(again.height).toBe(10 + 20 * count);
      expect(Buffer.from(again.bytes).equals(Buffer.from(fresh.bytes))).toBe(true);
    }
  });

  test("simultaneous renders of different heights do not paint over each other", async () => {
    const renderer = new Renderer(testContext());
    const counts = [2, 6, 2, 9, 6];
    const together = await Promise.all(
      counts.map(async (count) => await renderer.render(receipt, rows(count), { version: "1" })),
    );
    const alone = await Promise.all(
      counts.map(async (count) => await new Renderer(testContext()).render(receipt, rows(count))),
    );
    expect(together.map(({ bytes }) => Buffer.from(bytes).toString("base64"))).toEqual(
      alone.map(({ bytes }) => Buffer.from(bytes).toString("base64")),
    );
  });

  test("the size of a picture and its warnings are found without painting", async () => {
    expect(await inspectPicture(receipt, rows(4), { fonts })).toEqual({
      size: { width: 100, height: 90 },
      warnings: [],
    });
    const { size, warnings } = await inspectPicture(receipt, rows(12), { fonts });
    expect(size).toEqual({ width: 100, height: 200 });
    expect(warnings.map(({ code }) => code)).toEqual(["LAYER_CUT", "LAYER_OFF_CANVAS", "LAYER_OFF_CANVAS"]);
  });
});
