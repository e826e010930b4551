/** The cost of letters by their fonts and scripts, regardless of the code that lays them out and draws them. */
import { addCosts, type Cost, costOf, FREE } from "./cost.js";
import type { Letters } from "./count-letters.js";

/** For a character of a script whose letters change their form. */
const COMPLEX_NS = 15_000;
const EAST_ASIAN_NS = 20_000;
/** The time for reading one of the font files of a large script. */
const FONT_FILE_NS = 3_500_000;
/**
 * The number of font files that are read for the first text of a family: its own files, and those of its fallback
 * families.
 */
const FILES_OF_FAMILY = 8;
/** For each place where another font or script begins. */
const CHANGE_NS = 25_000;
/** For each different character: its outline, and for large scripts also its font file. */
const DIFFERENT_NS = { simple: 20_000, hangul: 120_000, han: 530_000, emoji: 450_000 } as const;
/** For each emoji: a drawing of its own. */
const EMOJI_NS = 280_000;
/** The memory of the outline of a letter of a large script as path data. */
const OUTLINE_BYTES = 14_000;

/**
 * Returns the cost of reading the files of a family, unless the picture needs the family anyway. Adds the family to
 * those that the picture needs.
 */
export function familyCost(family: string, families: Set<string>): Cost {
  if (families.has(family)) return FREE;
  families.add(family);
  return costOf("the font files of its family", FILES_OF_FAMILY, FONT_FILE_NS);
}

/** Returns the cost of the letters of a text in addition to the cost of plain Latin letters. */
export function scriptsCost({ eastAsian, fontFiles, changes, complex, emoji, different }: Letters): Cost {
  return addCosts([
    costOf("its script", complex, COMPLEX_NS),
    costOf("its script", eastAsian, EAST_ASIAN_NS),
    costOf("its changing scripts", changes, CHANGE_NS),
    costOf("the font files of its characters", fontFiles, FONT_FILE_NS),
    costOf("its different characters", different.simple, DIFFERENT_NS.simple),
    costOf("its different characters", different.hangul, DIFFERENT_NS.hangul, OUTLINE_BYTES),
    costOf("its different Chinese characters", different.han, DIFFERENT_NS.han, OUTLINE_BYTES),
    costOf("its different emoji", different.emoji, DIFFERENT_NS.emoji, OUTLINE_BYTES),
    costOf("its emoji", emoji, EMOJI_NS),
  ]);
}
