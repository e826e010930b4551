import { inflateSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import type { PictureRequest } from "../../src/renderer/picture.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { makeFont } from "../fonts/make-font.js";
import { dataUri, makeImage, testContext } from "../support.js";
import { drawPdf, textOfPdf } from "./open-pdf.js";

const TEXT = { id: "t", type: "text", x: 10, y: 10, width: 380, height: 180, font_size: 20, color: "#102030" };

async function render(layers: readonly object[], request: PictureRequest = {}, rest: object = {}, uploads?: Buffer) {
  const document = { width: 400, height: 200, layers, ...rest };
  if (uploads === undefined) return await renderPicture(document, { ...request, format: "pdf" }, testContext());
  const { Renderer } = await import("../../src/renderer/renderer.js");
  const store = { owner: "w", load: () => Promise.resolve(uploads) };
  return await new Renderer(testContext()).render(document, { ...request, format: "pdf" }, { uploads: store });
}

/** Returns the file with all of its compressed text streams unpacked. */
function unpacked(bytes: Uint8Array): string {
  const file = Buffer.from(bytes);
  const parts = [file.toString("latin1")];
  for (let at = file.indexOf("stream\n"); at !== -1; at = file.indexOf("\nstream\n", at + 1)) {
    const start = at + (file.toString("latin1", at, at + 1) === "\n" ? 8 : 7);
    const end = file.indexOf("\nendstream", start);
    try {
      parts.push(inflateSync(file.subarray(start, end)).toString("latin1"));
    } catch {
      // The stream is an image.
    }
  }
  return parts.join("\n");
}

describe("a picture as PDF", () => {
  test("a PDF has one page, in the size of the document at 96 pixels for each inch", async () => {
    const { bytes, contentType, width, height } = await render([]);
    expect(contentType).toBe("application/pdf");
    expect([width, height]).toEqual([400, 200]);
    expect(Buffer.from(bytes).toString("latin1")).toContain("/MediaBox[0 0 300 150]");
  });

  test("the scale enlarges the page of a PDF", async () => {
    const { bytes, width, height } = await render([], { scale: 2 });
    expect([width, height]).toEqual([800, 400]);
    expect(Buffer.from(bytes).toString("latin1")).toContain("/MediaBox[0 0 600 300]");
  });

  test("a document that names its density has the same page at every scale", async () => {
    for (const scale of [1, 2]) {
      const { bytes } = await render([], { scale }, { dpi: 150 });
      expect(Buffer.from(bytes).toString("latin1")).toContain("/MediaBox[0 0 192 96]");
    }
  });

  test("a PDF contains the words about it as its title, its author and XMP", async () => {
    const about = { title: "A&B", author: "Ada", copyright: "CC BY" };
    const text = unpacked((await render([], { about })).bytes);
    // The texts are in UTF-16 with a byte order mark.
    expect(text).toContain("/Title<FEFF004100260042>/Author<FEFF004100640061>");
    expect(text).toContain('<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">CC BY</rdf:li></rdf:Alt></dc:rights>');
    expect(text).toContain("A&amp;B");
  });

  test("the content of a group with a shadow stays text that a reader finds", async () => {
    const card = { id: "g", type: "group", x: 20, y: 20, width: 300, height: 100, background_color: "#fff" };
    const shadows = [{ color: "#000", y: 4, blur: 12 }];
    const { bytes } = await render([{ ...card, shadows, children: [{ ...TEXT, text: "On a card" }] }]);
    expect(await textOfPdf(bytes)).toBe("On a card");
  });

  test("the same request gives the same bytes of a PDF", async () => {
    const layers = [{ ...TEXT, text: "Twice", shadow_color: "#000", shadow_blur: 8 }];
    expect((await render(layers)).bytes).toEqual((await render(layers)).bytes);
  });

  test.each([
    ["Latin", "Größe 42 % — office flow"],
    ["Arabic", "مرحبا بكم"],
    ["Hebrew", "שלום עולם"],
    ["Hindi", "नमस्ते दुनिया"],
    ["Thai", "สวัสดีครับ"],
    ["Japanese", "東京の夜"],
    ["Korean", "안녕하세요"],
  ])("a reader finds the %s text of a PDF", async (_, text) => {
    expect((await textOfPdf((await render([{ ...TEXT, text }])).bytes)).trim()).toBe(text);
  });

  test("a reader finds the words of all lines, spans and rotated layers of a PDF", async () => {
    const layers = [
      { ...TEXT, width: 90, text: "one two three four" },
      { ...TEXT, id: "u", x: 200, rich: true, text: "plain **bold** *italic*" },
      { ...TEXT, id: "v", y: 120, height: 40, rotation: 20, opacity: 0.5, text: "rotated" },
    ];
    const words = (await textOfPdf((await render(layers)).bytes)).split(/\s+/);
    expect(words).toEqual(
      expect.arrayContaining(["one", "two", "three", "four", "plain", "bold", "italic", "rotated"]),
    );
  });

  test("letters with a gradient or an outline are still text in a PDF", async () => {
    const gradient = {
      type: "linear-gradient",
      stops: [
        { color: "#f00", position: 0 },
        { color: "#00f", position: 1 },
      ],
    };
    const layers = [
      { ...TEXT, height: 60, text: "Gradient", text_gradient: gradient },
      { ...TEXT, id: "u", y: 90, height: 60, text: "Outline", stroke_width: 2, stroke_color: "#f00" },
    ];
    expect((await textOfPdf((await render(layers)).bytes)).split(/\s+/)).toEqual(["Gradient", "Outline"]);
  });

  test("shapes, borders, gradients, codes and drawings are not images in a PDF", async () => {
    const svg =
      '<svg viewBox="0 0 10 10"><clipPath id="c"><circle cx="5" cy="5" r="4"/></clipPath><rect width="10" height="10" clip-path="url(#c)"/></svg>';
    const box = { x: 10, y: 10, width: 100, height: 80 };
    const { bytes } = await render([
      {
        id: "a",
        type: "rectangle",
        ...box,
        border_radius: 12,
        border_width: 3,
        background_color: "#abc",
        rotation: 15,
      },
      { id: "b", type: "ellipse", ...box, opacity: 0.5, background_color: "#123" },
      { id: "c", type: "svg", ...box, svg },
      { id: "d", type: "qr", ...box, x: 200, data: "https://example.com" },
      {
        id: "e",
        type: "html",
        ...box,
        x: 280,
        html: '<div style="display:flex;width:50px;height:50px;background:linear-gradient(red,blue)">Hi</div>',
      },
    ]);
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("/Subtype/Image");
  });

  test("a JPEG keeps its pixels in a PDF, without the place where it was taken", async () => {
    const pixels = await makeImage(64, 48, (x, y) => [x * 3, y * 5, 90, 255]);
    const exif = { IFD0: { Artist: "Somebody" } };
    const photo = await sharp(pixels).withExif(exif).jpeg({ quality: 80 }).toBuffer();
    expect(photo.includes("Somebody")).toBe(true);
    const { bytes } = await render([
      { id: "p", type: "image", x: 0, y: 0, width: 100, height: 100, image_url: dataUri(photo, "jpeg") },
    ]);
    const file = Buffer.from(bytes);
    expect(file.toString("latin1")).toContain("/Width 64/Height 48/BitsPerComponent 8/ColorSpace/DeviceRGB");
    expect(file.includes("Somebody")).toBe(false);
    // The data of the scan is the same: everything from the start of the scan on.
    expect(file.includes(photo.subarray(photo.lastIndexOf(Buffer.from([0xff, 0xda]))))).toBe(true);
  });

  test("a translucent image has a mask in a PDF, and shows what is beneath it", async () => {
    const half = await makeImage(20, 20, (x) => [255, 0, 0, x < 10 ? 0 : 255]);
    const { bytes } = await render(
      [{ id: "p", type: "image", x: 0, y: 0, width: 200, height: 200, image_url: dataUri(half) }],
      {},
      { background: "#00ff00" },
    );
    const { data } = await drawPdf(bytes, { width: 400, height: 200 });
    const at = (x: number, y: number) => [...data.subarray((y * 400 + x) * 3, (y * 400 + x) * 3 + 3)];
    expect([at(20, 100), at(180, 100), at(300, 100)]).toEqual([
      [0, 255, 0],
      [255, 0, 0],
      [0, 255, 0],
    ]);
  });

  test("a small blur is an image with 300 pixels for each inch in a PDF", async () => {
    const { bytes } = await render([
      {
        id: "a",
        type: "rectangle",
        x: 100,
        y: 50,
        width: 96,
        height: 96,
        background_color: "#fff",
        shadow_color: "#000",
        shadow_blur: 2,
      },
    ]);
    const [, width] =
      /\/Width (\d+)\/Height \d+\/BitsPerComponent 8\/ColorSpace\/DeviceGray/.exec(
        Buffer.from(bytes).toString("latin1"),
      ) ?? [];
    // 96 pixels are an inch, and the blur reaches up to 3 pixels beyond it on each side.
    expect(Number(width)).toBeGreaterThan(300);
    expect(Number(width)).toBeLessThanOrEqual(320);
  });

  test("a small rotated layer on a large page needs no more work than its own pixels", async () => {
    const { Renderer } = await import("../../src/renderer/renderer.js");
    let work = Infinity;
    const renderer = new Renderer(testContext(), { onWork: (microseconds) => (work = microseconds) });
    const layer = { ...TEXT, text: "Hi", x: 2000, y: 2000, width: 50, height: 50, rotation: 10 };
    const layers = [{ ...layer, shadows: [{ color: "#000", x: 4, y: 4, blur: 2 }] }];
    await renderer.render({ edition: 2, width: 4000, height: 4000, layers }, { format: "pdf" });
    // At 300 dpi, the page has 156 megapixels. The layer has about 50,000 of them.
    expect(work).toBeLessThan(100_000);
  });

  test("the fonts of a PDF contain only the letters of its texts", async () => {
    const few = await render([{ ...TEXT, text: "ab" }]);
    expect(few.bytes.length).toBeLessThan(6000);
    expect(unpacked(few.bytes)).toContain("beginbfchar");
  });

  const fonts = [{ family: "Brand", src: "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file" }];
  const os2 = (fsType: number) => {
    const table = Buffer.alloc(96);
    table.writeUInt16BE(fsType, 8);
    return { "OS/2": table };
  };
  const glyphs = [
    { right: 600, top: 700 },
    { right: 600, top: 700 },
  ];

  test("letters of a font whose license forbids embedding are outlines in a PDF, with a warning", async () => {
    const layers = [{ ...TEXT, font_family: "Brand", text: "AB" }];
    const { bytes, warnings } = await render(layers, {}, { fonts }, makeFont({ glyphs, tables: os2(2) }));
    expect(warnings.map(({ code }) => code)).toEqual(["FONT_NOT_EMBEDDED"]);
    expect(await textOfPdf(bytes)).toBe("");
    const { data } = await drawPdf(bytes, { width: 400, height: 200 });
    expect(data.some((level) => level < 64)).toBe(true);
  });

  test("letters of a font whose license allows embedding are text in a PDF, at the weight of the layer", async () => {
    const layers = [{ ...TEXT, font_family: "Brand", font_weight: 900, text: "AB" }];
    const weights = [{ ...fonts[0], weight: "100 900" }];
    const font = makeFont({ glyphs, wider: 200, tables: os2(8) });
    const { bytes, warnings } = await render(layers, {}, { fonts: weights }, font);
    expect(warnings).toEqual([]);
    expect(await textOfPdf(bytes)).toBe("AB");
    // At weight 900, the letters are 800 instead of 600 thousandths of the font size wide.
    expect(Buffer.from(bytes).toString("latin1")).toMatch(/\/W\[\d+\[800\]\d+\[800\]\]/);
  });

  test("a drawing with parts that PDF cannot express still gives a PDF", async () => {
    const svg =
      '<svg viewBox="0 0 10 10"><linearGradient id="g" spreadMethod="reflect" x2="0.2"><stop stop-color="red"/>' +
      '<stop offset="1" stop-color="blue"/></linearGradient><rect width="10" height="10" fill="url(#g)"/></svg>';
    const { bytes } = await render([{ id: "s", type: "svg", x: 0, y: 0, width: 200, height: 200, svg }]);
    const { data } = await drawPdf(bytes, { width: 400, height: 200 });
    const [red = 0, , blue = 0] = data.subarray((100 * 400 + 2) * 3);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });
});
