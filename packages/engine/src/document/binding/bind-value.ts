/** Evaluates one value with expressions for the variables of a request, and checks it. */
import type * as z from "zod";
import type { Issue } from "../../issues/issue.js";
import { formatPath, issuesOf, PARSE_PARAMS } from "../../issues/issues.js";
import type { Scalar } from "../attributes/values.js";
import type { Scope } from "../scope/scope.js";
import { expressionsIn, replaceExpressions } from "./bound-attributes.js";
import { evaluateText } from "../expression/evaluate-expression.js";
import { expressionFailure, shownScalar, type ValuesAt } from "../expression/expression-failure.js";

/** A place of a document with the values of its variables and items. */
export type BindingPlace = ValuesAt & { readonly scope: Scope };

/** A value with expressions, and what it must be. */
export interface WrittenValue {
  /** The beginning of a message, such as `The "width" of the layer "bar"`. */
  readonly subject: string;
  /** The value as the author wrote it. */
  readonly written: unknown;
  readonly schema: z.ZodType;
  /** Whether it can also be 0: a layer with a side of 0 is laid out, but nothing of it is drawn. */
  readonly canBeZero?: boolean;
}

/** The value that an attribute has, or the issue that the values of variables cause. */
export type Bound = { readonly value: unknown } | { readonly issue: Issue };

/** Steps for checking a value. */
const STEPS_PER_CHECK = 100;

/** Steps for the message of an expression without a value. It names up to 20 variables and parts of their lists. */
const STEPS_PER_FAILURE = 3_000;

/** Evaluates each expression in a value. The result passes the schema. */
export function bindValue({ subject, written, schema, canBeZero = false }: WrittenValue, place: BindingPlace): Bound {
  let failed: Issue | undefined;
  place.scope.work?.spend(STEPS_PER_CHECK);
  const value = replaceExpressions(written, (text) => {
    const result = evaluateText(text, place.scope);
    if ("value" in result) return result.value;
    failed ??= expressionFailure({ subject, text }, result.failure, place);
    return undefined;
  });
  if (failed !== undefined) {
    place.scope.work?.spend(STEPS_PER_FAILURE);
    return { issue: failed };
  }
  if (canBeZero && value === 0) return { value };
  const parsed = schema.safeParse(value, PARSE_PARAMS);
  if (parsed.success) return { value: parsed.data };
  place.scope.work?.spend(STEPS_PER_FAILURE);
  const [issue] = issuesOf(parsed.error);
  const text = expressionAt(written, issue?.path ?? "");
  const given = isScalar(value) ? `It gives ${shownScalar(value)}. ` : "";
  const inside = issue === undefined || issue.path === "" ? "" : `${issue.path}: `;
  const reason = `${given}${inside}${issue?.message ?? ""}`;
  return { issue: expressionFailure({ subject, text }, reason, place) };
}

/** Returns the expression in a value that an issue is about, or the first one. */
export function expressionAt(written: unknown, path: string): string {
  const found = expressionsIn(written);
  const [first] = found;
  return (found.find((each) => path.startsWith(formatPath(each.path))) ?? first)?.text ?? "";
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
