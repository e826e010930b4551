/** What the editor asks the service for when it draws a document, and what it reads from the response. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { ApiError } from "@image-render/client";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { issuesOf, warningsByLayer } from "../../src/screens/editor/preview/issues-of.js";
import { openPictures, type PagePictures, removeStandIns, type SentRequest, serve } from "../support/editor-page.js";
import { CARD } from "./documents.js";

serve(() => new Response());
const { drawDraft, drawParts, drawSample } = await import("../../src/screens/editor/preview/draw-draft.js");

afterEach(removeStandIns);

const DATA = { variables: { name: "Ada" } };
const PNG = { contentType: "image/png", base64: btoa("\u0001\u00ffpng") };
const JPEG = { contentType: "image/jpeg", base64: btoa("jpeg") };

/** Answers each preview with a body. */
function respondWith(body: object): { readonly sent: readonly SentRequest[]; readonly pictures: PagePictures } {
  const pictures = openPictures();
  return { pictures, sent: serve(() => Response.json({ image: PNG, layers: [], warnings: [], ...body })) };
}

const exact = { scale: 0.5, isExact: true, data: DATA };
const draft = { scale: 0.5, isExact: false, data: DATA };

describe("the request for a draft", () => {
  test("has the document with its data, and asks for a small file", async () => {
    const { sent } = respondWith({});
    await drawDraft(CARD, draft);
    expect(sent).toMatchObject([{ method: "POST", path: "/templates/preview" }]);
    expect(sent[0]?.headers.get("accept")).toBe("application/json");
    expect(sent[0]?.body).toEqual({
      document: CARD,
      scale: 0.5,
      format: "jpg",
      quality: 82,
      variables: { name: "Ada" },
    });
  });

  test("asks for a picture without any loss if it is to be exact", async () => {
    const { sent } = respondWith({});
    await drawDraft(CARD, { ...exact, data: { ...DATA, layers: { title: { text: "Long" } } } });
    expect(sent[0]?.body).toEqual({
      document: CARD,
      scale: 0.5,
      format: "png",
      variables: { name: "Ada" },
      layers: { title: { text: "Long" } },
    });
  });

  const gradient = (...colors: readonly unknown[]) => ({ stops: colors.map((color) => ({ color })) });
  test.each<[string, unknown, "jpg" | "png"]>([
    ["the default", undefined, "jpg"],
    ["a color", "#0f172a", "jpg"],
    ["a short color", "#ABC", "jpg"],
    ["a color with an opacity", "#0f172a80", "png"],
    ["a short color with an opacity", "#abc8", "png"],
    ["transparency", "transparent", "png"],
    ["a gradient of opaque colors", gradient("#fff", "#000000"), "jpg"],
    ["a gradient with a transparent color", gradient("#fff", "#0000"), "png"],
    ["a gradient with a color that data decides", gradient("#fff", undefined), "png"],
    ["a gradient that is not complete", { stops: "#fff" }, "png"],
    ["an object without colors", {}, "png"],
    ["nothing that the editor knows", null, "png"],
    ["a number", 7, "png"],
  ])("with %s as the background asks for a format that can show it", async (_, background, format) => {
    const { sent } = respondWith({});
    await drawDraft({ ...CARD, background }, draft);
    expect(sent[0]?.body).toMatchObject({ format });
  });
});

describe("a draft", () => {
  const box = { x: 90, y: 510, width: 300, height: 40 };
  const text = { text: "Ada", fontSize: 32, cutAt: null, lines: [] };

  test("in a small format is an address of its own, and a large picture is one that the page releases", async () => {
    const { pictures } = respondWith({ image: JPEG });
    expect((await drawDraft(CARD, draft)).address).toBe("data:image/jpeg;base64,anBlZw==");
    expect(pictures.held.size).toBe(0);
    serve(() => Response.json({ image: PNG, layers: [], warnings: [] }));
    const { address } = await drawDraft(CARD, exact);
    const file = pictures.held.get(address);
    expect(file?.type).toBe("image/png");
    expect([...new Uint8Array((await file?.arrayBuffer()) ?? [])]).toEqual([1, 255, 112, 110, 103]);
  });

  test("has the places of layers relative to their groups, and the first copy of what a repeat draws", async () => {
    const layers = [
      { layerId: "foot", copies: [], box: { x: 72, y: 500, width: 600, height: 80 }, rotation: 0 },
      { layerId: "author", copies: [0], box, rotation: 0, text },
      { layerId: "author", copies: [1], box: { ...box, x: 500 }, rotation: 0, text: { ...text, text: "Grace" } },
      { layerId: "title", copies: [], box: { ...box, x: 1 }, rotation: 15, autoColor: { color: "#fff" } },
      { layerId: "removed", copies: [], box, rotation: 0 },
    ];
    const warnings = [{ code: "text_cut", message: "It is cut.", layer: "title" }];
    respondWith({ layers, warnings });
    const drawn = await drawDraft(CARD, draft);
    expect([...drawn.local]).toEqual([
      ["title", { x: 1, y: 510, width: 300, height: 40, rotation: 15 }],
      ["foot", { x: 72, y: 500, width: 600, height: 80, rotation: 0 }],
      ["author", { x: 18, y: 10, width: 300, height: 40, rotation: 0 }],
    ]);
    expect([...drawn.texts]).toEqual([["author", text]]);
    expect([...drawn.autoColors]).toEqual([["title", "#fff"]]);
    expect(drawn.warnings).toEqual(warnings);
  });

  test("has the place of a layer in its innermost group", async () => {
    const inner = { id: "inner", type: "group", children: [{ id: "dot", type: "ellipse" }] };
    const document = { ...CARD, layers: [{ id: "outer", type: "group", children: [inner] }] };
    const at = (layerId: string, x: number) => ({ layerId, copies: [], box: { ...box, x }, rotation: 0 });
    respondWith({ layers: [at("outer", 100), at("inner", 130), at("dot", 145)] });
    const { local } = await drawDraft(document, draft);
    expect([...local].map(([id, { x }]) => [id, x])).toEqual([
      ["outer", 100],
      ["inner", 30],
      ["dot", 15],
    ]);
  });

  test("has no place for a layer in a group that is not drawn", async () => {
    respondWith({ layers: [{ layerId: "author", copies: [], box, rotation: 0 }] });
    expect([...(await drawDraft(CARD, draft)).local]).toEqual([]);
  });
});

describe("a picture in parts", () => {
  const part = { ...PNG, x: 10, y: 20, width: 40, height: 30 };

  test("asks for the layers, and has each part decoded at its place in the document", async () => {
    const { sent, pictures } = respondWith({
      parts: { below: part, chosen: { ...part, x: 0 }, above: { ...part, y: 5 } },
    });
    const parts = await drawParts(CARD, draft, ["title", "photo"]);
    expect(sent[0]?.body).toMatchObject({ parts: { layers: ["title", "photo"] } });
    expect(parts).toEqual({
      below: { address: "blob:1", x: 20, y: 40, width: 80, height: 60 },
      chosen: { address: "blob:2", x: 0, y: 40, width: 80, height: 60 },
      above: { address: "blob:3", x: 20, y: 10, width: 80, height: 60 },
    });
    expect(pictures.decoded.toSorted()).toEqual(["blob:1", "blob:2", "blob:3"]);
  });

  test("has no part where nothing is drawn", async () => {
    const { pictures } = respondWith({ parts: { below: part, chosen: null, above: null } });
    const parts = await drawParts(CARD, draft, ["title"]);
    expect([parts?.chosen, parts?.above]).toEqual([undefined, undefined]);
    expect([...pictures.held.keys()]).toEqual(["blob:1"]);
  });

  test("does not exist if the layers cannot move alone, or if the service is older", async () => {
    respondWith({ parts: null });
    expect(await drawParts(CARD, draft, ["title"])).toBeUndefined();
    respondWith({});
    expect(await drawParts(CARD, draft, ["title"])).toBeUndefined();
  });
});

describe("a picture with some data", () => {
  test("is exact and as wide as it should be, but never wider than the document", async () => {
    const { sent } = respondWith({ layers: [], warnings: [] });
    const { picture, layers, warnings } = await drawSample(CARD, DATA, 400);
    expect(picture.type).toBe("image/png");
    expect([layers, warnings]).toEqual([[], []]);
    await drawSample(CARD, DATA, 5_000);
    // A third of the width, rounded down.
    expect(sent).toMatchObject([{ body: { scale: 0.333, format: "png" } }, { body: { scale: 1 } }]);
  });
});

describe("what the service says about a document", () => {
  const refused = (...paths: readonly string[]) =>
    new ApiError("It is not valid.", {
      status: 400,
      details: { issues: paths.map((path) => ({ path, message: `At ${path}` })) },
    });

  test("belongs to the attributes of layers, even of those in groups", () => {
    expect(issuesOf(refused("document.layers[1].color", "document.layers[2].children[1].font_size.max"), CARD)).toEqual(
      [
        { layer: "title", attribute: "color", message: "At document.layers[1].color" },
        { layer: "date", attribute: "font_size", message: "At document.layers[2].children[1].font_size.max" },
      ],
    );
  });

  test("belongs to no layer if it is about something else", () => {
    const paths = ["document.width", "document.layers[9].color", "document.layers[1].children[0].color", "layers[1].x"];
    expect(issuesOf(refused(...paths), CARD)).toEqual([]);
    expect(issuesOf(new Error("It failed."), CARD)).toEqual([]);
    expect(issuesOf(undefined, CARD)).toEqual([]);
  });

  test("is one text for all warnings of a layer, by its name or by its ID", () => {
    const document: EditedDocument = { ...CARD, layers: [...CARD.layers, { id: "nameless", type: "qr" }] };
    const warnings = [
      { layer: "title", message: "It is cut." },
      { layer: "nameless", message: "It is small." },
      { layer: "title", message: "It overlaps." },
      { layer: "removed", message: "It is gone." },
      { message: "It is large." },
    ];
    expect([...warningsByLayer(warnings as never, document)]).toEqual([
      ["title", "It is cut. It overlaps."],
      ["nameless", "It is small."],
    ]);
  });
});
