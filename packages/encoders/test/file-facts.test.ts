import { describe, expect, test } from "@jest/globals";
import jpegJs from "jpeg-js";
import { decode as decodePng } from "fast-png";
import sharp from "sharp";
import { SaxesParser } from "saxes";
import { encodeJpeg, encodePng, type FileFacts } from "@image-render/encoders";
import { randomPicture } from "../../engine/test/output/pictures.js";
import { pngcheckIssue } from "./png/decoders.js";

const picture = { ...randomPicture(40, 24, true, 3), isOpaque: true };
const about = { title: "Sommer & <Herbst>", author: "Ada Lovelace", copyright: "© 2026 株式会社" };
const ENCODERS: Readonly<Record<string, (facts?: FileFacts) => Uint8Array>> = {
  png: (facts) => encodePng(picture, undefined, facts),
  jpeg: (facts) => encodeJpeg(picture, undefined, facts),
};

/** Returns the texts of an XMP packet by the element around their list, as an XML parser reads them. */
function textsOf(xmp: string): Record<string, string> {
  const texts: Record<string, string> = {};
  const open: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ name }) => open.push(name));
  parser.on("text", (text) => {
    if (open.at(-1) === "rdf:li") texts[open.at(-3) ?? ""] = text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xmp).close();
  return texts;
}

describe("the facts of a file", () => {
  test.each(Object.entries(ENCODERS))("a %s without facts has no metadata and no density", async (_, encode) => {
    const { xmp, exif, comments } = await sharp(encode()).metadata();
    expect([xmp, exif, comments]).toEqual([undefined, undefined, undefined]);
    expect(Buffer.from(encode({})).equals(encode())).toBe(true);
  });

  test.each(Object.entries(ENCODERS))("sharp reads the density of a %s", async (_, encode) => {
    for (const pixelsPerInch of [72, 300, 1200]) {
      expect(Math.round((await sharp(encode({ pixelsPerInch })).metadata()).density ?? 0)).toBe(pixelsPerInch);
    }
  });

  test.each(Object.entries(ENCODERS))("an XML parser reads the words in the XMP packet of a %s", async (_, encode) => {
    const { xmp } = await sharp(encode({ about })).metadata();
    expect(textsOf(xmp?.toString("utf8") ?? "")).toEqual({
      "dc:title": about.title,
      "dc:creator": about.author,
      "dc:rights": about.copyright,
    });
  });

  test("fast-png reads the density of a PNG in pixels per meter, and its texts", () => {
    const read = decodePng(ENCODERS["png"]?.({ about, pixelsPerInch: 254 }) ?? new Uint8Array(), { checkCrc: true });
    expect(read.resolution).toEqual({ x: 10_000, y: 10_000, unit: 1 });
    // It reads only the texts in Latin-1.
    expect(read.text).toEqual({ Title: about.title, Author: about.author });
  });

  test("sharp reads all texts of a PNG, including those that Latin-1 does not contain", async () => {
    const { comments = [] } = await sharp(ENCODERS["png"]?.({ about })).metadata();
    expect(comments).toEqual(expect.arrayContaining([{ keyword: "Copyright", text: about.copyright }]));
  });

  test("jpeg-js reads the density of a JPEG, and the facts do not change the pixels", () => {
    const plain = jpegJs.decode(ENCODERS["jpeg"]?.() ?? new Uint8Array(), { useTArray: true });
    const jpeg = Buffer.from(ENCODERS["jpeg"]?.({ about, pixelsPerInch: 300 }) ?? []);
    expect(Buffer.from(jpegJs.decode(jpeg, { useTArray: true }).data).equals(plain.data)).toBe(true);
    // JFIF: the unit is an inch, and both densities are 300.
    expect([...jpeg.subarray(13, 18)]).toEqual([1, 0x01, 0x2c, 0x01, 0x2c]);
  });

  test("pngcheck finds no fault in a PNG with facts", () => {
    expect(pngcheckIssue(ENCODERS["png"]?.({ about, pixelsPerInch: 150 }) ?? new Uint8Array())).toBeUndefined();
  });
});
