/** The OpenType features that an author can switch on or off, such as figures of equal width. */
import * as z from "zod";
import { didYouMean, quote } from "../../suggestions/suggest.js";

/** One feature of a font and its value: 0 is off, 1 is on, a higher number chooses an alternate. */
export interface FontFeature {
  readonly tag: string;
  readonly value: number;
}

const numbered = (prefix: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${prefix}${String(index + 1).padStart(2, "0")}`);

/**
 * The features that concern the choice of glyphs and their spacing. Features that a script needs, for example the forms
 * of joined letters, are always on and not listed.
 */
const NAMED: readonly string[] = [
  ...["tnum", "pnum", "lnum", "onum", "zero", "frac", "afrc", "ordn"],
  ...["sups", "subs", "sinf", "numr", "dnom"],
  ...["smcp", "c2sc", "pcap", "c2pc", "unic", "titl", "case", "cpsp"],
  ...["liga", "clig", "dlig", "hlig", "calt", "kern"],
  ...["salt", "swsh", "cswh", "hist", "ornm"],
];
const TAGS: readonly string[] = [...NAMED, ...numbered("ss", 20), ...numbered("cv", 99)];
const KNOWN: ReadonlySet<string> = new Set(TAGS);

/** The maximum number of features of a text. */
const MAX_FEATURES = 20;
const MAX_LENGTH = 200;
const FEATURE = /^(-?)([a-z]{2}[a-z0-9]{2})(?:=(\d{1,2}))?$/;

/** The features whose names a form suggests. */
const SUGGESTED = ["", "tnum", "lnum", "onum", "tnum lnum", "frac", "zero", "smcp", "ss01", "-liga", "-kern"] as const;

const listSchema = z
  .string()
  .max(MAX_LENGTH)
  .superRefine((text, context) => {
    const words = wordsOf(text);
    const message = words.length > MAX_FEATURES ? `It has more than ${MAX_FEATURES} features.` : issueOf(words);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** Features of a font, separated by spaces or commas, such as `tnum`, `-liga` or `ss01 salt=2`. */
export const fontFeaturesSchema = z.union([z.enum(SUGGESTED), listSchema], {
  error: ({ input }) =>
    typeof input === "string"
      ? (listSchema.safeParse(input).error?.issues[0]?.message ?? undefined)
      : 'It must be a text with OpenType features, such as "tnum" or "lnum, -liga".',
});

/** Reads checked features. A later one of the same tag has priority. */
export function parseFontFeatures(text: string): FontFeature[] {
  const features = wordsOf(text).flatMap((word) => {
    const [, minus, tag, value] = FEATURE.exec(word) ?? [];
    if (tag === undefined) return [];
    return [[tag, minus === "-" ? 0 : Number(value ?? 1)] as const];
  });
  return [...new Map(features)].map(([tag, value]) => ({ tag, value }));
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function issueOf(words: readonly string[]): string | undefined {
  for (const word of words) {
    const [, minus, tag, value] = FEATURE.exec(word) ?? [];
    if (tag === undefined || (minus === "-" && value !== undefined)) {
      return `${quote(word.slice(0, 20))} is not a feature. Write "tnum" for on, "-liga" for off, or "salt=2" for an alternate.`;
    }
    if (!KNOWN.has(tag)) {
      const hint = didYouMean(tag, TAGS);
      return `There is no feature ${quote(tag)}.${hint === "" ? ` Known: ${NAMED.join(", ")}, ss01 to ss20, cv01 to cv99.` : hint}`;
    }
  }
  return undefined;
}
