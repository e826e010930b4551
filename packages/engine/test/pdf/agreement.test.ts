import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../../src/document/document.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { randomDocument } from "../oracle/random-document.js";
import { randomSource } from "../oracle/random-source.js";
import { dataUri, makeImage, testContext } from "../support.js";
import { differenceOf, drawPdf, drawPicture } from "./open-pdf.js";

const FEATURES = join(import.meta.dirname, "../../../../examples/features");

/**
 * The tolerance. PDFium antialiases differently from our rasterizer, and the letters of a PDF are not moved to
 * quarters of a pixel. So the edges of letters differ a little, and nothing else does.
 */
const EXAMPLE = { mean: 1.6, far: 0.005 };
/** Random documents have a few hundred pixels. Edges and letters are a large part of them. */
const RANDOM = { mean: 3, far: 0.02 };

const NAMES = [
  ...["borders", "cut-out-shadows", "masks", "text-details"],
  ...["emoji", "gradients", "groups", "html", "image-frames", "radial-gradients", "receipt", "rotation-and-opacity"],
  ...["shadows", "svg", "text-direction", "text-gradient", "text-stroke"],
];

function readExample(name: string): TemplateSource {
  const text = readFileSync(join(FEATURES, name, "template.json"), "utf8");
  // Templates name the files of images, relative to their folder.
  const local = text.replace(/"(\.\.\/assets\/[^"]+)"/g, (_, path: string) => {
    const type = path.endsWith(".svg") ? "svg+xml" : path.split(".").at(-1);
    return JSON.stringify(dataUri(readFileSync(join(FEATURES, name, path)), type));
  });
  return JSON.parse(local) as TemplateSource;
}

async function differenceFor(document: unknown, request: object = {}) {
  const png = await renderPicture(document, { ...request, format: "png" }, testContext());
  const pdf = await renderPicture(document, { ...request, format: "pdf" }, testContext());
  return differenceOf(await drawPicture(png.bytes), await drawPdf(pdf.bytes, png));
}

describe("a PDF", () => {
  test.each(NAMES)("the PDF of the example %s looks like its PNG to an independent reader", async (name) => {
    const data = join(FEATURES, name, "request.json");
    const request = existsSync(data) ? (JSON.parse(readFileSync(data, "utf8")) as object) : {};
    const { mean, far } = await differenceFor(readExample(name), request);
    expect(mean).toBeLessThan(EXAMPLE.mean);
    expect(far).toBeLessThan(EXAMPLE.far);
  });

  test.each([1, 2, 3, 4, 5, 6])("the PDF of random document %i looks like its PNG", async (seed) => {
    const photo = await makeImage(40, 30, (x, y) => [x * 6, y * 8, 120, 255]);
    const { mean, far } = await differenceFor(randomDocument(randomSource(seed), [dataUri(photo)]));
    expect(mean).toBeLessThan(RANDOM.mean);
    expect(far).toBeLessThan(RANDOM.far);
  });
});
