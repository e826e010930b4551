import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { dataUri, makeImage, renderLayers, type Rgba, testContext } from "../support.js";

const RED: Rgba = [255, 0, 0, 255];
const BLUE: Rgba = [0, 0, 255, 255];
const GREEN: Rgba = [0, 128, 0, 255];
const WHITE: Rgba = [255, 255, 255, 255];

const box = { id: "photo", name: "photo", type: "image", x: 20, y: 20, width: 60, height: 60 } as const;

/** An image with a red left half and a blue right half. */
const halves = (width: number, height: number) => makeImage(width, height, (x) => (x < width / 2 ? RED : BLUE));

describe("image layers", () => {
  test("an image fills its box and nothing else", async () => {
    const pixels = await renderLayers([{ ...box, image_url: dataUri(await halves(120, 120)) }]);
    expect([pixels.at(25, 50), pixels.at(75, 50)]).toEqual([RED, BLUE]);
    expect([pixels.at(18, 50), pixels.at(81, 50), pixels.at(50, 18), pixels.at(50, 81)]).toEqual(Array(4).fill(WHITE));
    expect(pixels.picture.warnings).toEqual([]);
  });

  test("the focus decides which part fit cover keeps", async () => {
    const image_url = dataUri(await halves(400, 100));
    const left = await renderLayers([{ ...box, image_url, focus_x: 0 }]);
    const right = await renderLayers([{ ...box, image_url, focus_x: 1 }]);
    expect([left.at(75, 50), right.at(25, 50)]).toEqual([RED, BLUE]);
  });

  test("fit contain shows the background color in the rest of the box", async () => {
    const image_url = dataUri(await halves(120, 40));
    const pixels = await renderLayers([{ ...box, image_url, fit: "contain", background_color: "green" }]);
    expect([pixels.at(50, 25), pixels.at(30, 50), pixels.at(70, 50), pixels.at(50, 75)]).toEqual([
      GREEN,
      RED,
      BLUE,
      GREEN,
    ]);
  });

  test("border_radius cuts off the corners of an image", async () => {
    const pixels = await renderLayers([{ ...box, image_url: dataUri(await halves(60, 60)), border_radius: 30 }]);
    expect([pixels.at(22, 22), pixels.at(78, 78), pixels.at(25, 50)]).toEqual([WHITE, WHITE, RED]);
  });

  test("the border of an image layer is inside its box, around the image", async () => {
    const image_url = dataUri(await halves(60, 60));
    const pixels = await renderLayers([{ ...box, image_url, border_width: 5, border_color: "green" }]);
    expect([pixels.at(22, 50), pixels.at(77, 50), pixels.at(30, 50), pixels.at(18, 50)]).toEqual([
      GREEN,
      GREEN,
      RED,
      WHITE,
    ]);
  });

  test("layers below a transparent image are visible", async () => {
    const image_url = dataUri(await makeImage(60, 60, (x) => (x < 30 ? [0, 0, 0, 0] : BLUE)));
    const pixels = await renderLayers([{ ...box, image_url }]);
    expect([pixels.at(30, 50), pixels.at(70, 50)]).toEqual([WHITE, BLUE]);
  });

  test("a photograph is rotated by its EXIF orientation", async () => {
    const bytes = await sharp(await halves(120, 120))
      .withMetadata({ orientation: 3 })
      .png()
      .toBuffer();
    const pixels = await renderLayers([{ ...box, image_url: dataUri(bytes) }]);
    expect([pixels.at(25, 50), pixels.at(75, 50)]).toEqual([BLUE, RED]);
  });

  test.each(["jpeg", "webp", "avif", "gif"] as const)("%s images are decoded", async (format) => {
    const bytes = await sharp(await halves(120, 120))
      .toFormat(format, { quality: 100 })
      .toBuffer();
    const pixels = await renderLayers([{ ...box, image_url: dataUri(bytes, format) }]);
    const [left, right] = [pixels.at(25, 50), pixels.at(75, 50)];
    expect(left[0] > 245 && left[2] < 10 && right[0] < 10 && right[2] > 245).toBe(true);
  });

  test("an SVG image is rasterized at the size of its layer, not enlarged", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="6"><path d="M0 0h3v6h-3z" fill="red"/></svg>';
    const pixels = await renderLayers([{ ...box, image_url: dataUri(Buffer.from(svg), "svg+xml") }]);
    expect([pixels.at(47, 50), pixels.at(53, 50)]).toEqual([RED, WHITE]);
  });

  test("a remote image of several layers is loaded once", async () => {
    const bytes = await halves(60, 60);
    const asked: string[] = [];
    const context = {
      ...testContext(),
      loadImage: (url: string) => {
        asked.push(url);
        return Promise.resolve(bytes);
      },
    };
    const image_url = "https://example.com/a.png";
    const layers = [
      { ...box, image_url },
      { ...box, id: "again", name: "again", image_url },
    ];
    const pixels = await renderLayers(layers, {}, context);
    expect(asked).toEqual([image_url]);
    expect(pixels.at(25, 50)).toEqual(RED);
  });

  test("a layer without an image shows its fallback color without a warning", async () => {
    const pixels = await renderLayers([{ ...box, fallback_color: "green" }]);
    expect(pixels.at(50, 50)).toEqual(GREEN);
    expect(pixels.picture.warnings).toEqual([]);
  });
});

describe("an image that is not available", () => {
  const image_url = "https://example.com/missing.png";
  const failing = (error: Error) => ({ ...testContext(), loadImage: () => Promise.reject(error) });

  test("an unavailable image is replaced by its fallback color, with a warning that has the loader's public message", async () => {
    const pixels = await renderLayers([{ ...box, image_url, fallback_color: "green" }]);
    expect(pixels.at(50, 50)).toEqual(GREEN);
    expect(pixels.picture.warnings).toEqual([
      {
        code: "IMAGE_UNAVAILABLE",
        layer: "photo",
        message: `The image of the layer "photo" was replaced by its fallback color: The server answered 404 to ${image_url}.`,
        retryable: false,
        missingImage: {
          reason: `The image of the layer "photo" is not available: The server answered 404 to ${image_url}.`,
          hasOwnFallback: true,
        },
      },
    ]);
  });

  test("without a fallback from the author, a gray box replaces an unavailable image, and the warning says so", async () => {
    const pixels = await renderLayers([{ ...box, image_url }]);
    expect(pixels.at(50, 50)).toEqual([226, 232, 240, 255]);
    expect(pixels.picture.warnings).toMatchObject([
      { message: expect.stringContaining("replaced by a gray box"), missingImage: { hasOwnFallback: false } },
    ]);
  });

  test.each([
    [{ color: "green" }, true],
    [{}, false],
  ])("the background %j has its own fallback: %s", async (own, hasOwnFallback) => {
    const background = { type: "image", image_url, ...own } as const;
    const picture = await renderPicture({ width: 100, height: 100, background, layers: [] }, {}, testContext());
    expect(picture.warnings).toMatchObject([{ layer: "background", missingImage: { hasOwnFallback } }]);
  });

  test("the warning for a transient failure is retryable", async () => {
    const error = Object.assign(new Error("The server took too long."), { retryable: true });
    const { picture } = await renderLayers([{ ...box, image_url }], {}, failing(error));
    expect(picture.warnings).toMatchObject([{ code: "IMAGE_UNAVAILABLE", retryable: true }]);
  });

  test("the message of an error that is not from the loader is not public", async () => {
    const error = new TypeError("cannot read 10.0.0.7 of undefined");
    const { picture } = await renderLayers([{ ...box, image_url }], {}, failing(error));
    expect(picture.warnings[0]?.message).not.toContain("10.0.0.7");
  });

  test.each([
    ["bytes that are not an image", Buffer.from("hello, this is no image")],
    ["a truncated PNG", undefined],
    ["an SVG that is not well-formed XML", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><g></svg>")],
  ])("the fallback color and a warning replace %s", async (_name, given) => {
    const whole = await makeImage(64, 64, (x, y) => [(x * 37 + y * 91) % 256, (x * y) % 256, (x + y) % 256, 255]);
    const bytes = given ?? whole.slice(0, whole.length / 2);
    const pixels = await renderLayers([{ ...box, image_url: dataUri(bytes), fallback_color: "green" }]);
    expect(pixels.at(50, 75)).toEqual(GREEN);
    expect(pixels.picture.warnings).toMatchObject([{ code: "IMAGE_UNAVAILABLE", layer: "photo", retryable: false }]);
  });

  test("an image over the pixel limit is replaced with a warning", async () => {
    const image = dataUri(await makeImage(200, 200, () => RED));
    const context = { ...testContext(), limits: { ...DEFAULT_RENDER_LIMITS, maxImagePixels: 10_000 } };
    const { picture } = await renderLayers([{ ...box, image_url: image }], {}, context);
    expect(picture.warnings).toMatchObject([{ code: "IMAGE_UNAVAILABLE" }]);
  });

  test("an AVIF over its own pixel limit, which is lower with 10 bits, is replaced with a warning", async () => {
    const [avif, deep, webp] = await Promise.all([
      solid().avif({ effort: 0 }).toBuffer(),
      solid().avif({ effort: 0, bitdepth: 10 }).toBuffer(),
      solid().webp().toBuffer(),
    ]);
    const contextOf = (maxAvifPixels: number) => ({
      ...testContext(),
      limits: { ...DEFAULT_RENDER_LIMITS, maxAvifPixels },
    });
    const warningsOf = async (bytes: Uint8Array, type: string, limit: number) =>
      (await renderLayers([{ ...box, image_url: dataUri(bytes, type) }], {}, contextOf(limit))).picture.warnings;
    const unavailable = [{ code: "IMAGE_UNAVAILABLE" }];
    expect(await warningsOf(avif, "avif", 64 * 64 - 1)).toMatchObject(unavailable);
    expect(await warningsOf(avif, "avif", 64 * 64)).toEqual([]);
    expect(await warningsOf(deep, "avif", 1.5 * 64 * 64 - 1)).toMatchObject(unavailable);
    expect(await warningsOf(deep, "avif", 1.5 * 64 * 64)).toEqual([]);
    expect(await warningsOf(webp, "webp", 64 * 64 - 1)).toEqual([]);
  });

  test("an SVG image does not load other files", async () => {
    const href = new URL("../../../../examples/certificate/expected.png", import.meta.url).pathname;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><image width="60" height="60" href="file://${href}"/></svg>`;
    const pixels = await renderLayers([{ ...box, image_url: dataUri(Buffer.from(svg), "svg+xml") }]);
    expect(pixels.paintedPixels()).toBe(0);
  });
});

function solid() {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 255, g: 0, b: 0 } } });
}
