/**
 * Reads requests of clients that cannot send types. A form sends `"40"` for a number and `"1"` for true, and many
 * clients send `null` for a field that is not filled in.
 */
import type * as z from "zod";

/** A number in JSON notation, without an exponent. Other spellings of the same value are not numbers. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,20})?$/;
/** Removing a `null` can uncover one more issue, in a union. A second round resolves it. */
const MAX_ROUNDS = 2;

type Path = readonly PropertyKey[];

/** The new value at a path. `absent` removes the property. */
type Change = { readonly path: Path; readonly value: unknown } | { readonly path: Path; readonly absent: true };

/**
 * The result of a parse, and the value that it accepted or rejected. The value is a copy if a part of it was converted.
 */
export interface Coerced<S extends z.ZodType> {
  readonly result: z.ZodSafeParseResult<z.output<S>>;
  readonly value: unknown;
}

/**
 * Parses a value. If only a type is wrong, it converts the value and parses again:
 *
 * - a text in JSON notation to a number,
 * - `"true"`, `"false"`, `"1"` and `"0"` to a boolean,
 * - a number or a boolean to a text,
 * - `null` to an absent property.
 *
 * A value with the right types is parsed once and never changed.
 */
export function parseCoercing<S extends z.ZodType>(
  schema: S,
  value: unknown,
  params?: z.core.ParseContext<z.core.$ZodIssue>,
): Coerced<S> {
  let current = value;
  let result = schema.safeParse(current, params);
  for (let round = 0; round < MAX_ROUNDS && !result.success; round++) {
    const changes = changesFor(result.error.issues, current);
    if (changes.length === 0) break;
    current = withChanges(current, changes);
    result = schema.safeParse(current, params);
  }
  return { result, value: current };
}

function changesFor(issues: readonly z.core.$ZodIssue[], value: unknown): Change[] {
  return issues.flatMap((issue) => changesForIssue(issue, value, []) ?? []);
}

/** Returns the changes that resolve the issue, or `undefined` if no conversion does. */
function changesForIssue(issue: z.core.$ZodIssue, root: unknown, prefix: Path): readonly Change[] | undefined {
  const path = [...prefix, ...issue.path];
  const at = valueAt(root, path);
  if (at === undefined || path.length === 0) return undefined;
  if (at.value === null) return [{ path, absent: true }];
  if (issue.code === "invalid_union") {
    for (const branch of issue.errors) {
      const changes = branch.map((inner) => changesForIssue(inner, root, path));
      if (changes.length > 0 && changes.every((change) => change !== undefined)) return changes.flat();
    }
    return undefined;
  }
  const value = convert(issue, at.value);
  return value === undefined ? undefined : [{ path, value }];
}

function convert(issue: z.core.$ZodIssue, given: unknown): unknown {
  if (issue.code === "invalid_value") {
    return issue.values.find((value) => typeof value !== typeof given && String(value) === textOf(given));
  }
  if (issue.code !== "invalid_type") return undefined;
  switch (issue.expected) {
    case "number":
    case "int":
      return numberOf(given);
    case "boolean":
      return booleanOf(given);
    case "string":
      return textOf(given);
    default:
      return undefined;
  }
}

function numberOf(given: unknown): number | undefined {
  return typeof given === "string" && NUMBER.test(given) ? Number(given) : undefined;
}

function booleanOf(given: unknown): boolean | undefined {
  if (given === "true" || given === "1") return true;
  if (given === "false" || given === "0") return false;
  return undefined;
}

function textOf(given: unknown): string | undefined {
  return typeof given === "string" || typeof given === "number" || typeof given === "boolean"
    ? String(given)
    : undefined;
}

type Container = Record<PropertyKey, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function valueAt(root: unknown, path: Path): { readonly value: unknown } | undefined {
  let value = root;
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return { value };
}

/** Returns a copy without the values that have these issues. */
export function withoutPaths(root: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  return withChanges(
    root,
    issues.map(({ path }) => ({ path, absent: true })),
  );
}

/**
 * Returns a copy with the changes. The caller's value is not modified: an idempotency record hashes it, for example.
 */
function withChanges(root: unknown, changes: readonly Change[]): unknown {
  const copy = copyOf(root);
  for (const change of changes) {
    const parent = valueAt(copy, change.path.slice(0, -1))?.value;
    const key = change.path.at(-1);
    if (!isContainer(parent) || key === undefined) continue;
    if (!("absent" in change)) {
      // A plain assignment to `__proto__` would replace the prototype.
      Object.defineProperty(parent, key, { value: change.value, writable: true, enumerable: true, configurable: true });
    } else if (!Array.isArray(parent)) Reflect.deleteProperty(parent, key);
  }
  return copy;
}

/** Returns a deep copy of a JSON value. Objects keep their prototype. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isContainer(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Container;
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: copyOf(inner), writable: true, enumerable: true, configurable: true });
  }
  return copy;
}
