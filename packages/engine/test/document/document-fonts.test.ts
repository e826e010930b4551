import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { overridesJsonSchema } from "../../src/document/json-schema.js";
import { checkOverrides } from "../../src/document/overrides.js";
import { uploadsOf, uploadsOfRequest } from "../../src/document/uploads-of.js";

const [ONE, TWO, THREE] = [1, 2, 3].map((n) => `0190c0de-0000-7000-8000-00000000000${n}`) as [string, string, string];
const pathOf = (id: string) => `/api/v1/uploads/${id}/file`;
const brand = { family: "Brand Sans", src: pathOf(ONE) };
const text = { id: "t", name: "title", type: "text", font_family: "Brand Sans" };

function documentWith(fonts: unknown, layers: unknown[] = [], rest: object = {}): object {
  return { width: 100, height: 100, fonts, layers, ...rest };
}

function check(value: unknown) {
  const checked = checkTemplateDocument(value);
  return "issues" in checked
    ? { issues: checked.issues, document: undefined }
    : { issues: [], document: checked.document };
}

/** A checked document without issues. */
function documentOf(value: unknown) {
  const { document, issues } = check(value);
  if (document === undefined) throw new Error(JSON.stringify(issues));
  return document;
}

describe("a document's own fonts", () => {
  test("a layer can use a font of its document, and faces have a default weight and style", () => {
    const fonts = [brand, { ...brand, weight: 700, style: "italic" }, { ...brand, weight: "100 900" }];
    expect(documentOf(documentWith(fonts, [text])).fonts).toEqual([
      { ...brand, weight: 400, style: "normal" },
      { ...brand, weight: 700, style: "italic" },
      { ...brand, weight: "100 900", style: "normal" },
    ]);
  });

  test("a document that does not state its fonts, such as an old one, has an empty list of fonts", () => {
    expect(documentOf({ width: 1, height: 1, layers: [] }).fonts).toEqual([]);
  });

  test("a misspelled font family of a document is suggested, in documents and in requests", () => {
    const misspelled = check(documentWith([brand], [{ ...text, font_family: "Brand Snas" }]));
    expect(misspelled.issues).toEqual([
      { path: "layers[0].font_family", message: expect.stringContaining('Did you mean "Brand Sans"?') },
    ]);
    const issues = checkOverrides(documentOf(documentWith([brand], [text])), {
      layers: { title: { font_family: "brandsanz" } },
    });
    expect(issues).toEqual([
      { path: "layers.title.font_family", message: expect.stringContaining('Did you mean "Brand Sans"?') },
    ]);
  });

  test("a request can use the fonts of the document and the built-in families", () => {
    const document = documentOf(documentWith([brand], [text]));
    for (const font_family of ["Brand Sans", "Roboto"]) {
      expect(checkOverrides(document, { layers: { title: { font_family } } })).toEqual([]);
    }
    expect(overridesJsonSchema(document)).toMatchObject({
      layers: {
        properties: {
          title: {
            properties: { font_family: { enum: expect.arrayContaining(["Brand Sans", "Inter", "Noto Sans KR"]) } },
          },
        },
      },
    });
  });

  test("a font family of another document is unknown", () => {
    expect(check(documentWith([], [text])).issues.map(({ path }) => path)).toEqual(["layers[0].font_family"]);
  });

  test.each([
    ["src", "https://example.com/a.ttf"],
    ["src", "data:font/ttf;base64,AAAA"],
    ["src", "fonts/a.ttf"],
    ["family", ""],
    ["family", " a"],
    ["family", "a;b"],
    ["family", "x".repeat(65)],
    ["weight", 0],
    ["weight", 1001],
    ["weight", 400.5],
    ["weight", "900 100"],
    ["weight", "100-900"],
    ["weight", "0 900"],
    ["style", "oblique"],
    ["format", "ttf"],
  ])("a font with the %s %j has an issue at that key", (key, value) => {
    const { issues } = check(documentWith([{ ...brand, [key]: value }]));
    expect(issues.map(({ path }) => path)).toEqual([`fonts[0].${key}`]);
  });

  test("a document has at most 20 fonts", () => {
    const fonts = (count: number) => Array.from({ length: count }, (_, index) => ({ ...brand, weight: index + 1 }));
    expect(check(documentWith(fonts(20))).issues).toEqual([]);
    expect(check(documentWith(fonts(21))).issues.map(({ path }) => path)).toEqual(["fonts"]);
  });

  test("several files can complement each other in one face, but the same file cannot occur twice", () => {
    const other = { ...brand, src: pathOf(TWO) };
    expect(check(documentWith([brand, other])).issues).toEqual([]);
    expect(check(documentWith([brand, other, { ...brand, weight: 400 }])).issues.map(({ path }) => path)).toEqual([
      "fonts[2]",
    ]);
  });
});

describe("the uploads of a document or a request", () => {
  const photo = { id: "p", name: "photo", type: "image", width: 10, height: 10 };
  const items = {
    name: "items",
    type: "list",
    fields: [
      { name: "photo", type: "string" },
      { name: "caption", type: "string" },
    ],
  };
  const variable = (name: string) => ({ name, type: "string" });

  test("the uploads of a document have their paths and lower-case ids, from both forms of the address", () => {
    const group = {
      id: "g",
      type: "group",
      children: [{ ...photo, fallback_image_url: `/api/uploads/files/${TWO.toUpperCase()}` }],
    };
    const background = { type: "image", image_url: pathOf(THREE) };
    expect(uploadsOf(documentOf(documentWith([brand], [text, group], { background })))).toEqual([
      { path: "fonts[0].src", uploadId: ONE },
      { path: "background.image_url", uploadId: THREE },
      { path: "layers[1].children[0].fallback_image_url", uploadId: TWO },
    ]);
  });

  test("the uploads of a request are those in its layers and in the variables that images use", () => {
    const repeat = {
      id: "g",
      type: "group",
      layout: "row",
      repeat: "items",
      children: [{ ...photo, id: "c", name: "cell", image_url: "{{item.photo}}" }],
    };
    const document = documentOf(
      documentWith([], [photo, { ...text, font_family: "Inter", text: "{{words}}" }, repeat], {
        variables: [items, variable("words")],
      }),
    );
    const overrides = {
      layers: { photo: { image_url: pathOf(ONE) } },
      variables: { items: [{ photo: "" }, { photo: pathOf(TWO) }], words: pathOf(THREE) },
    };
    expect(uploadsOfRequest(document, overrides)).toEqual([
      { path: "layers.photo.image_url", uploadId: ONE },
      { path: "variables.items[1].photo", uploadId: TWO },
    ]);
  });

  test("an upload is found if the value of a variable is only a part of its address", () => {
    const document = documentOf(
      documentWith([], [{ ...photo, image_url: "/api/v1/uploads/{{id}}/file" }], {
        variables: [{ ...variable("id"), default: ONE }],
      }),
    );
    expect(uploadsOf(document)).toEqual([{ path: "variables", uploadId: ONE }]);
    expect(uploadsOfRequest(document, { variables: { id: TWO } })).toEqual([{ path: "variables", uploadId: TWO }]);
    expect(uploadsOfRequest(document, {})).toEqual([]);
  });

  test("an upload in the default of a variable belongs to the document if an image uses the variable", () => {
    const variables = [
      { ...variable("shown"), default: pathOf(ONE) },
      { ...variable("unused"), default: pathOf(TWO) },
    ];
    const document = documentOf(documentWith([], [{ ...photo, image_url: "{{shown}}" }], { variables }));
    expect(uploadsOf(document)).toEqual([{ path: "variables[0].default", uploadId: ONE }]);
    expect(uploadsOfRequest(document, {})).toEqual([]);
  });
});
