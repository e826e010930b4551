/** One attribute of a layer type: its constraints in documents and in requests, and how a form shows it. */
import type * as z from "zod";

/** How a form edits an attribute. */
export const ATTRIBUTE_KINDS = ["text", "string", "url", "color", "number", "boolean"] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** How a request sets an attribute. */
export interface AttributeOverride {
  readonly kind: AttributeKind;
  readonly label: string;
  readonly schema: z.ZodType;
}

export interface Attribute<Schema extends z.ZodType = z.ZodType> {
  /** The attribute in a document, with its default. */
  readonly schema: Schema;
  /** Absent if requests cannot set the attribute. */
  readonly override?: AttributeOverride;
  /** Names the attribute that this one covers. A request that sets the covered attribute removes this one. */
  readonly covers?: string;
}

/** The attributes of a layer type, by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** The shape of a Zod object with these attributes. */
export type ShapeOf<Given extends Attributes> = { readonly [Name in keyof Given]: Given[Name]["schema"] };

/** An attribute that requests can set. A layer type adds its own default. */
export interface OverridableAttribute<Value extends z.ZodType> extends Attribute<Value> {
  default(value: z.core.util.NoUndefined<z.output<Value>>): Attribute<z.ZodDefault<Value>>;
  optional(): Attribute<z.ZodOptional<Value>>;
  /** Gives documents a different constraint from requests, for example because documents also allow placeholders. */
  inDocuments<Schema extends z.ZodType>(schema: Schema): Attribute<Schema>;
}

/** Creates an attribute that requests can set, with one constraint for both documents and requests. */
export function attribute<Value extends z.ZodType>(
  kind: AttributeKind,
  label: string,
  value: Value,
): OverridableAttribute<Value> {
  const override: AttributeOverride = { kind, label, schema: value };
  return {
    schema: value,
    override,
    default: (standard) => ({ schema: value.default(standard), override }),
    optional: () => ({ schema: value.optional(), override }),
    inDocuments: (schema) => ({ schema, override }),
  };
}

/** Creates an attribute that only the document sets. The description of its schema documents it. */
export function documentAttribute<Schema extends z.ZodType>(schema: Schema): Attribute<Schema> {
  return { schema };
}

/** Returns the shape of a Zod object with these attributes. */
export function shapeOf<Given extends Attributes>(attributes: Given): ShapeOf<Given> {
  const entries = Object.entries(attributes).map(([name, { schema }]) => [name, schema] as const);
  // The type of `Object.fromEntries` does not say which name has which schema. Each entry above pairs a name with its
  // own schema.
  return Object.fromEntries(entries) as ShapeOf<Given>;
}
