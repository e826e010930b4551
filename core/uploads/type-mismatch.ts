import { UPLOAD_TYPES, type UploadType } from "../contract/uploads-api.js";
import { sniffImage } from "@image-render/engine/images";

/**
 * The types of fonts, by the first four bytes of the file as Latin-1. An OpenType font can have outlines of both kinds
 * (RFC 8081, section 4.4.3).
 */
const FONT_SIGNATURES: ReadonlyMap<string, readonly UploadType[]> = new Map([
  ["\0\x01\0\0", ["font/ttf", "font/otf"]],
  ["true", ["font/ttf", "font/otf"]],
  ["OTTO", ["font/otf"]],
  ["wOFF", ["font/woff"]],
  ["wOF2", ["font/woff2"]],
]);

/** Compares the first bytes of a file with its announced type. Returns a message if they differ. */
export function typeMismatch(announced: UploadType, head: Uint8Array): string | undefined {
  const fonts = FONT_SIGNATURES.get(Buffer.from(head.subarray(0, 4)).toString("latin1")) ?? [];
  const image = sniffImage(head);
  const found: readonly UploadType[] = "type" in image ? [image.type] : fonts;
  if (found.includes(announced)) return undefined;
  const expected = `not the announced ${UPLOAD_TYPES[announced]} (${announced})`;
  if (found.length > 0) return `The file is ${found.join(" or ")}, ${expected}.`;
  const other = "other" in image ? image.other : undefined;
  return other === undefined ? `The file is ${expected}.` : `The file is ${other}, ${expected}.`;
}
