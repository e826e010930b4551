/** What the editor for code does with its text: the steps of typing, folding, the selected layer and marks. */
import { searchPanelOpen } from "@codemirror/search";
import { codeFolding, foldedRanges } from "@codemirror/language";
import { diagnosticCount, forEachDiagnostic } from "@codemirror/lint";
import { type ChangeSet, EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { type EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { describe, expect, jest, test } from "@jest/globals";
import { CodeExtras } from "../../src/screens/editor/json/code-extras.js";
import { setMarks } from "../../src/screens/editor/json/code-marks.js";
import { foldTexts } from "../../src/screens/editor/json/fold-texts.js";
import { historyKeys } from "../../src/screens/editor/json/history-keys.js";
import type { Mark } from "../../src/screens/editor/json/mark.js";
import { pointAt, type PointedView, selectedLayer } from "../../src/screens/editor/json/selected-layer.js";
import { external, reportTyping } from "../../src/screens/editor/json/typing-steps.js";
import { untilQuiet } from "../support/editor-page.js";

/** An editor that shows nothing. */
class View {
  state: EditorState;
  hasFocus = true;
  readonly sent: TransactionSpec[] = [];

  constructor(doc: string, extensions: Extension = []) {
    this.state = EditorState.create({ doc, extensions });
  }

  dispatch = (spec: TransactionSpec): void => {
    this.sent.push(spec);
    this.state = this.state.update(spec).state;
  };
}
const asView = (view: View): EditorView => view as unknown as EditorView;

describe("typing", () => {
  /** Reports the changes of a text. */
  function listen() {
    const view = new View("abc");
    const reports: string[] = [];
    const report = reportTyping({
      onType: (changes: ChangeSet, isNew) => reports.push(`${isNew ? "new" : "same"} ${JSON.stringify(changes)}`),
      onCursor: (offset) => reports.push(`cursor ${offset}`),
    });
    const change = (...specs: readonly TransactionSpec[]): readonly string[] => {
      reports.length = 0;
      const transactions = specs.map((spec) => {
        const transaction = view.state.update(spec);
        view.state = transaction.state;
        return transaction;
      });
      const last = transactions.at(-1);
      const [docChanged, selectionSet] = [last?.docChanged, last?.selection !== undefined];
      const { changes } = last ?? {};
      report({ transactions, changes, docChanged, selectionSet, view, state: view.state } as unknown as ViewUpdate);
      return [...reports];
    };
    return { view, change };
  }
  const LETTER = { changes: { from: 0, insert: "x" } };

  test("continues in the same step until it pauses for a second", () => {
    const now = jest.spyOn(performance, "now").mockReturnValue(5_000);
    const { change } = listen();
    expect(change(LETTER)).toEqual(['new [[0,"x"],3]']);
    now.mockReturnValue(6_000);
    expect(change(LETTER)).toEqual(['same [[0,"x"],4]']);
    now.mockReturnValue(7_001);
    expect(change(LETTER)).toEqual(['new [[0,"x"],5]']);
    now.mockReturnValue(7_002);
    expect(change(LETTER)).toEqual(['same [[0,"x"],6]']);
    now.mockRestore();
  });

  test("is another step after somebody has put the cursor somewhere", () => {
    const { view, change } = listen();
    change(LETTER);
    expect(change({ selection: { anchor: 2 } })).toEqual(["cursor 2"]);
    expect(change({ ...LETTER, selection: { anchor: 1 } })).toEqual(['new [[0,"x"],4]', "cursor 1"]);
    expect(change(LETTER)).toEqual(['same [[0,"x"],5]']);
    view.hasFocus = false;
    expect(change({ selection: { anchor: 2 } })).toEqual([]);
    expect(change({ ...LETTER, selection: { anchor: 1 } })).toEqual(['same [[0,"x"],6]']);
    view.hasFocus = true;
    expect(change({})).toEqual([]);
    expect(change(LETTER)).toEqual(['same [[0,"x"],7]']);
  });

  test("is not what the canvas has changed", () => {
    const { change } = listen();
    const canvas = { ...LETTER, selection: { anchor: 1 }, annotations: external.of(true) };
    expect(change(canvas)).toEqual([]);
    expect(change(canvas, {})).toEqual([]);
    expect(change({ ...LETTER, annotations: external.of(false) }).length).toBe(1);
  });
});

describe("a key of the history", () => {
  /** Presses a key. Returns what it did. */
  function press(key: string, keys: object = {}): string {
    const done: string[] = [];
    const press = historyKeys({ onUndo: () => done.push("undo"), onRedo: () => done.push("redo") });
    const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
    const isTaken = press({ key, ...none, preventDefault: () => done.push("prevent"), ...keys });
    return [...done, isTaken].join(" ");
  }

  test("undoes or repeats, with Control or Command", () => {
    expect(press("z", { ctrlKey: true })).toBe("undo prevent true");
    expect(press("z", { metaKey: true })).toBe("undo prevent true");
    expect(press("Z", { ctrlKey: true, shiftKey: true })).toBe("redo prevent true");
    expect(press("y", { ctrlKey: true })).toBe("redo prevent true");
  });

  test("is left to the text without Control, with Alt, and with another letter", () => {
    expect(press("z")).toBe("false");
    expect(press("y", { ctrlKey: true, altKey: true })).toBe("false");
    expect(press("x", { ctrlKey: true })).toBe("false");
  });
});

describe("folding", () => {
  test("hides parts of the text once, and is not typing", () => {
    const view = new View("0123456789", [codeFolding()]);
    const folded = (): string[] => {
      const found: string[] = [];
      foldedRanges(view.state).between(0, 10, (from, to) => void found.push(`${from}-${to}`));
      return found;
    };
    const first = foldTexts(view.state, [{ from: 1, to: 3 }]);
    if (first !== undefined) view.dispatch(first);
    expect(folded()).toEqual(["1-3"]);
    expect(foldTexts(view.state, [{ from: 1, to: 3 }])).toBeUndefined();
    const second = foldTexts(view.state, [
      { from: 1, to: 3 },
      { from: 5, to: 8 },
    ]);
    if (second !== undefined) view.dispatch(second);
    expect(folded()).toEqual(["1-3", "5-8"]);
    expect(view.state.update(second ?? {}).annotation(external)).toBe(true);
  });
});

describe("the selected layer", () => {
  const TEXT = "0\n2\n4\n6\n8";

  /** Shows a text. Its offsets from 2 to 6 are loaded, and its lines from 20 to 60 pixels are in view. */
  function openText(hasFocus = false) {
    const view = new View(TEXT, [selectedLayer]);
    const lines: number[] = [];
    const pointed = {
      hasFocus,
      viewport: { from: 2, to: 6 },
      lineBlockAt: (offset: number) => ({ top: offset * 10, bottom: offset * 10 + 20 }),
      scrollDOM: { scrollTop: 20, clientHeight: 40 },
      dispatch: view.dispatch,
    };
    const point = (from?: number, to = from): number => {
      pointAt(pointed as unknown as PointedView, from === undefined || to === undefined ? undefined : { from, to });
      lines.length = 0;
      view.state.field(selectedLayer).between(0, TEXT.length, (start) => void lines.push(start));
      // The first effect marks the lines, and the second one scrolls.
      return [view.sent.at(-1)?.effects].flat().length - 1;
    };
    return { view, lines, point };
  }

  test("has all of its lines marked, and nothing is marked without one", () => {
    const { view, lines, point } = openText();
    point(3, 6);
    expect(lines).toEqual([2, 4, 6]);
    expect(view.state.update(view.sent.at(-1) ?? {}).annotation(external)).toBe(true);
    point(4);
    expect(lines).toEqual([4]);
    point(7, 99);
    expect(lines).toEqual([6, 8]);
    point();
    expect(lines).toEqual([]);
  });

  test("keeps its lines marked when the text before it changes", () => {
    const { view, point } = openText();
    point(4);
    view.dispatch({ changes: { from: 0, insert: "\n\n" } });
    const lines: number[] = [];
    view.state.field(selectedLayer).between(0, 20, (start) => void lines.push(start));
    expect(lines).toEqual([6]);
  });

  test.each([
    [1, 1],
    [2, 0],
    [4, 0],
    [5, 1],
    [7, 1],
  ])("that begins at %d scrolls the text %d times, only if its beginning is out of view", (from, times) => {
    expect(openText().point(from)).toBe(times);
  });

  test("scrolls to what is not loaded yet, and does not scroll for nothing", () => {
    const { point } = openText();
    expect([point(0), point(8), point()]).toEqual([1, 1, 0]);
  });

  test("does not scroll while somebody types", () => {
    expect(openText(true).point(0)).toBe(0);
  });
});

const MARK: Mark = { from: 1, to: 3, severity: "error", message: "It is wrong." };
const marksIn = (state: EditorState): string[] => {
  const found: string[] = [];
  forEachDiagnostic(state, ({ severity, message }, from, to) => found.push(`${from}-${to} ${severity} ${message}`));
  return found;
};

describe("the marks of problems", () => {
  test("are at their places, or at the end of a text that is shorter now", () => {
    const view = new View("abcd");
    view.dispatch(setMarks(view.state, [MARK, { ...MARK, from: 9, to: 12, severity: "warning" }]));
    expect(marksIn(view.state)).toEqual(["1-3 error It is wrong.", "4-4 warning It is wrong."]);
    view.dispatch(
      setMarks(view.state, [
        { ...MARK, from: 3, to: 9 },
        { ...MARK, from: 2, to: 1 },
      ]),
    );
    expect(marksIn(view.state)).toEqual(["2-2 error It is wrong.", "3-4 error It is wrong."]);
  });
});

describe("what is loaded when it is needed", () => {
  function openExtras() {
    const extras = new CodeExtras(() => []);
    const view = new View("abcd", [...extras.extensions, extras.gutter]);
    return { extras, view };
  }

  test("shows marks once their code is there, and removes them", async () => {
    const { extras, view } = openExtras();
    extras.mark(asView(view), []);
    await untilQuiet();
    expect(view.sent).toEqual([]);
    extras.mark(asView(view), [MARK]);
    extras.mark(asView(view), [{ ...MARK, from: 2 }]);
    await untilQuiet();
    expect(marksIn(view.state)).toEqual(["2-3 error It is wrong."]);
    // One change adds the gutter, and each list of marks is one.
    expect(view.sent.length).toBe(3);
    extras.mark(asView(view), []);
    await untilQuiet();
    expect([diagnosticCount(view.state), view.sent.length]).toEqual([0, 4]);
  });

  test("shows no marks in an editor that is closed", async () => {
    const { extras, view } = openExtras();
    extras.mark(asView(view), [MARK]);
    extras.close();
    await untilQuiet();
    expect(view.sent).toEqual([]);
  });

  test("completes once somebody begins to use the text, and is loaded once", async () => {
    const { extras, view } = openExtras();
    await Promise.all([extras.assist(asView(view)), extras.assist(asView(view))]);
    await extras.assist(asView(view));
    expect(view.sent.length).toBe(1);
    expect(view.state.languageDataAt("autocomplete", 0)).toEqual([]);
    expect(
      view.state
        .facet(keymap)
        .flat()
        .map(({ key }) => key),
    ).toContain("Tab");
  });

  test("is tried again if it could not be loaded", async () => {
    const { extras, view } = openExtras();
    const { dispatch } = view;
    view.dispatch = () => {
      throw new Error("It is offline.");
    };
    await extras.assist(asView(view));
    view.dispatch = dispatch;
    await extras.assist(asView(view));
    expect(view.sent.length).toBe(1);
  });

  test("opens the search with its key", async () => {
    const { view } = openExtras();
    const binding = view.state
      .facet(keymap)
      .flat()
      .find(({ key }) => key === "Mod-f");
    expect(binding?.preventDefault).toBe(true);
    expect(binding?.run?.(asView(view))).toBe(true);
    await untilQuiet();
    expect(searchPanelOpen(view.state)).toBe(true);
  });
});
