/** Requests and headers in the edge. */
import type { IncomingMessage } from "node:http";

/** Header lines by lower-case name, in their original order. A name can have several lines. */
export type HeaderMap = ReadonlyMap<string, readonly string[]>;

/** The request of a viewer, possibly changed by a function. */
export interface ViewerRequest {
  readonly method: string;
  /** The path with its original percent-encoding. */
  readonly uri: string;
  /** The query with its original percent-encoding, without the question mark. */
  readonly query: string;
  readonly headers: HeaderMap;
}

/** Reads the header lines of a message. Node's `headers` drops some repeated lines. */
export function readHeaders(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const values = headers.get(name);
    if (values) values.push(rawHeaders[at + 1] ?? "");
    else headers.set(name, [rawHeaders[at + 1] ?? ""]);
  }
  return headers;
}

/** Returns the lines of a header, joined by commas; undefined if there is none. */
export function headerText(headers: HeaderMap, name: string): string | undefined {
  return headers.get(name)?.join(", ");
}

/** Reads the request of a viewer. Removes the host from an absolute target (`GET http://host/path`). */
export function readViewerRequest(request: IncomingMessage): ViewerRequest {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return {
    method: request.method ?? "GET",
    uri: path === "" ? "/" : path,
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers: readHeaders(request.rawHeaders),
  };
}

/** Returns the pairs of a query, percent-encoded. A name without `=` has the value undefined. */
export function queryPairs(query: string): { readonly name: string; readonly value: string | undefined }[] {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => splitPair(pair));
}

/** Writes pairs as a query. */
export function writeQuery(pairs: readonly { readonly name: string; readonly value: string | undefined }[]): string {
  return pairs.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join("&");
}

/** Returns the cookies of a request, in order. */
export function cookiePairs(headers: HeaderMap): { readonly name: string; readonly value: string }[] {
  const lines = headers.get("cookie") ?? [];
  return lines
    .flatMap((line) => line.split(/;\s*/))
    .filter((cookie) => cookie !== "")
    .map((cookie) => {
      const { name, value } = splitPair(cookie);
      return { name: name.trim(), value: value ?? "" };
    });
}

function splitPair(text: string): { name: string; value: string | undefined } {
  const equals = text.indexOf("=");
  return equals < 0 ? { name: text, value: undefined } : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}
