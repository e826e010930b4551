import { describe, expect, test } from "@jest/globals";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { dataUri, makeImage, testContext } from "../support.js";
import { differenceOf, drawPdf, drawPicture } from "./open-pdf.js";

/** Four squares of 10 units, which begin at 20, 30. */
const SQUARES =
  '<rect x="20" y="30" width="10" height="10" fill="#e11"/><rect x="30" y="30" width="10" height="10" fill="#1a1"/>' +
  '<rect x="20" y="40" width="10" height="10" fill="#11e"/><rect x="30" y="40" width="10" height="10" fill="#ea1"/>';

function drawing(attributes: string): string {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${SQUARES}</svg>`;
  return dataUri(Buffer.from(file), "svg+xml");
}

async function differenceFor(document: object, scale = 1) {
  const png = await renderPicture(document, { format: "png", scale }, testContext());
  const pdf = await renderPicture(document, { format: "pdf", scale }, testContext());
  return differenceOf(await drawPicture(png.bytes), await drawPdf(pdf.bytes, png));
}

describe("images in a PDF", () => {
  test.each([
    'viewBox="20 30 20 20" width="600" height="600"',
    'viewBox="20 30 20 20" width="10" height="10"',
    'viewBox="20 30 20 20" width="600" height="300"',
    'viewBox="20 30 20 20" width="600" height="300" preserveAspectRatio="none"',
    'viewBox="20 30 20 20" width="600" height="300" preserveAspectRatio="xMinYMax slice"',
  ])("a drawing with %s has the same place in a PDF as in a PNG", async (attributes) => {
    const image = { type: "image", x: 20, y: 10, width: 160, height: 80, image_url: drawing(attributes) };
    for (const fit of ["cover", "contain", "fill"]) {
      const { mean, far } = await differenceFor({ width: 200, height: 100, layers: [{ id: "a", ...image, fit }] });
      expect(mean).toBeLessThan(1.5);
      expect(far).toBeLessThan(0.01);
    }
  });

  test.each([0.5, 1])("a photo that ends at whole pixels keeps its pixels at scale %d", async (scale) => {
    // Each pixel differs much from the next one, so that a photo which is a pixel too large looks gray.
    const photo = await makeImage(242, 190, (x, y) => [(x + y) % 2 === 0 ? 255 : 0, (y % 3) * 100, (x % 5) * 60, 255]);
    const side = { width: 242 / scale, height: 190 / scale };
    const image = { id: "a", type: "image", ...side, x: 330 / scale, y: 499 / scale, image_url: dataUri(photo) };
    const page = { width: 620 / scale, height: 877 / scale, dpi: 300 };
    expect((await differenceFor({ ...page, layers: [image] }, scale)).mean).toBeLessThan(0.1);
  });
});
