/** Creates small fonts from large ones, for pictures that embed their fonts. */
import { makeFont, tagNumber } from "./subsetter.js";

/** `HB_SUBSET_SETS_DROP_TABLE_TAG`. */
const DROPPED_TABLES = 3;
/**
 * `HB_SUBSET_FLAGS_…`: no hinting, the same glyph IDs, no glyphs besides the given ones and those that they consist of.
 */
const FLAGS = 0x1 | 0x2 | 0x200;
/** The tables that shape and name letters. The letters of a PDF are shaped already. */
const UNUSED = ["GSUB", "GPOS", "GDEF", "BASE", "OS/2", "STAT", "VORG", "cmap", "gasp", "kern", "name", "post"];

/** The glyphs to keep, and the weight of a variable font. */
export interface Subset {
  readonly glyphs: Iterable<number>;
  readonly weight: number | undefined;
}

/**
 * Returns a font that has only some glyphs, with their IDs, at one place of all axes. Returns undefined if HarfBuzz cannot
 * read the font.
 */
export function subsetFont(font: Uint8Array, { glyphs, weight }: Subset): Buffer | undefined {
  return makeFont(font, {
    weight,
    choose: (hb, input) => {
      const kept = hb.hb_subset_input_glyph_set(input);
      for (const glyph of glyphs) hb.hb_set_add(kept, glyph);
      const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
      for (const tag of UNUSED) hb.hb_set_add(dropped, tagNumber(tag));
      hb.hb_subset_input_set_flags(input, FLAGS);
    },
  });
}
