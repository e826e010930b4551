import { quote } from "../../suggestions/suggest.js";
import { issueSentence } from "../syntax/scanner.js";
import {
  type Names,
  type Reference,
  type ScalarType,
  TYPE_NOUNS,
  typeOfReference,
  type ValueType,
} from "../attributes/values.js";
import { listChoices } from "../attributes/read-scalar.js";
import type { Expression, ExpressionIssue } from "../syntax/expression.js";
import { FUNCTION_NAMES, NUMBER_FUNCTIONS } from "./functions.js";
import { knownExpression } from "./known-expressions.js";
import { parseExpression } from "./parse-expression.js";

/** Returns a sentence that says what is wrong with a condition, and where. Returns undefined if nothing is wrong. */
export function conditionIssue(text: string, names: Names): string | undefined {
  return sentenceOf(text, (expression) => issueOfCondition(expression, names));
}

/**
 * Returns a sentence that says what is wrong with the expression of an attribute, and where. Returns undefined if
 * nothing is wrong. `expected` is the type that the attribute takes, if only one is possible.
 */
export function valueIssue(text: string, names: Names, expected?: ScalarType): string | undefined {
  return sentenceOf(text, (expression) => {
    const checked = typeOf(expression, names);
    if ("message" in checked || checked.type === expected) return "message" in checked ? checked : undefined;
    const { type } = checked;
    const { at } = expression;
    if (type === "list")
      return { message: "An attribute cannot be a list. Use count(…) or sum(…) of one of its fields", at };
    if (expected === undefined) return undefined;
    return { message: `This is ${TYPE_NOUNS[type]}. The attribute takes ${TYPE_NOUNS[expected]}`, at };
  });
}

/** Returns the type of an expression, or what is wrong with it. */
export function typeOfText(text: string, names: Names): Checked {
  const parsed = knownExpression(text);
  return "issue" in parsed ? parsed.issue : typeOf(parsed.expression, names);
}

type Check = (expression: Expression) => ExpressionIssue | undefined;

function sentenceOf(text: string, check: Check): string | undefined {
  const parsed = parseExpression(text);
  const issue = "issue" in parsed ? parsed.issue : check(parsed.expression);
  return issue === undefined ? undefined : issueSentence(issue);
}

function issueOfCondition(expression: Expression, names: Names): ExpressionIssue | undefined {
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
      return typeOfCall(expression, names);
    case "not":
      return issueOfCondition(expression.of, names) ?? { type: "boolean" };
    case "negative":
      return numberIssue(expression.of, names, '"-"') ?? { type: "number" };
    case "binary":
      return typeOfBinary(expression, names);
    case "choice":
      return typeOfChoice(expression, names);
  }
}

function typeOfBinary(expression: Expression & { kind: "binary" }, names: Names): Checked {
  const { operator, left, right, at } = expression;
  if (operator === "and" || operator === "or") {
    return issueOfCondition(left, names) ?? issueOfCondition(right, names) ?? { type: "boolean" };
  }
  if (isArithmetic(operator)) {
    const by = `"${operator}"`;
    return numberIssue(left, names, by) ?? numberIssue(right, names, by) ?? { type: "number" };
  }
  const both = sameType(left, right, names, (one, other) => ({
    message: `${capital(TYPE_NOUNS[one])} can't be compared with ${TYPE_NOUNS[other]}`,
    at,
  }));
  if ("message" in both) return both;
  if (both.type === "list") return { message: "Lists can't be compared. Use count(…) or empty(…)", at };
  const isOrder = operator !== "==" && operator !== "!=";
  if (isOrder && both.type !== "number") return { message: `"${operator}" compares numbers only`, at };
  const noChoice = choiceIssue(left, right, names) ?? choiceIssue(right, left, names);
  if (noChoice !== undefined) return noChoice;
  return { type: "boolean" };
}

/** Returns the issue of comparing a variable that has choices with a text that is none of them. */
function choiceIssue(variable: Expression, text: Expression, { choices, hints }: Names): ExpressionIssue | undefined {
  if (variable.kind !== "reference" || text.kind !== "literal" || typeof text.value !== "string") return undefined;
  const { name, field } = variable.reference;
  const label = field === undefined ? name : `${name}.${field}`;
  const known = choices?.get(label);
  if (known === undefined || known.includes(text.value)) return undefined;
  const hint = hints.didYouMean(text.value, known);
  const message = `${quote(text.value)} is not a choice of "${label}".${hint === "" ? ` It is ${listChoices(known)}` : hint}`;
  return { message, at: text.at };
}

function isArithmetic(operator: string): boolean {
  return ["+", "-", "*", "/", "%"].includes(operator);
}

/** Returns the type of two expressions, which must be the same. */
function sameType(
  left: Expression,
  right: Expression,
  names: Names,
  differ: (left: ValueType, right: ValueType) => ExpressionIssue,
): Checked {
  const [one, other] = [typeOf(left, names), typeOf(right, names)];
  if ("message" in one) return one;
  if ("message" in other) return other;
  return one.type === other.type ? one : differ(one.type, other.type);
}

function typeOfChoice({ condition, yes, no, at }: Expression & { kind: "choice" }, names: Names): Checked {
  const issue = issueOfCondition(condition, names);
  if (issue !== undefined) return issue;
  return sameType(yes, no, names, (one, other) => ({
    message: `One side of ":" is ${TYPE_NOUNS[one]}, the other is ${TYPE_NOUNS[other]}. Both must be of one type`,
    at,
  }));
}

function typeOfCall(call: Expression & { kind: "call" }, names: Names): Checked {
  const { callee, args, at } = call;
  switch (callee) {
    case "empty":
    case "count":
      return typeOfNamed(call, names);
    case "length":
      return typeOfLength(call, names);
    case "default": {
      const [value, fallback] = args;
      if (value === undefined || fallback === undefined || args.length > 2) {
        return { message: "default(…) takes a value and a fallback, as in default(a / b, 0)", at };
      }
      return sameType(value, fallback, names, (one, other) => ({
        message: `The value is ${TYPE_NOUNS[one]}, its fallback is ${TYPE_NOUNS[other]}. Both must be of one type`,
        at,
      }));
    }
    default:
      return typeOfNumbers(call, names);
  }
}

/** Returns the type of `empty(…)` or `count(…)`, which take a name, not a value. */
function typeOfNamed({ callee, args, at }: Expression & { kind: "call" }, names: Names): Checked {
  const [argument, more] = args;
  if (argument?.kind !== "reference" || more !== undefined) {
    return { message: `Expected a name in ${callee}(…)`, at: (more ?? argument)?.at ?? at };
  }
  const { reference } = argument;
  return callee === "empty" ? emptinessOf(reference, names, at) : countOf(reference, names, at);
}

function typeOfLength({ args, at }: Expression & { kind: "call" }, names: Names): Checked {
  const [argument, more] = args;
  if (argument === undefined || more !== undefined) return { message: "length(…) takes one text or list", at };
  const checked = typeOf(argument, names);
  if ("message" in checked) return checked;
  const hasLength = checked.type === "string" || checked.type === "list";
  return hasLength ? { type: "number" } : { message: "length(…) takes a text or a list", at: argument.at };
}

function typeOfNumbers({ callee, args, at }: Expression & { kind: "call" }, names: Names): Checked {
  const found = NUMBER_FUNCTIONS.get(callee);
  if (found === undefined) {
    const hint = names.hints.didYouMean(callee, FUNCTION_NAMES);
    const known = `Use one of ${FUNCTION_NAMES.join(", ")}`;
    return { message: `There is no function "${callee}".${hint === "" ? ` ${known}` : hint}`, at };
  }
  const [only, more] = args;
  if (found.takesField === true && only !== undefined && more === undefined) {
    const field = fieldOfList(only, names);
    if (field !== undefined) return field;
  }
  const { least, most } = found.arguments;
  if (args.length < least || args.length > most) return { message: `Write ${callee}(…) as in ${found.usage}`, at };
  for (const argument of args) {
    const issue = numberIssue(argument, names, `${callee}(…)`);
    if (issue !== undefined) return issue;
  }
  return { type: "number" };
}

/** Returns the check of a field of a list variable, or undefined if the expression is something else. */
function fieldOfList(expression: Expression, { variables, items, lists, hints }: Names): Checked | undefined {
  if (expression.kind !== "reference") return undefined;
  const { reference, at } = expression;
  const fields = items.has(reference.name) ? undefined : lists?.get(reference.name);
  if (fields === undefined || variables.get(reference.name) !== "list") return undefined;
  if (reference.field === undefined) {
    return { message: `Name a field of "${reference.name}": ${[...fields.keys()].join(", ")}`, at };
  }
  const type = fields.get(reference.field);
  if (type === "number") return { type };
  if (type !== undefined) return { message: `The field "${reference.field}" is ${TYPE_NOUNS[type]}, not a number`, at };
  const hint = hints.didYouMean(reference.field, fields.keys());
  return { message: `The list "${reference.name}" has no field "${reference.field}".${hint}`, at };
}

function numberIssue(expression: Expression, names: Names, by: string): ExpressionIssue | undefined {
  const checked = typeOf(expression, names);
  if ("message" in checked) return checked;
  if (checked.type === "number") return undefined;
  return { message: `${by} takes numbers; this is ${TYPE_NOUNS[checked.type]}`, at: expression.at };
}

function emptinessOf(reference: Reference, names: Names, at: number): Checked {
  const isLayer = reference.field === undefined && names.layers.has(reference.name);
  if (isLayer && !names.items.has(reference.name) && !names.variables.has(reference.name)) {
    // The attributes of two layers could ask for each other without end.
    if (names.isAttribute !== true) return { type: "boolean" };
    return { message: `"${reference.name}" is a layer. Only visible_if can ask whether a layer is empty`, at };
  }
  const checked = typeAt(reference, names, at);
  if (!("message" in checked)) return { type: "boolean" };
  const hint = reference.field === undefined ? names.hints.didYouMean(reference.name, names.layers) : "";
  const isUnknown = !names.variables.has(reference.name) && !names.items.has(reference.name);
  if (!isUnknown) return checked;
  return { message: `There is no variable or named layer "${reference.name}".${hint}`, at };
}

function countOf(reference: Reference, names: Names, at: number): Checked {
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
