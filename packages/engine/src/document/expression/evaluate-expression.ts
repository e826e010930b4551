import type { Scope } from "../scope/scope.js";
import { getOrCreate, STEPS_PER_CALL } from "../scope/expansion-work.js";
import {
  isEmptyValue,
  isList,
  type Reference,
  type Scalar,
  type Value,
  valueOfReference,
} from "../attributes/values.js";
import type { Comparison, Expression } from "../syntax/expression.js";
import { parseExpression } from "./parse-expression.js";

/**
 * Returns whether a named layer shows nothing: no text, no image, no code. Returns undefined if there is no such layer.
 */
export type LayerEmptiness = (name: string) => boolean | undefined;

/**
 * Returns whether a condition is true. A condition with a syntax issue counts as true, but checked documents have none.
 * `empty(name)` looks for a variable first, then for a layer.
 */
export function conditionHolds(text: string, scope: Scope, isLayerEmpty: LayerEmptiness): boolean {
  const parsed = getOrCreate(scope.work?.expressions, text, () => parseExpression(text));
  scope.work?.spend(STEPS_PER_CALL + text.length);
  return "issue" in parsed || evaluate(parsed.expression, scope, isLayerEmpty) === true;
}

function evaluate(expression: Expression, scope: Scope, isLayerEmpty: LayerEmptiness): Value {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "reference":
      return valueOfReference(scope, expression.reference);
    case "call":
      return expression.callee === "empty"
        ? isEmpty(expression.reference, scope, isLayerEmpty)
        : countOf(valueOfReference(scope, expression.reference));
    case "not":
      return evaluate(expression.of, scope, isLayerEmpty) !== true;
    case "binary":
      return evaluateBinary(expression, scope, isLayerEmpty);
  }
}

function evaluateBinary(
  { operator, left, right }: Expression & { kind: "binary" },
  scope: Scope,
  isLayerEmpty: LayerEmptiness,
): boolean {
  const leftValue = evaluate(left, scope, isLayerEmpty);
  if (operator === "and") return leftValue === true && evaluate(right, scope, isLayerEmpty) === true;
  if (operator === "or") return leftValue === true || evaluate(right, scope, isLayerEmpty) === true;
  const rightValue = evaluate(right, scope, isLayerEmpty);
  scope.work?.spend(stepsToCompare(leftValue, rightValue));
  return !isList(leftValue) && !isList(rightValue) && compare(operator, leftValue, rightValue);
}

/**
 * Returns the number of steps for a comparison. Texts of different lengths differ, so their characters are not
 * compared.
 */
function stepsToCompare(left: Value, right: Value): number {
  return typeof left === "string" && typeof right === "string" && left.length === right.length ? left.length / 8 : 1;
}

function compare(operator: Comparison, left: Scalar, right: Scalar): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

function isEmpty(reference: Reference, scope: Scope, isLayerEmpty: LayerEmptiness): boolean {
  const isValue = scope.items.has(reference.name) || scope.variables.has(reference.name);
  if (isValue || reference.field !== undefined) return isEmptyIn(scope, valueOfReference(scope, reference));
  return isLayerEmpty(reference.name) ?? true;
}

/** Returns whether a value is empty. A long text of spaces is searched only once. */
function isEmptyIn({ work }: Scope, value: Value): boolean {
  if (typeof value !== "string") return isEmptyValue(value);
  return getOrCreate(work?.blank, value, () => {
    work?.spend(value.length);
    return isEmptyValue(value);
  });
}

function countOf(value: Value): number {
  return isList(value) ? value.length : 0;
}
