/** What is written when somebody accepts a completion in the JSON, and what is said about a key or a value. */
import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Schema } from "../../src/editor/json/schema-at.js";
import { aboutElement, completeDocument } from "../../src/screens/editor/json/completion.js";
import { removeStandIns, standIn } from "../support/editor-page.js";

afterEach(removeStandIns);

const SCHEMA: Schema = {
  type: "object",
  required: ["width", "layers"],
  properties: {
    width: { type: "number", minimum: 1, maximum: 8000, default: 100, description: "The width." },
    layers: { type: "array", items: { type: "object" } },
    style: { type: "object" },
    name: { type: "string" },
    fit: { enum: ["cover", "contain"], default: "cover" },
    hidden: { type: "boolean" },
  },
};
const complete = completeDocument(SCHEMA, () => [{ name: "price", type: "number" }]);

/** The options at the bar in a text. */
function optionsAt(marked: string, isExplicit = false) {
  const [before = "", after = ""] = marked.split("|");
  const state = EditorState.create({ doc: before + after, extensions: [json()] });
  ensureSyntaxTree(state, state.doc.length, 5_000);
  const context = new CompletionContext(state, before.length, isExplicit);
  return { state, at: before.length, result: complete(context) };
}

/** Accepts an option at the bar. Returns the text with a bar at each end of the selection. */
function accept(marked: string, label: string): string {
  const { state, at, result } = optionsAt(marked);
  const option = result?.options.find((one) => one.label === label);
  const sent: TransactionSpec[] = [];
  const view = { state, dispatch: (spec: TransactionSpec) => sent.push(spec) } as unknown as EditorView;
  if (typeof option?.apply !== "function") throw new Error(`${label} is not offered.`);
  option.apply(view, option, result?.from ?? at, at);
  const transaction = state.update(sent[0] ?? {});
  expect(transaction.isUserEvent("input.complete")).toBe(true);
  const text = transaction.state.doc.toString();
  const { from, to } = transaction.state.selection.main;
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

describe("an accepted key", () => {
  test.each([
    ["a number", '{"wi|"}', '"width"', '{"width": |100|}'],
    ["true or false", '{"hi|"}', '"hidden"', '{"hidden": |}'],
    ["a text", '{"na|"}', '"name"', '{"name": "|"}'],
    ["a list", "{|}", '"layers"', '{"layers": [|]}'],
    ["an object", '{"st|', '"style"', '{"style": { | }'],
  ])("that is %s has the beginning of its value", (_, marked, label, expected) => {
    expect(accept(marked, label)).toBe(expected);
  });

  test("that has a value already keeps it", () => {
    expect(accept('{"wi|": 5}', '"width"')).toBe('{"width"|: 5}');
    expect(accept('{"wi| : 5}', '"width"')).toBe('{"width"| : 5}');
  });

  test("has a comma if another key follows", () => {
    expect(accept('{"na|" "width": 5}', '"name"')).toBe('{"name": "|", "width": 5}');
    expect(accept('{"na|"\n}', '"name"')).toBe('{"name": "|"\n}');
  });
});

describe("an accepted value", () => {
  test("replaces the word, with the quotation marks around it", () => {
    expect(accept('{"fit": "co|"}', '"contain"')).toBe('{"fit": "contain"|}');
    expect(accept('{"fit": "co|', '"contain"')).toBe('{"fit": "contain"|');
    expect(accept('{"hidden": |}', "true")).toBe('{"hidden": true|}');
  });
});

describe("the offer", () => {
  test("has the keys that are needed first, then the others in their order", () => {
    const options = optionsAt("{|}").result?.options ?? [];
    expect(options.map(({ displayLabel, boost, detail }) => [displayLabel, boost, detail])).toEqual([
      ["width", 50, "Required"],
      ["layers", 50, "Required"],
      ["style", -0.2, undefined],
      ["name", -0.3, undefined],
      ["fit", -0.4, undefined],
      ["hidden", -0.5, undefined],
    ]);
  });

  test("says which value is the default, and leaves out keys that are there", () => {
    const values = optionsAt('{"fit": |}').result?.options ?? [];
    expect(values.map(({ label, type, detail }) => [label, type, detail])).toEqual([
      ['"cover"', "text", "Default"],
      ['"contain"', "text", undefined],
    ]);
    const labels = optionsAt('{"width": 5, |}').result?.options.map(({ label }) => label);
    expect(labels).not.toContain('"width"');
    const booleans = optionsAt('{"hidden": |}').result?.options ?? [];
    expect(booleans.map(({ type }) => type)).toEqual(["constant", "constant"]);
  });

  test("comes without being asked for only where something can begin", () => {
    expect(optionsAt('{"width": 5 |}').result).toBeNull();
    expect(optionsAt('{"width": 5 |}', true).result?.options.length).toBeGreaterThan(0);
    expect(optionsAt('{"width": 5,\n|}').result).toBeNull();
  });

  test("of variables needs braces inside of the same text", () => {
    expect(optionsAt('{"{{ a": "|"}').result).toBeNull();
    expect(optionsAt('{"name": "{{ |"}').result).toMatchObject({
      from: 13,
      options: [{ label: "price", type: "variable" }],
    });
    expect(optionsAt('{"name": "{{ pr|"}').result).toMatchObject({ from: 13 });
    expect(optionsAt('{"name": "{{ a }} |"}').result).toBeNull();
  });
});

describe("a hint", () => {
  /** Returns the paragraphs that are shown about a value. */
  function about(schema: Schema): readonly string[] | undefined {
    const parts: { textContent: string }[] = [];
    const createElement = () => ({ textContent: "", append: (part: { textContent: string }) => parts.push(part) });
    standIn({ document: { createElement } });
    return aboutElement([schema]) === null ? undefined : parts.map(({ textContent }) => textContent);
  }

  test("says what a value means, what it can be, and its default", () => {
    expect(about(SCHEMA.properties?.["width"] ?? {})).toEqual([
      "The width.",
      "A number from 1 to 8000.",
      "Default: 100",
    ]);
    expect(about({ enum: ["a", "b"] })).toHaveLength(1);
    expect(about({ description: "Only words." })).toEqual(["Only words."]);
  });

  test("does not exist if nothing is known", () => {
    expect(about({})).toBeUndefined();
  });
});
