import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { LAYERS } from "../../src/document/layers/registry.js";
import { outputSchema } from "../../src/document/output.js";
import { createImageCheck } from "../../src/renderer/image-check.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import type { Issue } from "../../src/issues/issue.js";
import { testContext } from "../support.js";

/** The header of a JPEG, without the rest of the file. */
function jpegHead(width: number, height: number, { isProgressive = true, bytes = 5_000_000 } = {}): Uint8Array {
  const head = Buffer.alloc(bytes);
  Buffer.from([0xff, 0xd8, 0xff, isProgressive ? 0xc2 : 0xc0, 0, 17, 8]).copy(head);
  head.writeUInt16BE(height, 7);
  head.writeUInt16BE(width, 9);
  return head;
}

const urlOf = (id: number) => `https://example.com/${id}.jpg`;
const photo = (id: number, more: object = {}) => ({
  ...{ type: "image", id: `p${id}`, name: `photo${id}`, image_url: urlOf(id) },
  ...{ x: (id % 2) * 2500, y: Math.floor(id / 2) * 1000, width: 2500, height: 1000 },
  ...more,
});
const wall = (...more: object[]) => ({
  ...{ width: 5000, height: 5000 },
  layers: [...Array.from({ length: 10 }, (_, id) => photo(id)), ...more],
});

function check(source: unknown, images: Readonly<Record<string, Uint8Array>>): Issue[] {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const output = outputSchema.parse({});
  const request = { layers: {}, variables: {} };
  const checkImages = createImageCheck({ document: checked.document, request, output, layers: LAYERS });
  try {
    checkImages(new Map(Object.entries(images).map(([url, bytes]) => [url, { bytes }])));
    return [];
  } catch (error) {
    return (error as { details: { issues: Issue[] } }).details.issues;
  }
}

const tenPhotos = (bytes: Uint8Array) => Object.fromEntries(Array.from({ length: 10 }, (_, id) => [urlOf(id), bytes]));

describe("the sizes of loaded images", () => {
  test("an image that takes the rest of the budget is named with its layer, its size and a way out", () => {
    const images = { ...tenPhotos(jpegHead(5600, 4000)), [urlOf(3)]: jpegHead(8192, 6000, { bytes: 20_000_000 }) };
    const [issue, ...others] = check(wall(photo(12, { width: 5000, height: 5000, opacity: 0.5 })), images);
    expect(others).toEqual([]);
    expect(issue?.path).toBe("layers.photo3.image_url");
    expect(issue?.message).toMatch(
      /^The image of the layer "photo3" has 8192 × 6000 pixels \(49\.1 megapixels\)\. Decoding it would take about 1\.2 s, and \d\.\d s of the 10 s for a picture are left beside its other parts\. The whole picture would take about \d+ s\. It would take about /,
    );
    expect(issue?.message).toMatch(/\d\.\d s with JPEGs that are not progressive/);
    expect(issue?.message).toMatch(/\d\.\d s with scale 0\.75/);
  });

  test("images of the proposed size are accepted", () => {
    const images = tenPhotos(jpegHead(5600, 4000));
    const source = wall(photo(12, { width: 5000, height: 4000, opacity: 0.5 }));
    const [issue] = check(source, { ...images, [urlOf(3)]: jpegHead(8192, 6000, { bytes: 20_000_000 }) });
    const [, megapixels] = /at most (\S+) megapixels in this layer/.exec(issue?.message ?? "") ?? [];
    expect(Number(megapixels)).toBeGreaterThan(1);
    const height = Math.floor((Number(megapixels) * 1e6) / 8192);
    const bytes = Math.floor((20_000_000 * height) / 6000);
    expect(check(source, { ...images, [urlOf(3)]: jpegHead(8192, height, { bytes }) })).toEqual([]);
  });

  test("a fallback image is checked, too, when it is loaded", async () => {
    const bytes = jpegHead(8192, 6000, { bytes: 20_000_000 });
    const loadImage = async (url: string) =>
      url.endsWith("fallback.jpg") ? Promise.resolve(bytes) : Promise.reject(new Error("404"));
    const fallback_image_url = "https://example.com/fallback.jpg";
    const large = { width: 5000, height: 4500, fallback_image_url };
    const source = { width: 5000, height: 5000, layers: [0, 1, 2].map((id) => photo(id, large)) };
    await expect(renderPicture(source, {}, { ...testContext(), loadImage })).rejects.toMatchObject({
      details: { issues: [{ path: "layers.photo0.fallback_image_url" }] },
    });
  });

  test("ten photos of 25 megapixels in one pass are accepted on 25 megapixels", () => {
    expect(check(wall(), tenPhotos(jpegHead(6144, 4096, { isProgressive: false })))).toEqual([]);
  });

  test("a picture that is too costly with any photos is not refused because of them", () => {
    const shadow = { shadow_color: "#000", shadow_blur: 40, background_color: "#f00" };
    const shapes = [1, 2, 3, 4].map((id) => ({ type: "ellipse", id: `e${id}`, width: 3000, height: 3000, ...shadow }));
    expect(check(wall(...shapes), tenPhotos(jpegHead(8192, 6000)))).toEqual([]);
  });

  test("a render stops before any image is decoded, including images in HTML", async () => {
    const bytes = jpegHead(8192, 6000, { bytes: 20_000_000 });
    const loadImage = async () => Promise.resolve(bytes);
    const html = { type: "html", id: "h", name: "card", width: 800, height: 600, html: `<img src="${urlOf(30)}"/>` };
    const whole = photo(12, { x: 0, y: 0, width: 5000, height: 4000 });
    const sources = {
      "layers.photo0.image_url": wall(whole),
      "layers.card.html": { ...wall(), layers: [html, ...wall(whole).layers] },
    };
    for (const [path, source] of Object.entries(sources)) {
      const before = process.cpuUsage();
      const error: unknown = await renderPicture(source, {}, { ...testContext(), loadImage }).catch(
        (cause: unknown) => cause,
      );
      const { user, system } = process.cpuUsage(before);
      expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ path }] } });
      // Ten such images take ten seconds.
      expect((user + system) / 1000).toBeLessThan(5_000);
    }
  });
});
