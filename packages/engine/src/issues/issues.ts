/** Turns Zod's issues into issues that a template's author can fix. */
import type * as z from "zod";
import type { Issue } from "./issue.js";
import { didYouMean } from "../suggestions/suggest.js";

/** Returns a path in the notation of template authors: `layers[2].font_size`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** Returns every issue of a failed parse with its path. Each unknown key of an object is an issue. */
export function issuesOf(error: Pick<z.ZodError, "issues">, prefix: readonly PropertyKey[] = []): Issue[] {
  return collect(error.issues, prefix);
}

function collect(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[]): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const branch = issue.code === "invalid_union" ? issue.errors.find(isMeantBranch) : undefined;
    if (branch !== undefined) return collect(branch, path);
    if (issue.code !== "unrecognized_keys") return [{ path: formatPath(path), message: issue.message }];
    const messages = issue.message.split("\n");
    return issue.keys.map((key, index) => ({
      path: formatPath([...path, key]),
      message: messages[index] ?? issue.message,
    }));
  });
}

/**
 * The parameters for parsing with the engine's schemas: issues are sentences. Zod compiles no code for a schema, because
 * a new process would wait for it: 5 ms for a document with one text. Without it, 100 layers take 0.4 ms more.
 */
export const PARSE_PARAMS = { error: sentenceFor, jitless: true } as const;

/** Returns whether the author means this branch of a union: its issues are inside the value, not in its type. */
function isMeantBranch(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every((issue) => issue.code !== "invalid_type" || issue.path.length > 0);
}

/**
 * Returns the message of an issue. Zod calls this at each parse. `undefined` keeps the message of the schema or of Zod.
 */
export function sentenceFor(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "It is required." : `It must be ${nounOf(issue.expected)}.`;
    case "invalid_value": {
      const known = issue.values.map(String);
      const hint = typeof issue.input === "string" ? didYouMean(issue.input, known) : "";
      return `It must be ${known.length === 1 ? "" : "one of "}${known.join(", ")}.${hint}`;
    }
    case "invalid_union":
      return unionSentence(issue);
    case "too_small":
      return `It must ${boundVerb(issue.origin)} at least ${amount(issue.minimum, issue.origin)}.`;
    case "too_big":
      return `It must ${boundVerb(issue.origin)} at most ${amount(issue.maximum, issue.origin)}.`;
    case "not_multiple_of":
      return `It must be a multiple of ${String(issue.divisor)}.`;
    default:
      return undefined;
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  number: "a finite number",
  int: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function nounOf(expected: string): string {
  return NOUNS[expected] ?? expected;
}

/** Returns the message for a union with a discriminator. It lists the values of the discriminator. */
function unionSentence({ discriminator, options, input }: z.core.$ZodRawIssue): string | undefined {
  if (typeof discriminator !== "string" || !Array.isArray(options)) return undefined;
  const known = options.map(String);
  const given: unknown = input?.[discriminator as keyof typeof input];
  const hint = typeof given === "string" ? didYouMean(given, known) : "";
  return `It must be one of ${known.join(", ")}.${hint}`;
}

function boundVerb(origin: string): string {
  return origin === "array" || origin === "string" ? "have" : "be";
}

/** Returns a bound with its unit, such as "1 item" or "80 characters". */
function amount(bound: number | bigint, origin: string): string {
  const unit = UNITS.get(origin);
  if (unit === undefined) return String(bound);
  return `${bound} ${unit}${bound === 1 ? "" : "s"}`;
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ["string", "character"],
  ["array", "item"],
]);
