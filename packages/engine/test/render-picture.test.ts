import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { EngineError } from "../src/issues/engine-error.js";
import { PIXEL_FORMATS } from "./pixel-formats.js";
import { DEFAULT_RENDER_LIMITS } from "../src/limits/render-limits.js";
import { type PictureRequest, renderPicture } from "../src/renderer/render-picture.js";
import { decode, testContext } from "./support.js";

const document = {
  width: 120,
  height: 61,
  background: "#336699",
  variables: [
    { name: "who", type: "string", default: "World" },
    { name: "count", type: "number", default: 3 },
  ],
  layers: [
    { id: "t", name: "title", type: "text", x: 10, y: 10, width: 100, height: 40, text: "Hi {{who}}", color: "#fff" },
    {
      id: "r",
      name: "band",
      type: "rectangle",
      x: 0,
      y: 50,
      width: 120,
      height: 11,
      background_gradient: {
        type: "linear-gradient",
        stops: [
          { color: "red", position: 0 },
          { color: "red", position: 1 },
        ],
      },
    },
  ],
};

async function errorOf(source: unknown, request: PictureRequest = {}): Promise<EngineError> {
  const outcome = await renderPicture(source, request, testContext()).catch((error: unknown) => error);
  if (!(outcome instanceof EngineError)) throw new Error("The render did not fail.");
  return outcome;
}

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes).toString("latin1", at, at + text.length) === text;

describe("the format of a picture", () => {
  test("the first bytes of each format match its content type", async () => {
    const [png, jpg, webp, avif] = await Promise.all(
      PIXEL_FORMATS.map((format) => renderPicture(document, { format }, testContext())),
    );
    if (!png || !jpg || !webp || !avif) throw new Error("A picture is missing.");
    expect([png, jpg, webp, avif].map(({ contentType }) => contentType)).toEqual([
      "image/png",
      "image/jpeg",
      "image/webp",
      "image/avif",
    ]);
    expect(startsWith(png.bytes, 0, "\x89PNG\r\n\x1a\n")).toBe(true);
    expect(startsWith(jpg.bytes, 0, "\xff\xd8\xff")).toBe(true);
    expect(startsWith(webp.bytes, 0, "RIFF") && startsWith(webp.bytes, 8, "WEBP")).toBe(true);
    expect(startsWith(avif.bytes, 4, "ftypavif")).toBe(true);
  });

  test.each(PIXEL_FORMATS)("the same request gives the same bytes of a %s", async (format) => {
    const request = { format, layers: { title: { text: "Same" } } };
    const first = await renderPicture(document, request, testContext());
    const second = await renderPicture(document, request, testContext());
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
  });

  test.each([0.1, 0.33, 1, 1.5, 2, 4])(
    "at scale %d the picture has its stated size and is opaque up to its edges",
    async (scale) => {
      const picture = await renderPicture(document, { scale }, testContext());
      const { width, height } = await sharp(picture.bytes).metadata();
      expect([width, height]).toEqual([Math.round(120 * scale), Math.round(61 * scale)]);
      expect([picture.width, picture.height]).toEqual([width, height]);
      const pixels = await decode(picture);
      expect([pixels.at(0, 0)[3], pixels.at(width - 1, height - 1)[3]]).toEqual([255, 255]);
    },
  );

  test.each(["png", "webp", "avif"] as const)("transparent leaves out the background of a %s", async (format) => {
    const pixels = await decode(await renderPicture(document, { format, transparent: true }, testContext()));
    expect(pixels.at(2, 2)[3]).toBe(0);
    expect(pixels.at(60, 55)[3]).toBe(255);
  });

  test("a jpg has no alpha channel, and transparent parts of the document are white", async () => {
    const clear = { ...document, background: "rgba(0, 0, 0, 0)" };
    const { bytes } = await renderPicture(clear, { format: "jpg" }, testContext());
    expect(await sharp(bytes).metadata()).toMatchObject({ hasAlpha: false, channels: 3 });
    const pixels = await decode(await renderPicture(clear, { format: "jpg" }, testContext()));
    expect(Math.min(...pixels.at(2, 2))).toBeGreaterThan(250);
  });

  test("a translucent background keeps its color", async () => {
    const half = { ...document, background: "rgba(255, 0, 0, 0.5)" };
    const pixels = await decode(await renderPicture(half, {}, testContext()));
    const [red, green, blue, alpha] = pixels.at(2, 2);
    expect([red, green, blue]).toEqual([255, 0, 0]);
    expect(Math.abs(alpha - 128)).toBeLessThanOrEqual(1);
  });
});

describe("the changes of a request", () => {
  const bytesOf = async (request: PictureRequest) =>
    Buffer.from((await renderPicture(document, request, testContext())).bytes).toString("base64");

  test("a variable of the request replaces the placeholder in the text of the template", async () => {
    expect(await bytesOf({ variables: { who: "Anna" } })).toBe(
      await bytesOf({ layers: { title: { text: "Hi Anna" } } }),
    );
  });

  test("a text in a request is literal: braces in it are not placeholders", async () => {
    const literal = await bytesOf({ layers: { title: { text: "{{who}}" } }, variables: { who: "Anna" } });
    expect(literal).toBe(await bytesOf({ layers: { title: { text: "{{who}}" } }, variables: { who: "Bert" } }));
  });

  test("a background color in a request removes the gradient that would cover it", async () => {
    const layers = { band: { background_color: "#00ff00" } };
    const pixels = await decode(await renderPicture(document, { layers }, testContext()));
    expect(pixels.at(60, 55)).toEqual([0, 255, 0, 255]);
  });

  test("rendering does not change the document object", async () => {
    const before = structuredClone(document);
    await renderPicture(document, { layers: { title: { text: "x" } }, variables: { who: "y" } }, testContext());
    expect(document).toEqual(before);
  });
});

describe("an error of the author", () => {
  test("an invalid document is a VALIDATION_ERROR that names layer and attribute, with all issues in its details", async () => {
    const layers = [{ ...document.layers[0], font_size: Number.NaN, colour: "red" }];
    const error = await errorOf({ ...document, layers });
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.message).toBe(
      "The template has an issue. layers[0].font_size: It must be a finite number. (and 1 more issue)",
    );
    expect(error.details?.["issues"]).toHaveLength(2);
    expect(error.retryable).toBe(false);
  });

  test("an invalid override is a VALIDATION_ERROR that names layer and attribute", async () => {
    const error = await errorOf(document, { layers: { title: { colour: "red" } } });
    expect(error.message).toContain('layers.title.colour: There is no attribute "colour" here. Did you mean "color"?');
  });

  test("layers with the same name are the error DUPLICATE_LAYER_NAMES", async () => {
    const [title, band] = document.layers;
    const error = await errorOf({ ...document, layers: [title, { ...band, name: "title" }] });
    expect(error).toMatchObject({ code: "DUPLICATE_LAYER_NAMES", details: { names: ["title"] } });
  });

  test("a transparent jpg, and a scale beyond the limits, are refused before anything is drawn", async () => {
    expect((await errorOf(document, { format: "jpg", transparent: true })).message).toContain("transparent:");
    expect((await errorOf(document, { scale: 5 })).message).toContain("scale:");
    expect((await errorOf(document, { scale: Number.NaN })).message).toContain("scale:");
    const context = { ...testContext(), limits: { ...DEFAULT_RENDER_LIMITS, maxPixels: 10_000 } };
    await expect(renderPicture(document, { scale: 2 }, context)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
