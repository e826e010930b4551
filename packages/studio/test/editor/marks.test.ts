/** The marks in the text of a document. */
import { ApiError } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { parseJson } from "../../src/editor/json/parse-json.js";
import { type Judgement, markOfProblem, marksOfService } from "../../src/screens/editor/json/marks-of.js";

const DOCUMENT = {
  width: 800,
  height: 400,
  layers: [
    { id: "l1", type: "text", name: "title", text: "Hello", font_size: 4000 },
    { id: "l2", type: "rectangle" },
  ],
};
const TEXT = JSON.stringify(DOCUMENT);
const parsed = parseJson(TEXT);
if ("error" in parsed) throw new Error("The document is not JSON.");
const { root } = parsed;

/** Returns the marked parts of the text with their messages. */
function marked(judgement: Partial<Judgement>): readonly string[][] {
  const marks = marksOfService(root, { document: DOCUMENT, error: undefined, warnings: [], ...judgement });
  return marks.map(({ from, to, severity, message }) => [severity, TEXT.slice(from, to), message]);
}

describe("the marks of a text", () => {
  test("an issue marks the value that its path names, without the name of the document", () => {
    const message = "It must be at most 1000.";
    const issues = [
      { path: "document.layers[0].font_size", message },
      { path: "layers[1].type", message: "It is not known." },
    ];
    const error = new ApiError("Not valid.", { status: 422, details: { issues } });
    expect(marked({ error })).toEqual([
      ["error", expect.stringMatching(/4000$/), message],
      ["error", expect.stringMatching(/"rectangle"$/), "It is not known."],
    ]);
  });

  test("an error that is not about the document marks nothing", () => {
    expect(marked({ error: new Error("The connection was lost.") })).toEqual([]);
  });

  test("a warning marks the first character of its layer, by its name or its ID", () => {
    const warnings = [
      { code: "TEXT_CUT", layer: "title", message: "The text is cut." },
      { code: "LAYER_CUT", layer: "l2", message: "The layer is cut." },
      { code: "TEXT_CUT", layer: "gone", message: "No layer has this name." },
    ] as const;
    expect(marked({ warnings })).toEqual([
      ["warning", "{", "The text is cut."],
      ["warning", "{", "The layer is cut."],
    ]);
  });

  test("a syntax error marks the word that is not JSON, and at least one character", () => {
    const { from, to, severity } = markOfProblem({ syntax: { problem: "value", at: 7, word: "tru" } });
    expect([from, to, severity]).toEqual([7, 10, "error"]);
    const end = markOfProblem({ syntax: { problem: "value", at: 7 } });
    expect([end.from, end.to]).toEqual([7, 8]);
  });
});
