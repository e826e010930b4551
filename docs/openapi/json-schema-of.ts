/** Converts the contract's schemas to JSON Schemas for the OpenAPI document. */
import * as z from "zod";
import { batchItemSchema } from "../../core/contract/batches-api.js";
import { mintItemSchema } from "../../core/contract/sign-api.js";
import { documentSchema } from "../../core/contract/templates-api.js";
import { forGenerators } from "./for-generators.js";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The document describes requests as they are sent (`input`) and responses as they are received (`output`). */
export type Direction = "input" | "output";

/** The name of the schema of a template document. Requests and responses that contain a document refer to it. */
export const DOCUMENT_NAME = "TemplateDocument";

/**
 * Schemas that accept any object, because the code parses it later. The document refers to the schema that the code
 * uses then.
 */
const SCHEMA_REFERENCES = new Map<z.core.$ZodType, string>([
  [documentSchema, DOCUMENT_NAME],
  [batchItemSchema, "CreateRender"],
  [mintItemSchema, "SignImage"],
]);

/** Returns one schema, without references. */
export function jsonSchemaOf(schema: z.ZodType, io: Direction): JsonObject {
  return withoutZodKeys(z.toJSONSchema(schema, { io, override: simplify }));
}

/** Returns the schemas by name. A schema that contains another one has a reference in its place. */
export function namedJsonSchemas(
  schemas: Readonly<Record<string, z.ZodType>>,
  io: Direction,
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io, override: simplify, uri: refTo });
  return Object.fromEntries(Object.entries(made.schemas).map(([name, schema]) => [name, withoutZodKeys(schema)]));
}

/** Returns the address of a named schema in the document. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Removes Zod's own identifiers, which have no meaning in the document. */
function withoutZodKeys(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"));
}

interface Overridden {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Removes keywords without meaning, and keywords that would make clients reject a field that is added later. */
function simplify({ zodSchema, jsonSchema }: Overridden): void {
  const name = SCHEMA_REFERENCES.get(zodSchema);
  if (name !== undefined) {
    const { description } = jsonSchema;
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, { $ref: refTo(name), ...(description !== undefined && { description }) });
    return;
  }
  if (zodSchema._zod.def.type === "object" && zodSchema._zod.def.catchall === undefined) {
    delete jsonSchema.additionalProperties;
  }
  // Zod omits the default of a value that it transforms. In our schemas, such a default has the type of the input.
  if (zodSchema._zod.def.type === "default") jsonSchema.default ??= zodSchema._zod.def.defaultValue;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  forGenerators(zodSchema, jsonSchema);
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames === "object" && Object.keys(propertyNames).join() === "type")
    delete jsonSchema.propertyNames;
}
