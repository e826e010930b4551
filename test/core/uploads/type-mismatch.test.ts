import { describe, expect, test } from "@jest/globals";
import type { UploadType } from "../../../core/contract/uploads-api.js";
import { typeMismatch } from "../../../core/uploads/type-mismatch.js";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const PNG = latin1("\x89PNG\r\n\x1a\n");
const JPEG = latin1("\xff\xd8\xff\xe0");
const SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');

describe("typeMismatch", () => {
  test.each<[UploadType, Buffer]>([
    ["image/png", PNG],
    ["image/jpeg", JPEG],
    ["image/webp", latin1("RIFF\x10\0\0\0WEBPVP8 ")],
    ["image/avif", latin1("\0\0\0\x14ftypavif\0\0\0\0avif")],
    ["image/gif", latin1("GIF89a")],
    ["image/svg+xml", SVG],
    ["font/ttf", latin1("\0\x01\0\0\0\x0b")],
    ["font/ttf", latin1("true\0\x0b")],
    ["font/otf", latin1("OTTO\0\x0b")],
    ["font/otf", latin1("\0\x01\0\0\0\x0b")],
    ["font/woff", latin1("wOFF\0\x01\0\0")],
    ["font/woff2", latin1("wOF2\0\x01\0\0")],
  ])("the first bytes of %s match the announced type", (announced, head) => {
    expect(typeMismatch(announced, head)).toBeUndefined();
  });

  test.each<[UploadType, Buffer, string]>([
    ["image/png", JPEG, "The file is image/jpeg, not the announced image (image/png)."],
    ["image/svg+xml", PNG, "The file is image/png, not the announced image (image/svg+xml)."],
    ["font/woff2", PNG, "The file is image/png, not the announced font (font/woff2)."],
    ["font/ttf", latin1("OTTO"), "The file is font/otf, not the announced font (font/ttf)."],
    ["font/woff2", latin1("\0\x01\0\0"), "The file is font/ttf or font/otf, not the announced font (font/woff2)."],
    ["image/png", latin1("%PDF-1.7"), "The file is a PDF, not the announced image (image/png)."],
    [
      "image/svg+xml",
      Buffer.from("<!doctype html><html></html>"),
      "The file is a web page, not the announced image (image/svg+xml).",
    ],
    ["font/ttf", latin1("ttcf\0\x01\0\0"), "The file is not the announced font (font/ttf)."],
    ["font/ttf", latin1("\0"), "The file is not the announced font (font/ttf)."],
  ])("a file that is not %s gets a message with its actual type", (announced, head, message) => {
    expect(typeMismatch(announced, head)).toBe(message);
  });
});
