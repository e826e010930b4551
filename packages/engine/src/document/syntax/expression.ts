/** The parts of a condition. */
import type { Reference, Scalar } from "../attributes/values.js";

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type Callee = "empty" | "count";
export type Expression =
  | { readonly kind: "literal"; readonly value: Scalar; readonly at: number }
  | { readonly kind: "reference"; readonly reference: Reference; readonly at: number }
  | { readonly kind: "call"; readonly callee: Callee; readonly reference: Reference; readonly at: number }
  | { readonly kind: "not"; readonly of: Expression; readonly at: number }
  | {
      readonly kind: "binary";
      readonly operator: Comparison | "and" | "or";
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    };
/** A syntax or type issue in a condition. `at` is the index of the character, from 0. */
export interface ExpressionIssue {
  readonly message: string;
  readonly at: number;
}
export type ParsedExpression = { readonly expression: Expression } | { readonly issue: ExpressionIssue };
