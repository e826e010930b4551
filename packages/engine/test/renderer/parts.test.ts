import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import sharp, { type Sharp } from "sharp";
import type { PictureParts } from "../../src/document/picture-layout.js";
import type { PictureRequest } from "../../src/renderer/picture.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { testContext } from "../support.js";

const EXAMPLES = join(import.meta.dirname, "../../../../examples");
const starters = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "template.json")));
const renderer = new Renderer(testContext());

async function pixelsOf(image: Sharp): Promise<Buffer> {
  return await image.ensureAlpha().raw().toBuffer();
}

/** Draws parts on top of each other, as a browser would. It uses sharp, not the code under test. */
async function compose({ below, chosen, above }: PictureParts): Promise<Buffer> {
  const over = [chosen, above].flatMap((part) =>
    part === undefined ? [] : [{ input: Buffer.from(part.bytes), left: part.x, top: part.y }],
  );
  return await pixelsOf(sharp(await sharp(below.bytes).composite(over).png().toBuffer()));
}

function largestDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0);
}

const read = (name: string, file: string): unknown => JSON.parse(readFileSync(join(EXAMPLES, name, file), "utf8"));

describe("the parts of the starters", () => {
  test.each(starters)("the parts of each layer of the starter %s are the whole picture", async (name) => {
    const document = read(name, "template.json");
    const request = { ...(read(name, "request.json") as PictureRequest), format: "png", scale: 0.5 } as const;
    const whole = await renderer.render(document, request, { layout: true, isDraft: true });
    const pixels = await pixelsOf(sharp(whole.bytes));
    const results: [string, string | number][] = [];
    for (const id of new Set(whole.layout?.layers.map(({ layerId }) => layerId))) {
      const { parts } = await renderer.render(document, request, { parts: [id], isDraft: true });
      if (parts === undefined) throw new Error("The result has no parts.");
      if (typeof parts === "string") results.push([id, parts]);
      else results.push([id, largestDifference(await compose(parts), pixels)]);
    }
    const differences = results.flatMap(([, result]) => (typeof result === "number" ? [result] : []));
    expect(differences.length).toBeGreaterThan(0);
    // Two roundings to whole levels: of the blended part, and of its color without alpha in the file.
    expect(Math.max(...differences)).toBeLessThanOrEqual(2);
  });
});

const box = (id: string, x: number, more: object = {}) => ({
  id,
  type: "rectangle",
  x,
  y: 10,
  width: 40,
  height: 40,
  background_color: "#ff000080",
  ...more,
});
const partsOf = async (layers: readonly object[], ids: readonly string[], document: object = {}) => {
  const { parts } = await renderer.render({ width: 200, height: 100, ...document, layers }, {}, { parts: ids });
  return parts;
};

describe("the parts of a picture", () => {
  test("the chosen layer and the layers above are cropped to their pixels", async () => {
    expect(await partsOf([box("a", 10), box("b", 30), box("c", 120)], ["b"])).toMatchObject({
      below: { x: 0, y: 0, width: 200, height: 100, contentType: "image/png" },
      chosen: { x: 30, y: 10, width: 40, height: 40 },
      above: { x: 120, y: 10, width: 40, height: 40 },
    });
  });

  test("a layer at the top has nothing above it", async () => {
    expect(await partsOf([box("a", 10)], ["a"])).toMatchObject({ above: undefined });
  });

  test("several layers can be chosen if the layers between them touch none of them", async () => {
    const [low, high] = [box("a", 10), box("c", 100)];
    expect(await partsOf([low, box("b", 150), high], ["a", "c"])).toMatchObject({ above: undefined });
    expect(await partsOf([low, box("b", 40, { width: 80 }), high], ["a", "c"])).toBe("LAYER_BETWEEN");
  });

  test("a group is chosen with all of its layers, and a plain group can be left by one of its layers", async () => {
    const group = { id: "g", type: "group", x: 0, y: 0, children: [box("a", 10), box("b", 100)] };
    expect(await partsOf([group], ["g"])).toMatchObject({ chosen: { x: 10, width: 130 } });
    expect(await partsOf([group], ["a"])).toMatchObject({ chosen: { x: 10, width: 40 }, above: { x: 100 } });
  });

  test.each([
    ["a layer that is not in the picture", [box("a", 0, { hide: true })], "NOT_SHOWN", {}],
    ["a layer outside of the picture", [], "NOT_SHOWN", {}],
    [
      "a layer in a group that fades",
      [{ id: "g", type: "group", x: 0, y: 0, opacity: 0.5, children: [box("a", 0)] }],
      "PAINTED_WITH_GROUP",
      {},
    ],
    [
      "a layer in a group that clips",
      [{ id: "g", type: "group", x: 0, y: 0, clip: true, children: [box("a", 0)] }],
      "PAINTED_WITH_GROUP",
      {},
    ],
    [
      "a layer in a row",
      [{ id: "g", type: "group", x: 0, y: 0, layout: "row", children: [box("a", 0)] }],
      "AUTOMATIC_LAYOUT",
      {},
    ],
    ["a layer that fills its room", [box("a", 0, { width: "fill" })], "AUTOMATIC_LAYOUT", {}],
    [
      "a layer of a document that is as high as its layers",
      [box("a", 0)],
      "AUTOMATIC_LAYOUT",
      { height: "hug", max_height: 200 },
    ],
    [
      "a layer in a group whose background is as large as its layers",
      [{ id: "g", type: "group", x: 0, y: 0, background_color: "#00ff00", children: [box("a", 0)] }],
      "AUTOMATIC_LAYOUT",
      {},
    ],
    [
      "a layer below an automatic color",
      [box("a", 0), { id: "t", type: "text", x: 0, y: 0, width: 100, height: 40, text: "Words", color: "auto" }],
      "AUTOMATIC_COLOR",
      {},
    ],
  ] as const)("%s cannot be moved alone, and the result says why", async (_, layers, reason, document) => {
    expect(await partsOf(layers, ["a"], document)).toBe(reason);
  });

  test("a copy of a repeat cannot be moved alone, but the group that repeats can", async () => {
    const variables = [
      {
        name: "rows",
        type: "list",
        fields: [{ name: "label", type: "string" }],
        default: [{ label: "1" }, { label: "2" }],
      },
    ];
    const group = { id: "g", type: "group", layout: "column", repeat: "rows", x: 0, y: 0, children: [box("a", 0)] };
    expect(await partsOf([group], ["a"], { variables })).toBe("REPEATED");
    expect(await partsOf([group], ["g"], { variables })).toMatchObject({ chosen: { x: 0 } });
  });
});
