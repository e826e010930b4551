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
import type { Arithmetic, Comparison, Expression } from "../syntax/expression.js";
import { NUMBER_FUNCTIONS } from "./functions.js";
import { knownExpression } from "./known-expressions.js";

/**
 * Returns whether a named layer shows nothing: no text, no image, no code. Returns undefined if there is no such layer.
 */
export type LayerEmptiness = (name: string) => boolean | undefined;

/** Parsing takes about 100 ns for a character. */
export const STEPS_PER_PARSED_CHARACTER = 10;

const NO_LAYERS: LayerEmptiness = () => undefined;

/** The value of an expression, or the reason why these values of its variables give none. */
export type Evaluated = { readonly value: Value } | { readonly failure: string };

/** An expression has no value for these values of its variables. The error never leaves this file. */
class EvaluationError extends Error {}

/**
 * Evaluates an expression. `empty(name)` looks for a variable first, then for a layer. The value of an expression with a
 * syntax issue is `true`, but checked documents have none.
 */
export function evaluateText(text: string, scope: Scope, isLayerEmpty: LayerEmptiness = NO_LAYERS): Evaluated {
  const { work } = scope;
  // Another expansion may have parsed it already. It counts all the same, so that the work depends on the document only.
  const parsed = getOrCreate(work?.expressions, text, () => {
    work?.spend(text.length * STEPS_PER_PARSED_CHARACTER);
    return knownExpression(text);
  });
  work?.spend(STEPS_PER_CALL + text.length);
  if ("issue" in parsed) return { value: true };
  try {
    return { value: evaluate(parsed.expression, { scope, isLayerEmpty }) };
  } catch (error) {
    if (error instanceof EvaluationError) return { failure: error.message };
    throw error;
  }
}

interface Context {
  readonly scope: Scope;
  readonly isLayerEmpty: LayerEmptiness;
}

function evaluate(expression: Expression, context: Context): Value {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "reference":
      return valueOfReference(context.scope, expression.reference);
    case "call":
      return evaluateCall(expression, context);
    case "not":
      return evaluate(expression.of, context) !== true;
    case "negative":
      return -numberOf(expression.of, context);
    case "binary":
      return evaluateBinary(expression, context);
    case "choice":
      return evaluate(evaluate(expression.condition, context) === true ? expression.yes : expression.no, context);
  }
}

function evaluateBinary({ operator, left, right }: Expression & { kind: "binary" }, context: Context): Value {
  switch (operator) {
    case "and":
      return evaluate(left, context) === true && evaluate(right, context) === true;
    case "or":
      return evaluate(left, context) === true || evaluate(right, context) === true;
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return compute(operator, numberOf(left, context), numberOf(right, context));
    default: {
      const [leftValue, rightValue] = [evaluate(left, context), evaluate(right, context)];
      context.scope.work?.spend(stepsToCompare(leftValue, rightValue));
      return !isList(leftValue) && !isList(rightValue) && compare(operator, leftValue, rightValue);
    }
  }
}

function compute(operator: Arithmetic, left: number, right: number): number {
  const result = resultOf(operator, left, right);
  if (Number.isFinite(result)) return result;
  throw new EvaluationError(right === 0 ? "It divides by 0." : "The result is too large.");
}

function resultOf(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      // The result has the sign of the divisor, so that `(index - 1) % 3` is an index again.
      return ((left % right) + right) % right;
  }
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

function evaluateCall({ callee, args }: Expression & { kind: "call" }, context: Context): Value {
  const [first, second] = args;
  if (first === undefined) return 0;
  switch (callee) {
    case "empty":
      return first.kind !== "reference" || isEmpty(first.reference, context);
    case "count":
    case "length":
      return lengthOf(evaluate(first, context), context.scope);
    case "default":
      return valueOr(first, second ?? first, context);
    default:
      return computeFunction(callee, args, context);
  }
}

function computeFunction(name: string, args: readonly Expression[], context: Context): number {
  const found = NUMBER_FUNCTIONS.get(name);
  if (found === undefined) return 0;
  const numbers = numbersOfField(args, context) ?? args.map((argument) => numberOf(argument, context));
  context.scope.work?.spend(numbers.length);
  if (numbers.length === 0 && name !== "sum") throw new EvaluationError("The list has no items.");
  const result = found.compute(numbers);
  if (Number.isFinite(result)) return result;
  throw new EvaluationError("The result is too large.");
}

/** Returns the numbers of a field of a list variable, or undefined if the arguments are something else. */
function numbersOfField(args: readonly Expression[], { scope }: Context): number[] | undefined {
  const [only, more] = args;
  if (only?.kind !== "reference" || more !== undefined) return undefined;
  const { name, field } = only.reference;
  const list = field === undefined || scope.items.has(name) ? undefined : scope.variables.get(name);
  if (list === undefined || field === undefined || !isList(list)) return undefined;
  return list.map((item) => Number(item.get(field) ?? 0));
}

/** Returns the value of an expression, or that of its fallback if the expression has no value or an empty one. */
function valueOr(expression: Expression, fallback: Expression, context: Context): Value {
  try {
    const value = evaluate(expression, context);
    if (!isEmptyIn(context.scope, value)) return value;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
  }
  return evaluate(fallback, context);
}

/** Returns the value of an expression that is a number in a checked document. */
function numberOf(expression: Expression, context: Context): number {
  const value = evaluate(expression, context);
  return typeof value === "number" ? value : 0;
}

function isEmpty(reference: Reference, { scope, isLayerEmpty }: Context): boolean {
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

/** Returns the number of items of a list, or of characters of a text. */
function lengthOf(value: Value, { work }: Scope): number {
  if (isList(value)) return value.length;
  if (typeof value !== "string") return 0;
  work?.spend(value.length);
  return Array.from(value).length;
}
