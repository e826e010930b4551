/** The JSON beside the canvas, the document and the editor for code: what each of them tells the others. */
import { ApiError, type Warning } from "@image-render/client";
import { ChangeSet, type Text } from "@codemirror/state";
import { signal } from "@preact/signals";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import type { CodeEditor, CodeEvents } from "../../src/screens/editor/json/code-editor.js";
import type { Mark } from "../../src/screens/editor/json/mark.js";
import type { DraftPreview } from "../../src/screens/editor/preview/draft-preview.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { removeStandIns, standIn } from "../support/editor-page.js";
import { CARD } from "./documents.js";

/** The editor for code that was opened last, without what it shows. */
let code: { text: Text; events: CodeEvents; marks: readonly Mark[]; readonly calls: string[] };
jest.unstable_mockModule("../../src/screens/editor/json/code-editor.js", () => ({
  openCodeEditor: (_: HTMLElement, text: Text, events: CodeEvents, isDark: boolean): CodeEditor => {
    const calls = [`open ${isDark}`];
    code = { text, events, marks: [], calls };
    const slice = (range: { readonly from: number; readonly to: number } | undefined): string =>
      range === undefined ? "nothing" : code.text.sliceString(range.from, range.to);
    return {
      apply: (changes) => void (code.text = changes.apply(code.text)),
      retype: (changes) => {
        code.text = changes.apply(code.text);
        events.onType(changes, true);
      },
      mark: (marks) => void (code.marks = marks),
      point: (range) => calls.push(`point ${(/"id": "(\w+)"/.exec(slice(range)) ?? [])[1] ?? slice(range)}`),
      fold: (ranges) => calls.push(...ranges.map((range) => `fold ${slice(range).length}`)),
      setDark: (dark) => calls.push(`dark ${dark}`),
      goTo: (offset) => calls.push(`go to ${offset}`),
      close: () => calls.push("close"),
    };
  },
}));
standIn({ matchMedia: () => ({ matches: false }), localStorage: { getItem: () => null } });
const { JsonWork } = await import("../../src/screens/editor/json/json-work.js");
const { isDark } = await import("../../src/design/theme.js");

afterEach(() => {
  removeStandIns();
  isDark.value = false;
});

function open(document: EditedDocument = structuredClone(CARD)) {
  const state = EditorState.open({ document, version: 1, etag: undefined }, "Opened");
  const error = signal<Error | undefined>(undefined);
  const warnings = signal<readonly Warning[]>([]);
  const work = new JsonWork({} as HTMLElement, state, { error, warnings } as unknown as DraftPreview);
  /** Replaces a part of the text, as somebody does who types. */
  const type = (before: string, after: string, isNew = true): void => {
    const from = code.text.toString().indexOf(before);
    const changes = ChangeSet.of({ from, to: from + before.length, insert: after }, code.text.length);
    code.text = changes.apply(code.text);
    code.events.onType(changes, isNew);
  };
  const at = (part: string): number => code.text.toString().indexOf(part);
  const text = (): string => code.text.toString();
  const titleOf = (): unknown => state.document.value.layers[1]?.["text"];
  return { state, error, warnings, work, type, at, text, titleOf };
}

describe("typing in the JSON", () => {
  test("changes the document, in one step until a new one begins", () => {
    const { state, type, titleOf } = open();
    type('"Title"', '"A"');
    expect(titleOf()).toBe("A");
    type('"A"', '"B"', false);
    expect(titleOf()).toBe("B");
    expect(state.history.value.past.length).toBe(1);
    expect(state.history.value.present.name).toBe("Edit the JSON");
    type('"B"', '"C"');
    expect(state.history.value.past.length).toBe(2);
  });

  test("that is not valid changes nothing, and is marked with its line until it is valid again", () => {
    const { state, work, type, at } = open();
    type('"width": 1200', '"width": ');
    expect(work.isStale.value).toBe(true);
    expect(state.document.value.width).toBe(1200);
    expect(work.marks.value).toMatchObject([{ severity: "error", line: 3, from: at(',\n  "height"') }]);
    expect(code.marks.length).toBe(1);
    type('"width": ', '"width": 800');
    expect(work.isStale.value).toBe(false);
    expect(state.document.value.width).toBe(800);
    expect([work.marks.value, code.marks]).toEqual([[], []]);
  });

  test("that is not valid is undone and repeated before the history of the document", () => {
    const { state, work, type, text, titleOf } = open();
    type('"Title"', '"A"');
    const valid = text();
    type('"width": 1200', '"width": ');
    code.events.onUndo();
    expect([text(), work.isStale.value, titleOf()]).toEqual([valid, false, "A"]);
    expect(work.marks.value).toEqual([]);
    code.events.onRedo();
    expect([text().includes('"width": ,'), work.isStale.value]).toEqual([true, true]);
    code.events.onUndo();
    code.events.onUndo();
    expect(titleOf()).toBe("Title");
    expect(text()).toContain('"Title"');
    expect(state.history.value.past.length).toBe(0);
  });

  test("is undone and repeated by the history of the document", () => {
    const { type, text, titleOf } = open();
    type('"Title"', '"A"');
    code.events.onUndo();
    expect([titleOf(), text().includes('"A"')]).toEqual(["Title", false]);
    code.events.onRedo();
    expect([titleOf(), text().includes('"A"')]).toEqual(["A", true]);
  });

  test("can use the variables of the document", () => {
    const { state } = open();
    expect(code.events.variables()).toEqual([]);
    state.change("Add", (document) => ({ ...document, variables: [{ name: "price", type: "number" }] }));
    expect(code.events.variables()).toEqual([{ name: "price", type: "number" }]);
  });
});

describe("a change on the canvas", () => {
  test("is written into the text", () => {
    const { state, text } = open();
    state.change("Move", (document) => setAttributes(document, ["title"], { x: 99 }));
    expect(JSON.parse(text())).toEqual(state.document.value);
  });

  test("that makes an invalid text valid again is taken", () => {
    const { state, work, type, text } = open();
    type('"width": 1200', '"width": ');
    expect(work.isStale.value).toBe(true);
    state.change("Resize", (document) => ({ ...document, width: 500 }));
    expect(JSON.parse(text())).toEqual(state.document.value);
    expect(state.document.value.width).toBe(500);
    expect([work.isStale.value, work.marks.value]).toEqual([false, []]);
  });
});

describe("the selection", () => {
  test("follows the cursor into a layer, even into one in a group", () => {
    const { state, at } = open();
    code.events.onCursor(at('"Title"'));
    expect([...state.selection.value]).toEqual(["title"]);
    code.events.onCursor(at('"Ada"'));
    expect([...state.selection.value]).toEqual(["author"]);
    code.events.onCursor(at('"width": 1200'));
    expect([...state.selection.value]).toEqual(["author"]);
  });

  test("of the same layer stays, so that its step of the history continues, and of several becomes one", () => {
    const { state, at } = open();
    state.select(["title"]);
    const { value } = state.selection;
    code.events.onCursor(at('"Title"'));
    expect(state.selection.value).toBe(value);
    state.select(["title", "photo"]);
    code.events.onCursor(at('"Title"'));
    expect([...state.selection.value]).toEqual(["title"]);
  });

  test("is shown in the text, if it is one layer", () => {
    const { state } = open();
    code.calls.length = 0;
    state.select(["title"]);
    state.select(["title", "photo"]);
    state.select(["author"]);
    state.select([]);
    expect(code.calls).toEqual(["point title", "point nothing", "point author", "point nothing"]);
  });

  test("is neither changed nor shown while the text is not valid", () => {
    const { state, type, at } = open();
    type('"width": 1200', '"width": ');
    code.events.onCursor(at('"Title"'));
    expect([...state.selection.value]).toEqual([]);
    state.select(["title"]);
    expect(code.calls.at(-1)).toBe("point nothing");
  });
});

describe("what the service says", () => {
  test("is marked at its place, in the order of the text and with its line", () => {
    const { state, work, error, warnings, at } = open();
    warnings.value = [{ code: "any", layer: "title", message: "It is cut." }] as never;
    expect(work.marks.value).toMatchObject([
      { severity: "warning", message: "It is cut.", from: at('{\n      "id": "title"') },
    ]);
    const issues = [
      { path: "document.layers[0].x", message: "It is too large." },
      { path: "document.width", message: "It is too wide." },
    ];
    error.value = new ApiError("It is not valid.", { status: 400, details: { issues } });
    expect(work.marks.value).toMatchObject([
      { message: "It is too wide.", line: 3, from: at('"width": 1200') },
      { message: "It is too large.", from: at('"x": 700') },
    ]);
    expect(code.marks.map(({ message }) => message)).toEqual(["It is too large.", "It is too wide."]);
    error.value = undefined;
    warnings.value = [];
    expect(work.marks.value).toEqual([]);
    expect(state.history.value.past).toEqual([]);
  });

  test("is not shown while the text is not valid", () => {
    const { work, type, warnings } = open();
    type('"width": 1200', '"width": ');
    const problem = work.marks.value;
    warnings.value = [{ code: "any", layer: "title", message: "It is cut." }] as never;
    expect(work.marks.value).toEqual(problem);
  });
});

describe("the editor for code", () => {
  const LONG = setAttributes(CARD, ["photo"], { image_url: `data:image/png;base64,${"A".repeat(300)}` });

  test("hides long texts when it opens, when they arrive, and when the text is written again", () => {
    const { state, work, type } = open(structuredClone(LONG));
    const folds = (): number => code.calls.filter((call) => call.startsWith("fold")).length;
    expect(folds()).toBe(1);
    state.change("Add", (document) => setAttributes(document, ["title"], { x: 5 }));
    expect(folds()).toBe(2);
    type('"width": 1200', '"width":    1200');
    work.tidy();
    expect(folds()).toBe(3);
  });

  test("writes the document in the usual way, which changes only the text", () => {
    const { state, work, type, text } = open();
    const usual = text();
    work.tidy();
    expect(code.text.toString()).toBe(usual);
    type('"width": 1200', '"width":    1200');
    const { document } = state.history.value.present;
    work.tidy();
    expect(text()).toBe(usual);
    expect(state.history.value.present.document).toBe(document);
    type('"Title"', '"A"');
    expect(JSON.parse(text())).toEqual(state.document.value);
  });

  test("is dark as the page is", () => {
    isDark.value = true;
    open();
    expect(code.calls[0]).toBe("open true");
    isDark.value = false;
    expect(code.calls.at(-1)).toBe("dark false");
  });

  test("puts the cursor where it is asked to", () => {
    open().work.goTo(7);
    expect(code.calls.at(-1)).toBe("go to 7");
  });

  test("hears nothing any more after it is closed", () => {
    const { state, work, warnings, text } = open();
    const before = text();
    work.close();
    expect(code.calls.at(-1)).toBe("close");
    state.change("Move", (document) => setAttributes(document, ["title"], { x: 99 }));
    state.select(["title"]);
    isDark.value = true;
    warnings.value = [{ code: "any", layer: "title", message: "It is cut." }] as never;
    expect([text(), code.calls.at(-1), work.marks.value]).toEqual([before, "close", []]);
  });
});
