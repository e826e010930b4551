/** The issue of an expression for which the values of a request give no value that its attribute can have. */
import type { Issue } from "../../issues/issue.js";
import { quote } from "../../suggestions/suggest.js";
import {
  type Bindings,
  isBuiltIn,
  isList,
  type Reference,
  type Value,
  valueOfReference,
} from "../attributes/values.js";
import { referencesOf } from "../syntax/expression.js";
import { parseExpression } from "./parse-expression.js";

/** Which expression failed. */
export interface ExpressionPlace {
  readonly attribute: string;
  /** The layer, as messages name it. */
  readonly label: string;
  /** The expression. */
  readonly text: string;
}

/** The values at a place of a document, and where the request or the document has them. */
export interface ValuesAt {
  readonly scope: Bindings;
  /** The path of each item in scope, such as `variables.items[2]`. */
  readonly itemPaths: ReadonlyMap<string, string>;
}

/** The issue, under the path of the first variable. The sentence names all variables with their paths and values. */
export function expressionFailure(at: ExpressionPlace, reason: string, { scope, itemPaths }: ValuesAt): Issue {
  const parsed = parseExpression(at.text);
  const references = "issue" in parsed ? [] : distinct(referencesOf(parsed.expression));
  const values = references.map((reference) => {
    const path = pathOfReference(reference, itemPaths);
    const shown = shownValue(valueOfReference(scope, reference));
    return isBuiltIn(reference.name) && !scope.variables.has(reference.name)
      ? `${reference.name} is ${shown}`
      : `${path} is ${shown}`;
  });
  const [first] = references;
  const message =
    `The ${quote(at.attribute)} of the layer ${quote(at.label)} cannot be computed from ${quote(at.text.trim())}. ` +
    reason +
    (values.length === 0 ? "" : ` ${values.join(", ")}.`);
  return { path: first === undefined ? "variables" : pathOfReference(first, itemPaths), message };
}

/** The path of a reference in a request. */
export function pathOfReference({ name, field }: Reference, itemPaths: ReadonlyMap<string, string>): string {
  const itemPath = itemPaths.get(name);
  return itemPath === undefined ? `variables.${name}` : `${itemPath}.${field ?? ""}`;
}

function distinct(references: readonly Reference[]): Reference[] {
  return [...new Map(references.map((reference) => [JSON.stringify(reference), reference] as const)).values()];
}

function shownValue(value: Value): string {
  if (isList(value)) return `a list of ${value.length}`;
  return typeof value === "string" ? quote(value) : String(value);
}
