/** Writes the items of a picture as a PDF with one page. */
import { type About, xmpPacket } from "@image-render/encoders";
import { asOneDrawing } from "../compile/one-drawing.js";
import { type Item, type ItemResources, traceItem } from "../items/item.js";
import { textEngineOf } from "../layout/measure-layer.js";
import type { RenderWarning } from "../shared/warnings.js";
import type { LoadedFont } from "../text/font-cache.js";
import { type Canvas, pageCanvas, type PdfOutput } from "./canvas.js";
import { addImage } from "./encoded-image.js";
import { imageMatrix, type Matrix } from "./matrix.js";
import { pageSize } from "./page-size.js";
import { type PieceTools, paintPiece } from "./paint-pieces.js";
import type { PdfCaches } from "./pdf-caches.js";
import { PdfFile } from "./pdf-file.js";
import { FontNotSubset, PdfFonts } from "./pdf-fonts.js";
import { PdfResources } from "./pdf-resources.js";
import { Rasters } from "./rasters.js";
import type { Sheet } from "./sheet.js";
import { matrixText, nums, ref, textString } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** A picture to write. */
export interface PdfPicture {
  /** The items in paint order. */
  readonly items: readonly Item[];
  /** The size of the document, in its own pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The number of pixels of the picture in an inch. @default 96 */
  readonly dpi?: number | undefined;
  /** The language of the texts (BCP 47). */
  readonly language: string;
  /** The words about the picture. */
  readonly about?: About | undefined;
}

/** A written PDF. */
export interface WrittenPdf {
  readonly bytes: Uint8Array;
  readonly warnings: readonly RenderWarning[];
}

/** Writes a picture as a PDF. The same items always give the same bytes. */
export async function writePdf(picture: PdfPicture, resources: ItemResources, caches: PdfCaches): Promise<WrittenPdf> {
  const outlined = new Set<string>();
  for (;;) {
    try {
      return await writeOnce(picture, resources, caches, outlined);
    } catch (error) {
      // Each attempt excludes another font, so this ends.
      if (!(error instanceof FontNotSubset) || outlined.has(error.path)) throw error;
      outlined.add(error.path);
    }
  }
}

async function writeOnce(
  picture: PdfPicture,
  resources: ItemResources,
  caches: PdfCaches,
  outlined: ReadonlySet<string>,
): Promise<WrittenPdf> {
  const { width, height, scale, dpi } = picture;
  const page = pageSize(width * scale, height * scale, dpi);
  const points = page.pointsPerPixel * scale;
  const density = page.printPixels * scale;
  const file = new PdfFile();
  const output: PdfOutput = { file, resources: new PdfResources(file), view: { x: 0, y: 0, width, height } };
  const fonts = new PdfFonts(output, caches, outlined);
  const sheet: Sheet = { ...output, fonts, rasters: new Rasters(output.view, density, caches.rasters) };
  const toPoints: Matrix = [points, 0, 0, -points, 0, page.height];
  const canvas = pageCanvas(toPoints);
  const warnings = await paintItems(picture.items, sheet, canvas, resources, density);
  fonts.finish();
  sheet.resources.finish();
  const content = file.addCompressed("", canvas.operators.join("\n"));
  const parent = file.reserve();
  const box = `/MediaBox[${nums([0, 0, page.width, page.height])}]`;
  const group = "/Group<</S/Transparency/CS/DeviceRGB/I true>>";
  const leaf = file.add(
    `<</Type/Page/Parent ${ref(parent)}${box}${group}/Resources ${ref(sheet.resources.object)}/Contents ${ref(content)}>>`,
  );
  file.add(`<</Type/Pages/Kids[${ref(leaf)}]/Count 1>>`, parent);
  const metadata = addMetadata(file, picture.about);
  const catalog = file.add(`<</Type/Catalog/Pages ${ref(parent)}/Lang${textString(picture.language)}${metadata}>>`);
  const info = file.add(informationOf(picture.about));
  return { bytes: file.write(catalog, info), warnings };
}

/** Adds the words about a picture as XMP. Returns the entry of the catalog. */
function addMetadata(file: PdfFile, about: About = {}): string {
  const packet = xmpPacket(about);
  return packet === undefined
    ? ""
    : `/Metadata ${ref(file.addCompressed("/Type/Metadata/Subtype/XML", Buffer.from(packet, "utf8")))}`;
}

/** Returns the information dictionary, which has no entry for a copyright notice. */
function informationOf({ title, author }: About = {}): string {
  const entries = [
    ["Title", title],
    ["Author", author],
    ["Producer", "Image Render Service"],
  ] as const;
  return `<<${entries.flatMap(([key, value]) => (value === undefined ? [] : `/${key}${textString(value)}`)).join("")}>>`;
}

async function paintItems(
  items: readonly Item[],
  sheet: Sheet,
  canvas: Canvas,
  resources: ItemResources,
  density: number,
): Promise<RenderWarning[]> {
  const { parts } = await textEngineOf(resources.fonts);
  const warnings: RenderWarning[] = [];
  const outlined = new Set<LoadedFont>();
  for (const item of items) {
    const spend = resources.work.of({ id: "pdf" });
    const tools: PieceTools = { sheet, parts, spend, onOutlined: (font) => outlined.add(font) };
    const { piece, warnings: own } = await traceItem(item, density);
    warnings.push(...own);
    if (piece === undefined || item.rect === undefined) continue;
    const start = canvas.operators.length;
    try {
      await paintPiece(tools, canvas, piece);
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      canvas.operators.length = start;
      await drawItem(item, tools, canvas);
    }
  }
  return [...warnings, ...[...outlined].map(notEmbedded)];
}

/** Draws an item that has no vectors as an image. */
async function drawItem(item: Item, { sheet, spend }: PieceTools, canvas: Canvas): Promise<void> {
  const { piece } = await item.write();
  if (piece === undefined) return;
  const raster = await sheet.rasters.drawWhole(asOneDrawing(piece), spend);
  if (raster === undefined) return;
  const matrix = matrixText(imageMatrix(raster.place));
  canvas.operators.push(`q ${matrix} cm ${addImage(sheet, raster.image)} Do Q`);
}

function notEmbedded({ file }: LoadedFont): RenderWarning {
  const message =
    `The font ${file.title} cannot be embedded in a PDF, so its letters are outlines there: they look the same, but ` +
    "they cannot be selected or searched. Use a font whose license allows embedding, with TrueType or CFF outlines.";
  return { code: "FONT_NOT_EMBEDDED", layer: "", message, retryable: false };
}
