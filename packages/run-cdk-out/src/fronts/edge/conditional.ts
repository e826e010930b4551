/** Conditional requests and range requests for cached responses. */
import { type HeaderMap, headerText } from "./message.js";

/** Returns whether the viewer's copy is current (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(request: HeaderMap, response: HeaderMap): boolean {
  const given = headerText(request, "if-none-match");
  const etag = headerText(response, "etag");
  if (given !== undefined) {
    const tags = given.split(",").map((tag) => weak(tag.trim()));
    return tags.includes("*") || (etag !== undefined && tags.includes(weak(etag)));
  }
  const since = Date.parse(headerText(request, "if-modified-since") ?? "");
  const modified = Date.parse(headerText(response, "last-modified") ?? "");
  return !Number.isNaN(since) && !Number.isNaN(modified) && modified <= since;
}

/** The requested bytes; `last` is inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses the `Range` header for a body of known size. Undefined means the whole body: there is no range, there are
 * several ranges, or `If-Range` does not allow the range.
 */
export function readRange(
  request: HeaderMap,
  response: HeaderMap,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headerText(request, "range") ?? "");
  if (match === null || !permitsRange(request, response)) return undefined;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size || first > last || (from === "" && Number(to) === 0) ? "unsatisfiable" : { first, last };
}

function permitsRange(request: HeaderMap, response: HeaderMap): boolean {
  const condition = headerText(request, "if-range");
  if (condition === undefined) return true;
  return condition === headerText(response, "etag") || condition === headerText(response, "last-modified");
}

/** Returns an entity tag without `W/`, because `If-None-Match` uses the weak comparison. */
function weak(tag: string): string {
  return tag.replace(/^W\//, "");
}
