/** The type and the bounds of a JSON Schema in words. */
import type { JsonObject } from "./openapi/json-schema-of.js";

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "date and time",
  date: "date",
  uri: "URL",
  "uri-reference": "URL or path",
};

/** Where the pages describe a named schema. Other schemas are in the tables of the endpoint itself. */
const DESCRIBED_AT: Readonly<Record<string, string>> = {
  TemplateDocument: "[template document](template-format.md)",
  CreateRender: "[body of `POST /api/v1/render`](#post-apiv1render)",
  SignImage: "[body of `POST /api/v1/img/sign`](#post-apiv1imgsign) without `jobs`",
};

/** @throws Error for a schema that no page describes */
function linkTo(reference: string): string {
  const link = DESCRIBED_AT[reference.split("/").at(-1) ?? ""];
  if (link === undefined) throw new Error(`No page describes ${reference}. Add a link to DESCRIBED_AT.`);
  return link;
}

/** For example `text`, `png, jpg or webp`, `list of UUID`. */
export function typeOf(schema: JsonObject): string {
  const { $ref: reference, const: constant, enum: choices, format, items, type } = schema;
  if (typeof reference === "string") return linkTo(reference);
  if (constant !== undefined) return code(constant);
  if (Array.isArray(choices)) return joined(choices.map(code));
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as readonly JsonObject[] | undefined;
  if (alternatives !== undefined) return joined([...new Set(alternatives.map(typeOf))]);
  if (typeof format === "string") return FORMATS[format] ?? format;
  if (type === "array") return items === undefined ? "list" : `list of ${typeOf(items as JsonObject)}`;
  if (type === "object" && schema["properties"] === undefined) return mapType(schema);
  if (Array.isArray(type)) return joined(type.map((one) => typeOf({ type: one as unknown })));
  if (type === "string") return "text";
  return typeof type === "string" ? type : "any value";
}

function mapType({ additionalProperties: values }: JsonObject): string {
  const value = typeof values === "object" && values !== null ? typeOf(values as JsonObject) : "any value";
  return value === "any value" ? "object" : `object of ${value.includes(" ") ? `(${value})` : value}`;
}

/** For example `1–50 items`, `at most 200 characters`. */
export function boundsOf(schema: JsonObject): string {
  const bounds = [
    range(schema["minimum"], schema["maximum"]),
    typeof schema["exclusiveMinimum"] === "number" ? `more than ${schema["exclusiveMinimum"]}` : "",
    range(schema["minLength"], schema["maxLength"], "character"),
    range(schema["minItems"], schema["maxItems"], "item"),
    typeof schema["pattern"] === "string" ? code(schema["pattern"]) : "",
  ].filter((bound) => bound !== "");
  if (bounds.length > 0) return bounds.join(", ");
  const alternatives = (schema["anyOf"] ?? schema["oneOf"] ?? []) as readonly JsonObject[];
  const inside = alternatives.map(boundsOf).filter((bound) => bound !== "–");
  return inside.length > 0 ? joined(inside) : "–";
}

function range(lowest: unknown, highest: unknown, unit?: string): string {
  const amount = (bound: number) => (unit === undefined ? `${bound}` : `${bound} ${unit}${bound === 1 ? "" : "s"}`);
  if (typeof lowest === "number" && typeof highest === "number") return `${lowest}–${amount(highest)}`;
  if (typeof highest === "number") return `at most ${amount(highest)}`;
  return typeof lowest === "number" ? `at least ${amount(lowest)}` : "";
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} or ${last}`;
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
