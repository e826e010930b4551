import { expect, test } from "@jest/globals";
import { makeImage, renderLayers, testContext } from "../support.js";

test("an image beneath letters with an automatic color is loaded once, although its pixels are needed twice", async () => {
  const url = "https://example.com/dark.png";
  const asked: string[] = [];
  const context = testContext({ [url]: await makeImage(2, 2, () => [0, 0, 90, 255]) });
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const pixels = await renderLayers(
    [
      { ...box, id: "photo", type: "image", image_url: url, fit: "fill" },
      { ...box, id: "title", type: "text", text: "II", font_size: 90, color: "auto" },
    ],
    {},
    { ...context, loadImage: (address) => (asked.push(address), context.loadImage(address)) },
  );
  expect(asked).toEqual([url]);
  expect(pixels.at(99, 1)).toEqual([0, 0, 90, 255]);
});
