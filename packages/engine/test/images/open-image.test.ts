import { describe, expect, test } from "@jest/globals";
import type { ImageSource } from "../../src/images/image-source.js";
import { openImage } from "../../src/images/open-image.js";
import { PLAIN_IMAGE } from "../../src/images/plain-image.js";
import { EngineError } from "../../src/issues/engine-error.js";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";
import type { ImageSpec } from "../../src/paint/image-spec.js";

const [OWN, FALLBACK, BROKEN] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
const box = { x: 0, y: 0, width: 10, height: 10 };
const LAYER: ImageSpec = { ...PLAIN_IMAGE, ...box, id: "photo", image_url: "own" };

const context: ImageSource = {
  limits: DEFAULT_RENDER_LIMITS,
  loadImage: (url) => {
    if (url === "fallback") return Promise.resolve(FALLBACK);
    return Promise.reject(Object.assign(new Error(`No ${url}.`), { retryable: url === "busy" }));
  },
};
const prepare = ([first]: Uint8Array) => {
  if (first === BROKEN[0]) throw new Error("libvips: internal");
  return Promise.resolve(`image ${first}`);
};
const open = (layer: Partial<ImageSpec>, loaded: Parameters<typeof openImage>[1]) =>
  openImage({ ...LAYER, ...layer }, loaded, async (bytes) => await prepare(bytes), context);

const GONE = { failure: "the server answered 404", retryable: false };
const BUSY = { failure: "the server is down", retryable: true };

describe("openImage", () => {
  test("an image that can be decoded needs no fallback", async () => {
    expect(await open({ fallback_image_url: "fallback" }, { bytes: OWN })).toEqual({ image: "image 1", warnings: [] });
  });

  test("a layer without an image has its fallback image, without a warning", async () => {
    expect(await open({}, undefined)).toEqual({ image: undefined, warnings: [] });
    expect(await open({ fallback_image_url: "fallback" }, undefined)).toEqual({ image: "image 2", warnings: [] });
    expect(await open({ fallback_image_url: "gone" }, undefined)).toEqual({ image: undefined, warnings: [] });
  });

  test.each<[string, Partial<ImageSpec>, string, boolean]>([
    ["its fallback image", { fallback_image_url: "fallback", fallback_color: "#f00" }, "its fallback image", true],
    ["its fallback color", { fallback_color: "#f00" }, "its fallback color", true],
    [
      "its color if the fallback image fails",
      { fallback_image_url: "gone", fallback_color: "#f00" },
      "its fallback color",
      true,
    ],
    ["a gray box", {}, "a gray box", false],
  ])("an image that is not available is replaced by %s", async (_, layer, replacement, hasOwnFallback) => {
    const { image, warnings } = await open({ ...layer, name: "Photo" }, GONE);
    expect(image).toBe(replacement === "its fallback image" ? "image 2" : undefined);
    expect(warnings).toEqual([
      {
        code: "IMAGE_UNAVAILABLE",
        layer: "Photo",
        message: `The image of the layer "Photo" was replaced by ${replacement}: the server answered 404.`,
        retryable: false,
        missingImage: {
          reason: 'The image of the layer "Photo" is not available: the server answered 404.',
          hasOwnFallback,
        },
      },
    ]);
  });

  test("bytes that cannot be decoded are a permanent reason without internals", async () => {
    const { warnings } = await open({}, { bytes: BROKEN });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ retryable: false });
    expect(warnings[0]?.message).toMatch(/: it is not a valid image, or it is too large\.$/);
  });

  test.each([
    ["the image", BUSY, ""],
    ["the fallback image", GONE, "busy"],
  ])("a warning is transient if the reason of %s is", async (_, loaded, fallback_image_url) => {
    expect((await open({ fallback_image_url }, loaded)).warnings[0]?.retryable).toBe(true);
    expect((await open({ fallback_image_url: "gone" }, GONE)).warnings[0]?.retryable).toBe(false);
  });

  test("a strict layer fails the render, and says whether a retry can help", async () => {
    const strict = { strict: true, fallback_image_url: "fallback" };
    await expect(open(strict, BUSY)).rejects.toMatchObject({
      code: "IMAGE_UNAVAILABLE",
      message: 'The image of the layer "photo" is not available: the server is down.',
    });
    await expect(open(strict, GONE)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(open(strict, { bytes: BROKEN })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await open(strict, { bytes: OWN })).toEqual({ image: "image 1", warnings: [] });
    expect(await open(strict, undefined)).toEqual({ image: "image 2", warnings: [] });
  });

  test("a render without budget ends, although the layer has a fallback image", async () => {
    const spent = () => Promise.reject(new EngineError("VALIDATION_ERROR", "The budget is spent."));
    const layer = { ...LAYER, fallback_image_url: "fallback" };
    await expect(openImage(layer, { bytes: OWN }, spent, context)).rejects.toThrow("The budget is spent.");
  });
});
