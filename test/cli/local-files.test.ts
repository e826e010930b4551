import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isLocalPath } from "../../cli/local-files.js";
import { makeFolder, makePng, pixelAt, run } from "./support.js";

/** Returns a document with a single image layer. */
function imageDocument(url: string) {
  const image = { id: "i", name: "photo", type: "image", x: 0, y: 0, width: 10, height: 10, image_url: url };
  return { width: 10, height: 10, layers: [image] };
}

describe("local images", () => {
  test("the path of a local image is relative to the file that names it", async () => {
    const folder = makeFolder({
      "design/card.json": imageDocument("pictures/green.png"),
      "design/pictures/green.png": await makePng("#00ff00"),
      "data/request.json": { layers: { photo: { image_url: "./blue.png" } } },
      "data/blue.png": await makePng("#0000ff"),
    });
    await run(folder, "render", "design/card.json", "-o", "own.png");
    expect(await pixelAt(join(folder, "own.png"), 5, 5)).toEqual([0, 255, 0, 255]);
    await run(folder, "render", "design/card.json", "-d", "data/request.json", "-o", "asked.png");
    expect(await pixelAt(join(folder, "asked.png"), 5, 5)).toEqual([0, 0, 255, 255]);
  });

  test("the default and the fallback of an image variable can be local images, and a text cannot", async () => {
    const document = (type: string) => ({
      ...imageDocument("{{shown}}"),
      variables: [{ name: "shown", type, default: "green.png" }],
    });
    const fallback = { name: "shown", type: "image", default: "data:image/png;base64,bm8=", fallback: "green.png" };
    const folder = makeFolder({
      "image.json": document("image"),
      "fallback.json": { ...document("image"), variables: [fallback] },
      "text.json": document("string"),
      "gone.json": {
        ...imageDocument("{{shown}}"),
        variables: [{ name: "shown", type: "image", default: "gone.png" }],
      },
      "green.png": await makePng("#00ff00"),
    });
    for (const name of ["image", "fallback"]) {
      expect(await run(folder, "render", `${name}.json`, "-o", `${name}.png`)).toMatchObject({ code: 0 });
      expect(await pixelAt(join(folder, `${name}.png`), 5, 5)).toEqual([0, 255, 0, 255]);
    }
    expect(await run(folder, "render", "text.json")).toMatchObject({ code: 1 });
    const { errors } = await run(folder, "render", "gone.json");
    expect(errors).toContain('variables[0].default: The variable "shown" needs gone.png. There is no such file.');
  });

  test("a local image can be larger than a data URI", async () => {
    const noise = Buffer.alloc(800 * 800 * 3, 0).map((_, index) => (index * 2654435761) >>> 24);
    const { default: sharp } = await import("sharp");
    const png = await sharp(noise, { raw: { width: 800, height: 800, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(png.length).toBeGreaterThan(1_500_000);
    const folder = makeFolder({ "card.json": imageDocument("noise.png"), "noise.png": png });
    expect(await run(folder, "render", "card.json")).toMatchObject({ code: 0, errors: "" });
  });

  test.each([
    ["gone.png", 'The layer "photo" needs gone.png. There is no such file.'],
    ["folder", 'The layer "photo" needs folder. This is not a file.'],
    [
      "card.json",
      'The layer "photo" needs card.json. The file contains no image. Use PNG, JPEG, WebP, AVIF, GIF or SVG.',
    ],
  ])("a local image that cannot be used causes an issue at the place that names it: %s", async (reference, message) => {
    const folder = makeFolder({ "card.json": imageDocument(reference), "folder/x": "" });
    const { code, errors } = await run(folder, "render", "card.json");
    expect(code).toBe(1);
    expect(errors).toBe(`card.json:13:7 error layers[0].image_url: ${message}\n1 error, no picture written\n`);
  });

  test.each(["a.png", "./a.png", "../a b/ü.png", "a"])(
    "an image URL without a scheme or a leading slash is a local path: %s",
    (text) => {
      expect(isLocalPath(text)).toBe(true);
    },
  );

  test.each([
    "",
    "https://a.test/b.png",
    "data:image/png;base64,AA",
    "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file",
    "//a.test/b",
    "\\\\a\\b",
    "C:/a.png",
  ])("this image URL is not a local path: %j", (text) => {
    expect(isLocalPath(text)).toBe(false);
  });
});

describe("remote images", () => {
  let url = "";
  const server = createServer((_, response) => void makePng("#00ffff").then((png) => response.end(png)));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cyan.png`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("images from this computer are only fetched with --allow-loopback", async () => {
    const folder = makeFolder({ "card.json": imageDocument(url) });
    const refused = await run(folder, "render", "card.json");
    expect(refused).toMatchObject({ code: 0 });
    expect(refused.errors).toMatch(/^card\.json:5:5 warning IMAGE_UNAVAILABLE layers\[0\]: /);
    expect(await run(folder, "render", "card.json", "--allow-loopback")).toMatchObject({ code: 0, errors: "" });
    expect(await pixelAt(join(folder, "card.png"), 5, 5)).toEqual([0, 255, 255, 255]);
  });

  test("an unavailable image of a strict layer is an error, and no picture is written", async () => {
    const { layers, ...document } = imageDocument(url);
    const strict = { ...document, layers: layers.map((layer) => ({ ...layer, strict: true })) };
    const { code, errors } = await run(makeFolder({ "card.json": strict }), "render", "card.json");
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^card\.json:\d+:\d+ error layers\[0\]\.image_url: The image of the layer "photo" is not available/,
    );
    expect(errors).toMatch(/1 error, no picture written\n$/);
  });

  test("the path of an upload causes a warning that says what to do", async () => {
    const folder = makeFolder({
      "card.json": imageDocument("/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file"),
    });
    const { code, errors } = await run(folder, "render", "card.json");
    expect(code).toBe(0);
    expect(errors).toContain("Only the service has its uploads. Name a local file instead");
  });
});
