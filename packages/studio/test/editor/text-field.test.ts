/** The field of a text on the canvas: its selection, and what keys do to the document. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { EditedLayer } from "../../src/editor/document/edited-document.js";
import { findLayer } from "../../src/editor/document/layer-tree.js";
import type { ShownPlaceholder } from "../../src/editor/text/shown-text.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { removeStandIns, standIn, takeToasts } from "../support/editor-page.js";
import { runHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

const toasts = takeToasts();
const { useTextField } = await import("../../src/screens/editor/canvas/use-text-field.js");

beforeEach(() => {
  toasts.length = 0;
  standIn({ CSS: { supports: () => false } });
});
afterEach(removeStandIns);

/** A field of a page. */
class Field {
  value: string;
  selectionStart = 0;
  selectionEnd = 0;
  selectionDirection = "none";
  /** How often the selection was set, which moves what a screen reader reads. */
  selections = 0;

  constructor(value: string) {
    this.value = value;
  }

  setSelectionRange(from: number, to: number, direction = "none"): void {
    Object.assign(this, { selectionStart: from, selectionEnd: to, selectionDirection: direction });
    this.selections++;
  }

  get selection(): string {
    return `${this.selectionStart}-${this.selectionEnd} ${this.selectionDirection}`;
  }
}

/** Opens the field of a text, as the canvas does. */
function open(text: string, values: object = { name: "Title" }, placeholders: readonly ShownPlaceholder[] = []) {
  const title: EditedLayer = { id: "title", type: "text", text, ...values };
  const document = { ...CARD, layers: [title] };
  const state = EditorState.open({ document, version: 1, etag: undefined }, "Opened");
  const field = new Field(text);
  const hook = runHook(() => {
    const layer = findLayer(state.document.value, "title")?.layer ?? title;
    const now = String(layer["text"]);
    const made = useTextField({ id: "title", layer, name: "Title", text: now, placeholders, state });
    made.field.current ??= field as unknown as HTMLTextAreaElement;
    return made;
  });
  const layer = (): EditedLayer | undefined => findLayer(state.document.value, "title")?.layer;
  return { state, field, hook, layer, render: () => hook.again() };
}

describe("the selection of a field", () => {
  const NAME: ShownPlaceholder = { from: 1, to: 11, start: 1, end: 4 };
  const TEXT = "a{{ name }}bc";

  test("is the whole text at first", () => {
    expect(open("Hello").hook.result.range).toEqual([0, 5]);
  });

  test("has whole placeholders, and keeps its direction", async () => {
    const { field, hook } = open(TEXT, {}, [NAME]);
    hook.result.select(0, 5);
    expect(field.selection).toBe("0-11 forward");
    await until(() => hook.result.range[1] === 11);
    hook.result.select(12, 5);
    expect(field.selection).toBe("1-12 backward");
    await until(() => hook.result.range[0] === 1);
    hook.result.select(12, 12);
    expect(field.selection).toBe("12-12 forward");
  });

  test("that somebody has made is read, and becomes whole if it ends inside of a placeholder", async () => {
    const { field, hook } = open(TEXT, {}, [NAME]);
    Object.assign(field, { selectionStart: 11, selectionEnd: 12, selectionDirection: "forward" });
    hook.result.read();
    await until(() => hook.result.range[0] === 11);
    expect([hook.result.range, field.selections]).toEqual([[11, 12], 0]);

    Object.assign(field, { selectionStart: 4, selectionEnd: 12, selectionDirection: "forward" });
    hook.result.read();
    expect(field.selection).toBe("1-12 forward");
    await until(() => hook.result.range[0] === 1);

    Object.assign(field, { selectionStart: 0, selectionEnd: 9, selectionDirection: "backward" });
    hook.result.read();
    expect(field.selection).toBe("0-11 backward");
    await until(() => hook.result.range[1] === 11);

    Object.assign(field, { selectionStart: 3, selectionEnd: 3, selectionDirection: "none" });
    hook.result.read();
    expect(field.selection).toBe("1-1 forward");
  });

  test("is not read while the field has a newer text", () => {
    const { field, hook } = open(TEXT, {}, [NAME]);
    Object.assign(field, { value: "newer", selectionStart: 2, selectionEnd: 2 });
    hook.result.read();
    expect([field.selections, hook.result.range]).toEqual([0, [0, 13]]);
  });

  test("is not read before the field is there", () => {
    const { hook } = open(TEXT);
    hook.result.field.current = null;
    hook.result.read();
    hook.result.select(1, 2);
    expect(hook.results.length).toBeGreaterThan(0);
  });
});

describe("a key in a field", () => {
  test("that moves the caret changes no text", () => {
    const { state, field, hook } = open("Hello");
    hook.result.change({ tail: 2, head: 2 });
    expect(field.selection).toBe("2-2 forward");
    expect(state.history.value.past).toEqual([]);
  });

  test("that types sets the text, and puts the caret where it should be", async () => {
    const { state, field, hook, layer, render } = open("Hello");
    hook.result.change({ text: "Helo", caret: 3 });
    expect(field.value).toBe("Helo");
    expect(layer()).toEqual({ id: "title", name: "Title", type: "text", text: "Helo" });
    render();
    expect(field.selection).toBe("3-3 none");
    expect(hook.result.range).toEqual([3, 3]);
    hook.result.change({ text: "Hel", caret: 3 });
    expect(state.history.value.past.length).toBe(1);
    expect(state.history.value.present.name).toBe("Text of Title");
  });

  test("that types nothing else than what the field has leaves its value alone", async () => {
    const { field, hook } = open("Hello");
    const values: string[] = [];
    const given = { get: () => "Hell", set: (value: string) => values.push(value) };
    Object.defineProperty(field, "value", given);
    hook.result.change({ text: "Hell", from: 1, to: 2 });
    expect(values).toEqual([]);
    await until(() => field.selection === "1-2 none");
  });

  test("that marks a part makes the text rich, as one step", () => {
    const { state, hook, layer } = open("one two");
    hook.result.change({ text: "**one** two", from: 2, to: 5, mark: "bold" });
    expect(layer()).toMatchObject({ text: "**one** two", rich: true });
    hook.result.change({ text: "***one*** two", from: 3, to: 6, mark: "italic" });
    expect(state.history.value.past.length).toBe(2);
    expect(state.history.value.present.name).toBe("Italic of Title");
  });

  test("that marks a part leaves it to data whether marks are read, if it has decided before", () => {
    const { hook, layer } = open("one", { rich: "{{ marks }}" });
    hook.result.change({ text: "**one**", from: 2, to: 5, mark: "bold" });
    expect(layer()).toMatchObject({ rich: "{{ marks }}" });
  });
});

describe("the underline of a text", () => {
  test("is switched on and off for all of it", () => {
    const { state, hook, layer, render } = open("one two");
    hook.result.change({ underline: true });
    expect(layer()).toMatchObject({ text_decoration: "underline" });
    expect(state.history.value.present.name).toBe("Underline of Title");
    expect(toasts).toEqual([]);
    render();
    hook.result.change({ underline: true });
    expect(layer()).not.toHaveProperty("text_decoration");
  });

  test("has a message if only a part is selected", async () => {
    const { hook } = open("one two");
    hook.result.select(3, 3);
    await until(() => hook.result.range[0] === 3);
    hook.result.change({ underline: true });
    expect(toasts).toEqual([]);
    hook.result.select(0, 3);
    await until(() => hook.result.range[0] === 0);
    hook.result.change({ underline: true });
    expect(toasts).toEqual(["A line is below the whole text. A part of a text cannot have one."]);
  });

  test("stays as it is if data decides", () => {
    const { state, hook } = open("one two", { text_decoration: "{{ line }}" });
    hook.result.change({ underline: true });
    expect(state.history.value.past).toEqual([]);
  });

  test("is named after the ID of a layer without a name", () => {
    const { state, hook } = open("one", {});
    hook.result.change({ underline: true });
    expect(state.history.value.present.name).toBe("Underline of title");
  });
});

describe("undo and redo in a field", () => {
  const key = (name: string, values: object = {}) => {
    const calls: string[] = [];
    const keys = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
    const event = { key: name, preventDefault: () => calls.push("prevent"), ...keys, ...values };
    return { event: event as unknown as KeyboardEvent, calls };
  };

  test("go through the history of the document, and keep the selected characters", async () => {
    const { field, hook, layer, render } = open("one two");
    hook.result.change({ text: "**one** two", from: 2, to: 5, mark: "bold" });
    render();
    const undo = key("z");
    expect(hook.result.travel(undo.event)).toBe(true);
    expect([undo.calls, layer()?.["text"]]).toEqual([["prevent"], "one two"]);
    render();
    expect(field.selection).toBe("0-3 none");
    expect(hook.result.travel(key("Z", { shiftKey: true }).event)).toBe(true);
    expect(layer()?.["text"]).toBe("**one** two");
    render();
    expect(field.selection).toBe("2-5 none");
    hook.result.travel(key("z", { ctrlKey: false, metaKey: true }).event);
    hook.result.travel(key("y").event);
    expect(layer()?.["text"]).toBe("**one** two");
  });

  test("are other keys of the browser with Alt, without Control, and with another letter", () => {
    const { state, hook } = open("one two");
    hook.result.change({ text: "one", caret: 3 });
    for (const { event, calls } of [key("z", { altKey: true }), key("z", { ctrlKey: false }), key("x")]) {
      expect(hook.result.travel(event)).toBe(false);
      expect(calls).toEqual([]);
    }
    expect(state.history.value.past.length).toBe(1);
  });

  test("are done even if they remove the text", () => {
    const { state, hook } = open("one");
    const { document } = state.history.value.present;
    state.history.value = {
      past: [{ name: "Opened", document: { ...document, layers: [] } }],
      present: { name: "Add", document },
      future: [],
    };
    expect(hook.result.travel(key("z").event)).toBe(true);
    expect(state.document.value.layers).toEqual([]);
  });
});
