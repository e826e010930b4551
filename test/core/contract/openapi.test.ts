import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type * as z from "zod";
import { openApiDocument } from "../../../core/contract/openapi.js";
import { type Route, ROUTES } from "../../../core/contract/routes.js";
import { apiPage } from "../../../docs/api-page.js";
import { documentRules, referencesOf } from "./open-api-rules.js";

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

describe("the OpenAPI document", () => {
  test("keeps the rules of OpenAPI 3.1 and of JSON Schema 2020-12", () => {
    expect(documentRules.safeParse(document).error?.issues ?? []).toEqual([]);
  });

  test("refers to nothing that it lacks, and holds nothing that nothing refers to", () => {
    const { schemas, responses, headers } = ruled.components;
    const defined = Object.entries({ schemas, responses, headers }).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(referencesOf(document))].sort()).toEqual(defined.sort());
  });

  test("has each route of the table once, under its name, and no other", () => {
    const written = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
    const routes = Object.entries(ROUTES).map(([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path}`);
    expect(written.sort()).toEqual(routes.sort());
  });

  test("declares each parameter of a path", () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  test("names the schema of each body and answer, so that generated clients have a type for it", () => {
    const isNamed = (schema: z.ZodType | undefined, content: unknown) =>
      schema === undefined || /"\$ref":"#\/components\/schemas\//.test(JSON.stringify(content));
    const unnamed = (Object.entries(ROUTES) as [string, Route][])
      .filter(([, { tag }]) => tag !== "Service")
      .flatMap(([name, { body, answers }]) => {
        const { requestBody, responses } = operationNamed(name);
        const parts = Object.entries(answers).map(([status, schema]) => [status, schema, responses[status]] as const);
        return [["body", body, requestBody] as const, ...parts]
          .filter(([, schema, part]) => !isNamed(schema, part))
          .map(([part]) => `${name} ${part}`);
      });
    expect(unnamed).toEqual([]);
  });

  test("describes a request as it is sent and an answer as it comes", () => {
    const { schemas } = document.components;
    expect(schemas?.CreateRender).toMatchObject({
      required: ["template"],
      properties: { format: { enum: ["png", "jpg", "webp", "avif", "jpeg"], default: "png" }, version: { minimum: 1 } },
    });
    expect(schemas?.JobBody).toMatchObject({
      properties: {
        id: { type: "string", format: "uuid" },
        warnings: { items: { $ref: "#/components/schemas/Warning" } },
      },
    });
    expect(schemas?.JobBody).not.toHaveProperty("additionalProperties");
  });

  test("tells the errors of a route by status, with their codes", () => {
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
      allOf: [
        { $ref: "#/components/schemas/ErrorBody" },
        { properties: { code: { enum: ["VALIDATION_ERROR", "DUPLICATE_LAYER_NAMES"] } } },
      ],
    });
  });

  test("offers pictures as bytes of their types, and nothing to HEAD", () => {
    const pictures = { "image/png": {}, "image/jpeg": {}, "image/webp": {}, "image/avif": {} };
    expect(operationNamed("getAsset").responses).toMatchObject({
      200: { content: pictures },
      206: { content: pictures },
    });
    expect(operationNamed("headAsset").responses["200"]).not.toHaveProperty("content");
    expect(operationNamed("getAsset").security).toEqual([{ bearer: [] }, { session: [] }, { signature: [] }]);
  });

  test("names the address that it is asked for at", () => {
    expect(openApiDocument("https://i.example").servers).toEqual([{ url: "https://i.example" }]);
    expect(document.servers[0]).toMatchObject({ url: "{base}" });
  });

  test("is what docs/ holds; `npm run generate` writes it and docs/api.md", () => {
    expect(JSON.parse(readFileSync("docs/openapi.json", "utf8"))).toEqual(document);
    expect(readFileSync("docs/openapi.json", "utf8")).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
    expect(readFileSync("docs/api.md", "utf8")).toBe(apiPage());
  });
});
