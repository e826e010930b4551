import { describe, expect, test } from "@jest/globals";
import { createRenderSchema } from "../../../core/contract/render-request.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { checkOverrides, checkTemplateDocument } from "@image-render/engine/document";
import { readPayload, readPayloadVersion } from "../../../core/signed-images/read-payload.js";
import { writePayload } from "../../../core/signed-images/write-payload.js";
import { readPairs, writePairs } from "../../../core/signing/query-pairs.js";
import fc from "../../support/fast-check.js";

const TEMPLATE = "7f9c1f5e-3c5e-4b8e-9d7a-2f1d3b5c7e90";
/** Names with a meaning in S3, JavaScript, or the query. */
const ODD_NAMES = ["response-content-type", "acl", "constructor", "toString", "größe 表題", "1"];
const RESERVED_NAMES = ["sig", "exp", "format", "version", "scale", "transparent", "layers", "variables", "nonce"];
/** Fields whose keys start with an underscore, so that layers with their names keep their keys. */
const FIELD_NAMES = ["locale", "timeZone"];
const TEXT_LAYERS = ["title", ...ODD_NAMES, ...RESERVED_NAMES, ...FIELD_NAMES];
const VARIABLES = ["title", "photo", "price", "list", "format"];

const DOCUMENT = documentOf({
  width: 100,
  height: 100,
  variables: [
    { name: "title", type: "string" },
    { name: "photo", type: "string" },
    { name: "price", type: "number" },
    { name: "list", type: "list", fields: [{ name: "a", type: "string" }] },
    { name: "format", type: "string" },
  ],
  layers: [
    ...TEXT_LAYERS.map((name, index) => ({ id: `t${index}`, type: "text", name, text: "", width: 50, height: 20 })),
    { id: "p", type: "image", name: "photo", width: 10, height: 10 },
    { id: "b", type: "rectangle", name: "box", width: 10, height: 10 },
    { id: "q", type: "qr", name: "code", width: 10, height: 10 },
    { id: "r", type: "qr", name: "price", width: 10, height: 10 },
  ],
});

function documentOf(source: unknown) {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

const pair = (key: string, value: string) => ({ key, value });
const read = (...pairs: (readonly [string, string])[]) =>
  readPayload(
    TEMPLATE,
    DOCUMENT,
    pairs.map(([key, value]) => pair(key, value)),
  );

function errorOf(action: () => unknown): ServiceError {
  try {
    action();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

const issuesOf = (...pairs: (readonly [string, string])[]) =>
  errorOf(() => read(...pairs)).details?.issues as { path: string; message: string }[];

describe("the JSON in the query of a signed image", () => {
  test("half a surrogate pair becomes U+FFFD", () => {
    const { layers, variables } = read(
      ["layers", '{"title":{"text":"Launch \\ud83d"}}'],
      ["variables", '{"photo":"\\ude80"}'],
    );
    expect([layers, variables]).toEqual([{ title: { text: "Launch \ufffd" } }, { photo: "\ufffd" }]);
  });

  test("JSON that is nested more than 32 levels deep is malformed", () => {
    const deep = `{"title":${"[".repeat(3000)}${"]".repeat(3000)}}`;
    expect(errorOf(() => read(["layers", deep])).code).toBe("BAD_REQUEST");
    expect(errorOf(() => read(["variables", deep])).code).toBe("BAD_REQUEST");
    const list = "[".repeat(3000) + "]".repeat(3000);
    expect(checkOverrides(DOCUMENT, read(["list", list]))).toEqual([
      { path: "variables.list", message: "It must be a list of objects." },
    ]);
  });

  test("a layer that is named like a property of every object keeps only its own value", () => {
    expect(read(["layers", '{"toString":{"color":"#000"}}'], ["constructor", "a"], ["toString", "b"]).layers).toEqual({
      constructor: { text: "a" },
      toString: { color: "#000", text: "b" },
    });
  });
});

describe("reading a query", () => {
  test("a plain key sets the content of the code with its name, unless a variable has that name", () => {
    expect(read(["code", "A1"], ["price", "12"])).toMatchObject({
      layers: { code: { data: "A1" } },
      variables: { price: "12" },
    });
    expect(writePayload(DOCUMENT, read(["code", "A1"]))).toEqual([pair("code", "A1")]);
    for (const name of ["data", "text"]) {
      const layers = JSON.stringify({ code: { [name]: "B2" } });
      expect(issuesOf(["code", "A1"], ["layers", layers])).toEqual([
        { path: "code", message: `\`layers.code.${name}\` sets the same value. Remove one of them.` },
      ]);
    }
  });

  test("a plain key sets the text of the layer with its name, otherwise the variable with its name", () => {
    expect(read(["title", "Hello"], ["photo", "https://example.com/a.png"], ["price", "12"])).toMatchObject({
      template: TEMPLATE,
      layers: { title: { text: "Hello" } },
      // There is also an image layer with this name. It has no text, so the key sets the variable.
      variables: { photo: "https://example.com/a.png", price: "12" },
    });
  });

  test("reserved keys keep their meaning even if layers have the same names", () => {
    const request = read(["format", "jpeg"], ["version", "3"], ["scale", "0.5"], ["nonce", "7"], ["exp", "1"]);
    expect(request).toMatchObject({ format: "jpg", version: 3, scale: 0.5, transparent: false, layers: {} });
    expect(read(["transparent", "true"]).transparent).toBe(true);
  });

  test("keys named locale and timeZone still set layers with these names, and _locale and _timeZone set the request", () => {
    expect(read(["locale", "de"], ["timeZone", "x"], ["_locale", "fr-ch"], ["_timeZone", "Asia/Tokyo"])).toMatchObject({
      layers: { locale: { text: "de" }, timeZone: { text: "x" } },
      locale: "fr-CH",
      timeZone: "Asia/Tokyo",
    });
  });

  test("_quality and _about set the quality and the words about the picture", () => {
    const request = read(["format", "jpg"], ["_quality", "70"], ["_about", '{"title":"Sale","author":"Ada"}']);
    expect(request).toMatchObject({ quality: 70, about: { title: "Sale", author: "Ada" } });
  });

  test.each([
    ["_about", "Sale"],
    ["_about", '{"titel":"Sale"}'],
    ["_quality", "0"],
    ["_quality", "high"],
  ])("the key %s with the value %s is an issue", (key, value) => {
    expect(errorOf(() => read([key, value])).code).toBe("VALIDATION_ERROR");
  });

  test.each(["_locale", "_timeZone", "_quality", "_about"])(
    "no document has a layer or a variable named %s, so the key is free",
    (name) => {
      const layer = { id: "t", type: "text", name, text: "", width: 50, height: 20 };
      for (const part of [{ layers: [layer] }, { layers: [], variables: [{ name, type: "string" }] }]) {
        expect(checkTemplateDocument({ width: 10, height: 10, ...part })).toHaveProperty("issues");
      }
    },
  );

  test("missing keys of a signed image get the defaults of a render", () => {
    expect(read()).toEqual(createRenderSchema.parse({ template: TEMPLATE }));
  });

  test("a plain key is merged with the other attributes that layers sets on the same layer", () => {
    expect(read(["title", "Hi"], ["layers", '{"title":{"color":"#ff0000"}}']).layers).toEqual({
      title: { text: "Hi", color: "#ff0000" },
    });
  });

  test("a plain key is rejected if layers or variables also sets its value", () => {
    expect(issuesOf(["title", "a"], ["layers", '{"title":{"text":"a"}}'])).toEqual([
      { path: "title", message: expect.stringContaining("`layers.title.text`") as unknown },
    ]);
    expect(issuesOf(["price", "1"], ["variables", '{"price":1}'])).toEqual([
      { path: "price", message: expect.stringContaining("`variables.price`") as unknown },
    ]);
  });

  test.each([
    ["titel", 'Did you mean "title"?'],
    ["__proto__", "There is no layer or variable"],
    ["hasOwnProperty", "There is no layer or variable"],
    ["box", "has no text"],
  ])("the key %j, which sets nothing, is rejected with a hint", (key, message) => {
    expect(issuesOf([key, "x"])).toEqual([{ path: key, message: expect.stringContaining(message) as unknown }]);
  });

  test("readPayload returns all issues of the keys with their paths", () => {
    expect(issuesOf(["layers", "{"], ["variables", "[]"], ["nope", "1"]).map(({ path }) => path)).toEqual([
      "layers",
      "variables",
      "nope",
    ]);
  });

  test.each([
    ["scale", "big"],
    ["scale", "9"],
    ["scale", "0x1"],
    ["transparent", "yes"],
    ["format", "gif"],
    ["layers", '{"title":"text"}'],
  ])("readPayload rejects %s=%s like POST /render", (key, value) => {
    const error = errorOf(() => read([key, value]));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect((error.details?.issues as { path: string }[])[0]?.path).toMatch(new RegExp(`^${key}`));
  });

  test("readPayloadVersion reads the version and returns BAD_REQUEST for an invalid one", () => {
    expect(readPayloadVersion([pair("version", "12")])).toBe(12);
    expect(readPayloadVersion([])).toBeUndefined();
    for (const bad of ["0", "1.5", "-1", "latest", "", "1e3"])
      expect(errorOf(() => readPayloadVersion([pair("version", bad)])).code).toBe("BAD_REQUEST");
  });
});

describe("writing a query", () => {
  const write = (request: object) =>
    writePayload(DOCUMENT, createRenderSchema.parse({ template: TEMPLATE, ...request }));

  test("writePayload omits defaults and resolves aliases, so that equal pictures have one URL", () => {
    expect(write({ version: 2, format: "png", scale: 1, transparent: false })).toEqual([pair("version", "2")]);
    expect(write({ format: "jpeg" })).toEqual([pair("format", "jpg")]);
    expect(write({ format: "jpeg", quality: 88, about: {} })).toEqual([pair("format", "jpg")]);
    const more = { format: "webp", quality: 70, about: { title: "b", author: "a" } };
    expect(write(more)).toEqual([
      pair("format", "webp"),
      pair("_quality", "70"),
      pair("_about", '{"author":"a","title":"b"}'),
    ]);
  });

  test("writePayload writes texts as plain keys and all other values as JSON with sorted keys", () => {
    const pairs = write({
      layers: { title: { text: "Hi" }, box: { opacity: 0.5, color: "#000000" }, acl: { text: "x", color: "#111111" } },
      variables: { price: 3, photo: "p" },
    });
    expect(pairs).toEqual([
      pair("title", "Hi"),
      pair("photo", "p"),
      pair("layers", '{"acl":{"color":"#111111","text":"x"},"box":{"color":"#000000","opacity":0.5}}'),
      pair("variables", '{"price":3}'),
    ]);
  });

  test("writePayload writes a layer with a reserved name, and a variable with a layer's name, as JSON", () => {
    expect(write({ layers: { sig: { text: "x" } }, variables: { title: "y" } })).toEqual([
      pair("layers", '{"sig":{"text":"x"}}'),
      pair("variables", '{"title":"y"}'),
    ]);
  });

  test("readPayload restores every request that writePayload wrote, for any names of layers and variables", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
    const layers = fc.dictionary(
      fc.constantFrom(...TEXT_LAYERS, "photo", "box"),
      fc.oneof(fc.record({ text }), fc.record({ text, color: fc.constant("#0a0b0c") }), fc.constant({})),
    );
    const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.array(fc.record({ a: text })));
    const request = fc.record({
      version: fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: undefined }),
      format: fc.constantFrom("png", "jpg", "webp", "avif"),
      scale: fc.double({ min: 0.1, max: 4, noNaN: true }),
      transparent: fc.boolean(),
      quality: fc.option(
        fc.integer({ min: 1, max: 100 }).filter((value) => ![60, 86, 88].includes(value)),
        {
          nil: undefined,
        },
      ),
      about: fc.option(
        fc.record({ title: fc.string({ unit: "grapheme-ascii", minLength: 1 }), author: fc.constant("é") }),
        {
          nil: undefined,
        },
      ),
      locale: fc.option(fc.constantFrom("de", "pt-BR"), { nil: undefined }),
      timeZone: fc.option(fc.constantFrom("Asia/Tokyo", "Europe/Berlin"), { nil: undefined }),
      layers,
      variables: fc.dictionary(fc.constantFrom(...VARIABLES), value),
    });
    fc.assert(
      fc.property(request, (asked) => {
        const wanted = createRenderSchema.parse({ ...asked, template: TEMPLATE });
        const query = writePairs(writePayload(DOCUMENT, wanted)).join("&");
        const pairs = readPairs(query);
        if (typeof pairs === "string") throw new Error(pairs);
        expect(readPayload(TEMPLATE, DOCUMENT, pairs)).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  test("writePayload returns the same query for requests that differ only in the order of keys", () => {
    const one = write({
      layers: { box: { opacity: 1, color: "#000000" }, sig: { text: "a" } },
      variables: { price: 1 },
    });
    const other = write({
      variables: { price: 1 },
      layers: { sig: { text: "a" }, box: { color: "#000000", opacity: 1 } },
    });
    expect(writePairs(other)).toEqual(writePairs(one));
  });
});
