import type { Warning } from "../contract/template/warnings.js";

/** Of one header: with all others S3, CloudFront and the usual proxies take 8 KB and more. */
const MAX_HEADER_BYTES = 4 * 1024;

/** Warnings as a header's value: JSON in ASCII, as many whole entries as 4 KB hold. Undefined when there are none. */
export function warningsHeader(warnings: readonly Warning[]): string | undefined {
  if (warnings.length === 0) return undefined;
  const entries: string[] = [];
  let length = "[]".length;
  for (const { code, layer, message } of warnings) {
    const entry = escapeToAscii(JSON.stringify({ code, layer, message }));
    length += entry.length + ",".length;
    if (length > MAX_HEADER_BYTES) break;
    entries.push(entry);
  }
  return `[${entries.join(",")}]`;
}

/** JSON may write any character by its code units. */
function escapeToAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
