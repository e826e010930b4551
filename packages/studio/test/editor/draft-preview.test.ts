/** The picture of a document that is being edited: when it is drawn, and what it replaces. */
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import type { DraftPreview } from "../../src/screens/editor/preview/draft-preview.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import {
  openPictures,
  type PagePictures,
  refuse,
  removeStandIns,
  type SentRequest,
  serve,
  stopTimers,
  untilQuiet,
} from "../support/editor-page.js";
import { CARD } from "./documents.js";

serve(() => new Response());
const { DraftPreview: Preview } = await import("../../src/screens/editor/preview/draft-preview.js");

beforeEach(stopTimers);
afterEach(() => {
  jest.useRealTimers();
  removeStandIns();
});

const DATA = { variables: { name: "Ada" } };
const IMAGE = { contentType: "image/png", base64: btoa("png") };
const moved = (x: number): EditedDocument => setAttributes(CARD, ["title"], { x });
const body = (values: object = {}): Response => Response.json({ image: IMAGE, layers: [], warnings: [], ...values });

interface Opened {
  readonly preview: DraftPreview;
  readonly state: EditorState;
  readonly pictures: PagePictures;
  readonly sent: readonly SentRequest[];
  /** Lets the service respond to the oldest request that waits. */
  readonly respond: (response: Response) => Promise<void>;
}

function open(): Opened {
  const waiting: ((response: Response) => void)[] = [];
  const pictures = openPictures();
  const sent = serve(async () => await new Promise<Response>((resolve) => waiting.push(resolve)));
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  const respond = async (response: Response): Promise<void> => {
    waiting.shift()?.(response);
    await untilQuiet();
  };
  return { preview: new Preview(state), state, pictures, sent, respond };
}

/** Lets time pass, and everything happen that follows. */
async function wait(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  await untilQuiet();
}

describe("the picture of a document", () => {
  test("is a draft at once, and exact when nothing has changed for a moment", async () => {
    const { preview, sent, respond } = open();
    preview.show(CARD, 0.5, DATA);
    await untilQuiet();
    expect(preview.isDrawing.value).toBe(true);
    expect(sent).toMatchObject([{ body: { format: "jpg", scale: 0.5, variables: { name: "Ada" } } }]);
    await respond(body());
    expect(preview.picture.value).toEqual({ address: "blob:1", document: CARD, isExact: false });
    expect(preview.isDrawing.value).toBe(false);
    await wait(299);
    expect(sent.length).toBe(1);
    await wait(1);
    expect(sent[1]).toMatchObject({ body: { format: "png", scale: 0.5, variables: { name: "Ada" } } });
    await respond(body());
    expect(preview.picture.value).toEqual({ address: "blob:2", document: CARD, isExact: true });
  });

  test("skips what a newer document has overtaken, and is being drawn until the latest is there", async () => {
    const { preview, sent, respond } = open();
    for (const x of [1, 2, 3]) preview.show(moved(x), 1, DATA);
    await untilQuiet();
    expect(sent.length).toBe(1);
    await respond(body());
    expect(preview.isDrawing.value).toBe(true);
    expect(sent).toMatchObject([
      { body: { document: { layers: [{}, { x: 1 }, {}] } } },
      { body: { document: { layers: [{}, { x: 3 }, {}] } } },
    ]);
  });

  test("waits for its exact form again after each change", async () => {
    const { preview, sent, respond } = open();
    preview.show(CARD, 1, DATA);
    await respond(body());
    await wait(200);
    preview.show(moved(1), 1, DATA);
    await respond(body());
    await wait(200);
    expect(sent.length).toBe(2);
    await wait(100);
    expect(sent[2]).toMatchObject({ body: { format: "png", document: { layers: [{}, { x: 1 }, {}] } } });
  });

  test("comes with what the service says about it, and the one before is released once it is shown", async () => {
    const { preview, state, pictures, respond } = open();
    preview.show(CARD, 1, DATA);
    await untilQuiet();
    await respond(body());
    const document = moved(1);
    preview.show(document, 1, DATA);
    await untilQuiet();
    expect([...pictures.held.keys()]).toEqual(["blob:1"]);
    const warnings = [{ code: "text_cut", message: "It is cut." }];
    const text = { text: "Ada", fontSize: 32, cutAt: null, lines: [] };
    const box = { x: 1, y: 2, width: 30, height: 40 };
    const facts = { layerId: "title", copies: [], box, rotation: 0, text, autoColor: { color: "#fff" } };
    await respond(body({ warnings, layers: [facts] }));
    expect([...pictures.held.keys()]).toEqual(["blob:2"]);
    expect(pictures.decoded).toEqual(["blob:1", "blob:2"]);
    expect(preview.warnings.value).toEqual(warnings);
    expect([...preview.texts.value]).toEqual([["title", text]]);
    expect(state.layout.value).toEqual({
      document,
      local: new Map([["title", { ...box, rotation: 0 }]]),
      autoColors: new Map([["title", "#fff"]]),
    });
  });

  test.each([
    ["no larger than four times", { width: 100, height: 100 }, 9, 4],
    ["no smaller than a twentieth", { width: 1200, height: 630 }, 0.01, 0.05],
    ["no larger than two million pixels", { width: 2000, height: 4000 }, 1, 0.5],
    ["as large as the limit allows if the content decides the height", { width: 4000, height: "hug" }, 1, 0.35],
    ["as large as it should be otherwise", { width: 100, height: 100 }, 2, 2],
  ] as const)("is %s", async (_, size, scale, expected) => {
    const { preview, sent } = open();
    preview.show({ ...CARD, ...size }, scale, DATA);
    await untilQuiet();
    expect(sent[0]?.body).toMatchObject({ scale: expected });
  });

  test("is released when the editor is closed, and nothing is drawn any more", async () => {
    const { preview, pictures, sent, respond } = open();
    preview.show(CARD, 1, DATA);
    await untilQuiet();
    await respond(body());
    preview.show(moved(1), 1, DATA);
    preview.show(moved(2), 1, DATA);
    await untilQuiet();
    preview.close();
    expect(pictures.held.size).toBe(0);
    await respond(body());
    expect(pictures.held.size).toBe(0);
    expect(preview.picture.value?.document).toBe(CARD);
    await wait(10_000);
    expect(sent.length).toBe(2);
  });

  test("is not there if the editor is closed before it is drawn", () => {
    const { preview } = open();
    preview.close();
    expect(preview.picture.value).toBeUndefined();
  });
});

describe("a document that the service does not draw", () => {
  test("keeps the last picture, shows the error, and is not sent again if it is refused", async () => {
    const { preview, sent, respond } = open();
    preview.show(CARD, 1, DATA);
    await respond(body());
    preview.show(moved(1), 1, DATA);
    await untilQuiet();
    // The exact picture would be refused as well, but is tried once.
    await respond(refuse(400));
    expect(preview.error.value?.message).toBe("Not now.");
    expect(preview.isDrawing.value).toBe(false);
    expect(preview.picture.value?.document).toBe(CARD);
    await wait(300);
    await respond(refuse(499));
    await wait(10_000);
    expect(sent.length).toBe(3);
  });

  test.each([429, 500, 503])("is sent again after a pause if the service responds with %d", async (status) => {
    const { preview, sent, respond } = open();
    preview.show(CARD, 1, DATA);
    await untilQuiet();
    await respond(refuse(status));
    expect(preview.error.value?.message).toBe("Not now.");
    await wait(3_999);
    expect(sent.length).toBe(1);
    await wait(1);
    expect(sent[1]).toMatchObject({ body: { format: "png" } });
    await respond(body());
    expect(preview.error.value).toBeUndefined();
    expect(preview.picture.value?.isExact).toBe(true);
  });

  test("is sent again if its picture cannot be decoded", async () => {
    const { preview, sent, respond } = open();
    const image = globalThis.Image;
    Object.assign(globalThis, {
      Image: class {
        decode = async (): Promise<void> => await Promise.reject(new Error("It is broken."));
      },
    });
    preview.show(CARD, 1, DATA);
    await untilQuiet();
    await respond(body());
    expect(preview.error.value?.message).toBe("It is broken.");
    Object.assign(globalThis, { Image: image });
    await wait(3_999);
    expect(sent.length).toBe(1);
    await wait(1);
    expect(sent.length).toBe(2);
  });

  test("has no error if a newer document has overtaken it", async () => {
    const { preview, respond } = open();
    preview.show(CARD, 1, DATA);
    preview.show(moved(1), 1, DATA);
    await untilQuiet();
    await respond(refuse(400));
    expect(preview.error.value).toBeUndefined();
    expect(preview.isDrawing.value).toBe(true);
  });
});

describe("the picture in parts", () => {
  const part = { ...IMAGE, x: 0, y: 0, width: 10, height: 10 };

  test("is drawn at the scale and with the data of the last picture", async () => {
    const { preview, sent, respond } = open();
    preview.show(CARD, 0.5, DATA);
    await untilQuiet();
    await respond(body());
    const parts = preview.split(CARD, ["title"]);
    await untilQuiet();
    expect(sent[1]?.body).toMatchObject({
      format: "jpg",
      scale: 0.5,
      variables: { name: "Ada" },
      parts: { layers: ["title"] },
    });
    await respond(body({ parts: { below: part, chosen: null, above: null } }));
    expect((await parts)?.below).toMatchObject({ width: 20 });
  });

  test("does not exist before the first picture, and if the service does not draw it", async () => {
    const { preview, sent, respond } = open();
    expect(await preview.split(CARD, ["title"])).toBeUndefined();
    expect(sent).toEqual([]);
    preview.show(CARD, 0.5, DATA);
    await untilQuiet();
    await respond(body());
    const parts = preview.split(CARD, ["title"]);
    await untilQuiet();
    await respond(refuse(400));
    expect(await parts).toBeUndefined();
  });
});
