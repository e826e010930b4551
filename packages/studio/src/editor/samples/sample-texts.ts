/** Texts of several lengths and scripts, within the limits of a variable. */

/** The aspect that a generated text tests. */
export type SampleKind = "long" | "short" | "empty" | "arabic" | "japanese";

/** The limits of a text in UTF-16 units. */
export interface TextLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** German has the longest words of the languages that people translate into first. */
const LONG =
  "Die Jahreshauptversammlung der Donaudampfschifffahrtsgesellschaft beginnt in diesem Jahr ausnahmsweise erst am Donnerstagnachmittag. ";
const SHORT = "Ja";
const ARABIC = "مرحبا بكم في المؤتمر السنوي للتصميم والطباعة في مدينة القاهرة. ";
const JAPANESE = "来年の春に東京で開かれる展覧会の招待状をお送りします。";

/** A long text has this many times the length of the text that it replaces, and at least the length of a headline. */
const LONGER = 2.5;
const HEADLINE = 70;

/**
 * Returns a text for a test.
 * @param usual the text that it replaces, which shows how long such texts usually are
 */
export function sampleText(kind: SampleKind, usual: string, limits: TextLimits = {}): string {
  const { length } = usual;
  const wanted = {
    long: repeated(LONG, Math.max(HEADLINE, Math.ceil(length * LONGER))),
    short: SHORT,
    empty: "",
    arabic: repeated(ARABIC, Math.max(20, length)),
    // An ideograph says about as much as two letters.
    japanese: repeated(JAPANESE, Math.max(12, Math.ceil(length / 2))),
  }[kind];
  return within(wanted, kind, limits);
}

/** Returns a text of about a length that ends with a whole word. */
function repeated(text: string, length: number): string {
  const many = text.repeat(Math.ceil(length / text.length) + 1);
  const end = many.indexOf(" ", length);
  // Japanese has no spaces between words.
  return many.slice(0, end === -1 || end > length + 40 ? length : end).trim();
}

/** Lengths count UTF-16 units, as the service counts them. No generated text has a character of two units. */
function within(text: string, kind: SampleKind, { min = 0, max = 10_000 }: TextLimits): string {
  const filler = { long: LONG, short: SHORT, empty: SHORT, arabic: ARABIC, japanese: JAPANESE }[kind];
  const filled = text.length < min ? text + filler.repeat(Math.ceil(min / filler.length)).slice(0, min) : text;
  // A text that is exactly as long as it may be is the hardest one.
  return filled.length > max ? filled.slice(0, Math.max(min, max)) : filled;
}
