import { issueSentence } from "../syntax/scanner.js";
import { type Names, type Reference, TYPE_NOUNS, typeOfReference, type ValueType } from "../attributes/values.js";
import type { Expression, ExpressionIssue } from "../syntax/expression.js";
import { parseExpression } from "./parse-expression.js";

/** Returns a sentence that says what is wrong with a condition, and where. Returns undefined if nothing is wrong. */
export function expressionIssue(text: string, names: Names): string | undefined {
  const parsed = parseExpression(text);
  const issue = "issue" in parsed ? parsed.issue : conditionIssue(parsed.expression, names);
  return issue === undefined ? undefined : issueSentence(issue);
}

function conditionIssue(expression: Expression, names: Names): ExpressionIssue | undefined {
  const checked = typeOf(expression, names);
  if ("message" in checked) return checked;
  return checked.type === "boolean" ? undefined : notCondition(expression, checked.type);
}

type Checked = { readonly type: ValueType } | ExpressionIssue;

function typeOf(expression: Expression, names: Names): Checked {
  switch (expression.kind) {
    case "literal":
      return { type: typeof expression.value as "string" | "number" | "boolean" };
    case "reference":
      return typeAt(expression.reference, names, expression.at);
    case "call":
      return expression.callee === "empty" ? emptinessOf(expression, names) : countOf(expression, names);
    case "not":
      return conditionIssue(expression.of, names) ?? { type: "boolean" };
    case "binary":
      return typeOfBinary(expression, names);
  }
}

function typeOfBinary(expression: Expression & { kind: "binary" }, names: Names): Checked {
  const { operator, left, right, at } = expression;
  if (operator === "and" || operator === "or") {
    return conditionIssue(left, names) ?? conditionIssue(right, names) ?? { type: "boolean" };
  }
  const [leftType, rightType] = [typeOf(left, names), typeOf(right, names)];
  if ("message" in leftType) return leftType;
  if ("message" in rightType) return rightType;
  if (leftType.type !== rightType.type) {
    return {
      message: `${capital(TYPE_NOUNS[leftType.type])} can't be compared with ${TYPE_NOUNS[rightType.type]}`,
      at,
    };
  }
  if (leftType.type === "list") return { message: "Lists can't be compared. Use count(…) or empty(…)", at };
  const isOrder = operator !== "==" && operator !== "!=";
  if (isOrder && leftType.type !== "number") return { message: `"${operator}" compares numbers only`, at };
  return { type: "boolean" };
}

function emptinessOf({ reference, at }: Expression & { kind: "call" }, names: Names): Checked {
  if (reference.field === undefined && names.layers.has(reference.name) && !names.items.has(reference.name)) {
    return { type: "boolean" };
  }
  const checked = typeAt(reference, names, at);
  if (!("message" in checked)) return { type: "boolean" };
  const hint = reference.field === undefined ? names.hints.didYouMean(reference.name, names.layers) : "";
  const isUnknown = !names.variables.has(reference.name) && !names.items.has(reference.name);
  if (!isUnknown) return checked;
  return { message: `There is no variable or named layer "${reference.name}".${hint}`, at };
}

function countOf({ reference, at }: Expression & { kind: "call" }, names: Names): Checked {
  const checked = typeAt(reference, names, at);
  if ("message" in checked) return checked;
  return checked.type === "list" ? { type: "number" } : { message: "count(…) takes a list", at };
}

function typeAt(reference: Reference, names: Names, at: number): Checked {
  const found = typeOfReference(names, reference);
  return "issue" in found ? { message: found.issue, at } : found;
}

function notCondition(expression: Expression, type: ValueType): ExpressionIssue {
  const advice = type === "number" ? 'Compare it, as in "count > 0"' : 'Use "not empty(…)" or compare it';
  return { message: `This is ${TYPE_NOUNS[type]}, not a condition. ${advice}`, at: expression.at };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
