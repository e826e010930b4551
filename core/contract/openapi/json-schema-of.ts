/** JSON Schemas of the contract's own schemas, as they stand in the OpenAPI document. */
import * as z from "zod";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Requests are described as they are sent (`input`), answers as they arrive (`output`). */
export type Direction = "input" | "output";

/** One schema by itself. */
export function jsonSchemaOf(schema: z.ZodType, io: Direction): JsonObject {
  return bare(z.toJSONSchema(schema, { io, override: tidy }));
}

/** Schemas by name; where one of them holds another, it refers to it. */
export function namedJsonSchemas(
  schemas: Readonly<Record<string, z.ZodType>>,
  io: Direction,
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io, override: tidy, uri: refTo });
  return Object.fromEntries(Object.entries(made.schemas).map(([name, schema]) => [name, bare(schema)]));
}

/** The address of a named schema within the document. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Without Zod's own identifiers, which have no meaning inside of a document. */
function bare(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"));
}

interface Overridden {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Takes out what says nothing, and what would keep clients from bearing a field that is added later. */
function tidy({ zodSchema, jsonSchema }: Overridden): void {
  if (zodSchema._zod.def.type === "object" && zodSchema._zod.def.catchall === undefined) {
    delete jsonSchema.additionalProperties;
  }
  // Zod leaves out the default of what it transforms later; none of ours is of another type than what is sent.
  if (zodSchema._zod.def.type === "default") jsonSchema.default ??= zodSchema._zod.def.defaultValue;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames === "object" && Object.keys(propertyNames).join() === "type")
    delete jsonSchema.propertyNames;
}
