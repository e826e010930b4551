/** The keys and the clipboard of the editor, from the events of the page on. */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { openWindow, PageElement, removeStandIns, serve, standIn, takeToasts } from "../support/editor-page.js";
import { runHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

const toasts = takeToasts();
serve(() => new Response());
const { useKeys } = await import("../../src/screens/editor/state/use-keys.js");

const PAGE = new PageElement("body");
const CANVAS = new PageElement("body", ".canvas");
const LIST = new PageElement("body", "[role=tree]");
const FIELD = new PageElement("body", ".canvas", "textarea");

/** Opens the editor with a selection. */
async function open(...selected: readonly string[]) {
  let [isDialog, text] = [false, ""];
  const { send, isListening } = openWindow();
  standIn({
    document: { querySelector: (selector: string) => (selector === "dialog[open]" && isDialog ? PAGE : null) },
    getSelection: () => text,
    devicePixelRatio: 2,
  });
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  state.select(selected);
  const calls: string[] = [];
  const take = (what: string) => async (): Promise<void> => await Promise.resolve(void calls.push(what));
  const editor = runHook(() =>
    useKeys({
      state,
      save: () => calls.push("save"),
      fit: () => calls.push("fit"),
      zoomBy: (factor) => calls.push(`zoom by ${factor}`),
      zoomTo: (scale) => calls.push(`zoom to ${scale}`),
      edit: (id) => calls.push(`edit ${id}`),
      files: {
        take: (files, at) => take(`take ${files.map(({ name }) => name).join(" ")} at ${at.x},${at.y}`)(),
        takeSvg: async () => await Promise.reject(new Error("It is broken.")),
      },
    }),
  );
  await until(isListening);
  const keys = { ctrlKey: false, metaKey: false, shiftKey: false };
  return {
    state,
    calls,
    editor,
    send,
    isListening,
    /** Says whether a dialog is open. */
    setDialog: (isOpen: boolean) => (isDialog = isOpen),
    /** Selects a text of the page. */
    select: (selection: string) => (text = selection),
    /** Presses a key. Returns whether the browser does nothing more with it. */
    press: (key: string, values: object = {}, from = CANVAS) =>
      send("keydown", from, { ...keys, key, ...values }).defaultPrevented,
    layer: (id: string): EditedLayer | undefined => state.document.value.layers.find((one) => one.id === id),
  };
}

let page: Awaited<ReturnType<typeof open>>;
afterEach(async () => {
  page.editor.end();
  await until(() => !page.isListening());
  removeStandIns();
  toasts.length = 0;
});

const CONTROL = { ctrlKey: true };
const SHIFTED = { ctrlKey: true, shiftKey: true };
const idsOf = ({ layers }: EditedDocument): readonly string[] => layers.map(({ id }) => id);

describe("a shortcut with Control or Command", () => {
  test.each([CONTROL, { metaKey: true }])("saves, even from a field, but not while a dialog is open", async (keys) => {
    page = await open();
    expect(page.press("s", keys)).toBe(true);
    expect(page.press("S", keys, FIELD)).toBe(true);
    expect(page.press("s", {}, PAGE)).toBe(false);
    page.setDialog(true);
    expect(page.press("s", keys)).toBe(false);
    expect(page.calls).toEqual(["save", "save"]);
  });

  test("undoes and repeats", async () => {
    page = await open("title");
    const isMoved = (): boolean => page.layer("title")?.["x"] === 73;
    page.press("ArrowRight");
    expect([page.press("z", CONTROL), isMoved()]).toEqual([true, false]);
    expect([page.press("Z", SHIFTED), isMoved()]).toEqual([true, true]);
    page.press("z", { metaKey: true });
    expect([page.press("y", CONTROL), isMoved()]).toEqual([true, true]);
  });

  test("duplicates, groups and ungroups", async () => {
    page = await open("title");
    page.press("d", CONTROL);
    expect(idsOf(page.state.document.value)).toEqual(["photo", "title", "title-2", "foot"]);
    page.press("g", CONTROL);
    expect(idsOf(page.state.document.value)).toEqual(["photo", "title", "group", "foot"]);
    page.press("g", SHIFTED);
    expect(idsOf(page.state.document.value)).toEqual(["photo", "title", "title-2", "foot"]);
  });

  test("selects everything", async () => {
    page = await open();
    page.press("a", CONTROL);
    expect([...page.state.selection.value]).toEqual(["photo", "title", "foot"]);
  });

  test.each([
    ["]", CONTROL, ["title", "photo", "foot"]],
    ["]", SHIFTED, ["title", "foot", "photo"]],
    ["}", SHIFTED, ["title", "foot", "photo"]],
  ])("%s brings a layer to the front", async (key, keys, expected) => {
    page = await open("photo");
    page.press(key, keys);
    expect(idsOf(page.state.document.value)).toEqual(expected);
  });

  test.each([
    ["[", CONTROL, ["photo", "foot", "title"]],
    ["[", SHIFTED, ["foot", "photo", "title"]],
    ["{", SHIFTED, ["foot", "photo", "title"]],
  ])("%s sends a layer to the back", async (key, keys, expected) => {
    page = await open("foot");
    page.press(key, keys);
    expect(idsOf(page.state.document.value)).toEqual(expected);
  });

  test("zooms, shows true pixels, and shows the whole document", async () => {
    page = await open();
    for (const key of ["+", "=", "-", "0", "1"]) expect(page.press(key, CONTROL)).toBe(true);
    expect(page.calls).toEqual(["zoom by 1.25", "zoom by 1.25", "zoom by 0.8", "zoom to 0.5", "fit"]);
  });

  test("is left to the browser in a field, and if the editor does not know it", async () => {
    page = await open("title");
    expect(page.press("d", CONTROL, FIELD)).toBe(false);
    expect(page.press("k", CONTROL)).toBe(false);
    expect(page.press("ArrowRight", CONTROL)).toBe(false);
    expect(page.state.document.value).toBe(CARD);
  });
});

describe("a key without a modifier", () => {
  test.each([
    ["ArrowLeft", {}, { x: 71, y: 100 }],
    ["ArrowRight", {}, { x: 73, y: 100 }],
    ["ArrowUp", {}, { x: 72, y: 99 }],
    ["ArrowDown", {}, { x: 72, y: 101 }],
    ["ArrowRight", { shiftKey: true }, { x: 82, y: 100 }],
    ["ArrowUp", { shiftKey: true }, { x: 72, y: 90 }],
  ])("%s moves the selected layers on the canvas", async (key, keys, expected) => {
    page = await open("title");
    expect(page.press(key, keys)).toBe(true);
    expect(page.layer("title")).toMatchObject(expected);
  });

  test("does not move layers from the list, and scrolls if nothing is selected", async () => {
    page = await open("title");
    expect(page.press("ArrowDown", {}, LIST)).toBe(false);
    page.state.select([]);
    expect(page.press("ArrowDown")).toBe(false);
    expect(page.state.document.value).toBe(CARD);
  });

  test.each([
    ["Delete", CANVAS],
    ["Backspace", LIST],
  ])("%s deletes the selected layers on the canvas and in the list", async (key, from) => {
    page = await open("title");
    expect(page.press(key, {}, from)).toBe(true);
    expect(idsOf(page.state.document.value)).toEqual(["photo", "foot"]);
  });

  test("deletes nothing elsewhere, in a field, and without a selection", async () => {
    page = await open("title");
    expect(page.press("Delete", {}, PAGE)).toBe(false);
    expect(page.press("Backspace", {}, FIELD)).toBe(false);
    page.state.select([]);
    expect(page.press("Delete")).toBe(false);
    expect(page.state.document.value).toBe(CARD);
  });

  test("Escape leaves the group and then the selection", async () => {
    page = await open("author");
    expect(page.press("Escape", {}, PAGE)).toBe(true);
    expect([...page.state.selection.value]).toEqual(["foot"]);
    page.press("Escape", {}, PAGE);
    expect([...page.state.selection.value]).toEqual([]);
    expect(page.press("Escape", {}, PAGE)).toBe(false);
  });

  test("Enter opens the selected group, and edits another layer", async () => {
    page = await open("foot");
    expect(page.press("Enter")).toBe(true);
    expect([...page.state.selection.value]).toEqual(["date"]);
    expect(page.calls).toEqual([]);
    expect(page.press("Enter", {}, LIST)).toBe(true);
    expect(page.calls).toEqual(["edit date"]);
  });

  test("Enter is left to a button elsewhere, and does nothing without a selection", async () => {
    page = await open("title");
    expect(page.press("Enter", {}, PAGE)).toBe(false);
    page.state.select([]);
    expect(page.press("Enter")).toBe(false);
    expect(page.calls).toEqual([]);
  });

  test("is ignored if something else has already handled it", async () => {
    page = await open("title");
    const event = page.send("keydown", CANVAS, { key: "Delete", defaultPrevented: true });
    expect(event.defaultPrevented).toBe(true);
    expect(page.state.document.value).toBe(CARD);
  });
});

describe("copying", () => {
  const copied: [type: string, text: string][] = [];
  const clipboardData = { setData: (type: string, text: string) => copied.push([type, text]) };
  beforeEach(() => void (copied.length = 0));

  test("has the selected layers as JSON, and leaves them", async () => {
    page = await open("author", "foot");
    expect(page.send("copy", CANVAS, { clipboardData }).defaultPrevented).toBe(true);
    expect(copied.map(([type]) => type)).toEqual(["text/plain"]);
    expect(JSON.parse(copied[0]?.[1] ?? "")).toEqual([CARD.layers[2]]);
    expect(copied[0]?.[1]).toContain('\n    "id": "foot",\n');
    expect(page.state.document.value).toBe(CARD);
  });

  test("deletes the layers if they are cut", async () => {
    page = await open("title");
    page.send("cut", CANVAS, { clipboardData });
    expect(copied.length).toBe(1);
    expect(idsOf(page.state.document.value)).toEqual(["photo", "foot"]);
  });

  test("is left to the browser in a field, without layers, and for a selected text", async () => {
    page = await open("title");
    expect(page.send("cut", FIELD, { clipboardData }).defaultPrevented).toBe(false);
    page.select("words of a message");
    expect(page.send("cut", CANVAS, { clipboardData }).defaultPrevented).toBe(false);
    page.select("");
    page.state.select([]);
    expect(page.send("cut", CANVAS, { clipboardData }).defaultPrevented).toBe(false);
    expect(copied).toEqual([]);
    expect(page.state.document.value).toBe(CARD);
  });
});

describe("pasting", () => {
  const withText = (text: string) => ({ clipboardData: { files: [], getData: () => text } });

  test("adds a text in the middle of the document", async () => {
    page = await open();
    expect(page.send("paste", CANVAS, withText(" Hello ")).defaultPrevented).toBe(true);
    expect(page.state.document.value.layers[3]).toMatchObject({ type: "text", text: "Hello", x: 360, y: 267 });
  });

  test("gives the files to the editor, with the middle of the document as their place", async () => {
    page = await open();
    const files = [new File(["a"], "a.png", { type: "image/png" }), new File(["b"], "b.txt", { type: "text/plain" })];
    page.send("paste", CANVAS, { clipboardData: { files, getData: () => "" } });
    expect(page.calls).toEqual(["take a.png at 600,315"]);
  });

  test("says why something could not be added", async () => {
    page = await open();
    page.send("paste", CANVAS, withText("<svg></svg>"));
    await until(() => toasts.length > 0);
    expect(toasts).toEqual(["It is broken."]);
  });

  test("is left to the browser in a field, and if there is no clipboard", async () => {
    page = await open();
    expect(page.send("paste", FIELD, withText("Hello")).defaultPrevented).toBe(false);
    expect(page.send("paste", CANVAS, { clipboardData: null }).defaultPrevented).toBe(false);
    expect(page.state.document.value).toBe(CARD);
  });
});

test("nothing happens any more after the editor is closed", async () => {
  page = await open("title");
  page.editor.end();
  await until(() => !page.isListening());
  expect(page.press("s", CONTROL)).toBe(false);
  for (const type of ["copy", "cut", "paste"]) {
    const clipboardData = { files: [], getData: () => "Hello", setData: () => undefined };
    expect(page.send(type, CANVAS, { clipboardData }).defaultPrevented).toBe(false);
  }
  expect(page.state.document.value).toBe(CARD);
});
