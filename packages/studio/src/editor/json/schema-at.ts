/** Finds what the JSON Schema of documents says about a place in a text: what can be there, and what it means. */
import type { PathStep } from "./json-places.js";

/** A JSON Schema, with the keywords that the schema of documents uses. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

/** A step from the whole document to a place: the values around it decide which branch of the schema applies. */
export interface SchemaStep {
  readonly step: PathStep;
  /** The simple values beside it in the same object, such as the type of a layer. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

/** Returns the schemas that apply to a place. There can be several, for example for a color or a gradient. */
export function schemasAt(root: Schema, steps: readonly SchemaStep[]): readonly Schema[] {
  let found = flatten(root, root);
  for (const { step, siblings } of steps) {
    found = branchesFor(found, siblings).flatMap((schema) => {
      const next = typeof step === "number" ? schema.items : propertyOf(schema, step);
      return next === undefined ? [] : flatten(root, next);
    });
  }
  return found;
}

/** Returns the branches that the values of an object allow. A word that names no branch allows all. */
export function branchesFor(schemas: readonly Schema[], values: Readonly<Record<string, unknown>>): readonly Schema[] {
  const fitting = schemas.filter(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, { const: fixed }]) => fixed === undefined || values[name] === undefined || values[name] === fixed,
    ),
  );
  return fitting.length === 0 ? schemas : fitting;
}

/** A key that an object can have. */
export interface KnownKey {
  readonly name: string;
  readonly schemas: readonly Schema[];
  readonly isRequired: boolean;
}

/** Lists the keys that an object can have. Those that it must have come first. */
export function keysFor(root: Schema, schemas: readonly Schema[]): readonly KnownKey[] {
  const found = new Map<string, KnownKey>();
  for (const { properties = {}, required = [] } of schemas) {
    for (const [name, schema] of Object.entries(properties)) {
      const before = found.get(name);
      found.set(name, {
        name,
        schemas: [...(before?.schemas ?? []), ...flatten(root, schema)],
        isRequired: required.includes(name) && before?.isRequired !== false,
      });
    }
  }
  return [...found.values()].toSorted((first, second) => Number(second.isRequired) - Number(first.isRequired));
}

/** Lists the values that are worth offering: fixed words, true and false, and the default. */
export function valuesFor(schemas: readonly Schema[]): readonly unknown[] {
  const values = schemas.flatMap((schema) => [
    ...(schema.const === undefined ? [] : [schema.const]),
    ...(schema.enum ?? []),
    ...(schema.type === "boolean" ? [true, false] : []),
    ...(isSimple(schema.default) ? [schema.default] : []),
  ]);
  return [...new Set(values)];
}

/** Returns the first sentence about a value that the schemas have. */
export function descriptionOf(schemas: readonly Schema[]): string | undefined {
  return schemas.find(({ description, pattern }) => description !== undefined && !isExpressionPattern(pattern))
    ?.description;
}

/** Returns the default, or undefined if there is none. */
export function defaultOf(schemas: readonly Schema[]): unknown {
  return schemas.find((schema) => schema.default !== undefined)?.default;
}

/** The values that are allowed at a place. */
export type ValueKind =
  | { readonly kind: "number"; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "text" | "boolean" | "object" | "list" | "expression" };

/** Lists what a value can be, each kind once. */
export function kindsOf(schemas: readonly Schema[]): readonly ValueKind[] {
  const kinds = schemas.flatMap((schema): ValueKind[] => {
    const { type, minimum = schema.exclusiveMinimum, maximum } = schema;
    const words = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
    if (words.length > 0) return [{ kind: "words", words: words.map(String) }];
    if (isExpressionPattern(schema.pattern)) return [{ kind: "expression" }];
    if (type === "number" || type === "integer") {
      return [{ kind: "number", ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }];
    }
    if (type === "string") return [{ kind: "text" }];
    if (type === "boolean" || type === "object") return [{ kind: type }];
    return type === "array" ? [{ kind: "list" }] : [];
  });
  return kinds.filter((one, index) => kinds.findIndex(({ kind }) => kind === one.kind) === index);
}

/** Returns an initial text for a value, and the part of that text to select. */
export function beginningOf(schemas: readonly Schema[]): { readonly before: string; readonly after: string } {
  const fallback = defaultOf(schemas);
  const [first] = kindsOf(schemas);
  if (typeof fallback === "number" || typeof fallback === "boolean") return { before: String(fallback), after: "" };
  switch (first?.kind) {
    case "number":
    case "boolean":
      return { before: "", after: "" };
    case "object":
      return { before: "{ ", after: " }" };
    case "list":
      return { before: "[", after: "]" };
    default:
      return { before: '"', after: '"' };
  }
}

/** Returns the schemas without references and choices. What a choice says about all its branches holds for each. */
function flatten(root: Schema, schema: Schema): readonly Schema[] {
  const { $ref, anyOf, oneOf, ...own } = schema;
  const branches = anyOf ?? oneOf;
  if ($ref !== undefined) {
    const target = root.$defs?.[$ref.replace("#/$defs/", "")];
    return target === undefined ? [] : flatten(root, target);
  }
  if (branches === undefined) return [own];
  const { description, default: fallback } = own;
  return branches
    .flatMap((branch) => flatten(root, branch))
    .map((branch, index) => ({
      ...branch,
      ...(description !== undefined && branch.pattern === undefined && { description }),
      ...(fallback !== undefined && index === 0 && { default: fallback }),
    }));
}

function propertyOf({ properties, additionalProperties }: Schema, name: string): Schema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function isSimple(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function isExpressionPattern(pattern: string | undefined): boolean {
  return pattern?.includes("\\{\\{") === true;
}
