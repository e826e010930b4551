import { ApiError } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { problemsOf } from "../../../src/screens/templates/new/problems-of.js";
import { readDocument } from "../../../src/screens/templates/new/read-document.js";
import { copyName } from "../../../src/screens/templates/service/copy-name.js";
import { previewScale } from "../../../src/screens/templates/service/preview-scale.js";
import { emptyDocument, nameOfSize, problemOfSize, SIZES } from "../../../src/screens/templates/size-presets.js";

describe("the size of an empty template", () => {
  test("is one of those that people need most", () => {
    expect(SIZES).toEqual({
      openGraph: { width: 1200, height: 630 },
      square: { width: 1080, height: 1080 },
      story: { width: 1080, height: 1920 },
      youTube: { width: 1280, height: 720 },
      a4: { width: 1240, height: 1754, dpi: 150 },
      email: { width: 1200, height: 400 },
    });
  });

  test("has a name only if both sides are the same", () => {
    expect(nameOfSize({ width: 1200, height: 400 })).toBe("email");
    expect(nameOfSize({ width: 1080, height: 1920 })).toBe("story");
    expect(nameOfSize({ width: 1200, height: 1920 })).toBeUndefined();
    expect(nameOfSize({ width: 1240, height: 1754 })).toBe("a4");
  });

  test.each([
    [1, 1, undefined],
    [8192, 3051, undefined],
    [5000, 5000, undefined],
    [5000, 5001, "area"],
    [8192, 8192, "area"],
    [8193, 1, "side"],
    [1, 8193, "side"],
    [0, 100, "side"],
    [100, 0, "side"],
    [100, 99.5, "side"],
    [Number.NaN, 100, "side"],
  ] as const)("%d × %d has the problem %s", (width, height, problem) => {
    expect(problemOfSize({ width, height })).toBe(problem);
  });

  test("is that of its document, which is white and has no layers", () => {
    expect(emptyDocument(SIZES.a4)).toEqual({ width: 1240, height: 1754, dpi: 150, background: "#ffffff", layers: [] });
  });
});

describe("the file of a template", () => {
  test("is a document, or the body of a template", () => {
    const document = { name: "Card", width: 1200, height: 600, layers: [] };
    const read = { content: document, name: "Card", previewScale: 1 };
    expect(readDocument(JSON.stringify(document)).document).toEqual(read);
    expect(readDocument(JSON.stringify({ id: "a", name: "Other", document })).document).toEqual(read);
  });

  test.each([
    ["a list", "[]"],
    ["a text", '"layers"'],
    ["nothing", "null"],
    ["an object without layers", '{"width":10,"height":10}'],
    ["a body whose document is a list", '{"document":[]}'],
    ["no JSON", "{"],
  ])("that contains %s has no document", (_what, text) => {
    expect(readDocument(text).document).toBeUndefined();
  });

  test.each([
    [{ width: 2400, height: 600 }, 0.5],
    [{ width: 600, height: 4800 }, 0.25],
    [{ width: 2400, height: "hug" }, 0.5],
    [{}, 1],
    [{ width: -5, height: 0 }, 1],
    [{ width: 1, height: 1 }, 1],
  ])("with the size %o has a preview of the scale %d, so that it fits the page", (size, scale) => {
    expect(readDocument(JSON.stringify({ ...size, layers: [] })).document?.previewScale).toBe(scale);
  });

  test.each([[""], [5]])("with the name %j has no name", (name) => {
    expect(readDocument(JSON.stringify({ name, layers: [] })).document?.name).toBeUndefined();
  });
});

describe("the problems of a file", () => {
  const problems = (text: string, error?: Error) => problemsOf(text, readDocument(text), error);
  const DOCUMENT = '{\n  "width": 10,\n  "layers": [\n    { "id": "a", "x": true }\n  ]\n}';
  const refused = (...paths: string[]) =>
    new ApiError("No.", { status: 422, details: { issues: paths.map((path) => ({ path, message: `At ${path}.` })) } });

  test("are the line of the first mistake if it is not JSON", () => {
    expect(problems('{\n  "width": 10,\n  oops\n}')).toEqual([
      { line: 3, message: "The file is not JSON. The first mistake is in line 3." },
    ]);
  });

  test("are that it has no document", () => {
    expect(problems("\n[]")).toEqual([
      {
        line: 1,
        message: "The file has no template document. A document is an object with width, height and layers.",
      },
    ]);
  });

  test("are none if the service has found none, or did not answer", () => {
    expect(problems(DOCUMENT)).toEqual([]);
    expect(problems(DOCUMENT, new Error("offline"))).toEqual([]);
  });

  test("are the message of the service if it names no place", () => {
    expect(problems(DOCUMENT, new ApiError("It is too large.", { status: 413 }))).toEqual([
      { line: 1, message: "It is too large." },
    ]);
  });

  test("are in the lines that the service means, in a document and in the body of a template", () => {
    const error = refused("document.layers[0].x", "document.width", "document");
    expect(problems(DOCUMENT, error)).toEqual([
      { line: 4, message: "At document.layers[0].x." },
      { line: 2, message: "At document.width." },
      { line: 1, message: "At document." },
    ]);
    expect(problems(`{\n"name": "Card",\n"document": ${DOCUMENT}\n}`, error).map(({ line }) => line)).toEqual([
      6, 4, 3,
    ]);
  });
});

describe("the name of a copy", () => {
  test.each([
    ["Ticket", "Ticket copy"],
    ["Ticket copy", "Ticket copy 2"],
    ["Ticket copy 2", "Ticket copy 3"],
    ["Ticket copy 9", "Ticket copy 10"],
    ["Photocopy", "Photocopy copy"],
    ["Ticket copy 1234567", "Ticket copy 1234567 copy"],
    ["x".repeat(195), `${"x".repeat(195)} copy`],
    ["x".repeat(196), `${"x".repeat(195)} copy`],
    ["🎫".repeat(100), `${"🎫".repeat(97)} copy`],
    [`${"x".repeat(194)} yz`, `${"x".repeat(194)} copy`],
  ])("of “%s” is “%s”", (name, copy) => {
    expect(copyName(name, "copy")).toBe(copy);
  });

  test("is only the word when that alone is too long", () => {
    const word = "w".repeat(200);
    expect(copyName("Ticket", word)).toBe(` ${word}`);
  });
});

describe("the scale of a preview", () => {
  test.each([
    [400, 300, 1200, 1],
    [2400, 1200, 1200, 0.5],
    [1200, 3600, 1200, 0.333],
    // Two megapixels are the limit of previews.
    [2000, 2000, 4000, 0.707],
    [8192, 100, 240, 0.05],
  ])("of %d × %d with a longest side of %d is %d", (width, height, side, scale) => {
    expect(previewScale(width, height, side)).toBe(scale);
  });
});
