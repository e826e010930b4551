/** Tests what client generators need in the document. `npm run test:generated` runs clients that depend on it. */
import { describe, expect, test } from "@jest/globals";
import type * as z from "zod";
import { openApiDocument } from "../../../docs/openapi/openapi-document.js";
import { WEBHOOK_PAYLOADS } from "../../../docs/openapi/webhook-payloads.js";
import { type Route, ROUTES } from "../../../core/contract/routes.js";
import { fontFamilySchema } from "../../../packages/engine/src/document/attributes/document-fonts.js";
import { commonAttributes } from "../../../packages/engine/src/document/attributes/shared-attributes.js";

type Json = Readonly<Record<string, unknown>>;

const document = openApiDocument();
const schemas = document.components["schemas"] as Readonly<Record<string, Json>>;

/** Returns every object of a value, at any depth. */
function objectsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== "object" || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(objectsIn)];
}
/** Every object of the document except the examples, which are values and not schemas. */
const parts = objectsIn(JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === "example" ? 0 : value))));
const refOf = (name: string): string => `#/components/schemas/${name}`;

describe("the document for generators", () => {
  test("no pattern has syntax that Python or Go cannot compile", () => {
    const patterns = parts.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === "string");
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => /\\[pPu]|\(\?[=!<]|\\[1-9]|\\k/.test(pattern))).toEqual([]);
  });

  test("the names of layers and fonts have a length instead of a pattern, and are validated as before", () => {
    const { name } = (schemas["TextLayer"]?.["properties"] ?? {}) as Readonly<Record<string, Json>>;
    expect(name).toMatchObject({ type: "string", minLength: 1, maxLength: 64 });
    for (const schema of [commonAttributes.name.schema, fontFamilySchema]) {
      expect(schema.safeParse("Überschrift 2").success).toBe(true);
      expect(schema.safeParse("𝒜".repeat(64)).success).toBe(true);
      expect(schema.safeParse("a".repeat(65)).success).toBe(false);
      expect(schema.safeParse("!").success).toBe(false);
      expect(schema.safeParse("").success).toBe(false);
    }
  });

  test("every response with bytes has a binary schema, and every response with text has a string schema", () => {
    const contents = parts.flatMap(({ content }) => Object.entries((content ?? {}) as Readonly<Record<string, Json>>));
    const bytes = contents.filter(([type]) => /^(image|font)\//.test(type));
    const texts = contents.filter(([type]) => type.startsWith("text/"));
    expect([bytes.length > 50, texts.length > 2]).toEqual([true, true]);
    for (const [, { schema }] of bytes) expect(schema).toEqual({ type: "string", format: "binary" });
    for (const [, { schema }] of texts) expect(schema).toEqual({ type: "string" });
  });

  test("a union of named objects has a discriminator that names each of them", () => {
    const unions = parts.filter(({ oneOf }) => Array.isArray(oneOf));
    for (const { oneOf, discriminator } of unions) {
      const names = (oneOf as Json[]).map(({ $ref }) => $ref);
      const { mapping } = discriminator as { mapping: Json };
      expect(new Set(Object.values(mapping))).toEqual(new Set(names));
    }
    const types = "text image rectangle ellipse polygon line svg html qr barcode group".split(" ");
    const { discriminator } = schemas["Layer"] as { discriminator: { propertyName: string; mapping: Json } };
    expect([discriminator.propertyName, Object.keys(discriminator.mapping).sort()]).toEqual(["type", types.sort()]);
  });

  test("a background is a color, or an object that is selected by its type", () => {
    const { background } = (schemas["TemplateDocument"] as { properties: Readonly<Record<string, Json>> }).properties;
    const mapping = {
      "linear-gradient": refOf("LinearGradient"),
      "radial-gradient": refOf("RadialGradient"),
      image: refOf("ImageBackground"),
    };
    expect(background?.["anyOf"]).toEqual([
      { type: "string", maxLength: 64 },
      {
        oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
        discriminator: { propertyName: "type", mapping },
      },
    ]);
  });

  test("no schema has a boolean as its constant, null as its only type, or an empty schema for the values of a map", () => {
    const odd = parts.filter(
      ({ const: constant, type, additionalProperties: values }) =>
        typeof constant === "boolean" ||
        (typeof values === "object" && values !== null && Object.keys(values).length === 0) ||
        (Array.isArray(type) && type.length === 1),
    );
    expect(odd).toEqual([]);
    const alone = Object.values(schemas).flatMap(({ properties }) =>
      Object.values((properties ?? {}) as Json).filter((property) => (property as Json)["type"] === "null"),
    );
    expect(alone).toEqual([]);
  });

  /** `{}` passes the schema of this body, and the use case refuses it. */
  const REFUSED_LATER = ["createBatch"];

  test("the schema of a body or list that must not be empty says so", () => {
    const bodies = (Object.entries(ROUTES) as [string, Route][]).flatMap(([name, { body, path, method }]) => {
      const operation = document.paths[path]?.[method.toLowerCase()] as { requestBody?: unknown } | undefined;
      const [reference] = objectsIn(operation?.requestBody).flatMap(({ $ref }) =>
        typeof $ref === "string" ? $ref : [],
      );
      const schema = schemas[reference?.split("/").at(-1) ?? ""];
      return body === undefined ? [] : [{ name, body, schema }];
    });
    expect(bodies.length).toBeGreaterThan(15);
    for (const { name, body, schema } of bodies) {
      const refuses = !body.safeParse({}).success || REFUSED_LATER.includes(name);
      const says = ((schema?.["required"] ?? []) as unknown[]).length > 0 || schema?.["minProperties"] === 1;
      expect([name, says]).toEqual([name, refuses]);
      for (const [field, property] of Object.entries(
        (schema?.["properties"] ?? {}) as Readonly<Record<string, Json>>,
      )) {
        if (property["type"] !== "array") continue;
        const issues = body.safeParse({ [field]: [] }).error?.issues ?? [];
        const isRefused = issues.some(({ path: [first] }) => first === field);
        expect([name, field, property["minItems"]]).toEqual([name, field, isRefused ? 1 : undefined]);
      }
    }
  });

  test("an item of a mint list must name a template, like an item of a batch", () => {
    for (const name of ["SignImage", "CreateRender"]) expect(schemas[name]?.["required"]).toEqual(["template"]);
    expect(JSON.stringify(schemas["SignImages"]?.["properties"])).toContain(refOf("SignImage"));
    expect(JSON.stringify(schemas["CreateBatch"]?.["properties"])).toContain(refOf("CreateRender"));
  });

  test("each webhook has an operation whose body has the schema of its event, with a valid example", () => {
    const { webhooks } = document;
    const chosen = ["render.completed", "render.failed", "batch.completed", "credits.low"];
    expect(Object.keys(webhooks)).toEqual([...chosen, "endpoint.test"]);
    const payloads: Readonly<Record<string, z.ZodType>> = WEBHOOK_PAYLOADS;
    for (const [event, { post }] of Object.entries(webhooks)) {
      const { content } = post?.["requestBody"] as { content: Record<string, { schema: Json; example: unknown }> };
      const { schema, example } = content["application/json"] ?? {};
      const name = String(schema?.["$ref"]).split("/").at(-1) ?? "";
      expect(payloads[name]?.safeParse(example).error?.issues).toBeUndefined();
      expect(schemas[name]).toMatchObject({
        required: ["eventId", "event", "type", "timestamp", "data"],
        properties: { event: { const: event }, type: { const: event } },
      });
    }
  });

  test("the webhooks share no tag with an endpoint, because generators would overwrite the file of the endpoints", () => {
    const tagsOf = (operations: Readonly<Record<string, Readonly<Record<string, Json>>>>) =>
      new Set(Object.values(operations).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags as string[])));
    const ofPaths = tagsOf(document.paths);
    expect([...tagsOf(document.webhooks)].filter((tag) => ofPaths.has(tag))).toEqual([]);
  });
});
