/** The place of the schema that the cursor or the pointer is at in the JSON, even while the text is not valid. */
import { json } from "@codemirror/lang-json";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "@jest/globals";
import type { SchemaStep } from "../../src/editor/json/schema-at.js";
import { hintAt } from "../../src/screens/editor/json/hint-place.js";
import { type SchemaPlace, schemaPlaceAt } from "../../src/screens/editor/json/schema-place.js";

/** Returns the state of an editor with a text, and the offset of the bar in it. */
function stateAt(marked: string): readonly [state: EditorState, offset: number] {
  const [before = "", after = ""] = marked.split("|");
  const state = EditorState.create({ doc: before + after, extensions: [json()] });
  ensureSyntaxTree(state, state.doc.length, 5_000);
  return [state, before.length];
}

const placeAt = (marked: string): SchemaPlace | undefined => schemaPlaceAt(...stateAt(marked));

const ITEM: SchemaStep = { step: 0, siblings: {} };

describe("a key", () => {
  test("is in its object, which has other keys and simple values", () => {
    expect(placeAt('{"width": 5, "hug": true, "none": null, "text": "a", "list": [], "na|me": 1}')).toEqual({
      steps: [],
      isKey: true,
      siblings: { width: 5, hug: true, none: null, text: "a", name: 1 },
      keys: new Set(["width", "hug", "none", "text", "list", "name"]),
      word: { from: 65, to: 71, isText: true },
    });
  });

  test("can be where nothing is yet", () => {
    expect(placeAt('{"width": 5, |}')).toMatchObject({ isKey: true, siblings: { width: 5 }, word: undefined });
    expect(placeAt("{|}")).toMatchObject({ steps: [], isKey: true, siblings: {}, word: undefined });
  });

  test("can be without its closing quotation mark", () => {
    expect(placeAt('{\n"width": 5,\n"hei|')).toMatchObject({ isKey: true, word: { from: 14, to: 18, isText: true } });
    expect(placeAt('{"$re|')).toMatchObject({ isKey: true, word: { from: 1, to: 5, isText: true } });
  });

  test("of an object in a list has the steps to it, with what is beside each of them", () => {
    const place = placeAt('{"edition": 2, "layers": [{"type": "text", "box": {"x": 1, "|"}}]}');
    expect(place?.steps).toEqual([
      { step: "layers", siblings: { edition: 2 } },
      ITEM,
      { step: "box", siblings: { type: "text" } },
    ]);
    expect(place?.siblings).toMatchObject({ x: 1 });
  });
});

describe("a value", () => {
  test.each<[string, SchemaPlace["word"]]>([
    ['{"a": |}', undefined],
    ['{"a":|}', undefined],
    ['{"a": "te|xt"}', { from: 6, to: 12, isText: true }],
    ['{"a": "te|', { from: 6, to: 9, isText: true }],
    ['{"a": 12|}', { from: 6, to: 8, isText: false }],
    ['{"a": tr|ue}', { from: 6, to: 10, isText: false }],
    ['{"a": fal|se}', { from: 6, to: 11, isText: false }],
    ['{"a": nu|ll}', { from: 6, to: 10, isText: false }],
  ])("is after its key: %s", (marked, word) => {
    expect(placeAt(marked)).toMatchObject({ steps: [{ step: "a" }], isKey: false, keys: new Set(["a"]) });
    expect(placeAt(marked)?.word).toEqual(word);
  });

  test("belongs to the key before it, and not to one after it", () => {
    const place = placeAt('{"a": 1, "b": |, "c": 2}');
    expect(place).toMatchObject({ steps: [{ step: "b" }], isKey: false });
    expect(place?.siblings).toMatchObject({ a: 1 });
  });

  test("of a list is an item, wherever it is in the list", () => {
    const expected = { steps: [{ step: "list", siblings: {} }, ITEM], isKey: false, siblings: {}, keys: new Set() };
    expect(placeAt('{"list": [|]}')).toEqual({ ...expected, word: undefined });
    expect(placeAt('{"list": [1, "b|"]}')).toEqual({ ...expected, word: { from: 13, to: 16, isText: true } });
    expect(placeAt('{"list": [1, |')).toEqual({ ...expected, word: undefined });
  });

  test("of a list in a list is an item of an item", () => {
    expect(placeAt('{"list": [[|]]}')?.steps).toEqual([{ step: "list", siblings: {} }, ITEM, ITEM]);
  });
});

describe("a place around an object", () => {
  test("behind it is a place of what is around it, or no place", () => {
    expect(placeAt('{"a": {"b": 1}|}')).toMatchObject({ steps: [], keys: new Set(["a"]) });
    expect(placeAt('{"a": [1]|}')).toMatchObject({ steps: [], keys: new Set(["a"]) });
    expect(placeAt('{"a": 1}|')).toBeUndefined();
    expect(placeAt('|{"a": 1}')).toBeUndefined();
    expect(placeAt("|")).toBeUndefined();
  });

  test("that is not closed is still inside of it", () => {
    expect(placeAt('{"a": {"b": 1 |')).toMatchObject({ steps: [{ step: "a" }], keys: new Set(["b"]) });
  });
});

test("a key that is not a text of JSON has no name", () => {
  expect(placeAt('{"\\q": |}')).toMatchObject({ steps: [{ step: "" }], isKey: false });
});

describe("a hint", () => {
  const hint = (marked: string) => hintAt(...stateAt(marked));

  test("is about the key or the value under the pointer, from its first character on", () => {
    const key = { from: 9, to: 12, steps: [{ step: "b", siblings: { a: 1, b: 22 } }] };
    expect(hint('{"a": 1, |"b": 22}')).toEqual(key);
    expect(hint('{"a": 1, "b|": 22}')).toEqual(key);
    expect(hint('{"a": 1, "b": |22}')).toMatchObject({ from: 14, to: 16, steps: [{ step: "b" }] });
    expect(hint('{"a": |1, "b": 22}')).toMatchObject({ from: 6, to: 7, steps: [{ step: "a" }] });
  });

  test("is about the last value even at the end of the text", () => {
    expect(hint('{"a": 22|')).toMatchObject({ from: 6, to: 8 });
    expect(hint('{"a": 22}|')).toBeUndefined();
  });

  test("does not exist between words and outside of the document", () => {
    expect(hint('{"a": | 1}')).toBeUndefined();
    expect(hint("|1 ")).toBeUndefined();
  });

  test("about a key that is not complete is about its object", () => {
    expect(hint('{"a": {"b|c\n')).toMatchObject({ from: 7, to: 10, steps: [{ step: "a" }] });
  });
});
