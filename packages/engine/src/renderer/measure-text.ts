import type { FontLibrary } from "../fonts/font-library.js";
import { LAYERS } from "../document/layers/registry.js";
import { textEngineOf } from "../layout/measure-layer.js";
import { layOutText } from "../text/lay-out-text.js";
import type { TextSpec } from "../text/spec.js";

/** The lines of a text that has as much room as it needs. Lengths are in pixels of the document. */
export interface MeasuredText {
  /** The width of each line. */
  readonly widths: readonly number[];
  readonly height: number;
  /** The distance between the top of the text's box and the baseline of its first line. */
  readonly baseline: number;
}

/** Measures the text of a layer with these attributes. All other attributes have their defaults. */
export type MeasureTextOf = (attributes: Readonly<Record<string, unknown>>) => MeasuredText;

/** More room than any text needs, in pixels. */
const ROOM = { width: 1e7, height: 1e7 };

/**
 * Returns a function that measures texts with the fonts of a library. It is for programs that place texts themselves,
 * such as importers.
 */
export async function createTextMeter(fonts: FontLibrary): Promise<MeasureTextOf> {
  const engine = await textEngineOf(fonts);
  const { schema } = LAYERS.get("text");
  return (attributes) => {
    const spec = schema.parse({ id: "text", type: "text", ...attributes, align: "left" }) as unknown as TextSpec;
    const { lines, height } = layOutText(engine, spec, ROOM);
    return { widths: lines.map(({ width }) => width), height, baseline: lines[0]?.baseline ?? 0 };
  };
}
