import { beforeAll, describe, expect, test } from "@jest/globals";
import { joinPdfs } from "../../src/pdf/join-pdfs.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { dataUri, makeImage, testContext } from "../support.js";
import { drawPdf, pagesOfPdf, textOfPdf } from "./open-pdf.js";

const SIZES = [
  { width: 200, height: 100 },
  { width: 90, height: 160 },
  { width: 120, height: 120 },
];
const WORDS = ["First", "مرحبا", "Third"];

/** Yields the bytes in chunks of a length that divides nothing, so values are cut in the middle. */
async function* inChunks(bytes: Uint8Array, length = 997): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
  await Promise.resolve();
}

async function joined(
  files: readonly Uint8Array[],
  titles: readonly (string | undefined)[] = [],
  chunk?: number,
): Promise<Buffer> {
  const parts = async function* () {
    for (const [index, file] of files.entries()) yield { title: titles[index], body: inChunks(file, chunk) };
    await Promise.resolve();
  };
  const chunks: Uint8Array[] = [];
  for await (const bytes of joinPdfs(parts())) chunks.push(bytes);
  return Buffer.concat(chunks);
}

/** Returns the number of the object at each place that the table of offsets names. */
function objectsInTable(file: Buffer): readonly number[] {
  const text = file.toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const rows = text.slice(start).match(/^\d{10} 00000 n $/gm) ?? [];
  return rows.map((row) => Number(/^(\d+) 0 obj\n/.exec(text.slice(Number(row.slice(0, 10))))?.[1]));
}

const files: Uint8Array[] = [];

beforeAll(async () => {
  const photo = dataUri(await makeImage(30, 20, (x, y) => [x * 8, y * 12, 120, 200]));
  for (const [index, { width, height }] of SIZES.entries()) {
    const shade = { shadow_color: "#000000", shadow_blur: 6, shadow_y: 3 };
    const layers = [
      { id: "r", type: "rectangle", x: 10, y: 10, width: 60, height: 40, background_color: "#2080e0", ...shade },
      { id: "i", type: "image", x: 40, y: 30, width: 30, height: 20, image_url: photo },
      { id: "t", type: "text", x: 8, y: 60, width: 80, height: 30, font_size: 18, text: WORDS[index] },
    ];
    const request = { format: "pdf", about: { title: `Card ${index}`, author: "Ada" } } as const;
    files.push((await renderPicture({ width, height, layers }, request, testContext())).bytes);
  }
});

describe("joined PDFs", () => {
  test("a joined PDF has each page in its size and order, with its picture and its text", async () => {
    const file = await joined(files);
    expect(await pagesOfPdf(file)).toBe(3);
    for (const [page, size] of SIZES.entries()) {
      expect(await textOfPdf(file, page)).toBe(WORDS[page]);
      expect(await drawPdf(file, size, page)).toEqual(await drawPdf(files[page] ?? Buffer.alloc(0), size));
    }
  });

  test("the table of offsets of a joined PDF names the place of each object", async () => {
    const numbers = objectsInTable(await joined(files, ["One", "Two", "Three"]));
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  test("the bytes of a joined PDF do not depend on the chunks in which the files arrive", async () => {
    expect(await joined(files, [], 13)).toEqual(await joined(files, [], 100_000));
  });

  test("the outline of a joined PDF names the pages that have a title", async () => {
    const text = (await joined(files, ["Spring", undefined, "Été"])).toString("latin1");
    expect(text).toMatch(/\/Type\/Outlines\/First \d+ 0 R\/Last \d+ 0 R\/Count 2/);
    expect(text).toContain("/Title<FEFF0053007000720069006E0067>");
    expect(text).toContain("/Title<FEFF00C9007400E9>");
    expect((await joined(files)).toString("latin1")).not.toContain("/Outlines");
  });

  test("a joined PDF has the title of its files only if all files have it, and each page keeps its XMP", async () => {
    const [first = new Uint8Array()] = files;
    const different = (await joined(files)).toString("latin1");
    expect(different).not.toContain("/Author");
    expect(different.match(/\/Type\/Page\/[^\n]*\/Metadata \d+ 0 R>>/g)).toHaveLength(3);
    expect(different.match(/\/Type\/Catalog[^\n]*/g)).toHaveLength(1);
    const same = (await joined([first, first])).toString("latin1");
    expect(same.match(/\/Title<FEFF004300610072006400200030>\/Author<FEFF004100640061>/g)).toHaveLength(1);
  });

  test.each([
    ["no PDF", (file: Buffer) => Buffer.concat([Buffer.from("\x89PNG\n\n"), file])],
    ["a PDF of another program", (file: Buffer) => Buffer.concat([Buffer.from("%PDF-1.4\n%abcd\n"), file])],
    ["a PDF whose end is missing", (file: Buffer) => file.subarray(0, file.length / 2)],
    ["a PDF whose table is cut", (file: Buffer) => file.subarray(0, file.lastIndexOf("trailer"))],
    ["an empty file", () => Buffer.alloc(0)],
  ])("%s is refused instead of joined", async (_, change) => {
    await expect(joined([change(Buffer.from(files[0] ?? []))])).rejects.toThrow(/^A PDF /);
  });
});
