/** Imports an SVG where texts are measured elsewhere, for example by a service that measures many at once. */
import type { EditImage } from "./image-edit.js";
import { convertSvg, type ImportedTemplate, type ImportOptions, withFiles } from "./import-svg.js";
import type { MeasurableText, MeasuredText, MeasureTexts } from "./measure-text.js";

/**
 * The maximum number of conversions. The first asks for nearly all measures, and the second for those of lines that the
 * first has joined. The rest is for designs that no tool is known to export.
 */
const MAX_ROUNDS = 6;

/**
 * Imports an SVG. Converts it several times, until every text that it needs is measured.
 *
 * @throws SvgError if it cannot be read
 */
export async function importSvg(
  text: string,
  options: ImportOptions & { readonly measureTexts: MeasureTexts; readonly editImage: EditImage },
): Promise<ImportedTemplate> {
  const measured = new Map<string, MeasuredText>();
  for (let round = 1; ; round++) {
    const missing = new Map<string, MeasurableText>();
    const converted = convertSvg(text, options, (attributes) => {
      const key = JSON.stringify(attributes);
      const known = measured.get(key);
      if (known === undefined) missing.set(key, attributes);
      return known ?? estimate(attributes);
    });
    if (missing.size === 0 || round === MAX_ROUNDS) return await withFiles(converted, options.editImage);
    const found = await options.measureTexts([...missing.values()]);
    for (const [index, key] of [...missing.keys()].entries()) {
      const one = found[index];
      if (one !== undefined) measured.set(key, one);
    }
  }
}

/** Estimates a text that is not measured yet, with letters that are half as wide as high. */
function estimate({ text, font_size: size, line_height: lineHeight }: MeasurableText): MeasuredText {
  const lines = String(text).split("\n");
  const fontSize = typeof size === "number" ? size : 16;
  const pitch = fontSize * (typeof lineHeight === "number" ? lineHeight : 1.2);
  return {
    widths: lines.map((line) => line.length * fontSize * 0.5),
    height: lines.length * pitch,
    baseline: (pitch - fontSize) / 2 + fontSize * 0.8,
  };
}
