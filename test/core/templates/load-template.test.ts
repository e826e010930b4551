import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { loadTemplateVersion } from "../../../core/templates/load-template.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { DOCUMENT, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

async function errorFor(document: string): Promise<ServiceError> {
  const store = createInMemoryTemplates(templateVersion({ document }));
  try {
    await loadTemplateVersion(store, WORKSPACE, TEMPLATE, 1);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

describe("a stored document", () => {
  test.each([
    ["no JSON", JSON.stringify(DOCUMENT).slice(0, -5)],
    ["empty", ""],
    ["another kind of value", "[]"],
    ["a document without layers", '{"width":400,"height":200}'],
  ])("a stored document that is %s is an internal error, which an alarm counts", async (_what, document) => {
    const error = await errorFor(document);
    expect([error.code, error.status, error.details]).toEqual(["INTERNAL", 500, undefined]);
    expect(error.internal).toContain("corrupt");
  });

  test("a stored document that the current rules refuse is a validation error with the place of the problem", async () => {
    const error = await errorFor(JSON.stringify({ ...DOCUMENT, colour: "red" }));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.message).toContain("colour: ");
  });
});
