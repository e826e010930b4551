/** Schedule expressions of EventBridge, for example `rate(5 minutes)` and `cron(0 8 ? * MON-FRI *)`, in UTC. */

/** Returns the next due time after the given one, both in epoch milliseconds; undefined if there is none. */
export type Schedule = (afterMs: number) => number | undefined;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS };
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const LAST_YEAR = 2199;

interface Field {
  readonly min: number;
  readonly max: number;
  /** Names of the values, starting with that of `min`. */
  readonly names?: readonly string[];
}

type DayMatcher = (day: Date) => boolean;

/** Parses an expression. Throws if AWS would reject it, or if it is not supported here (`W` in cron). */
export function parseSchedule(expression: string): Schedule {
  const [, kind, body = ""] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? [];
  if (kind === "rate") return parseRate(expression, body);
  if (kind === "cron") return parseCron(expression, body);
  throw invalid(expression);
}

function parseRate(expression: string, body: string): Schedule {
  const [, count, unit, plural] = /^([1-9]\d*) (minute|hour|day)(s?)$/.exec(body) ?? [];
  if (count === undefined || unit === undefined || (count === "1") === (plural === "s")) throw invalid(expression);
  const periodMs = Number(count) * (UNIT_MS[unit] ?? 0);
  return (afterMs) => afterMs + periodMs;
}

function parseCron(expression: string, body: string): Schedule {
  const fields = body.split(/\s+/);
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = "", year = ""] = fields;
  // Exactly one of the two day fields must be a question mark.
  if (fields.length !== 6 || (dayOfMonth === "?") === (dayOfWeek === "?")) throw invalid(expression);
  try {
    const minutes = parseField(minute, { min: 0, max: 59 });
    const hours = parseField(hour, { min: 0, max: 23 });
    const months = new Set(parseField(month, { min: 1, max: 12, names: MONTHS }));
    const years = new Set(parseField(year, { min: 1970, max: LAST_YEAR }));
    const isDay = dayOfWeek === "?" ? parseDayOfMonth(dayOfMonth) : parseDayOfWeek(dayOfWeek);
    const matches: DayMatcher = (day) =>
      years.has(day.getUTCFullYear()) && months.has(day.getUTCMonth() + 1) && isDay(day);
    const times = hours.flatMap((one) => minutes.map((other) => (one * 60 + other) * MINUTE_MS));
    return (afterMs) => nextTime(afterMs, matches, times);
  } catch (cause) {
    throw invalid(expression, cause);
  }
}

/** Searches day by day. This is fast enough: the next February 29 is at most 2,921 days away. */
function nextTime(afterMs: number, matches: DayMatcher, timesOfDay: readonly number[]): number | undefined {
  const end = Date.UTC(LAST_YEAR + 1, 0);
  for (let dayMs = Math.floor(afterMs / DAY_MS) * DAY_MS; dayMs < end; dayMs += DAY_MS) {
    if (!matches(new Date(dayMs))) continue;
    const time = timesOfDay.find((timeMs) => dayMs + timeMs > afterMs);
    if (time !== undefined) return dayMs + time;
  }
  return undefined;
}

/**
 * Parses `*`, values, names, ranges (`8-17`) and steps (`0/15`) between commas. Returns the values in ascending order.
 */
function parseField(text: string, field: Field): number[] {
  const values = new Set(text.split(",").flatMap((part) => parsePart(part, field)));
  return [...values].sort((a, b) => a - b);
}

function parsePart(part: string, field: Field): number[] {
  const [range = "", step] = part.split("/");
  const [from = "", to] = range.split("-");
  const first = from === "*" ? field.min : parseValue(from, field);
  // `5/10` starts at 5 and ends at the maximum.
  const last = from === "*" || (to === undefined && step !== undefined) ? field.max : parseValue(to ?? from, field);
  const stride = step === undefined ? 1 : Number(step);
  if (!Number.isInteger(stride) || stride < 1 || last < first) throw new Error(`${part} is not a range`);
  const values: number[] = [];
  for (let value = first; value <= last; value += stride) values.push(value);
  return values;
}

function parseValue(text: string, { min, max, names = [] }: Field): number {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? min + named : /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`${text} is not a value from ${min} to ${max}`);
}

/** Days by number, or `L` for the last day of the month. */
function parseDayOfMonth(text: string): DayMatcher {
  if (text === "L") return (day) => new Date(day.getTime() + DAY_MS).getUTCDate() === 1;
  const days = new Set(parseField(text, { min: 1, max: 31 }));
  return (day) => days.has(day.getUTCDate());
}

/** Days from 1 (Sunday) to 7. `6#2` is the second Friday and `6L` the last Friday of the month. `L` is Saturday. */
function parseDayOfWeek(text: string): DayMatcher {
  const field = { min: 1, max: 7, names: WEEKDAYS };
  const [, nthDay, nth] = /^(\w+)#([1-5])$/.exec(text) ?? [];
  if (nthDay !== undefined) {
    const wanted = parseValue(nthDay, field);
    return (day) => day.getUTCDay() + 1 === wanted && Math.ceil(day.getUTCDate() / 7) === Number(nth);
  }
  const [, lastDay] = /^(\w+)L$/.exec(text) ?? [];
  if (lastDay !== undefined) {
    const wanted = parseValue(lastDay, field);
    return (day) =>
      day.getUTCDay() + 1 === wanted && new Date(day.getTime() + 7 * DAY_MS).getUTCMonth() !== day.getUTCMonth();
  }
  const days = new Set(parseField(text === "L" ? "7" : text, field));
  return (day) => days.has(day.getUTCDay() + 1);
}

function invalid(expression: string, cause?: unknown): Error {
  return new Error(`${expression} is not a valid schedule expression. Use rate(…) or cron(…).`, { cause });
}
