/** Reads codes back: QR codes with a decoder, and barcodes by a comparison with the bars of their standards. */
import { describe, expect, test } from "@jest/globals";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { decode, renderLayers, testContext } from "../support.js";

async function readQr(layer: object, scale = 1): Promise<string> {
  const document = {
    width: 300,
    height: 300,
    layers: [{ id: "qr", type: "qr", x: 20, y: 20, width: 260, height: 260, ...layer }],
  };
  const { bytes } = await renderPicture(document, { scale }, testContext());
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}

describe("a QR code", () => {
  test.each([
    ["a URL", { data: "https://example.com/path?a=1&b=ü" }],
    ["digits", { data: "0123456789" }],
    ["the highest error correction", { data: "Hello", error_correction: "H" }],
    ["colors", { data: "Hello", color: "#1e3a8a", background_color: "#fef3c7" }],
    ["a rotation", { data: "Hello", rotation: 20 }],
    ["a small quiet zone", { data: "Hello", quiet_zone: 2 }],
  ])("a QR code with %s can be scanned", async (_what, layer) => {
    expect(await readQr(layer)).toBe(layer.data);
  });

  test("a QR code whose modules are not whole pixels can be scanned", async () => {
    expect(await readQr({ data: "https://example.com/abcdefgh", width: 101, height: 150 }, 1.7)).toBe(
      "https://example.com/abcdefgh",
    );
  });

  test("a QR code with a placeholder contains the value of the request", async () => {
    const layer = { id: "qr", type: "qr", width: 100, height: 100, data: "{{id}}" } as const;
    const document = { width: 100, height: 100, variables: [{ name: "id", type: "string" }], layers: [layer] };
    const { bytes } = await renderPicture(document, { variables: { id: "A-17" } }, testContext());
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })).toBe("A-17");
  });

  test("a QR code that cannot hold its data is left out with a warning", async () => {
    const pixels = await renderLayers([
      { id: "qr", type: "qr", width: 100, height: 100, data: "x".repeat(2000), error_correction: "H" },
    ]);
    expect(pixels.paintedPixels()).toBe(0);
    expect(pixels.picture.warnings).toEqual([expect.objectContaining({ code: "CODE_INVALID", layer: "qr" })]);
  });

  test("a QR code without data is an empty box without a warning", async () => {
    const pixels = await renderLayers([
      { id: "qr", type: "qr", width: 100, height: 100, data: "", background_color: "red" },
    ]);
    expect(pixels.at(50, 50)).toEqual([255, 0, 0, 255]);
    expect(pixels.picture.warnings).toEqual([]);
  });
});

/** The modules of a row of the barcode: 1 is dark, 0 is light. */
async function readBars(layer: object, modules: number): Promise<string> {
  const width = modules * 4;
  const document = {
    width,
    height: 60,
    layers: [{ id: "b", type: "barcode", width, height: 60, quiet_zone: 0, ...layer }],
  };
  const { bytes, warnings } = await renderPicture(document, {}, testContext());
  expect(warnings).toEqual([]);
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const row = (y: number) =>
    Array.from({ length: modules }, (_, index) => ((data[y * info.width + index * 4 + 2] ?? 0) < 128 ? "1" : "0")).join(
      "",
    );
  expect(row(59)).toBe(row(0));
  return row(30);
}

describe("a barcode", () => {
  test("an EAN-13 barcode has the bars of GS1 General Specifications, section 5.2", async () => {
    // 5901234123457: the first digit 5 sets the parities LGGLLG of the left half. The right half is R.
    const left = "0001011" + "0100111" + "0110011" + "0010011" + "0111101" + "0011101";
    const right = "1100110" + "1101100" + "1000010" + "1011100" + "1001110" + "1000100";
    expect(await readBars({ symbology: "ean13", data: "5901234123457" }, 95)).toBe(`101${left}01010${right}101`);
    expect(await readBars({ symbology: "ean13", data: "590123412345" }, 95)).toBe(`101${left}01010${right}101`);
  });

  test("a UPC-A barcode has the bars of an EAN-13 that starts with 0", async () => {
    const upca = await readBars({ symbology: "upca", data: "036000291452" }, 95);
    expect(upca).toBe(await readBars({ symbology: "ean13", data: "0036000291452" }, 95));
  });

  test("a Code 128 barcode has start, data, check and stop characters", async () => {
    // ISO/IEC 15417: start B, "A", check (104 + 33) mod 103 = 34, stop.
    expect(await readBars({ symbology: "code128", data: "A" }, 46)).toBe(
      "11010010000" + "10100011000" + "10001011000" + "1100011101011",
    );
  });

  test("an interleaved 2 of 5 barcode is drawn", async () => {
    const pixels = await renderLayers([
      { id: "b", type: "barcode", width: 100, height: 50, symbology: "itf", data: "1234" },
    ]);
    expect(pixels.paintedPixels()).toBeGreaterThan(500);
  });

  test("a barcode with show_text shows its text beneath the bars and inside its box", async () => {
    const layer = {
      id: "b",
      type: "barcode",
      width: 100,
      height: 60,
      symbology: "code39",
      data: "AB1",
      show_text: true,
    } as const;
    const [shown, hidden] = [await renderLayers([layer]), await renderLayers([{ ...layer, show_text: false }])];
    expect(shown.paintedBox().bottom).toBeLessThan(60);
    // The text is narrower than the bars, so its rows have fewer dark pixels.
    const darkAt = (pixels: typeof shown, y: number) =>
      Array.from({ length: 100 }, (_, x) => x).filter((x) => pixels.at(x, y)[0] < 128);
    expect(darkAt(shown, 54).length).toBeLessThan(darkAt(hidden, 54).length);
  });

  test.each([
    ["a high box", 300],
    ["a low box", 44],
  ])(
    "the text of a barcode in %s is not stretched, and its bars have at least half of the height",
    async (_, height) => {
      const layer = { id: "b", type: "barcode", width: 400, height, symbology: "ean13", data: "000000000000" } as const;
      const document = { width: 400, height, layers: [{ ...layer, show_text: true }] } as const;
      const pixels = await decode(await renderPicture(document, { scale: 4 }, testContext()));
      const isDark = (x: number, y: number) => pixels.at(x, y)[0] < 128;
      // The first digit of an EAN is left of the bars. Its zero is the first dark part.
      const columns = Array.from({ length: pixels.width }, (_, x) => x);
      const rows = Array.from({ length: pixels.height }, (_, y) => y);
      const hasInk = (x: number) => rows.some((y) => isDark(x, y));
      const left = columns.findIndex(hasInk);
      const right = columns.findIndex((x) => x > left && !hasInk(x));
      const inked = rows.filter((y) => columns.slice(left, right).some((x) => isDark(x, y)));
      // The digit zero of OCR-B, which the standard recommends, is about 0.66 times as wide as high.
      expect((right - left) / inked.length).toBeGreaterThan(0.6);
      expect((right - left) / inked.length).toBeLessThan(0.72);
      expect(Math.min(...inked)).toBeGreaterThan(pixels.height / 2);
    },
  );

  test.each([
    ["ean13", "5901234123450"],
    ["ean13", "59012"],
    ["ean8", "abcdefgh"],
    ["upca", "1"],
    ["itf", "123"],
    ["code39", "lower"],
    ["code128", "漢"],
    ["code128", "x".repeat(81)],
  ])("a barcode %s with the invalid data %s is left out with a warning", async (symbology, data) => {
    const pixels = await renderLayers([
      { id: "b", type: "barcode", width: 100, height: 50, symbology: symbology as "ean13", data },
    ]);
    expect(pixels.paintedPixels()).toBe(0);
    expect(pixels.picture.warnings).toEqual([expect.objectContaining({ code: "CODE_INVALID" })]);
  });
});
