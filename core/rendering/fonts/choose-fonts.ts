import { type BuiltInFamily } from "../../contract/template/font-families.js";
import { type Face } from "./families.js";
import { type FontFile, type FontLibrary } from "./font-library.js";

export interface FontChoice {
  /** The files that the text needs, in the order in which a character is looked up; the family's first file leads. */
  readonly files: readonly FontFile[];
  /** Characters as a reader sees them that no file has a glyph for, each once. */
  readonly missing: readonly string[];
}

/** Controls, formatting characters, spaces and variation selectors: nothing is drawn for them. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}\u{fe00}-\u{fe0f}]$/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Picks the font files for a text: for each character the first file of the chain that has it. */
export function chooseFonts(text: string, family: BuiltInFamily, face: Face, library: FontLibrary): FontChoice {
  const chain = library.filesFor(family, face);
  const needed = new Set<FontFile>(chain.slice(0, 1));
  const missing = new Set<string>();
  // The ellipsis of a text that is cut is no part of the text.
  for (const { segment } of graphemes.segment(`${text}…`)) {
    for (const character of segment) {
      if (INVISIBLE.test(character)) continue;
      const file = chain.find((candidate) => candidate.has(character.codePointAt(0) ?? 0));
      if (file === undefined) missing.add(segment);
      else needed.add(file);
    }
  }
  return { files: chain.filter((file) => needed.has(file)), missing: [...missing] };
}
