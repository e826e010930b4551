/** Code of the editor that is loaded when somebody needs it. */
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { DraftPreview } from "../../src/screens/editor/preview/draft-preview.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { takeToasts } from "../support/editor-page.js";
import { runHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

const toasts = takeToasts();
/** What the editor for code was opened in and with, and what is still open. */
const opened: unknown[][] = [];
let isOffline = true;
jest.unstable_mockModule("../../src/screens/editor/json/json-work.js", () => {
  if (isOffline) throw new Error("It is offline.");
  return {
    JsonWork: class {
      constructor(...given: unknown[]) {
        opened.push(given);
      }
      close = (): void => void opened.pop();
    },
  };
});
const { useLoaded } = await import("../../src/screens/editor/canvas/on-demand.js");
const { useCodeEditor } = await import("../../src/screens/editor/json/use-code-editor.js");

beforeEach(() => {
  toasts.length = 0;
  opened.length = 0;
});

describe("a component of the canvas", () => {
  const Component = (): null => null;

  test("is loaded once, and shown while it is wanted", async () => {
    let [isWanted, loads] = [false, 0];
    const load = async () => {
      loads++;
      return await Promise.resolve(Component);
    };
    const loaded = runHook(() => useLoaded(isWanted, load));
    const want = (wanted: boolean): void => {
      isWanted = wanted;
      loaded.again();
    };
    want(true);
    expect(loaded.result).toBeUndefined();
    await until(() => loaded.result === Component);
    want(false);
    expect(loaded.result).toBeUndefined();
    want(true);
    expect(loaded.result).toBe(Component);
    // Its effects have run once it is taken away.
    want(false);
    loaded.end();
    expect(loads).toBe(1);
  });

  test("is not loaded while nobody wants it", async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return await Promise.resolve(Component);
    };
    const loaded = runHook(() => useLoaded(false, load));
    const other = runHook(() => useLoaded(true, async () => await Promise.resolve(Component)));
    await until(() => other.result === Component);
    expect([loads, loaded.result]).toEqual([0, undefined]);
    for (const hook of [loaded, other]) hook.end();
  });

  test("is not shown if nobody wants it any more when it arrives", async () => {
    let [isWanted, isAsked] = [true, false];
    const { promise, resolve } = Promise.withResolvers<typeof Component>();
    const load = async () => {
      isAsked = true;
      return await promise;
    };
    const loaded = runHook(() => useLoaded(isWanted, load));
    await until(() => isAsked);
    isWanted = false;
    loaded.again();
    // Effects of a later hook run after those of this one.
    const other = runHook(() => useLoaded(true, async () => await Promise.resolve(Component)));
    await until(() => other.result === Component);
    resolve(Component);
    await promise;
    isWanted = true;
    loaded.again();
    expect(loaded.result).toBeUndefined();
    for (const hook of [loaded, other]) hook.end();
  });

  test("that cannot be loaded has a message", async () => {
    const loaded = runHook(() => useLoaded(true, async () => await Promise.reject(new Error("It is offline."))));
    await until(() => toasts.length > 0);
    expect(toasts).toEqual(["It is offline."]);
    loaded.end();
  });
});

describe("the editor for code", () => {
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  const preview = {} as unknown as DraftPreview;
  const element = {} as HTMLElement;

  // A module that was loaded stays loaded, so this test is the first one.
  test("that cannot be loaded has an error, and is opened by the next try", async () => {
    const editor = runHook(() => useCodeEditor({ current: element }, state, preview));
    await until(() => editor.result.error !== undefined);
    expect([editor.result.error?.message, editor.result.work]).toEqual(["It is offline.", undefined]);
    isOffline = false;
    editor.result.retry();
    await until(() => editor.result.work !== undefined);
    expect(editor.result.error).toBeUndefined();
    editor.end();
    await until(() => opened.length === 0);
  });

  test("is opened in its element, and closed with it", async () => {
    const editor = runHook(() => useCodeEditor({ current: element }, state, preview));
    expect(editor.result).toMatchObject({ work: undefined, error: undefined });
    await until(() => editor.result.work !== undefined);
    expect(opened).toEqual([[element, state, preview]]);
    expect(editor.result.error).toBeUndefined();
    editor.end();
    await until(() => opened.length === 0);
  });

  test("is not opened if its element has gone before the code is there", async () => {
    const host: { current: HTMLElement | null } = { current: null };
    const editor = runHook(() => useCodeEditor(host, state, preview));
    const other = runHook(() => useCodeEditor({ current: element }, state, preview));
    await until(() => other.result.work !== undefined);
    expect(editor.result.work).toBeUndefined();
    expect(opened.length).toBe(1);
    for (const hook of [editor, other]) hook.end();
    await until(() => opened.length === 0);
  });
});
