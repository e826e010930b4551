import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { PictureRequest } from "../../src/renderer/picture.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { testContext } from "../support.js";

const size = { width: 120, height: 80 };

const layer = fc.record({
  type: fc.constant("rectangle"),
  x: fc.integer({ min: -20, max: 100 }),
  y: fc.integer({ min: -20, max: 70 }),
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 60 }),
  rotation: fc.constantFrom(0, 0, 30),
  opacity: fc.constantFrom(1, 0.4),
  background_color: fc.constantFrom("#ff0000", "#0000ff80", "#00aa00"),
});
const draft = fc.record({
  background: fc.constantFrom("#ffffff", "#102030", "transparent"),
  layers: fc.array(layer, { maxLength: 4 }).map((all) => all.map((each, index) => ({ ...each, id: `l${index}` }))),
  format: fc.constantFrom<PictureRequest["format"]>("png", "jpg"),
  owner: fc.constantFrom("one", "other"),
});

const uploadsOf = (owner: string) => ({ owner, load: () => Promise.reject(new Error("There are no uploads.")) });

describe("drafts", () => {
  test("each of several drafts has the bytes that it has as the only picture", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(draft, { minLength: 2, maxLength: 5 }), async (drafts) => {
        const renderer = new Renderer(testContext());
        for (const { background, layers, format, owner } of drafts) {
          const document = { ...size, background, layers };
          const options = { uploads: uploadsOf(owner), isDraft: true };
          const picture = await renderer.render(document, { format }, options);
          const alone = await new Renderer(testContext()).render(document, { format });
          expect(Buffer.from(picture.bytes).equals(alone.bytes)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("drafts of two sizes, and drafts that run at the same time, do not paint on each other's frame", async () => {
    const renderer = new Renderer(testContext());
    const documentOf = (x: number, width: number) => ({
      ...size,
      width,
      layers: [{ id: "a", type: "rectangle", x, y: 5, width: 30, height: 30, background_color: "#ff0000" }],
    });
    const documents = [documentOf(5, 120), documentOf(60, 120), documentOf(5, 100), documentOf(40, 120)];
    const pictures = await Promise.all(documents.map((each) => renderer.render(each, {}, { isDraft: true })));
    for (const [index, { bytes }] of pictures.entries()) {
      const alone = await new Renderer(testContext()).render(documents[index], {});
      expect(Buffer.from(bytes).equals(alone.bytes)).toBe(true);
    }
  });
});
