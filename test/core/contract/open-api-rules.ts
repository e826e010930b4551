/**
 * The rules of OpenAPI 3.1.0 for the parts that our document uses. They are strict: a misspelled or misplaced field is an
 * error (spec.openapis.org/oas/v3.1.0, "4.8 Schema"). Schemas follow JSON Schema 2020-12.
 */
import * as z from "zod";

const text = z.string().min(1);
const reference = z.strictObject({ $ref: text.regex(/^#\/components\/(schemas|responses|headers)\/[\w.-]+$/) });
/** Component names: section 4.8.7.1. */
const named = <S extends z.ZodType>(value: S) => z.record(z.string().regex(/^[a-zA-Z0-9._-]+$/), value);

const typeName = z.enum(["string", "number", "integer", "boolean", "object", "array", "null"]);
export const schemaRules: z.ZodType = z.lazy(() =>
  z.union([
    z.boolean(),
    z.strictObject({
      $ref: text.optional(),
      type: z.union([typeName, z.array(typeName).min(1)]).optional(),
      title: text.optional(),
      description: text.optional(),
      default: z.unknown().optional(),
      enum: z.array(z.unknown()).min(1).optional(),
      const: z.unknown().optional(),
      properties: z.record(z.string(), schemaRules).optional(),
      required: z.array(text).optional(),
      additionalProperties: schemaRules.optional(),
      propertyNames: schemaRules.optional(),
      items: schemaRules.optional(),
      allOf: z.array(schemaRules).min(1).optional(),
      anyOf: z.array(schemaRules).min(1).optional(),
      oneOf: z.array(schemaRules).min(1).optional(),
      discriminator: z
        .strictObject({ propertyName: text, mapping: z.record(text, text.startsWith("#/components/schemas/")) })
        .optional(),
      format: z.enum(["uuid", "date-time", "date", "uri", "uri-reference", "binary"]).optional(),
      pattern: z
        .string()
        .refine((pattern) => new RegExp(pattern, "u") instanceof RegExp)
        .optional(),
      minLength: z.int().min(0).optional(),
      maxLength: z.int().min(0).optional(),
      minItems: z.int().min(0).optional(),
      maxItems: z.int().min(0).optional(),
      minProperties: z.int().min(0).optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.number().optional(),
      multipleOf: z.number().optional(),
    }),
  ]),
);

const example = z.unknown().optional();
const header = z.strictObject({ description: text, schema: schemaRules, example });
const content = z.record(
  text.regex(/^[\w.+-]+\/[\w.+-]+$/),
  z.strictObject({ schema: schemaRules.optional(), example }),
);
const response = z.strictObject({
  description: text,
  headers: z.record(text, z.union([reference, header])).optional(),
  content: content.optional(),
});
const parameter = z
  .strictObject({
    name: text,
    in: z.enum(["path", "query", "header"]),
    description: text.optional(),
    required: z.boolean().optional(),
    schema: schemaRules,
    example,
  })
  .refine(({ in: place, required }) => place !== "path" || required === true, {
    error: "A path parameter is required.",
  })
  // Section 4.8.12.2: OpenAPI describes these headers in other places.
  .refine(({ in: place, name }) => place !== "header" || !/^(accept|content-type|authorization)$/i.test(name));
const operation = z.strictObject({
  operationId: text,
  tags: z.array(text),
  summary: text,
  description: z.string(),
  security: z.array(z.record(text, z.array(text))),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^([1-5]\d\d|default)$/), z.union([reference, response])),
});
const securityScheme = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("http"), scheme: text, description: text }),
  z.strictObject({
    type: z.literal("apiKey"),
    in: z.enum(["query", "header", "cookie"]),
    name: text,
    description: text,
  }),
]);
const server = z.strictObject({
  url: text,
  variables: z.record(text, z.strictObject({ default: text, description: text })).optional(),
});

export const documentRules = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({
    title: text,
    version: text,
    description: text,
    license: z.strictObject({ name: text, identifier: text }),
  }),
  servers: z.array(server).min(1),
  tags: z.array(z.strictObject({ name: text, description: text })),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(z.enum(["get", "head", "post", "put", "patch", "delete"]), operation),
  ),
  webhooks: z.record(text, z.strictObject({ post: operation })),
  components: z.strictObject({
    schemas: named(schemaRules),
    responses: named(response),
    headers: named(header),
    securitySchemes: named(securityScheme),
  }),
});
export type RuledDocument = z.infer<typeof documentRules>;

/** Every `$ref` of a value, at any depth. */
export function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (typeof value !== "object" || value === null) return [];
  const own = "$ref" in value && typeof value.$ref === "string" ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesOf)];
}
