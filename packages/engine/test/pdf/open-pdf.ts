/** Draws and reads PDFs with PDFium, which shares no code with the engine. */
import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";

/** The library, which is loaded once for each file of tests. */
const library = PDFiumLibrary.init();

async function withDocument<Result>(bytes: Uint8Array, use: (document: PDFiumDocument) => Promise<Result>) {
  const document = await (await library).loadDocument(Buffer.from(bytes));
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}

/** Returns the number of pages. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<number> {
  return await withDocument(bytes, async (document) => Promise.resolve(document.getPageCount()));
}

/** Returns the text that a reader finds on a page. Lines are separated by `\n`. */
export async function textOfPdf(bytes: Uint8Array, page = 0): Promise<string> {
  return await withDocument(bytes, async (document) =>
    Promise.resolve(document.getPage(page).getText().replaceAll("\r\n", "\n")),
  );
}

/** RGB pixels in rows without gaps. */
export interface RgbPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Draws a page on white, in a size in pixels. */
export async function drawPdf(
  bytes: Uint8Array,
  size: { readonly width: number; readonly height: number },
  page = 0,
): Promise<RgbPixels> {
  return await withDocument(bytes, async (document) => {
    const { data, width, height } = await document
      .getPage(page)
      .render({ width: size.width, height: size.height, render: "bitmap" });
    const image = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
    return { width, height, data: await image.flatten({ background: "#fff" }).removeAlpha().raw().toBuffer() };
  });
}

/** Decodes a picture on white. */
export async function drawPicture(bytes: Uint8Array): Promise<RgbPixels> {
  const image = sharp(bytes).flatten({ background: "#fff" }).removeAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** How much two drawings differ. */
export interface PictureDifference {
  /** The mean difference of a channel, in levels. */
  readonly mean: number;
  /** The share of channels that differ by more than a quarter of all levels. */
  readonly far: number;
}

/** Compares two drawings of the same size. */
export function differenceOf(one: RgbPixels, other: RgbPixels): PictureDifference {
  if (one.width !== other.width || one.height !== other.height) return { mean: Infinity, far: 1 };
  let [sum, far] = [0, 0];
  one.data.forEach((level, index) => {
    const distance = Math.abs(level - (other.data[index] ?? 0));
    sum += distance;
    if (distance > 64) far += 1;
  });
  return { mean: sum / one.data.length, far: far / one.data.length };
}
