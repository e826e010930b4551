import { UPLOAD_TYPES, type UploadType } from "../contract/uploads-api.js";
import { sniffImage } from "../fetching/sniff-image.js";

/** Of a file, as many bytes as `sniffImage` looks at: SVGs may begin with long comments. */
export const SNIFFED_BYTES = 64 * 1024;

/** By the first four bytes, as Latin-1. An OpenType font may have outlines of either kind (RFC 8081, 4.4.3). */
const FONT_SIGNATURES: ReadonlyMap<string, readonly UploadType[]> = new Map([
  ["\0\x01\0\0", ["font/ttf", "font/otf"]],
  ["true", ["font/ttf", "font/otf"]],
  ["OTTO", ["font/otf"]],
  ["wOFF", ["font/woff"]],
  ["wOF2", ["font/woff2"]],
]);

/** The sentence that says why a file is not what was announced, by its first bytes alone; undefined if it is. */
export function uploadFault(announced: UploadType, head: Uint8Array): string | undefined {
  const fonts = FONT_SIGNATURES.get(Buffer.from(head.subarray(0, 4)).toString("latin1")) ?? [];
  const image = sniffImage(head);
  const found: readonly UploadType[] = "type" in image ? [image.type] : fonts;
  if (found.includes(announced)) return undefined;
  const expected = `not ${UPLOAD_TYPES[announced] === "font" ? "the font" : "the picture"} (${announced}) that was announced`;
  if (found.length > 0) return `The file is ${found.join(" or ")}, ${expected}.`;
  const other = "other" in image ? image.other : undefined;
  return other === undefined ? `The file is ${expected}.` : `The file is ${other}, ${expected}.`;
}
