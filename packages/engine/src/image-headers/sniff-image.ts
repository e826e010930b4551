/** Detects the type of a file from its first bytes. Content types and file names are untrusted. */

/** The media types of images that a render can use. All browsers support them. */
export const IMAGE_TYPES = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/avif",
  "image/gif",
  "image/svg+xml",
] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** File types that are detected only to name them in messages. */
export type OtherContent = "a HEIC image" | "a TIFF image" | "a PDF" | "a web page" | "an empty file";

export type SniffResult = { readonly type: ImageType } | { readonly other: OtherContent | undefined };

/** Detects the type of a file. Reads at most the first 64 KB. */
export function sniffImage(bytes: Uint8Array): SniffResult {
  const type = rasterType(bytes);
  if (type !== undefined) return { type };
  const brand = heifContent(bytes);
  if (brand === "image/avif") return { type: brand };
  if (brand !== undefined) return { other: brand };
  const root = markupRoot(bytes);
  if (root === "svg") return { type: "image/svg+xml" };
  return { other: otherContent(bytes, root) };
}

function rasterType(file: Uint8Array): ImageType | undefined {
  if (startsWith(file, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (startsWith(file, "\xff\xd8\xff")) return "image/jpeg";
  if (startsWith(file, "GIF87a") || startsWith(file, "GIF89a")) return "image/gif";
  if (startsWith(file, "RIFF") && startsWith(file, "WEBP", 8)) return "image/webp";
  return undefined;
}

function startsWith(file: Uint8Array, latin1: string, offset = 0): boolean {
  for (let index = 0; index < latin1.length; index++) {
    if (file[offset + index] !== latin1.charCodeAt(index)) return false;
  }
  return true;
}

/** Returns bytes as a text with a character for each. Unlike `Buffer`, this also exists in browsers. */
function latin1Text(file: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...file.subarray(from, to));
}

const AVIF_BRANDS: ReadonlySet<string> = new Set(["avif", "avis"]);
const HEIC_BRANDS: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);
/** The largest `ftyp` box that is read. No encoder lists more brands. */
const MAX_FTYP_BYTES = 256;

/** Reads the `ftyp` box of ISO/IEC 23008-12: size, "ftyp", major brand, minor version, compatible brands. */
function heifContent(file: Uint8Array): "image/avif" | "a HEIC image" | undefined {
  if (!startsWith(file, "ftyp", 4)) return undefined;
  const boxBytes = new DataView(file.buffer, file.byteOffset).getUint32(0);
  const end = Math.min(boxBytes, MAX_FTYP_BYTES, file.length);
  const brands = [latin1Text(file, 8, 12)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(latin1Text(file, offset, offset + 4));
  // AVIF files can have the generic mif1 as their major brand, so any AVIF brand identifies them.
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return "image/avif";
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? "a HEIC image" : undefined;
}

/**
 * The largest number of bytes to search for the root element. Editors write long comments and DOCTYPEs with entities
 * before it, but none needs this many.
 */
const MAX_PROLOG_BYTES = 64 * 1024;

/**
 * Returns the local name of the root element of a UTF-8 document, in lower case. Skips the declaration, comments, and
 * the DOCTYPE.
 */
function markupRoot(file: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(file.subarray(0, MAX_PROLOG_BYTES));
  let at = skipSpace(text, 0);
  for (let end = prologPartEnd(text, at); end !== undefined; end = prologPartEnd(text, at)) at = skipSpace(text, end);
  const root = /^<(?:[A-Za-z_][\w.-]{0,99}:)?([A-Za-z_][\w.-]{0,99})[\s/>]/.exec(text.slice(at, at + 256));
  return root?.[1]?.toLowerCase();
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at += 1;
  return at;
}

/**
 * Returns the end of the declaration, comment, or DOCTYPE at `at`, or `undefined` if there is none, or if it is
 * incomplete.
 */
function prologPartEnd(text: string, at: number): number | undefined {
  if (text.startsWith("<?", at)) return endOf(text, "?>", at);
  if (text.startsWith("<!--", at)) return endOf(text, "-->", at);
  if (!text.startsWith("<!", at)) return undefined;
  const close = endOf(text, ">", at);
  const subset = text.indexOf("[", at);
  if (close === undefined || subset === -1 || subset > close) return close;
  const subsetEnd = endOf(text, "]", subset);
  return subsetEnd === undefined ? undefined : endOf(text, ">", subsetEnd);
}

function endOf(text: string, token: string, from: number): number | undefined {
  const found = text.indexOf(token, from);
  return found === -1 ? undefined : found + token.length;
}

function otherContent(file: Uint8Array, root: string | undefined): OtherContent | undefined {
  if (file.length === 0) return "an empty file";
  if (startsWith(file, "II*\0") || startsWith(file, "MM\0*")) return "a TIFF image";
  if (startsWith(file, "%PDF-")) return "a PDF";
  return root === "html" || /^\s*<!doctype html/i.test(latin1Text(file, 0, 64)) ? "a web page" : undefined;
}
