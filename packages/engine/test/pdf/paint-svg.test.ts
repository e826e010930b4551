import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { encodeImage } from "../../src/pdf/encoded-image.js";
import { paintTree } from "../../src/pdf/paint-svg.js";
import { createPdfCaches } from "../../src/pdf/pdf-caches.js";
import { PdfFonts } from "../../src/pdf/pdf-fonts.js";
import type { RasterPart, Rasters } from "../../src/pdf/rasters.js";
import { readFragmentTree } from "../../src/pdf/svg-tree.js";
import { emptyCanvas, emptyOutput, objectsOf, resourceOf } from "./written-objects.js";

const PIXEL = encodeImage({ width: 1, height: 1, pixels: Uint8Array.from([1, 2, 3, 255]), isOpaque: true });
const RECT = '<path d="M0 0h9v9z" fill="#ff0000"/>';
const RECT_PATH = "0 0 m\n9 0 l\n9 9 l\n h";
const PAINTED = `q 1 0 0 rg ${RECT_PATH} f Q`.split(" ");

/** Paints a drawing of 200 × 100 pixels. Parts without vectors become an image in this place. */
async function paint(svg: string, place = { x: 10, y: 20, width: 100, height: 50 }, isEmpty = false, budget = 1e6) {
  const output = emptyOutput();
  const canvas = emptyCanvas();
  const parts: RasterPart[] = [];
  const draw = (part: RasterPart) => {
    parts.push(part);
    return Promise.resolve(isEmpty ? undefined : { image: PIXEL, place });
  };
  let work = 0;
  const spend = (us: number) => {
    work += us;
    if (work > budget) throw new Error("The budget is used up.");
  };
  const sheet = { ...output, fonts: new PdfFonts(output, createPdfCaches()), rasters: { draw } as unknown as Rasters };
  const tree = readFragmentTree(svg, output.view);
  await paintTree({ sheet, tree, spend, depth: 0 }, canvas);
  return { output, operators: canvas.operators, text: canvas.operators.join(" "), parts, work };
}

describe("paintTree", () => {
  test("a path is filled in its own state", async () => {
    expect((await paint(RECT)).text).toBe(PAINTED.join(" "));
  });

  test("each element counts", async () => {
    const [one, two] = [await paint(RECT), await paint(RECT + RECT)];
    expect(one.work).toBeGreaterThan(0);
    expect(two.work).toBe(2 * one.work);
  });

  test("an element that exceeds the budget ends the page instead of becoming an image", async () => {
    const group = `<g transform="translate(3 4)">${RECT}</g>`;
    const { work } = await paint(group);
    await expect(paint(group, undefined, false, work - 0.1)).rejects.toThrow("The budget is used up.");
    expect((await paint(group, undefined, false, work)).parts).toEqual([]);
  });

  test("an image inside of a drawing is placed as the drawing says", async () => {
    const file = await sharp({ create: { width: 4, height: 2, channels: 3, background: "#c86432" } })
      .png()
      .toBuffer();
    const image = `<image width="40" height="40" href="data:image/png;base64,${file.toString("base64")}"/>`;
    // 40 × 20 pixels in the middle of the square, and a little smaller.
    expect((await paint(image)).text).toContain("39.992 0 0 -19.992 0.004 29.996 cm /X1 Do");
  });

  test("a hidden path is left out", async () => {
    const { operators, parts } = await paint('<path d="M0 0h9v9z" visibility="hidden"/>');
    expect([operators, parts]).toEqual([[], []]);
  });

  test("a group with a transform paints its paths in it", async () => {
    expect((await paint(`<g transform="translate(3 4)">${RECT}</g>`)).text).toBe(
      `q 1 0 0 1 3 4 cm ${PAINTED.join(" ")} Q`,
    );
  });

  test.each([
    ['opacity="0.5"', "<</ca 0.5/CA 0.5>>"],
    ['style="mix-blend-mode:multiply"', "<</ca 1/CA 1/BM/Multiply>>"],
    ['opacity="0.25" style="mix-blend-mode:soft-light"', "<</ca 0.25/CA 0.25/BM/SoftLight>>"],
  ])("a group with %s is blended as a whole", async (attributes, state) => {
    const { text, output } = await paint(`<g ${attributes}>${RECT}</g>`);
    expect(text).toBe("q q /G1 gs /X1 Do Q Q");
    expect(resourceOf(output, "/G1").body).toBe(state);
    expect(resourceOf(output, "/X1").content.split(/\s/).join(" ")).toBe(PAINTED.join(" ").split(/\s/).join(" "));
  });

  test("an isolated group is a group of a PDF only if something inside of it has a blend mode", async () => {
    const blended = `<g style="mix-blend-mode:screen">${RECT}</g>`;
    const isolated = (content: string) => `<g style="isolation:isolate">${content}</g>`;
    expect((await paint(isolated(`<g transform="translate(1)">${RECT}</g>`))).text).not.toContain("gs");
    const { output, text } = await paint(isolated(`<g transform="translate(1)">${blended}</g>`));
    expect(text).toMatch(/^q q \/G\d gs \/X\d Do Q Q$/);
    expect([...objectsOf(output).values()].filter(({ body }) => body.includes("/I true"))).toHaveLength(2);
  });

  test("a clip path clips its group", async () => {
    const clip = '<clipPath id="c"><path d="M1 1h5v5z"/></clipPath>';
    expect((await paint(`${clip}<g clip-path="url(#c)">${RECT}</g>`)).text).toBe(
      `q 1 1 m\n6 1 l\n6 6 l\n h W n ${PAINTED.join(" ")} Q`,
    );
  });
});

describe("the mask of a group", () => {
  const mask = (content: string, attributes = "") =>
    `<mask id="m" maskUnits="userSpaceOnUse" x="1" y="2" width="30" height="40" ${attributes}>${content}</mask>` +
    `<g mask="url(#m)">${RECT}</g>`;
  const WHITE = '<path d="M1 1h5v5z" fill="#ffffff"/>';

  test("a mask of one white path is a clip", async () => {
    expect((await paint(mask(WHITE))).text).toBe(
      `q 1 2 30 40 re W n 1 1 m\n6 1 l\n6 6 l\n h W n ${PAINTED.join(" ")} Q`,
    );
  });

  test.each([
    ["of two paths", WHITE + WHITE],
    ["of another color", WHITE.replace("#ffffff", "#fffffe")],
    ["that is translucent", WHITE.replace("/>", ' fill-opacity="0.5"/>')],
    ["with a stroke", WHITE.replace("/>", ' stroke="#ffffff"/>')],
  ])("a mask %s multiplies by its brightness", async (_, content) => {
    const { text, output } = await paint(mask(content));
    expect(text).toMatch(/^q 1 2 30 40 re W n \/G\d gs q \/G\d gs \/X\d Do Q Q$/);
    expect([...objectsOf(output).values()].filter(({ body }) => body.includes("/Luminosity"))).toHaveLength(1);
  });

  test("a mask that shows nothing hides its group", async () => {
    expect((await paint(mask('<path d="M1 1h5v5z" fill="#ffffff" visibility="hidden"/>'))).text).toContain(
      "0 0 0 0 re W n",
    );
  });

  test("a mask by alpha, and a group with two masks, become an image", async () => {
    expect((await paint(mask(WHITE, 'mask-type="alpha"'))).parts).toHaveLength(1);
    const clip = '<clipPath id="c"><path d="M1 1h5v5z"/><path d="M9 9h5v5z"/></clipPath>';
    const both = mask(WHITE + WHITE).replace('<g mask="url(#m)"', '<g mask="url(#m)" clip-path="url(#c)"');
    expect((await paint(clip + both)).parts).toHaveLength(1);
  });
});

describe("an element without vectors", () => {
  const blurred = `<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g filter="url(#f)">${RECT}</g>`;

  test("a group with a filter becomes an image in its place, and its operators are gone", async () => {
    const { text, parts, output } = await paint(RECT + blurred);
    // From the square of an image with its first row at the top, a little smaller than 100 × 50 at 10, 20.
    expect(text).toBe(`${PAINTED.join(" ")} q 99.992 0 0 -49.992 10.004 69.996 cm /X1 Do Q`);
    expect(parts).toHaveLength(1);
    expect(resourceOf(output, "/X1").body).toContain("/Subtype/Image");
  });

  test("an image inside of a transform is placed in the coordinates of the transform", async () => {
    const { text } = await paint(`${blurred.replace("<g ", '<g transform="scale(2)"><g ')}</g>`);
    expect(text).toBe("q 2 0 0 2 0 0 cm q 49.996 0 0 -24.996 5.002 34.998 cm /X1 Do Q Q");
  });

  test("an image of nothing is left out", async () => {
    expect((await paint(blurred, undefined, true)).operators).toEqual([]);
  });
});
