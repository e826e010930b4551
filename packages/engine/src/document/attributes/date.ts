/** Dates and times in ISO 8601, the form that variables and the filter `date` read. */

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const TIME = String.raw`[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?`;
const ISO_DAY = new RegExp(`^${DAY}$`);
const ISO_MOMENT = new RegExp(`^${DAY}${TIME}$`);

/** A pattern for JSON Schemas. It does not know the length of each month. */
export const DATE_PATTERN = `^${DAY}(?:${TIME})?$`;

/** A moment in milliseconds since 1970. It can be `NaN`. */
export interface Moment {
  readonly time: number;
  /** Whether the text has no time. */
  readonly isDay: boolean;
}

/** Reads a date, or a date with a time, which is in UTC if it has no offset. Returns undefined for another text. */
export function readIso(text: string): Moment | undefined {
  if (ISO_DAY.test(text)) return { time: Date.parse(text), isDay: true };
  const match = ISO_MOMENT.exec(text);
  if (match === null) return undefined;
  return { time: Date.parse(`${text.replace(" ", "T")}${match[1] === undefined ? "Z" : ""}`), isDay: false };
}

/** Returns whether a text is a date or a date with a time, and whether the calendar has that day. */
export function isDate(text: string): boolean {
  if (!Number.isFinite(readIso(text)?.time ?? Number.NaN)) return false;
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  // `Date.parse` reads February 30 as March 2.
  return Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(day);
}
