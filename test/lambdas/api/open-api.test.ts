import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { openApiDocument } from "../../../lambdas/api/open-api.js";

test("the service returns the document of the repository with its own base URL as the only server", () => {
  const { servers, ...rest } = openApiDocument("https://images.example.org");
  const { servers: variable, ...expected } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
    servers: unknown;
  };
  expect(servers).toEqual([{ url: "https://images.example.org" }]);
  expect(rest).toEqual(expected);
  expect(JSON.stringify(variable)).toContain("{base}");
});
