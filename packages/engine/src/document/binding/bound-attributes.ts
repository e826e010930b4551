/** Finds the attributes whose values are expressions, such as `"width": "{{ sold / total * 400 }}"`. */
import type { LayerDefinition } from "../layer-types/define-layer.js";

/** The attributes that give a layer its identity, its place in the document and its copies. They are never expressions. */
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

/** Returns the expression of a value that is a text with one pair of braces around it, or undefined. */
export function expressionIn(value: unknown): string | undefined {
  return typeof value === "string" ? WHOLE.exec(value)?.[1] : undefined;
}

/**
 * Returns whether an attribute can be an expression. Attributes with placeholders and other content have a language of
 * their own.
 */
export function isBindable({ attributes, placeholders, content }: LayerDefinition, attribute: string): boolean {
  if (!Object.hasOwn(attributes, attribute) || FIXED.has(attribute)) return false;
  return !placeholders.has(attribute) && attribute !== content;
}

/** An expression inside an attribute. The value of the attribute is an object if it is a gradient. */
export interface FoundExpression {
  readonly text: string;
  /** The path from the value of the attribute to the expression. */
  readonly path: readonly PropertyKey[];
}

/** The deepest value in an attribute is a field of a stop of a gradient. An unchecked value can be deeper. */
const MAX_DEPTH = 6;

/** The parts of a value that say what it is. They are never expressions, even inside a style, a gradient or a mask. */
const FIXED_PARTS: ReadonlySet<string> = new Set(["name", "type"]);

/** Returns whether a part of a value can be an expression. */
export function isBindablePart(key: string): boolean {
  return !FIXED_PARTS.has(key);
}

/** Returns every expression in the value of an attribute. */
export function expressionsIn(value: unknown, path: readonly PropertyKey[] = []): FoundExpression[] {
  const text = expressionIn(value);
  if (text !== undefined) return [{ text, path }];
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    isBindablePart(key) ? expressionsIn(part, [...path, Array.isArray(value) ? Number(key) : key]) : [],
  );
}

/** Returns a value with each of its expressions replaced. */
export function replaceExpressions(value: unknown, replace: (text: string) => unknown, depth = 0): unknown {
  const text = expressionIn(value);
  if (text !== undefined) return replace(text);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return value;
  const replaced = (part: unknown) => replaceExpressions(part, replace, depth + 1);
  if (Array.isArray(value)) return value.map(replaced);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, isBindablePart(key) ? replaced(part) : part] as const),
  );
}

/** An attribute with expressions, and its value as the author wrote it. */
export type BoundAttribute = readonly [attribute: string, written: unknown];

/** Returns the attributes of a layer that contain expressions. */
export function boundAttributes(
  layer: Readonly<Record<string, unknown>>,
  definition: LayerDefinition,
): readonly BoundAttribute[] {
  return Object.entries(layer).filter(
    ([attribute, value]) => mayContain(value) && isBindable(definition, attribute) && expressionsIn(value).length > 0,
  );
}

/** Returns quickly for the values of most attributes. */
function mayContain(value: unknown): boolean {
  return typeof value === "string" ? value.includes("{{") : typeof value === "object" && value !== null;
}

/**
 * Returns the attributes of a background layer that contain expressions. The other kinds of background are a color and
 * a gradient, which are expressions as a whole.
 */
export function boundInBackground(
  background: Readonly<Record<string, unknown>>,
  { background: definition, placeholders }: LayerDefinition,
): readonly BoundAttribute[] {
  if (definition === undefined) return [];
  return Object.entries(background).filter(([attribute, value]) => {
    const isKnown = Object.hasOwn(definition.attributes, attribute) && !placeholders.has(attribute);
    return isKnown && expressionIn(value) !== undefined;
  });
}
