import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { EngineError } from "../../src/issues/engine-error.js";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";
import type { RenderContext } from "../../src/items/context.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { dataUri, decode, makeImage, renderLayers, type Rgba, testContext } from "../support.js";

const RED: Rgba = [255, 0, 0, 255];
const BLUE: Rgba = [0, 0, 255, 255];
const box = { id: "photo", name: "photo", type: "image", x: 0, y: 0, width: 100, height: 100 } as const;
const plain = async (color: Rgba) => dataUri(await makeImage(20, 20, () => color));
const halves = async () => dataUri(await makeImage(100, 100, (x) => (x < 50 ? [0, 0, 0, 255] : [255, 255, 255, 255])));

describe("image filters", () => {
  test("greyscale removes color but not lightness", async () => {
    const [red, green, blue] = (await renderLayers([{ ...box, image_url: await plain(RED), greyscale: true }])).at(
      50,
      50,
    );
    expect(red).toBe(green);
    expect(green).toBe(blue);
    expect(red).toBeGreaterThan(30);
  });

  test("brightness makes an image darker down to black, or lighter", async () => {
    const image_url = await plain([100, 100, 100, 255]);
    const at = async (brightness: number) => (await renderLayers([{ ...box, image_url, brightness }])).at(50, 50)[0];
    expect(await at(0.5)).toBeLessThan(80);
    expect(await at(1)).toBe(100);
    expect(await at(2)).toBeGreaterThan(150);
    expect(await at(0)).toBe(0);
  });

  test("tint colors gray pixels", async () => {
    const pixels = await renderLayers([{ ...box, image_url: await plain([128, 128, 128, 255]), tint: "#ff0000" }]);
    const [red, , blue] = pixels.at(50, 50);
    expect(red - blue).toBeGreaterThan(60);
  });

  test.each([4, 30, 200])(
    "a blur of %d pixels softens edges inside the image and keeps the edges of the box",
    async (blur) => {
      const pixels = await renderLayers([{ ...box, image_url: await halves(), blur }]);
      const row = [5, 45, 50, 55, 95].map((x) => pixels.at(x, 50)[0]);
      expect(row).toEqual([...row].sort((left, right) => left - right));
      expect(row[1]).toBeGreaterThan(10);
      expect(row[3]).toBeLessThan(245);
      expect(pixels.at(0, 50)[3]).toBe(255);
    },
  );

  test("a blur does not darken the edges of transparent areas", async () => {
    const image_url = dataUri(await makeImage(100, 100, (x) => (x < 50 ? [0, 0, 0, 0] : RED)));
    const [red] = (await renderLayers([{ ...box, image_url, blur: 10 }])).at(52, 50);
    expect(red).toBeGreaterThan(245);
  });
});

test("crop smart keeps the part that attracts attention and crop focus keeps the center", async () => {
  const image_url = dataUri(
    await makeImage(400, 100, (x, y) =>
      x > 320 && x < 380 && y > 20 && y < 80 ? [230, (x * 7) % 90, (y * 5) % 60, 255] : [200, 200, 200, 255],
    ),
  );
  const hasRed = async (crop: "smart" | "focus") => {
    const pixels = await renderLayers([{ ...box, image_url, crop }]);
    return Array.from({ length: 100 }, (_, x) => pixels.at(x, 50)).some(([red, green]) => red - green > 100);
  };
  expect(await hasRed("smart")).toBe(true);
  expect(await hasRed("focus")).toBe(false);
});

const failing = (retryable: boolean): RenderContext => ({
  ...testContext(),
  loadImage: () => Promise.reject(Object.assign(new Error("The server did not answer."), { retryable })),
});

describe("an image that is not available", () => {
  const missing = { ...box, image_url: "https://example.com/missing.png" };

  test("an unavailable image is replaced by its fallback image, with a warning", async () => {
    const pixels = await renderLayers([{ ...missing, fallback_image_url: await plain(BLUE) }]);
    expect(pixels.at(50, 50)).toEqual(BLUE);
    expect(pixels.picture.warnings).toEqual([
      expect.objectContaining({ code: "IMAGE_UNAVAILABLE", message: expect.stringContaining("fallback image") }),
    ]);
  });

  test("an unavailable image is replaced by its fallback color if its fallback image is unavailable too", async () => {
    const pixels = await renderLayers([
      { ...missing, fallback_image_url: "https://example.com/other.png", fallback_color: "blue" },
    ]);
    expect(pixels.at(50, 50)).toEqual(BLUE);
    expect(pixels.picture.warnings).toEqual([
      expect.objectContaining({ message: expect.stringContaining("fallback color") }),
    ]);
  });

  test("an image whose fallback is only temporarily missing can be complete in a later render", async () => {
    const loadImage = (url: string) => {
      const retryable = url.includes("other");
      return Promise.reject(Object.assign(new Error("The server did not answer."), { retryable }));
    };
    const layer = { ...missing, fallback_image_url: "https://example.com/other.png", fallback_color: "blue" };
    const { picture } = await renderLayers([layer], {}, { ...testContext(), loadImage });
    expect(picture.warnings).toMatchObject([{ retryable: true }]);
  });

  test("a layer without an image shows its fallback image without a warning", async () => {
    const pixels = await renderLayers([{ ...box, fallback_image_url: await plain(BLUE) }]);
    expect(pixels.at(50, 50)).toEqual(BLUE);
    expect(pixels.picture.warnings).toEqual([]);
  });

  test.each([
    [false, "VALIDATION_ERROR"],
    [true, "IMAGE_UNAVAILABLE"],
  ])(
    "an unavailable image of a strict layer fails the render (transient reason: %s) with the code %s",
    async (retryable, code) => {
      const error: unknown = await renderLayers([{ ...missing, strict: true }], {}, failing(retryable)).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(EngineError);
      expect(error).toMatchObject({ code, retryable, message: expect.stringContaining("The server did not answer") });
    },
  );

  test("an invalid image of a strict layer fails the render permanently", async () => {
    const broken = { ...box, image_url: dataUri(Buffer.from("no image")), strict: true };
    await expect(renderLayers([broken])).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("limits for images", () => {
  test("images over the document's total limit of pixels are replaced with a warning", async () => {
    const context = { ...testContext(), limits: { ...DEFAULT_RENDER_LIMITS, maxTotalImagePixels: 900 } };
    const [first, second] = [await plain(RED), await plain(BLUE)];
    const half = { ...box, width: 50 };
    const layers = [
      { ...half, id: "a", name: "a", image_url: first },
      { ...half, id: "b", name: "b", x: 50, image_url: second },
      { ...half, id: "c", name: "c", x: 50, image_url: dataUri(await makeImage(20, 21, () => RED)) },
    ];
    const pixels = await renderLayers(layers, {}, context);
    expect([pixels.at(25, 50), pixels.picture.warnings.map(({ layer }) => layer)]).toEqual([RED, ["c"]]);
  });

  test("an SVG that is too costly to draw is replaced with a warning", async () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `<g id="g${level + 1}"><use xlink:href="#g${level}"/><use xlink:href="#g${level}"/></g>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><path id="g0" d="M0 0h1"/>${levels.join("")}</svg>`;
    const pixels = await renderLayers([{ ...box, image_url: dataUri(Buffer.from(svg), "svg+xml") }]);
    expect(pixels.picture.warnings).toEqual([expect.objectContaining({ code: "IMAGE_UNAVAILABLE" })]);
  });

  test("an image of several layers is not fetched again for an automatic color", async () => {
    const calls: string[] = [];
    const bytes = await makeImage(20, 20, () => [0, 0, 60, 255]);
    const context = { ...testContext(), loadImage: (url: string) => Promise.resolve((calls.push(url), bytes)) };
    const layers = [
      { ...box, id: "a", name: "a", image_url: "https://example.com/a.png" },
      { ...box, id: "b", name: "b", width: 10, image_url: "https://example.com/a.png" },
      { id: "l", type: "line" as const, x: 40, y: 40, width: 20, height: 20, color: "auto" },
    ];
    const pixels = await decode(await renderPicture({ width: 100, height: 100, layers }, {}, context));
    expect(pixels.at(50, 50)).toEqual([255, 255, 255, 255]);
    expect(calls.length).toBeLessThanOrEqual(2);
  });
});

test("a background image is drawn over the background color, and transparent removes both", async () => {
  const background = { type: "image", image_url: "https://example.com/{{name}}.png", fit: "contain", color: "blue" };
  const document = {
    width: 100,
    height: 50,
    variables: [{ name: "name", type: "string", default: "a" }],
    background,
    layers: [],
  };
  const context = testContext({ "https://example.com/a.png": await makeImage(10, 10, () => RED) });
  const pixels = await decode(await renderPicture(document, {}, context));
  expect([pixels.at(50, 25), pixels.at(10, 25)]).toEqual([RED, BLUE]);
  const clear = await decode(await renderPicture(document, { transparent: true }, context));
  expect(clear.at(50, 25)[3]).toBe(0);
});

test("the colors of a CMYK image are converted to sRGB", async () => {
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#ff0000" } })
    .toColourspace("cmyk")
    .jpeg()
    .toBuffer();
  const [red, green, blue] = (await renderLayers([{ ...box, image_url: dataUri(jpeg, "jpeg") }])).at(50, 50);
  expect([red > 200, green < 70, blue < 70]).toEqual([true, true, true]);
});
