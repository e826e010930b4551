/** Copying layers, and pasting layers, texts, drawings and images. */
import { afterEach, describe, expect, test } from "@jest/globals";
import type { EditedLayer } from "../../src/editor/document/edited-document.js";
import type { FileTaker } from "../../src/screens/editor/state/clipboard.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { openPictures, removeStandIns, serve, serveUploads, standIn } from "../support/editor-page.js";
import { CARD } from "./documents.js";

serve(() => new Response());
const { copyText, paste, pasteImage } = await import("../../src/screens/editor/state/clipboard.js");

afterEach(removeStandIns);

const AT = { x: 600, y: 300 };
const open = (): EditorState => EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
const added = (state: EditorState): readonly EditedLayer[] => state.document.value.layers.slice(CARD.layers.length);

/** Pastes a text. Returns what was given to the importer of files, and whether there was something to add. */
async function pasteText(state: EditorState, text: string, files: readonly File[] = []) {
  const taken: unknown[] = [];
  const taker: FileTaker = {
    take: async (given, at) => await Promise.resolve(void taken.push([given, at])),
    takeSvg: async (svg, at) => await Promise.resolve(void taken.push([svg, at])),
  };
  const data = { files, getData: (type: string) => (type === "text/plain" ? text : "") };
  return { isAdded: await paste(state, data as unknown as DataTransfer, AT, taker), taken };
}

describe("pasted layers", () => {
  const LAYER = { id: "title", type: "text", x: 10, y: 20 };

  test("are added above everything, a little beside their place, and are selected", async () => {
    const state = open();
    const { isAdded, taken } = await pasteText(state, JSON.stringify([LAYER, { id: "b", type: "qr" }]));
    expect([isAdded, taken]).toEqual([true, []]);
    expect(added(state)).toEqual([
      { id: "title-2", type: "text", x: 26, y: 36 },
      { id: "b", type: "qr", x: 16, y: 16 },
    ]);
    expect([...state.selection.value]).toEqual(["title-2", "b"]);
    expect(state.history.value.present.name).toBe("Paste 2 layers");
  });

  test("can be those of a whole document, and stay where data places them", async () => {
    const state = open();
    const bound = [
      { id: "a", type: "qr", x: "{{ left }}", y: 5 },
      { id: "b", type: "qr", x: 5, y: "{{ top }}" },
    ];
    await pasteText(state, JSON.stringify({ width: 1, layers: bound }));
    expect(added(state)).toEqual(bound);
  });

  test("are copied as JSON, and nothing is copied without a selection", () => {
    const state = open();
    expect(copyText(state)).toBeUndefined();
    state.select(["photo"]);
    expect(JSON.parse(copyText(state) ?? "")).toEqual([CARD.layers[0]]);
  });

  test.each([
    ["an empty list", "[]"],
    ["a list with something else", '[{ "id": "a", "type": "qr" }, { "id": "b" }]'],
    ["a layer whose ID is a number", '[{ "id": 1, "type": "qr" }]'],
    ["a list of nothing", "[null]"],
    ["a list of words", '["a"]'],
    ["an object without layers", '{ "a": 1 }'],
    ["null", "null"],
    ["a word", "Hello"],
  ])("cannot be %s, which is added as a text", async (_, text) => {
    const state = open();
    await pasteText(state, text);
    expect(added(state)).toMatchObject([{ type: "text", text, name: "text" }]);
    expect(state.history.value.present.name).toBe("Paste Text");
  });
});

describe("a pasted text", () => {
  test("is added without the space around it, around the place, with at most 10,000 characters", async () => {
    const state = open();
    await pasteText(state, `\n  ${"a".repeat(10_001)}  `);
    expect(added(state)).toMatchObject([{ text: "a".repeat(10_000), x: 360, y: 252, width: 480, height: 96 }]);
  });

  test.each(["", " \n "])("that is empty adds nothing", async (text) => {
    const state = open();
    expect((await pasteText(state, text)).isAdded).toBe(false);
    expect(state.document.value).toBe(CARD);
  });

  test.each([
    '  <svg width="1"></svg> ',
    "<SVG>\n</SVG>",
    '<?xml version="1.0"?>\n<!-- a <b> -->\n<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<svg></svg>',
  ])("that is an SVG is imported: %j", async (text) => {
    const state = open();
    const { isAdded, taken } = await pasteText(state, text);
    expect([isAdded, taken]).toEqual([true, [[text.trim(), AT]]]);
    expect(state.document.value).toBe(CARD);
  });

  test.each(["<svgx>", "Look: <svg></svg>", "<p><svg></svg></p>"])("that is not an SVG is a text: %s", async (text) => {
    const state = open();
    await pasteText(state, text);
    expect(added(state)).toMatchObject([{ type: "text", text }]);
  });

  test("is left out if there are images, and the other files are left out as well", async () => {
    const state = open();
    const image = new File(["a"], "a.png", { type: "image/png" });
    const { isAdded, taken } = await pasteText(state, "Hello", [image, new File(["b"], "b", { type: "text/html" })]);
    expect([isAdded, taken]).toEqual([true, [[[image], AT]]]);
    expect(state.document.value).toBe(CARD);
  });
});

describe("an image", () => {
  test("is uploaded, and becomes a layer around the place with its own proportions", async () => {
    const announced = serveUploads();
    const { held } = openPictures({ width: 301, height: 99 });
    const state = open();
    await pasteImage(state, new File(["abc"], "photo.JPG", { type: "image/png" }), AT);
    expect(announced).toEqual([{ contentType: "image/jpeg", bytes: 3, filename: "photo.JPG" }]);
    expect(added(state)).toEqual([
      {
        id: "image",
        name: "image",
        type: "image",
        x: 450,
        y: 251,
        width: 301,
        height: 99,
        image_url: "/uploads/u1.png",
      },
    ]);
    expect(state.history.value.present.name).toBe("Paste Image");
    expect(held.size).toBe(0);
  });

  test("that is wide is reduced to half of the document", async () => {
    serveUploads();
    openPictures({ width: 2400, height: 1001 });
    const state = open();
    await pasteImage(state, new File(["abc"], "a.png"), AT);
    expect(added(state)).toMatchObject([{ x: 300, y: 175, width: 600, height: 250 }]);
  });

  test("that was pasted has its type and no name, and a size if it has none of its own", async () => {
    const announced = serveUploads();
    openPictures();
    const state = open();
    await pasteImage(state, new File(["abc"], "", { type: "image/webp" }), AT);
    expect(announced).toEqual([{ contentType: "image/webp", bytes: 3, filename: "pasted" }]);
    expect(added(state)).toMatchObject([{ x: 400, y: 150, width: 400, height: 300 }]);
  });

  test("that cannot be read is not a layer, and its address is released", async () => {
    serveUploads();
    const { held } = openPictures();
    standIn({
      Image: class {
        decode = async (): Promise<void> => await Promise.reject(new Error("It is broken."));
      },
    });
    const state = open();
    await expect(pasteImage(state, new File(["abc"], "a.png"), AT)).rejects.toThrow("It is broken.");
    expect([held.size, state.document.value]).toEqual([0, CARD]);
  });
});
