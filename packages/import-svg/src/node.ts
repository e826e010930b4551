/** Imports SVGs in Node.js: texts are measured with the built-in fonts, and images are cropped by libvips. */
import { createFontLibrary, createTextMeter } from "@image-render/engine";
import sharp from "sharp";
import { cropPixels, type EditImage } from "./image-edit.js";
import { type ImportedTemplate, importMeasuredSvg, type ImportOptions } from "./import-svg.js";

export type { ImportedTemplate, ImportOptions } from "./import-svg.js";
export type { Note } from "./notes.js";

/** Imports an SVG. @throws SvgError if it cannot be read */
export async function importSvg(text: string, options: ImportOptions): Promise<ImportedTemplate> {
  const measure = await createTextMeter(createFontLibrary());
  return await importMeasuredSvg(text, { ...options, measure, editImage });
}

const editImage: EditImage = async (bytes, { crop, flipX = false, flipY = false }) => {
  let image = sharp(bytes).autoOrient();
  if (crop !== undefined) {
    const { autoOrient } = await sharp(bytes).metadata();
    image = sharp(await image.toBuffer()).extract(cropPixels(crop, autoOrient));
  }
  if (flipX) image = image.flop();
  if (flipY) image = image.flip();
  return await image.toBuffer();
};
