/** Checks and reads the values that a request gives the variables of a document. */
import type { Issue } from "../../issues/issue.js";
import { parseJson } from "../../issues/parse-json.js";
import { Hints, quote } from "../../suggestions/suggest.js";
import { readScalar } from "./read-scalar.js";
import type { Item, Scalar, Value } from "./values.js";
import { defaultOf, type ListVariable, type ScalarVariable, type TemplateVariable } from "./variables.js";

type Values = Readonly<Record<string, unknown>>;

/** Returns the issues of a variable's value, with paths such as `variables.items[3].price`. */
export function valueIssues(
  variable: TemplateVariable,
  value: unknown,
  path: string,
  hints: Hints = new Hints(),
): Issue[] {
  if (variable.type === "list") return listIssues(variable, value, path, hints);
  const read = readScalar(variable, value, hints);
  return "message" in read ? [{ path, message: read.message }] : [];
}

function listIssues(variable: ListVariable, value: unknown, path: string, hints: Hints): Issue[] {
  const list = asList(value);
  if (list === undefined) return [{ path, message: "It must be a list of objects." }];
  if (list.length > variable.max_items) {
    return [{ path, message: `It must have at most ${variable.max_items} items; it has ${list.length}.` }];
  }
  return list.flatMap((item, index) => itemIssues(variable, item, `${path}[${index}]`, hints));
}

function itemIssues({ fields }: ListVariable, item: unknown, path: string, hints: Hints): Issue[] {
  if (typeof item !== "object" || item === null || Array.isArray(item))
    return [{ path, message: "It must be an object." }];
  const names = fields.map((field) => field.name);
  return Object.entries(item).flatMap(([key, value]) => {
    const field = fields.find((candidate) => candidate.name === key);
    if (field !== undefined) return valueIssues(field, value, `${path}.${key}`, hints);
    const hint = hints.didYouMean(key, names);
    const message = `There is no field ${quote(key)} in this list.${hint === "" ? ` Known: ${names.join(", ")}.` : hint}`;
    return [{ path: `${path}.${key}`, message }];
  });
}

/** Reads a list. Signed URLs contain a list as JSON text. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== "string") return undefined;
  try {
    const parsed = parseJson(value);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value of each variable: the checked value of the request, or the default. */
export function readVariables(variables: readonly TemplateVariable[], given: Values): Map<string, Value> {
  return new Map(
    variables.map((variable) => {
      const value = valueAt(given, variable.name) ?? defaultOf(variable);
      return [variable.name, variable.type === "list" ? readList(variable, value) : readOrDefault(variable, value)];
    }),
  );
}

function readList({ fields }: ListVariable, value: unknown): readonly Item[] {
  return (asList(value) ?? []).map(
    (item) => new Map(fields.map((field) => [field.name, readOrDefault(field, valueAt(item as Values, field.name))])),
  );
}

function readOrDefault(variable: ScalarVariable, value: unknown): Scalar {
  const read = value === undefined ? undefined : readScalar(variable, value);
  return read !== undefined && "value" in read ? read.value : defaultOf(variable);
}

/**
 * Returns an issue for each required variable or field that a request does not set, or sets to an empty value. The
 * picture of an unsaved document needs none of them: it uses the defaults.
 */
export function missingVariables(variables: readonly TemplateVariable[], given: Values): Issue[] {
  return variables.flatMap((variable) => {
    const path = `variables.${variable.name}`;
    const value = valueAt(given, variable.name);
    if (isMissing(variable, value)) return [missing(`variable ${quote(variable.name)}`, path)];
    if (variable.type !== "list" || value === undefined) return [];
    return (asList(value) ?? []).flatMap((item, index) =>
      variable.fields
        .filter((field) => isMissing(field, valueAt(item, field.name)))
        .map((field) => missing(`field ${quote(field.name)} of each object`, `${path}[${index}].${field.name}`)),
    );
  });
}

function isMissing(variable: TemplateVariable, value: unknown): boolean {
  if (variable.required !== true) return false;
  if (value === undefined) return true;
  const content = variable.type === "list" ? asList(value) : value;
  if (Array.isArray(content)) return content.length === 0;
  // A value that the variable cannot have is an issue of its own.
  const isBlank = typeof content === "string" && content.trim() === "";
  return isBlank && variable.type !== "list" && "value" in readScalar(variable, content);
}

function missing(what: string, path: string): Issue {
  return { path, message: `The template requires the ${what}. Set it to a value that is not empty.` };
}

function valueAt(record: unknown, key: string): unknown {
  return typeof record === "object" && record !== null && Object.hasOwn(record, key)
    ? (record as Values)[key]
    : undefined;
}
