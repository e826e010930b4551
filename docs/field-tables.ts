/** Tables of the fields of one endpoint, for the page `api.md`. */
import type * as z from "zod";
import { headerParameters } from "./openapi/headers.js";
import { type JsonObject, jsonSchemaOf } from "./openapi/json-schema-of.js";
import type { Route } from "../core/contract/routes.js";
import { boundsOf, typeOf } from "./field-types.js";
import { table } from "./markdown-table.js";

/** One row: a field, or a field inside it (`urls[].url`). */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/**
 * Returns the tables of the fields of a route's request and responses. Responses that are bytes or empty have no
 * fields.
 */
export function fieldTables(route: Route): string {
  const sent = [...pathFields(route), ...queryFields(route), ...headerFields(route), ...bodyFields(route)];
  const received = Object.entries(route.responses).flatMap(([status, schema]) =>
    schema === undefined ? [] : responseTables(route, status, schema),
  );
  return [...(sent.length > 0 ? [requestTable(sent)] : []), ...received].join("\n\n");
}

/** Returns one table, or one for each kind of a response if its kinds differ in the value of a field. */
function responseTables(route: Route, status: string, schema: z.ZodType): string[] {
  const { options, discriminator } = schema._zod.def as { options?: readonly z.ZodType[]; discriminator?: string };
  if (options === undefined || discriminator === undefined) {
    const fields = fieldsOf(jsonSchemaOf(schema, "output"));
    return fields.length === 0 ? [] : [`Response ${status}:\n\n${responseTable(fields)}`];
  }
  return options.map((option) => {
    const fields = fieldsOf(jsonSchemaOf(option, "output"));
    const values = fields.find(({ name }) => name === discriminator)?.schema ?? {};
    const [same] = Object.entries(route.responses).find(([, other]) => other === option) ?? [];
    const kind = `Response ${status} with \`${discriminator}\` ${typeOf(values)}:`;
    return same === undefined ? `${kind}\n\n${responseTable(fields)}` : `${kind} the fields of response ${same}.`;
  });
}

function requestTable(rows: readonly { readonly place: string; readonly field: Field }[]): string {
  const head = ["field", "in", "type", "required", "default", "bounds", "description"];
  return table(
    head,
    rows.map(({ place, field: { name, schema, required } }) => [
      `\`${name}\``,
      place,
      typeOf(schema),
      required ? "yes" : "no",
      schema["default"] === undefined ? "–" : `\`${JSON.stringify(schema["default"])}\``,
      boundsOf(schema),
      textOf(schema),
    ]),
  );
}

function responseTable(fields: readonly Field[]): string {
  return table(
    ["field", "type", "always", "bounds", "description"],
    fields.map(({ name, schema, required }) => [
      `\`${name}\``,
      typeOf(schema),
      required ? "yes" : "no",
      boundsOf(schema),
      textOf(schema),
    ]),
  );
}

const inPlace = (place: string) => (field: Field) => ({ place, field });

function pathFields({ path }: Route) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names
    .map((name) => ({ name, schema: { type: "string", format: "uuid" }, required: true }))
    .map(inPlace("path"));
}

function queryFields({ query }: Route) {
  return query === undefined ? [] : fieldsOf(jsonSchemaOf(query, "input")).map(inPlace("query"));
}

function headerFields(route: Route) {
  return headerParameters(route)
    .map(({ name, description, schema }) => ({
      name: name as string,
      schema: { ...(schema as JsonObject), description },
      required: false,
    }))
    .map(inPlace("header"));
}

function bodyFields({ body }: Route) {
  return body === undefined ? [] : fieldsOf(jsonSchemaOf(body, "input")).map(inPlace("body"));
}

function fieldsOf(schema: JsonObject, prefix = ""): Field[] {
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>);
  const required = (schema["required"] ?? []) as readonly string[];
  return properties.flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const items = property["items"] as JsonObject | undefined;
    const inside = items === undefined ? fieldsOf(property, `${name}.`) : fieldsOf(items, `${name}[].`);
    return [{ name, schema: property, required: required.includes(key) }, ...inside];
  });
}

function textOf({ description }: JsonObject): string {
  return typeof description === "string" ? description : "";
}
