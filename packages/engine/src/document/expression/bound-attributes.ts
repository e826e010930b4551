/** Attributes whose values are expressions, such as `"width": "{{ sold / total * 400 }}"`. */
import type { LayerDefinition } from "../layer-types/define-layer.js";

/** What gives a layer its place in the document, and its copies. It is never an expression. */
const FIXED: ReadonlySet<string> = new Set([
  "type",
  "id",
  "name",
  "children",
  "repeat",
  "repeat_as",
  "max_items",
  "visible_if",
]);

const WHOLE = /^\s*\{\{((?:(?!\{\{|\}\})[\s\S])*)\}\}\s*$/;

/** The expression of a value that is a text with one pair of braces around it, or undefined. */
export function expressionIn(value: unknown): string | undefined {
  return typeof value === "string" ? WHOLE.exec(value)?.[1] : undefined;
}

/** Whether an attribute can be an expression. Attributes with placeholders have a language of their own. */
export function isBindable({ attributes, placeholders }: LayerDefinition, attribute: string): boolean {
  return Object.hasOwn(attributes, attribute) && !FIXED.has(attribute) && !placeholders.has(attribute);
}

/** An expression inside of an attribute, which is an object for a gradient. */
export interface FoundExpression {
  readonly text: string;
  /** Where it is in the value of the attribute. */
  readonly path: readonly PropertyKey[];
}

/** The deepest value in an attribute is a field of a stop of a gradient. */
const MAX_DEPTH = 4;

/** Every expression in the value of an attribute. */
export function expressionsIn(value: unknown, path: readonly PropertyKey[] = []): FoundExpression[] {
  const text = expressionIn(value);
  if (text !== undefined) return [{ text, path }];
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    expressionsIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A value with each expression in it replaced. */
export function replaceExpressions(value: unknown, replace: (text: string) => unknown): unknown {
  const text = expressionIn(value);
  if (text !== undefined) return replace(text);
  if (Array.isArray(value)) return value.map((part) => replaceExpressions(part, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replaceExpressions(part, replace)] as const),
  );
}

/** The attributes of a layer that contain expressions, with their values as the author wrote them. */
export function boundAttributes(
  layer: Readonly<Record<string, unknown>>,
  definition: LayerDefinition,
): (readonly [attribute: string, value: unknown])[] {
  return Object.entries(layer).filter(
    ([attribute, value]) => isBindable(definition, attribute) && expressionsIn(value).length > 0,
  );
}
