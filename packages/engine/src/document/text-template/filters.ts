/** The filters of `{{value | filter: argument}}`. A filter returns a value unchanged if it cannot process it. */
import type { Scope } from "../scope/scope.js";
import { didYouMean } from "../../suggestions/suggest.js";
import { STEPS_PER_CALL } from "../scope/expansion-work.js";
import {
  isEmptyValue,
  isList,
  type Item,
  type Scalar,
  type ScalarType,
  TYPE_NOUNS,
  type Value,
  type ValueType,
} from "../attributes/values.js";
import { formatDate, formatNumber, isCurrency, isLocale } from "./formats.js";
import type { FilterCall } from "../syntax/text-part.js";

interface Filter {
  /** A text that says how to use the filter, for messages and for the reference. */
  readonly usage: string;
  readonly accepts: readonly ValueType[];
  readonly isCallValid: (call: FilterCall, fields: FieldTypes | undefined) => boolean;
  /** Whether a call can name the language of its result, as in `number: locale="de-CH"`. */
  readonly isLocalized?: boolean;
  readonly apply: (value: Value, call: FilterCall, scope: Scope) => Value;
}

/** The fields of the list that a filter is applied to. */
export type FieldTypes = ReadonlyMap<string, ScalarType>;

const SCALARS = ["string", "number", "boolean"] as const;
const NUMBERS = ["string", "number"] as const;

/** Created at the first use, because creating it takes longer than importing the rest of the contract. */
let segmenter: Intl.Segmenter | undefined;

export const FILTERS: Readonly<Record<string, Filter>> = {
  number: {
    usage: 'number, number: 2, number: 0, 2 (minimum and maximum of fraction digits) or number: locale="de-CH"',
    isLocalized: true,
    accepts: NUMBERS,
    isCallValid: (call) => areDigits(call, 0),
    apply: (value, { positional }, scope) => formatNumber(value, { ...fractionOf(positional) }, scope),
  },
  currency: {
    usage: 'currency: "EUR", currency: "EUR", 0 (fraction digits) or currency: "EUR", locale="fr-FR"',
    isLocalized: true,
    accepts: NUMBERS,
    isCallValid: (call) => isCurrency(call.positional[0]) && areDigits(call, 1),
    apply: (value, { positional: [currency, ...digits] }, scope) =>
      formatNumber(value, { style: "currency", currency: String(currency), ...fractionOf(digits) }, scope),
  },
  percent: {
    usage: 'percent, percent: 1, percent: 0, 1 (0.25 is 25 %) or percent: locale="fr-FR"',
    isLocalized: true,
    accepts: NUMBERS,
    isCallValid: (call) => areDigits(call, 0),
    apply: (value, { positional }, scope) =>
      formatNumber(value, { style: "percent", ...fractionOf(positional) }, scope),
  },
  date: {
    usage:
      'date: long (full, long, medium, short, none), date: long, short (with the time), date: month=long, year=numeric, or date: long, locale="ja-JP"',
    isLocalized: true,
    accepts: NUMBERS,
    isCallValid: (call) => formatDate(0, call, { locale: "en", timeZone: "UTC" }) !== undefined,
    apply: (value, call, scope) => formatDate(value, call, scope) ?? value,
  },
  upper: textFilter("upper", (text, locale) => text.toLocaleUpperCase(locale)),
  lower: textFilter("lower", (text, locale) => text.toLocaleLowerCase(locale)),
  capitalize: textFilter("capitalize", (text, locale) => {
    const [first = ""] = text;
    return first.toLocaleUpperCase(locale) + text.slice(first.length);
  }),
  default: {
    usage: 'default: "text"',
    accepts: SCALARS,
    isCallValid: ({ positional, named }) => positional.length === 1 && named.size === 0,
    apply: (value, { positional: [replacement = ""] }) => (isEmptyValue(value) ? replacement : value),
  },
  truncate: {
    usage: 'truncate: 40 or truncate: 40, "..." (characters, and what ends a cut text)',
    accepts: SCALARS,
    isCallValid: ({ positional: [length, end = "…", ...more], named }) =>
      isWholeWithin(length, 1, 10_000) && typeof end === "string" && more.length === 0 && named.size === 0,
    apply: (value, { positional: [length, end = "…"] }) =>
      isList(value) ? value : truncate(String(value), Number(length), String(end)),
  },
  join: {
    usage: 'join: field or join: field, "; " (a field of each object of a list)',
    accepts: ["list"],
    isCallValid: ({ positional: [field, separator = "", ...more], named }, fields) =>
      typeof field === "string" &&
      (fields === undefined || fields.has(field)) &&
      typeof separator === "string" &&
      more.length === 0 &&
      named.size === 0,
    apply: (value, { positional: [field, separator = ", "] }) =>
      isList(value) ? value.map((item) => fieldText(item, String(field))).join(String(separator)) : value,
  },
};

/** Returns a sentence that says what is wrong with a filter, or undefined if nothing is. */
export function filterIssue(call: FilterCall, type: ValueType, fields: FieldTypes | undefined): string | undefined {
  const filter = filterOf(call.name);
  if (filter === undefined) {
    const hint = didYouMean(call.name, Object.keys(FILTERS));
    return `There is no filter "${call.name}".${hint === "" ? ` Known: ${Object.keys(FILTERS).join(", ")}.` : hint}`;
  }
  if (!filter.accepts.includes(type)) {
    return `The filter "${call.name}" can't be used on ${TYPE_NOUNS[type]}.`;
  }
  const { isValid, call: rest } = withoutLocale(call, filter);
  if (isValid && filter.isCallValid(rest, fields)) return undefined;
  const known = fields === undefined ? "" : ` Fields: ${[...fields.keys()].join(", ")}.`;
  return `Use it as ${filter.usage}.${known}`;
}

/** Applies the filters of a placeholder in order. */
export function applyFilters(value: Value, calls: readonly FilterCall[], scope: Scope): Value {
  return calls.reduce<Value>((current, call) => {
    if (scope.work?.isSpent === true) return current;
    const result = applyFilter(current, call, scope);
    scope.work?.spend(
      STEPS_PER_CALL + lengthOf(current) + lengthOf(result) + stepsOfGraphemes(call, lengthOf(current)),
    );
    return result;
  }, value);
}

function applyFilter(value: Value, call: FilterCall, scope: Scope): Value {
  const filter = filterOf(call.name);
  if (filter === undefined) return value;
  const { locale, call: rest } = withoutLocale(call, filter);
  return filter.apply(value, rest, locale === undefined ? scope : { ...scope, locale });
}

/** Separates the language from the other arguments of a filter. */
function withoutLocale(
  call: FilterCall,
  { isLocalized }: Filter,
): { isValid: boolean; locale?: string; call: FilterCall } {
  const locale = call.named.get(LOCALE);
  if (isLocalized !== true || locale === undefined) return { isValid: true, call };
  const named = new Map([...call.named].filter(([name]) => name !== LOCALE));
  return typeof locale === "string" && isLocale(locale)
    ? { isValid: true, locale, call: { ...call, named } }
    : { isValid: false, call };
}

const LOCALE = "locale";

function lengthOf(value: Value): number {
  return typeof value === "object" || typeof value === "string" ? value.length : 1;
}

/** Steps for finding where a character ends, which takes about 200 ns. */
const STEPS_PER_GRAPHEME = 20;

function stepsOfGraphemes({ name, positional }: FilterCall, length: number): number {
  return name === "truncate" ? Math.min(Number(positional[0]), length) * STEPS_PER_GRAPHEME : 0;
}

function filterOf(name: string): Filter | undefined {
  return Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
}

function textFilter(usage: string, change: (text: string, locale: string) => string): Filter {
  return {
    usage,
    accepts: SCALARS,
    isCallValid: ({ positional, named }) => positional.length === 0 && named.size === 0,
    apply: (value, _call, { locale }) => (isList(value) ? value : change(String(value), locale)),
  };
}

function areDigits({ positional, named }: FilterCall, skip: number): boolean {
  const digits = positional.slice(skip);
  const [least = 0, most = least] = digits;
  const areWhole = digits.every((value) => isWholeWithin(value, 0, 20));
  return named.size === 0 && digits.length <= 2 && areWhole && Number(least) <= Number(most);
}

/** Reads counts of digits. One number is the exact count. Two numbers are the minimum and the maximum. */
function fractionOf(digits: readonly Scalar[]): Intl.NumberFormatOptions {
  const [least, most = least] = digits;
  return least === undefined ? {} : { minimumFractionDigits: Number(least), maximumFractionDigits: Number(most) };
}

function isWholeWithin(value: Scalar | undefined, minimum: number, maximum: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum;
}

function truncate(text: string, length: number, end: string): string {
  let kept = "";
  let count = 0;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) {
    count += 1;
    if (count > length) return kept.trimEnd() + end;
    kept += segment;
  }
  return text;
}

function fieldText(item: Item, field: string): string {
  return String(item.get(field) ?? "");
}
