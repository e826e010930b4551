import { MAX_DATA_URI_BYTES } from "../../contract/template/image-url.js";

/** Whether an image URL carries its image itself. */
export function isDataUri(url: string): boolean {
  return /^data:/i.test(url);
}

/** The bytes of a base64 data URI, or undefined if they are not there, or too many. */
export function decodeDataUri(url: string): Uint8Array | undefined {
  const start = url.indexOf(",");
  const bytes = start === -1 ? undefined : Buffer.from(url.slice(start + 1), "base64");
  return bytes === undefined || bytes.length === 0 || bytes.length > MAX_DATA_URI_BYTES ? undefined : bytes;
}
