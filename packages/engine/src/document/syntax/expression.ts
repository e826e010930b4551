/** The parts of an expression, which is a condition or the value of an attribute. */
import type { Reference, Scalar } from "../attributes/values.js";

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type Arithmetic = "+" | "-" | "*" | "/" | "%";
export type Operator = Arithmetic | Comparison | "and" | "or";
export type Expression =
  | { readonly kind: "literal"; readonly value: Scalar; readonly at: number }
  | { readonly kind: "reference"; readonly reference: Reference; readonly at: number }
  | { readonly kind: "call"; readonly callee: string; readonly args: readonly Expression[]; readonly at: number }
  | { readonly kind: "not" | "negative"; readonly of: Expression; readonly at: number }
  | {
      readonly kind: "binary";
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: "choice";
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
      readonly at: number;
    };
/** A syntax or type issue in an expression. `at` is the index of the character, from 0. */
export interface ExpressionIssue {
  readonly message: string;
  readonly at: number;
}
export type ParsedExpression = { readonly expression: Expression } | { readonly issue: ExpressionIssue };

/** Returns every reference of an expression, in the order of the text. */
export function referencesOf(expression: Expression): Reference[] {
  switch (expression.kind) {
    case "literal":
      return [];
    case "reference":
      return [expression.reference];
    case "call":
      return expression.args.flatMap(referencesOf);
    case "not":
    case "negative":
      return referencesOf(expression.of);
    case "binary":
      return [expression.left, expression.right].flatMap(referencesOf);
    case "choice":
      return [expression.condition, expression.yes, expression.no].flatMap(referencesOf);
  }
}
