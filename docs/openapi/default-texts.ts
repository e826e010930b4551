/** Removes the keyword `default`, which client generators misunderstand. */
import type { JsonObject } from "./json-schema-of.js";

const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "$defs"];
const SINGLE = ["items", "additionalProperties", "propertyNames", "not"];

/**
 * Returns the schema of a request without the keyword `default`. The descriptions contain the default values instead.
 * Client generators assume that a field with `default` is always present, even in requests (openapi-typescript 7:
 * `defaultNonNullable`).
 */
export function withDefaultTexts(schema: JsonObject): JsonObject {
  const made = withoutDefaults(schema, withDefaultTexts);
  return schema["default"] === undefined ? made : { ...made, description: describe(schema) };
}

/**
 * Returns the schema of a response without the keyword `default`. The field is always present, so its default has no
 * meaning, and a generated Go client with a default that is an object does not compile.
 *
 * @param change is applied to each schema inside
 */
export function withoutDefaults(
  schema: JsonObject,
  change: (part: JsonObject) => JsonObject = withoutDefaults,
): JsonObject {
  const entries = Object.entries(schema).filter(([key]) => key !== "default");
  return Object.fromEntries(entries.map(([key, value]) => [key, transformPart(key, value, change)]));
}

function describe({ description, default: value }: JsonObject): string {
  const text = typeof description === "string" ? `${description.replace(/[.\s]+$/, "")}. ` : "";
  return `${text}Default: \`${JSON.stringify(value)}\`.`;
}

function transformPart(key: string, value: unknown, change: (part: JsonObject) => JsonObject): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (LISTS.includes(key)) return (value as JsonObject[]).map((part) => change(part));
  if (SINGLE.includes(key)) return change(value as JsonObject);
  if (!MAPS.includes(key)) return value;
  const parts = Object.entries(value as Record<string, JsonObject>);
  return Object.fromEntries(parts.map(([name, part]) => [name, change(part)]));
}
