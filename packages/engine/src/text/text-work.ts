/** The work of the steps of a text in microseconds, measured and rounded up. */
export const MICROSECONDS = {
  /** A character that is shaped. */
  character: 4,
  /** A segment that is put into a line, once for each font size that is tried. */
  segment: 0.1,
  line: 10,
  /** A letter that is placed in its line. */
  placedUnit: 1,
  glyph: 1,
  /** A character of path data that is written. */
  pathCharacter: 0.02,
  /** A character of path data of an outline that is read from its font. */
  outlineCharacter: 0.1,
} as const;
