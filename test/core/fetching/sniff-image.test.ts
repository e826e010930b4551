import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { sniffImage } from "@image-render/engine/images";
import fc from "../../support/fast-check.js";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf8 = (text: string) => Buffer.from(text, "utf8");
const pixel = () => sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } });

/** The first box of an ISO media file. */
function ftyp(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.concat([Buffer.alloc(4), latin1(`ftyp${major}\0\0\0\0${compatible.join("")}`)]);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, latin1("\0\0\0\x08mdat")]);
}

describe("sniffImage", () => {
  test.each(["png", "jpeg", "webp", "avif", "gif"] as const)("a real %s file is detected", async (format) => {
    expect(sniffImage(await pixel().toFormat(format).toBuffer())).toEqual({ type: `image/${format}` });
  });

  test("a real TIFF file is detected as a file that cannot be used", async () => {
    expect(sniffImage(await pixel().tiff().toBuffer())).toEqual({ other: "a TIFF image" });
  });

  test.each([
    ["avif", ftyp("avif", "mif1"), { type: "image/avif" }],
    ["an AVIF sequence", ftyp("avis"), { type: "image/avif" }],
    ["mif1 that is compatible with avif", ftyp("mif1", "miaf", "avif"), { type: "image/avif" }],
    ["heic", ftyp("heic", "mif1"), { other: "a HEIC image" }],
    ["generic HEIF", ftyp("mif1", "miaf"), { other: "a HEIC image" }],
    ["an MP4 video", ftyp("isom", "mp42"), { other: undefined }],
    ["an incomplete box", ftyp("mif1", "avif").subarray(0, 10), { other: undefined }],
  ])("the type of an ISO media file is detected from its brands: %s", (_name, file, expected) => {
    expect(sniffImage(file)).toEqual(expected);
  });

  test.each([
    ["plain", "<svg/>"],
    ["with attributes", `<svg xmlns="http://www.w3.org/2000/svg">`],
    ["with line breaks", "\r\n\t <svg\nwidth='1'>"],
    ["with a byte order mark", "\uFEFF<svg>"],
    ["with a declaration", `<?xml version="1.0" encoding="UTF-8"?>\n<svg>`],
    ["with comments", "<!-- made by <hand> --><!----><svg>"],
    ["with a DOCTYPE", `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://w3.org/svg11.dtd"><svg>`],
    ["with entities", `<!DOCTYPE svg [\n<!ENTITY ns "http://www.w3.org/2000/svg">\n] >\n<svg xmlns="&ns;">`],
    ["with a namespace prefix", `<svg:svg xmlns:svg="http://www.w3.org/2000/svg">`],
    ["after a long comment", `<!--${"x".repeat(20_000)}--><svg>`],
  ])("an SVG file is detected: %s", (_how, text) => {
    expect(sniffImage(utf8(text))).toEqual({ type: "image/svg+xml" });
  });

  test.each([
    ["a web page with an svg element", "<!doctype html><html><body><svg></svg>", "a web page"],
    ["a web page without a root element", "<!DOCTYPE HTML><title>Sign in</title><svg>", "a web page"],
    ["a comment with an svg tag", "<!-- <svg> -->", undefined],
    ["a file with another root element", "<svgx>", undefined],
    ["a file with an incomplete prolog", "<?xml <svg>", undefined],
    ["a file with text before the svg tag", "x<svg>", undefined],
    ["a PDF", "%PDF-1.7\n", "a PDF"],
    ["JSON", `{"error":"not found"}`, undefined],
    ["an empty file", "", "an empty file"],
  ])("%s is not detected as SVG", (_what, text, other) => {
    expect(sniffImage(utf8(text))).toEqual({ other });
  });

  test("sniffImage never throws, for any bytes", () => {
    const begins = ["", "\x89PNG", "RIFF", "\0\0\0\x20ftyp", "<", "<!DOCTYPE [", "<!--", "<?"].map(latin1);
    fc.assert(
      fc.property(fc.constantFrom(...begins), fc.uint8Array(), (begin, rest) => {
        sniffImage(Buffer.concat([begin, rest]));
      }),
    );
  });

  test("sniffImage reads only the start of hostile markup", () => {
    for (const part of ["<!---->", "<!>", "<?x?>", "<!DOCTYPE [", "<!-", " "]) {
      expect(sniffImage(utf8(part.repeat(200_000)))).toEqual({ other: undefined });
    }
  });
});
