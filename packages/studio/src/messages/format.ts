/** Numbers, times and sizes in the browser's locale. */
const numbers = new Intl.NumberFormat();
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Formats a number with the separators of the locale. */
export const formatNumber = (value: number): string => numbers.format(value);
/** Formats a time to the second. */
export const formatTime = (iso: string): string => exact.format(new Date(iso));
/** Formats a day of UTC, such as `2026-11-24`. */
export const formatDay = (iso: string): string => days.format(new Date(iso));

/** Formats the distance to a time, such as “3 hr. ago”. */
export function formatRelative(iso: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(iso) - nowMs) / 1000);
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ["second", 1];
  if (unit === "second" && Math.abs(seconds) < 10) return relative.format(0, "second");
  return relative.format(Math.trunc(seconds / length), unit);
}

/** Formats a size in bytes, in units of 1,000 as file managers do. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${unit}`;
}

/** Formats a duration in milliseconds, in its two largest units. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${formatNumber(Math.round(ms))} ms`;
  if (ms < 60_000) return `${formatNumber(Math.round(ms / 100) / 10)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return twoUnits(minutes, "min", Math.floor((ms % 60_000) / 1000), "s");
  return twoUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return `${formatNumber(large)} ${largeUnit}${small === 0 ? "" : ` ${formatNumber(small)} ${smallUnit}`}`;
}

/** Returns a count with the right form of a noun, such as “1 template” and “24 templates”. */
export function count(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}
