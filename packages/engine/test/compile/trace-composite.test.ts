import { describe, expect, test } from "@jest/globals";
import { traceComposite } from "../../src/compile/trace-composite.js";
import { deviceGrid } from "../../src/frame/device-grid.js";
import { filledTile } from "../../src/frame/tile.js";
import type { VectorImage } from "../../src/images/vector-image.js";
import type { Item, LayerItemTools } from "../../src/items/item.js";
import type { VectorGroup } from "../../src/items/vector-piece.js";
import { type Composite, composite } from "../../src/layout/composite.js";
import type { ResolvedLayer } from "../../src/layout/resolved-layer.js";

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
const SHADOW = { color: "#000", x: 0, y: 0, blur: 0, spread: 0, inset: false };
const FRAGMENT = { svg: "<path/>", bounds: { x: 0, y: 0, width: 1, height: 1 } };
const GRID = deviceGrid({ width: 100, height: 80 }, 1);
const WARNING = { code: "TEXT_CUT", layer: "child", message: "Cut.", retryable: false } as const;

const child = { id: "child", x: 50, y: 60 } as ResolvedLayer;
const groupOf = (attributes: Partial<Composite>) =>
  composite(
    { id: "group", name: undefined, x: 30, y: 40, width: 200, height: 20 },
    { children: [child], ...attributes },
  );

/** An item of an area of pixels. */
function itemOf(rect: Item["rect"], bounds: Item["bounds"], tile = rect && filledTile(rect, BLACK)): Item {
  return {
    key: "item",
    rect,
    bounds,
    draw: () => Promise.resolve({ drawings: tile === undefined ? [] : [tile], warnings: [WARNING] }),
    write: () => Promise.resolve({ piece: FRAGMENT, warnings: [WARNING] }),
  };
}

const tools = {
  grid: GRID,
  scale: 1,
  itemsOf: (layers: readonly ResolvedLayer[]) =>
    Promise.resolve(layers.map(() => itemOf({ left: 0, top: 0, width: 1, height: 1 }, FRAGMENT.bounds))),
} as unknown as LayerItemTools;

/** Traces a group that paints the area from 30.25, 40 to the right edge of the page, with 2 pixels for each of the page. */
async function trace(layer: Composite, isSeen = true) {
  const calls: { layer: Composite; tools: LayerItemTools }[] = [];
  const bounds = { x: 30.25, y: 40, width: 200, height: 20 };
  const { piece, warnings } = await traceComposite(layer, 2, tools, {
    itemOf: (drawn, given) => {
      calls.push({ layer: drawn, tools: given });
      const rect = { left: 3, top: 5, width: 40, height: 20 };
      return Promise.resolve(itemOf(isSeen ? rect : undefined, bounds));
    },
    shadowsOf: (drawn, given) => {
      calls.push({ layer: drawn, tools: given });
      return Promise.resolve(filledTile({ left: 4, top: 6, width: 10, height: 20 }, BLACK));
    },
    shapesOf: () => [FRAGMENT, { ...FRAGMENT, svg: "<path id='outer'/>" }],
  });
  return { calls, piece: piece as VectorGroup | undefined, warnings };
}

/** Functions for a composite on the page that is cut to no shape. */
const drawingOf = (): Parameters<typeof traceComposite>[3] => ({
  itemOf: () => Promise.resolve(itemOf({ left: 3, top: 5, width: 4, height: 2 }, { x: 3, y: 5, width: 4, height: 2 })),
  shadowsOf: () => Promise.resolve(undefined),
  shapesOf: () => [],
});

const emptyItem = (): Item => ({
  ...itemOf({ left: 3, top: 5, width: 4, height: 2 }, { x: 3, y: 5, width: 4, height: 2 }),
  draw: () => Promise.resolve({ drawings: [], warnings: [WARNING] }),
});

describe("traceComposite", () => {
  test("a composite outside of the page draws nothing", async () => {
    expect(await trace(groupOf({}), false)).toMatchObject({ piece: undefined, warnings: [] });
  });

  test("a composite without shadows has its content in vectors, cut to its shapes, with its opacity and warnings", async () => {
    const { piece, warnings } = await trace(groupOf({ opacity: 0.5 }));
    const cut = { pieces: [{ pieces: [FRAGMENT] }], clip: FRAGMENT };
    expect(piece).toEqual({
      pieces: [{ pieces: [cut], clip: { ...FRAGMENT, svg: "<path id='outer'/>" } }],
      opacity: 0.5,
    });
    expect(warnings).toEqual([WARNING]);
  });

  test("shadows are an image beneath the content, which fills its place", async () => {
    const { piece, calls } = await trace(groupOf({ shadows: [SHADOW] }));
    const [image, content] = (piece?.pieces ?? []) as [VectorImage, VectorGroup];
    // The area begins at the pixel 60 of 2 for each document pixel, so at 30. The tile begins 4 and 6 pixels later.
    expect(image.box).toEqual({ x: 32, y: 43, width: 5, height: 10 });
    expect(image.rectangle).toEqual({ left: 0, top: 0, width: 5, height: 10 });
    expect(image.content).toMatchObject({ width: 10, height: 20, isOpaque: false });
    expect(content.clip).toBeDefined();
    // The shadows are drawn on a fine grid of the area from 30.25 to 100 and from 40 to 60, on which the layers are moved.
    const { layer, tools: fine } = calls.at(-1) ?? { layer: groupOf({}), tools };
    expect(fine.grid).toEqual({ width: 140, height: 40, scaleX: 2, scaleY: 2 });
    expect(fine.scale).toBe(2);
    expect([layer.x, layer.y, layer.children[0]?.x, layer.children[0]?.y]).toEqual([0, 0, 20, 20]);
  });

  test("layers of a group that are outside of the page or draw nothing are left out, but their warnings stay", async () => {
    const outside = itemOf(undefined, FRAGMENT.bounds);
    const nothing = {
      ...itemOf({ left: 0, top: 0, width: 1, height: 1 }, FRAGMENT.bounds),
      write: () => Promise.resolve({ warnings: [WARNING] }),
    };
    const itemsOf = () => Promise.resolve([outside, nothing]);
    const traced = await traceComposite(groupOf({}), 2, { ...tools, itemsOf }, drawingOf());
    expect(traced).toEqual({ piece: { pieces: [{ pieces: [] }], opacity: 1 }, warnings: [WARNING, WARNING] });
  });

  test("a composite that draws no pixels has no image", async () => {
    const drawing = { ...drawingOf(), itemOf: () => Promise.resolve(emptyItem()) };
    const layer = groupOf({ mask_image_url: "https://example.com/mask.png" });
    expect(await traceComposite(layer, 2, tools, drawing)).toEqual({ warnings: [WARNING] });
  });

  test.each([
    ["an inner shadow", { shadows: [SHADOW, { ...SHADOW, inset: true }] }],
    ["an image as a mask", { mask_image_url: "https://example.com/mask.png" }],
  ])("a composite with %s is an image of all of it", async (_, attributes) => {
    const { piece, warnings } = await trace(groupOf(attributes));
    const [image, ...others] = (piece?.pieces ?? []) as VectorImage[];
    expect(others).toEqual([]);
    expect(image?.box).toEqual({ x: 31.5, y: 42.5, width: 20, height: 10 });
    expect(image?.rectangle).toEqual({ left: 0, top: 0, width: 20, height: 10 });
    const { pixels = new Uint8Array() } = (image?.content ?? {}) as { pixels?: Uint8Array };
    expect([...pixels.subarray(-4)]).toEqual([0, 0, 0, 255]);
    expect(warnings).toEqual([WARNING]);
  });
});
