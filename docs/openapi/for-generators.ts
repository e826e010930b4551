/**
 * Replaces keywords from Zod that client generators do not understand. Validation stays as strict as before: only the
 * document is looser. `npm run test:generated` generates clients and runs them.
 */
import type * as z from "zod";

type Schema = z.core.JSONSchema.BaseSchema;
type Union = z.core.$ZodUnionDef & { readonly discriminator?: string };

/** Generators choose the type of an object by this property, unless the union names another. */
const DISCRIMINATOR = "type";

/** Changes the JSON Schema of one Zod schema in place. */
export function forGenerators({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: Schema): void {
  if (hasUnicodeClass(jsonSchema.pattern)) delete jsonSchema.pattern;
  // For a boolean `const`, generated Go and Python clients would contain an enum of one text.
  if (typeof jsonSchema.const === "boolean") {
    const { const: only, description } = jsonSchema;
    delete jsonSchema.const;
    jsonSchema.description = `${description === undefined ? "" : `${description} `}Always \`${only}\`.`;
  }
  // Generated Go clients would contain a map of pointers for `{}`.
  if (isEmpty(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
  if (def.type === "union") discriminate(def, jsonSchema);
}

/** Python's `re` does not support `\p{…}`, so a generated client would fail when it first uses the pattern. */
function hasUnicodeClass(pattern: string | undefined): boolean {
  return pattern?.includes("\\p{") === true;
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}

interface Member {
  readonly schema: Schema;
  /** The texts of the discriminator. Empty if the member is not a named object with a discriminator. */
  readonly values: readonly string[];
}

/** Adds the keyword `discriminator` to a union of named objects. Other members of the union come before them. */
function discriminate(def: Union, jsonSchema: Schema): void {
  const key = jsonSchema.oneOf === undefined ? "anyOf" : "oneOf";
  const schemas = jsonSchema[key] ?? [];
  if (schemas.length !== def.options.length) return;
  const property = def.discriminator ?? DISCRIMINATOR;
  const members = schemas.map((schema, index) => memberOf(schema, def.options[index], property));
  const objects = members.filter(({ values }) => values.length > 0);
  if (objects.length < 2) return;
  const others = members.filter(({ values }) => values.length === 0).map(({ schema }) => schema);
  const union = unionOf(objects, property);
  if (others.length > 0) jsonSchema[key] = [...others, union];
  else Object.assign(jsonSchema, union);
}

function unionOf(objects: readonly Member[], propertyName: string) {
  const mapping = objects.flatMap(({ schema, values }) => values.map((value) => [value, schema.$ref] as const));
  return {
    oneOf: objects.map(({ schema }) => schema),
    discriminator: { propertyName, mapping: Object.fromEntries(mapping) },
  };
}

function memberOf(
  schema: z.core.JSONSchema._JSONSchema,
  option: z.core.$ZodType | undefined,
  property: string,
): Member {
  if (typeof schema === "boolean") return { schema: {}, values: [] };
  const values = schema.$ref === undefined ? [] : [...(option?._zod.propValues?.[property] ?? [])];
  return { schema, values: values.map(String) };
}
