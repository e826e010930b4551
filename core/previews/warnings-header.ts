import type { Warning } from "@image-render/engine/document";

/** The limit for this header. S3, CloudFront, and common proxies accept at least 8 KB for all headers together. */
const MAX_HEADER_BYTES = 4 * 1024;

/**
 * Returns warnings as a header value: ASCII JSON with as many entries as fit into 4 KB. `undefined` if there are none.
 */
export function warningsHeader(warnings: readonly Warning[]): string | undefined {
  if (warnings.length === 0) return undefined;
  const entries: string[] = [];
  let length = "[]".length;
  for (const { code, layer, message, path, text } of warnings) {
    const entry = escapeToAscii(JSON.stringify({ code, layer, message, path, text }));
    length += entry.length + ",".length;
    if (length > MAX_HEADER_BYTES) break;
    entries.push(entry);
  }
  return `[${entries.join(",")}]`;
}

/** JSON allows every character to be escaped by its code units. */
function escapeToAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
