/** Counts the characters of a text that are costly to draw, and its distinct characters. */

export interface Letters {
  readonly count: number;
  /** Chinese, Japanese and Korean characters. */
  readonly eastAsian: number;
  /** Font files that no previous text needs. */
  readonly fontFiles: number;
  /** Changes of the script and, within large scripts, of the font file. */
  readonly changes: number;
  /** Characters of scripts whose letters change their form next to others. */
  readonly complex: number;
  readonly emoji: number;
  readonly different: {
    readonly simple: number;
    readonly hangul: number;
    readonly han: number;
    readonly emoji: number;
  };
}

/** The number of font files of a large script. More distinct characters need no further files. */
const FONT_FILES = 110;

/** Up to this block, characters are in the files of the family itself. */
const LATIN_BLOCK = 2;
/**
 * A script of another family counts as this many files. Its file is larger than a file of a large script, and the
 * family has to be found first.
 */
const FILES_OF_SCRIPT = 5;
/**
 * The first such script in a picture counts as this many more files: the families are searched, and the code for joined
 * letters runs for the first time.
 */
const FILES_OF_FIRST_SCRIPT = 10;
/** Stands for any script of another family, in the set of characters that need font files. */
const ANY_SCRIPT = 0;

/**
 * Counts the characters of a text by the cost of drawing them. `fontsOf` collects the characters of all texts of a
 * picture that need font files of their own. It contains characters of large scripts, and the blocks of the others as
 * negative numbers.
 */
export function countLetters(text: string, fontsOf: Set<number>): Letters {
  const seen = new Set<number>();
  const different = { simple: 0, hangul: 0, han: 0, emoji: 0 };
  let [count, ideographs, fontFiles, changes, complex, emoji, block] = [0, 0, 0, 0, 0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code > 0xffff) index += 1;
    count += 1;
    const kind = kindOf(code);
    if (kind === "emoji") emoji += 1;
    if (isComplex(code)) complex += 1;
    if (kind === "han" || kind === "hangul") {
      ideographs += 1;
      if (fontsOf.size < FONT_FILES && !fontsOf.has(code)) fontFiles += 1 + firstScript(fontsOf);
      fontsOf.add(code);
    }
    if (code >> 8 !== block) changes += 1;
    block = code >> 8;
    if (kind !== "han" && kind !== "hangul" && block > LATIN_BLOCK && !fontsOf.has(-block)) {
      fontFiles += FILES_OF_SCRIPT + firstScript(fontsOf);
      fontsOf.add(-block);
    }
    if (!seen.has(code)) different[kind] += 1;
    seen.add(code);
  }
  return { count, eastAsian: ideographs, fontFiles, changes, complex, emoji, different };
}

function firstScript(fontsOf: Set<number>): number {
  const isFirst = !fontsOf.has(ANY_SCRIPT);
  fontsOf.add(ANY_SCRIPT);
  return isFirst ? FILES_OF_FIRST_SCRIPT : 0;
}

function kindOf(code: number): keyof Letters["different"] {
  if (code < 0x2190) return "simple";
  if (code >= 0x1f000 && code <= 0x1fbff) return "emoji";
  if (code >= 0x2190 && code <= 0x2bff) return "emoji";
  if (code >= 0xac00 && code <= 0xd7ff) return "hangul";
  if ((code >= 0x2e80 && code <= 0xabff) || (code >= 0xf900 && code <= 0xfaff) || code >= 0x20000) return "han";
  return "simple";
}

/**
 * Returns whether a character is a mark, or belongs to a script with marks or joined letters: Hebrew to Tibetan, or
 * Khmer.
 */
function isComplex(code: number): boolean {
  return (
    code >= 0x300 &&
    (code <= 0x36f || (code >= 0x590 && code <= 0x109f) || (code >= 0x1780 && code <= 0x18af) || code === 0x200d)
  );
}
