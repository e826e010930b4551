/** Finds what the fonts of a text lack: weights and OpenType features. */
import type { FontFile, FontLibrary, FontQuery } from "../fonts/font-library.js";
import { parseFontFeatures } from "../document/attributes/font-features.js";
import type { FontCache } from "./font-cache.js";
import type { ReplacedWeight, RunStyle, TextRun } from "./prepared-text.js";

const SPACE = 0x20;

/** Returns the weight that a file draws with. */
export function weightOf({ face, variableWeight }: FontFile): number {
  return variableWeight ?? face.weight;
}

/** Returns the weight that replaces a weight that the family lacks, or undefined if the family has it. */
export function replacedWeight(fonts: FontLibrary, query: FontQuery): ReplacedWeight | undefined {
  const file = fonts.ownFileWith([SPACE], query);
  const { weight: wanted } = query.face;
  if (file === undefined || weightOf(file) === wanted) return undefined;
  return { family: query.family, wanted, used: weightOf(file) };
}

/** Returns the replaced weights of runs, each once. A bold mark asks for no weight of its own. */
export function replacedWeights(
  fonts: FontLibrary,
  runs: readonly TextRun[],
  queryFor: (style: RunStyle) => FontQuery,
): ReplacedWeight[] {
  const styles = new Set(runs.map(({ style }) => style).filter(({ bold }) => !bold));
  const found = [...styles].flatMap((style) => replacedWeight(fonts, queryFor(style)) ?? []);
  return [...new Map(found.map((each) => [`${each.family} ${each.wanted}`, each])).values()];
}

/** Returns the tags of features that none of the fonts of the runs has. */
export function missingFeatures(cache: FontCache, runs: readonly TextRun[], features: string): string[] {
  const wanted = parseFontFeatures(features).filter(({ value }) => value > 0);
  if (wanted.length === 0) return [];
  const fonts = [...new Set(runs.flatMap(({ font }) => font ?? []))].map((file) => cache.load(file));
  if (fonts.length === 0) return [];
  return wanted.map(({ tag }) => tag).filter((tag) => !fonts.some(({ features: known }) => known().has(tag)));
}
