/** Formats numbers and dates with `Intl`, in a document's language and time zone. */
import { STEPS_PER_CALL, STEPS_PER_FORMATTER } from "../scope/expansion-work.js";
import type { Scope } from "../scope/scope.js";
import { readIso } from "../attributes/date.js";
import { isList, type Scalar, type Value } from "../attributes/values.js";
import type { FilterCall } from "../syntax/text-part.js";

/**
 * Creating a formatter takes about 50 µs. A document uses few, so the cache is simply cleared when it is full. An LRU cache
 * would add 17 kB to the bundle of the API function.
 */
const MAX_FORMATTERS = 200;
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cachedFormatter<Formatter extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  { work }: Pick<Scope, "work">,
  make: () => Formatter,
): Formatter {
  const known = formatters.get(key);
  work?.spend(known === undefined ? STEPS_PER_FORMATTER : STEPS_PER_CALL);
  if (known !== undefined) return known as Formatter;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const made = make();
  formatters.set(key, made);
  return made;
}

/** Formats a number in the scope's language. Returns other values unchanged. */
export function formatNumber(value: Value, options: Intl.NumberFormatOptions, scope: Scope): Value {
  const { locale } = scope;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return value;
  const key = `number ${locale} ${JSON.stringify(options)}`;
  return cachedFormatter(key, scope, () => new Intl.NumberFormat(locale, options)).format(number);
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Returns whether a value is a currency code (ISO 4217). */
export function isCurrency(value: Scalar | undefined): boolean {
  return typeof value === "string" && currencies.has(value.toUpperCase());
}

/** Returns whether a text is a language tag (BCP 47). */
export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const DATE_KEYS: ReadonlySet<string> = new Set([
  "weekday",
  "era",
  "year",
  "month",
  "day",
  "hour",
  "minute",
  "second",
  "hour12",
  "timeZoneName",
]);

/**
 * Formats a date by the filter's arguments: a style for the date and one for the time, or named parts. Returns
 * undefined if the arguments are invalid or the value is not a date.
 */
export function formatDate(
  value: Value,
  call: Pick<FilterCall, "positional" | "named">,
  scope: Pick<Scope, "locale" | "timeZone" | "work">,
): string | undefined {
  const { locale, timeZone } = scope;
  const options = dateOptions(call);
  const moment = momentOf(value);
  if (options === undefined || moment === undefined) return undefined;
  // A date without a time is the same day in every time zone.
  const zone = moment.isDay ? "UTC" : timeZone;
  const key = `date ${locale} ${zone} ${JSON.stringify(options)}`;
  try {
    const make = () => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return cachedFormatter(key, scope, make).format(moment.time);
  } catch (error) {
    // The options are not compatible, or one of them has an invalid value.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function dateOptions({ positional, named }: Pick<FilterCall, "positional" | "named">): object | undefined {
  const [dateStyle = "medium", timeStyle = "none", ...more] = positional;
  if (named.size === 0) {
    const styles = { ...(dateStyle !== "none" && { dateStyle }), ...(timeStyle !== "none" && { timeStyle }) };
    return more.length > 0 || Object.keys(styles).length === 0 ? undefined : styles;
  }
  const isKnown = [...named.keys()].every((key) => DATE_KEYS.has(key));
  return isKnown && positional.length === 0 ? Object.fromEntries(named) : undefined;
}

/** Numbers below this are seconds since 1970, up to the year 5138. Larger ones are milliseconds, from 1973. */
const SECONDS_BELOW = 1e11;
/** The latest time of a `Date`, in milliseconds. */
const LAST_MOMENT_MS = 8.64e15;

/** Reads an ISO 8601 date or time (UTC if it has no offset), or seconds or milliseconds since 1970. */
function momentOf(value: Value): { time: number; isDay: boolean } | undefined {
  if (isList(value) || typeof value === "boolean" || value === "") return undefined;
  const text = String(value).trim();
  const { time, isDay } = readIso(text) ?? { time: epochMs(Number(text)), isDay: false };
  return Number.isFinite(time) && Math.abs(time) <= LAST_MOMENT_MS ? { time, isDay } : undefined;
}

function epochMs(number: number): number {
  return Math.abs(number) < SECONDS_BELOW ? number * 1000 : number;
}
