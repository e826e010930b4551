import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { EngineError } from "../src/issues/engine-error.js";
import { resolveInstalled } from "../src/shared/native.js";
import type { PictureRequest } from "../src/renderer/picture.js";
import { Renderer } from "../src/renderer/renderer.js";
import type { Uploads } from "../src/uploads/uploads.js";
import { makeFont } from "./fonts/make-font.js";
import { decode, makeImage, type Rgba, testContext } from "./support.js";

const [ONE, TWO] = [1, 2].map((n) => `0190c0de-0000-7000-8000-00000000000${n}`) as [string, string];
const pathOf = (id: string) => `/api/v1/uploads/${id}/file`;
const [RED, BLUE, WHITE]: readonly Rgba[] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
] as const;

/** Uploads in memory. `asked` lists the IDs that were loaded. */
function uploadsOf(owner: string, files: Readonly<Record<string, Uint8Array>>): Uploads & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    owner,
    asked,
    load: (id) => {
      asked.push(id);
      const bytes = files[id];
      const missing = new EngineError("VALIDATION_ERROR", `There is no upload ${id}.`);
      return bytes === undefined ? Promise.reject(missing) : Promise.resolve(bytes);
    },
  };
}

const redImage = await makeImage(10, 10, () => RED);
const blueImage = await makeImage(10, 10, () => BLUE);
/** Two fonts with the letter "A": 1000/1000 em and 200/1000 em wide, both 500/1000 em high. */
const wide = makeFont({ glyphs: [{ right: 1000, top: 500 }] });
const narrow = makeFont({ glyphs: [{ right: 200, top: 500 }] });

const image = { id: "i", name: "photo", type: "image", width: 100, height: 100, fit: "fill" } as const;
const text = { id: "t", name: "title", type: "text", text: "A", font_family: "Brand", font_size: 50 } as const;

const imageDocument = (attributes: object) => ({ width: 100, height: 100, layers: [{ ...image, ...attributes }] });
const fontDocument = (fonts: readonly object[], attributes: object = {}) => ({
  width: 100,
  height: 100,
  fonts: fonts.map((font) => ({ family: "Brand", src: pathOf(ONE), ...font })),
  layers: [{ ...text, ...attributes }],
});

async function draw(
  document: object,
  uploads: Uploads,
  request: PictureRequest = {},
  renderer = new Renderer(testContext()),
) {
  return await decode(await renderer.render(document, request, { uploads }));
}

describe("an uploaded image", () => {
  const uploads = uploadsOf("a", { [ONE]: redImage, [TWO]: Buffer.from("%PDF-1.7 and more") });

  test.each([pathOf(ONE), `/api/uploads/files/${ONE.toUpperCase()}`])(
    "an uploaded image is drawn from its path %s",
    async (image_url) => {
      const pixels = await draw(imageDocument({ image_url }), uploads);
      expect(pixels.at(50, 50)).toEqual(RED);
      expect(pixels.picture.warnings).toEqual([]);
    },
  );

  test("an uploaded image can be an override, a fallback image and a background", async () => {
    const asked = await draw(imageDocument({}), uploads, { layers: { photo: { image_url: pathOf(ONE) } } });
    expect(asked.at(50, 50)).toEqual(RED);
    const broken = { image_url: "https://example.com/gone.png", fallback_image_url: pathOf(ONE) };
    expect((await draw(imageDocument(broken), uploads)).at(50, 50)).toEqual(RED);
    const background = { type: "image", image_url: pathOf(ONE) };
    expect((await draw({ width: 10, height: 10, background, layers: [] }, uploads)).at(5, 5)).toEqual(RED);
  });

  test("an upload that is missing or not an image is replaced with a warning that is not retryable", async () => {
    const gone = uploadsOf("a", {});
    const { picture } = await draw(imageDocument({ image_url: pathOf(ONE) }), gone);
    expect(picture.warnings).toEqual([
      {
        code: "IMAGE_UNAVAILABLE",
        layer: "photo",
        retryable: false,
        message: expect.stringContaining(`replaced by a gray box: There is no upload ${ONE}`),
        missingImage: { hasOwnFallback: false, reason: expect.stringContaining(`no upload ${ONE}`) },
      },
    ]);
    const pdf = await draw(imageDocument({ image_url: pathOf(TWO) }), uploads);
    expect(pdf.picture.warnings).toMatchObject([{ retryable: false, message: expect.stringContaining("is a PDF") }]);
  });

  test("a missing upload of a strict layer fails the render", async () => {
    const strict = imageDocument({ image_url: pathOf(TWO), strict: true });
    await expect(draw(strict, uploadsOf("a", {}))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("a renderer loads an uploaded image once", async () => {
    const counted = uploadsOf("a", { [ONE]: redImage });
    const renderer = new Renderer(testContext());
    for (let round = 0; round < 3; round++)
      await draw(imageDocument({ image_url: pathOf(ONE) }), counted, {}, renderer);
    expect(counted.asked).toEqual([ONE]);
  });
});

describe("an uploaded font", () => {
  const uploads = uploadsOf("a", { [ONE]: wide, [TWO]: narrow });
  const widthOf = async (document: object, request: PictureRequest = {}) => {
    const { left, right } = (await draw(document, uploads, request)).paintedBox();
    return right - left + 1;
  };

  test("an uploaded font is used for texts with its family", async () => {
    expect(await widthOf(fontDocument([{}]))).toBe(50);
    expect(await widthOf(fontDocument([{ src: pathOf(TWO) }]))).toBe(10);
  });

  test("an uploaded font has priority over a built-in family of the same name", async () => {
    expect(await widthOf(fontDocument([{ family: "Inter" }], { font_family: "Inter" }))).toBe(50);
  });

  test("an uploaded font can be set by an override", async () => {
    const document = fontDocument([{}], { font_family: "Inter" });
    expect(await widthOf(document, { layers: { title: { font_family: "Brand" } } })).toBe(50);
  });

  test("the uploaded font with the nearest style and weight is used", async () => {
    const fonts = [
      { weight: 400 },
      { weight: 700, src: pathOf(TWO) },
      { weight: 400, style: "italic", src: pathOf(TWO) },
    ];
    expect(await widthOf(fontDocument(fonts))).toBe(50);
    expect(await widthOf(fontDocument(fonts, { font_weight: 900 }))).toBe(10);
    expect(await widthOf(fontDocument(fonts, { font_style: "italic" }))).toBe(10);
  });

  test("an uploaded variable font is set to the layer's weight, limited to the declared range", async () => {
    const variable = uploadsOf("a", { [ONE]: makeFont({ glyphs: [{ right: 200, top: 500 }], wider: 600 }) });
    const rightAt = async (weight: unknown, font_weight: number) =>
      (await draw(fontDocument([{ weight }], { font_weight }), variable)).paintedBox().right + 1;
    // From weight 400 to 900 the right edge moves from 200 to 800 of 1000 units. An em is 50 pixels.
    expect(await rightAt("100 900", 400)).toBe(10);
    expect(await rightAt("100 900", 900)).toBe(40);
    expect(await rightAt("100 900", 700)).toBe(28);
    expect(await rightAt("100 700", 900)).toBe(28);
    expect(await rightAt(400, 900)).toBe(10);
  });

  test("characters that an uploaded font lacks come from the built-in fallback families", async () => {
    const inInter = await draw(
      { width: 100, height: 100, layers: [{ ...text, text: "gß", font_family: "Inter" }] },
      uploads,
    );
    const inBrand = await draw(fontDocument([{}], { text: "gß" }), uploads);
    expect(inBrand.paintedPixels()).toBe(inInter.paintedPixels());
    expect(inBrand.picture.warnings).toEqual([]);
  });

  test("an uploaded family can be split into several files by Unicode subset", async () => {
    const latin = (subset: string) =>
      readFileSync(resolveInstalled(`@fontsource/great-vibes/files/great-vibes-${subset}-400-normal.woff2`));
    const parts = uploadsOf("a", { [ONE]: latin("latin"), [TWO]: latin("cyrillic") });
    const built = { ...text, text: "Aж", font_family: "Great Vibes" };
    const want = await draw({ width: 100, height: 100, layers: [built] }, uploads);
    const got = await draw(fontDocument([{}, { src: pathOf(TWO) }], { text: "Aж" }), parts);
    expect(got.paintedBox()).toEqual(want.paintedBox());
    expect(got.paintedPixels()).toBe(want.paintedPixels());
  });

  test("an uploaded font that no text uses is not loaded", async () => {
    const counted = uploadsOf("a", {});
    await draw(fontDocument([{}], { font_family: "Inter" }), counted);
    expect(counted.asked).toEqual([]);
  });

  test("an upload that is missing or not a font fails the render with the family and the path of the font", async () => {
    const failure = async (files: Readonly<Record<string, Uint8Array>>) =>
      await draw(fontDocument([{}]), uploadsOf("a", files)).catch((error: unknown) => error);
    expect(await failure({})).toMatchObject({
      code: "VALIDATION_ERROR",
      message: `The picture can't be made. fonts[0].src: The font "Brand" can't be used: There is no upload ${ONE}.`,
    });
    expect(await failure({ [ONE]: redImage })).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "fonts[0].src", message: expect.stringContaining("not a font file") }] },
    });
  });

  test("a transient failure to load a font is not reported as a validation error", async () => {
    const failing: Uploads = { owner: "a", load: () => Promise.reject(new Error("The bucket is busy.")) };
    await expect(draw(fontDocument([{}]), failing)).rejects.toThrow("The bucket is busy.");
  });

  test("an uploaded font with too many points fails its own render and no other", async () => {
    const costly = makeFont({ glyphs: [{ right: 1000, top: 500 }], extraPoints: 60_000 });
    const renderer = new Renderer(testContext());
    await expect(draw(fontDocument([{}]), uploadsOf("b", { [ONE]: costly }), {}, renderer)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining('the font "Brand"'),
    });
    expect((await draw(fontDocument([{}]), uploads, {}, renderer)).paintedBox().right).toBe(49);
  });
});

describe("an uploaded font with extreme coordinates", () => {
  /** A `head` table with 16 units per em, which makes the glyphs about 60 times as large. */
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x10000, 0);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(16, 18);
  head.writeInt16BE(1, 50);

  test.each([
    ["in an advance", { right: 32_767, top: 10 }, "too far apart"],
    ["in an outline", { right: 10, top: 32_767 }, "too large"],
  ])(
    "an uploaded font with extreme coordinates %s fails the render with the family's name",
    async (_name, glyph, reason) => {
      const uploads = uploadsOf(reason, { [ONE]: makeFont({ glyphs: [glyph], tables: { head } }) });
      await expect(draw(fontDocument([{}]), uploads)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        message: expect.stringMatching(new RegExp(`the font "Brand".*${reason}`)),
      });
    },
  );
});

describe("one renderer for many workspaces", () => {
  test("a renderer never uses a workspace's image for another workspace", async () => {
    const renderer = new Renderer(testContext());
    const broken = "data:image/png;base64,AAAA";
    for (const attributes of [
      { image_url: pathOf(ONE) },
      { image_url: broken, fallback_image_url: pathOf(ONE) },
      { fallback_image_url: pathOf(ONE) },
    ]) {
      const colors = [];
      for (const [owner, bytes] of [
        ["a", redImage],
        ["b", blueImage],
        ["c", undefined],
      ] as const) {
        const uploads = uploadsOf(owner, bytes === undefined ? {} : { [ONE]: bytes });
        const options = { uploads, version: "1" };
        const document = { ...imageDocument({ ...attributes, fallback_color: "#fff" }) };
        colors.push((await decode(await renderer.render(document, {}, options))).at(50, 50));
      }
      expect(colors).toEqual([RED, BLUE, WHITE]);
    }
  });

  test("a renderer never uses a workspace's font for another workspace with the same document", async () => {
    const renderer = new Renderer(testContext());
    const rights = [];
    for (const [owner, font] of [
      ["a", wide],
      ["b", narrow],
      ["a", wide],
    ] as const) {
      const options = { uploads: uploadsOf(owner, { [ONE]: font }), version: "1" };
      rights.push((await decode(await renderer.render(fontDocument([{}]), {}, options))).paintedBox().right + 1);
    }
    expect(rights).toEqual([50, 10, 50]);
    const none = renderer.render(fontDocument([{}]), {}, { uploads: uploadsOf("c", {}), version: "1" });
    await expect(none).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(renderer.render(fontDocument([{}]), {}, { version: "1" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
