/** The values of attributes that are expressions, for one request and one place of a document. */
import type { Issue } from "../../issues/issue.js";
import { issuesOf, sentenceFor } from "../../issues/issues.js";
import { getOrCreate } from "../scope/expansion-work.js";
import type { Scope } from "../scope/scope.js";
import type { RegisteredLayer } from "../layer-types/layer-registry.js";
import { boundAttributes, expressionsIn, replaceExpressions } from "./bound-attributes.js";
import { evaluateText, type LayerEmptiness } from "./evaluate-expression.js";
import { type ExpressionPlace, expressionFailure, type ValuesAt } from "./expression-failure.js";

type Attributes = Readonly<Record<string, unknown>>;

export interface BindOptions {
  readonly registered: RegisteredLayer;
  /** The layer, as messages name it. */
  readonly label: string;
  readonly place: ValuesAt & { readonly scope: Scope };
  readonly isLayerEmpty: LayerEmptiness;
}

/** The values of a layer's expressions, and the issues that the values of variables cause. */
export interface BoundValues {
  readonly values: Attributes;
  readonly issues: readonly Issue[];
}

const NONE: BoundValues = { values: {}, issues: [] };

/** A drawing with a side of 0 has no pixels, as the bar of a progress of 0 %. */
const SIDES: ReadonlySet<string> = new Set(["width", "height"]);

const known = new WeakMap<Attributes, ReturnType<typeof boundAttributes>>();

/** Evaluates the expressions of a layer. Those of attributes that a request gives are not needed. */
export function bindAttributes(source: Attributes, given: Attributes, options: BindOptions): BoundValues {
  const { definition } = options.registered;
  const bound = getOrCreate(known, source, () => boundAttributes(source, definition));
  if (bound.length === 0) return NONE;
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [attribute, written] of bound) {
    if (Object.hasOwn(given, attribute)) continue;
    const result = bind(attribute, written, options);
    if ("issue" in result) issues.push(result.issue);
    if ("value" in result && result.value === 0 && SIDES.has(attribute)) values["hide"] = true;
    else if ("value" in result) values[attribute] = result.value;
    // The layer has the type of its attributes also where there is no value.
    if (!Object.hasOwn(values, attribute)) values[attribute] = standIn(attribute, options.registered);
  }
  return { values, issues };
}

type Bound = { readonly value: unknown } | { readonly issue: Issue };

function bind(attribute: string, written: unknown, options: BindOptions): Bound {
  const { registered, label, place, isLayerEmpty } = options;
  let failed: Issue | undefined;
  const at = (text: string): ExpressionPlace => ({ attribute, label, text });
  const value = replaceExpressions(written, (text) => {
    const result = evaluateText(text, place.scope, isLayerEmpty);
    if ("value" in result) return result.value;
    failed ??= expressionFailure(at(text), result.failure, place);
    return undefined;
  });
  if (failed !== undefined) return { issue: failed };
  if (value === 0 && SIDES.has(attribute)) return { value };
  const parsed = registered.definition.attributes[attribute]?.schema.safeParse(value, { error: sentenceFor });
  if (parsed === undefined) return { value };
  if (parsed.success) return { value: parsed.data };
  const [first] = expressionsIn(written);
  const [issue] = issuesOf(parsed.error);
  const reason = `${typeof value === "object" ? "" : `It gives ${JSON.stringify(value)}. `}${issue?.message ?? ""}`;
  return { issue: expressionFailure(at(first?.text ?? ""), reason, place) };
}

function standIn(attribute: string, { definition, standIns }: RegisteredLayer): unknown {
  const given = standIns().get(attribute);
  return given ?? definition.attributes[attribute]?.schema.safeParse(undefined).data;
}
