/** The conditions of a statement: operators on the values of a call. */
import { TemplateError } from "../template/template-error.js";
import type { CallContext } from "./aws-call.js";
import { isKnownKey } from "./condition-keys.js";
import { arnWildcard, wildcard } from "./wildcards.js";

/** Tells whether the condition holds for a call. */
export type Condition = (context: CallContext) => boolean;

/** Compares one value of a call with the values of a policy, and returns whether any of them matches. */
type Comparison = (expected: readonly string[]) => (value: string) => boolean;

const lower = (text: string): string => text.toLowerCase();
const anyOf = (tests: readonly ((value: string) => boolean)[]) => (value: string) =>
  tests.some((matches) => matches(value));
const equals: Comparison = (expected) => (value) => expected.includes(value);
const equalsIgnoringCase: Comparison = (expected) => (value) => expected.map(lower).includes(lower(value));
const isLike: Comparison = (expected) => anyOf(expected.map((pattern) => wildcard(pattern)));
const isArnLike: Comparison = (expected) => anyOf(expected.map(arnWildcard));
const compares =
  (parse: (text: string) => number, holds: (given: number, expected: number) => boolean): Comparison =>
  (expected) =>
  (value) =>
    expected.some((text) => holds(parse(value), parse(text)));

/** Operators that compare numbers or times, by the end of their name. */
function ordered(prefix: string, parse: (text: string) => number): Record<string, Comparison> {
  return {
    [`${prefix}Equals`]: compares(parse, (given, expected) => given === expected),
    [`${prefix}LessThan`]: compares(parse, (given, expected) => given < expected),
    [`${prefix}LessThanEquals`]: compares(parse, (given, expected) => given <= expected),
    [`${prefix}GreaterThan`]: compares(parse, (given, expected) => given > expected),
    [`${prefix}GreaterThanEquals`]: compares(parse, (given, expected) => given >= expected),
  };
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  StringEquals: equals,
  StringEqualsIgnoreCase: equalsIgnoringCase,
  StringLike: isLike,
  ArnEquals: isArnLike,
  ArnLike: isArnLike,
  Bool: equalsIgnoringCase,
  ...ordered("Numeric", Number),
  ...ordered("Date", Date.parse),
};

/** The operators that hold if no value of the policy matches, with the operator that they negate. */
const NEGATED: Readonly<Record<string, string>> = {
  StringNotEquals: "StringEquals",
  StringNotEqualsIgnoreCase: "StringEqualsIgnoreCase",
  StringNotLike: "StringLike",
  ArnNotEquals: "ArnEquals",
  ArnNotLike: "ArnLike",
  NumericNotEquals: "NumericEquals",
  DateNotEquals: "DateEquals",
};

/**
 * Compiles the element `Condition` of a statement. All of its entries must hold.
 *
 * @throws TemplateError for an operator or a key that the runner does not support
 */
export function compileConditions(
  block: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  place: string,
): Condition[] {
  return Object.entries(block).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([name, expected]) => {
      const key = lower(name);
      if (!isKnownKey(key)) throw new TemplateError(place, `run-cdk-out does not supply the condition key ${name}`);
      return compile(operator, key, expected, place);
    }),
  );
}

function compile(operator: string, key: string, expected: readonly string[], place: string): Condition {
  const [, set, name = "", ifExists] = /^(ForAllValues:|ForAnyValue:)?([A-Za-z]+?)(IfExists)?$/.exec(operator) ?? [];
  if (name === "Null") return (context) => expected.includes(String(context[key] === undefined));
  const comparison = COMPARISONS[NEGATED[name] ?? name];
  if (comparison === undefined || expected.some((value) => value.includes("${"))) {
    throw new TemplateError(place, `run-cdk-out does not support the condition ${operator} on ${expected.join(", ")}`);
  }
  const isNegated = name in NEGATED;
  const matches = comparison(expected);
  const holds = (value: string): boolean => matches(value) !== isNegated;
  return (context) => {
    const values = context[key];
    // "If there are no keys in the request", ForAllValues is true and ForAnyValue is false (IAM user guide, "Set
    // operators for multivalued context keys").
    if (set === "ForAllValues:") return (values ?? []).every(holds);
    if (values === undefined) return ifExists !== undefined || (isNegated && set === undefined);
    return values.some(holds);
  };
}
