import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import sharp from "sharp";
import { sniffImage } from "../../../core/fetching/sniff-image.js";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf8 = (text: string) => Buffer.from(text, "utf8");
const pixel = () => sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } });

/** An ISO media file's first box. */
function ftyp(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.concat([Buffer.alloc(4), latin1(`ftyp${major}\0\0\0\0${compatible.join("")}`)]);
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, latin1("\0\0\0\x08mdat")]);
}

describe("what a file is", () => {
  test.each(["png", "jpeg", "webp", "avif", "gif"] as const)("a real %s is known", async (format) => {
    expect(sniffImage(await pixel().toFormat(format).toBuffer())).toEqual({ type: `image/${format}` });
  });

  test("a real TIFF is named, not admitted", async () => {
    expect(sniffImage(await pixel().tiff().toBuffer())).toEqual({ other: "a TIFF picture" });
  });

  test.each([
    ["avif", ftyp("avif", "mif1"), { type: "image/avif" }],
    ["an AVIF sequence", ftyp("avis"), { type: "image/avif" }],
    ["mif1 that is compatible with avif", ftyp("mif1", "miaf", "avif"), { type: "image/avif" }],
    ["heic", ftyp("heic", "mif1"), { other: "a HEIC picture" }],
    ["generic HEIF", ftyp("mif1", "miaf"), { other: "a HEIC picture" }],
    ["an MP4 film", ftyp("isom", "mp42"), { other: undefined }],
    ["a box that is cut off", ftyp("mif1", "avif").subarray(0, 10), { other: undefined }],
  ])("ISO media files are told by their brands: %s", (_name, file, expected) => {
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
  ])("an SVG is known %s", (_how, text) => {
    expect(sniffImage(utf8(text))).toEqual({ type: "image/svg+xml" });
  });

  test.each([
    ["a page that holds one", "<!doctype html><html><body><svg></svg>", "a web page"],
    ["a page without a root", "<!DOCTYPE HTML><title>Sign in</title><svg>", "a web page"],
    ["a comment that holds one", "<!-- <svg> -->", undefined],
    ["another root", "<svgx>", undefined],
    ["a cut-off prolog", "<?xml <svg>", undefined],
    ["text before it", "x<svg>", undefined],
    ["a PDF", "%PDF-1.7\n", "a PDF"],
    ["JSON", `{"error":"not found"}`, undefined],
    ["nothing", "", "an empty file"],
  ])("%s is no SVG", (_what, text, other) => {
    expect(sniffImage(utf8(text))).toEqual({ other });
  });

  test("any bytes get an answer, however they begin", () => {
    const begins = ["", "\x89PNG", "RIFF", "\0\0\0\x20ftyp", "<", "<!DOCTYPE [", "<!--", "<?"].map(latin1);
    fc.assert(
      fc.property(fc.constantFrom(...begins), fc.uint8Array(), (begin, rest) => {
        sniffImage(Buffer.concat([begin, rest]));
      }),
    );
  });

  test("hostile markup costs no more than the part that is looked at", () => {
    for (const part of ["<!---->", "<!>", "<?x?>", "<!DOCTYPE [", "<!-", " "]) {
      expect(sniffImage(utf8(part.repeat(200_000)))).toEqual({ other: undefined });
    }
  });
});
