import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { aboutSchema } from "../../src/document/about.js";
import { costIssues } from "../../src/estimate/cost-issues.js";
import type { ImageFormat } from "../../src/formats/registry.js";
import { PIXEL_FORMATS } from "../pixel-formats.js";
import { type PictureRequest, renderPicture } from "../../src/renderer/render-picture.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { estimate } from "../estimate/support.js";
import { testContext } from "../support.js";

const document = {
  width: 160,
  height: 90,
  background: "#336699",
  layers: [{ id: "t", type: "text", x: 8, y: 8, width: 144, height: 70, text: "Hi, World", color: "#fff" }],
};
const LOSSY: readonly ImageFormat[] = ["jpg", "webp", "avif"];

const bytesOf = async (request: PictureRequest, source: object = document) =>
  Buffer.from((await renderPicture(source, request, testContext())).bytes);

describe("the quality of a request", () => {
  test.each(LOSSY)("a higher quality makes a larger %s", async (format) => {
    const sizes = [await bytesOf({ format, quality: 5 }), await bytesOf({ format, quality: 98 })].map(
      ({ length }) => length,
    );
    expect(sizes[0]).toBeLessThan((sizes[1] ?? 0) / 1.5);
  });

  test.each([
    ["jpg", 88],
    ["webp", 86],
    ["avif", 60],
  ] as const)("a %s without a quality has the quality %d", async (format, quality) => {
    expect((await bytesOf({ format })).equals(await bytesOf({ format, quality }))).toBe(true);
  });

  test("a renderer that keeps rows of another quality draws the same JPEG as one that keeps none", async () => {
    const renderer = new Renderer(testContext());
    for (const quality of [90, 20, 90]) {
      const { bytes } = await renderer.render(document, { format: "jpg", quality }, { version: "v" });
      expect(Buffer.from(bytes).equals(await bytesOf({ format: "jpg", quality }))).toBe(true);
    }
  });

  test("a quality for a PNG is refused with the formats that have one", async () => {
    await expect(bytesOf({ format: "png", quality: 80 })).rejects.toThrow(/quality: A png has no quality.*avif/);
  });

  test.each([0, 101, 50.5])("the quality %d is refused", async (quality) => {
    await expect(bytesOf({ format: "jpg", quality })).rejects.toThrow("quality");
  });
});

describe("the words about a picture", () => {
  const about = { title: "Q3 & Q4", author: "Zoë", copyright: "© 2026 株式会社" };

  test.each(PIXEL_FORMATS)("sharp finds the title, author and copyright in the metadata of a %s", async (format) => {
    const { xmp } = await sharp(await bytesOf({ format, about })).metadata();
    const text = xmp?.toString("utf8") ?? "";
    expect(text).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Q3 &amp; Q4</rdf:li></rdf:Alt></dc:title>');
    expect(text).toContain("<dc:creator><rdf:Seq><rdf:li>Zoë</rdf:li></rdf:Seq></dc:creator>");
    expect(text).toContain("© 2026 株式会社");
  });

  test.each(PIXEL_FORMATS)(
    "the words do not change the pixels of a %s, and without words there is no metadata",
    async (format) => {
      const [plain, withWords] = [await bytesOf({ format }), await bytesOf({ format, about })];
      const pixels = async (file: Buffer) => await sharp(file).raw().toBuffer();
      expect((await pixels(withWords)).equals(await pixels(plain))).toBe(true);
      const { xmp, exif } = await sharp(plain).metadata();
      expect([xmp, exif]).toEqual([undefined, undefined]);
      expect((await bytesOf({ format, about: {} })).equals(plain)).toBe(true);
    },
  );

  test.each(["", "two\nlines", "a\u0000b", "\ud800", "\uffff", "x".repeat(501)])("the title %j is refused", (title) => {
    expect(aboutSchema.safeParse({ title }).success).toBe(false);
  });
});

describe("the dpi of a document", () => {
  test.each(["png", "jpg"] as const)("a %s states the dpi of its document times the scale", async (format) => {
    const printed = { ...document, dpi: 150 };
    for (const scale of [1, 2]) {
      const { density } = await sharp(await bytesOf({ format, scale }, printed)).metadata();
      expect(Math.round(density ?? 0)).toBe(150 * scale);
    }
  });

  test("a PNG of a document without dpi has no chunk about its density", async () => {
    expect((await bytesOf({ format: "png" })).includes("pHYs")).toBe(false);
    expect((await bytesOf({ format: "png" }, { ...document, dpi: 96 })).includes("pHYs")).toBe(true);
  });
});

describe("the effort of an encoder", () => {
  const sized = (width: number, height: number, layers: object[] = []) => ({ width, height, layers });

  test("the effort for an AVIF falls with its pixels", () => {
    const sides = [1000, 1900, 5000];
    expect(sides.map((side) => estimate(sized(side, side), { format: "avif" }).effort)).toEqual([3, 2, undefined]);
  });

  test("a render that is near the limit has a lower effort, so that its AVIF is not refused", () => {
    // Each of these layers costs about the same, and their number decides how near the limit is.
    const layers = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ id: `e${index}`, type: "ellipse", width: 1200, height: 630, background_color: "#f00" },
        ...{ shadow_color: "#000", shadow_blur: 40 },
      }));
    const most = Array.from({ length: 200 }, (_, index) => index).findLast(
      (count) => estimate(sized(1200, 630, layers(count)), { format: "png" }).cpuMs < 9_850,
    );
    const near = estimate(sized(1200, 630, layers(most ?? 0)), { format: "avif" });
    expect(costIssues(near)).toEqual([]);
    expect(near.effort ?? 0).toBeLessThan(3);
    expect(estimate(sized(1200, 630, layers(1)), { format: "avif" }).effort).toBe(3);
  });

  test("a higher quality than the default raises the estimate of time and memory", () => {
    const costs = [undefined, 88, 100].map((quality) => estimate(sized(4000, 4000), { format: "jpg", quality }));
    expect(costs[0]).toEqual(costs[1]);
    expect(costs[2]?.cpuMs).toBeGreaterThan(costs[0]?.cpuMs ?? 0);
    expect(costs[2]?.memoryBytes).toBeGreaterThan(costs[0]?.memoryBytes ?? 0);
  });

  test("an AVIF that is rendered for size is smaller than one that is rendered for speed", async () => {
    const [size, speed] = await Promise.all(
      (["size", "speed"] as const).map(async (prefer) => {
        const renderer = new Renderer(testContext());
        return (await renderer.render(document, { format: "avif" }, { prefer })).bytes.length;
      }),
    );
    expect(size).toBeLessThan(speed ?? 0);
  });
});
