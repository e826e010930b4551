/** Describes why the values of a request give an expression no value that its attribute can have. */
import type { Issue } from "../../issues/issue.js";
import { quote } from "../../suggestions/suggest.js";
import {
  type Bindings,
  isBuiltIn,
  isList,
  type Item,
  type Reference,
  type Scalar,
  valueOfReference,
} from "../attributes/values.js";
import { referencesOf } from "../syntax/expression.js";
import { knownExpression } from "./known-expressions.js";

/** The expression that failed. */
export interface FailedExpression {
  /** The beginning of the message, such as `The "width" of the layer "bar"`. */
  readonly subject: string;
  readonly text: string;
}

/** The values at a place of a document, and their paths in a request. */
export interface ValuesAt {
  readonly scope: Bindings;
  /** The path of each item in scope, such as `variables.items[2]`. */
  readonly itemPaths: ReadonlyMap<string, string>;
}

/** The maximum length of a value in a message. */
const MAX_SHOWN = 60;
/** The maximum number of variables in a message. An expression rarely has more than five. */
const MAX_VALUES = 20;

/**
 * Returns an issue with the path of the first variable. Its message names the attribute, the expression, and all
 * variables with their paths and values.
 */
export function expressionFailure(
  { subject, text }: FailedExpression,
  reason: string,
  { scope, itemPaths }: ValuesAt,
): Issue {
  const parsed = knownExpression(text);
  const references = "issue" in parsed ? [] : distinct(referencesOf(parsed.expression));
  const isOfRepeat = ({ name }: Reference) => isBuiltIn(name) && !scope.variables.has(name) && !scope.items.has(name);
  const values = references.slice(0, MAX_VALUES).map((reference) => {
    const place = isOfRepeat(reference) ? reference.name : pathOfReference(reference, itemPaths);
    return `${place} is ${shownValue(scope, reference)}`;
  });
  const first = references.find((reference) => !isOfRepeat(reference));
  const message =
    `${subject} cannot be computed from ${quote(text.trim())}. ${reason}` +
    (values.length === 0 ? "" : ` ${values.join(", ")}.`);
  return { path: first === undefined ? "variables" : pathOfReference(first, itemPaths), message };
}

/** Returns the path of a reference in a request. */
export function pathOfReference({ name, field }: Reference, itemPaths: ReadonlyMap<string, string>): string {
  const path = itemPaths.get(name) ?? `variables.${name}`;
  return field === undefined ? path : `${path}.${field}`;
}

function distinct(references: readonly Reference[]): Reference[] {
  return [...new Map(references.map((reference) => [JSON.stringify(reference), reference] as const)).values()];
}

function shownValue(scope: Bindings, { name, field }: Reference): string {
  const list = scope.items.has(name) ? undefined : scope.variables.get(name);
  if (list !== undefined && isList(list)) return field === undefined ? countOf(list) : fieldOf(list, field);
  const value = valueOfReference(scope, { name, field });
  return isList(value) ? countOf(value) : shownScalar(value);
}

function countOf(list: readonly unknown[]): string {
  return list.length === 1 ? "a list of 1 item" : `a list of ${list.length} items`;
}

/** Returns the values of a field of all items, as far as they are short. */
function fieldOf(list: readonly Item[], field: string): string {
  // The other items would exceed the maximum length in any case.
  const values = list
    .slice(0, MAX_SHOWN / 2)
    .map((item) => shownScalar(item.get(field) ?? ""))
    .join(", ");
  return values.length > MAX_SHOWN ? `[${values.slice(0, MAX_SHOWN)}…]` : `[${values}]`;
}

/** Returns a value for a message. A long text is cut. */
export function shownScalar(value: Scalar): string {
  if (typeof value !== "string") return String(value);
  return quote(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
}
