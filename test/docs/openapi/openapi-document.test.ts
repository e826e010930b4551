import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type * as z from "zod";
import { openApiDocument } from "../../../docs/openapi/openapi-document.js";
import { type Route, ROUTES } from "../../../core/contract/routes.js";
import { apiPage } from "../../../docs/api-page.js";
import { documentRules, referencesOf } from "../../core/contract/open-api-rules.js";

const document = openApiDocument();
const ruled = documentRules.parse(document);
const operations = Object.entries(ruled.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const operationNamed = (name: string) => {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (found === undefined) throw new Error(`The document has no operation ${name}.`);
  return found.operation;
};

describe("openApiDocument", () => {
  test("the document follows the rules of OpenAPI 3.1 and of JSON Schema 2020-12", () => {
    expect(documentRules.safeParse(document).error?.issues ?? []).toEqual([]);
  });

  test("every reference has a definition, and every definition is referenced", () => {
    const { schemas, responses, headers } = ruled.components;
    const defined = Object.entries({ schemas, responses, headers }).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(referencesOf(document))].sort()).toEqual(defined.sort());
  });

  test("the document has one operation for each route of the table, with the route's name, and no other operation", () => {
    const written = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
    const routes = Object.entries(ROUTES).map(([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path}`);
    expect(written.sort()).toEqual(routes.sort());
  });

  test("every path parameter is declared", () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  test("the schema of every body and response has a name, so that generated clients have a type for it", () => {
    const isNamed = (schema: z.ZodType | undefined, content: unknown) =>
      schema === undefined || /"\$ref":"#\/components\/schemas\//.test(JSON.stringify(content));
    const unnamed = (Object.entries(ROUTES) as [string, Route][])
      .filter(([, { tag }]) => tag !== "Service")
      .flatMap(([name, { body, responses: declared }]) => {
        const { requestBody, responses } = operationNamed(name);
        const parts = Object.entries(declared).map(([status, schema]) => [status, schema, responses[status]] as const);
        return [["body", body, requestBody] as const, ...parts]
          .filter(([, schema, part]) => !isNamed(schema, part))
          .map(([part]) => `${name} ${part}`);
      });
    expect(unnamed).toEqual([]);
  });

  test("schemas describe requests as they are sent and responses as they are received", () => {
    const { schemas } = document.components;
    expect(schemas?.CreateRender).toMatchObject({
      required: ["template"],
      properties: {
        format: { enum: ["png", "jpg", "webp", "avif", "pdf", "jpeg"] },
        version: { minimum: 1, maximum: 2_147_483_647 },
        webhookUrl: { format: "uri" },
      },
    });
    expect(operationNamed("listTemplates").parameters?.find(({ name }) => name === "offset")?.schema).toMatchObject({
      minimum: 0,
      maximum: 2_147_483_647,
      default: 0,
    });
    expect(schemas?.JobBody).toMatchObject({
      properties: {
        id: { type: "string", format: "uuid" },
        warnings: { items: { $ref: "#/components/schemas/Warning" } },
      },
    });
    expect(schemas?.JobBody).not.toHaveProperty("additionalProperties");
  });

  test("request fields state their default as text, because generators treat a field with `default` as always present", () => {
    const { schemas } = document.components;
    expect(schemas?.CreateRender).toMatchObject({
      properties: { format: { description: expect.stringMatching(/`jpg`\. Default: `"png"`\.$/) } },
    });
    for (const name of ["CreateRender", "SignImages", "Preview", "CreateKey", "TextLayer", "GroupLayer"]) {
      expect(JSON.stringify(schemas?.[name])).not.toContain('"default":');
    }
  });

  test("response fields have no default, because they are always present and Go cannot compile one that is an object", () => {
    const { schemas } = document.components;
    const plan = { properties: { previewSecondsPerDay: expect.any(Object) as unknown } };
    expect(schemas?.UsageBody).toMatchObject({ properties: { plan } });
    for (const name of ["UsageBody", "JobBody", "LayerSchema", "TemplateBody"]) {
      const fields = JSON.stringify(schemas?.[name], (key, value: unknown) =>
        key === "properties" ? Object.values(value ?? {}) : value,
      );
      expect([name, fields]).toEqual([name, expect.not.stringContaining('"default":')]);
    }
  });

  test("a stored document has the schema of the document that was sent, with a schema for each layer type", () => {
    const { schemas } = document.components;
    const reference = { $ref: "#/components/schemas/TemplateDocument" };
    for (const name of ["CreateTemplate", "UpdateTemplate", "PreviewDocument", "TemplateBody"]) {
      expect(schemas?.[name]).toMatchObject({ properties: { document: reference } });
    }
    const types = (schemas?.Layer as { oneOf: { $ref: string }[] }).oneOf.map(({ $ref }) => $ref.split("/").at(-1));
    expect(types).toEqual(expect.arrayContaining(["TextLayer", "ImageLayer", "GroupLayer"]));
    expect(schemas?.GroupLayer).toMatchObject({
      properties: { children: { items: { $ref: "#/components/schemas/Layer" } } },
    });
  });

  test("the responses to a dry run and to a render differ in the field `status`", () => {
    const statusOf = (name: string) =>
      (document.components.schemas?.[name] as { properties: { status: unknown } }).properties;
    expect(statusOf("DryRunBody").status).toEqual({ type: "string", const: "valid" });
    expect(statusOf("JobBody").status).toEqual({ type: "string", enum: ["queued", "done", "failed"] });
  });

  test("every operation has an example, and the examples are valid", () => {
    const faults = (Object.entries(ROUTES) as [string, Route][]).flatMap(([name, route]) => {
      const { parameters = [], requestBody, responses } = operationNamed(name);
      const examples = [
        { what: "body", schema: route.body, content: requestBody?.content },
        ...Object.entries(route.responses).map(([status, schema]) => {
          const response = responses[status];
          return { what: status, schema, content: response && "content" in response ? response.content : undefined };
        }),
      ].filter(({ schema }) => schema !== undefined);
      const invalid = examples
        .filter(({ schema, content }) => schema?.safeParse(content?.["application/json"]?.example).success !== true)
        .map(({ what }) => `${name} ${what}`);
      const illustrated = examples.length > 0 || parameters.some(({ example }) => example !== undefined);
      return illustrated ? invalid : [...invalid, name];
    });
    expect(faults).toEqual([]);
  });

  test("the examples of headers follow their patterns", () => {
    const headers = Object.entries(ruled.components.headers);
    const sent = operations
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter(({ in: place }) => place === "header");
    for (const { schema, example } of [...headers.map(([, header]) => header), ...sent]) {
      const { pattern, enum: choices, type, format } = schema as Record<string, unknown>;
      const valid = {
        byPattern: typeof pattern === "string" && new RegExp(pattern, "u").test(String(example)),
        byChoice: Array.isArray(choices) && choices.includes(example),
        byType: type === "integer" && Number.isInteger(example),
        byFormat: /^uri/.test(String(format)) && URL.canParse(String(example), "https://images.example.com"),
      };
      expect([example, Object.values(valid).includes(true)]).toEqual([example, true]);
    }
  });

  test("an operation has its errors by status, with their codes", () => {
    const { responses } = operationNamed("createRender");
    expect(Object.keys(responses)).toEqual([
      "200",
      "202",
      "400",
      "401",
      "402",
      "403",
      "404",
      "413",
      "422",
      "429",
      "503",
      "default",
    ]);
    expect(responses["422"]).toEqual({ $ref: "#/components/responses/VALIDATION_ERROR-DUPLICATE_LAYER_NAMES" });
    const shared = ruled.components.responses["VALIDATION_ERROR-DUPLICATE_LAYER_NAMES"];
    expect(shared?.content?.["application/json"]?.schema).toEqual({
      title: "ValidationErrorOrDuplicateLayerNamesErrorBody",
      allOf: [
        { $ref: "#/components/schemas/ErrorBody" },
        { properties: { code: { enum: ["VALIDATION_ERROR", "DUPLICATE_LAYER_NAMES"] } } },
      ],
    });
  });

  test("pictures have their media types, and HEAD has no content", () => {
    const bytes = { schema: { type: "string", format: "binary" } };
    const pictures = {
      "image/png": bytes,
      "image/jpeg": bytes,
      "image/webp": bytes,
      "image/avif": bytes,
      "application/pdf": bytes,
    };
    expect(operationNamed("getAsset").responses).toMatchObject({
      200: { content: pictures },
      206: { content: pictures },
    });
    expect(operationNamed("headAsset").responses["200"]).not.toHaveProperty("content");
    expect(operationNamed("getAsset").security).toEqual([{ bearer: [] }, { session: [] }, { signature: [] }]);
  });

  test("the server is a variable", () => {
    expect(document.servers).toMatchObject([{ url: "{base}" }]);
  });

  test("docs/openapi.json and docs/api.md are up to date; `npm run generate` writes them", () => {
    expect(JSON.parse(readFileSync("docs/openapi.json", "utf8"))).toEqual(document);
    expect(readFileSync("docs/openapi.json", "utf8")).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
    expect(readFileSync("docs/api.md", "utf8")).toBe(apiPage());
  });
});
