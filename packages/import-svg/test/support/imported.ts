import { importMeasuredSvg, type MeasurableText } from "@image-render/import-svg";
import type { ImageEdit } from "../../src/image-edit.js";

/** A picture of one pixel. */
export const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A layer of an imported template. */
export type ImportedLayer = Readonly<Record<string, unknown>>;

/** Measures a text as if each letter were half as wide as high, and the baseline were as far below as a letter is high. */
function measure({ text, font_size: size, line_height: height = 1.2 }: MeasurableText) {
  const lines = String(text).split("\n");
  const fontSize = Number(size);
  return {
    widths: lines.map((line) => line.length * fontSize * 0.5),
    height: lines.length * fontSize * Number(height),
    baseline: fontSize,
  };
}

/** Imports an SVG of 400 × 200 pixels with some content. Its texts are measured without fonts. */
export async function imported(content: string, root = 'width="400" height="200"') {
  const edits: ImageEdit[] = [];
  const { document, files, notes, ground, counts } = await importMeasuredSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`,
    {
      name: "design",
      imageFolder: "images",
      linked: (path) => `linked/${path}`,
      measure,
      editImage: (bytes, edit) => {
        edits.push(edit);
        return Promise.resolve(bytes);
      },
    },
  );
  const layers = document["layers"] as readonly ImportedLayer[];
  return { document, layers, files, edits, notes: notes.map(({ message }) => message), ground, counts };
}

/** Imports an SVG, and returns its only layer. */
export async function onlyLayer(content: string): Promise<ImportedLayer> {
  const { layers } = await imported(content);
  const [only, ...others] = layers;
  if (only === undefined || others.length > 0) throw new Error(`The SVG has ${layers.length} layers.`);
  return only;
}
