/** Conditional and range requests that the edge answers from what it has. */
import { type HeaderMap, headerText } from "./message.js";

/** Whether the viewer's copy is still the current one (RFC 9110, 13.1.2 and 13.1.3). */
export function isNotModified(request: HeaderMap, answer: HeaderMap): boolean {
  const given = headerText(request, "if-none-match");
  const etag = headerText(answer, "etag");
  if (given !== undefined) {
    const tags = given.split(",").map((tag) => weak(tag.trim()));
    return tags.includes("*") || (etag !== undefined && tags.includes(weak(etag)));
  }
  const since = Date.parse(headerText(request, "if-modified-since") ?? "");
  const modified = Date.parse(headerText(answer, "last-modified") ?? "");
  return !Number.isNaN(since) && !Number.isNaN(modified) && modified <= since;
}

/** The bytes that a viewer asked for; `last` is included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a `Range` header against a body of known size: a range, "unsatisfiable", or undefined where the whole body is
 * the answer (no range, several ranges, or one that `If-Range` no longer permits).
 */
export function readRange(
  request: HeaderMap,
  answer: HeaderMap,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headerText(request, "range") ?? "");
  if (match === null || !permitsRange(request, answer)) return undefined;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size || first > last || (from === "" && Number(to) === 0) ? "unsatisfiable" : { first, last };
}

function permitsRange(request: HeaderMap, answer: HeaderMap): boolean {
  const condition = headerText(request, "if-range");
  if (condition === undefined) return true;
  return condition === headerText(answer, "etag") || condition === headerText(answer, "last-modified");
}

/** An entity tag without its mark of weakness: If-None-Match compares weakly. */
function weak(tag: string): string {
  return tag.replace(/^W\//, "");
}
