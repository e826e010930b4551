/** Files that are dropped on the editor or chosen: SVGs become layers, and images become uploads. */
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { EditedLayer } from "../../src/editor/document/edited-document.js";
import type { Point } from "../../src/editor/geometry/box.js";
import type { ImportedSvg } from "../../src/service/import-svg/import-svg-file.js";
import type { FileImports as Imports } from "../../src/screens/editor/files/file-imports.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import {
  openPictures,
  openWindow,
  PageElement,
  removeStandIns,
  serve,
  serveUploads,
  standIn,
  takeToasts,
  untilQuiet,
} from "../support/editor-page.js";
import { runHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

const toasts = takeToasts();
const importSvgFile = jest.fn<(text: string, name: string) => Promise<ImportedSvg>>();
jest.unstable_mockModule("../../src/service/import-svg/import-svg-file.js", () => ({ importSvgFile }));
serve(() => new Response());
const { FileImports } = await import("../../src/screens/editor/files/file-imports.js");
const { chooseFiles, useFileDrop } = await import("../../src/screens/editor/files/use-file-drop.js");

beforeEach(() => {
  toasts.length = 0;
  importSvgFile.mockReset();
});
afterEach(removeStandIns);

const AT = { x: 600, y: 300 };
const open = (): EditorState => EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
const added = (state: EditorState): readonly EditedLayer[] => state.document.value.layers.slice(CARD.layers.length);

const DESIGN = {
  edition: 2,
  width: 100,
  height: 100,
  layers: [{ id: "dot", type: "ellipse", x: 0, y: 0, width: 9, height: 9 }],
};
const imported = (notes: ImportedSvg["notes"] = []): ImportedSvg => {
  return { document: { ...DESIGN, background: "#ff0000" }, notes, ground: "Paper", layerCount: 2 };
};

describe("files", () => {
  test("that are SVGs by their type or their name are imported around the place", async () => {
    importSvgFile.mockResolvedValue(imported());
    const state = open();
    const imports = new FileImports(state);
    await imports.take(
      [new File(["<svg/>"], "Card.SVG"), new File(["<svg />"], "card", { type: "image/svg+xml" })],
      AT,
    );
    expect(importSvgFile.mock.calls).toEqual([
      ["<svg/>", "Card"],
      ["<svg />", "card"],
    ]);
    expect(added(state)).toMatchObject([
      { id: "background", name: "Paper", x: 550, y: 250 },
      { id: "dot", x: 550, y: 250 },
      { id: "background-2" },
      { id: "dot-2" },
    ]);
    expect(state.history.value.past.map(({ name }) => name)).toEqual(["Opened", "Import Card.SVG"]);
    expect(imports.report.value).toBeUndefined();
    expect(imports.running.value).toBeUndefined();
  });

  test("that lose something have a report", async () => {
    const notes = [{ message: "A filter is not kept.", line: 3 }];
    importSvgFile.mockResolvedValue(imported(notes));
    const imports = new FileImports(open());
    await imports.takeSvg("<svg/>", AT);
    expect(imports.report.value).toEqual({ name: "the pasted SVG", layerCount: 2, notes });
  });

  test("that are images are uploaded, and others are named", async () => {
    const announced = serveUploads();
    openPictures();
    const state = open();
    const files = [new File(["a"], "a.png"), new File(["b"], "notes.txt"), new File(["c"], "c", { type: "image/gif" })];
    await new FileImports(state).take([...files, new File(["d"], "d.ttf")], AT);
    expect(announced).toMatchObject([{ contentType: "image/png" }, { contentType: "image/gif" }]);
    expect(toasts).toEqual([
      "notes.txt is neither an SVG nor an image that the service accepts.",
      "d.ttf is neither an SVG nor an image that the service accepts.",
    ]);
  });

  test("that fail are named, and the next one follows", async () => {
    const running: (string | undefined)[] = [];
    const state = open();
    const imports = new FileImports(state);
    imports.running.subscribe((what) => running.push(what));
    importSvgFile.mockRejectedValueOnce(new Error("Line 3 is broken.")).mockResolvedValueOnce(imported());
    await imports.take([new File(["<svg"], "a.svg"), new File(["<svg/>"], "b.svg")], AT);
    expect(toasts).toEqual(["Line 3 is broken."]);
    expect(added(state).length).toBe(2);
    expect(running).toEqual([undefined, "Importing a.svg…", undefined, "Importing b.svg…", undefined]);
  });
});

describe("files over the page", () => {
  const FRAME = Object.assign(new PageElement(".canvas"), {
    getBoundingClientRect: () => ({ left: 10, top: 20 }),
    contains: (element: unknown) => element === CANVAS,
  });
  const CANVAS = new PageElement(".canvas");
  const LIST = new PageElement("[role=tree]");
  const files = [new File(["a"], "a.png")];
  const dragged = (types: readonly string[] = ["Files"]) => ({
    dataTransfer: { types, files },
    clientX: 110,
    clientY: 220,
  });

  async function openPage(frame: PageElement | null = FRAME) {
    const { send, isListening } = openWindow();
    const taken: [readonly File[], Point][] = [];
    const imports = {
      take: async (given: readonly File[], at: Point) => Promise.resolve(void taken.push([given, at])),
    };
    const drop = runHook(() =>
      useFileDrop({
        state: open(),
        imports: imports as unknown as Imports,
        frame: { current: frame as unknown as HTMLElement | null },
        view: signal({ scale: 2, x: 40, y: 60 }),
      }),
    );
    await until(isListening);
    const close = async (): Promise<void> => {
      drop.end();
      await until(() => !isListening());
    };
    return { send, taken, drop, close };
  }

  test("are announced, until they leave the page", async () => {
    const { send, drop, close } = await openPage();
    expect(drop.result.value).toBe(false);
    expect(send("dragover", LIST, dragged()).defaultPrevented).toBe(true);
    expect(drop.result.value).toBe(true);
    send("dragleave", LIST, { relatedTarget: CANVAS });
    expect(drop.result.value).toBe(true);
    send("dragleave", LIST, { relatedTarget: null });
    expect(drop.result.value).toBe(false);
    await close();
  });

  test("are added where they are dropped on the canvas, and otherwise in the middle of the document", async () => {
    const { send, taken, drop, close } = await openPage();
    send("dragover", CANVAS, dragged());
    expect(send("drop", CANVAS, dragged()).defaultPrevented).toBe(true);
    expect(drop.result.value).toBe(false);
    send("drop", LIST, dragged());
    expect(taken).toEqual([
      [files, { x: 30, y: 70 }],
      [files, { x: 600, y: 315 }],
    ]);
    await close();
  });

  test("are added in the middle of the document if there is no canvas", async () => {
    const { send, taken, close } = await openPage(null);
    send("drop", CANVAS, dragged());
    expect(taken).toEqual([[files, { x: 600, y: 315 }]]);
    await close();
  });

  test("are taken, and a text that is dragged is left to the browser", async () => {
    const { send, taken, drop, close } = await openPage();
    expect(send("dragover", CANVAS, dragged(["text/plain"])).defaultPrevented).toBe(false);
    expect(send("dragover", CANVAS, { dataTransfer: null }).defaultPrevented).toBe(false);
    expect(send("drop", CANVAS, dragged(["text/plain"])).defaultPrevented).toBe(false);
    expect([drop.result.value, taken]).toEqual([false, []]);
    await close();
  });

  test("are left to the browser after the editor is closed", async () => {
    const { send, taken, drop, close } = await openPage();
    await close();
    expect(send("dragover", CANVAS, dragged()).defaultPrevented).toBe(false);
    drop.result.value = true;
    expect(send("drop", CANVAS, dragged()).defaultPrevented).toBe(false);
    send("dragleave", CANVAS, { relatedTarget: null });
    expect([drop.result.value, taken]).toEqual([true, []]);
  });
});

test("files can be chosen in the dialog of the browser, several images at once", async () => {
  class FileInput extends EventTarget {
    files: readonly File[] | null = null;
    isOpen = false;
    click = (): void => void (this.isOpen = true);
  }
  const input = new FileInput();
  standIn({ document: { createElement: (name: string) => (name === "input" ? input : undefined) } });
  const taken: [readonly File[], Point][] = [];
  const imports = { take: async (files: readonly File[], at: Point) => Promise.resolve(void taken.push([files, at])) };
  chooseFiles(open(), imports as unknown as Imports);
  expect(input).toMatchObject({
    type: "file",
    accept: ".png,.jpg,.jpeg,.webp,.avif,.gif,.svg",
    multiple: true,
    isOpen: true,
  });
  input.dispatchEvent(new Event("change"));
  input.files = [new File(["a"], "a.png")];
  input.dispatchEvent(new Event("change"));
  await untilQuiet();
  expect(taken).toEqual([
    [[], { x: 600, y: 315 }],
    [input.files, { x: 600, y: 315 }],
  ]);
});
