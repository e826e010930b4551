/** Moves defaults of request fields into their descriptions. */
import type { JsonObject } from "./json-schema-of.js";

const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "$defs"];
const SINGLE = ["items", "additionalProperties", "propertyNames", "not"];

/**
 * Returns the schema without the keyword `default`. The descriptions contain the default values instead. Client
 * generators assume that a field with `default` is always present, even in requests (openapi-typescript 7:
 * `defaultNonNullable`).
 */
export function withDefaultTexts(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema)
    .filter(([key]) => key !== "default")
    .map(([key, value]) => [key, transformPart(key, value)] as const);
  const made = Object.fromEntries(entries);
  return schema["default"] === undefined ? made : { ...made, description: describe(schema) };
}

function describe({ description, default: value }: JsonObject): string {
  const text = typeof description === "string" ? `${description.replace(/[.\s]+$/, "")}. ` : "";
  return `${text}Default: \`${JSON.stringify(value)}\`.`;
}

function transformPart(key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (LISTS.includes(key)) return (value as JsonObject[]).map(withDefaultTexts);
  if (SINGLE.includes(key)) return withDefaultTexts(value as JsonObject);
  if (!MAPS.includes(key)) return value;
  const parts = Object.entries(value as Record<string, JsonObject>);
  return Object.fromEntries(parts.map(([name, part]) => [name, withDefaultTexts(part)]));
}
