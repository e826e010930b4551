/** How texts are measured. All lengths are in pixels of the template. */

/** The attributes of a text layer that has as much room as it needs. */
export type MeasurableText = Readonly<Record<string, unknown>>;

/** The lines of a text. */
export interface MeasuredText {
  /** The width of each line. */
  readonly widths: readonly number[];
  readonly height: number;
  /** The distance between the top of the text's box and the baseline of its first line. */
  readonly baseline: number;
}

/** Measures a text at once. */
export type MeasureText = (text: MeasurableText) => MeasuredText;

/** Measures texts. Returns their measures in the same order. */
export type MeasureTexts = (texts: readonly MeasurableText[]) => Promise<readonly MeasuredText[]>;
