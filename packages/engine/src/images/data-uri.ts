import { MAX_DATA_URI_BYTES } from "../document/attributes/image-url.js";

/** Returns whether an image URL is a data URI. */
export function isDataUri(url: string): boolean {
  return /^data:/i.test(url);
}

/** Returns the bytes of a base64 data URI, or undefined if it has none or too many. */
export function decodeDataUri(url: string): Uint8Array | undefined {
  const start = url.indexOf(",");
  const bytes = start === -1 ? undefined : Buffer.from(url.slice(start + 1), "base64");
  return bytes === undefined || bytes.length === 0 || bytes.length > MAX_DATA_URI_BYTES ? undefined : bytes;
}
