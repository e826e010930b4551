import { describe, expect, test } from "@jest/globals";
import { parseCreateRender } from "../../../core/contract/render-request.js";
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
    "the body %j is rejected with BAD_REQUEST",
    (body) => expect(issueOf(body).code).toBe("BAD_REQUEST"),
  );

  test.each([[0], [-1], [1.5], ["one"], ["01"], ["1.5"], [" 1"]])(
    "the version %j is rejected with BAD_REQUEST",
    (version) => {
      expect(issueOf({ template: TEMPLATE, version })).toEqual({ code: "BAD_REQUEST", paths: ["version"] });
    },
  );

  test.each([
    ["format", "tiff"],
    ["format", "gif"],
    ["scale", 0.05],
    ["scale", 4.1],
    ["scale", "9"],
    ["scale", "2 "],
    ["scale", "0x2"],
    ["layers", []],
    ["layers", "title"],
    ["transparent", "yes"],
    ["priority", 10],
    ["priority", 1.5],
    ["metadata", Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, "v"]))],
    ["webhookUrl", {}],
    ["dryRun", 1],
  ])("the field %s with the value %j is rejected with VALIDATION_ERROR", (field, value) => {
    expect(issueOf({ template: TEMPLATE, [field]: value })).toEqual({ code: "VALIDATION_ERROR", paths: [field] });
  });

  test("the error lists every issue, not only the first", () => {
    const body = { template: TEMPLATE, format: "gif", scale: 9, layers: { title: "x" }, metadata: { a: [] } };
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
      { path: "format", message: 'It must be one of png, jpg, webp, avif, pdf, jpeg. Did you mean "png"?' },
    ]);
    expect(sentence("priority", 10)).toEqual([{ path: "priority", message: "It must be at most 9." }]);
  });

  test("a form's texts become the numbers and booleans that they state, and null means that a field is not given", () => {
    const sent = { version: "3", scale: "0.5", transparent: "1", dryRun: "false", format: null, priority: "6" };
    const variables = { price: null, items: [{ name: "Tea", price: null }] };
    const parsed = parseCreateRender({
      template: TEMPLATE,
      ...sent,
      variables,
      layers: { title: null },
      metadata: { n: 7 },
    });
    expect(parsed).toEqual({
      template: TEMPLATE,
      version: 3,
      scale: 0.5,
      transparent: true,
      dryRun: false,
      format: "png",
      priority: 6,
      layers: {},
      variables: { items: [{ name: "Tea" }] },
      metadata: { n: "7" },
    });
  });

  test("the caller's value stays as it was sent, since an idempotency record hashes it", () => {
    const sent = { template: TEMPLATE, scale: "2", metadata: { n: 7, gone: null } };
    const before = JSON.stringify(sent);
    expect(parseCreateRender(sent)).toMatchObject({ scale: 2, metadata: { n: "7" } });
    expect(JSON.stringify(sent)).toBe(before);
  });

  test("the message of an error names the first issue with its path, and how many more there are", () => {
    const message = (body: object) => {
      try {
        parseCreateRender(body);
      } catch (error) {
        return (error as ServiceError).message;
      }
      return "";
    };
    expect(message({ template: TEMPLATE, scale: 9 })).toBe("The request is not valid. scale: It must be at most 4.");
    expect(message({ template: TEMPLATE, scale: 9, priority: 10 })).toBe(
      "The request is not valid. scale: It must be at most 4. (and 1 more issue)",
    );
    // The malformed field decides the status, so it comes first.
    expect(message({ template: "card", scale: 9, priority: 10 })).toMatch(
      /^The request is malformed\. template: .+ \(and 2 more issues\)$/,
    );
  });
});
