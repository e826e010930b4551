import { referencesOf } from "../syntax/expression.js";
import { expressionsIn } from "./bound-attributes.js";
import { knownExpression } from "../expression/known-expressions.js";

/** Returns the names of the variables and items in the expressions of an attribute's value. */
export function namesInExpressions(value: unknown): string[] {
  return expressionsIn(value).flatMap(({ text }) => namesIn(text));
}

/** Returns the names of the variables and items in an expression without braces. */
export function namesIn(expression: string): string[] {
  const parsed = knownExpression(expression);
  return "issue" in parsed ? [] : referencesOf(parsed.expression).map(({ name }) => name);
}
