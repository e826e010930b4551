import { describe, expect, test } from "@jest/globals";
import { parseCreateRender } from "../../../core/contract/create-render.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { TEMPLATE } from "../../support/render-fixture.js";

function issueOf(body: unknown): { code: string; paths: unknown } {
  try {
    parseCreateRender(body);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const issues = error.details?.issues as { path: string }[];
    return { code: error.code, paths: issues.map(({ path }) => path) };
  }
  throw new Error("The request was accepted.");
}

describe("parseCreateRender", () => {
  test("a create-render request needs only a template, and all other fields have defaults", () => {
    expect(parseCreateRender({ template: TEMPLATE })).toEqual({
      template: TEMPLATE,
      format: "png",
      scale: 1,
      layers: {},
      variables: {},
      transparent: false,
      dryRun: false,
    });
  });

  test("the format jpeg means jpg, and unknown fields are ignored", () => {
    const parsed = parseCreateRender({ template: TEMPLATE, format: "jpeg", someday: true });
    expect(parsed.format).toBe("jpg");
    expect(parsed).not.toHaveProperty("someday");
  });

  test.each([[undefined], [null], [[]], ["text"], [{}], [{ template: "card" }], [{ template: 7 }]])(
    "the body %j is BAD_REQUEST",
    (body) => expect(issueOf(body).code).toBe("BAD_REQUEST"),
  );

  test.each([[0], [-1], [1.5], ["1"], [null]])("the version %j is BAD_REQUEST", (version) => {
    expect(issueOf({ template: TEMPLATE, version })).toEqual({ code: "BAD_REQUEST", paths: ["version"] });
  });

  test.each([
    ["format", "pdf"],
    ["format", "gif"],
    ["scale", 0.05],
    ["scale", 4.1],
    ["scale", "2"],
    ["layers", []],
    ["layers", "title"],
    ["transparent", "yes"],
    ["priority", 10],
    ["priority", 1.5],
    ["metadata", Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, "v"]))],
    ["webhookUrl", 7],
    ["dryRun", 1],
  ])("the field %s with the value %j is VALIDATION_ERROR", (field, value) => {
    expect(issueOf({ template: TEMPLATE, [field]: value })).toEqual({ code: "VALIDATION_ERROR", paths: [field] });
  });

  test("the error lists every issue, not only the first", () => {
    const body = { template: TEMPLATE, format: "gif", scale: 9, layers: { title: "x" }, metadata: { a: 1 } };
    expect(issueOf(body)).toEqual({
      code: "VALIDATION_ERROR",
      paths: ["format", "scale", "layers.title", "metadata.a"],
    });
  });

  test("each issue has a message that states the allowed values", () => {
    const sentence = (field: string, value: unknown) => {
      try {
        parseCreateRender({ template: TEMPLATE, [field]: value });
      } catch (error) {
        return (error as ServiceError).details?.issues;
      }
      return undefined;
    };
    expect(sentence("format", "pgn")).toEqual([
      { path: "format", message: 'It must be one of png, jpg, webp, avif, jpeg. Did you mean "png"?' },
    ]);
    expect(sentence("format", "pdf")).toMatchObject([
      { message: "The format pdf is not supported yet. Use png, jpg, webp or avif." },
    ]);
    expect(sentence("priority", 10)).toEqual([{ path: "priority", message: "It must be at most 9." }]);
  });
});
