/**
 * Prints the log lines of functions, each after the name of its function. A structured record becomes one readable
 * line.
 */
import { styleText } from "node:util";

type Color = "cyan" | "magenta" | "green" | "yellow" | "blue" | "gray";
const NAME_COLORS: readonly Color[] = ["cyan", "magenta", "green", "yellow", "blue"];

/** Members of a Powertools record that are the same in every record, or are shown in another way. */
const STATIC_KEYS = new Set([
  "level",
  "message",
  "timestamp",
  "service",
  "cold_start",
  "function_arn",
  "function_memory_size",
  "function_name",
  "function_request_id",
  "sampling_rate",
  "xray_trace_id",
  "tenant_id",
  "error",
]);

const LEVEL_COLORS: Readonly<Record<string, "red" | "yellow" | "gray">> = {
  CRITICAL: "red",
  ERROR: "red",
  WARN: "yellow",
  DEBUG: "gray",
  TRACE: "gray",
};

export interface LogPrinterOptions {
  readonly write: (line: string) => void;
  readonly colored: boolean;
  /** Print no records below the level WARN. Lines without a level are always printed. */
  readonly quiet: boolean;
}

/** Creates the printer. The column of names grows with the longest name so far. */
export function createLogPrinter({ write, colored, quiet }: LogPrinterOptions): (name: string, line: string) => void {
  const colors = new Map<string, Color>();
  let width = 8;
  const paint = (style: Color | "red", text: string): string =>
    colored ? styleText(style, text, { validateStream: false }) : text;
  return (name, line) => {
    const color = colors.get(name) ?? NAME_COLORS[colors.size % NAME_COLORS.length] ?? "gray";
    colors.set(name, color);
    width = Math.max(width, name.length);
    const record = parseRecord(line);
    if (quiet && record !== undefined && LEVEL_COLORS[record.level] === undefined) return;
    const shown = record === undefined ? [line] : readable(record, paint);
    for (const part of shown) write(`${paint(color, name.padEnd(width))} │ ${part}`);
  };
}

/** The runtime reports a failed invocation as a text, a tab, and the error as JSON, in which the stack is a list. */
function failureIn(message: string): Readonly<Record<string, unknown>> {
  const [, text, json] = /^(.*?) *\t(\{.*\})$/.exec(message) ?? [];
  const failure = json === undefined ? undefined : parseMembers(json);
  if (failure === undefined || !Array.isArray(failure["stack"])) return { message };
  return { message: text, error: { stack: failure["stack"].join("\n") } };
}

interface LogRecord {
  readonly level: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The format of a line that a function writes with `console`: time, request ID, level and text, separated by tabs. */
const CONSOLE_LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z\t[^\t]*\t([A-Z]+)\t(.*)$/;

function parseRecord(line: string): LogRecord | undefined {
  const [, level, message] = CONSOLE_LINE.exec(line) ?? [];
  // The text may itself be a record.
  if (level !== undefined && message !== undefined)
    return parseRecord(message) ?? { level, members: failureIn(message) };
  const members = parseMembers(line);
  const own = members?.["level"];
  if (members === undefined || typeof own !== "string" || !("message" in members)) return undefined;
  return { level: own.toUpperCase(), members };
}

function parseMembers(json: string): Readonly<Record<string, unknown>> | undefined {
  if (!json.startsWith("{")) return undefined;
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/**
 * Returns the record's level (unless it is INFO), message and other members. An error and its stack follow on separate
 * lines.
 */
function readable({ level, members }: LogRecord, paint: (style: Color | "red", text: string) => string): string[] {
  const levelColor = LEVEL_COLORS[level];
  const own = Object.entries(members)
    .filter(([key]) => !STATIC_KEYS.has(key))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const head = [
    levelColor === undefined ? "" : paint(levelColor, level),
    asText(members["message"]),
    own.length > 0 ? paint("gray", own.join(" ")) : "",
  ];
  return [head.filter((part) => part !== "").join(" "), ...errorLines(members["error"])];
}

function errorLines(error: unknown): string[] {
  if (error === undefined) return [];
  if (typeof error !== "object" || error === null) return [`  ${asText(error)}`];
  const { name, message, stack, cause, ...more } = error as Readonly<Record<string, unknown>>;
  const lines = typeof stack === "string" && stack !== "" ? stack.split("\n") : [`${asText(name)}: ${asText(message)}`];
  if (Object.keys(more).length > 0) lines.push(JSON.stringify(more));
  const causes = cause === undefined ? [] : ["caused by", ...errorLines(cause)];
  return [...lines, ...causes].map((line) => `  ${line}`);
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
