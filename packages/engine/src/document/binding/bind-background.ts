/** Evaluates the expressions of a background for one request. */
import type * as z from "zod";
import type { Issue } from "../../issues/issue.js";
import { quote } from "../../suggestions/suggest.js";
import type { LayerRegistry } from "../layer-types/layer-registry.js";
import { bindValue, type BindingPlace } from "./bind-value.js";
import { boundInBackground } from "./bound-attributes.js";

export interface BoundBackground {
  /** The background with values. An expression without a value is left out. */
  readonly background: unknown;
  readonly issues: readonly Issue[];
}

/** Evaluates the expressions of a checked background. `schema` is that of a background as a whole. */
export function bindBackground(
  written: unknown,
  place: BindingPlace,
  registry: LayerRegistry,
  schema: z.ZodType,
): BoundBackground {
  const type = typeof written === "object" && written !== null ? (written as { type?: unknown }).type : undefined;
  const definition = registry.find(type)?.definition;
  if (definition === undefined) {
    const bound = bindValue({ subject: "The background", written, schema }, place);
    return "value" in bound
      ? { background: bound.value, issues: [] }
      : { background: undefined, issues: [bound.issue] };
  }
  const attributes = written as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [attribute, value] of boundInBackground(attributes, definition)) {
    const attributeSchema = definition.background?.attributes[attribute]?.schema ?? schema;
    const subject = `The ${quote(attribute)} of the background`;
    const bound = bindValue({ subject, written: value, schema: attributeSchema }, place);
    if ("issue" in bound) issues.push(bound.issue);
    values[attribute] = "value" in bound ? bound.value : attributeSchema.safeParse(undefined).data;
  }
  return { background: { ...attributes, ...values }, issues };
}
