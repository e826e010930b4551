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

describe("the edition of a stored version", () => {
  test.each([
    ["a version that was stored before editions existed has edition 1", {}, DOCUMENT, 1],
    ["a version keeps the edition that it was saved with", { edition: 2 }, DOCUMENT, 2],
    ["a document that names edition 1 keeps it", { edition: 1 }, { ...DOCUMENT, edition: 1 }, 1],
  ] as const)("%s", async (_name, stored, document, edition) => {
    const version = templateVersion({ ...stored, document: JSON.stringify(document) });
    const loaded = await loadTemplateVersion(createInMemoryTemplates(version), WORKSPACE, TEMPLATE, 1);
    expect(loaded.document.edition).toBe(edition);
  });
});

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
