import { afterAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { createRenderer } from "../../src/process/create-renderer.js";

const renderer = createRenderer({ maxPixels: 1_000_000 });
afterAll(() => renderer.close());

const card = (layers: readonly object[]) => ({ width: 100, height: 50, background: "#ff0000", layers });
const box = { id: "a", name: "a", type: "rectangle", x: 10, y: 10, width: 20, height: 20, background_color: "#0000ff" };

describe("a renderer of a program", () => {
  test("draws a document with the values of a request, in the format and scale that it names", async () => {
    const request = { layers: { a: { background_color: "#00ff00" } }, format: "webp", scale: 2 } as const;
    const { bytes, ...picture } = await renderer.render(card([box]), request);
    expect(picture).toEqual({ contentType: "image/webp", width: 200, height: 100, warnings: [] });
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 0, blue = 0] = data.subarray((40 * info.width + 40) * 3);
    expect([red < 20, green > 235, blue < 20]).toEqual([true, true, true]);
  });

  test("refuses a document with an issue at its place, and a picture over its limit", async () => {
    await expect(renderer.render(card([{ ...box, width: "wide" }]))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "layers[0].width" }] },
    });
    await expect(renderer.render({ ...card([]), width: 1001, height: 1000 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("the maximum is 1."),
    });
  });

  test("loads no image at an address by itself, and says so in a warning", async () => {
    const image = {
      id: "photo",
      name: "photo",
      type: "image",
      width: 50,
      height: 50,
      image_url: "https://example.com/a.png",
    };
    const { warnings } = await renderer.render(card([image]));
    expect(warnings).toMatchObject([{ layer: "photo", message: expect.stringContaining("`loadImage`") }]);
  });

  test("has its images from the loader that it was created with, and renders nothing after it is closed", async () => {
    const green = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#00ff00" } })
      .png()
      .toBuffer();
    const asked: string[] = [];
    const loading = createRenderer({
      loadImage: (url) => {
        asked.push(url);
        return Promise.resolve(green);
      },
    });
    const image = {
      id: "photo",
      name: "photo",
      type: "image",
      width: 100,
      height: 50,
      image_url: "https://example.com/a.png",
    };
    const { bytes } = await loading.render(card([image]));
    expect([...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)]).toEqual([0, 255, 0]);
    expect(asked).toEqual(["https://example.com/a.png"]);
    const unfinished = expect(loading.render(card([]))).rejects.toThrow("The renderer is closed.");
    await loading.close();
    await unfinished;
    await expect(loading.render(card([]))).rejects.toThrow("The renderer is closed.");
  });
});
