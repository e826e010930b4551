/** The small pictures in the list of layers: when they are drawn, and which are kept. */
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import type { DraftPicture, DraftPreview } from "../../src/screens/editor/preview/draft-preview.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import {
  openPictures,
  refuse,
  removeStandIns,
  serve,
  standIn,
  stopTimers,
  untilQuiet,
} from "../support/editor-page.js";

serve(() => new Response());
const { Thumbnails } = await import("../../src/screens/editor/layers/thumbnails.js");

beforeEach(stopTimers);
afterEach(() => {
  jest.useRealTimers();
  removeStandIns();
});

const square = (id: string, width = 56, height = 56): EditedLayer => {
  return { id, type: "rectangle", x: 0, y: 0, width, height, background_color: `#${id}` };
};
const documentOf = (...layers: readonly EditedLayer[]): EditedDocument => ({ width: 800, height: 600, layers });
const AT_ONCE = 0;

/** Opens the list of a document whose picture on the canvas is exact. Each thumbnail is `luma` of 255 bright. */
function open(document: EditedDocument, luma = 255) {
  const pictures = openPictures();
  const responses: (() => Response | Promise<Response>)[] = [];
  const picture = { contentType: "image/png", base64: btoa("png") };
  const sent = serve(() => responses.shift()?.() ?? Response.json({ image: picture, layers: [], warnings: [] }));
  const closed: number[] = [];
  standIn({
    createImageBitmap: async (file: Blob) => {
      await Promise.resolve();
      return { width: file.size, height: 2, close: () => closed.push(1) };
    },
    OffscreenCanvas: class {
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      isDrawn = false;
      getContext = () => ({
        drawImage: (_: unknown, x: number, y: number) => (this.isDrawn = x === 0 && y === 0),
        getImageData: (x: number, y: number, width: number, height: number) => {
          const isWhole = this.isDrawn && x + y === 0 && width === this.width && height === this.height;
          return { data: Uint8ClampedArray.from(isWhole ? [luma, luma, luma, 255] : []) };
        },
      });
    },
  });
  const state = EditorState.open({ document, version: 1, etag: undefined }, "Opened");
  const exact = (): DraftPicture => ({ address: "canvas", document: state.settled.value, isExact: true });
  const canvas = signal<DraftPicture | undefined>(exact());
  const thumbnails = new Thumbnails(state, { picture: canvas } as unknown as DraftPreview);
  const end = thumbnails.start();
  const wait = async (ms: number): Promise<void> => {
    jest.advanceTimersByTime(ms);
    await untilQuiet();
  };
  /** The colors of the layers that were requested, which name them. */
  const requested = (): readonly unknown[] =>
    sent.map(({ body }) => (body as { document: EditedDocument }).document.layers[0]?.["background_color"]);
  const shown = (): Record<string, string> =>
    Object.fromEntries([...thumbnails.shown.value].map(([id, { address }]) => [id, address]));
  const change = (changed: EditedDocument): void => {
    state.change("Change", () => changed);
    canvas.value = exact();
  };
  return { thumbnails, state, canvas, exact, pictures, responses, sent, closed, end, wait, requested, shown, change };
}

describe("the picture of a layer", () => {
  test("is drawn once its row is in view, exactly and no larger than its place", async () => {
    const { thumbnails, sent, closed, wait, shown } = open(documentOf(square("aa", 112, 28)));
    expect(thumbnails.isDrawing.value).toBe(false);
    await wait(1_000);
    expect([sent.length, thumbnails.isDrawing.value]).toEqual([0, false]);
    thumbnails.see("aa", true);
    expect(thumbnails.isDrawing.value).toBe(true);
    await wait(AT_ONCE);
    expect(sent).toMatchObject([{ body: { format: "png", scale: 0.5, document: { width: 112, height: 28 } } }]);
    expect(closed.length).toBe(1);
    await wait(250);
    expect(shown()).toEqual({ aa: "blob:1" });
    expect([sent.length, thumbnails.isDrawing.value]).toEqual([1, false]);
    thumbnails.see("aa", true);
    expect(thumbnails.isDrawing.value).toBe(false);
  });

  test("waits for the one that is being drawn, even if its row comes into view meanwhile", async () => {
    const { thumbnails, responses, wait, requested } = open(documentOf(square("aa"), square("bb")));
    const first = Promise.withResolvers<Response>();
    responses.push(() => first.promise);
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    thumbnails.see("bb", true);
    await wait(5_000);
    expect(requested()).toEqual(["#aa"]);
    first.resolve(refuse(400));
    await untilQuiet();
    await wait(250);
    expect(requested()).toEqual(["#aa", "#bb"]);
  });

  test.each([
    ["at its true size if it is small", [20, 56], 1],
    ["by its height if it is high", [28, 560], 0.1],
    ["no smaller than the service draws it", [8_000, 40], 0.051],
  ] as const)("is drawn %s", async (_, [width, height], scale) => {
    const { thumbnails, sent, wait } = open(documentOf(square("aa", width, height)));
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    expect(sent).toMatchObject([{ body: { scale } }]);
  });

  test.each([
    [255, "dark"],
    [0, "light"],
  ])("that is %d of 255 bright is on a %s ground", async (luma, backing) => {
    const { thumbnails, wait } = open(documentOf(square("aa")), luma);
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    await wait(250);
    expect(thumbnails.shown.value.get("aa")).toEqual({ address: "blob:1", backing });
  });

  test("is on a light ground if the browser cannot read it", async () => {
    const { thumbnails, wait } = open(documentOf(square("aa")));
    standIn({
      OffscreenCanvas: class {
        getContext = (): null => null;
      },
    });
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    await wait(250);
    expect(thumbnails.shown.value.get("aa")).toMatchObject({ backing: "light" });
  });

  test("follows the one before after a quarter of a second", async () => {
    const { thumbnails, wait, requested, shown } = open(documentOf(square("aa"), square("bb")));
    thumbnails.see("aa", true);
    thumbnails.see("bb", true);
    await wait(AT_ONCE);
    await wait(249);
    expect(requested()).toEqual(["#aa"]);
    await wait(1);
    expect(requested()).toEqual(["#aa", "#bb"]);
    expect(shown()).toEqual({ aa: "blob:1" });
    expect(thumbnails.isDrawing.value).toBe(true);
    await wait(250);
    expect(shown()).toEqual({ aa: "blob:1", bb: "blob:2" });
    expect(thumbnails.isDrawing.value).toBe(false);
  });

  test("is not drawn if its row has left the view before, or if there is no such layer", async () => {
    const { thumbnails, sent, wait } = open(
      documentOf(square("aa"), { id: "text", type: "text", width: 9, height: 9 }),
    );
    thumbnails.see("aa", true);
    thumbnails.see("aa", false);
    thumbnails.see("text", true);
    thumbnails.see("removed", true);
    await wait(AT_ONCE);
    expect([sent.length, thumbnails.isDrawing.value]).toEqual([0, false]);
  });
});

describe("drawing waits for the canvas", () => {
  test.each<[string, (opened: ReturnType<typeof open>) => void]>([
    ["while its picture is a draft", ({ canvas, exact }) => (canvas.value = { ...exact(), isExact: false })],
    ["while it has no picture", ({ canvas }) => (canvas.value = undefined)],
    [
      "while its picture shows an older document",
      ({ state }) => state.change("Change", (old) => ({ ...old, width: 9 })),
    ],
    ["during a gesture", ({ state }) => (state.gesture.value = documentOf())],
    [
      "while layers move",
      ({ state }) => (state.moving.value = { ids: new Set(), document: documentOf(), by: { x: 0, y: 0 } }),
    ],
  ])("%s", async (_, disturb) => {
    const opened = open(documentOf(square("aa")));
    opened.thumbnails.see("aa", true);
    disturb(opened);
    await opened.wait(AT_ONCE);
    expect([opened.sent.length, opened.thumbnails.isDrawing.value]).toEqual([0, false]);
    opened.state.gesture.value = undefined;
    opened.state.moving.value = undefined;
    opened.canvas.value = opened.exact();
    await opened.wait(AT_ONCE);
    expect(opened.sent.length).toBe(1);
  });
});

describe("a layer that changes", () => {
  test("keeps its last picture until the new one is there, and has the old one again after an undo, and none once it is deleted", async () => {
    const first = documentOf(square("aa"));
    const { thumbnails, wait, requested, shown, change } = open(first);
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    await wait(250);
    change(setAttributes(first, ["aa"], { background_color: "#ff" }));
    expect(shown()).toEqual({ aa: "blob:1" });
    await wait(AT_ONCE);
    await wait(250);
    expect(shown()).toEqual({ aa: "blob:2" });
    change(first);
    await wait(AT_ONCE);
    expect(shown()).toEqual({ aa: "blob:1" });
    expect(requested()).toEqual(["#aa", "#ff"]);
    change(documentOf());
    await wait(AT_ONCE);
    expect(shown()).toEqual({});
  });
});

describe("a picture that the service does not draw", () => {
  test.each([400, 404, 499])("because it is refused with %d is not requested again", async (status) => {
    const first = documentOf(square("aa"));
    const { thumbnails, responses, wait, requested, shown, change } = open(first);
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    await wait(250);
    responses.push(() => refuse(status));
    change(setAttributes(first, ["aa"], { background_color: "#ff" }));
    await wait(AT_ONCE);
    expect(shown()).toEqual({ aa: "blob:1" });
    await wait(250);
    expect(shown()).toEqual({});
    await wait(60_000);
    expect(requested()).toEqual(["#aa", "#ff"]);
  });

  test.each([429, 500, 503])("for the moment, with %d, is requested again after 20 seconds", async (status) => {
    const { thumbnails, responses, wait, requested, shown } = open(documentOf(square("aa")));
    responses.push(() => refuse(status));
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    await wait(19_999);
    expect(requested()).toEqual(["#aa"]);
    expect(thumbnails.isDrawing.value).toBe(true);
    await wait(1);
    await wait(250);
    expect(requested()).toEqual(["#aa", "#aa"]);
    expect(shown()).toEqual({ aa: "blob:1" });
  });
});

describe("the pictures that are kept", () => {
  test("are released with the list, and one that arrives later at once", async () => {
    const { thumbnails, pictures, end, wait, sent } = open(documentOf(square("aa"), square("bb"), square("cc")));
    for (const id of ["aa", "bb", "cc"]) thumbnails.see(id, true);
    await wait(AT_ONCE);
    jest.advanceTimersByTime(250);
    end();
    expect(pictures.held.size).toBe(0);
    await untilQuiet();
    expect(pictures.held.size).toBe(0);
    await wait(60_000);
    expect(sent.length).toBe(2);
  });

  test("are drawn again after the list was closed and opened", async () => {
    const { thumbnails, end, wait, requested } = open(documentOf(square("aa")));
    thumbnails.see("aa", true);
    await wait(AT_ONCE);
    end();
    thumbnails.see("bb", true);
    await wait(1_000);
    expect(requested()).toEqual(["#aa"]);
    thumbnails.start();
    await wait(AT_ONCE);
    expect(requested()).toEqual(["#aa", "#aa"]);
  });

  test("are the 200 latest ones", async () => {
    const ids = Array.from({ length: 201 }, (_, index) => String(index).padStart(3, "0"));
    const { thumbnails, pictures, wait, requested, shown } = open(documentOf(...ids.map((id) => square(id))));
    for (const id of ids) thumbnails.see(id, true);
    await wait(AT_ONCE);
    for (let drawn = 1; drawn < 200; drawn++) await wait(250);
    expect([pictures.held.size, pictures.held.has("blob:1")]).toEqual([200, true]);
    await wait(250);
    expect([pictures.held.size, pictures.held.has("blob:1")]).toEqual([200, false]);
    expect(shown()).not.toHaveProperty("000");
    expect(shown()).toHaveProperty("001");
    expect(requested().length).toBe(201);
  });
});
