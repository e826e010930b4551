/** Splits a paragraph into runs, each with one style, font, script and direction. */
import * as bidiModule from "bidi-js";
import { FIRST_EDITION } from "../document/edition.js";
import type { EmojiLibrary } from "../fonts/emoji.js";
import type { FontFile, FontLibrary, FontQuery } from "../fonts/font-library.js";
import { COMMON, scriptOf } from "../fonts/script.js";
import { isFixedWidthSpace } from "../fonts/spaces.js";
import { graphemeEnds, isBreakingSpace, isEmoji, isInvisible, isSpaceCharacter, mayBeEmoji } from "./graphemes.js";
import { PLAIN_STYLE, type RunStyle, type TextRun, type Unit } from "./prepared-text.js";
import type { StyledParagraph } from "./styled-text.js";

// The package's types describe its ESM file, but Node loads the CommonJS file, whose default export is the factory
// itself.

/** Everything that itemizing needs besides the paragraph. */
export interface ItemizeContext {
  readonly fonts: FontLibrary;
  readonly emoji: EmojiLibrary;
  readonly direction: "auto" | "ltr" | "rtl";
  queryFor(style: RunStyle): FontQuery;
}

export interface ItemizedParagraph {
  readonly isRtl: boolean;
  readonly units: readonly Unit[];
  /** The runs before shaping. */
  readonly runs: readonly Omit<TextRun, "glyphs">[];
}

let bidi: bidiModule.Bidi | undefined;

/** Matches characters of right-to-left scripts and bidi controls. Text without them needs no reordering. */
const MAY_BE_RTL =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const SPACE = 0x20;

interface Choice {
  readonly font: FontFile | undefined;
  readonly emoji: readonly string[];
  readonly script: string;
  readonly isMissing: boolean;
}

/** Finds the units, the bidi levels and the fonts of a paragraph. */
export function itemize(paragraph: StyledParagraph, context: ItemizeContext): ItemizedParagraph {
  const { text } = paragraph;
  const levels = levelsOf(text, context.direction);
  const units: Unit[] = [];
  const runs: Omit<TextRun, "glyphs">[] = [];
  const chooser = new FontChooser(context);
  let start = 0;
  let styleIndex = 0;
  for (const end of graphemeEnds(text)) {
    while ((paragraph.styles[styleIndex]?.end ?? Infinity) <= start) styleIndex++;
    const style = paragraph.styles[styleIndex]?.style ?? PLAIN_STYLE;
    const grapheme = text.slice(start, end);
    const choice = chooser.choose(grapheme, style);
    const level = levels === undefined ? 0 : (levels.levels[start] ?? 0);
    const last = runs.at(-1);
    const index = units.length;
    units.push({ start, end, isSpace: isBreakingSpace(grapheme), advance: 0, spacing: 0, continuesSyllable: false });
    if (last !== undefined && continues(last, choice, style, level))
      runs[runs.length - 1] = { ...last, end: index + 1 };
    else runs.push({ first: index, end: index + 1, style, level, ...choice });
    start = end;
  }
  return { isRtl: (levels?.paragraphs[0]?.level ?? 0) % 2 === 1, units, runs };
}

function levelsOf(text: string, direction: "auto" | "ltr" | "rtl") {
  if (direction !== "rtl" && !MAY_BE_RTL.test(text)) return undefined;
  // Building its tables takes 5 ms, and most texts do not need them.
  bidi ??= (bidiModule.default as unknown as () => bidiModule.Bidi)();
  return bidi.getEmbeddingLevels(text, direction);
}

function continues(run: Omit<TextRun, "glyphs">, choice: Choice, style: RunStyle, level: number): boolean {
  return (
    choice.emoji.length === 0 &&
    run.emoji.length === 0 &&
    run.font === choice.font &&
    run.level === level &&
    run.style === style &&
    run.script === choice.script &&
    run.isMissing === choice.isMissing
  );
}

/**
 * Returns whether the characters are a space that the font of the text makes from its own metrics if it has no glyph for
 * it. The space of another family can be far wider or narrower.
 */
function isMadeSpace([codePoint, mark]: readonly number[], { edition }: FontLibrary): boolean {
  const isSingle = codePoint !== undefined && mark === undefined;
  return edition !== FIRST_EDITION && isSingle && isFixedWidthSpace(String.fromCodePoint(codePoint));
}

/** Chooses the fonts for a paragraph's graphemes in order, because many use the font of the previous grapheme. */
export class FontChooser {
  readonly #context: ItemizeContext;
  #style: RunStyle | undefined;
  #script = COMMON;
  /** The font of the last letter, in the current style. */
  #scriptFont: FontFile | undefined;

  constructor(context: ItemizeContext) {
    this.#context = context;
  }

  choose(grapheme: string, style: RunStyle): Choice {
    if (style !== this.#style) this.#scriptFont = undefined;
    this.#style = style;
    const codePoints = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
    if (isEmoji(grapheme)) {
      const picture = this.#emoji(codePoints);
      if (picture !== undefined) return picture;
    }
    const visible = codePoints.filter((codePoint) => !isInvisible(String.fromCodePoint(codePoint)));
    const script = codePoints.map(scriptOf).find((tag) => tag !== COMMON) ?? COMMON;
    const font = this.#fontFor(visible, script, this.#context.queryFor(style));
    if (font === undefined && mayBeEmoji(grapheme)) {
      const picture = this.#emoji(codePoints);
      if (picture !== undefined) return picture;
    }
    if (script !== COMMON && font !== undefined) {
      this.#script = script;
      this.#scriptFont = font;
    }
    const isMissing = font === undefined && visible.length > 0 && !isSpaceCharacter(grapheme);
    return { font, emoji: [], script: script === COMMON ? this.#script : script, isMissing };
  }

  /**
   * Returns the font for a grapheme. Spaces, digits and punctuation use the font of the letters before them, if it has
   * these characters.
   */
  #fontFor(codePoints: readonly number[], script: string, query: FontQuery): FontFile | undefined {
    const { fonts } = this.#context;
    const before = this.#scriptFont;
    if (codePoints.length === 0) return before ?? fonts.fileWith([SPACE], COMMON, query);
    if (script === COMMON && before !== undefined && codePoints.every((codePoint) => before.has(codePoint))) {
      return before;
    }
    if (isMadeSpace(codePoints, fonts)) {
      const own = fonts.ownFileWith(codePoints, query);
      if (own !== undefined) return own;
      return before?.has(SPACE) === true ? before : fonts.fileWith([SPACE], COMMON, query);
    }
    // If no font has both the letter and its mark, the mark is drawn as a box. It is reported after shaping.
    return fonts.fileWith(codePoints, script, query) ?? fonts.fileWith(codePoints.slice(0, 1), script, query);
  }

  #emoji(codePoints: readonly number[]): Choice | undefined {
    const emoji = this.#context.emoji.keysOf(codePoints);
    return emoji.length === 0 ? undefined : { font: undefined, emoji, script: COMMON, isMissing: false };
  }
}
