/** What is offered at a place of the text, even while the text is not valid. */
import { readFileSync } from "node:fs";
import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "@jest/globals";
import type { Schema } from "../../src/editor/json/schema-at.js";
import { completeDocument } from "../../src/screens/editor/json/completion.js";

const schema = JSON.parse(
  readFileSync(new URL("../../../../examples/template.schema.json", import.meta.url), "utf8"),
) as Schema;
const complete = completeDocument(schema, () => [
  { name: "guest", type: "string" },
  { name: "price", type: "number" },
]);

/** Returns the labels that are offered at the bar in a text, and the text that they replace. */
function offered(marked: string): { readonly labels: readonly string[]; readonly replaced: string } | undefined {
  const [before = "", after = ""] = marked.split("|");
  const doc = before + after;
  const state = EditorState.create({ doc, extensions: [json()] });
  ensureSyntaxTree(state, doc.length, 5_000);
  const result = complete(new CompletionContext(state, before.length, false));
  if (result === null) return undefined;
  return { labels: result.options.map(({ label }) => label), replaced: doc.slice(result.from, before.length) };
}

describe("keys", () => {
  test("an empty document offers what it needs first", () => {
    expect(offered("{|}")?.labels.slice(0, 3)).toEqual(['"width"', '"height"', '"layers"']);
  });

  test("a layer offers the keys of its type that it does not have yet, although its last line is not complete", () => {
    const found = offered('{"layers": [{"type": "qr", "id": "a", "da|"}]}');
    expect(found?.labels).toContain('"data"');
    expect(found?.labels).not.toContain('"text"');
    expect(found?.replaced).toBe('"da');
    expect(offered('{"layers": [{"type": "qr", "id": "a", |}]}')?.labels).not.toContain('"id"');
  });

  test("a key after a missing comma is still a key", () => {
    expect(offered('{"layers": [{"type": "text" "ali|')?.labels).toContain('"align"');
  });
});

describe("values", () => {
  test("the words of a choice replace what is typed, with their quotation marks", () => {
    expect(offered('{"layers": [{"type": "text", "align": "ce|"}]}')).toEqual({
      labels: ['"start"', '"end"', '"left"', '"center"', '"right"', '"justify"'],
      replaced: '"ce',
    });
    expect(offered('{"layers": [{"type": "text", "rich": |}]}')?.labels).toEqual(["true", "false"]);
  });

  test("a layer inside of a group is a layer, too", () => {
    const found = offered('{"layers": [{"type": "group", "children": [{"type": "|"}]}]}');
    expect(found?.labels).toEqual(expect.arrayContaining(['"text"', '"group"', '"html"']));
  });

  test("two braces in a text offer the variables, and a text without them offers nothing", () => {
    expect(offered('{"layers": [{"type": "text", "text": "Hello {{ gu|"}]}')).toEqual({
      labels: ["guest", "price"],
      replaced: "gu",
    });
    expect(offered('{"layers": [{"type": "text", "text": "Hello {{ 2 * |"}]}')?.labels).toEqual(["guest", "price"]);
    expect(offered('{"name": "Card|"}')).toBeUndefined();
  });

  test("nothing is offered outside of the document", () => {
    expect(offered("{}\n|")).toBeUndefined();
  });
});
