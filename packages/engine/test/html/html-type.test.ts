import { describe, expect, test } from "@jest/globals";
import { EngineError } from "../../src/issues/engine-error.js";
import { pinWeight } from "../../src/fonts/pin-weight.js";
import { Renderer } from "../../src/renderer/renderer.js";
import type { Uploads } from "../../src/uploads/uploads.js";
import { makeFont } from "../fonts/make-font.js";
import { decode, testContext } from "../support.js";

const [FONT, HOSTILE] = [1, 2].map((n) => `0190c0de-0000-7000-8000-00000000000${n}`) as [string, string];
const pathOf = (id: string) => `/api/v1/uploads/${id}/file`;

/** A table `OS/2` that states the weight 400. Without it, the layout engine would embolden each heavy weight. */
const WEIGHT_400 = Buffer.alloc(78);
WEIGHT_400.writeUInt16BE(400, 4);

/** A font whose letter "A" is half an em wide at the weight 400, and 0.8 em at 900. */
const VARIABLE = makeFont({ glyphs: [{ right: 500, top: 500 }], wider: 300, tables: { "OS/2": WEIGHT_400 } });

/** A variable font of 0.3 MB that states 30 million points: each repeats with no bytes of its own. */
function fontOfPoints(glyphs: number, points: number): Buffer {
  const onSamePlace = 0x01 | 0x08 | 0x10 | 0x20;
  const runs = Array.from({ length: Math.ceil(points / 256) }, () => [onSamePlace, 255]).flat();
  const head = Buffer.alloc(14);
  [1, 0, 0, 500, 500, points - 1].forEach((value, index) => head.writeUInt16BE(value, index * 2));
  const glyph = Buffer.concat([head, Buffer.from(runs), Buffer.alloc(-(head.length + runs.length) & 3)]);
  const loca = Buffer.alloc((glyphs + 2) * 4);
  for (let index = 0; index < glyphs + 2; index++) loca.writeUInt32BE(index * glyph.length, index * 4);
  const glyf = Buffer.concat(Array.from({ length: glyphs + 1 }, () => glyph));
  const boxes = Array.from({ length: glyphs }, () => ({ right: 500, top: 500 }));
  return makeFont({ glyphs: boxes, wider: 300, tables: { glyf, loca } });
}

const files = new Map<string, Uint8Array>([
  [FONT, VARIABLE],
  [HOSTILE, fontOfPoints(1000, 30_208)],
]);
const uploads: Uploads = {
  owner: "a",
  load: (id) => {
    const bytes = files.get(id);
    const missing = new EngineError("VALIDATION_ERROR", `There is no upload ${id}.`);
    return bytes === undefined ? Promise.reject(missing) : Promise.resolve(bytes);
  },
};

const renderer = new Renderer(testContext());

async function draw(html: string, document: object = {}) {
  const layers = [{ id: "a", name: "card", type: "html", width: 600, height: 120, html }];
  return await decode(await renderer.render({ width: 600, height: 120, layers, ...document }, {}, { uploads }));
}

/** The width of the letters of a text in pixels. */
async function inkOf(text: string, css: string, document: object = {}): Promise<number> {
  const { left, right } = (await draw(`<p style="margin: 0; ${css}">${text}</p>`, document)).paintedBox();
  return right - left + 1;
}

describe("the spaces of HTML layers", () => {
  const CSS = "font: 100px Inter";

  // In Inter, U+0020 is 0.281 em wide. The others are shares of the em, by their Unicode names.
  test.each([
    ["a narrow no-break space is half a word space", "\u202f", 14],
    ["a hair space is a sixteenth of the em", "\u200a", 6],
    ["an en space is half an em", "\u2002", 50],
    ["an ideographic space is one em", "\u3000", 100],
  ])("%s wide", async (_, space, expected) => {
    const gap = (await inkOf(`H${space}H`, CSS)) - (await inkOf("HH", CSS));
    expect(Math.abs(gap - expected)).toBeLessThanOrEqual(1);
  });

  test("an HTML layer of edition 1 keeps the narrow space of another family", async () => {
    const old = { edition: 1 };
    const gap = (await inkOf("H\u202fH", CSS, old)) - (await inkOf("HH", CSS, old));
    // Noto Sans Math has it 0.052 em wide.
    expect(Math.abs(gap - 5)).toBeLessThanOrEqual(1);
  });
});

describe("the weights of HTML layers", () => {
  const fonts = [{ family: "Brand", src: pathOf(FONT), weight: "100 900" }];
  const css = (weight: number) => `font-family: Brand; font-size: 40px; font-weight: ${weight}`;

  test("a variable font is drawn at the weight of each text", async () => {
    expect(await inkOf("A", css(400), { fonts })).toBe(20);
    expect(await inkOf("A", css(900), { fonts })).toBe(32);
    const both = `<div style="display: flex; ${css(400)}">A<b style="font-weight: 900">A</b></div>`;
    const { left, right } = (await draw(both, { fonts })).paintedBox();
    expect(right - left + 1).toBe(52);
  });

  test("an HTML layer of edition 1 keeps the default weight of a variable font", async () => {
    expect(await inkOf("A", css(500), { edition: 1, fonts })).toBe(20);
    expect(await inkOf("A", css(500), { fonts })).toBeGreaterThan(21);
  });

  test("a font of one weight is smaller than its variable font, and a broken font has none", () => {
    expect(pinWeight(VARIABLE, 900)?.length).toBeLessThan(VARIABLE.length);
    expect(pinWeight(VARIABLE.subarray(0, 40), 900)).toBeUndefined();
  });

  test("a variable font with more points than letters need fails with a clear message", async () => {
    const hostile = [{ family: "Brand", src: pathOf(HOSTILE), weight: "100 900" }];
    await expect(inkOf("A", css(900), { fonts: hostile })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: `The picture can't be made: a text in the font "Brand" has too many points.`,
    });
  });

  test("a weight that the family lacks causes one warning that names both weights", async () => {
    const html = `<p style="margin: 0; font: 700 20px 'Great Vibes'">One</p><p style="margin: 0; font: 700 10px 'Great Vibes'">Two</p>`;
    const message = 'The family "Great Vibes" of the layer "card" has no weight 700. It is drawn with the weight 400.';
    expect((await draw(html)).picture.warnings).toEqual([
      { code: "FONT_WEIGHT_REPLACED", layer: "card", message, retryable: false },
    ]);
    expect((await draw('<p style="font: 900 40px Inter">One</p>')).picture.warnings).toEqual([]);
  });
});
